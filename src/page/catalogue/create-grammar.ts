/**
 * What the translations write alike, each in its own locale. English does without: unlike theirs, its texts
 * are part of the page's program, which leaves out what it does not use.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import * as sentence from '../sentence.js'
import type * as english from './en/grammar.js'

type Shared =
  | 'number'
  | 'formatMoment'
  | 'formatDay'
  | 'formatDuration'
  | 'listWords'
  | 'plural'
  | 'quantity'
  | 'sayName'
  | 'sayTicket'
  | 'asSentence'
  | 'fromReport'

const asSentence = (message: string, length = 600): string =>
  sentence.markEnglish(sentence.readReport(message, length))

const fromReport = (text: string, length = 600): string => sentence.markEnglish(escapeText(text, length))

/**
 * @param locale - of numbers and plurals; @param dates - of dates and lists; @param ticket - `noun`: the word
 * for a ticket, as an id may begin; `before`: what to write before any other id.
 */
export function createGrammar(
  locale: string,
  dates: string,
  quote: (text: string) => string,
  ticket: { readonly noun: string; readonly before: string },
): Pick<typeof english, Shared> {
  const [moments, days] = [sentence.momentFormat(dates), sentence.dayFormat(dates)]
  const [lists, rules] = [new Intl.ListFormat(dates), new Intl.PluralRules(locale)]
  const isNumbered = new RegExp(`^(?:${ticket.noun}|ticket)[-_ #]*\\p{N}+$`, 'iu')
  const hasNoun = new RegExp(`^(?:${ticket.noun}|ticket)(?!\\p{L})`, 'iu')
  const number = (value: number | bigint): string => value.toLocaleString(locale)
  const plural = (count: number, forms: sentence.Plurals): string => forms[rules.select(count)] ?? forms.other
  return {
    number,
    plural,
    formatMoment: at => moments.format(at),
    formatDay: at => days.format(at),
    formatDuration: (milliseconds, most) => sentence.formatDuration(locale, milliseconds, most),
    listWords: parts => lists.format(parts),
    quantity: (count, forms) => `${number(count)} ${plural(count, forms)}`,
    sayName: name => (sentence.isPlainName(name) ? name : quote(name)),
    sayTicket(id) {
      if (isNumbered.test(id)) return id
      if (sentence.isPlainTicket(id)) return `${ticket.before} ${id}`
      return hasNoun.test(id) ? quote(id) : `${ticket.before} ${quote(id)}`
    },
    asSentence,
    fromReport,
  }
}
