/**
 * Escapes outside text for printing: it cannot move the cursor, hide, or change the text direction.
 *
 * @packageDocumentation
 */
import { replaceUnsafe, spellOut } from '../core/unsafe-text.js'

/** Max characters of one text. */
const longest = 400

/**
 * One line of printable text.
 *
 * @param length - longer text is cut, with a note of how much.
 */
export function escapeText(text: string, length = longest): string {
  // Never within a surrogate pair.
  const start = text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
  const cut = text.length > length ? `${start}… (${text.length - length} characters more)` : text
  return replaceUnsafe(cut, spellOut).replace(/\n/g, '\\n')
}

/** Collapses white space, but for spaces that do not break: a title must not be able to imitate lines of a report. */
export function onOneLine(text: string): string {
  return text.replace(/[^\S\u00A0\u202F]+/g, ' ')
}
