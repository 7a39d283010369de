/**
 * The published commitment of a platform: one JSON document for each draw, published before it at a URL that
 * contains the draw's id.
 *
 * @packageDocumentation
 */
import { isWellFormed } from '../core/encoding.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { followPointer } from '../core/pointer.js'
import { DrawauditError } from '../errors.js'
import type { CommitmentPlace, InputType, Series } from '../model/recipe.js'
import { inputName } from './claims.js'
import { recipeError, type ExpressionPath } from './compile.js'
import { BoundExceeded, type Context } from './context.js'
import { readValue } from './read-value.js'
import { suggest } from './suggest.js'
import { hasNegativeZero } from './tells.js'
import { describeType, equalValues, type Type, type Value } from './value.js'

/** The relevant part of an input. */
interface Known {
  readonly declared: InputType & {
    readonly title: string
    readonly committed?: true
    readonly public?: true
  }
  readonly type: Type
}

type Inputs = ReadonlyMap<string, Known>

/** A value in the document. */
export interface CommittedValue {
  /** Name of the input, or of a drand round `NAME.round`. */
  readonly name: string
  /** A description that can follow "the". */
  readonly title: string
  /** How it is read. */
  readonly type: InputType
  /** JSON pointer into the document. */
  readonly pointer: string
}

/** The parsed place of the commitments. */
export interface RecipeCommitment {
  /** URL template, as in the recipe. */
  readonly at: string
  /** The inputs in the URL. */
  readonly names: readonly string[]
  /** What the document commits to. */
  readonly values: readonly CommittedValue[]
}

const braces = /\{([^{}]*)\}/g

/**
 * Reads the place of the commitments.
 *
 * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the JSON pointer of the mistake.
 */
export function readCommitment(
  { at, values }: CommitmentPlace,
  inputs: Inputs,
  series: Series,
): RecipeCommitment {
  const commitment = {
    at,
    names: readAddress(at, inputs),
    values: Object.entries(values).map(([name, pointer]) => readPlace(name, pointer, inputs)),
  }
  const path = ['commitment', 'at']
  // A platform that can publish thousands of commitments at URLs of its choice can later show the one it
  // likes.
  const circular = commitment.names.find(name => Object.hasOwn(values, name))
  if (circular !== undefined) {
    const message = `${circular} is part of the commitment, so the address must not contain it`
    throw recipeError('recipe-reference', path, message)
  }
  if (series.id === undefined || !commitment.names.includes(series.id)) {
    const message = 'the address does not have the id of the draw in it'
    const hint =
      'name the input that no two draws share as "id" in "series", and put it in braces into the address'
    throw recipeError('recipe-reference', path, message, hint)
  }
  return commitment
}

function readAddress(at: string, inputs: Inputs): readonly string[] {
  const path = ['commitment', 'at']
  const names = [...at.matchAll(braces)].map(([, name = '']) => name)
  for (const name of names) {
    const { type } = findInput(name, path, inputs)
    if (type.kind === 'text' || type.kind === 'integer') continue
    const message = `expected text or an integer in an address, ${name} is ${describeType(type)}`
    throw recipeError('recipe-type', path, message)
  }
  const example = at.replaceAll(braces, 'x')
  // Only a URL that all parsers read alike: repaired ones may differ.
  const isPlain = isUrl(example) && !/[{}#]/.test(example)
  const host = /^https?:\/\/([^/?]*)/.exec(at)?.[1] ?? ''
  if (!isPlain || /[{@]/.test(host)) {
    const message = 'expected a URL as parsers write it, without credentials and fragment'
    throw recipeError('recipe-schema', path, message, 'such as https://raffles.example/draws/{draw_id}')
  }
  // Adjacent names could be split at another point.
  if (at.split(/[/?&=]/).some(part => (part.match(braces)?.length ?? 0) > 1)) {
    throw recipeError('recipe-schema', path, 'expected at most one input in each segment and each value')
  }
  return [...new Set(names)]
}

function readPlace(name: string, pointer: string, inputs: Inputs): CommittedValue {
  const path = ['commitment', 'values', name]
  const { declared, type } = findInput(inputName(name), path, inputs)
  const isRound = name.includes('.')
  if (isRound !== (type.kind === 'beacon')) {
    const message = isRound ? 'only a drand beacon has a round' : 'of a beacon, its round is what is fixed'
    throw recipeError('recipe-type', path, message, isRound ? undefined : `write ${name}.round`)
  }
  if (declared.committed !== true) {
    const message = 'is not "committed": the recipe does not say that it is published before the draw'
    throw recipeError('recipe-reference', path, message)
  }
  if (declared.public === true) {
    const message = 'a public value cannot be published in advance: give the input that identifies it'
    throw recipeError('recipe-reference', path, message)
  }
  return isRound
    ? { name, title: `round of the ${declared.title}`, type: { type: 'integer', minimum: 1 }, pointer }
    : { name, title: declared.title, type: declared, pointer }
}

function findInput(name: string, path: ExpressionPath, inputs: Inputs): Known {
  const input = inputs.get(name)
  if (input !== undefined) return input
  const hint = suggest(name, 'inputs', [...inputs.keys()])
  throw recipeError('recipe-reference', path, `there is no input ${JSON.stringify(name)}`, hint)
}

/** The URL of a draw, or why there is none. */
export type Address = { readonly url: string } | { readonly missing: string } | { readonly unusable: string }

/**
 * The URL of a draw. Different values never give the same URL.
 *
 * @param values - the published ones; `missing` names one that was not published, `unusable` one that cannot
 * be in a URL, such as `..`.
 */
export function fillAddress({ at, names }: RecipeCommitment, values: ReadonlyMap<string, Value>): Address {
  const missing = names.find(name => !values.has(name))
  if (missing !== undefined) return { missing }
  const url = at.replaceAll(braces, (_, name: string) => encodeSegment(values.get(name)))
  const unusable = names.find(name => encodeSegment(values.get(name)) === '')
  if (unusable !== undefined) return { unusable }
  // Two dots lead one folder up, encoded or not.
  return new URL(url).href === url ? { url } : { unusable: names[0] ?? '' }
}

/** Whether a URL can be that of a draw. */
export function isAddress({ at }: RecipeCommitment, url: string): boolean {
  const [pattern, names] = [escape(at), [...at.matchAll(braces)].map(([, name = '']) => name)]
  const found = new RegExp(`^${pattern}$`).exec(url)
  if (found === null) return false
  const values = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const part = found[index + 1] ?? ''
    if ((values.get(name) ?? part) !== part || !isSegment(part)) return false
    values.set(name, part)
  }
  return isUrl(url)
}

/**
 * Whether a URL is in normalized form. `URL.canParse` is missing in older browsers that the page supports.
 */
function isUrl(url: string): boolean {
  try {
    return new URL(url).href === url
  } catch {
    return false
  }
}

/** A regular expression for the template, with a group for each name in braces. */
function escape(at: string): string {
  return at
    .split(/\{[^{}]*\}/)
    .map(part => part.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
    .join('([^/?&=#]+)')
}

/** Whether it is in the form of {@link encodeSegment}. */
function isSegment(part: string): boolean {
  try {
    return encodeText(decodeURIComponent(part)) === part
  } catch {
    return false
  }
}

function encodeSegment(value: Value | undefined): string {
  if (value?.kind === 'integer') return value.integer.toString()
  return value?.kind === 'text' && isWellFormed(value.text) ? encodeText(value.text) : ''
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
function encodeText(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * The committed values in a document, by name; missing and malformed ones are left out.
 *
 * @param newContext - for each value, to bound its cost.
 * @throws DrawauditError `utf8-invalid` or a code that begins with `json-` for anything but JSON.
 */
export function readCommitted(
  { values }: RecipeCommitment,
  content: Uint8Array,
  newContext: () => Context,
): ReadonlyMap<string, Value> {
  const document = parseJson(content, { numbers: 'decimal' })
  const found = new Map<string, Value>()
  for (const { name, pointer, type } of values) {
    const json = followPointer(document, pointer) as JsonValue | undefined
    const value = json === undefined ? undefined : tryRead(type, json, newContext())
    if (value !== undefined) found.set(name, value)
  }
  return found
}

function tryRead(type: InputType, json: JsonValue, context: Context): Value | undefined {
  try {
    return readValue(type, json, [], context, 'left')
  } catch (error) {
    if (error instanceof BoundExceeded) return undefined
    if (error instanceof DrawauditError && error.code === 'draw-value') return undefined
    throw error
  }
}

/** Whether the values are equal for every operation: 0 and −0 are not. */
export function isSame(a: Value, b: Value): boolean {
  return equalValues(a, b) && !hasNegativeZero(a) && !hasNegativeZero(b)
}
