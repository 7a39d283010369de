/**
 * What an observer says of a list of entries that it read from beginning to end (docs/PROTOCOL.md, "Lists that
 * somebody has read").
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import { encodePayload, readPayload } from './payload.js'
import { validateListAttestation } from './validators/list-attestation.js'

/** `payloadType` of a list attestation's envelope. */
export const listAttestationType = 'application/vnd.drawaudit.list.v1+json'

/** A list attestation as it stands in the payload: its form is that of schemas/list-attestation.json. */
export interface ListAttestation {
  readonly type: 'list'
  /** A UUID in lower case. */
  readonly raffle_id: string
  /** `sha256:` and 64 lower-case hex digits: the root over all entries that were read. No id stands in it twice. */
  readonly entries_root: string
  readonly total_entries: number
  readonly paid_entries: number
  readonly free_entries: number
  /** Where it was read, usually a URL. */
  readonly source: string
  /** When it had been read to its end, by the observer's clock. */
  readonly checked_at_utc: string
  /** What the observer calls itself; who it is, its key says. */
  readonly observer: string
}

/** The payload of a list attestation: its RFC 8785 form. */
export function encodeListAttestation(attestation: ListAttestation): Uint8Array {
  return encodePayload(attestation)
}

/**
 * Reads the payload of a list attestation.
 *
 * @throws DrawauditError `observation-invalid` for a payload that is not JSON, breaks its schema, or is not byte for
 * byte its own RFC 8785 form.
 */
export function parseListAttestation(payload: Uint8Array): ListAttestation {
  const value = readPayload(payload, validateListAttestation, invalid)
  const attestation = value as unknown as ListAttestation
  if (!equalBytes(encodeListAttestation(attestation), payload))
    throw invalid('it is not in its RFC 8785 form')
  return attestation
}

function invalid(message: string, pointer?: string): DrawauditError {
  return new DrawauditError('observation-invalid', `not a list attestation: ${message}`, {
    hint: 'drawaudit observe --list makes them',
    ...(pointer !== undefined && { where: { pointer } }),
  })
}
