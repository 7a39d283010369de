/**
 * The engine of Node.
 *
 * @packageDocumentation
 */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import { concatBytes, decodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { PublicKey, SignatureAlgorithm } from '../core/key.js'
import { portable } from '../core/portable.js'

/** OpenSSL, through node:crypto. BIP-340, which it does not know, goes to the portable engine. */
export const native: Engine = {
  name: 'native',

  hash(algorithm, bytes) {
    // Twice as fast as asking for a buffer, which lists of millions feel.
    const text = hash(algorithm, bytes, 'binary')
    const digest = new Uint8Array(text.length)
    for (let index = 0; index < text.length; index += 1) digest[index] = text.charCodeAt(index)
    return digest
  },

  verify(key, message, signature) {
    switch (key.algorithm) {
      case 'ed25519':
        return (
          !isIdentity(signature.subarray(0, 32)) &&
          verify(null, message, keyObject(key, key.algorithm), signature)
        )
      case 'ecdsa-p256-sha256':
      case 'ecdsa-secp256k1-sha256':
        return verify(
          'sha256',
          message,
          { key: keyObject(key, key.algorithm), dsaEncoding: 'ieee-p1363' },
          signature,
        )
      case 'bip340':
        return portable.verify(key, message, signature)
    }
  },
}

/**
 * Why refusing this one R makes OpenSSL accept what the portable engine accepts, no more and no less: OpenSSL
 * refuses S ≥ L, computes S·B − k·A, encodes it and compares bytes with R. B is of prime order and so is A, which the
 * key has shown; so the result is of prime order or the identity, and R is its canonical encoding.
 */
function isIdentity(encoded: Uint8Array): boolean {
  return encoded.every((byte, index) => byte === (index === 0 ? 1 : 0))
}

/** AlgorithmIdentifier of SubjectPublicKeyInfo: RFC 8410 section 3, RFC 5480 section 2.1.1. */
const identifiers: Record<Exclude<SignatureAlgorithm, 'bip340'>, Uint8Array> = {
  ed25519: decodeHex('300506032b6570'),
  'ecdsa-p256-sha256': decodeHex('301306072a8648ce3d020106082a8648ce3d030107'),
  'ecdsa-secp256k1-sha256': decodeHex('301006072a8648ce3d020106052b8104000a'),
}

const keyObjects = new WeakMap<PublicKey, KeyObject>()

function keyObject(key: PublicKey, algorithm: keyof typeof identifiers): KeyObject {
  let object = keyObjects.get(key)
  if (object === undefined) {
    const spki = encodeSpki(identifiers[algorithm], key.bytes)
    object = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    keyObjects.set(key, object)
  }
  return object
}

/**
 * SubjectPublicKeyInfo, RFC 5280 section 4.1.
 *
 * ```
 * 30 length   AlgorithmIdentifier   03 length 00 key
 * ```
 */
function encodeSpki(identifier: Uint8Array, key: Uint8Array): Uint8Array {
  const bits = concatBytes(Uint8Array.of(0x03, key.length + 1, 0), key)
  return concatBytes(Uint8Array.of(0x30, identifier.length + bits.length), identifier, bits)
}
