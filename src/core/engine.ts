/**
 * What hashes and verifies. Two engines stand behind this: `portable`, which runs anywhere, and `native`, which
 * is OpenSSL. They accept exactly the same inputs, so either may check the other.
 *
 * @packageDocumentation
 */
import type { PublicKey } from './key.js'

/** Every hash that an engine computes. MD5 is here for draws that were made with it, never for ours. */
export type HashAlgorithm = 'sha256' | 'md5'

/** See {@link verifySignature} for which signatures are accepted: this is the part below the encodings. */
export interface Engine {
  /** For messages: `portable`, `native`. */
  readonly name: string

  /** The digest of `bytes`. */
  hash(algorithm: HashAlgorithm, bytes: Uint8Array): Uint8Array

  /**
   * `signature` is of `key` over `message`.
   *
   * @param signature - exactly 64 bytes: R‖S for Ed25519, r‖s for ECDSA, BIP-340's own. Any s from 1 to n − 1
   * passes here; low s is not the engine's affair.
   */
  verify(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean
}
