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
 * One line of outside text, for content and quoted attributes. Characters that XML 1.0 cannot represent, such
 * as control characters, are escaped first.
 *
 * @param length - longer text is cut, with a note of how much.
 */
export function escapeMarkup(text: string, length?: number): string {
  return escapeText(text, length).replace(/[&<>"']/g, character => entities[character] ?? '')
}
