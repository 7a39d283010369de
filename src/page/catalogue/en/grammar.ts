/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'en'

/** Locale of dates. */
export const dates = 'en-GB'

export const number = (value: number | bigint): string => value.toLocaleString(tag)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `31 August 2026 at 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => moments.format(at)

/** `31 August 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** `13 days 4 hours`. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(tag, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B and C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(tag)

/** `ticket`, `tickets` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 ticket`, `10,000 tickets` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

/** Between a label and its value. */
export const colon = ': '

export const quote = (text: string): string => `“${text}”`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `ticket 10007`, or `ticket “Ada”`: quotation marks enclose what could be mistaken for the page's words. An
 * id that already contains the word ticket is used alone.
 */
export function sayTicket(id: string): string {
  if (/^ticket[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `ticket ${id}`
  return /^ticket(?!\p{L})/iu.test(id) ? quote(id) : `ticket ${quote(id)}`
}

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ one: 'st', two: 'nd', few: 'rd' },
  ...{ zero: 'th', many: 'th', other: 'th' },
}
const ordinals = new Intl.PluralRules(tag, { type: 'ordinal' })

/** `103rd` for place 102: places are counted from 0. */
export const sayOrdinal = (place: number): string =>
  `${number(place + 1)}${endings[ordinals.select(place + 1)]}`

/** How a clause in a list of what one trusts begins: `that there was no second list`. */
export const clause = /^that /

/** A report's message as a sentence; reports are English. */
export const asSentence = sentence.readReport

/** Words of a report within a sentence. */
export const fromReport = (text: string, length = 600): string => escapeText(text, length)
