/**
 * Text from outside as HTML: it is no markup, hides nothing, and turns nothing around.
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

/** Shows what cannot be seen as `\u{200b}`. No page is a log: `::command` is text in it. */
export function showUnseen(text: string): string {
  return replaceUnsafe(text, one => (/[:#]/.test(one) ? one : spellOut(one))).replace(/\n/g, spellOut)
}

/** For a text or a quoted attribute. What cannot be seen is shown. */
export function escapeHtml(text: string): string {
  return showUnseen(text).replace(/[&<>"']/g, character => entities[character] ?? '')
}

/** What somebody else wrote, within a sentence of ours: its direction ends with it. */
export function isolateHtml(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}
