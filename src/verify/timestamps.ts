/**
 * Time-stamp tokens, as they come checked to the verifier.
 *
 * @packageDocumentation
 */
import type { ClaimCode } from '../model/report.js'

/** A token of a time-stamper that the auditor trusts. */
export interface Timestamp {
  /** SHA-256 of the token's DER, in hex. */
  readonly token: string
  readonly algorithm: 'sha256' | 'sha384' | 'sha512'
  /** The hash that was stamped. */
  readonly imprint: Uint8Array
  /** `genTime` and its accuracy, in nanoseconds since 1970. */
  readonly at: bigint
  readonly atUtc: string
  /** The time-stamper, as the trust file names it. */
  readonly who: string
}

/** Why a token does not count. */
export interface TimestampFault {
  readonly token: string
  readonly code: ClaimCode
  readonly why: string
}

export type CheckedTimestamp = Timestamp | TimestampFault
