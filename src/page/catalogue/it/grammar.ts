/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'it'

/** Locale of dates. */
export const dates = 'it-IT'

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `«${text}»`

/** `sayTicket`: `il biglietto 10007`, or `il biglietto «Ada»`: with its article, so never after a preposition that merges with it. An id that already contains the word is used alone. */
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
} = createGrammar(tag, dates, quote, { noun: 'biglietto', before: 'il biglietto' })

/** Numbers that begin with a vowel when read aloud: otto, ottanta, ottocento, undici, undicimila. */
const vowel = /^(?:8|11(?:\d{3})*$)/

/** `il 103º` for place 102: places are counted from 0. With its article, as in {@link sayTicket}. */
export const sayOrdinal = (place: number): string =>
  `${vowel.test(String(place + 1)) ? 'l’' : 'il '}${number(place + 1)}º`

/** How a clause in a list of what one trusts begins: `che non c’è stato un secondo elenco`. */
export const clause = /^che /
