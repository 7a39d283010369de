/**
 * Lines of a terminal.
 *
 * @packageDocumentation
 */
import { escapeText } from './escape.js'

/** Text from outside after `start`, in lines of at most `columns` where words allow it, `indent` from the second on. */
export function wrap(start: string, text: string, indent: number, columns: number): string {
  const lines: string[] = []
  let line = start
  // eslint-disable-next-line no-control-regex -- colours have no width
  let used = start.replace(/\u001b\[\d+m/g, '').length
  for (const word of escapeText(text).split(/(?<= )/)) {
    if (used + word.trimEnd().length > columns && used > indent) {
      lines.push(line.trimEnd())
      line = ' '.repeat(indent)
      used = indent
    }
    line += word
    used += word.length
  }
  return [...lines, line].join('\n')
}
