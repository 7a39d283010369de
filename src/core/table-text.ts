/**
 * Text that is a table where a JSON document was expected: what spreadsheets save.
 *
 * @packageDocumentation
 */

const separators = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const

/** So much of a text is looked at. */
const longestLook = 65_536

/** What stands between the values of each line; undefined where the text is no table of at least two lines. */
export function findSeparator(text: string): string | undefined {
  const lines = text
    .slice(0, longestLook)
    .replace(/^\ufeff/, '')
    .split(/\r?\n|\r/)
  // The last line may be cut off.
  const whole = (text.length > longestLook ? lines.slice(0, -1) : lines).filter(line => line.trim() !== '')
  const [first = ''] = whole
  if (whole.length < 2 || /^\s*[[{]/.test(first)) return undefined
  const found = separators.find(([separator]) => {
    const count = countOf(first, separator)
    return count > 0 && whole.every(line => countOf(line, separator) === count)
  })
  return found?.[1]
}

/** Those in quotes belong to a value. */
function countOf(line: string, separator: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1
}
