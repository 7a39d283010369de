/**
 * Breaks shell commands over lines.
 *
 * @packageDocumentation
 */
import { widthOf } from './width.js'

/** Indent of the lines after the first, in columns. */
const indent = 2

/**
 * Breaks a command with a backslash at the end of each line but the last, so that a shell still takes it as one.
 *
 * An option stays with its value if the two fit on a line. A word that is wider than a line gets one of its own.
 *
 * @param command - on one line; quoted words are not divided.
 * @param columns - width of a line.
 * @example
 * ```ts
 * breakCommand('drawaudit verify draw.json --trust trust.json', 30)
 * // ['drawaudit verify draw.json \\', '  --trust trust.json']
 * ```
 */
export function breakCommand(command: string, columns: number): readonly string[] {
  if (widthOf(command) <= columns) return [command]
  const lines: string[] = []
  let line = ''
  // The backslash takes two columns.
  const fits = (text: string, isLast: boolean): boolean => widthOf(text) + (isLast ? 0 : 2) <= columns
  const pieces = joinValues(splitArguments(command), columns - indent - 2)
  for (const [index, piece] of pieces.entries()) {
    const longer = line === '' ? piece : `${line} ${piece}`
    if (line === '' || fits(longer, index === pieces.length - 1)) line = longer
    else {
      lines.push(`${line} \\`)
      line = ' '.repeat(indent) + piece
    }
  }
  return [...lines, line]
}

/** Words of a command, with their quotes. */
const splitArguments = (command: string): readonly string[] =>
  command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []

/** Joins options with their values, as far as they fit. */
function joinValues(words: readonly string[], columns: number): readonly string[] {
  const pieces: string[] = []
  for (const word of words) {
    const previous = pieces.at(-1) ?? ''
    const isValue = /^--?[a-z-]+$/.test(previous) && !word.startsWith('-')
    if (isValue && widthOf(`${previous} ${word}`) <= columns) pieces.push(`${pieces.pop() ?? ''} ${word}`)
    else pieces.push(word)
  }
  return pieces
}
