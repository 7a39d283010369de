/**
 * What the claims of a published draw amount to (docs/CLAIMS.md, "Levels").
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import type { CompiledClaim } from '../../recipe/claims.js'
import { oncePerRecipe, type Recipe } from '../../recipe/recipe.js'
import { climb, type Ladder, type ReachedLevel } from '../levels.js'

/** About public randomness itself; what follows from it is a derivation. */
const isOfRandomness = (id: string): boolean => /^(beacon|randomness)\.(?!derived$)/.test(id)

/** Claims that say which round or value of a public source counts. */
const rules = ['rule', 'committed']

/** The claims that every published draw makes, whatever its recipe. */
export const ownClaims = ['choice.bound', 'evidence.timely', 'evidence.unique'] as const

const idsOf = ({ claims }: Recipe, isWanted: (claim: CompiledClaim) => boolean): readonly string[] =>
  claims.filter(claim => !isOfRandomness(claim.id) && isWanted(claim)).map(({ id }) => id)

/** What the organiser signs, as the recipe has it. */
export const signedClaims = oncePerRecipe(recipe => idsOf(recipe, ({ kind }) => kind === 'signed'))

/**
 * What each level adds. A recipe in which nothing is signed adds nothing at level 2. What anyone can compute again
 * makes level 3; what takes evidence from elsewhere, and who could have chosen it, makes level 4.
 */
export const ladderOf = oncePerRecipe((recipe): Ladder => [
  [],
  [],
  signedClaims(recipe),
  // A recipe of a beacon alone has no winner, and so shows none.
  [...new Set([...idsOf(recipe, ({ kind }) => kind === 'equal' || kind === 'holds'), 'winner.derived'])],
  [
    ...findSource(recipe.claims.map(({ id }) => id)),
    ...idsOf(recipe, ({ kind }) => kind === 'verified' || kind === 'vrf'),
    ...ownClaims,
  ],
])

/** A public source with the rule that names its value: `beacon.genuine` and `beacon.rule`. */
function findSource(ids: readonly string[]): readonly string[] {
  const sources = ids.filter(id => id.endsWith('.genuine')).map(id => id.slice(0, -'.genuine'.length))
  const [source = 'beacon'] = [
    ...sources.filter(name => rules.some(rule => ids.includes(`${name}.${rule}`))),
    ...sources,
  ]
  const rule = rules.find(one => ids.includes(`${source}.${one}`)) ?? 'rule'
  return [`${source}.genuine`, `${source}.${rule}`]
}

/** The highest level all of whose claims hold. What a draw has nothing of, as an empty list, does not stop it. */
export function findDrawLevel(recipe: Recipe, claims: readonly Claim[]): ReachedLevel {
  const reached = climb(
    ladderOf(recipe),
    claims,
    claim => claim?.status === 'proven' || (claim?.status === 'not-applicable' && !isRequired(claim.id)),
  )
  // Nobody signed it: only whoever can compute the winners again gets past that.
  const isSigned = signedClaims(recipe).length > 0
  return reached.level === 2 && !isSigned ? { ...reached, level: 1 } : reached
}

/** What has to be there, however little a draw has. */
function isRequired(id: string): boolean {
  return isOfRandomness(id) || ownClaims.some(own => own === id)
}
