/**
 * Converts the statuses of a report to the words of the page.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import type { Ladder } from '../verify/levels.js'
import { levelNames } from '../model/report.js'
import { nothingShows, sayings } from './catalogue/en/claims.js'
import { asSentence, fromReport } from './catalogue/en/grammar.js'
import type { ClaimContent, WrongPick } from './catalogue/types.js'
import { sayClaimIn } from './say-claim.js'
import type { Level, PageClaim, PageModel, Rung, PageVerdict } from './model.js'

/** The first of these that occurs among several words wins, so a whole is proven only if every part is. */
const byWeight: readonly PageVerdict[] = [
  'refuted',
  'not-provable',
  'pending',
  'not-checked',
  'believed',
  'proven',
]

const texts = { sayings, nothingShows, asSentence, fromReport }

/** A claim in whole sentences. */
export const sayClaim = (said: ClaimContent): string => sayClaimIn(texts, said)

/** The word for a whole with these parts; `not-checked` if there are none. */
export function joinWords(words: readonly PageVerdict[]): PageVerdict {
  return byWeight.find(word => words.includes(word)) ?? 'not-checked'
}

/** Claims that an unfinished raffle cannot prove yet, before its list is sealed and after. */
const toCome: readonly string[] = [
  'statement.chain',
  'record.matches',
  'seed.committed',
  'beacon.genuine',
  'entries.sealed',
  'winner.derived',
]
const toComeUnsealed: readonly string[] = [
  ...toCome,
  'evidence.timely',
  'evidence.unique',
  'ticket.included',
  'receipt.honoured',
]

/** Codes for something absent, as opposed to wrong. */
const absences: readonly string[] = ['chain-unfinished', 'evidence-missing']

/** Wording of a claim. */
interface ClaimWording {
  /** Recipe claims can share ids with others, but need sentences with another meaning. */
  readonly say?: typeof sayClaim
  readonly wrong?: WrongPick | undefined
  readonly placed?: ClaimContent['placed']
  readonly sought?: string | undefined
}

/** Converts a claim for the page. */
export function describeClaim(
  { id, status, message, code, expected, found, pointer }: Claim,
  waits: 'for the seal' | 'for the draw' | 'no',
  { say = sayClaim, wrong, placed, sought }: ClaimWording = {},
): PageClaim {
  const later = waits === 'no' ? [] : waits === 'for the seal' ? toComeUnsealed : toCome
  const isLater = status === 'not-provable' && later.includes(id) && absences.includes(code)
  const word = isLater ? 'pending' : status === 'not-applicable' ? 'not-checked' : status
  const values = {
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    ...(pointer !== undefined && { pointer }),
  }
  const says = say({
    id,
    word,
    message,
    code,
    ...values,
    ...(wrong && { wrong }),
    ...(placed && { placed }),
    ...(sought !== undefined && { sought }),
  })
  // Tickets are more informative than their places.
  const tickets = wrong?.ticket !== undefined && {
    ...{ expected: wrong.ticket, found: wrong.published, prize: wrong.prize },
  }
  return { id, word, message, code, says, ...values, ...tickets }
}

/**
 * The ladder of levels. A level is proven only if the report says that it is reached.
 *
 * @param stoppedBy - what keeps the document from the next level, from the report.
 * @param ladder - the claims of each level for this kind of document.
 */
export function describePageLevel(
  reached: number,
  stoppedBy: string | undefined,
  claims: readonly PageClaim[],
  ladder: Ladder,
): Level {
  const refuted = claims.find(({ word }) => word === 'refuted')
  const rungs = levelNames.slice(1, ladder.length).map((name, at): Rung => {
    const level = at + 1
    if (level <= reached) return { level, name, word: 'proven' }
    const needed = ladder.slice(0, level + 1).flat()
    const short = needed
      .map(id => claims.find(claim => claim.id === id))
      .find(claim => claim !== undefined && claim.word !== 'proven' && claim.code !== 'record-not-given')
    const stopper = refuted !== undefined && needed.includes(refuted.id) ? refuted : short
    if (refuted !== undefined && stopper === undefined)
      return { level, name, word: 'not-provable', fits: true }
    const by = stopper?.id ?? stoppedBy
    const word = stopper === undefined || stopper.word === 'not-checked' ? 'not-provable' : stopper.word
    return { level, name, word, ...(by !== undefined && { stoppedBy: by }) }
  })
  return { reached, names: levelNames, rungs }
}

/** A result by keys that the service itself names: it holds only for whoever trusts them. */
export function asBelieved(model: PageModel): PageModel {
  const believe = <T extends { readonly word: PageVerdict }>(one: T): T =>
    one.word === 'proven' ? { ...one, word: 'believed' } : one
  const { timeline, level, pictures } = model
  return {
    ...model,
    verdict: model.verdict === 'proven' ? 'believed' : model.verdict,
    answers: model.answers.map(believe),
    claims: model.claims.map(believe),
    ...(timeline && { timeline: { ...timeline, points: timeline.points.map(believe) } }),
    ...(pictures && {
      pictures: pictures.map(one => ({
        ...one,
        list: believe(one.list),
        ...(one.random && { random: believe(one.random) }),
      })),
    }),
    ...(level && { level: { ...level, rungs: level.rungs.map(believe) } }),
  }
}
