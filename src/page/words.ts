/**
 * From the statuses of a report to the words of the page.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import type { Ladder } from '../verify/levels.js'
import { levelNames } from '../model/report.js'
import { sayClaim, type ClaimContent, type WrongPick } from './catalogue/claims.js'
import type { Level, PageClaim, PageModel, Rung, PageVerdict } from './model.js'

/** Of several words the first that occurs: what is proven has to be proven in every part. */
const byWeight: readonly PageVerdict[] = [
  'refuted',
  'not-provable',
  'pending',
  'not-checked',
  'believed',
  'proven',
]

/** The word of something that has these parts; `not-checked` of nothing. */
export function joinWords(words: readonly PageVerdict[]): PageVerdict {
  return byWeight.find(word => words.includes(word)) ?? 'not-checked'
}

/** What a raffle that is not at its end does not have yet, before its list is sealed and after. */
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

/** Codes that say that something is not there, not that something is wrong with it. */
const absences: readonly string[] = ['chain-unfinished', 'evidence-missing']

/** How a claim is said. */
interface ClaimWording {
  /** Claims of recipes have their names in common with others, and say something else. */
  readonly say?: typeof sayClaim
  readonly wrong?: WrongPick | undefined
  readonly placed?: ClaimContent['placed']
  readonly sought?: string | undefined
}

/** A claim for the page. */
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
  // Tickets say more than their places.
  const tickets = wrong?.ticket !== undefined && {
    ...{ expected: wrong.ticket, found: wrong.published, prize: wrong.prize },
  }
  return { id, word, message, code, says, ...values, ...tickets }
}

/**
 * The ladder of levels. A rung is proven when the report says that its level is reached, and never otherwise.
 *
 * @param stoppedBy - of the report: what keeps the document from the next level.
 * @param ladder - the claims of each level of this kind of document.
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

/** What is shown by keys that a service names itself: it holds for whoever believes it. */
export function asBelieved(model: PageModel): PageModel {
  const believe = <T extends { readonly word: PageVerdict }>(one: T): T =>
    one.word === 'proven' ? { ...one, word: 'believed' } : one
  const { timeline, level, pictures } = model
  return {
    ...model,
    verdict: model.verdict === 'proven' ? 'believed' : model.verdict,
    // What a badge says of what is proven is not said of it.
    answers: model.answers
      .map(believe)
      .map(({ badge, ...answer }) =>
        badge === 'apart' || badge === 'calculated' || badge === 'two-answers'
          ? { ...answer, badge }
          : answer,
      ),
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
