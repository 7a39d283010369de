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
  type RecipeClaim,
  type RecipeExample,
  type Series,
} from '../model/recipe.js'
import {
  basisOf,
  expectType,
  noBasis,
  recipeError,
  type Basis,
  type Compiled,
  type Environment,
  type Path,
  type Shape,
} from './compile.js'
import { BoundExceeded, Context, ImpossibleStep } from './context.js'
import { typeOf } from './input-type.js'
import { opaqueIn } from './operations/identity.js'
import { createCompiler } from './operations/index.js'
import { suggest } from './suggest.js'
import { tellsOf } from './tells.js'
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
      /** The published value, or the member of a beacon, that is the result, where it is one by itself. */
      readonly result?: string
      /** The published value that the result is simply said to be the same as. */
      readonly mirrors?: string
      /** What decides the result: everything compared but the published result itself. */
      readonly decidedBy: Basis
    }
  | {
      readonly kind: 'holds'
      readonly smaller: Compiled
      readonly relation: '<' | '<='
      readonly larger: Compiled
    }
  | { readonly kind: 'verified'; readonly input: string }
  | {
      readonly kind: 'signed'
      readonly key: SigningKey
      readonly message: Compiled
      readonly signature: Compiled
    }
)

/** Whose signature a claim asks for. */
export type SigningKey =
  | { readonly from: 'recipe'; readonly publicKey: PublicKey }
  /** It came with the draw, and so vouches for nothing. */
  | { readonly from: 'draw'; readonly compiled: Compiled }
  /** A key that the auditor's trust root has under this name. */
  | {
      readonly from: 'trust'
      readonly name: string
      /** The text by which the draw names one of the keys. */
      readonly keyId?: Compiled
      /** Missing where any will do. */
      readonly algorithm?: string
      readonly form: SignatureForm
    }

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
  readonly series: Series
  readonly examples: readonly RecipeExample[]
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
  const scope = new Map<string, Basis & Shape>()
  for (const [name, declared] of Object.entries(document.inputs)) {
    const input = readInput(declared, ['inputs', name])
    inputs.set(name, input)
    const rests = new Set([name])
    const order = input.type.kind === 'list' ? rests : noBasis.order
    scope.set(name, { type: input.type, rests, order, tells: tellsOf(name, input.type) })
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
  checkSeries(document.series ?? {}, inputs)
  checkWhich(inputs)
  return {
    name: document.name,
    title: document.title,
    source: document.source,
    notes: document.notes ?? [],
    digest: formatSha256(portable.hash('sha256', encodeUtf8(canonicalize(value)))),
    inputs,
    steps,
    claims,
    series: document.series ?? {},
    examples: document.examples ?? [],
  }
}

function readInput(declared: Input, path: Path): RecipeInput {
  const type = typeOf(declared, path)
  if (declared.by !== undefined && declared.public !== true) {
    throw recipeError('recipe-reference', [...path, 'by'], 'only a public value is made by somebody else')
  }
  if (declared.which !== undefined && declared.public !== true) {
    throw recipeError('recipe-reference', [...path, 'which'], 'only of a public value is it a question which')
  }
  if (declared.order !== undefined && type.kind !== 'list') {
    throw recipeError('recipe-type', [...path, 'order'], 'only a list or a table has an order')
  }
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
    if (opaqueIn(computed.type) === 'stream') {
      throw recipeError('recipe-type', [...path, 'equal'], 'streams are not compared; take words of them')
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
    const decidedBy = result === undefined ? basisOf(computed, published) : computed
    const mirrors = publishedName(claim.equal[0], inputs)
    return {
      id,
      says,
      kind: 'equal',
      computed,
      published,
      decidedBy,
      ...(result !== undefined && { result }),
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
    return { id, says, kind: 'verified', input }
  }
  const { algorithm, encoding, low_s, trusted, key, key_id } = claim.signed
  const part = (name: 'key' | 'message' | 'signature', expression: Expression): Compiled => {
    const compiled = read(expression, ['signed', name])
    expectType(compiled, { kind: 'bytes' }, [...path, 'signed', name])
    return compiled
  }
  const form = { ...(encoding && { encoding }), ...(low_s !== undefined && { lowS: low_s }) }
  const signingKey = (): SigningKey => {
    if (trusted !== undefined) {
      const keyId = key_id === undefined ? undefined : read(key_id, ['signed', 'key_id'])
      if (keyId !== undefined) expectType(keyId, { kind: 'text' }, [...path, 'signed', 'key_id'])
      return {
        from: 'trust',
        name: trusted,
        form,
        ...(algorithm !== undefined && { algorithm }),
        ...(keyId && { keyId }),
      }
    }
    const compiled = part('key', key ?? '')
    if (compiled.rests.size > 0) return { from: 'draw', compiled }
    return { from: 'recipe', publicKey: readKey(algorithm ?? '', compiled, form, steps, [...path, 'signed']) }
  }
  return {
    id,
    says,
    kind: 'signed',
    key: signingKey(),
    message: part('message', claim.signed.message),
    signature: part('signature', claim.signed.signature),
  }
}

/** Types of which one value can be smaller than another. */
const ordered: readonly string[] = ['integer', 'float', 'time']

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
    case 'holds':
      return [...claim.smaller.rests, ...claim.larger.rests]
    case 'verified':
      return [claim.input]
    case 'signed':
      return [
        ...(claim.key.from === 'draw' ? claim.key.compiled.rests : []),
        ...(claim.key.from === 'trust' ? (claim.key.keyId?.rests ?? []) : []),
        ...claim.message.rests,
        ...claim.signature.rests,
      ]
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

/** A series names inputs that there are. */
function checkSeries({ id, number }: Series, inputs: ReadonlyMap<string, RecipeInput>): void {
  for (const [member, name] of Object.entries({ id, number })) {
    if (name === undefined) continue
    const input = inputs.get(name)
    const path = ['series', member]
    if (input === undefined) {
      const hint = suggest(name, 'inputs', [...inputs.keys()])
      throw recipeError('recipe-reference', path, `there is no input ${JSON.stringify(name)}`, hint)
    }
    if (member === 'number' && input.type.kind !== 'integer') {
      const found = describeType(input.type)
      throw recipeError('recipe-type', path, `draws are counted by an integer, found ${found}`)
    }
  }
}

/** What says which block or object a public value is, is an input too. */
function checkWhich(inputs: ReadonlyMap<string, RecipeInput>): void {
  for (const [name, { declared }] of inputs) {
    const { which } = declared
    if (which === undefined || inputs.has(which)) continue
    const hint = suggest(which, 'inputs', [...inputs.keys()])
    const message = `there is no input ${JSON.stringify(which)}`
    throw recipeError('recipe-reference', ['inputs', name, 'which'], message, hint)
  }
}
