/**
 * Text from outside, made safe to print: it cannot move the cursor, hide, or turn the line around.
 *
 * @packageDocumentation
 */
import { replaceUnsafe, spellOut } from '../core/unsafe-text.js'

/** So much of one text goes on a line. */
const longest = 400

/**
 * One line of printable text.
 *
 * @param length - longer text is cut, and says by how much.
 */
export function escapeText(text: string, length = longest): string {
  // Not within a surrogate pair.
  const start = text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
  const cut = text.length > length ? `${start}… (${text.length - length} characters more)` : text
  return replaceUnsafe(cut, spellOut).replace(/\n/g, '\\n')
}

/** Without runs of white space: a title cannot be laid out so that it looks like lines of a report. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
