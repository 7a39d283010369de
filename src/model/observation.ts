/**
 * What an observer saw, and when: the statements of a raffle (docs/PROTOCOL.md, "Observations"), or the
 * content of a URL (docs/RECIPES.md, "Where the commitment is published").
 *
 * @packageDocumentation
 */
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { decodeBase64, encodeBase64 } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import { encodePayload, readPayload } from './payload.js'
import { describeProblems, findProblems } from './schema.js'
import { validateEnvelope } from './validators/envelope.js'
import { validateObservation } from './validators/observation.js'
import { validatePublication } from './validators/publication.js'

/** `payloadType` of an observation's envelope. */
export const observationType = 'application/vnd.drawaudit.observation.v1+json'

/** The payload of an observation, as schemas/observation.json defines it. */
export interface Observation {
  readonly raffle_id: string
  /** Where it was seen, usually a URL. */
  readonly source: string
  readonly observed_at_utc: string
  /** The statements as seen. */
  readonly envelopes: readonly EnvelopeJson[]
}

/** `payloadType` of an envelope in which an observer signs the content of a URL. */
export const publicationType = 'application/vnd.drawaudit.publication.v1+json'

/** The content of a URL as served to an observer; schemas/publication.json defines the payload. */
export interface Publication {
  /** In the WHATWG URL parser's form. */
  readonly url: string
  /** The bytes as served. */
  readonly content: Uint8Array
  readonly observed_at_utc: string
}

/** Max bytes of content in a publication. */
export const longestContent = 65_536

/** The payload of an observation: its RFC 8785 form. */
export function encodeObservation(observation: Observation): Uint8Array {
  return encodePayload(observation)
}

/**
 * Reads a file of observations: one envelope, or a list of them.
 *
 * @param value - the content of a file of observations, from {@link parseJson}.
 * @throws DrawauditError `observation-invalid` for anything that is not an envelope.
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
  return readPayload(payload, validateObservation, invalid) as unknown as Observation
}

/** The payload of a publication: its RFC 8785 form. */
export function encodePublication({ content, ...rest }: Publication): Uint8Array {
  return encodePayload({ ...rest, content: encodeBase64(content) })
}

/**
 * Reads the payload of a publication.
 *
 * @throws DrawauditError `observation-invalid` as {@link parseObservation}, and for content whose base64 is not canonical.
 */
export function parsePublication(payload: Uint8Array): Publication {
  const { content, ...rest } = readPayload(payload, validatePublication, invalid) as unknown as Omit<
    Publication,
    'content'
  > & { readonly content: string }
  try {
    return { ...rest, content: decodeBase64(content) }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw invalid(error.message, '/content')
  }
}

function invalid(message: string, pointer?: string): DrawauditError {
  return new DrawauditError('observation-invalid', `not an observation: ${message}`, {
    hint: 'drawaudit observe makes them',
    ...(pointer !== undefined && { where: { pointer } }),
  })
}
