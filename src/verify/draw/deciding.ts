/**
 * What a published winner rests on: who had each value in their hands, and what was fixed before the random number
 * could be known.
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import { inputName, type CompiledClaim } from '../../recipe/claims.js'
import { basisOf, type Basis, type Compiled } from '../../recipe/compile.js'
import { oncePerRecipe, type Recipe, type RecipeInput } from '../../recipe/recipe.js'
import { tellsNothing } from '../../recipe/tells.js'
import type { Value } from '../../recipe/value.js'

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
export const winnerClaims = oncePerRecipe((recipe): readonly Equal[] =>
  recipe.claims.filter(isEqual).filter(({ id }) => id.startsWith('winner.')),
)

/** What the winners of a recipe rest on, whatever the draw. */
interface Ground {
  readonly inputs: readonly Decisive[]
  /** Lists in whose order it would make a difference to have them in another, and that are in none. */
  readonly unordered: readonly string[]
}

interface Decisive extends RecipeInput {
  readonly name: string
  /** More of it than which round it is, of a beacon. */
  readonly isDrawn: boolean
}

const groundOf = oncePerRecipe((recipe): Ground => {
  const { rests, order } = basisOf(...winnerClaims(recipe).map(({ decidedBy }) => decidedBy))
  const inputs = [...recipe.inputs].flatMap(([name, input]) => {
    const parts = [...rests].filter(rest => inputName(rest) === name)
    return parts.length === 0
      ? []
      : [{ ...input, name, isDrawn: parts.some(part => part !== `${name}.round`) }]
  })
  const unordered = [...order].filter(name => recipe.inputs.get(name)?.declared.order === undefined)
  return { inputs, unordered }
})

/**
 * What decides the winners of a draw.
 *
 * @param claims - how the claims of the recipe ended, in its order; none of a draw that was not carried out.
 */
export function findDeciding(
  recipe: Recipe,
  claims: readonly Claim[],
  values: ReadonlyMap<string, Value>,
): Deciding {
  const { inputs, unordered } = groundOf(recipe)
  const proven = recipe.claims.filter((_, index) => claims[index]?.status === 'proven')
  const fixed = findFixed(recipe, proven)
  const own: Source[] = []
  const outside: OutsideSource[] = []
  for (const { name, chain, declared, type, isDrawn } of inputs) {
    const { title, by, which } = declared
    const committed = fixed.rests.has(name) || (which !== undefined && fixed.rests.has(which))
    if (chain === undefined && declared.public !== true) {
      own.push({ name, title, kind: type.kind === 'list' ? 'list' : 'value', committed })
    } else if (chain === undefined) {
      own.push({ name, title, kind: 'choice', committed })
      outside.push({
        name,
        title,
        verified: isVerified(name, proven),
        ...(by !== undefined && { by }),
      })
    } else {
      own.push({ name, title, kind: 'choice', committed: fixed.rests.has(`${name}.round`) })
      // A round is a number that anyone can know beforehand: only what was signed for it is not.
      if (!isDrawn) continue
      const value = values.get(name)
      const round = value?.kind === 'beacon' ? `randomness of drand round ${value.beacon.round}` : title
      outside.push({ name, title: round, by: drandNodes, verified: isVerified(name, proven) })
    }
  }
  return { own, outside, unordered: unordered.filter(name => !fixed.order.has(name)) }
}

/** The names of what the platform publishes beforehand, as the recipe says. */
const committedOf = oncePerRecipe((recipe): readonly string[] =>
  [...recipe.inputs].flatMap(([name, { declared, chain }]) =>
    declared.committed === true ? [name, ...(chain === undefined ? [] : [`${name}.round`])] : [],
  ),
)

/**
 * The published values that were fixed beforehand, if the platform published beforehand what the recipe says it
 * does: those values themselves, what they tell all of (`recipe/tells.ts`), what was signed by then, and what follows
 * from such values.
 */
function findFixed(recipe: Recipe, proven: readonly CompiledClaim[]): Basis {
  const rests = new Set(committedOf(recipe))
  const order = new Set(rests)
  const fix = ({ tells = tellsNothing }: Compiled): void => {
    for (const name of tells.values) rests.add(name)
    for (const name of tells.order) order.add(name)
  }
  for (let before = -1; before < rests.size;) {
    before = rests.size
    for (const claim of proven) {
      if (claim.kind === 'signed' && isWithin(claim.signature.rests, rests)) fix(claim.message)
      if (claim.kind !== 'equal' || claim.result === undefined) continue
      if (rests.has(claim.result)) fix(claim.computed)
      if (isWithin(claim.computed.rests, rests)) rests.add(claim.result)
    }
  }
  return { rests, order }
}

function isWithin(names: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const name of names) if (!all.has(name)) return false
  return names.size > 0
}

/** By a beacon's signature, or by that of a signer whose key the auditor has. */
function isVerified(input: string, proven: readonly CompiledClaim[]): boolean {
  return proven.some(
    claim =>
      (claim.kind === 'verified' && claim.input === input) ||
      (claim.kind === 'signed' && claim.message.rests.has(input)),
  )
}
