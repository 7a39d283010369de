/**
 * Creates signed observations.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { signEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { encodeUtf8 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { formatTime } from '../core/time.js'
import { encodeObservation, observationType } from '../model/observation.js'

/** What was seen, where and when. */
export interface Observed {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** Usually a URL. */
  readonly source: string
  /** By the observer's clock, truncated to seconds. */
  readonly observedAt: Date
  /** As served. */
  readonly envelopes: readonly EnvelopeJson[]
}

/**
 * Max bytes in one envelope, with room to spare: schemas/envelope.json allows 1,048,576 base64 characters.
 */
const mostBytes = 700_000

/**
 * Signs what was seen: one observation, or several of the same moment if it does not fit into one.
 *
 * @param secretKey - of the observer: 32 bytes, Ed25519.
 */
export function createObservations(observed: Observed, secretKey: Uint8Array): readonly Envelope[] {
  const { raffleId, source, observedAt, envelopes } = observed
  return split(envelopes).map(part => {
    const payload = encodeObservation({
      raffle_id: raffleId,
      source,
      observed_at_utc: formatTime(observedAt),
      envelopes: part,
    })
    return signEnvelope(observationType, payload, secretKey)
  })
}

function split(envelopes: readonly EnvelopeJson[]): readonly (readonly EnvelopeJson[])[] {
  const parts: EnvelopeJson[][] = [[]]
  let room = mostBytes
  for (const envelope of envelopes) {
    const size = encodeUtf8(canonicalize(envelope as unknown as JsonValue)).length + 1
    const part = parts.at(-1)
    if (part === undefined || size > room) {
      parts.push([envelope])
      room = mostBytes
    } else part.push(envelope)
    room -= size
  }
  return parts
}
