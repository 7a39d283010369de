/**
 * What a published winner depends on: who controlled each value, and what was fixed before the random number
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

/** A published value that decides who wins. */
export interface DecidingValue {
  readonly name: string
  /** Title in the recipe; for a beacon, of its randomness. */
  readonly title: string
  /** `choice`: which round or block is used; choosing it late means choosing the result. */
  readonly kind: 'list' | 'value' | 'choice'
  /** Whether something that the platform says was published beforehand fixes it. */
  readonly committed: boolean
  /** Whether only a hash fixes it and it is too long to guess: until revealed, nobody else knows it. */
  readonly secret: boolean
}

/** A value from a public source. */
export interface OutsideSource {
  readonly name: string
  readonly title: string
  /** Its producer according to the recipe; for a beacon its nodes. */
  readonly by?: string
  readonly verified: boolean
  /** For a beacon: whether the deciding part is known with the round before. */
  readonly isKnownEarlier?: true
  /**
   * For the output of a verifiable random function: names of the published values in its input; of beacons
   * only if more than their round is used.
   */
  readonly askedWith?: readonly string[]
}

export interface Deciding {
  /** Values that the organiser controls. */
  readonly own: readonly DecidingValue[]
  readonly outside: readonly OutsideSource[]
  /** Lists whose order matters and is not fixed. */
  readonly unordered: readonly string[]
  /** In addition, lists whose order the platform asserts without showing it. */
  readonly untoldOrder: readonly string[]
}

/** Enough nodes together can know a round early; none can choose it. */
export const drandNodes = 'drand’s nodes'

type Equal = Extract<CompiledClaim, { kind: 'equal' }>

function isEqual(claim: CompiledClaim): claim is Equal {
  return claim.kind === 'equal'
}

/** Claims that published winners follow from published values. */
export const winnerClaims = oncePerRecipe((recipe): readonly Equal[] =>
  recipe.claims.filter(isEqual).filter(({ id }) => id.startsWith('winner.')),
)

type Vrf = Extract<CompiledClaim, { kind: 'vrf' }>

const vrfClaims = oncePerRecipe((recipe): readonly Vrf[] =>
  recipe.claims.filter(claim => claim.kind === 'vrf'),
)

/** What the winners of a recipe depend on, in any draw. */
interface Ground {
  readonly inputs: readonly Decisive[]
  /** Lists whose order matters. */
  readonly ordered: readonly string[]
}

interface Decisive extends RecipeInput {
  readonly name: string
  /** For a beacon: whether more than the number of its round is used. */
  readonly isDrawn: boolean
  /** Whether the signature of the round before is used, which is known one round earlier. */
  readonly isKnownEarlier: boolean
}

const groundOf = oncePerRecipe((recipe): Ground => {
  let decided = basisOf(...winnerClaims(recipe).map(({ decidedBy }) => decidedBy))
  // Whoever decides a function's input or key decides its output.
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

/** The value by which the draw names one of a signer's keys. */
function keyIdOf(key: SigningKey): Basis {
  return (key.from === 'trust' ? key.keyId : undefined) ?? noBasis
}

/** What is known beside the claims. */
export interface DecidingOptions {
  readonly trust?: TrustRoot
  /** Conditions reported by operations that do not hold for the published values. */
  readonly broken?: ReadonlySet<TellingCondition>
  /**
   * Names of values that existed before the random number; by default those that the recipe says the platform
   * publishes by then.
   */
  readonly beforehand?: readonly string[]
}

/**
 * What decides the winners of a draw.
 *
 * @param claims - the recipe's claims, in its order; empty if the draw was not evaluated.
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
  /** The verifiable random function whose entire output this is. */
  const functionOf = (name: string): Vrf | undefined =>
    outputs.find(({ output }) => output.tells?.values.get(name)?.every(one => !broken.has(one)))
  const own: DecidingValue[] = []
  const outside: OutsideSource[] = []
  for (const { name, chain, declared, type, isDrawn, isKnownEarlier } of inputs) {
    const { title, by, which } = declared
    const vrf = functionOf(name)
    // The output follows from the function's input, which is a deciding value itself.
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
      // Anyone knows a round's number beforehand; only its signature is unpredictable.
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

/**
 * The inputs that something depends on, except beacons of which it uses only the round's number, known
 * beforehand.
 */
function drawnOf({ rests }: Basis): readonly string[] {
  return [...rests].filter(rest => rest !== `${inputName(rest)}.round`).map(inputName)
}

/** At least 128 bits, in bytes or in digits that look random: the name of a prize is no secret. */
function isUnguessable(value: Value | undefined): boolean {
  if (value?.kind === 'bytes') return value.bytes.length >= 16
  if (value?.kind !== 'text') return false
  const { text } = value
  return (
    /^[0-9a-f]{32,}$/i.test(text) || (/^[\w+/=-]{22,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text))
  )
}

/** Producers of a chain's rounds; for an unknown chain, whoever has its key. */
function nodesOf(chain: ChainInfo, trust: TrustRoot): string {
  const name = `${chain.chainHash.slice(0, 16)}…`
  if (findChain(emptyTrust, chain.chainHash) !== undefined) return drandNodes
  return findChain(trust, chain.chainHash) === undefined
    ? `whoever has the key of the beacon chain ${name}`
    : `the nodes of the beacon chain ${name}, which is none of drand’s`
}

/** Names of the values that, by the recipe, the platform publishes beforehand. */
const committedOf = oncePerRecipe((recipe): readonly string[] =>
  [...recipe.inputs].flatMap(([name, { declared, chain }]) =>
    declared.committed === true ? [name, ...(chain === undefined ? [] : [`${name}.round`])] : [],
  ),
)

/**
 * Published values fixed beforehand if those with the given names were: those themselves, values that they
 * determine entirely (`recipe/tells.ts`), values signed by then, and values that follow from these.
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

/** By a beacon's signature, or by a signer's whose key the auditor trusts. */
function isVerified(input: string, proven: readonly CompiledClaim[]): boolean {
  return proven.some(
    claim =>
      (claim.kind === 'verified' && claim.input === input) ||
      (claim.kind === 'signed' && claim.message.rests.has(input)),
  )
}
