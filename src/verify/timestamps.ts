/**
 * Results of checking RFC 3161 time-stamp tokens: plain data from `drawaudit/timestamp`, made before
 * verification, since X.509 signatures need the asynchronous Web Crypto.
 *
 * @packageDocumentation
 */
import type { ClaimCode } from '../model/report.js'

/** A token that is valid under an anchor of the trust file. */
export interface Timestamp {
  /** SHA-256 of the token's DER, in hex. */
  readonly token: string
  /** Hash algorithm of the imprint. */
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  /** The stamped digest. */
  readonly imprint: Uint8Array
  /** Latest possible time of stamping: genTime + accuracy, in nanoseconds since 1970. */
  readonly at: bigint
  /** The same time in RFC 3339. */
  readonly atUtc: string
  /** Name of the time-stamper in the trust file. */
  readonly who: string
}

/** A token that does not count, and why. It refutes nothing. */
export interface TimestampFault {
  /** SHA-256 of the token’s DER, in hex. */
  readonly token: string
  /** The code that a claim has because of it. */
  readonly code: ClaimCode
  /** One sentence, lower case, without a full stop; may quote text from outside. */
  readonly why: string
}

/** The result of checking one token. */
export type CheckedTimestamp = Timestamp | TimestampFault
