/**
 * Observers: whose observations count, and until when.
 *
 * @packageDocumentation
 */
import { verifyEnvelope, type Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { ClaimCode } from '../model/report.js'
import type { TrustedObserver, TrustRoot } from '../model/trust.js'

/** Nanoseconds before the time of a beacon's round by which something must have been observed. */
export const margin = 30_000_000_000n

/** Why an observation does not count. */
export interface Discounted {
  readonly code: ClaimCode
  readonly why: string
}

/** A kind of observation: the type of its envelope, and the parser of its payload. */
interface ObservationKind<T> {
  readonly payloadType: string
  /** @throws DrawauditError `observation-invalid`. */
  readonly parse: (payload: Uint8Array) => T
}

/** Reads what an observer in the trust file signed, or why it does not count. */
export function readObserved<T>(
  envelope: Envelope,
  { payloadType, parse }: ObservationKind<T>,
  trust: TrustRoot,
  engine: Engine,
): { readonly observed: T; readonly observer: TrustedObserver } | Discounted {
  const observer = trust.observers.find(
    ({ key, keyId }) =>
      (envelope.keyId === undefined || envelope.keyId === keyId) && verifyEnvelope(envelope, key, engine),
  )
  if (observer === undefined || envelope.payloadType !== payloadType) {
    return {
      code: 'observation-untrusted',
      why: 'an observation is not signed by an observer of the trust file',
    }
  }
  try {
    return { observed: parse(envelope.payload), observer }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { code: 'observation-invalid', why: error.message }
  }
}

/** Observations dated after the verifier's clock do not count. */
export function discountFuture(atUtc: string): Discounted {
  return {
    code: 'observation-untrusted',
    why: `an observation is dated ${atUtc}, which is after now`,
  }
}
