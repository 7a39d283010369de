/** A prover for tests: it takes what an honest one derives, so that it can also be a dishonest one. */
import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { bytesToNumberBE, bytesToNumberLE, numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../../../src/core/encoding.js'
import type { EcvrfSuite } from '../../../src/core/vrf/suites.js'

/** The suites of RFC 9381 have their octets in this order. */
const suites: readonly EcvrfSuite[] = [
  'ecvrf-p256-sha256-tai',
  'ecvrf-p256-sha256-sswu',
  'ecvrf-edwards25519-sha512-tai',
  'ecvrf-edwards25519-sha512-ell2',
]

const isP256 = (suite: EcvrfSuite): boolean => suite.includes('p256')

/** x of section 5. */
export function deriveScalar(suite: EcvrfSuite, secretKey: Uint8Array): bigint {
  return isP256(suite) ? bytesToNumberBE(secretKey) : ed25519.utils.getExtendedPublicKey(secretKey).scalar
}

/** k of sections 5.4.2.1, which is RFC 6979 section 3.2, and 5.4.2.2. */
export function deriveNonce(suite: EcvrfSuite, secretKey: Uint8Array, h: Uint8Array): bigint {
  if (!isP256(suite)) {
    const digest = sha512(concatBytes(sha512(secretKey).subarray(32), h))
    return ed25519.Point.Fn.create(bytesToNumberLE(digest))
  }
  const { Fn } = p256.Point
  const seed = concatBytes(secretKey, numberToBytesBE(Fn.create(bytesToNumberBE(sha256(h))), 32))
  let [key, value]: [Uint8Array, Uint8Array] = [new Uint8Array(32), new Uint8Array(32).fill(1)]
  for (const round of [0, 1]) {
    key = hmac(sha256, key, concatBytes(value, Uint8Array.of(round), seed))
    value = hmac(sha256, key, value)
  }
  value = hmac(sha256, key, value)
  // Of 2^32 keys one begins anew here; none of the tests has it.
  return Fn.fromBytes(value)
}

/** What a proof is made of; without the last two, an honest one. */
export interface Ingredients {
  readonly x: bigint
  readonly k: bigint
  /** Encoded H. */
  readonly h: Uint8Array
  readonly gammaPlus?: EdwardsPoint
  /** In the challenge, in place of the public key. */
  readonly challengeKey?: Uint8Array
}

/** ECVRF_prove, section 5.1, from step 3 on. */
export function prove(suite: EcvrfSuite, ingredients: Ingredients): Uint8Array {
  const { x, k, h, gammaPlus, challengeKey } = ingredients
  const octet = suites.indexOf(suite) + 1
  const challenge = (hash: (bytes: Uint8Array) => Uint8Array, ...points: Uint8Array[]): Uint8Array => {
    const [key, ...rest] = points
    const parts = [challengeKey ?? key ?? h, ...rest]
    return hash(concatBytes(Uint8Array.of(octet, 2), ...parts, Uint8Array.of(0))).subarray(0, 16)
  }
  if (isP256(suite)) {
    const { BASE, Fn } = p256.Point
    const encode = (point: typeof BASE): Uint8Array => (point.is0() ? Uint8Array.of(0) : point.toBytes())
    const H = p256.Point.fromBytes(h)
    const gamma = encode(H.multiply(x))
    const [u, v] = [encode(BASE.multiplyUnsafe(k)), encode(H.multiplyUnsafe(k))]
    const c = challenge(sha256, encode(BASE.multiply(x)), h, gamma, u, v)
    return concatBytes(gamma, c, numberToBytesBE(Fn.create(k + bytesToNumberBE(c) * x), 32))
  }
  const { BASE, Fn } = ed25519.Point
  const H = ed25519.Point.fromBytes(h)
  const scalar = Fn.create(x)
  const product = H.multiply(scalar)
  const gamma = (gammaPlus ? product.add(gammaPlus) : product).toBytes()
  const [u, v] = [BASE.multiplyUnsafe(k).toBytes(), H.multiplyUnsafe(k).toBytes()]
  const c = challenge(sha512, BASE.multiply(scalar).toBytes(), h, gamma, u, v)
  return concatBytes(gamma, c, numberToBytesLE(Fn.create(k + bytesToNumberLE(c) * x), 32))
}
