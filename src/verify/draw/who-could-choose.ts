/**
 * Who could have chosen the winner of a published draw.
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'
import { drandNodes, winnerClaims, type Deciding } from './deciding.js'
import type { DrawChoice, Maker, OwnValue } from './describe-choice.js'
import type { PublishedEvidence } from './evidence.js'

/** The claim that the published winner follows from the published values. */
const winnerClaim = 'winner.derived'

/** Producers of the values from outside, each once. */
const makersOf = ({ outside }: Deciding): readonly Maker[] => [
  ...new Map(
    outside.map(({ by, title }): readonly [string, Maker] =>
      by === undefined ? [`of ${title}`, { of: title }] : [by, { name: by }],
    ),
  ).values(),
]

/**
 * Parties on whose honesty it rests that nobody could have chosen: the producers of randomness, and the
 * observer of the commitment.
 */
export function findVouching(deciding: Deciding, { observer }: PublishedEvidence): readonly Maker[] {
  return [...makersOf(deciding), ...(observer === undefined ? [] : [{ name: observer }])]
}

/** The level of a draw, and what blocks the next. */
interface Amount {
  readonly level: number
  /** The claim that blocks the next level. */
  readonly stoppedBy: string | undefined
  readonly vouching: readonly Maker[]
}

/**
 * Who could have chosen, by the deciding values: those that the organiser controls, and those from outside,
 * verified or not. Without evidence of time the organiser is never excluded: whoever may pick the round, or change
 * the list, once the random number is published picks the winner.
 *
 * @param claims - the recipe's claims in its order, followed by those made for every published draw.
 */
export function findChoice(
  recipe: Recipe,
  claims: readonly Claim[],
  deciding: Deciding,
  { level, stoppedBy, vouching }: Amount,
): DrawChoice {
  const { own, outside, unordered } = deciding
  if (level >= 4) return { code: 'nobody', makers: vouching }
  const isProven = (id: string): boolean => claims.some(one => one.id === id && one.status === 'proven')
  const compiled = winnerClaims(recipe).find(({ id }) => id === winnerClaim)
  const winner = claims.find(({ id }) => id === winnerClaim)
  if (winner === undefined) return { code: 'no-rule' }
  if (winner.status === 'refuted') return { code: 'written-down' }
  if (winner.code === 'nothing-compared') return { code: 'no-winner' }
  if (winner.status !== 'proven' || compiled === undefined) return { code: 'not-shown' }
  const refuted = recipe.claims.find((_, index) => claims[index]?.status === 'refuted')
  if (refuted !== undefined) return { code: 'rule-unfit', claim: refuted.id }

  const nameOwn = ({ kind, title }: (typeof own)[number]): OwnValue => ({
    kind: kind === 'choice' ? kind : 'value',
    title,
  })
  const free = [
    ...own.filter(({ committed }) => !committed).map(nameOwn),
    // Whoever can reorder a fixed list needs nothing else.
    ...own
      .filter(({ name, committed }) => committed && unordered.includes(name))
      .map(({ title }): OwnValue => ({ kind: 'order', title })),
  ]
  if (outside.length === 0) {
    return own.length === 0
      ? { code: 'rule-maker' }
      : { code: 'own-values', values: free.length > 0 ? free : own.map(nameOwn) }
  }
  const open = outside.find(({ by }) => by === 'anyone')
  if (open !== undefined) return { code: 'anyone', title: open.title }

  const titles = outside.map(({ title }) => title)
  const unverified = outside.filter(({ verified }) => !verified).map(({ title }) => title)
  if (free.length > 0) {
    // Without the organiser's secret nobody else knows what a choice would lead to.
    const hasSecret = own.some(({ secret }) => secret)
    const makers = outside.flatMap(({ by }) => (by === undefined || by === drandNodes ? [] : by))
    const others = hasSecret ? [] : [...new Set(makers)]
    return { code: 'unfixed', values: free, outside: titles, unverified, others }
  }
  const unique = claims.find(({ id }) => id === 'evidence.unique')
  const stopper = claims.find(({ id }) => id === stoppedBy)
  return {
    code: !isProven('evidence.timely') ? 'late' : unique?.status !== 'proven' ? 'several' : 'short',
    makers: makersOf(deciding),
    outside: titles,
    unverified,
    isOtherSeen: unique?.code === 'observed-other',
    ...(stopper && { stopper: sentenceOf(stopper) }),
  }
}

/** The sentence of a claim, without the reason for its status. */
function sentenceOf({ message }: Claim): string {
  return message.replace(/: .*$/s, '')
}
