/**
 * Determines the kind of a document and reads it, once for verification, filling gaps and comparison.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { readAttested } from '../model/attestation.js'
import { isAuditRecord } from '../model/audit-record.js'
import { isBundle, parseBundle, type Bundle } from '../model/bundle.js'
import { isFraudProof } from '../model/fraud-proof.js'
import { isList, isObject } from '../model/plain-values.js'
import { isPublishedDraw, parsePublishedDraw, type PublishedDraw } from '../model/published-draw.js'
import type { Recipe } from '../recipe/recipe.js'
import { readByRecipe, type PlacedDraw } from './draw/plain-draws.js'

type JsonObject = Readonly<Record<string, JsonValue>>

/** Anything that can be verified, or why it cannot be. */
export type Document =
  | { readonly kind: 'audit-record'; readonly value: JsonObject }
  | {
      readonly kind: 'published-draw'
      readonly draw: PublishedDraw
      /** For plain values: the location of each in the document. */
      readonly pointers?: PlacedDraw['pointers']
    }
  | { readonly kind: 'bundle'; readonly value: JsonObject; readonly bundle: Bundle }
  | { readonly kind: 'fraud-proof'; readonly value: JsonObject }
  | {
      readonly kind: 'unreadable'
      /** Apparent kind of the document. */
      readonly as: 'published-draw' | 'bundle' | 'unknown'
      readonly code: ErrorCode
      /** What is wrong with it, as a claim. */
      readonly message: string
    }

/** A document of a list; `place` is its JSON pointer. */
export interface ListedDocument {
  readonly document: Document
  readonly place: string
}

/** Name of a list's document in reports: `draws.json#/2`. */
export function sourceOf(name: string, place: string): string {
  return place === '' ? name : `${name}#${place}`
}

/**
 * The documents in a JSON value: each element of a list of draws, or the single document. Plain values are
 * draws if there is a recipe for them.
 */
export function readDocuments(value: JsonValue, recipe?: Recipe): readonly ListedDocument[] {
  const isDraws = isList(value) && value.length > 0 && value.every(isObject)
  if (!isDraws || (recipe === undefined && !value.every(isPublishedDraw))) {
    return [{ document: readDocument(value, recipe), place: '' }]
  }
  // Equal names in different draws are assigned to inputs together.
  const plain = recipe === undefined ? [] : attempt(() => readByRecipe(value, recipe), 'draw-value')
  if (plain instanceof DrawauditError) return [{ document: unreadValues(plain), place: '' }]
  return value.map((item, index) => ({
    document: read(item, recipe, () => plain[index]),
    place: `/${index}`,
  }))
}

/** Determines the kind of a document, and reads it. */
export function readDocument(value: JsonValue, recipe?: Recipe): Document {
  if (isList(value)) return unknown('document-unknown', describeList(value))
  if (!isObject(value)) return unknown('document-unknown', 'no JSON object')
  return read(value, recipe, () => (recipe === undefined ? undefined : readByRecipe(value, recipe)[0]))
}

function read(
  value: JsonObject,
  recipe: Recipe | undefined,
  readPlain: () => PlacedDraw | undefined,
): Document {
  if (isAuditRecord(value)) return { kind: 'audit-record', value }
  if (isBundle(value)) {
    const bundle = attempt(() => parseBundle(value))
    if (!(bundle instanceof DrawauditError)) return { kind: 'bundle', value, bundle }
    return unreadable('bundle', bundle.code, `the bundle can be read: ${bundle.message}`)
  }
  if ('payload' in value || 'dsseEnvelope' in value) {
    const attested = attempt(() => readAttested(value))
    if (attested instanceof DrawauditError) {
      return unreadable('bundle', attested.code, `the bundle can be read: ${attested.message}`)
    }
    if (attested !== undefined) return read(attested, recipe, readPlain)
  }
  if (isFraudProof(value)) return { kind: 'fraud-proof', value }
  if (isPublishedDraw(value) && (recipe === undefined || 'published' in value)) {
    const draw = attempt(() => parsePublishedDraw(value), 'draw-schema')
    if (!(draw instanceof DrawauditError)) return { kind: 'published-draw', draw }
    return unreadable('published-draw', draw.code, `the document can be read: ${draw.message}`)
  }
  const placed = attempt(readPlain, 'draw-value')
  if (placed instanceof DrawauditError) return unreadValues(placed)
  if (placed !== undefined) return { kind: 'published-draw', ...placed }
  const other = others.find(([member]) => member in value)
  if (other !== undefined) return unknown(other[1], other[2])
  return unknown('document-unknown', recipe === undefined ? `another JSON object: ${advice}` : describeUnfitting(recipe)) // prettier-ignore
}

/** Other kinds of files that people give to a verifier, by a characteristic member. */
const others: readonly (readonly [member: string, code: ErrorCode, found: string])[] = [
  ['report', 'document-unknown', 'a report of drawaudit: reports are not evidence'],
  ['inclusion', 'document-unknown', 'the proof of an entry, which goes with a bundle: give it with --proof'],
  [
    'payload',
    'document-unknown',
    'an envelope: an observation goes with a bundle or a draw, with --observation',
  ],
  ['recipe', 'document-unknown', 'a recipe: use it with --recipe on a published draw'],
  ['trust', 'document-unknown', 'a trust file, which goes with a bundle: give it with --trust'],
  ['max_entries', 'document-unknown', 'entry statistics, which prove nothing about a draw'],
  ['probability', 'document-unknown', 'odds, which prove nothing about a draw'],
  ['error', 'document-unknown', 'an error message of a service'],
]

const advice =
  'if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find'

function describeList(list: readonly JsonValue[]): string {
  if (list.length === 0) return 'an empty list'
  if (!list.every(isObject)) return 'a list of values: a draw is a JSON object'
  return `a list of ${list.length === 1 ? 'one JSON object' : `${list.length} JSON objects`}: ${advice}`
}

function describeUnfitting({ name, inputs }: Recipe): string {
  return `another JSON object: the recipe ${name} knows none of its values (it knows ${[...inputs.keys()].join(', ')})`
}

const unreadValues = ({ code, message, where: { pointer = '' } }: DrawauditError): UnreadableDocument =>
  unreadable(
    'published-draw',
    code,
    `the values can be read: ${message}${pointer === '' ? '' : `, at ${pointer}`}`,
  )

type UnreadableDocument = Extract<Document, { kind: 'unreadable' }>

const unreadable = (as: UnreadableDocument['as'], code: ErrorCode, message: string): UnreadableDocument => ({
  kind: 'unreadable',
  as,
  code,
  message,
})

const unknown = (code: ErrorCode, found: string): UnreadableDocument =>
  unreadable(
    'unknown',
    code,
    `the document can be verified: expected an audit record, a published draw or a bundle, found ${found}`,
  )

/** The parsed value, or the document's fault; throws other errors. */
function attempt<T>(parse: () => T, only?: ErrorCode): T | DrawauditError {
  try {
    return parse()
  } catch (error) {
    if (error instanceof DrawauditError && (only === undefined || error.code === only)) return error
    throw error
  }
}
