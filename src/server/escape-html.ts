/**
 * Text from outside as HTML: it is no markup, hides nothing, and turns nothing around.
 *
 * @packageDocumentation
 */

/** Characters that nobody sees, that break a line, or that change the direction of what follows. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Shows what cannot be seen as `\u{200b}`. */
export function showUnseen(text: string): string {
  return text.replace(unseen, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** For a text or a quoted attribute. What cannot be seen is shown. */
export function escapeHtml(text: string): string {
  return showUnseen(text).replace(/[&<>"']/g, character => entities[character] ?? '')
}

/** What somebody else wrote, within a sentence of ours: its direction ends with it. */
export function isolateHtml(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}
