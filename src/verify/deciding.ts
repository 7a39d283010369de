/**
 * What a published winner rests on: who had each value in their hands, and what was fixed before the random number
 * could be known.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'
import { inputName, type CompiledClaim } from '../recipe/claims.js'
import { basisOf, type Basis, type Compiled } from '../recipe/compile.js'
import type { Recipe } from '../recipe/recipe.js'
import { tellsNothing } from '../recipe/tells.js'
import type { Value } from '../recipe/value.js'

/** One published value that decides who wins. */
export interface Source {
  readonly name: string
  /** As the recipe titles it; of a beacon its randomness. */
  readonly title: string
  /** `choice`: which round or block it would be; whoever picks that late picks the result. */
  readonly kind: 'list' | 'value' | 'choice'
  /** Something that was published beforehand, as the platform says, fixes it. */
  readonly committed: boolean
}

/** A value from a public source. */
export interface OutsideSource {
  readonly name: string
  readonly title: string
  /** Who makes it, where the recipe says so; of a beacon its nodes. */
  readonly by?: string
  readonly verified: boolean
}

export interface Deciding {
  /** What the organiser decides on. */
  readonly own: readonly Source[]
  readonly outside: readonly OutsideSource[]
  /** Lists in whose order it would make a difference to have them in another, and whose order nothing fixes. */
  readonly unordered: readonly string[]
}

/** Enough of whom have to act together to know a round before the others, and none of whom can choose it. */
export const drandNodes = 'drand’s nodes'

type Equal = Extract<CompiledClaim, { kind: 'equal' }>

function isEqual(claim: CompiledClaim): claim is Equal {
  return claim.kind === 'equal'
}

/** The claims that published winners follow from published values. */
export function winnerClaims(recipe: Recipe): readonly Equal[] {
  return recipe.claims.filter(isEqual).filter(({ id }) => id.startsWith('winner.'))
}

/** What decides the winners of a draw. */
export function findDeciding(
  recipe: Recipe,
  claims: readonly Claim[],
  values: ReadonlyMap<string, Value>,
): Deciding {
  const { rests, order } = basisOf(...winnerClaims(recipe).map(({ decidedBy }) => decidedBy))
  const fixed = findFixed(recipe, claims)
  const own: Source[] = []
  const outside: OutsideSource[] = []
  for (const [name, { chain, declared, type }] of recipe.inputs) {
    if (![...rests].some(rest => inputName(rest) === name)) continue
    const { title, by, which } = declared
    const committed = fixed.rests.has(name) || (which !== undefined && fixed.rests.has(which))
    if (chain === undefined && declared.public !== true) {
      own.push({ name, title, kind: type.kind === 'list' ? 'list' : 'value', committed })
    } else if (chain === undefined) {
      own.push({ name, title, kind: 'choice', committed })
      outside.push({
        name,
        title,
        verified: isVerified(name, recipe, claims),
        ...(by !== undefined && { by }),
      })
    } else {
      own.push({ name, title, kind: 'choice', committed: fixed.rests.has(`${name}.round`) })
      // A round is a number that anyone can know beforehand: only what was signed for it is not.
      if (![...rests].some(rest => inputName(rest) === name && rest !== `${name}.round`)) continue
      const value = values.get(name)
      const round = value?.kind === 'beacon' ? `randomness of drand round ${value.beacon.round}` : title
      outside.push({ name, title: round, by: drandNodes, verified: isVerified(name, recipe, claims) })
    }
  }
  const unordered = [...order].filter(
    name => recipe.inputs.get(name)?.declared.order === undefined && !fixed.order.has(name),
  )
  return { own, outside, unordered }
}

/**
 * The published values that were fixed beforehand, if the platform published beforehand what the recipe says it
 * does: those values themselves, what they tell all of (`recipe/tells.ts`), what was signed by then, and what follows
 * from such values.
 */
function findFixed(recipe: Recipe, claims: readonly Claim[]): Basis {
  const isProven = ({ id }: CompiledClaim): boolean =>
    claims.some(claim => claim.id === id && claim.status === 'proven')
  const declared = [...recipe.inputs].flatMap(([name, { declared, chain }]) =>
    declared.committed === true ? [name, ...(chain === undefined ? [] : [`${name}.round`])] : [],
  )
  const rests = new Set(declared)
  const order = new Set(declared)
  const fix = ({ tells = tellsNothing }: Compiled): void => {
    for (const name of tells.values) rests.add(name)
    for (const name of tells.order) order.add(name)
  }
  const proven = recipe.claims.filter(isProven)
  for (let before = -1; before < rests.size;) {
    before = rests.size
    for (const claim of proven) {
      if (claim.kind === 'signed' && isWithin(claim.signature.rests, rests)) fix(claim.message)
      if (claim.kind !== 'equal' || claim.result === undefined) continue
      if (rests.has(claim.result)) fix(claim.computed)
      if (claim.computed.rests.size > 0 && isWithin(claim.computed.rests, rests)) rests.add(claim.result)
    }
  }
  return { rests, order }
}

function isWithin(names: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return names.size > 0 && [...names].every(name => all.has(name))
}

/** By a beacon's signature, or by that of a signer whose key the auditor has. */
function isVerified(input: string, recipe: Recipe, claims: readonly Claim[]): boolean {
  return recipe.claims.some(
    claim =>
      ((claim.kind === 'verified' && claim.input === input) ||
        (claim.kind === 'signed' && claim.message.rests.has(input))) &&
      claims.some(({ id, status }) => id === claim.id && status === 'proven'),
  )
}
