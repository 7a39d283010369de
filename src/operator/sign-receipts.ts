/**
 * Signs receipts in bulk.
 *
 * @packageDocumentation
 */
import { formatSha256, equalBytes } from '../core/digest.js'
import { createSigner, encodePae } from '../core/dsse.js'
import type { Engine, Signer } from '../core/engine.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError } from '../errors.js'
import type { Entry } from '../model/entry.js'
import { createTermsEncoder, receiptType } from '../model/receipt.js'
import {
  signingKeyPlace,
  type CeremonyReader,
  type ReceiptRow,
  type SigningKeyRow,
} from '../store/ceremonies.js'
import { findSigningKey, formatSeconds, readSeconds, secondsOf, type Desk } from './desk.js'
import { refuseOutdated, type SecretBox } from './secrets.js'
import type { CeremonyChain } from './steps.js'

/** Signs the receipts of entries. */
export type SignReceipts = (entries: readonly Entry[]) => Promise<readonly ReceiptRow[]>

/**
 * A signer for receipts of a raffle.
 *
 * @throws DrawauditError `signing-key` without a key for receipts, `secret-locked`, `store-damaged`.
 */
export async function createReceiptSigner(
  desk: Desk,
  ceremonies: CeremonyReader,
  raffleId: string,
  { ceremony, commitment }: CeremonyChain,
  secrets: SecretBox,
): Promise<SignReceipts> {
  await refuseOutdated(secrets, ceremonies)
  const { operator } = commitment
  // No receipt is dated before the commitment that it names, whatever the clock says.
  const now = Math.max(secondsOf(desk.now()), readSeconds(commitment.issued_at_utc))
  const key = await findSigningKey(ceremonies, operator, now, 'receipts')
  const signer = openSigner(key, secrets, desk.engine)
  const issuedAt = formatSeconds(now)
  const digest = formatSha256(sha256(ceremony.statements[0]?.payload ?? new Uint8Array()))
  const encode = createTermsEncoder({ raffleId, commitment: digest, operator, issuedAt })
  return async entries => {
    const payloads = entries.map(encode)
    // Each is signed once: a memory fault reveals a key only to someone with two signatures of the same
    // bytes.
    const messages = payloads.map(payload => encodePae(receiptType, payload))
    const signatures = await (signer.signAll?.(messages) ?? messages.map(signer.sign))
    return entries.map(({ id }, index) => ({
      entryId: id,
      issuedAt,
      payload: payloads[index] ?? new Uint8Array(),
      keyId: key.keyId,
      signature: signatures[index] ?? new Uint8Array(),
    }))
  }
}

/** Opened keys, by secret box and id: opening one takes a millisecond. */
const opened = new WeakMap<SecretBox, Map<string, Signer>>()

function openSigner(key: SigningKeyRow, secrets: SecretBox, engine: Engine): Signer {
  const { keyId, publicKey, secret } = key
  const known = opened.get(secrets) ?? new Map<string, Signer>()
  opened.set(secrets, known)
  const before = known.get(keyId)
  if (before !== undefined) return before
  const bytes = secrets.decrypt(secret, signingKeyPlace(key))
  const signer = engine.signer?.(bytes) ?? createSigner(bytes)
  if (!equalBytes(signer.publicKey, publicKey)) {
    throw new DrawauditError('store-damaged', 'the public key is not that of the secret one', {
      hint: 'restore a backup: drawaudit store restore',
    })
  }
  known.set(keyId, signer)
  return signer
}
