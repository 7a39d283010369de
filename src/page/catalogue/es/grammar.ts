/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'es'

/** Locale of dates. */
export const dates = 'es-ES'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `«${text}»`

/** `sayTicket`: `el boleto 10007`, or `el boleto «Ada»`, with its article: no “de” or “a” may stand before it. Quotation marks enclose what could be mistaken for the page's words. An id that already contains the word is used alone. */
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
} = createGrammar(tag, dates, quote, { noun: 'boleto', before: 'el boleto' })

/** `103.º` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.º`

/** How a clause in a list of what one trusts begins: `que no hubo una segunda lista`. */
export const clause = /^que /
