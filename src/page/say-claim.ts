/**
 * Claims as whole sentences, in any language.
 *
 * @packageDocumentation
 */
import type { Catalogue } from './catalogue/catalogue.js'
import type { ClaimContent, Sayings } from './catalogue/types.js'
import { finish } from './sentence.js'
import type { Translate } from './translator.js'

/** What a language says of claims, and how it quotes reports. */
export interface ClaimTexts {
  readonly sayings: Readonly<Record<string, Sayings>>
  readonly nothingShows: (claim: string) => string
  readonly asSentence: Catalogue['grammar']['asSentence']
  readonly fromReport: Catalogue['grammar']['fromReport']
  /** Says what a report or a recipe says in the language. */
  readonly tell?: Translate
}

/** The words of a report as a sentence: in the language, or else in English. */
function sayReported({ asSentence, tell }: ClaimTexts, message: string): string {
  const told = tell?.(message)
  return told === undefined ? asSentence(message) : finish(told)
}

/** A claim in whole sentences. */
export function sayClaimIn(texts: ClaimTexts, said: ClaimContent): string {
  const { sayings } = texts
  const { id, code, word, message } = said
  const own = sayings[id]
  if (own === undefined) return sayUnlistedIn(texts, said)
  const saying = own.codes?.[code]
  // A refuted claim's message is a complete sentence; any other is the claim followed by the reason.
  const [, after = ''] = word === 'refuted' ? [message, message] : (/^[^:]*: ([^]*)$/.exec(message) ?? [])
  const why = after === '' ? '' : sayReported(texts, after)
  const general =
    word === 'proven' || word === 'believed'
      ? own.proven
      : word === 'refuted'
        ? [...(own.refuted === undefined ? [] : [own.refuted]), sayReported(texts, message)].join(' ')
        : own.open
  if (saying === undefined) return general
  const text = typeof saying === 'string' ? saying : saying({ ...said, why })
  return text === '' ? general : text
}

/** For claims of recipes, and any others without sentences. */
export function sayUnlistedIn(texts: ClaimTexts, { word, message }: ClaimContent): string {
  const { nothingShows, fromReport, tell } = texts
  const [claim = '', ...why] = message.split(': ')
  const told = tell?.(claim)
  if (word === 'proven' || word === 'believed' || word === 'refuted') {
    return told === undefined || why.length === 0
      ? sayReported(texts, message)
      : `${finish(told)} ${sayReported(texts, why.join(': '))}`
  }
  // Advice about the command line is of no use on the page.
  const reason = why.length === 0 ? '' : ` ${sayReported(texts, withoutAdvice(why.join(': ')))}`
  return `${nothingShows(told ?? fromReport(claim).replace(/[.](\u2069?)$/, '$1'))}${reason}`
}

const withoutAdvice = (why: string): string => why.replace(/; drawaudit [^;]*$/, '')
