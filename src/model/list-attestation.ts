/**
 * An observer's attestation of a list of entries that it read completely (docs/PROTOCOL.md, "Lists that
 * somebody has read").
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { encodePayload, readPayload } from './payload.js'
import { validateListAttestation } from './validators/list-attestation.js'

/** `payloadType` of a list attestation's envelope. */
export const listAttestationType = 'application/vnd.drawaudit.list.v1+json'

/** The payload of a list attestation, as schemas/list-attestation.json defines it. */
export interface ListAttestation {
  /** Distinguishes it from other attestations. */
  readonly type: 'list'
  /** A UUID in lower case. */
  readonly raffle_id: string
  /** `sha256:` and 64 lower-case hex digits: the root over all entries read. No id is a duplicate. */
  readonly entries_root: string
  /** Number of entries read. */
  readonly total_entries: number
  /** Number of entries of kind `paid`. */
  readonly paid_entries: number
  /** Number of entries of kind `free`. */
  readonly free_entries: number
  /** Where the list was read, usually a URL. */
  readonly source: string
  /** Time of reading its end, by the observer's clock. */
  readonly checked_at_utc: string
  /** The observer's own name; its key identifies it. */
  readonly observer: string
}

/** The payload of a list attestation: its RFC 8785 form. */
export function encodeListAttestation(attestation: ListAttestation): Uint8Array {
  return encodePayload(attestation)
}

/**
 * Reads the payload of a list attestation.
 *
 * @param payload - of an envelope of {@link listAttestationType}.
 * @throws DrawauditError `observation-invalid` for a payload that is not JSON, breaks its schema, or is not byte for
 * byte its own RFC 8785 form.
 */
export function parseListAttestation(payload: Uint8Array): ListAttestation {
  return readPayload(payload, validateListAttestation, invalid) as unknown as ListAttestation
}

function invalid(message: string, pointer?: string): DrawauditError {
  return new DrawauditError('observation-invalid', `not a list attestation: ${message}`, {
    hint: 'drawaudit observe --list makes them',
    ...(pointer !== undefined && { where: { pointer } }),
  })
}
