/**
 * How this language writes numbers, dates, lists and quotations.
 *
 * @packageDocumentation
 */
import { createGrammar } from '../create-grammar.js'

/** BCP 47 tag of the language, for the `lang` attribute. */
export const tag = 'fr'

/** Locale of dates. */
export const dates = 'fr-FR'

/** Between a label and its value. */
export const colon = '\u00A0: '

export const quote = (text: string): string => `«\u00A0${text}\u00A0»`

const own = createGrammar(tag, dates, quote, { noun: 'billet', before: 'le billet' })

/** `sayTicket`: `le billet 10007`, or `le billet « Ada »`: quotation marks enclose what could be mistaken for the page's words. An id that already contains the word is used alone. Never after “de” or “à”: they contract with “le”. */
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

/** `1er août 2026`: the first day of a month is an ordinal. */
const withFirst = (date: string): string => date.replace(/^1 /, '1er ')

/** `31 août 2026 à 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => withFirst(own.formatMoment(at))

/** `31 août 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => withFirst(own.formatDay(at))

/** `103e` for place 102: places are counted from 0. Masculine, for “billet”. */
export const sayOrdinal = (place: number): string => (place === 0 ? '1er' : `${number(place + 1)}e`)

/**
 * How a clause in a list of what one trusts begins: `qu’il n’y a pas eu de deuxième liste`, or with a noun, to
 * stand after “À qui et à quoi il faut vous fier”.
 */
export const clause = /^(?:l’hypothèse )?(?:que |qu’)/
