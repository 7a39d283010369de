/**
 * Escapes untrusted text for HTML: no markup, no invisible characters, no change of text direction.
 *
 * @packageDocumentation
 */
import { replaceUnsafe, spellOut } from '../core/unsafe-text.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Shows invisible characters as `\u{200b}`. `::command` needs no escape here: a page is not a log. */
export function showUnseen(text: string): string {
  return replaceUnsafe(text, one => (/[:#]/.test(one) ? one : spellOut(one))).replace(/\n/g, spellOut)
}

/** Escapes element content or a quoted attribute, and shows invisible characters. */
export function escapeHtml(text: string): string {
  return showUnseen(text).replace(/[&<>"']/g, character => entities[character] ?? '')
}

/** Escapes and isolates foreign text within a sentence, so that its direction ends with it. */
export function isolateHtml(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}
