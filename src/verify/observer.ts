/**
 * Observers: whose word counts, and until when it counts.
 *
 * @packageDocumentation
 */
import { verifyEnvelope, type Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { ClaimCode } from '../model/report.js'
import type { TrustedObserver, TrustRoot } from '../model/trust.js'

/** What was observed has to be there so long before the time of a beacon's round, in nanoseconds. */
export const margin = 30_000_000_000n

/** Why an observation does not count. */
export interface Discounted {
  readonly code: ClaimCode
  readonly why: string
}

/** A kind of observation: the type of its envelope, and how its payload is read. */
interface ObservationKind<T> {
  readonly payloadType: string
  /** @throws DrawauditError `observation-invalid`. */
  readonly parse: (payload: Uint8Array) => T
}

/** What an observer of the trust file signed, or why it does not count. */
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

/** What is dated after the verifier's clock does not count. */
export function discountFuture(atUtc: string): Discounted {
  return {
    code: 'observation-untrusted',
    why: `an observation is dated ${atUtc}, which is after now`,
  }
}
