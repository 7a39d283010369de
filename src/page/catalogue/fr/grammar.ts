/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import * as sentence from '../../sentence.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'fr'

/** Its own name, for the choice of a language. */
export const ownName = 'Français'

/** Locale of dates. */
export const dates = 'fr-FR'

export const number = (value: number | bigint): string => value.toLocaleString(tag)

const moments = sentence.momentFormat(dates)
const days = sentence.dayFormat(dates)

/** `1er août 2026`: the first day of a month is an ordinal. */
const withFirst = (date: string): string => date.replace(/^1 /, '1er ')

/** `31 août 2026 à 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => withFirst(moments.format(at))

/** `31 août 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => withFirst(days.format(at))

/** `13 jours 4 heures`. */
export const formatDuration = (milliseconds: number, most?: number): string =>
  sentence.formatDuration(tag, milliseconds, most)

const lists = new Intl.ListFormat(dates)

/** `A, B et C` */
export const listWords = (parts: readonly string[]): string => lists.format(parts)

const rules = new Intl.PluralRules(tag)

/** `billet`, `billets` */
export const plural = (count: number, forms: sentence.Plurals): string =>
  forms[rules.select(count)] ?? forms.other

/** `1 billet`, `10 000 billets` */
export const quantity = (count: number, forms: sentence.Plurals): string =>
  `${number(count)} ${plural(count, forms)}`

export const quote = (text: string): string => `«\u00A0${text}\u00A0»`

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string => (sentence.isPlainName(name) ? name : quote(name))

/**
 * `le billet 10007`, or `le billet « Ada »`: quotation marks enclose what could be mistaken for the page's
 * words. An id that already contains the word is used alone. Never after “de” or “à”: they contract with “le”.
 */
export function sayTicket(id: string): string {
  if (/^(?:billet|ticket)[-_ #]*\p{N}+$/iu.test(id)) return id
  if (sentence.isPlainTicket(id)) return `le billet ${id}`
  return /^(?:billet|ticket)(?!\p{L})/iu.test(id) ? quote(id) : `le billet ${quote(id)}`
}

/** `103e` for place 102: places are counted from 0. Masculine, for “billet”. */
export const sayOrdinal = (place: number): string => (place === 0 ? '1er' : `${number(place + 1)}e`)

/**
 * How a clause in a list of what one trusts begins: `qu’il n’y a pas eu de deuxième liste`, or with a noun, to
 * stand after “À qui et à quoi il faut vous fier”.
 */
export const clause = /^(?:l’hypothèse )?(?:que |qu’)/

/** A report's message as a sentence; reports are English. */
export const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

/** Words of a report within a sentence. */
export const fromReport = (text: string, length = 600): string =>
  sentence.markEnglish(escapeText(text, length))
