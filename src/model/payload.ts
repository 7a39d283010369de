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
 * @param validate - of a schema that knows every member, and no number but integers within ±(2^53 − 1).
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

/**
 * The value of a payload without a fault, in half the time; undefined for any other. What the strict reader refuses
 * (a name twice, a number or a text in another form) is not its own RFC 8785 form or breaks the schema.
 */
function readGood(payload: Uint8Array, validate: Validate): JsonValue | undefined {
  try {
    const text = decodeUtf8(payload)
    const value = JSON.parse(text) as JsonValue
    return canonicalize(value) === text && validate(value) ? value : undefined
  } catch {
    // The strict reader says why.
    return undefined
  }
}

function readJson(payload: Uint8Array, refuse: Refuse): JsonValue {
  try {
    return parseJson(payload)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw refuse(error.message, error.where.pointer, error)
  }
}
