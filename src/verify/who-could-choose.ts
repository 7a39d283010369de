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
    return 'this document does not say how a winner was chosen'
  }
  if (winner.status === 'refuted') {
    return 'whoever wrote the result: the published values do not lead to the published winner'
  }
  if (winner.status !== 'proven') {
    return 'the organiser: the winner cannot be recomputed from what was published'
  }
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted !== undefined)
    return `the organiser: ${refuted.id} is refuted, so a promise about the draw was broken`

  const rests = [...new Set([...compiled.computed.rests].map(inputName))]
  const inputs = rests.flatMap(name => {
    const input = recipe.inputs.get(name)
    return input === undefined ? [] : [{ name, ...input }]
  })
  const beacons = inputs.filter(({ chain }) => chain !== undefined)
  const publics = inputs.filter(({ declared }) => declared.public === true)
  const own = [
    ...(beacons.length > 0 ? ['the round'] : []),
    ...inputs
      .filter(({ chain, declared }) => chain === undefined && declared.public !== true)
      .map(({ declared }) => `the ${declared.title}`),
  ]
  if (beacons.length + publics.length === 0) {
    return `the organiser alone: it chose ${enumerate(own)}, and nothing else decides the winner`
  }
  const outside = [...beacons, ...publics].map(({ name, declared }) => {
    const value = values.get(name)
    const title =
      value?.kind === 'beacon' ? `randomness of drand round ${value.beacon.round}` : declared.title
    return { title, verified: isVerified(name, recipe, claims) }
  })
  const names = (items: typeof outside): string => items.map(({ title }) => `the ${title}`).join(' and ')
  const unverified = outside.filter(({ verified }) => !verified)
  const conditions = [
    ...(unverified.length > 0 ? [`used ${names(unverified)} as it really is`] : []),
    ...(own.length > 0
      ? [`fixed ${enumerate(own)} before anyone knew ${unverified.length > 0 ? 'that' : names(outside)}`]
      : []),
  ]
  return conditions.length === 0
    ? 'nobody: what decides the winner came from outside, and is verified'
    : `the organiser, unless it ${conditions.join(', and ')}: nothing that was published shows it`
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
