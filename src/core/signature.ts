/**
 * Signatures of other parties, verified by rules that every library agrees on.
 *
 * @packageDocumentation
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { abytes } from '@noble/hashes/utils.js'
import { DrawauditError } from '../errors.js'
import { equalBytes, parseSha256 } from './digest.js'
import { concatBytes } from './encoding.js'
import type { Engine } from './engine.js'
import type { PublicKey } from './key.js'
import { mlDsa44SignatureLength } from './ml-dsa.js'
import { portable } from './portable.js'
import { isRsa, parseRsaKey } from './rsa.js'
import { isVrfSuite } from './vrf/suites.js'

export {
  keyAlgorithms,
  parsePublicKey,
  signatureAlgorithms,
  type KeyAlgorithm,
  type PublicKey,
  type SignatureAlgorithm,
  type SignatureForm,
} from './key.js'

/** A function, because not every program loads this curve. */
const isLow = (s: Uint8Array): boolean => bytesToNumberBE(s) <= secp256k1.Point.Fn.ORDER / 2n

/**
 * Whether `signature` is by `key` over `message`. A malformed signature is evidence, and gives false.
 *
 * - `ed25519`: RFC 8032 section 5.1.7, 64 bytes R‖S. Accepts what every library accepts: R canonical and of
 *   prime order, S below the order, and A of prime order, as the key guarantees.
 * - `ecdsa-p256-sha256`, `ecdsa-secp256k1-sha256`: SEC 1 section 4.1.4 over SHA-256 of the message, in the
 *   encoding that the key declares. DER is strict (X.690 section 8.3 and 10.1). P-256 accepts any s;
 *   secp256k1 as declared. If both s and n − s are accepted, a signature has a twin: never compare signatures
 *   by their bytes.
 * - `bip340`: BIP-340, 64 bytes; s = 0, which cannot occur in practice, is refused.
 * - `rsa-pkcs1-…`: RSASSA-PKCS1-v1_5, RFC 8017 section 8.2.2: as long as the modulus and below it, the
 *   padding rebuilt and compared. `rsa-pss-…`: RSASSA-PSS, section 8.1.2, MGF1 with the same hash and a salt
 *   as long as the digest. Not supported by the portable engine.
 * - `ml-dsa-44`: FIPS 204 algorithm 3 with an empty context, 2420 bytes. The portable engine supports it
 *   once loaded.
 *
 * @param message - the signed bytes.
 * @param signature - bytes, in the form declared with the key.
 * @throws TypeError for a message or signature that is not a Uint8Array; DrawauditError `algorithm-unsupported` when
 * the engine cannot verify signatures of this algorithm, `algorithm-unknown` for a key of a verifiable random function,
 * which signs nothing.
 *
 * @example
 * ```js
 * // RFC 8032, section 7.1, test 1: an empty message.
 * const key = parsePublicKey('ed25519', decodeHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
 * const signature = decodeHex(
 *   'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
 *     '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
 * )
 * verifySignature(key, new Uint8Array(0), signature) // true
 * ```
 */
export function verifySignature(
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  engine: Engine = portable,
): boolean {
  // A hex string has a length too, and must not count as a bad signature.
  abytes(message, undefined, 'message')
  abytes(signature, undefined, 'signature')
  if (isVrfSuite(key.algorithm)) {
    throw new DrawauditError('algorithm-unknown', `a key of ${key.algorithm} makes proofs, and no signatures`)
  }
  if (isRsa(key.algorithm)) {
    const { modulus } = parseRsaKey(key.bytes)
    return isBelow(signature, modulus) && engine.verify(key, message, signature)
  }
  if (key.algorithm === 'ml-dsa-44') {
    return signature.length === mlDsa44SignatureLength && engine.verify(key, message, signature)
  }
  const fixed = key.form.encoding === 'der' ? decodeDer(signature) : signature
  if (fixed?.length !== 64) return false
  if (key.form.lowS === true && !isLow(fixed.subarray(32))) return false
  return engine.verify(key, message, fixed)
}

/** Compares big-endian numbers of the same length. */
function isBelow(bytes: Uint8Array, bound: Uint8Array): boolean {
  return bytes.length === bound.length && bytesToNumberBE(bytes) < bytesToNumberBE(bound)
}

/**
 * Whether `seedHash`, published before the draw, is the SHA-256 of `seed`.
 *
 * @param seed - the revealed seed.
 * @param seedHash - the digest published beforehand.
 * @throws DrawauditError as {@link parseSha256} does if `seedHash` is not a SHA-256 hash.
 *
 * @example
 * ```js
 * verifySeedHash(new Uint8Array(32), '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925') // true
 * ```
 */
export function verifySeedHash(seed: Uint8Array, seedHash: string, engine: Engine = portable): boolean {
  return equalBytes(engine.hash('sha256', seed), parseSha256(seedHash))
}

/**
 * Reads an ECDSA signature, two integers below 2^256, and writes it as r‖s of 32 bytes each.
 *
 * ```
 * 30 length   02 length r   02 length s
 * ```
 *
 * @returns undefined unless this is canonical DER. All lengths are below 128: one byte each.
 */
function decodeDer(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const r = readInteger(der.subarray(2))
  if (r === undefined) return undefined
  const s = readInteger(der.subarray(4 + r.length))
  if (s === undefined || 6 + r.length + s.length !== der.length) return undefined
  return concatBytes(widen(r), widen(s))
}

/** Content of the INTEGER that `der` begins with; undefined if it is negative, not minimal or too big. */
function readInteger(der: Uint8Array): Uint8Array | undefined {
  const [tag, length = 0, first = 0, second = 0] = der
  if (tag !== 0x02 || length === 0 || length > 33 || der.length < 2 + length) return undefined
  if (first >= 0x80) return undefined
  if (length > 1 && first === 0 && second < 0x80) return undefined
  if (length === 33 && first !== 0) return undefined
  return der.subarray(2, 2 + length)
}

/** The integer in 32 bytes: sign byte dropped, left-padded with zeros. */
function widen(integer: Uint8Array): Uint8Array {
  const wide = new Uint8Array(32)
  const digits = integer.subarray(-32)
  wide.set(digits, 32 - digits.length)
  return wide
}
