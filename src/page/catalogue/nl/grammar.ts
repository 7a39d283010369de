/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'nl'

/** Locale of dates. */
export const dates = 'nl-NL'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `“${text}”`

/** `sayTicket`: `lot 10007`, or `lot “Ada”`: quotation marks enclose what could be mistaken for the page's words. An id that already contains the word is used alone. */
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
} = createGrammar(tag, dates, quote, { noun: 'lot', before: 'lot' })

/** `103e` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}e`

/** How a clause in a list of what one trusts begins: `dat er geen tweede lijst was`. */
export const clause = /^dat /
