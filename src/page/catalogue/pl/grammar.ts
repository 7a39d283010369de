/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'pl'

/** Locale of dates. */
export const dates = 'pl-PL'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `„${text}”`

/** `sayTicket`: `los 10007`, or `los „Ada”`, in the nominative or accusative. An id that already contains the word ticket, or `los`, is used alone. */
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
} = createGrammar(tag, dates, quote, { noun: 'los', before: 'los' })

/** `103.` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.`

/** How a clause in a list begins: `to, że nie było drugiej listy`, or `w to, że …` after “wierzyć”. */
export const clause = /^(?:w )?to, że /
