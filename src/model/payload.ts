/**
 * Payloads of signed documents: JSON by a schema, in RFC 8785 form.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { equalBytes } from '../core/digest.js'
import { decodeUtf8, encodeUtf8 } from '../core/encoding.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import type { Validate } from './validate.js'

/** Creates the error for a kind of payload. */
type Refuse = (message: string, pointer?: string, cause?: unknown) => DrawauditError

/** The RFC 8785 form of a payload. */
export function encodePayload(value: object): Uint8Array {
  return encodeUtf8(canonicalize(value as JsonValue))
}

/**
 * Reads a payload that is valid by its schema, and byte for byte its own RFC 8785 form.
 *
 * @throws the error of `refuse`, for a payload that is not JSON, breaks its schema, or is in another form.
 */
export function readPayload(payload: Uint8Array, validate: Validate, refuse: Refuse): JsonValue {
  const good = readGood(payload, validate)
  if (good !== undefined) return good
  const value = readJson(payload, refuse)
  const problems = findProblems(validate, value)
  if (problems.length > 0) throw refuse(describeProblems(problems), problems[0]?.pointer)
  if (!equalBytes(encodePayload(value as object), payload)) {
    throw refuse('the payload is not in its RFC 8785 form')
  }
  return value
}

/** Within the limits of the strict reader, whatever is in it. */
const mostGood = 64 * 1024
const deepestGood = 32

/**
 * The value of a payload without a fault, in half the time; undefined for any other. Of what the strict reader refuses,
 * a name twice, a lone surrogate, and a number or a text in another form are not in RFC 8785 form; the rest is looked for.
 */
function readGood(payload: Uint8Array, validate: Validate): JsonValue | undefined {
  if (payload.length > mostGood) return undefined
  try {
    const text = decodeUtf8(payload)
    if (text.includes('__proto__')) return undefined
    const value = JSON.parse(text) as JsonValue
    return isPlain(value, 0) && canonicalize(value) === text && validate(value) ? value : undefined
  } catch {
    // The strict reader says why.
    return undefined
  }
}

/** Whether all numbers are safe integers, and nothing is deep. */
function isPlain(value: JsonValue, depth: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  return depth < deepestGood && Object.values(value).every(one => isPlain(one, depth + 1))
}

function readJson(payload: Uint8Array, refuse: Refuse): JsonValue {
  try {
    return parseJson(payload)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw refuse(error.message, error.where.pointer, error)
  }
}
