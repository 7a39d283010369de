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

const own = createGrammar(tag, dates, quote, { noun: 'biglietto', before: 'il biglietto' })

/** `sayTicket`: `il biglietto 10007`, or `il biglietto «Ada»`: with its article, so never after a preposition that merges with it. An id that already contains the word is used alone. */
export const {
  number,
  formatDuration,
  listWords,
  plural,
  quantity,
  sayName,
  sayTicket,
  asSentence,
  fromReport,
} = own

/** `1º agosto 2026`: the first day of a month is an ordinal. */
const withFirst = (date: string): string => date.replace(/^1 /, '1º ')

/** A moment, from milliseconds since 1970. */
export const formatMoment = (at: number): string => withFirst(own.formatMoment(at))

/** `31 agosto 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => withFirst(own.formatDay(at))

/** Numbers that begin with a vowel when read aloud: otto, ottanta, ottocento, undici, undicimila. */
const vowel = /^(?:8|11(?:\d{3})*$)/

/** `il 103º` for place 102: places are counted from 0. With its article, as in {@link sayTicket}. */
export const sayOrdinal = (place: number): string =>
  `${vowel.test(String(place + 1)) ? 'l’' : 'il '}${number(place + 1)}º`

/**
 * How a clause in a list of what one trusts begins: `che non c’è stato un secondo elenco`, or with a noun, to
 * stand after “Di chi e di che cosa bisogna fidarsi”.
 */
export const clause = /^(?:il fatto )?che /
