/**
 * The engine that runs anywhere.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Engine, HashAlgorithm } from './engine.js'

const hashes: Record<HashAlgorithm, (bytes: Uint8Array) => Uint8Array> = { sha256, md5 }

const ecdsa = { lowS: false, prehash: true, format: 'compact' } as const

/** Pure JavaScript: noble-curves and noble-hashes. */
export const portable: Engine = {
  name: 'portable',

  hash(algorithm, bytes) {
    return hashes[algorithm](bytes)
  },

  verify(key, message, signature) {
    switch (key.algorithm) {
      case 'ed25519':
        return (
          ed25519.verify(signature, message, key.bytes, { zip215: false }) &&
          isPrimeOrder(signature.subarray(0, 32))
        )
      case 'ecdsa-p256-sha256':
        return p256.verify(signature, message, key.bytes, ecdsa)
      case 'ecdsa-secp256k1-sha256':
        return secp256k1.verify(signature, message, key.bytes, ecdsa)
      case 'bip340':
        return schnorr.verify(signature, message, key.bytes)
    }
  },
}

/**
 * noble checks 8·S·B = 8·(R + k·A), which lets R carry a component of small order. Without one, and with A of prime
 * order, the 8 cancels and this is the equation that everyone else checks.
 */
function isPrimeOrder(encoded: Uint8Array): boolean {
  const point = ed25519.Point.fromBytes(encoded)
  return !point.is0() && point.isTorsionFree()
}
