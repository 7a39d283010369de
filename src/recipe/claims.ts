/**
 * The claims of a recipe: reads and checks what each compares or verifies.
 *
 * @packageDocumentation
 */
import { portable } from '../core/portable.js'
import { parsePublicKey, type PublicKey, type SignatureForm } from '../core/signature.js'
import { DrawauditError } from '../errors.js'
import type { Expression, Input, RecipeClaim } from '../model/recipe.js'
import {
  basisOf,
  expectType,
  moveError,
  hasStream,
  isArray,
  recipeError,
  type Basis,
  type Compiled,
  type Bindings,
  type ExpressionPath,
} from './compile.js'
import { BoundExceeded, Context, ImpossibleStep } from './context.js'
import { bytesOf, describeType, fits, type Type } from './value.js'

/** A claim of a recipe: what it compares or verifies. */
export type CompiledClaim = { readonly id: string; readonly says: string } & (
  | {
      readonly kind: 'equal'
      readonly computed: Compiled
      readonly published: Compiled
      /** The published value, or beacon member, that is the whole result. */
      readonly result?: string
      /** The same, or each value of a list of published values that is the result. */
      readonly results: readonly string[]
      /** The published value that the result merely repeats. */
      readonly mirrors?: string
      /** What the result depends on: everything compared except the published result itself. */
      readonly decidedBy: Basis
    }
  | {
      readonly kind: 'holds'
      readonly smaller: Compiled
      readonly relation: '<' | '<='
      readonly larger: Compiled
    }
  | {
      readonly kind: 'verified'
      readonly input: string
      /** For a block hash: the input with its height. */
      readonly height?: string
    }
  | {
      readonly kind: 'signed'
      readonly key: SigningKey
      readonly message: Compiled
      readonly signature: Compiled
    }
  | {
      /** A verifiable random function: the published output must be the only one for `alpha`. */
      readonly kind: 'vrf'
      readonly key: SigningKey
      readonly alpha: Compiled
      readonly proof: Compiled
      readonly output: Compiled
    }
)

type SignedClaim = Extract<RecipeClaim, { readonly signed: object }>['signed']

/** The key of a signature or proof that a claim asks for. */
export type SigningKey =
  | { readonly from: 'recipe'; readonly publicKey: PublicKey }
  /** Published with the draw, so it vouches for nothing. */
  | { readonly from: 'draw'; readonly compiled: Compiled }
  /** A key of this name in the auditor's trust file. */
  | {
      readonly from: 'trust'
      readonly name: string
      /** The text with which the draw names one of the keys. */
      readonly keyId?: Compiled
      /** Any, if absent. */
      readonly algorithm?: string
      readonly form: SignatureForm
    }

/** Names that a claim may use. */
export interface ClaimNames {
  /** The published values by name. */
  readonly inputs: NameSet & Pick<ReadonlyMap<string, { readonly declared: Input }>, 'get'>
  /** The steps. */
  readonly steps: readonly { readonly name: string; readonly compiled: Compiled }[]
}

/** A set of names. */
interface NameSet {
  has(name: string): boolean
}

/**
 * Reads a claim.
 *
 * @param read - reads an expression; its path is relative to the claim's.
 * @throws DrawauditError `recipe-reference` or `recipe-type`, with the JSON pointer of the mistake;
 * `algorithm-unknown`, `key-length`, `key-invalid` or `key-weak` for a public key in it.
 */
export function readClaim(
  claim: RecipeClaim,
  path: ExpressionPath,
  read: (expression: Expression, at: ExpressionPath) => Compiled,
  { inputs, steps }: ClaimNames,
): CompiledClaim {
  const { id, says } = claim
  if ('equal' in claim) {
    const computed = read(claim.equal[0], ['equal', 0])
    const published = read(claim.equal[1], ['equal', 1])
    // Either would be proven whatever was published.
    if (JSON.stringify(claim.equal[0]) === JSON.stringify(claim.equal[1])) {
      throw recipeError('recipe-reference', [...path, 'equal'], 'a value is compared with itself')
    }
    if (computed.rests.size + published.rests.size === 0) {
      throw recipeError('recipe-reference', [...path, 'equal'], 'nothing that was published is compared')
    }
    if (!fits(computed.type, published.type) && !fits(published.type, computed.type)) {
      const types = `${describeType(computed.type)} and ${describeType(published.type)}`
      throw recipeError('recipe-type', [...path, 'equal'], `${types} are never equal`)
    }
    if (hasStream(computed.type)) {
      throw recipeError('recipe-type', [...path, 'equal'], 'streams are not compared; take words of them')
    }
    const result = publishedName(claim.equal[1], inputs)
    const results = publishedNames(claim.equal[1], inputs)
    if (results.length === 0 && publishedNames(claim.equal[0], inputs).length > 0) {
      const hint = 'turn the two round: a report calls them expected and found'
      throw recipeError(
        'recipe-reference',
        [...path, 'equal'],
        'write the computed value before the published one',
        hint,
      )
    }
    const circle = results.find(name => computed.rests.has(name))
    if (circle !== undefined) {
      throw recipeError(
        'recipe-reference',
        [...path, 'equal'],
        'the computed value depends on the value it is compared with',
        `remove $${circle} from it, or compare with another value: this would always hold`,
      )
    }
    // A published value alone is the result; anything else on that side decides what is right.
    const decidedBy = results.length === 0 ? basisOf(computed, published) : computed
    const mirrors = publishedName(claim.equal[0], inputs)
    return {
      id,
      says,
      kind: 'equal',
      computed,
      published,
      decidedBy,
      ...(result !== undefined && { result }),
      results,
      ...(mirrors !== undefined && { mirrors }),
    }
  }
  if ('holds' in claim) {
    const smaller = read(claim.holds[0], ['holds', 0])
    const larger = read(claim.holds[2], ['holds', 2])
    if (smaller.rests.size + larger.rests.size === 0) {
      throw recipeError('recipe-reference', [...path, 'holds'], 'nothing that was published is compared')
    }
    if (!ordered.includes(smaller.type.kind)) {
      const found = describeType(smaller.type)
      const message = `expected an integer, a float or a time, found ${found}`
      throw recipeError('recipe-type', [...path, 'holds', 0], message)
    }
    expectType(larger, smaller.type, [...path, 'holds', 2])
    return { id, says, kind: 'holds', smaller, relation: claim.holds[1], larger }
  }
  if ('verified' in claim) {
    const input = claim.verified.slice(1)
    if (!inputs.has(input)) {
      throw recipeError(
        'recipe-reference',
        [...path, 'verified'],
        `there is no input ${JSON.stringify(input)}`,
      )
    }
    const { block, which } = inputs.get(input)?.declared ?? {}
    const height = block === undefined ? undefined : which
    return { id, says, kind: 'verified', input, ...(height !== undefined && { height }) }
  }
  const part = (
    of: 'signed' | 'vrf',
    name: string,
    expression: Expression,
    type: Type = bytesType,
  ): Compiled => {
    const compiled = read(expression, [of, name])
    expectType(compiled, type, [...path, of, name])
    return compiled
  }
  if ('vrf' in claim) {
    const { suite, alpha, proof, output } = claim.vrf
    const alphaType: Type = suite === 'chainlink-vrf' ? { kind: 'bytes', length: 32 } : bytesType
    const compiled = {
      key: readSigningKey({ ...claim.vrf, algorithm: suite }, 'vrf'),
      alpha: part('vrf', 'alpha', alpha, alphaType),
      proof: part('vrf', 'proof', proof),
      output: part('vrf', 'output', output),
    }
    if (compiled.alpha.rests.size === 0) {
      throw recipeError(
        'recipe-reference',
        [...path, 'vrf', 'alpha'],
        'the function is asked the same in every draw, and so gives the same',
        'ask it for something of this draw alone, such as the hash of its list',
      )
    }
    if (compiled.output.rests.size === 0) {
      throw recipeError(
        'recipe-reference',
        [...path, 'vrf', 'output'],
        'no output that was published is compared',
      )
    }
    return { id, says, kind: 'vrf', ...compiled }
  }
  const { signed } = claim
  return {
    id,
    says,
    kind: 'signed',
    key: readSigningKey(signed, 'signed'),
    message: part('signed', 'message', signed.message),
    signature: part('signed', 'signature', signed.signature),
  }

  function readSigningKey(
    { algorithm, encoding, low_s, trusted, key, key_id }: Partial<SignedClaim>,
    of: 'signed' | 'vrf',
  ): SigningKey {
    const form = { ...(encoding && { encoding }), ...(low_s !== undefined && { lowS: low_s }) }
    if (trusted !== undefined) {
      const keyId = key_id === undefined ? undefined : part(of, 'key_id', key_id, { kind: 'text' })
      return {
        from: 'trust',
        name: trusted,
        form,
        ...(algorithm !== undefined && { algorithm }),
        ...(keyId && { keyId }),
      }
    }
    const compiled = part(of, 'key', key ?? '')
    if (compiled.rests.size > 0) return { from: 'draw', compiled }
    return { from: 'recipe', publicKey: readKey(algorithm ?? '', compiled, form, steps, [...path, of]) }
  }
}

const bytesType = { kind: 'bytes' } as const

/** Types with an order. */
const ordered: readonly string[] = ['integer', 'float', 'time']

/** The name of a side that is just a published value, or a beacon member. */
function publishedName(side: Expression, inputs: NameSet): string | undefined {
  if (typeof side !== 'string' || !side.startsWith('$')) return undefined
  const name = side.slice(1)
  return inputs.has(inputName(name)) ? name : undefined
}

/** The published values that make up a side: one, or a list of several; none for any other side. */
function publishedNames(side: Expression, inputs: NameSet): readonly string[] {
  const names = (isArray(side) ? side : [side]).map(one => publishedName(one, inputs))
  return names.every(name => name !== undefined) ? names : []
}

/** More work than any spelling of a key takes. */
const keyBudget = 100_000

/** A public key in the recipe. A bad one is an error of the recipe, not of the draw. */
function readKey(
  algorithm: string,
  key: Compiled,
  form: SignatureForm,
  steps: ClaimNames['steps'],
  path: ExpressionPath,
): PublicKey {
  const context = new Context(portable, keyBudget)
  const environment: Bindings = {
    get: name => steps.find(step => step.name === name)?.compiled.run(environment, context),
  }
  try {
    return parsePublicKey(algorithm, bytesOf(key.run(environment, context)), form)
  } catch (error) {
    if (error instanceof ImpossibleStep || error instanceof BoundExceeded) {
      throw recipeError('recipe-type', [...path, 'key'], error.message)
    }
    if (!(error instanceof DrawauditError)) throw error
    throw moveError(error, error.code === 'algorithm-unknown' ? path : [...path, 'key'])
  }
}

/** The inputs that a claim depends on, by name; a beacon member counts as the beacon. */
export function inputsOf(claim: CompiledClaim): ReadonlySet<string> {
  return new Set(restsOf(claim).map(inputName))
}

function restsOf(claim: CompiledClaim): readonly string[] {
  switch (claim.kind) {
    case 'equal':
      return [...claim.computed.rests, ...claim.published.rests]
    case 'holds':
      return [...claim.smaller.rests, ...claim.larger.rests]
    case 'verified':
      return [claim.input, ...(claim.height === undefined ? [] : [claim.height])]
    case 'signed':
      return [...keyRests(claim.key), ...claim.message.rests, ...claim.signature.rests]
    case 'vrf':
      return [...keyRests(claim.key), ...claim.alpha.rests, ...claim.proof.rests, ...claim.output.rests]
  }
}

function keyRests(key: SigningKey): Iterable<string> {
  if (key.from === 'draw') return key.compiled.rests
  return key.from === 'trust' ? (key.keyId?.rests ?? []) : []
}

/** `beacon` of `beacon.round`. */
export function inputName(reference: string): string {
  const dot = reference.indexOf('.')
  return dot === -1 ? reference : reference.slice(0, dot)
}
