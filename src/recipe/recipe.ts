/**
 * Reads and checks a recipe: every name is known, every type fits, every published value is used.
 *
 * @packageDocumentation
 */
import { builtInChains, parseChainInfo, type ChainInfo } from '../core/beacon.js'
import { canonicalize } from '../core/canonical.js'
import { formatSha256 } from '../core/digest.js'
import { encodeUtf8 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'
import { isObject } from '../model/plain-values.js'
import {
  parseRecipeDocument,
  type Expression,
  type Input,
  type RecipeExample,
  type Series,
} from '../model/recipe.js'
import type { RecipeOrigin } from '../model/report.js'
import { inputsOf, readClaim, type CompiledClaim } from './claims.js'
import { readCommitment, type RecipeCommitment } from './commitment.js'
import {
  moveError,
  noBasis,
  recipeError,
  type Basis,
  type Compiled,
  type ExpressionPath,
  type Shape,
} from './compile.js'
import { typeOf } from './input-type.js'
import { createCompiler } from './operations/index.js'
import { suggest } from './suggest.js'
import { tellsOf } from './tells.js'
import { describeType, type Type } from './value.js'

/** A published value required by a recipe. */
export interface RecipeInput {
  /** As in the recipe. */
  readonly declared: Input
  /** @internal */
  readonly type: Type
  /** The chain of a drand beacon. */
  readonly chain?: ChainInfo
}

/** A computed value of a recipe. */
export interface RecipeStep {
  /** Its name, as in the recipe. */
  readonly name: string
  /** As in the recipe. */
  readonly expression: Expression
  /** @internal */
  readonly compiled: Compiled
}

/** A parsed and type-checked recipe (docs/RECIPES.md). */
export interface Recipe {
  /** Name by which draws refer to it: a-z, 0-9 and -. */
  readonly name: string
  /** Name of the platform or method, for people. */
  readonly title: string
  /** Where the platform describes its method. */
  readonly source: string
  /** Remarks of the author. */
  readonly notes: readonly string[]
  /**
   * SHA-256 of the recipe's RFC 8785 form, as `sha256:…`: identifies the recipe. For the digest, the columns
   * of rows and tables, whose order matters, are written as `{"": [[name, value], …]}`.
   */
  readonly digest: string
  /** The values that a draw publishes, by name, in order. */
  readonly inputs: ReadonlyMap<string, RecipeInput>
  /** Computed values, each from inputs and earlier steps. */
  readonly steps: readonly RecipeStep[]
  /**
   * What is compared or verified, in order.
   *
   * @internal
   */
  readonly claims: readonly CompiledClaim[]
  /** How several draws of one organiser relate. */
  readonly series: Series
  /** Where it is published before the draw; absent if the platform has no such place. */
  readonly commitment?: RecipeCommitment
  /** Draws of the recipe with expected results. */
  readonly examples: readonly RecipeExample[]
  /** Origin of a recipe that is not drawaudit's own, if known. */
  readonly origin?: RecipeOrigin
}

/**
 * Reads a recipe.
 *
 * @param value - the recipe's JSON, as from {@link parseJson}.
 * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the JSON pointer of the
 * error; `chain-invalid`, `chain-hash-mismatch` or `scheme-unknown` for a drand chain of its own;
 * `algorithm-unknown`, `key-length`, `key-invalid` or `key-weak` for a public key of its own.
 *
 * @example
 * ```js
 * parseRecipe(read('recipe.json')).name // raffair
 * ```
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
    const tells = tellsOf(name, input.type)
    scope.set(name, { type: input.type, rests, order, permutes: order, tells, origin: name })
  }
  for (const [name, definition] of Object.entries(document.functions ?? {})) {
    compiler.define(name, definition, ['functions', name])
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
    const read = (expression: Expression, at: ExpressionPath): Compiled =>
      compiler.read(expression, [...path, ...at], scope)
    return readClaim(claim, path, read, { inputs, steps })
  })
  compiler.refuseUnused(['functions'])
  checkUse(inputs, claims)
  checkSeries(document.series ?? {}, inputs)
  checkWhich(inputs)
  const { series = {}, commitment } = document
  return {
    name: document.name,
    title: document.title,
    source: document.source,
    notes: document.notes ?? [],
    digest: formatSha256(portable.hash('sha256', encodeUtf8(canonicalize(keepOrder(value))))),
    inputs,
    steps,
    claims,
    series,
    ...(commitment && { commitment: readCommitment(commitment, inputs, series) }),
    examples: document.examples ?? [],
  }
}

/** RFC 8785 sorts members; where their order matters they become pairs. */
function keepOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(item => keepOrder(item as JsonValue))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]: [string, JsonValue]) => {
    const kept = keepOrder(member)
    const isOrdered = ['row', 'columns'].includes(name) && isObject(kept)
    return [name, isOrdered ? { '': Object.entries(kept) } : kept] as const
  })
  return Object.fromEntries(members)
}

/** Caches a result that depends on the recipe alone: many draws use one recipe. */
export function oncePerRecipe<T extends object>(compute: (recipe: Recipe) => T): (recipe: Recipe) => T {
  const known = new WeakMap<Recipe, T>()
  return recipe => {
    const before = known.get(recipe)
    if (before !== undefined) return before
    const computed = compute(recipe)
    known.set(recipe, computed)
    return computed
  }
}

function readInput(declared: Input, path: ExpressionPath): RecipeInput {
  const type = typeOf(declared, path)
  if (declared.by !== undefined && declared.public !== true) {
    throw recipeError('recipe-reference', [...path, 'by'], 'only a public value is made by somebody else')
  }
  if (declared.which !== undefined && declared.public !== true) {
    throw recipeError('recipe-reference', [...path, 'which'], 'only of a public value is it a question which')
  }
  if (declared.block !== undefined) checkBlock(declared, path)
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
    'name default, quicknet or evmnet, or give the chain info',
  )
}

/** A block hash is 32 bytes from a public source, with a height. */
function checkBlock(declared: Input, path: ExpressionPath): void {
  if (declared.type !== 'bytes' || declared.length !== 32) {
    throw recipeError(
      'recipe-type',
      [...path, 'block'],
      'the hash of a block is of type bytes, with "length": 32',
    )
  }
  if (declared.public !== true || declared.which === undefined) {
    const missing = declared.public === true ? '"which", the input with its height' : '"public": true'
    throw recipeError('recipe-reference', [...path, 'block'], `the hash of a block needs ${missing}`)
  }
}

function readChain(info: object, path: ExpressionPath): ChainInfo {
  try {
    return parseChainInfo(info)
  } catch (error) {
    throw error instanceof DrawauditError ? moveError(error, path) : error
  }
}

/** Every published value is used by a claim, or marked as unused. */
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

/** A series refers to existing inputs. */
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

/** The value that identifies a block or object is an input too. */
function checkWhich(inputs: ReadonlyMap<string, RecipeInput>): void {
  for (const [name, { declared }] of inputs) {
    const { which } = declared
    if (which === undefined) continue
    const named = inputs.get(which)
    if (named !== undefined) {
      if (declared.block === undefined || named.type.kind === 'integer') continue
      const found = describeType(named.type)
      throw recipeError(
        'recipe-type',
        ['inputs', name, 'which'],
        `the height of a block is an integer, found ${found}`,
      )
    }
    const hint = suggest(which, 'inputs', [...inputs.keys()])
    const message = `there is no input ${JSON.stringify(which)}`
    throw recipeError('recipe-reference', ['inputs', name, 'which'], message, hint)
  }
}
