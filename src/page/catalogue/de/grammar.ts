/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'de'

/** Locale of dates. */
export const dates = 'de-DE'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `„${text}“`

/** `sayTicket`: `Los 10007`, or `Los „Ada“`: quotation marks enclose what could be mistaken for the page's words. An id that already contains the word is used alone. */
export const {
  number,
  formatMoment,
  formatDay,
  formatDuration,
  listWords,
  plural,
  quantity,
  sayName,
  sayTicket,
  asSentence,
  fromReport,
} = createGrammar(tag, dates, quote, { noun: 'los', before: 'Los' })

/** `103.` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.`

/** How a clause begins: `dass es keine zweite Liste gab`, or after “Worauf Sie sich verlassen müssen:”, `darauf, dass`. */
export const clause = /^(?:darauf, )?dass /
