/**
 * What an observer saw of a raffle, and when (docs/PROTOCOL.md, "Observations").
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { equalBytes } from '../core/digest.js'
import { encodeUtf8 } from '../core/encoding.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validateEnvelope } from './validators/envelope.js'
import { validateObservation } from './validators/observation.js'

/** `payloadType` of an observation's envelope. */
export const observationType = 'application/vnd.drawaudit.observation.v1+json'

/** An observation as it stands in the payload: its form is that of schemas/observation.json. */
export interface Observation {
  readonly raffle_id: string
  /** Where it was seen, usually a URL. */
  readonly source: string
  readonly observed_at_utc: string
  /** The statements, as they were seen. */
  readonly envelopes: readonly EnvelopeJson[]
}

/** The payload of an observation: its RFC 8785 form. */
export function encodeObservation(observation: Observation): Uint8Array {
  return encodeUtf8(canonicalize(observation as unknown as JsonValue))
}

/**
 * Reads a file of observations: one envelope, or a list of them.
 *
 * @throws DrawauditError `observation-invalid` for anything that is no envelope.
 */
export function parseObservations(value: unknown): readonly Envelope[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(one => {
    const problems = findProblems(validateEnvelope, one)
    if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
    return decodeEnvelope(one as EnvelopeJson)
  })
}

/**
 * Reads the payload of an observation.
 *
 * @throws DrawauditError `observation-invalid` for a payload that is not JSON, breaks its schema, or is not byte for
 * byte its own RFC 8785 form.
 */
export function parseObservation(payload: Uint8Array): Observation {
  const value = readPayload(payload)
  const problems = findProblems(validateObservation, value)
  if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
  const observation = value as unknown as Observation
  if (!equalBytes(encodeObservation(observation), payload)) throw invalid('it is not in its RFC 8785 form')
  return observation
}

function readPayload(payload: Uint8Array): JsonValue {
  try {
    return parseJson(payload)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw invalid(error.message, error.where.pointer)
  }
}

function invalid(message: string, pointer?: string): DrawauditError {
  return new DrawauditError('observation-invalid', `not an observation: ${message}`, {
    hint: 'drawaudit observe makes them',
    ...(pointer !== undefined && { where: { pointer } }),
  })
}
