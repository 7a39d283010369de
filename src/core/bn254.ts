/**
 * BLS signatures on G1 of BN254, the curve of EIP-196 and EIP-197, as drand's evmnet makes them for Ethereum
 * contracts.
 *
 * The curve gives about 100 bits of security (Barbulescu and Duquesne 2017), BLS12-381 about 120.
 *
 * @packageDocumentation
 */
import { createHasher } from '@noble/curves/abstract/hash-to-curve.js'
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js'
import { bn254 } from '@noble/curves/bn254.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createScheme, type NobleGroups } from './bls-scheme.js'
import { decodeHex } from './encoding.js'

const { Fp, Fp2, Fp12 } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point

type G1Point = InstanceType<typeof G1>
type G2Point = InstanceType<typeof G2>
type Fp2Value = ReturnType<G2Point['toAffine']>['x']

/** Bytes of a coordinate. */
const size = 32

/** The domain separation tag with which drand hashes to G1. */
const domain = 'BLS_SIG_BN254G1_XMD:KECCAK-256_SVDW_RO_NUL_'

/** x³ + 3 */
const curve = (x: bigint): bigint => Fp.add(Fp.mul(Fp.sqr(x), x), 3n)
const isOdd = (value: bigint): boolean => (value & 1n) === 1n

/** The constants of RFC 9380 section 6.6.1 for Z = 1, where A is 0: g(Z) = 4, 3Z² + 4A = 3. */
const c1 = curve(1n)
const c2 = Fp.div(Fp.neg(1n), 2n)
const c4 = Fp.div(Fp.neg(Fp.mul(4n, c1)), 3n)
let c3: bigint | undefined

/** The square root whose parity is 0. */
function findC3(): bigint {
  const root = Fp.sqrt(Fp.neg(Fp.mul(c1, 3n)))
  return isOdd(root) ? Fp.neg(root) : root
}

/** The Shallue–van de Woestijne method, as RFC 9380 appendix F.1 computes it. */
export function mapToG1(u: bigint): { readonly x: bigint; readonly y: bigint } {
  c3 ??= findC3()
  const square = Fp.mul(Fp.sqr(u), c1)
  const plus = Fp.add(1n, square)
  const minus = Fp.sub(1n, square)
  const product = Fp.mul(plus, minus)
  const inverse = Fp.is0(product) ? 0n : Fp.inv(product)
  const shift = Fp.mul(Fp.mul(Fp.mul(u, minus), inverse), c3)
  const third = Fp.add(1n, Fp.mul(c4, Fp.sqr(Fp.mul(Fp.sqr(plus), inverse))))
  for (const x of [Fp.sub(c2, shift), Fp.add(c2, shift), third]) {
    const y = findRoot(curve(x))
    if (y !== undefined) return { x, y: isOdd(u) === isOdd(y) ? y : Fp.neg(y) }
  }
  throw new Error('one of the three is on the curve, whatever is mapped')
}

/** Square root; p is 3 modulo 4. */
function findRoot(square: bigint): bigint | undefined {
  const root = Fp.pow(square, (Fp.ORDER + 1n) / 4n)
  return Fp.eql(Fp.sqr(root), square) ? root : undefined
}

const hasher = createHasher(G1, ([u = 0n]) => mapToG1(u), {
  ...{ DST: domain, encodeDST: domain, p: Fp.ORDER, m: 1, k: 128, expand: 'xmd', hash: keccak_256 },
})

/** hash_to_curve of RFC 9380 section 3, with expand_message_xmd over the Keccak-256 of Ethereum. */
export const hashToG1 = (message: Uint8Array, name = domain): G1Point =>
  hasher.hashToCurve(message, { DST: name })

/**
 * Big-endian integers of 32 bytes; undefined if one is not below p, which would be a second encoding of its
 * remainder.
 */
function readCoordinates(bytes: Uint8Array, count: number): readonly bigint[] | undefined {
  if (bytes.length !== count * size) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = Array.from({ length: count }, (_, at) =>
    [0, 8, 16, 24].reduce((sum, part) => (sum << 64n) | view.getBigUint64(at * size + part), 0n),
  )
  return numbers.every(number => number < Fp.ORDER) ? numbers : undefined
}

/** A point of prime order other than the identity, which is encoded as zeros. */
function checkPoint<P extends WeierstrassPoint<bigint> | WeierstrassPoint<Fp2Value>>(
  create: () => P,
): P | undefined {
  try {
    const point = create()
    if (point.is0()) return undefined
    // On the curve, and in the subgroup.
    point.assertValidity()
    return point
  } catch {
    return undefined
  }
}

/** x ‖ y */
function decodeG1(bytes: Uint8Array): G1Point | undefined {
  const [x, y] = readCoordinates(bytes, 2) ?? []
  if (x === undefined || y === undefined) return undefined
  return checkPoint(() => G1.fromAffine({ x, y }))
}

/** x ‖ y; the coefficient of i comes first in each. */
function decodeG2(bytes: Uint8Array): G2Point | undefined {
  const [x1, x0, y1, y0] = readCoordinates(bytes, 4) ?? []
  if (x1 === undefined || x0 === undefined || y1 === undefined || y0 === undefined) return undefined
  const x = Fp2.fromBigTuple([x0, x1])
  return checkPoint(() => G2.fromAffine({ x, y: Fp2.fromBigTuple([y0, y1]) }))
}

/** The inverse of {@link decodeG1}. */
export function encodeG1(point: G1Point): Uint8Array {
  const { x, y } = point.toAffine()
  return writeCoordinates([x, y])
}

/** The inverse of {@link decodeG2}. */
export function encodeG2(point: G2Point): Uint8Array {
  const { x, y } = point.toAffine()
  return writeCoordinates([x.c1, x.c0, y.c1, y.c0])
}

function writeCoordinates(numbers: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * size)
  for (const [at, number] of numbers.entries()) bytes.set(Fp.toBytes(number), at * size)
  return bytes
}

// A copy: see beacon-scheme.ts.
const generator = G2.fromAffine(G2.BASE.toAffine())

const groups: NobleGroups<Fp2Value, bigint> = {
  Signatures: G1,
  decodeKey: decodeG2,
  decodeSignature: decodeG1,
  hash: message => hashToG1(message),
  verify(signature, hashed, key) {
    try {
      const product = bn254.pairingBatch([
        { g1: hashed, g2: key.negate() },
        { g1: signature, g2: generator },
      ])
      return Fp12.eql(product, Fp12.ONE)
    } catch {
      // The identity has no pairing.
      return false
    }
  },
}

/** drand's `bls-bn254-unchained-on-g1`: signatures of 64 bytes, public keys of 128. */
export const bn254OnG1 = createScheme(groups, {
  chained: false,
  signatureLength: 2 * size,
  digest: keccak_256,
})

/** The built-in chain of this scheme, kept here so that a page can leave both out. */
export const evmnet = Object.freeze({
  chainHash: '04f1e9062b8a81f848fded9c12306733282b2727ecced50032187751166ec8c3',
  scheme: 'bls-bn254-unchained-on-g1' as const,
  publicKey: decodeHex(
    '07e1d1d335df83fa98462005690372c643340060d205306a9aa8106b6bd0b382' +
      '0557ec32c2ad488e4d4f6008f89a346f18492092ccc0d594610de2732c8b808f' +
      '0095685ae3a85ba243747b1b2f426049010f6b73a0cf1d389351d5aaaa1047f6' +
      '297d3a4f9749b33eb2d904c9d9ebf17224150ddd7abd7567a9bec6c74480ee0b',
  ),
  period: 3,
  genesisTime: 1727521075,
  genesisSeed: decodeHex('cd7ad2f0e0cce5d8c288f2dd016ffe7bc8dc88dbb229b3da2b6ad736490dfed6'),
  beaconId: 'evmnet',
})
