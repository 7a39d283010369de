/**
 * Line breaking of formatted text.
 *
 * @packageDocumentation
 */

/** Max columns. */
export const width = 110

/** A piece of output, on one line or, if too long, on several. */
export interface Doc {
  readonly flat: string
  /**
   * @param indent - of its first line.
   * @param column - where it begins.
   * @param after - characters that follow on its last line.
   */
  print(indent: number, column: number, after: number): string
}

export function plainText(text: string): Doc {
  return { flat: text, print: () => text }
}

/** A doc after a word. */
export function prefixed(prefix: string, doc: Doc): Doc {
  return {
    flat: prefix + doc.flat,
    print: (indent, column, after) => prefix + doc.print(indent, column + prefix.length, after),
  }
}

/** Broken only if it does not fit. */
function breakable(flat: string, broken: Doc['print']): Doc {
  return {
    flat,
    print: (indent, column, after) =>
      column + flat.length + after <= width ? flat : broken(indent, column, after),
  }
}

/** Bracketed items: each on its own line, a single one on that of the bracket. */
export function group(open: string, items: readonly Doc[], close: string, padding = ''): Doc {
  const [only] = items
  if (only === undefined) return plainText(open + close)
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

/** Short bracketed items, as many on a line as fit. */
export function filled(open: string, items: readonly string[], close: string): Doc {
  const flat = open + items.join(', ') + close
  return breakable(
    flat,
    indent => open + startOf(indent + 2) + fill(items, indent + 2, indent + 2) + startOf(indent) + close,
  )
}

/** Comma-separated items, the first in `column`. */
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

/** Parts joined by words; a word stays with its part on the next line. */
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

/** A line feed and its indentation. */
export function startOf(indent: number): string {
  return `\n${' '.repeat(indent)}`
}
