/**
 * Payloads of signed documents: JSON by a schema, in RFC 8785 form.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { encodeUtf8 } from '../core/encoding.js'
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
 * Reads a payload that is valid by its schema. The caller compares it with its RFC 8785 form.
 *
 * @throws the error of `refuse`, for a payload that is not JSON or breaks its schema.
 */
export function readPayload(payload: Uint8Array, validate: Validate, refuse: Refuse): JsonValue {
  const value = readJson(payload, refuse)
  const problems = findProblems(validate, value)
  if (problems.length > 0) throw refuse(describeProblems(problems), problems[0]?.pointer)
  return value
}

function readJson(payload: Uint8Array, refuse: Refuse): JsonValue {
  try {
    return parseJson(payload)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw refuse(error.message, error.where.pointer, error)
  }
}
