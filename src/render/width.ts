/**
 * Columns of text on a terminal (UAX #11, East Asian Width).
 *
 * @packageDocumentation
 */

// oxlint-disable-next-line no-control-regex -- colours have no width
const colours = /\u001b\[\d+m/g

/** Latin letters and common punctuation: none is wide, and none combines. */
// oxlint-disable-next-line no-control-regex -- from the first character on
const isNarrow = (text: string): boolean => /^[\u0000-\u02ff\u2010-\u2027\u2030-\u205e]*$/.test(text)

/** Scripts and blocks of full-width characters, and what is shown as an emoji. */
const wide =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u1100-\u115f\uac00-\ud7a3\u3000-\u303e\u3041-\u33ff\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6])/u

/** Marks and other characters without a column. */
const zero = /^[\p{Mn}\p{Me}\p{Cf}]/u

let segmenter: Intl.Segmenter | undefined

/** Characters as readers see them: an emoji of several code points is one. */
function segment(text: string): Iterable<{ readonly segment: string }> {
  // Made when a text needs it: most are Latin.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Half-width forms of Katakana and Hangul. */
const half = /^[\uff61-\uffdc]/

const widthOfCharacter = (text: string): number =>
  zero.test(text) ? 0 : wide.test(text) && !half.test(text) ? 2 : 1

/**
 * Columns that a text takes on a terminal that colours it: 2 for a Chinese, Japanese or Korean character and
 * for an emoji.
 */
export function widthOf(text: string): number {
  const plain = text.includes('\u001b') ? text.replace(colours, '') : text
  if (isNarrow(plain)) return plain.length
  let columns = 0
  for (const one of segment(plain)) columns += widthOfCharacter(one.segment)
  return columns
}

/** The beginning of a text that fits into so many columns, with `…` if it is not all of it. */
export function clip(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let [kept, used] = ['', 0]
  for (const one of segment(text)) {
    used += widthOfCharacter(one.segment)
    if (used > columns - 1) break
    kept += one.segment
  }
  return `${kept}…`
}
