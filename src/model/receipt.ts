/**
 * What an operator signs for whoever entered a raffle, and receipts that were taken back (docs/PROTOCOL.md,
 * "Receipts").
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { equalBytes } from '../core/digest.js'
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

/** Bytes of what an entrant draws, so that no other entrant shares its entry. */
export const nonceLength = 16

/** A receipt as it stands in the payload: its form is that of schemas/receipt.json. */
export interface Receipt {
  readonly type: 'receipt'
  readonly raffle_id: string
  /** Digest of the commitment's payload. */
  readonly commitment: string
  readonly operator: string
  readonly entry_id: string
  readonly kind: EntryKind
  /** Of the entrant's nonce: 64 lower-case hex digits. Absent where the entry has none. */
  readonly nonce_hash?: string
  readonly issued_at_utc: string
}

/** A receipt that was taken back. */
export interface Withdrawal {
  /** SHA-256 of the receipt's payload, 32 bytes. */
  readonly digest: Uint8Array
  /** What its buyer had drawn, 16 bytes, where the buyer handed it over. */
  readonly nonce?: Uint8Array
}

/** {@link Withdrawal} as it stands in a bundle, in hex. */
export type WithdrawalJson = readonly [digest: string, nonce?: string]

/** The payload of a receipt: its RFC 8785 form. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  return encodePayload(receipt)
}

/**
 * Reads the payload of a receipt.
 *
 * @throws DrawauditError `receipt-invalid` for a payload that is not JSON, breaks its schema (schemas/receipt.json),
 * names an entry that cannot be one, or is not byte for byte its own RFC 8785 form.
 */
export function parseReceipt(payload: Uint8Array): Receipt {
  const value = readPayload(payload, validateReceipt, invalid)
  const receipt = value as unknown as Receipt
  const fault = describeIdFault(receipt.entry_id)
  if (fault !== undefined) throw invalid(`/entry_id: ${fault}`, '/entry_id')
  if (!equalBytes(encodeReceipt(receipt), payload)) throw invalid('the payload is not in its RFC 8785 form')
  return receipt
}

/**
 * Reads the file of a receipt: one envelope. Nothing in it has been verified.
 *
 * @param value - as `parseJson` reads it.
 * @throws DrawauditError `receipt-invalid` for anything that is no envelope.
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

/** What an entry carries of a nonce: lower-case hex of its SHA-256. @param nonce - 16 bytes. */
export function hashNonce(nonce: Uint8Array, engine: Engine = portable): string {
  return encodeHex(engine.hash('sha256', nonce))
}

/**
 * The root over receipts that were taken back, as a seal has it: the tree of RFC 6962.
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

/** What a receipt is made of. */
export interface ReceiptTerms {
  readonly raffleId: string
  /** Digest of the commitment's payload: `sha256:` and 64 hex digits. */
  readonly commitment: string
  readonly operator: string
  readonly entry: Entry
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly issuedAt: string
}

/**
 * Signs a receipt. It touches no store: whoever calls it sees to it that an id gets one receipt, and no other.
 *
 * @param key - 32 bytes, or who signs with them: of a key for receipts, never one that signs statements.
 * @throws DrawauditError `receipt-invalid` for terms of which no verifier would take a receipt.
 */
export function issueReceipt({ entry, ...terms }: ReceiptTerms, key: Uint8Array | Signer): Envelope {
  return signEnvelope(receiptType, createTermsEncoder(terms)(entry), key)
}

/**
 * Makes payloads of receipts that have all but their entries in common.
 *
 * @throws DrawauditError `receipt-invalid` for terms, at once, and for an entry, when it comes, of which no verifier
 * would take a receipt.
 */
export function createTermsEncoder({
  raffleId,
  commitment,
  operator,
  issuedAt,
}: Omit<ReceiptTerms, 'entry'>): (entry: Entry) => Uint8Array {
  // The RFC 8785 form, but written once for what they have in common: that takes most of the time.
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
