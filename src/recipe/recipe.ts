/**
 * A recipe, read and checked: every name is known, every type fits, every published value is used.
 *
 * @packageDocumentation
 */
import { builtInChains, parseChainInfo, type ChainInfo } from '../core/beacon.js'
import { canonicalize } from '../core/canonical.js'
import { formatSha256 } from '../core/digest.js'
import { encodeUtf8 } from '../core/encoding.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import { parsePublicKey, type PublicKey, type SignatureForm } from '../core/signature.js'
import { DrawauditError } from '../errors.js'
import {
  parseRecipeDocument,
  type Expression,
  type Input,
  type InputType,
  type RecipeClaim,
} from '../model/recipe.js'
import { expectType, recipeError, union, type Compiled, type Environment, type Path } from './compile.js'
import { BoundExceeded, Context, ImpossibleStep } from './context.js'
import { createCompiler } from './operations/index.js'
import { bytesOf, describeType, fits, type Type } from './value.js'

/** A published value that a recipe asks for. */
export interface RecipeInput {
  readonly declared: Input
  readonly type: Type
  /** The chain of a drand beacon. */
  readonly chain?: ChainInfo
}

export interface RecipeStep {
  readonly name: string
  /** As it stands in the recipe. */
  readonly expression: Expression
  readonly compiled: Compiled
}

/** What a claim of a recipe compares or verifies. */
export type CompiledClaim = { readonly id: string; readonly says: string } & (
  | {
      readonly kind: 'equal'
      readonly computed: Compiled
      readonly published: Compiled
      /** What decides the result: everything compared but the published result itself. */
      readonly decidedBy: ReadonlySet<string>
    }
  | { readonly kind: 'verified'; readonly input: string }
  | {
      readonly kind: 'signed'
      readonly key: Compiled
      /** The key where it stands in the recipe; one that comes with the draw vouches for nothing. */
      readonly publicKey: PublicKey | undefined
      readonly message: Compiled
      readonly signature: Compiled
    }
)

export interface Recipe {
  readonly name: string
  readonly title: string
  readonly source: string
  readonly notes: readonly string[]
  /** SHA-256 of the recipe's RFC 8785 form, as `sha256:…`: two auditors can tell that they used the same one. */
  readonly digest: string
  readonly inputs: ReadonlyMap<string, RecipeInput>
  readonly steps: readonly RecipeStep[]
  readonly claims: readonly CompiledClaim[]
}

/**
 * Reads a recipe.
 *
 * @param value - the recipe's JSON, as {@link parseJson} reads it.
 * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the JSON pointer of the mistake;
 * `chain-invalid`, `chain-hash-mismatch` or `scheme-unknown` for a drand chain of its own; `algorithm-unknown`,
 * `key-length`, `key-invalid` or `key-weak` for a public key of its own.
 */
export function parseRecipe(value: JsonValue): Recipe {
  const document = parseRecipeDocument(value)
  const compiler = createCompiler()
  const inputs = new Map<string, RecipeInput>()
  const scope = new Map<string, { type: Type; rests: ReadonlySet<string> }>()
  for (const [name, declared] of Object.entries(document.inputs)) {
    const input = readInput(declared, ['inputs', name])
    inputs.set(name, input)
    scope.set(name, { type: input.type, rests: new Set([name]) })
  }
  const steps = Object.entries(document.steps).map(([name, expression]) => {
    const path = ['steps', name]
    if (scope.has(name)) throw recipeError('recipe-reference', path, `the name ${name} is taken`)
    const compiled = compiler.read(expression, path, scope)
    scope.set(name, compiled)
    return { name, expression, compiled }
  })
  const claims = document.claims.map((claim, index) => {
    const path = ['claims', index]
    if (document.claims.findIndex(({ id }) => id === claim.id) < index) {
      throw recipeError('recipe-reference', [...path, 'id'], `there are two claims ${claim.id}`)
    }
    return readClaim(
      claim,
      path,
      (expression, at) => compiler.read(expression, [...path, ...at], scope),
      inputs,
      steps,
    )
  })
  checkUse(inputs, claims)
  return {
    name: document.name,
    title: document.title,
    source: document.source,
    notes: document.notes ?? [],
    digest: formatSha256(portable.hash('sha256', encodeUtf8(canonicalize(value)))),
    inputs,
    steps,
    claims,
  }
}

function readInput(declared: Input, path: Path): RecipeInput {
  const type = typeOf(declared, path)
  if (declared.type !== 'drand') return { declared, type }
  if (typeof declared.chain !== 'string') {
    return { declared, type, chain: readChain(declared.chain, [...path, 'chain']) }
  }
  const chain = Object.entries(builtInChains).find(([name]) => name === declared.chain)?.[1]
  if (chain !== undefined) return { declared, type, chain }
  throw recipeError(
    'recipe-reference',
    [...path, 'chain'],
    `there is no chain ${JSON.stringify(declared.chain)}`,
    'name default or quicknet, or give the chain info',
  )
}

function readChain(info: object, path: Path): ChainInfo {
  try {
    return parseChainInfo(info)
  } catch (error) {
    throw error instanceof DrawauditError ? moveError(error, path) : error
  }
}

function typeOf(input: InputType, path: Path): Type {
  switch (input.type) {
    case 'bytes':
      return { kind: 'bytes', ...(input.length !== undefined && { length: input.length }) }
    case 'sha256':
      return { kind: 'bytes', length: 32 }
    case 'drand':
      return { kind: 'beacon' }
    case 'list':
      return { kind: 'list', of: itemTypeOf(input.of, [...path, 'of']) }
    case 'table': {
      const columns = Object.entries(input.columns).map(
        ([name, column]) => [name, itemTypeOf(column, [...path, 'columns', name])] as const,
      )
      return { kind: 'list', of: { kind: 'row', columns: Object.fromEntries(columns) } }
    }
    default:
      return { kind: input.type }
  }
}

/** The members of a beacon are names of their own, which an item of a list cannot have. */
function itemTypeOf(input: InputType, path: Path): Type {
  if (input.type === 'drand') throw recipeError('recipe-type', path, 'a list or a table holds no beacons')
  return typeOf(input, path)
}

function readClaim(
  claim: RecipeClaim,
  path: Path,
  read: (expression: Expression, at: Path) => Compiled,
  inputs: ReadonlyMap<string, RecipeInput>,
  steps: readonly RecipeStep[],
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
    const result = publishedName(claim.equal[1], inputs)
    if (result === undefined && publishedName(claim.equal[0], inputs) !== undefined) {
      const hint = 'turn the two round: a report calls them expected and found'
      throw recipeError(
        'recipe-reference',
        [...path, 'equal'],
        'what is computed goes before what was published',
        hint,
      )
    }
    if (result !== undefined && computed.rests.has(result)) {
      throw recipeError(
        'recipe-reference',
        [...path, 'equal'],
        'what is computed rests on what it is compared with',
      )
    }
    // A published value by itself is the result; anything else on that side has a part in what is right.
    const decidedBy = result === undefined ? union(computed.rests, published.rests) : computed.rests
    return { id, says, kind: 'equal', computed, published, decidedBy }
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
    return { id, says, kind: 'verified', input }
  }
  const { algorithm, encoding, low_s } = claim.signed
  const part = (name: 'key' | 'message' | 'signature'): Compiled => {
    const compiled = read(claim.signed[name], ['signed', name])
    expectType(compiled, { kind: 'bytes' }, [...path, 'signed', name])
    return compiled
  }
  const form = { ...(encoding && { encoding }), ...(low_s !== undefined && { lowS: low_s }) }
  const key = part('key')
  return {
    id,
    says,
    kind: 'signed',
    key,
    publicKey: key.rests.size > 0 ? undefined : readKey(algorithm, key, form, steps, [...path, 'signed']),
    message: part('message'),
    signature: part('signature'),
  }
}

/** What a side of a claim names, when it is a published value, or a member of a beacon, by itself. */
function publishedName(side: Expression, inputs: ReadonlyMap<string, RecipeInput>): string | undefined {
  if (typeof side !== 'string' || !side.startsWith('$')) return undefined
  const name = side.slice(1)
  return inputs.has(inputName(name)) ? name : undefined
}

/** More than any spelling of a key takes. */
const keyBudget = 100_000

/** A public key that stands in the recipe. A bad one is a mistake in the recipe, whatever the draw. */
function readKey(
  algorithm: string,
  key: Compiled,
  form: SignatureForm,
  steps: readonly RecipeStep[],
  path: Path,
): PublicKey {
  const context = new Context(portable, keyBudget)
  const environment: Environment = {
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

/** An error about a part of a recipe, with the place of that part before its own. */
function moveError(error: DrawauditError, path: Path): DrawauditError {
  return error.at({ pointer: pointerOf(path) + (error.where.pointer ?? '') })
}

/** The inputs that a claim rests on, by name; a member of a beacon counts as the beacon. */
export function inputsOf(claim: CompiledClaim): ReadonlySet<string> {
  return new Set(restsOf(claim).map(inputName))
}

function restsOf(claim: CompiledClaim): readonly string[] {
  switch (claim.kind) {
    case 'equal':
      return [...claim.computed.rests, ...claim.published.rests]
    case 'verified':
      return [claim.input]
    case 'signed':
      return [...claim.key.rests, ...claim.message.rests, ...claim.signature.rests]
  }
}

/** `beacon` of `beacon.round`. */
export function inputName(reference: string): string {
  return reference.replace(/\..*$/, '')
}

/** What is published is checked by a claim, or the recipe says that it is not. */
function checkUse(inputs: ReadonlyMap<string, RecipeInput>, claims: readonly CompiledClaim[]): void {
  const used = new Set(claims.flatMap(claim => [...inputsOf(claim)]))
  for (const [name, { declared }] of inputs) {
    if (used.has(name) === (declared.informational === true)) {
      throw recipeError(
        'recipe-reference',
        ['inputs', name],
        used.has(name) ? 'an informational input is used by a claim' : 'no claim uses this input',
        used.has(name) ? 'leave out "informational"' : 'use it, or mark it "informational": true',
      )
    }
  }
}
