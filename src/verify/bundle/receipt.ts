/**
 * Receipts: who signed one, and when somebody other than the operator saw it.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import {
  decodeEnvelope,
  encodeLogEntry,
  verifyEnvelope,
  type Envelope,
  type EnvelopeJson,
} from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { observationType, parseObservation } from '../../model/observation.js'
import { hashNonce, readReceipt, type Receipt } from '../../model/receipt.js'
import type { ClaimCode } from '../../model/report.js'
import type { TrustedKey, TrustRoot } from '../../model/trust.js'
import { readObserved } from '../observer.js'
import type { BesideBundle } from '../options.js'
import type { CheckedTimestamp, Timestamp } from '../timestamps.js'
import { findSigner } from './signer.js'
import { hashImprint } from './stamped.js'

/** Why a receipt does not count. */
export interface ReceiptFault {
  /** The code of the claim `receipt.honoured`. */
  readonly code: ClaimCode
  /** One sentence, lower case, without a full stop; may quote text from outside. */
  readonly why: string
}

/** A receipt signed by its operator. */
export interface SignedReceipt {
  /** The parsed receipt. */
  readonly receipt: Receipt
  /** The receipt key under which it verifies. */
  readonly key: TrustedKey
}

/** Options of verifying a receipt. */
export type ReceiptOptions = Pick<BesideBundle, 'observations' | 'timestamps'> & {
  /** Current time. */
  readonly now: Date
  /** The entrant's nonce, 16 bytes. */
  readonly nonce?: Uint8Array
  /** Engine for hashes and signatures; portable by default. */
  readonly engine?: Engine
}

/**
 * Verifies that an operator in the trust file signed a receipt, with a receipt key valid at the time. Whether
 * its entry took part is checked by `verifyBundle`.
 *
 * @param envelope - from {@link parseReceiptFile}.
 * @param trust - gives the operators’ keys; from {@link parseTrust}.
 * @param options - the nonce, and evidence of who saw the receipt when.
 * @returns the receipt and the key, or why it does not count. An unsigned paper accuses nobody, so "refuted"
 * does not occur here.
 */
export function verifyReceipt(
  envelope: Envelope,
  trust: TrustRoot,
  options: ReceiptOptions,
): SignedReceipt | ReceiptFault {
  const { engine = portable, now } = options
  const receipt = readReceipt(envelope)
  if (receipt instanceof DrawauditError) return { code: 'receipt-invalid', why: receipt.message }
  const signer = findSigner(envelope, receipt, trust, engine, 'receipts')
  if ('why' in signer) return { code: signer.code, why: signer.why }
  if (options.nonce !== undefined && hashNonce(options.nonce, engine) !== receipt.nonce_hash) {
    const why =
      receipt.nonce_hash === undefined
        ? 'it names no nonce at all'
        : 'the nonce that was given is not the one it names'
    return { code: 'nonce-other', why: `${why}, so another buyer may hold the same entry` }
  }
  const { key } = signer
  const time = BigInt(now.getTime()) * 1_000_000n
  const ended = findEnd(key, time)
  if (ended === undefined) return { receipt, key }
  const seen = findSeen(envelope, receipt, key, trust, time, options)
  if (seen !== undefined && seen.at < ended) return { receipt, key }
  const what = key.revokedAt === ended ? 'was revoked' : 'is past its end'
  const why =
    seen === undefined
      ? 'nothing shows that it was there before'
      : `the first who saw it, ${seen.who}, did not see it before that`
  return { code: 'key-revoked', why: `its key ${what}, and ${why}` }
}

/** Whose entry the receipt is for, as far as its nonce shows. A wrong nonce was refused before. */
export function describeHolder({ nonce_hash: nonceHash }: Receipt, isNonceGiven: boolean): string {
  if (nonceHash === undefined) {
    return 'the receipt names no nonce, so the same entry may have been sold to another buyer, too'
  }
  return isNonceGiven
    ? 'the nonce given is the one that the receipt names, so in the list the entry can be its buyer’s alone'
    : 'the receipt names a nonce, a secret number that was made when the entry was bought, which was not given: this does not show whose entry it is'
}

/** Since when a key may be in other hands, or has expired; undefined for a valid one. */
function findEnd({ revokedAt, validUntil }: TrustedKey, now: bigint): bigint | undefined {
  const ends = [revokedAt, validUntil !== undefined && validUntil <= now ? validUntil : undefined]
  return ends.reduce((least, end) =>
    least === undefined || (end !== undefined && end < least) ? end : least,
  )
}

/** The valid tokens over this receipt. */
export function findStampsOf(
  receipt: Envelope,
  timestamps: readonly CheckedTimestamp[],
  engine: Engine,
): readonly Timestamp[] {
  const stamped = encodeLogEntry(receipt)
  return timestamps.filter(
    (one): one is Timestamp =>
      !('why' in one) && equalBytes(hashImprint(one.algorithm, stamped, engine), one.imprint),
  )
}

interface ReceiptSighting {
  readonly at: bigint
  readonly who: string
}

/** Who first saw a receipt, an observer or a time-stamper, and when. */
function findSeen(
  envelope: Envelope,
  { raffle_id }: Receipt,
  key: TrustedKey,
  trust: TrustRoot,
  now: bigint,
  { observations = [], timestamps = [], engine = portable }: ReceiptOptions,
): ReceiptSighting | undefined {
  const seen: ReceiptSighting[] = [...findStampsOf(envelope, timestamps, engine)]
  for (const one of observations) {
    const read = readObserved(one, { payloadType: observationType, parse: parseObservation }, trust, engine)
    if ('why' in read || read.observed.raffle_id !== raffle_id) continue
    const isThere = read.observed.envelopes.some(json => isSame(json, envelope, key, engine))
    if (isThere) seen.push({ at: parseTime(read.observed.observed_at_utc), who: read.observer.name })
  }
  return seen
    .filter(({ at }) => at <= now)
    .reduce<ReceiptSighting | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    )
}

/** Whether somebody saw the same signed receipt; key ids are not signed, so they are ignored. */
function isSame(
  json: EnvelopeJson,
  { payloadType, payload }: Envelope,
  key: TrustedKey,
  engine: Engine,
): boolean {
  try {
    const seen = decodeEnvelope(json)
    const isEqual = seen.payloadType === payloadType && equalBytes(seen.payload, payload)
    return isEqual && verifyEnvelope(seen, key.key, engine)
  } catch (error) {
    if (error instanceof DrawauditError) return false
    throw error
  }
}
