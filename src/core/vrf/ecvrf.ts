/**
 * Verifiable random functions on elliptic curves: RFC 9381, and the draft that Algorand and Cardano use.
 *
 * @packageDocumentation
 */
import { mulAddUnsafe, type CurvePoint, type CurvePointCons } from '@noble/curves/abstract/curve.js'
import { ed25519, ed25519_hasher } from '@noble/curves/ed25519.js'
import { p256, p256_hasher } from '@noble/curves/nist.js'
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { abytes } from '@noble/hashes/utils.js'
import { equalBytes } from '../digest.js'
import { concatBytes, encodeUtf8 } from '../encoding.js'
import { mapToCurveElligator2 } from './elligator2.js'
import type { VrfResult } from './fault.js'
import type { EcvrfSuite } from './suites.js'

/** The statement of a proof: the output of `publicKey`'s function for the input `alpha`. */
export interface VrfStatement {
  /** P-256: 33 bytes, compressed (SEC 1 section 2.3.3). Edwards25519: 32 bytes (RFC 8032 section 5.1.2). */
  readonly publicKey: Uint8Array
  /** The input, of any length. */
  readonly alpha: Uint8Array
  /** gamma ‖ c ‖ s: 81 bytes on P-256, 80 on Edwards25519. */
  readonly proof: Uint8Array
}

/** Parameters of a suite, with the names of RFC 9381 section 5. */
interface CipherSuite<P extends CurvePoint<bigint, P>> {
  readonly suite: number
  readonly Point: CurvePointCons<P>
  /** In bytes: ptLen. */
  readonly pointLength: number
  readonly hash: (bytes: Uint8Array) => Uint8Array
  readonly readInteger: (bytes: Uint8Array) => bigint
  /** Undefined if no point is found, which is infeasible to provoke. */
  readonly encodeToCurve: (publicKey: Uint8Array, alpha: Uint8Array) => P | undefined
  /** The draft ends hashes without a final octet, and leaves the public key out of the challenge. */
  readonly draft03?: true
}

type VerifyVrf = (statement: VrfStatement) => VrfResult

/** cLen and qLen in bytes, the same for all suites. */
const [challengeLength, scalarLength] = [16, 32]

function createVerify<P extends CurvePoint<bigint, P>>(options: CipherSuite<P>): VerifyVrf {
  const { suite, Point, pointLength, hash, readInteger, encodeToCurve, draft03 } = options
  const end = draft03 ? [] : [Uint8Array.of(0)]
  const hashTagged = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array =>
    hash(concatBytes(Uint8Array.of(suite, tag), ...parts, ...end))
  return ({ publicKey, alpha, proof }) => {
    const key = decodePoint(Point, publicKey)
    if (!key || key.clearCofactor().is0()) return { fault: 'public-key' }
    if (proof.length !== pointLength + challengeLength + scalarLength) return { fault: 'proof-length' }
    const gammaBytes = proof.subarray(0, pointLength)
    const gamma = decodePoint(Point, gammaBytes)
    if (!gamma) return { fault: 'proof-point' }
    const challenge = proof.subarray(pointLength, -scalarLength)
    const c = readInteger(challenge)
    const s = readInteger(proof.subarray(-scalarLength))
    if (s >= Point.Fn.ORDER) return { fault: 'proof-scalar' }
    const h = encodeToCurve(publicKey, alpha)
    if (!h) return { fault: 'proof' }
    const u = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(c))
    const v = mulAddUnsafe(Point, [h, gamma.negate()], [s, c])
    const points = [encodePoint(h), gammaBytes, encodePoint(u), encodePoint(v)]
    const expected = hashTagged(2, ...(draft03 ? [] : [publicKey]), ...points)
    if (!equalBytes(expected.subarray(0, challengeLength), challenge)) return { fault: 'proof' }
    return { output: hashTagged(3, encodePoint(gamma.clearCofactor())) }
  }
}

/** A point from its canonical, compressed encoding; of any order. */
function decodePoint<P extends CurvePoint<bigint, P>>(
  Point: CurvePointCons<P>,
  bytes: Uint8Array,
): P | undefined {
  try {
    const point = Point.fromBytes(bytes)
    // On P-256 noble also accepts uncompressed points.
    return equalBytes(encodePoint(point), bytes) ? point : undefined
  } catch {
    return undefined
  }
}

/** noble cannot encode P-256's point at infinity; SEC 1 section 2.3.3 can. */
function encodePoint<P extends CurvePoint<bigint, P>>(point: P): Uint8Array {
  return point.is0() && point instanceof p256.Point ? Uint8Array.of(0) : point.toBytes()
}

/**
 * ECVRF_encode_to_curve_try_and_increment, section 5.4.1.1; `interpret` turns a hash into a point, if it is
 * one.
 */
function tryAndIncrement<P extends CurvePoint<bigint, P>>(
  suite: number,
  hash: CipherSuite<P>['hash'],
  interpret: (hash: Uint8Array) => P | undefined,
): CipherSuite<P>['encodeToCurve'] {
  return (publicKey, alpha) => {
    for (let counter = 0; counter < 256; counter += 1) {
      const tag = Uint8Array.of(suite, 1)
      const point = interpret(hash(concatBytes(tag, publicKey, alpha, Uint8Array.of(counter, 0))))
      const cleared = point?.clearCofactor()
      if (cleared && !cleared.is0()) return cleared
    }
    return undefined
  }
}

/** The domain separation tag for hashing to the curve, section 5.4.1.2. */
function domain(suite: number, name: string): Uint8Array {
  return concatBytes(encodeUtf8(`ECVRF_${name}`), Uint8Array.of(suite))
}

const p256Options = { Point: p256.Point, pointLength: 33, hash: sha256, readInteger: bytesToNumberBE }
const edwardsOptions = {
  Point: ed25519.Point,
  pointLength: 32,
  hash: sha512,
  readInteger: bytesToNumberLE,
}
const sswu = domain(2, 'P256_XMD:SHA-256_SSWU_NU_')
const ell2 = domain(4, 'edwards25519_XMD:SHA-512_ELL2_NU_')

const verifiers: Readonly<Record<EcvrfSuite, VerifyVrf>> = {
  'ecvrf-p256-sha256-tai': createVerify({
    ...p256Options,
    suite: 1,
    encodeToCurve: tryAndIncrement(1, sha256, hash =>
      decodePoint(p256.Point, concatBytes(Uint8Array.of(2), hash)),
    ),
  }),
  'ecvrf-p256-sha256-sswu': createVerify({
    ...p256Options,
    suite: 2,
    encodeToCurve: (publicKey, alpha) =>
      p256_hasher.encodeToCurve(concatBytes(publicKey, alpha), { DST: sswu }),
  }),
  'ecvrf-edwards25519-sha512-tai': createVerify({
    ...edwardsOptions,
    suite: 3,
    encodeToCurve: tryAndIncrement(3, sha512, hash => decodePoint(ed25519.Point, hash.subarray(0, 32))),
  }),
  'ecvrf-edwards25519-sha512-ell2': createVerify({
    ...edwardsOptions,
    suite: 4,
    encodeToCurve: (publicKey, alpha) =>
      ed25519_hasher.encodeToCurve(concatBytes(publicKey, alpha), { DST: ell2 }),
  }),
  'ecvrf-ed25519-sha512-elligator2-draft03': createVerify({
    ...edwardsOptions,
    suite: 4,
    // Section 5.4.1.2 of the draft.
    encodeToCurve: (publicKey, alpha) =>
      mapToCurveElligator2(sha512(concatBytes(Uint8Array.of(4, 1), publicKey, alpha)).subarray(0, 32)),
    draft03: true,
  }),
}

/**
 * Verifies a proof as ECVRF_verify with key validation does, RFC 9381 section 5.3, and gives its output
 * (beta): 32 bytes on P-256, 64 on Edwards25519. A key and an input have at most one output, whoever made the
 * key, but many proofs: never compare proofs by their bytes.
 *
 * @throws TypeError unless all three are Uint8Arrays.
 */
export function verifyEcvrf(suite: EcvrfSuite, statement: VrfStatement): VrfResult {
  // A hex string has a length too, and must not count as a bad key.
  abytes(statement.publicKey, undefined, 'publicKey')
  abytes(statement.alpha, undefined, 'alpha')
  abytes(statement.proof, undefined, 'proof')
  return verifiers[suite](statement)
}
