/**
 * What came of checking RFC 3161 time-stamp tokens: plain data, made by `drawaudit/timestamp` before anything is
 * verified, since signatures of X.509 take Web Crypto, which answers later.
 *
 * @packageDocumentation
 */
import type { ClaimCode } from '../model/report.js'

/** A token that holds under an anchor of the trust file. */
export interface Timestamp {
  /** SHA-256 of the token's DER, in hex. */
  readonly token: string
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  /** The digest that was stamped. */
  readonly imprint: Uint8Array
  /** The latest moment at which it was stamped: genTime + accuracy, in nanoseconds since 1970. */
  readonly at: bigint
  readonly atUtc: string
  /** Name of the time-stamper in the trust file. */
  readonly who: string
}

/** A token that does not count, and why. It refutes nothing. */
export interface TimestampFault {
  readonly token: string
  readonly code: ClaimCode
  readonly why: string
}

export type CheckedTimestamp = Timestamp | TimestampFault
