/**
 * Levels of a published draw, by its claims (docs/CLAIMS.md, "Levels").
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import type { CompiledClaim } from '../../recipe/claims.js'
import { oncePerRecipe, type Recipe } from '../../recipe/recipe.js'
import { climb, type Ladder, type ReachedLevel } from '../levels.js'

/** Whether a claim is about public randomness itself; what follows from it is a derivation. */
const isOfRandomness = (id: string): boolean => /^(beacon|randomness)\.(?!derived$)/.test(id)

/** Claims about which round or value of a public source counts. */
const rules = ['rule', 'committed']

/** Claims made for every published draw, whatever its recipe. */
export const ownClaims = ['choice.bound', 'evidence.timely', 'evidence.unique'] as const

const idsOf = ({ claims }: Recipe, isWanted: (claim: CompiledClaim) => boolean): readonly string[] =>
  claims.filter(claim => !isOfRandomness(claim.id) && isWanted(claim)).map(({ id }) => id)

/** Claims about the organiser's signatures in a recipe. */
export const signedClaims = oncePerRecipe(recipe => idsOf(recipe, ({ kind }) => kind === 'signed'))

/**
 * Claims that each level adds. Without signatures in the recipe, level 2 adds nothing. Level 3 is what anyone
 * can recompute; level 4 what needs evidence from elsewhere, and who could have chosen the winner.
 */
export const ladderOf = oncePerRecipe((recipe): Ladder => [
  [],
  [],
  signedClaims(recipe),
  // A recipe of a beacon alone has no winner, so it never proves one.
  [...new Set([...idsOf(recipe, ({ kind }) => kind === 'equal' || kind === 'holds'), 'winner.derived'])],
  [
    ...findSource(recipe.claims.map(({ id }) => id)),
    ...idsOf(recipe, ({ kind }) => kind === 'verified' || kind === 'vrf'),
    ...ownClaims,
  ],
])

/** A public source and the rule that selects its value: `beacon.genuine` and `beacon.rule`. */
function findSource(ids: readonly string[]): readonly string[] {
  const sources = ids.filter(id => id.endsWith('.genuine')).map(id => id.slice(0, -'.genuine'.length))
  const [source = 'beacon'] = [
    ...sources.filter(name => rules.some(rule => ids.includes(`${name}.${rule}`))),
    ...sources,
  ]
  const rule = rules.find(one => ids.includes(`${source}.${one}`)) ?? 'rule'
  return [`${source}.genuine`, `${source}.${rule}`]
}

/**
 * The highest level whose claims all hold. Not applicable claims, such as about an empty list, do not block
 * it.
 */
export function findDrawLevel(recipe: Recipe, claims: readonly Claim[]): ReachedLevel {
  const reached = climb(
    ladderOf(recipe),
    claims,
    claim => claim?.status === 'proven' || (claim?.status === 'not-applicable' && !isRequired(claim.id)),
  )
  // Without a signature, only recomputing the winners leads beyond this level.
  const isSigned = signedClaims(recipe).length > 0
  return reached.level === 2 && !isSigned ? { ...reached, level: 1 } : reached
}

/** Whether a claim must be proven even if not applicable. */
function isRequired(id: string): boolean {
  return isOfRandomness(id) || ownClaims.some(own => own === id)
}
