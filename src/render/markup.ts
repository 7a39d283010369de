/**
 * Text in XML and HTML.
 *
 * @packageDocumentation
 */
import { escapeText } from './escape.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * One line of text from outside, for content and for attributes in quotes. What XML 1.0 has no way to write, such as
 * control characters, is escaped before.
 *
 * @param length - longer text is cut, and says by how much.
 */
export function escapeMarkup(text: string, length?: number): string {
  return escapeText(text, length).replace(/[&<>"']/g, character => entities[character] ?? '')
}
