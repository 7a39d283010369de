/**
 * The last sentence of a report: who could have chosen the winner.
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'
import { drandNodes, winnerClaims, type Deciding } from './deciding.js'
import { enumerate } from './enumerate.js'
import type { PublishedEvidence } from './evidence.js'

/** The claim that the published winner follows from the published values. */
const winnerClaim = 'winner.derived'

/** Producers of the values from outside. */
const makersOf = ({ outside }: Deciding): readonly string[] => [
  ...new Set(outside.map(({ by, title }) => by ?? `whoever makes the ${title}`)),
]

/**
 * Parties on whose honesty it rests that nobody could have chosen: the producers of randomness, and the
 * observer of the commitment.
 */
export function findVouching(deciding: Deciding, { observer }: PublishedEvidence): readonly string[] {
  return [...makersOf(deciding), ...(observer === undefined ? [] : [observer])]
}

/** The level of a draw, and what blocks the next. */
interface Amount {
  readonly level: number
  /** The claim that blocks the next level. */
  readonly stoppedBy: string | undefined
  readonly vouching: readonly string[]
}

/**
 * One line of text, by the deciding values: those that the organiser controls, and those from outside, verified
 * or not. Without evidence of time the organiser is never excluded: whoever may pick the round, or change the
 * list, once the random number is published picks the winner.
 *
 * @param claims - the recipe's claims in its order, followed by those made for every published draw.
 */
export function describeChoice(
  recipe: Recipe,
  claims: readonly Claim[],
  deciding: Deciding,
  { level, stoppedBy, vouching }: Amount,
): string {
  const { own, outside, unordered } = deciding
  if (level >= 4) {
    return `nobody, if ${enumerate(vouching)} are honest, and the organiser showed nobody else another commitment; of the organiser, what it could do is refuse to draw, show another draw for the same prizes, or put entries of its own among the others before they were fixed`
  }
  const isProven = (id: string): boolean => claims.some(one => one.id === id && one.status === 'proven')
  const compiled = winnerClaims(recipe).find(({ id }) => id === winnerClaim)
  const winner = claims.find(({ id }) => id === winnerClaim)
  if (winner === undefined) return 'unknown: the recipe does not say how a winner is chosen'
  if (winner.status === 'refuted') {
    return 'whoever wrote down the result: the published values do not lead to the published winner'
  }
  if (winner.code === 'nothing-compared') return 'unknown: no winner was published'
  if (winner.status !== 'proven' || compiled === undefined) {
    return 'the organiser alone, as far as anyone can tell: nothing that was published shows that the winner follows from the rule'
  }
  const refuted = recipe.claims.find((_, index) => claims[index]?.status === 'refuted')
  if (refuted !== undefined) {
    return `the organiser alone, as far as anyone can tell: what was published does not fit its own rule (${refuted.id}), by intent or by mistake`
  }

  const name = ({ kind, title }: (typeof own)[number]): string =>
    kind === 'choice' ? `which ${title} would count` : `the ${title}`
  const free = [
    ...own.filter(({ committed }) => !committed).map(name),
    // Whoever can reorder a fixed list needs nothing else.
    ...own
      .filter(({ name, committed }) => committed && unordered.includes(name))
      .map(({ title }) => `the order of the ${title}`),
  ]
  if (outside.length === 0) {
    return own.length === 0
      ? 'whoever made the rule: it gives this winner whatever is published'
      : `the organiser alone: it had ${enumerate(free.length > 0 ? free : own.map(name))} in its hands, and nothing from outside decides the winner`
  }
  const open = outside.find(({ by }) => by === 'anyone')
  if (open !== undefined) return `anyone who made the ${open.title}: nothing keeps it from being tried out`

  const names = enumerate(outside.map(({ title }) => `the ${title}`))
  const unverified = outside.filter(({ verified }) => !verified).map(({ title }) => `the genuine ${title}`)
  if (free.length > 0) {
    const conditions = [
      ...(unverified.length > 0 ? [`used ${enumerate(unverified)}`] : []),
      `had fixed ${enumerate(free)} before ${outside.length === 1 ? 'it' : 'they'} came out`,
    ]
    const named =
      unverified.length > 0 ? conditions : [`had fixed ${enumerate(free)} before ${names} came out`]
    // Without the organiser's secret nobody else knows what a choice would lead to.
    const hasSecret = own.some(({ secret }) => secret)
    const makers = outside.flatMap(({ by }) => (by === undefined || by === drandNodes ? [] : by))
    const others = hasSecret ? [] : [...new Set(makers)]
    const too =
      others.length === 0 ? '' : `. So could ${enumerate(others)}, as far as the value can be steered`
    return `the organiser alone. That would be ruled out if it ${named.join(', and ')}. Nothing that was published shows ${named.length === 1 ? 'that' : 'either'}${too}`
  }
  const makers = enumerate(makersOf(deciding))
  const genuine = unverified.length === 0 ? '' : `, or alone if it did not use ${enumerate(unverified)}`
  const together = `the organiser together with ${makers}${genuine}`
  const unique = claims.find(({ id }) => id === 'evidence.unique')
  const several = `if it has several commitments and shows the one it likes: ${unique?.code === 'observed-other' ? 'an observer saw another one' : 'nothing that was given shows otherwise'}`
  if (!isProven('evidence.timely')) {
    return `the organiser alone, if what fixes the rest was published after ${names} came out, or ${several}; else ${together}`
  }
  if (unique?.status !== 'proven') return `the organiser alone, ${several}; else ${together}`
  const stopper = claims.find(({ id }) => id === stoppedBy)
  return `${together}, or alone, as long as this is not shown: ${stopper === undefined ? 'all of the rest' : sentenceOf(stopper)}`
}

/** The sentence of a claim, without the reason for its status. */
function sentenceOf({ message }: Claim): string {
  return message.replace(/: .*$/s, '')
}
