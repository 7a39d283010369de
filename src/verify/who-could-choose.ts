/**
 * The last sentence of a report: who could have chosen the winner.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import { inputName, type Recipe } from '../recipe/recipe.js'
import type { Value } from '../recipe/value.js'

/** The claim that the published winner follows from the published values. */
const winnerClaim = 'winner.derived'

/**
 * One sentence, from what the winner rests on: values of the organiser's own making, and values from outside that
 * are verified or are not. A record without evidence of time never excludes the organiser: whoever may pick the
 * round, or mend the list, once the random number is out, picks the winner.
 */
export function describeChoice(
  recipe: Recipe,
  claims: readonly Claim[],
  values: ReadonlyMap<string, Value>,
): string {
  const compiled = recipe.claims.find(({ id }) => id === winnerClaim)
  const winner = claims.find(({ id }) => id === winnerClaim)
  if (compiled?.kind !== 'equal' || winner === undefined) {
    return 'unknown: the recipe does not say how a winner is chosen'
  }
  if (winner.status === 'refuted') {
    return 'whoever wrote down the result: the published values do not lead to the published winner'
  }
  if (winner.code === 'nothing-compared') return 'unknown: no winner was published'
  if (winner.status !== 'proven') {
    return 'the organiser, as far as anyone can tell: nothing that was published shows that the winner follows from the rule'
  }
  const refuted = recipe.claims.find(({ id }) =>
    claims.some(claim => claim.id === id && claim.status === 'refuted'),
  )
  if (refuted !== undefined) return `the organiser: it is not true that ${refuted.says}`

  const { own, outside } = sourcesOf(compiled.decidedBy, recipe, claims, values)
  if (outside.length === 0) {
    return own.length === 0
      ? 'whoever made the rule: it gives this winner whatever is published'
      : `the organiser alone: it had ${enumerate(own)} in its hands, and nothing else decides the winner`
  }
  const unverified = outside.filter(({ verified }) => !verified).map(({ title }) => title)
  const names = enumerate(outside.map(({ title }) => `the ${title}`))
  const fixed = `fixed ${enumerate(own)}`
  if (unverified.length === 0) {
    return `the organiser, unless it had ${fixed} before ${names} came out: nothing that was published proves that`
  }
  const genuine = `used the genuine ${enumerate(unverified)}`
  return own.length === 0
    ? `the organiser, unless it ${genuine}: nothing that was published proves that`
    : `the organiser, unless it ${genuine} and had ${fixed} beforehand: nothing that was published proves either`
}

interface Sources {
  /** What the organiser decides on, as the recipe titles it. */
  readonly own: readonly string[]
  /** What comes from elsewhere. */
  readonly outside: readonly { readonly title: string; readonly verified: boolean }[]
}

/** The values behind a result, by who decides on them. */
function sourcesOf(
  rests: ReadonlySet<string>,
  recipe: Recipe,
  claims: readonly Claim[],
  values: ReadonlyMap<string, Value>,
): Sources {
  const own: string[] = []
  const outside: Sources['outside'][number][] = []
  const inputs = [...recipe.inputs].filter(([name]) => [...rests].some(rest => inputName(rest) === name))
  for (const [name, { chain, declared }] of inputs) {
    if (chain === undefined && declared.public !== true) own.push(`the ${declared.title}`)
    // A round is a number that anyone can know beforehand: only what was signed for it is not.
    else if (chain !== undefined && !isDrawn(name, rests)) continue
    else {
      const value = values.get(name)
      const title =
        value?.kind === 'beacon' ? `randomness of drand round ${value.beacon.round}` : declared.title
      outside.push({ title, verified: isVerified(name, recipe, claims) })
    }
  }
  const beacons = inputs.filter(([, { chain }]) => chain !== undefined).length
  const round = beacons === 0 ? [] : [beacons === 1 ? 'the round' : 'the rounds']
  return { own: [...round, ...own], outside }
}

function isDrawn(beacon: string, rests: ReadonlySet<string>): boolean {
  return [...rests].some(rest => inputName(rest) === beacon && rest !== `${beacon}.round`)
}

function isVerified(input: string, recipe: Recipe, claims: readonly Claim[]): boolean {
  return recipe.claims.some(
    claim =>
      claim.kind === 'verified' &&
      claim.input === input &&
      claims.some(({ id, status }) => id === claim.id && status === 'proven'),
  )
}

function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
