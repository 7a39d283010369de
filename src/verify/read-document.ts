/**
 * What a document is, read once: whoever verifies it, fills its gaps or compares it takes what was read here.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { isAuditRecord } from '../model/audit-record.js'
import { isBundle, parseBundle, type Bundle } from '../model/bundle.js'
import { isFraudProof } from '../model/fraud-proof.js'
import { isPublishedDraw, parsePublishedDraw, type PublishedDraw } from '../model/published-draw.js'

type Members = Readonly<Record<string, JsonValue>>

/** Anything that can be verified, or why it cannot. */
export type Document =
  | { readonly kind: 'audit-record'; readonly value: Members }
  | { readonly kind: 'published-draw'; readonly draw: PublishedDraw }
  | { readonly kind: 'bundle'; readonly value: Members; readonly bundle: Bundle }
  | { readonly kind: 'fraud-proof'; readonly value: Members }
  | {
      readonly kind: 'unreadable'
      /** What it seems to be. */
      readonly as: 'published-draw' | 'bundle' | 'unknown'
      readonly code: ErrorCode
      /** What does not hold of it, as a claim. */
      readonly message: string
      /** An object of which nobody says what it is: values that a recipe may fit. */
      readonly values?: Members
    }

/** Says what a document is, and reads it as that. */
export function readDocument(value: JsonValue): Document {
  if (typeof value !== 'object' || value === null || isList(value)) {
    return unknown('document-unknown', 'no JSON object')
  }
  if (isAuditRecord(value)) return { kind: 'audit-record', value }
  if (isBundle(value)) {
    const bundle = attempt(() => parseBundle(value))
    if (!(bundle instanceof DrawauditError)) return { kind: 'bundle', value, bundle }
    return unreadable('bundle', bundle.code, `the bundle can be read: ${bundle.message}`)
  }
  if (isFraudProof(value)) return { kind: 'fraud-proof', value }
  if (isPublishedDraw(value)) {
    const draw = attempt(() => parsePublishedDraw(value), 'draw-schema')
    if (!(draw instanceof DrawauditError)) return { kind: 'published-draw', draw }
    return unreadable('published-draw', draw.code, `the document can be read: ${draw.message}`)
  }
  const other = others.find(([member]) => member in value)
  return other === undefined
    ? { ...unknown('document-unknown', otherObject), values: value }
    : unknown(other[1], other[2])
}

// Array.isArray does not tell a readonly array from an object.
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** What else people hand to a verifier, by a member that gives it away. */
const others: readonly (readonly [member: string, code: ErrorCode, found: string])[] = [
  ['report', 'document-unknown', 'a report of drawaudit: reports are not evidence'],
  ['inclusion', 'document-unknown', 'the proof of an entry, which goes with a bundle: give it with --proof'],
  [
    'payload',
    'document-unknown',
    'an envelope: an observation goes with a bundle or a draw, with --observation',
  ],
  ['recipe', 'document-unknown', 'a recipe: use it with --recipe on a published draw'],
  ['trust', 'document-unknown', 'a trust root, which goes with a bundle: give it with --trust'],
  ['max_entries', 'document-unknown', 'entry statistics, which prove nothing about a draw'],
  ['probability', 'document-unknown', 'odds, which prove nothing about a draw'],
  ['error', 'document-unknown', 'an error message of a service'],
]

const otherObject =
  'another JSON object: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find'

type Unreadable = Extract<Document, { kind: 'unreadable' }>

const unreadable = (as: Unreadable['as'], code: ErrorCode, message: string): Unreadable => ({
  kind: 'unreadable',
  as,
  code,
  message,
})

const unknown = (code: ErrorCode, found: string): Unreadable =>
  unreadable(
    'unknown',
    code,
    `the document can be verified: expected an audit record, a published draw or a bundle, found ${found}`,
  )

/** What was read, or what is wrong with it; throws what is no fault of the document. */
function attempt<T>(parse: () => T, only?: ErrorCode): T | DrawauditError {
  try {
    return parse()
  } catch (error) {
    if (error instanceof DrawauditError && (only === undefined || error.code === only)) return error
    throw error
  }
}
