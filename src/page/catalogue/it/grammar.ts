/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'it'

/** Its own name, for the choice of a language. */
export const ownName = 'Italiano'

/** Locale of dates. */
export const dates = 'it-IT'

export const number = (value: number | bigint): string => value.toLocaleString(tag)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `31 agosto 2026 alle ore 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => moments.format(at)

/** `31 agosto 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** `13 giorni 4 ore`. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(tag, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B e C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(tag)

/** `biglietto`, `biglietti` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 biglietto`, `10.000 biglietti` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

export const quote = (text: string): string => `«${text}»`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `il biglietto 10007`, or `il biglietto «Ada»`: with its article, so never after a preposition that merges
 * with it. An id that already contains the word is used alone.
 */
export function sayTicket(id: string): string {
  if (/^(?:biglietto|ticket)[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `il biglietto ${id}`
  return /^(?:biglietto|ticket)(?!\p{L})/iu.test(id) ? quote(id) : `il biglietto ${quote(id)}`
}

/** Numbers that begin with a vowel when read aloud: otto, ottanta, ottocento, undici, undicimila. */
const vowel = /^(?:8|11(?:\d{3})*$)/

/** `il 103º` for place 102: places are counted from 0. With its article, as in {@link sayTicket}. */
export const sayOrdinal = (place: number): string =>
  `${vowel.test(String(place + 1)) ? 'l’' : 'il '}${number(place + 1)}º`

/** How a clause in a list of what one trusts begins: `che non c’è stato un secondo elenco`. */
export const clause = /^che /

/** A report's message as a sentence; reports are English, and marked as such. */
export const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

/** Words of a report within a sentence. */
export const fromReport = (text: string, length = 600): string =>
  sentence.markEnglish(escapeText(text, length))
