/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'pl'

/** Its own name, for the choice of a language. */
export const ownName = 'Polski'

/** Locale of dates. */
export const dates = 'pl-PL'

export const number = (value: number | bigint): string => value.toLocaleString(tag)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `31 sierpnia 2026 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => moments.format(at)

/** `31 sierpnia 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** `13 dni 4 godziny`, in the nominative. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(tag, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B i C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(tag)

/** `los`, `losy`, `losów` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 los`, `10 000 losów` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

export const quote = (text: string): string => `„${text}”`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `los 10007`, or `los „Ada”`, in the nominative or accusative. An id that already contains the word ticket,
 * or `los`, is used alone.
 */
export function sayTicket(id: string): string {
  if (/^(?:ticket|los)[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `los ${id}`
  return /^(?:ticket|los)(?!\p{L})/iu.test(id) ? quote(id) : `los ${quote(id)}`
}

/** `103.` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.`

/** How a clause in a list begins: `to, że nie było drugiej listy`, or `w to, że …` after “wierzyć”. */
export const clause = /^(?:w )?to, że /

/** A report's message as a sentence; reports are English. */
export const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

/** Words of a report within a sentence; reports are English. */
export const fromReport = (text: string, length = 600): string =>
  sentence.markEnglish(escapeText(text, length))
