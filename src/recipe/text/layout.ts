/**
 * How printed text is broken into lines.
 *
 * @packageDocumentation
 */

/** Columns to write in. */
export const width = 110

/** Something printed on one line or, where that is too long, on several. */
export interface Doc {
  readonly flat: string
  /**
   * @param indent - of the line on which it begins.
   * @param column - in which it begins.
   * @param after - characters that follow it on its last line.
   */
  print(indent: number, column: number, after: number): string
}

export function plain(text: string): Doc {
  return { flat: text, print: () => text }
}

/** A doc with a word before it. */
export function prefixed(prefix: string, doc: Doc): Doc {
  return {
    flat: prefix + doc.flat,
    print: (indent, column, after) => prefix + doc.print(indent, column + prefix.length, after),
  }
}

/** Broken only where it does not fit. */
function breakable(flat: string, broken: Doc['print']): Doc {
  return {
    flat,
    print: (indent, column, after) =>
      column + flat.length + after <= width ? flat : broken(indent, column, after),
  }
}

/** What stands between brackets: each item on a line of its own, but one alone on that of the bracket. */
export function group(open: string, items: readonly Doc[], close: string, padding = ''): Doc {
  const [only] = items
  if (only === undefined) return plain(open + close)
  const flat = open + padding + items.map(item => item.flat).join(', ') + padding + close
  if (items.length === 1 && padding === '') {
    return breakable(
      flat,
      (indent, column, after) =>
        open + only.print(indent, column + open.length, after + close.length) + close,
    )
  }
  return breakable(flat, indent => {
    const inner = indent + 2
    const lines = items.map(item => startOf(inner) + item.print(inner, inner, 1))
    return `${open}${lines.join(',')}${startOf(indent)}${close}`
  })
}

/** Short items between brackets, as many on a line as it has room for. */
export function filled(open: string, items: readonly string[], close: string): Doc {
  const flat = open + items.join(', ') + close
  return breakable(
    flat,
    indent => open + startOf(indent + 2) + fill(items, indent + 2, indent + 2) + startOf(indent) + close,
  )
}

/** Items with commas between, the first of them in `column`. */
export function fill(items: readonly string[], indent: number, column: number): string {
  let at = column
  return items
    .map((item, index) => {
      const isLast = index === items.length - 1
      const fits = at + item.length + (isLast ? 0 : 1) <= width
      const isBroken = index > 0 && !fits
      at = (isBroken ? indent : at) + item.length + 2
      return (index === 0 ? '' : isBroken ? `,${startOf(indent)}` : ', ') + item
    })
    .join('')
}

/** Parts with a word before each but the first, which goes to the next line with it. */
export function chain(first: Doc, others: readonly (readonly [word: string, part: Doc])[]): Doc {
  const flat = first.flat + others.map(([word, part]) => ` ${word} ${part.flat}`).join('')
  return breakable(flat, (indent, column, after) => {
    const inner = indent + 2
    const lines = others.map(([word, part], index) => {
      const isLast = index === others.length - 1
      return `${startOf(inner)}${word} ${part.print(inner, inner + word.length + 1, isLast ? after : 0)}`
    })
    return first.print(indent, column, 0) + lines.join('')
  })
}

/** A line feed, and the spaces after it. */
export function startOf(indent: number): string {
  return `\n${' '.repeat(indent)}`
}
