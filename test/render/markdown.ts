/**
 * Takes GitHub flavoured Markdown apart as far as the report uses it: what stands in code, and what does not.
 *
 * @packageDocumentation
 */

export interface Line {
  /** The line with every code span replaced by `code`. */
  readonly bare: string
  readonly spans: readonly string[]
}

export interface Page {
  readonly lines: readonly Line[]
  /** The contents of fenced blocks. */
  readonly blocks: readonly string[]
}

/** Splits a page; throws when a fence or a span does not end. */
export function readMarkdown(text: string): Page {
  const lines: Line[] = []
  const blocks: string[] = []
  let fence: { readonly close: RegExp; readonly content: string[] } | undefined
  for (const line of text.split('\n')) {
    const [, ticks] = /^ *(`{3,})sh$/.exec(line) ?? []
    if (fence === undefined && ticks !== undefined) {
      fence = { close: new RegExp(`^ *\`{${ticks.length},} *$`), content: [] }
    } else if (fence === undefined) lines.push(readLine(line))
    else if (fence.close.test(line)) {
      blocks.push(fence.content.join('\n'))
      fence = undefined
    } else fence.content.push(line.trimStart())
  }
  if (fence !== undefined) throw new Error('a block of code does not end')
  return { lines, blocks }
}

/** A span begins with a run of backticks and ends with the next run of the same length. */
function readLine(line: string): Line {
  const spans: string[] = []
  const bare = line.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (_, _ticks: string, content: string) => {
    spans.push(content)
    return 'code'
  })
  if (bare.includes('`')) throw new Error(`a code span does not end: ${line}`)
  return { bare, spans }
}
