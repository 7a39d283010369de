/**
 * How Portuguese writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'pt'

/** Locale of dates, numbers and lists. */
export const dates = 'pt-PT'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `«${text}»`

/** `sayTicket`: `bilhete 10007`, or `bilhete «Ada»`: masculine, without an article. An id that already contains the word is used alone. */
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
} = createGrammar(dates, dates, quote, { noun: 'bilhete', before: 'bilhete' })

/** `103.º` for place 102: places are counted from 0; masculine. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.º`

/** How a clause in a list of what one trusts begins: `que não houve uma segunda lista`. */
export const clause = /^que /
