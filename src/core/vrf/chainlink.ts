/**
 * Chainlink VRF, versions 1, 2 and 2.5: a verifiable random function on secp256k1 with Keccak-256, defined by
 * its contract, contracts/src/v0.8/vrf/VRF.sol of smartcontractkit/chainlink.
 *
 * @packageDocumentation
 */
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { abytes } from '@noble/hashes/utils.js'
import { equalBytes } from '../digest.js'
import { concatBytes } from '../encoding.js'
import type { VrfResult } from './fault.js'

const { Point } = secp256k1
type Point = InstanceType<typeof Point>

/** Size of a number in the Ethereum ABI, in bytes. */
const wordLength = 32

/** Domain separation: the prefix of each kind of hash. */
const tag = (number: bigint): Uint8Array => numberToBytesBE(number, wordLength)

/** The statement of a proof: the output of `publicKey`'s function for `seed`. */
export interface ChainlinkVrfStatement {
  /** 64 bytes: x ‖ y. */
  readonly publicKey: Uint8Array
  /** 32 bytes: Keccak-256 of what the contract calls `seed` and the hash of the request’s block. */
  readonly seed: Uint8Array
  /** 128 bytes: gamma (x ‖ y) ‖ c ‖ s. */
  readonly proof: Uint8Array
}

/**
 * Verifies a proof as `VRF.sol` does, and returns its output: the 32 bytes that coordinators publish as
 * `output` (1) or `outputSeed` (2 and 2.5), from which the delivered numbers are made.
 *
 * `proof-scalar` also covers s = 0. The contract accepts s up to 2^256, with the same output; the node only
 * makes s below the order.
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
  // A hash, so possibly not below the order.
  const c = Point.Fn.create(bytesToNumberBE(challenge))
  const h = hashToCurve(publicKey, seed)
  const u = Point.BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(c))
  const v = mulAddUnsafe(Point, [h, gamma], [s, c])
  // The point at infinity has no coordinates, and the contract refuses it.
  if (u.is0() || v.is0()) return { fault: 'proof' }
  const address = keccak_256(encodePoint(u)).subarray(-20)
  const points = [encodePoint(h), publicKey, gammaBytes, encodePoint(v)]
  const expected = keccak_256(concatBytes(tag(2n), ...points, address))
  if (!equalBytes(expected, challenge)) return { fault: 'proof' }
  return { output: keccak_256(concatBytes(tag(3n), gammaBytes)) }
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

/** `_hashToCurve`: the first in a chain of hashes that is the x of a point, with its even y. */
function hashToCurve(publicKey: Uint8Array, seed: Uint8Array): Point {
  let x = keccak_256(concatBytes(tag(1n), publicKey, seed))
  for (;;) {
    // Each hash is one with probability 1/2.
    try {
      return Point.fromBytes(concatBytes(Uint8Array.of(2), x))
    } catch {
      x = keccak_256(x)
    }
  }
}
