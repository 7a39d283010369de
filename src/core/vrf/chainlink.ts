/**
 * Chainlink VRF, versions 1, 2 and 2.5: one verifiable random function on secp256k1 with Keccak-256, specified by its
 * contract, contracts/src/v0.8/vrf/VRF.sol of smartcontractkit/chainlink. What coordinators add is how a request leads
 * to a seed.
 *
 * @packageDocumentation
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { abytes } from '@noble/hashes/utils.js'
import { equalBytes } from '../digest.js'
import { concatBytes } from '../encoding.js'
import type { VrfResult } from './fault.js'

const { Point } = secp256k1
type Point = InstanceType<typeof Point>

/** In bytes: a number of the Ethereum ABI. */
const wordLength = 32

/** The ABI's encoding of numbers, and of shorter values with zeros in front. */
function words(...values: readonly (Uint8Array | bigint)[]): Uint8Array {
  return concatBytes(
    ...values.map(value => {
      if (typeof value === 'bigint') return numberToBytesBE(value, wordLength)
      const wide = new Uint8Array(Math.ceil(value.length / wordLength) * wordLength)
      wide.set(value, wide.length - value.length)
      return wide
    }),
  )
}

/** What a proof is of: the output of `publicKey`'s function for `seed`. */
export interface ChainlinkVrfStatement {
  /** 64 bytes: x ‖ y. */
  readonly publicKey: Uint8Array
  /** 32 bytes, as {@link chainlinkSeed} makes it of the request and its block; not what the contract calls `seed`. */
  readonly seed: Uint8Array
  /** 128 bytes: gamma (x ‖ y) ‖ c ‖ s. */
  readonly proof: Uint8Array
}

/**
 * Verifies a proof as `VRF.sol` does, and gives its output: the 32 bytes that the coordinators publish as `output` (1)
 * or `outputSeed` (2 and 2.5), from which {@link chainlinkRandomWords} come.
 *
 * `proof-scalar` is also said of s = 0. The contract takes s up to 2^256, with the same output; the node makes none
 * that is not below the order.
 *
 * @throws TypeError unless all three are Uint8Arrays; RangeError unless `seed` has 32 bytes.
 */
export function verifyChainlinkVrf({ publicKey, seed, proof }: ChainlinkVrfStatement): VrfResult {
  abytes(publicKey, undefined, 'publicKey')
  abytes(seed, wordLength, 'seed')
  abytes(proof, undefined, 'proof')
  const key = decodePoint(publicKey)
  if (!key) return { fault: 'public-key' }
  if (proof.length !== 4 * wordLength) return { fault: 'proof-length' }
  const gammaBytes = proof.subarray(0, 64)
  const gamma = decodePoint(gammaBytes)
  if (!gamma) return { fault: 'proof-point' }
  const challenge = proof.subarray(64, 96)
  const s = bytesToNumberBE(proof.subarray(96))
  if (s === 0n || s >= Point.Fn.ORDER) return { fault: 'proof-scalar' }
  // A hash: it need not be below the order.
  const c = Point.Fn.create(bytesToNumberBE(challenge))
  const h = hashToCurve(publicKey, seed)
  const u = Point.BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(c))
  const v = h.multiplyUnsafe(s).add(gamma.multiplyUnsafe(c))
  // Neither has coordinates, and the contract takes neither.
  if (u.is0() || v.is0()) return { fault: 'proof' }
  const address = keccak_256(encodePoint(u)).subarray(-20)
  const points = [encodePoint(h), publicKey, gammaBytes, encodePoint(v)]
  const expected = keccak_256(concatBytes(words(2n), ...points, address))
  if (!equalBytes(expected, challenge)) return { fault: 'proof' }
  return { output: keccak_256(words(3n, gammaBytes)) }
}

/** A point from x ‖ y, each below the prime of the field; the point at infinity has none. */
function decodePoint(bytes: Uint8Array): Point | undefined {
  if (bytes.length !== 2 * wordLength) return undefined
  try {
    return Point.fromBytes(concatBytes(Uint8Array.of(4), bytes))
  } catch {
    return undefined
  }
}

function encodePoint(point: Point): Uint8Array {
  return point.toBytes(false).subarray(1)
}

/** `_hashToCurve`: the first of a chain of hashes that is the x of a point, and its even y. */
function hashToCurve(publicKey: Uint8Array, seed: Uint8Array): Point {
  let x = keccak_256(words(1n, publicKey, seed))
  for (;;) {
    // Each hash is one with a chance of a half.
    try {
      return Point.fromBytes(concatBytes(Uint8Array.of(2), x))
    } catch {
      x = keccak_256(x)
    }
  }
}

/** What the contract's `Proof` says, without the witnesses: they spare it work and bear on nothing. */
export interface ChainlinkProof {
  /** As in {@link ChainlinkVrfStatement}. */
  readonly publicKey: Uint8Array
  /** As in {@link ChainlinkVrfStatement}. */
  readonly proof: Uint8Array
  /** 32 bytes. What the contract calls `seed`; the function was asked for {@link chainlinkSeed} of it. */
  readonly preSeed: Uint8Array
}

/**
 * Reads the 13 words of a `Proof` as a fulfilment has them in its call data: pk (2), gamma (2), c, s, seed, uWitness,
 * cGammaWitness (2), sHashWitness (2) and zInv. In version 1 the number of the block follows; leave it out.
 *
 * @returns undefined unless there are 416 bytes.
 * @throws TypeError unless `bytes` is a Uint8Array.
 */
export function parseChainlinkProof(bytes: Uint8Array): ChainlinkProof | undefined {
  abytes(bytes, undefined, 'bytes')
  if (bytes.length !== 13 * wordLength) return undefined
  return {
    publicKey: bytes.slice(0, 64),
    proof: bytes.slice(64, 192),
    preSeed: bytes.slice(192, 224),
  }
}

/** By what a request names the key: Keccak-256 of its 64 bytes. */
export function chainlinkKeyHash(publicKey: Uint8Array): Uint8Array {
  return keccak_256(abytes(publicKey, 64, 'publicKey'))
}

/** A request as its coordinator counted it. */
export interface ChainlinkRequest {
  /** 32 bytes: {@link chainlinkKeyHash}. */
  readonly keyHash: Uint8Array
  /** 20 bytes: the contract that asked. */
  readonly sender: Uint8Array
  /** Version 1: the seed that it gave. Versions 2 and 2.5: the number of its subscription. Below 2^256. */
  readonly subject: bigint
  /** How many requests it had made. */
  readonly nonce: bigint
}

/**
 * The seed that a coordinator gives out with a request, 32 bytes, before its block has a hash. `version` is 1 or 2;
 * version 2.5 is made as 2 is.
 */
export function chainlinkPreSeed(version: 1 | 2, request: ChainlinkRequest): Uint8Array {
  const keyHash = abytes(request.keyHash, wordLength, 'keyHash')
  const sender = abytes(request.sender, 20, 'sender')
  const { subject, nonce } = request
  return keccak_256(
    version === 1 ? words(keyHash, subject, sender, nonce) : words(keyHash, sender, subject, nonce),
  )
}

/** The number of a request in events, as 32 bytes. */
export function chainlinkRequestId(keyHash: Uint8Array, preSeed: Uint8Array): Uint8Array {
  return hashPair(abytes(keyHash, wordLength, 'keyHash'), abytes(preSeed, wordLength, 'preSeed'))
}

/** What the function is asked for: the request's seed and the hash of the block that it is in, 32 bytes each. */
export function chainlinkSeed(preSeed: Uint8Array, blockHash: Uint8Array): Uint8Array {
  return hashPair(abytes(preSeed, wordLength, 'preSeed'), abytes(blockHash, wordLength, 'blockHash'))
}

/** The `count` numbers of 32 bytes that versions 2 and 2.5 hand to the contract that asked. */
export function chainlinkRandomWords(output: Uint8Array, count: number): readonly Uint8Array[] {
  abytes(output, wordLength, 'output')
  return Array.from({ length: count }, (_, index) => hashPair(output, words(BigInt(index))))
}

function hashPair(first: Uint8Array, second: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(first, second))
}
