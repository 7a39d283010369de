/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'de'

/** Its own name, for the choice of a language. */
export const ownName = 'Deutsch'

/** Locale of dates. */
export const dates = 'de-DE'

export const number = (value: number | bigint): string => value.toLocaleString(tag)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `31. August 2026 um 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => moments.format(at)

/** `31. August 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** `13 Tage 4 Stunden`: a nominative. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(tag, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B und C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(tag)

/** `Los`, `Lose` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 Los`, `10.000 Lose` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

export const quote = (text: string): string => `„${text}“`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `Los 10007`, or `Los „Ada“`: quotation marks enclose what could be mistaken for the page's words. An id
 * that already contains the word is used alone.
 */
export function sayTicket(id: string): string {
  if (/^(?:los|ticket)[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `Los ${id}`
  return /^(?:los|ticket)(?!\p{L})/iu.test(id) ? quote(id) : `Los ${quote(id)}`
}

/** `103.` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.`

/** How a clause begins: `dass es keine zweite Liste gab`, or after “Verlassen müssen Sie sich auf:”, `darauf, dass`. */
export const clause = /^(?:darauf, )?dass /

/** A report's message as a sentence; reports are English. */
export const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

/** Words of a report within a sentence. */
export const fromReport = (text: string, length = 600): string =>
  sentence.markEnglish(escapeText(text, length))
