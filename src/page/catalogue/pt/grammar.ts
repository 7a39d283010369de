/**
 * How Portuguese writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'pt'

/** Its own name, for the choice of a language. */
export const ownName = 'Português'

/** Locale of dates, numbers and lists. */
export const dates = 'pt-PT'

export const number = (value: number | bigint): string => value.toLocaleString(dates)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `31 de agosto de 2026 às 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => moments.format(at)

/** `31 de agosto de 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** `13 dias 4 horas`. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(dates, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B e C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(dates)

/** `bilhete`, `bilhetes` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 bilhete`, `10 000 bilhetes` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

export const quote = (text: string): string => `«${text}»`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `bilhete 10007`, or `bilhete «Ada»`: masculine, without an article. An id that already contains the word
 * is used alone.
 */
export function sayTicket(id: string): string {
  if (/^(?:bilhete|ticket)[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `bilhete ${id}`
  return /^(?:bilhete|ticket)(?!\p{L})/iu.test(id) ? quote(id) : `bilhete ${quote(id)}`
}

/** `103.º` for place 102: places are counted from 0; masculine. */
export const sayOrdinal = (place: number): string => `${number(place + 1)}.º`

/** How a clause in a list of what one trusts begins: `que não houve uma segunda lista`. */
export const clause = /^que /

/** A report's message as a sentence; reports are English. */
export const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

/** Words of a report within a sentence. */
export const fromReport = (text: string, length = 600): string =>
  sentence.markEnglish(escapeText(text, length))
