/**
 * What a published winner rests on: who had each value in their hands, and what was fixed before the random number
 * could be known.
 *
 * @packageDocumentation
 */
import type { ChainInfo } from '../../core/beacon.js'
import type { Claim } from '../../model/report.js'
import { emptyTrust, findChain, type TrustRoot } from '../../model/trust.js'
import { inputName, type CompiledClaim, type SigningKey } from '../../recipe/claims.js'
import { basisOf, noBasis, type Basis, type Compiled } from '../../recipe/compile.js'
import { oncePerRecipe, type Recipe, type RecipeInput } from '../../recipe/recipe.js'
import { tellsNothing, type TellingCondition } from '../../recipe/tells.js'
import type { Value } from '../../recipe/value.js'
import { isOneKey } from './check-signed.js'

/** One published value that decides who wins. */
export interface DecidingValue {
  readonly name: string
  /** As the recipe titles it; of a beacon its randomness. */
  readonly title: string
  /** `choice`: which round or block it would be; whoever picks that late picks the result. */
  readonly kind: 'list' | 'value' | 'choice'
  /** Something that was published beforehand, as the platform says, fixes it. */
  readonly committed: boolean
  /** It is fixed by a hash alone, and is too long to be guessed: until it is revealed nobody else knows it. */
  readonly secret: boolean
}

/** A value from a public source. */
export interface OutsideSource {
  readonly name: string
  readonly title: string
  /** Who makes it, where the recipe says so; of a beacon its nodes. */
  readonly by?: string
  readonly verified: boolean
  /** Of a beacon: what decides is known with the round before. */
  readonly isKnownEarlier?: true
  /** Of the output of a verifiable random function: the published values that it was asked for, by name; a beacon for more than its round. */
  readonly askedWith?: readonly string[]
}

export interface Deciding {
  /** What the organiser decides on. */
  readonly own: readonly DecidingValue[]
  readonly outside: readonly OutsideSource[]
  /** Lists in whose order it would make a difference to have them in another, and whose order nothing fixes. */
  readonly unordered: readonly string[]
  /** The same with those whose order the platform states, which shows it to nobody. */
  readonly untoldOrder: readonly string[]
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

type Vrf = Extract<CompiledClaim, { kind: 'vrf' }>

const vrfClaims = oncePerRecipe((recipe): readonly Vrf[] =>
  recipe.claims.filter(claim => claim.kind === 'vrf'),
)

/** What the winners of a recipe rest on, whatever the draw. */
interface Ground {
  readonly inputs: readonly Decisive[]
  /** Lists in whose order it would make a difference to have them in another. */
  readonly ordered: readonly string[]
}

interface Decisive extends RecipeInput {
  readonly name: string
  /** More of it than which round it is, of a beacon. */
  readonly isDrawn: boolean
  /** The signature of the round before is of it, which is known a round earlier. */
  readonly isKnownEarlier: boolean
}

const groundOf = oncePerRecipe((recipe): Ground => {
  let decided = basisOf(...winnerClaims(recipe).map(({ decidedBy }) => decidedBy))
  // Whoever decides what a function is asked for, or whose it is, decides what it gives.
  for (let before = -1; before < decided.rests.size;) {
    before = decided.rests.size
    const asked = vrfClaims(recipe).filter(({ output }) => intersects(output.rests, decided.rests))
    decided = basisOf(decided, ...asked.flatMap(({ alpha, key }) => [alpha, keyIdOf(key)]))
  }
  const { rests, order } = decided
  const inputs = [...recipe.inputs].flatMap(([name, input]) => {
    const parts = [...rests].filter(rest => inputName(rest) === name)
    return parts.length === 0
      ? []
      : [
          {
            ...input,
            name,
            isDrawn: parts.some(part => part !== `${name}.round`),
            isKnownEarlier: parts.includes(`${name}.previous_signature`),
          },
        ]
  })
  return { inputs, ordered: [...order] }
})

/** By what the draw names one of a signer's keys. */
function keyIdOf(key: SigningKey): Basis {
  return (key.from === 'trust' ? key.keyId : undefined) ?? noBasis
}

/** What there is to know beside the claims. */
export interface DecidingOptions {
  readonly trust?: TrustRoot
  /** Of what operations tell: what does not hold of the published values. */
  readonly broken?: ReadonlySet<TellingCondition>
  /** What was there before the random number, by name; what the recipe says that the platform publishes by then. */
  readonly beforehand?: readonly string[]
}

/**
 * What decides the winners of a draw.
 *
 * @param claims - how the claims of the recipe ended, in its order; none of a draw that was not carried out.
 */
export function findDeciding(
  recipe: Recipe,
  claims: readonly Claim[],
  values: ReadonlyMap<string, Value>,
  { trust = emptyTrust, broken = new Set(), beforehand = committedOf(recipe) }: DecidingOptions = {},
): Deciding {
  const { inputs, ordered } = groundOf(recipe)
  const proven = recipe.claims.filter((_, index) => claims[index]?.status === 'proven')
  const fixed = findFixed(beforehand, proven, broken)
  const outputs = proven.filter(claim => claim.kind === 'vrf')
  /** The proven function whose output this is, all of it. */
  const functionOf = (name: string): Vrf | undefined =>
    outputs.find(({ output }) => output.tells?.values.get(name)?.every(one => !broken.has(one)))
  const own: DecidingValue[] = []
  const outside: OutsideSource[] = []
  for (const { name, chain, declared, type, isDrawn, isKnownEarlier } of inputs) {
    const { title, by, which } = declared
    const vrf = functionOf(name)
    // Which output it is follows from what the function was asked for, which decides by itself.
    const committed =
      fixed.rests.has(name) ||
      (which !== undefined && fixed.rests.has(which)) ||
      (vrf !== undefined && isOneKey(vrf.key, trust))
    if (chain === undefined && declared.public !== true) {
      const secret = committed && declared.committed !== true && isUnguessable(values.get(name))
      own.push({ name, title, kind: type.kind === 'list' ? 'list' : 'value', committed, secret })
    } else if (chain === undefined) {
      own.push({ name, title, kind: 'choice', committed, secret: false })
      outside.push({
        name,
        title,
        verified: vrf !== undefined || isVerified(name, proven),
        ...(by !== undefined && { by }),
        ...(vrf !== undefined && { askedWith: drawnOf(vrf.alpha) }),
      })
    } else {
      own.push({ name, title, kind: 'choice', committed: fixed.rests.has(`${name}.round`), secret: false })
      // A round is a number that anyone can know beforehand: only what was signed for it is not.
      if (!isDrawn) continue
      const value = values.get(name)
      const round = value?.kind === 'beacon' ? `randomness of drand round ${value.beacon.round}` : title
      outside.push({
        name,
        title: round,
        by: nodesOf(chain, trust),
        verified: isVerified(name, proven),
        ...(isKnownEarlier && { isKnownEarlier: true as const }),
      })
    }
  }
  const untoldOrder = ordered.filter(name => !fixed.order.has(name))
  const unordered = untoldOrder.filter(name => recipe.inputs.get(name)?.declared.order === undefined)
  return { own, outside, unordered, untoldOrder }
}

/** The inputs that something rests on, but beacons of which it takes the round alone: anyone knows that beforehand. */
function drawnOf({ rests }: Basis): readonly string[] {
  return [...rests].filter(rest => rest !== `${inputName(rest)}.round`).map(inputName)
}

/** At least 128 bits, in bytes or in digits that look drawn: the name of a prize is no secret. */
function isUnguessable(value: Value | undefined): boolean {
  if (value?.kind === 'bytes') return value.bytes.length >= 16
  if (value?.kind !== 'text') return false
  const { text } = value
  return (
    /^[0-9a-f]{32,}$/i.test(text) || (/^[\w+/=-]{22,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text))
  )
}

/** Who makes the rounds of a chain: of one that nobody vouches for, whoever has its key. */
function nodesOf(chain: ChainInfo, trust: TrustRoot): string {
  const name = `${chain.chainHash.slice(0, 16)}…`
  if (findChain(emptyTrust, chain.chainHash) !== undefined) return drandNodes
  return findChain(trust, chain.chainHash) === undefined
    ? `whoever has the key of the beacon chain ${name}`
    : `the nodes of the beacon chain ${name}, which is none of drand’s`
}

/** The names of what the platform publishes beforehand, as the recipe says. */
const committedOf = oncePerRecipe((recipe): readonly string[] =>
  [...recipe.inputs].flatMap(([name, { declared, chain }]) =>
    declared.committed === true ? [name, ...(chain === undefined ? [] : [`${name}.round`])] : [],
  ),
)

/**
 * The published values that were fixed beforehand, if those of these names were there by then: those values
 * themselves, what they tell all of (`recipe/tells.ts`), what was signed by then, and what follows from such values.
 */
function findFixed(
  beforehand: readonly string[],
  proven: readonly CompiledClaim[],
  broken: ReadonlySet<TellingCondition>,
): Basis {
  const rests = new Set(beforehand)
  const order = new Set(rests)
  const holds = (conditions: readonly TellingCondition[]): boolean => !conditions.some(one => broken.has(one))
  const fix = ({ tells = tellsNothing }: Compiled): void => {
    for (const [name, conditions] of tells.values) if (holds(conditions)) rests.add(name)
    for (const [name, conditions] of tells.order) if (holds(conditions)) order.add(name)
  }
  for (let before = -1; before < rests.size;) {
    before = rests.size
    for (const claim of proven) {
      if (claim.kind === 'signed' && isWithin(claim.signature.rests, rests)) fix(claim.message)
      if (claim.kind !== 'equal' || claim.results.length === 0) continue
      if (claim.results.every(name => rests.has(name))) fix(claim.computed)
      const isOrdered = [...claim.computed.order].every(name => order.has(name))
      if (isOrdered && isWithin(claim.computed.rests, rests))
        for (const name of claim.results) rests.add(name)
    }
  }
  return { rests, order }
}

function intersects(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of names) if (others.has(name)) return true
  return false
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
