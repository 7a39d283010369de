/**
 * The engine that runs anywhere.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { blake256 } from '@noble/hashes/blake1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { blake3 } from '@noble/hashes/blake3.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256, keccak_512, sha3_256, sha3_512 } from '@noble/hashes/sha3.js'
import { hexDigits } from './encoding.js'
import { unsupportedAlgorithm, type Engine, type HashAlgorithm } from './engine.js'
import { verifyMlDsa44 } from './ml-dsa.js'

/** The part of noble's hashers that chains need. */
interface Hasher {
  readonly outputLen: number
  update(bytes: Uint8Array): unknown
  digestInto(output: Uint8Array): void
  _cloneInto(to?: Hasher): unknown
}

interface NobleHash {
  (bytes: Uint8Array): Uint8Array
  create(): Hasher
}

function blake2bOf(dkLen: number): NobleHash {
  return Object.assign((bytes: Uint8Array) => blake2b(bytes, { dkLen }), {
    create: () => blake2b.create({ dkLen }),
  })
}

const hashes: Readonly<Record<HashAlgorithm, NobleHash>> = {
  sha1,
  sha256,
  sha512,
  'sha3-256': sha3_256,
  'sha3-512': sha3_512,
  'keccak-256': keccak_256,
  'blake2b-256': blake2bOf(32),
  'blake2b-512': blake2bOf(64),
  blake3,
  md5,
  sha224,
  sha384,
  'sha512-256': sha512_256,
  ripemd160,
  'keccak-512': keccak_512,
  'blake-256': blake256,
}

/** Hasher states for reuse: restoring one from a fresh copy takes half the time of creating it. */
interface States {
  readonly fresh: Hasher
  readonly state: Hasher
}

function createStates(hash: NobleHash): States {
  return { fresh: hash.create(), state: hash.create() }
}

const states: Partial<Record<HashAlgorithm, States>> = {}

const ecdsa = { lowS: false, prehash: true, format: 'compact' } as const

/**
 * Pure JavaScript: noble-curves and noble-hashes. Supports every algorithm except RSA, and ML-DSA-44 once it
 * is loaded.
 */
export const portable: Engine = {
  name: 'portable',

  hash(algorithm, bytes) {
    return hashes[algorithm](bytes)
  },

  hashInto(algorithm, bytes, digest) {
    const { fresh, state } = (states[algorithm] ??= createStates(hashes[algorithm]))
    fresh._cloneInto(state)
    state.update(bytes)
    state.digestInto(digest)
  },

  chain(algorithm, from, times, form) {
    const { fresh, state } = createStates(hashes[algorithm])
    const digest = new Uint8Array(fresh.outputLen)
    const digits = new Uint8Array(2 * fresh.outputLen)
    for (let done = 0; done < times; done += 1) {
      fresh._cloneInto(state)
      state.update(done === 0 ? from : form === 'hex' ? hexDigits(digest, 'lower', digits) : digest)
      state.digestInto(digest)
    }
    return digest
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
      case 'ml-dsa-44':
        return verifyMlDsa44(key.bytes, message, signature)
      default:
        throw unsupportedAlgorithm(key.algorithm, 'portable')
    }
  },
}

/**
 * noble checks 8·S·B = 8·(R + k·A), so R may have a component of small order. Without one, and with A of
 * prime order, the 8 cancels and this is the equation that all libraries check.
 */
function isPrimeOrder(encoded: Uint8Array): boolean {
  const point = ed25519.Point.fromBytes(encoded)
  return !point.is0() && point.isTorsionFree()
}
