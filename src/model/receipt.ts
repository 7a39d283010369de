/**
 * Receipts that an operator signs for entrants, and withdrawn receipts (docs/PROTOCOL.md, "Receipts").
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { decodeEnvelope, signEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { concatBytes, encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { Engine, Signer } from '../core/engine.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'
import { describeIdFault, parseEntry, type Entry, type EntryKind } from './entry.js'
import { encodePayload, readPayload } from './payload.js'
import { describeProblems, findProblems } from './schema.js'
import { validateEnvelope } from './validators/envelope.js'
import { validateReceipt } from './validators/receipt.js'

/** `payloadType` of a receipt's envelope. */
export const receiptType = 'application/vnd.drawaudit.receipt.v1+json'

/** Length of an entrant's nonce in bytes; it keeps two entrants from sharing an entry. */
export const nonceLength = 16

/** The payload of a receipt, as schemas/receipt.json defines it. */
export interface Receipt {
  /** Distinguishes it from statements. */
  readonly type: 'receipt'
  /** A UUID in lower case. */
  readonly raffle_id: string
  /** Digest of the commitment's payload. */
  readonly commitment: string
  /** Name of the operator in the trust file. */
  readonly operator: string
  /** Id of the promised entry. */
  readonly entry_id: string
  /** Kind of the promised entry. */
  readonly kind: EntryKind
  /** Hash of the entrant's nonce: 64 lower-case hex digits. Absent if the entry has none. */
  readonly nonce_hash?: string
  /** RFC 3339, whole seconds, `+00:00`; by the operator’s clock. */
  readonly issued_at_utc: string
}

/** A withdrawn receipt. */
export interface Withdrawal {
  /** SHA-256 of the receipt's payload, 32 bytes. */
  readonly digest: Uint8Array
  /** The buyer's nonce, 16 bytes, if the buyer handed it over. */
  readonly nonce?: Uint8Array
}

/** {@link Withdrawal} in a bundle, in hex. */
export type WithdrawalJson = readonly [digest: string, nonce?: string]

/** The payload of a receipt: its RFC 8785 form. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  return encodePayload(receipt)
}

/**
 * Reads the payload of a receipt.
 *
 * @param payload - of an envelope of {@link receiptType}.
 * @throws DrawauditError `receipt-invalid` for a payload that is not JSON, breaks its schema
 * (schemas/receipt.json), names an invalid entry, or is not byte for byte its own RFC 8785 form.
 */
export function parseReceipt(payload: Uint8Array): Receipt {
  const value = readPayload(payload, validateReceipt, invalid)
  const receipt = value as unknown as Receipt
  const fault = describeIdFault(receipt.entry_id)
  if (fault !== undefined) throw invalid(`/entry_id: ${fault}`, '/entry_id')
  return receipt
}

/**
 * Reads a receipt file: one envelope. Nothing in it has been verified.
 *
 * @param value - as from `parseJson`.
 * @throws DrawauditError `receipt-invalid` for anything that is not an envelope.
 */
export function parseReceiptFile(value: unknown): Envelope {
  const problems = findProblems(validateEnvelope, value)
  if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
  return decodeEnvelope(value as EnvelopeJson)
}

/** The receipt in an envelope; the error says why there is none. */
export function readReceipt({ payloadType, payload }: Envelope): Receipt | DrawauditError {
  try {
    if (payloadType === receiptType) return parseReceipt(payload)
    const found = JSON.stringify(payloadType.slice(0, 100))
    return invalid(`expected the payload type ${receiptType}, found ${found}`)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

/** The nonce hash of an entry: lower-case hex of its SHA-256. @param nonce - 16 bytes. */
export function hashNonce(nonce: Uint8Array, engine: Engine = portable): string {
  return encodeHex(engine.hash('sha256', nonce))
}

/**
 * The root over withdrawn receipts for a seal: an RFC 6962 tree.
 *
 * ```
 * leaf data: digest of the receipt's payload, 32 bytes ‖ the buyer's nonce, 16 bytes, or nothing
 * ```
 *
 * @param withdrawn - in ascending order of their digests.
 */
export function hashWithdrawn(withdrawn: readonly Withdrawal[], engine: Engine = portable): Uint8Array {
  const tree = new MerkleTree(engine)
  for (const { digest, nonce = new Uint8Array() } of withdrawn) {
    tree.append(hashLeaf(concatBytes(digest, nonce), engine))
  }
  return tree.root()
}

/** The content of a receipt. */
export interface ReceiptTerms {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** Digest of the commitment's payload: `sha256:` and 64 hex digits. */
  readonly commitment: string
  /** Name of the operator in the trust file. */
  readonly operator: string
  /** The entry promised to take part in the draw. */
  readonly entry: Entry
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly issuedAt: string
}

/**
 * Signs a receipt. It uses no store: the caller makes sure that an id gets only one receipt.
 *
 * @param key - 32 bytes, or a signer: a key for receipts, never one for statements.
 * @throws DrawauditError `receipt-invalid` for terms that no verifier would accept.
 *
 * @example
 * ```js
 * const terms = {
 *   raffleId: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
 *   commitment: `sha256:${'00'.repeat(32)}`,
 *   operator: 'Example Raffles',
 *   entry: { id: 'ticket-7', kind: 'paid' },
 *   issuedAt: '2026-09-01T08:00:00+00:00',
 * }
 * parseReceipt(issueReceipt(terms, new Uint8Array(32)).payload).entry_id // ticket-7
 * ```
 */
export function issueReceipt({ entry, ...terms }: ReceiptTerms, key: Uint8Array | Signer): Envelope {
  return signEnvelope(receiptType, createTermsEncoder(terms)(entry), key)
}

/**
 * Creates payloads of receipts that differ only in their entries.
 *
 * @throws DrawauditError `receipt-invalid` at once for terms, later for an entry, that no verifier would
 * accept.
 */
export function createTermsEncoder({
  raffleId,
  commitment,
  operator,
  issuedAt,
}: Omit<ReceiptTerms, 'entry'>): (entry: Entry) => Uint8Array {
  // The RFC 8785 form, with the common part built only once, since it takes most of the time.
  const head = `{"commitment":${canonicalize(commitment)},"entry_id":`
  const middle = `,"issued_at_utc":${canonicalize(issuedAt)},"kind":`
  const tail = `,"operator":${canonicalize(operator)},"raffle_id":${canonicalize(raffleId)},"type":"receipt"}`
  const encode = ({ id, kind, nonceHash }: Entry): Uint8Array => {
    const nonce = nonceHash === undefined ? '' : `,"nonce_hash":"${nonceHash}"`
    return encodeUtf8(`${head}${canonicalize(id)}${middle}"${kind}"${nonce}${tail}`)
  }
  parseReceipt(encode({ id: '1', kind: 'paid', nonceHash: '0'.repeat(64) }))
  return entry => {
    const { id, kind, nonceHash } = entry
    const read = parseEntry([id, kind, ...(nonceHash === undefined ? [] : [nonceHash])])
    if ('problem' in read) throw invalid(read.problem)
    return encode(read)
  }
}

function invalid(message: string, pointer?: string, cause?: unknown): DrawauditError {
  return new DrawauditError('receipt-invalid', `not a receipt: ${message}`, {
    hint: 'drawaudit receipt issue makes them; docs/PROTOCOL.md has their form',
    ...(pointer !== undefined && { where: { pointer } }),
    cause,
  })
}
