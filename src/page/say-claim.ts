/**
 * Claims as whole sentences, in any language.
 *
 * @packageDocumentation
 */
import type { Catalogue } from './catalogue/catalogue.js'
import type { ClaimContent, Sayings } from './catalogue/types.js'

/** What a language says of claims, and how it quotes reports. */
export interface ClaimTexts {
  readonly sayings: Readonly<Record<string, Sayings>>
  readonly nothingShows: (claim: string) => string
  readonly asSentence: Catalogue['grammar']['asSentence']
  readonly fromReport: Catalogue['grammar']['fromReport']
}

/** A claim in whole sentences. */
export function sayClaimIn(texts: ClaimTexts, said: ClaimContent): string {
  const { sayings, asSentence } = texts
  const { id, code, word, message } = said
  const own = sayings[id]
  if (own === undefined) return sayUnlistedIn(texts, said)
  const saying = own.codes?.[code]
  // A refuted claim's message is a complete sentence; any other is the claim followed by the reason.
  const [, after = ''] = word === 'refuted' ? [message, message] : (/^[^:]*: ([^]*)$/.exec(message) ?? [])
  const why = after === '' ? '' : asSentence(after)
  const general =
    word === 'proven' || word === 'believed'
      ? own.proven
      : word === 'refuted'
        ? [...(own.refuted === undefined ? [] : [own.refuted]), asSentence(message)].join(' ')
        : own.open
  if (saying === undefined) return general
  const text = typeof saying === 'string' ? saying : saying({ ...said, why })
  return text === '' ? general : text
}

/** For claims of recipes, and any others without sentences. */
export function sayUnlistedIn(
  { nothingShows, asSentence, fromReport }: ClaimTexts,
  { word, message }: ClaimContent,
): string {
  if (word === 'proven' || word === 'believed' || word === 'refuted') return asSentence(message)
  const [claim = '', ...why] = message.split(': ')
  // Advice about the command line is of no use on the page.
  const told = why.join(': ').replace(/; drawaudit [^;]*$/, '')
  const reason = why.length === 0 ? '' : ` ${asSentence(told)}`
  return `${nothingShows(fromReport(claim).replace(/[.](\u2069?)$/, '$1'))}${reason}`
}
