/**
 * Detects a table, such as spreadsheets save, where JSON was expected.
 *
 * @packageDocumentation
 */

const separators = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const

/** Max characters inspected. */
const longestLook = 65_536

/** The separator of the values in each line; undefined unless the text is a table of at least two lines. */
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

/** Separators outside quotes. */
function countOf(line: string, separator: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1
}
