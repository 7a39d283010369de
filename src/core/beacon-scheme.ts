/**
 * drand's signature schemes: BLS signatures on BLS12-381, draft-irtf-cfrg-bls-signature over RFC 9380.
 *
 * @packageDocumentation
 */
import type { BlsSigs } from '@noble/curves/abstract/bls.js'
import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { equalBytes } from './digest.js'
import { encodeHex } from './encoding.js'

/** Every scheme that is known, by drand's own names. */
export const schemeNames = [
  'pedersen-bls-chained',
  'pedersen-bls-unchained',
  'bls-unchained-on-g1',
  'bls-unchained-g1-rfc9380',
] as const

/** One of {@link schemeNames}. */
export type SchemeName = (typeof schemeNames)[number]

/** Why a signature is none; `public-key` when that is what is wrong. */
export type SignatureFault = 'public-key' | 'signature-encoding' | 'signature'

/**
 * What a scheme does with bytes. A public key or signature is the one compressed encoding of a point of prime order
 * that is not the identity.
 */
export interface Scheme {
  /** Each round signs the signature of the round before. */
  readonly chained: boolean
  /** In bytes: 96 on G2, 48 on G1. */
  readonly signatureLength: number
  readonly isPublicKey: (bytes: Uint8Array) => boolean
  /** The first thing wrong with a signature of `publicKey` over `message`, or undefined. */
  readonly findFault: (
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ) => SignatureFault | undefined
  /** Calls with what the scheme is made of. */
  readonly withGroups: <R>(use: <K, S>(groups: Groups<K, S>) => R) => R
}

/** Public keys are points of `Keys`, signatures of `Signatures`, to which messages are hashed. */
export interface Groups<K, S> {
  readonly Keys: WeierstrassPointCons<K>
  readonly Signatures: WeierstrassPointCons<S>
  readonly hash: (message: Uint8Array) => WeierstrassPoint<S>
  /** `signature` is that of `key` over what was hashed to `hash`, none of which is the identity. */
  readonly verify: (
    signature: WeierstrassPoint<S>,
    hash: WeierstrassPoint<S>,
    key: WeierstrassPoint<K>,
  ) => boolean
}

function createScheme<K, S>(
  bls: BlsSigs<K, S>,
  Keys: WeierstrassPointCons<K>,
  Signatures: WeierstrassPointCons<S>,
  pair: (key: WeierstrassPoint<K>, signature: WeierstrassPoint<S>) => Pair,
  domain: string,
  chained: boolean,
): Scheme {
  // A copy: for the original noble makes a table first, which takes longer than to verify one signature.
  const generator = Keys.fromAffine(Keys.BASE.toAffine())
  const hash = (message: Uint8Array): WeierstrassPoint<S> => bls.hash(message, domain)
  const verify: Groups<K, S>['verify'] = (signature, hashed, key) => {
    try {
      const product = bls12_381.pairingBatch([pair(key.negate(), hashed), pair(generator, signature)])
      return Fp12.eql(product, Fp12.ONE)
    } catch {
      // The identity has no pairing.
      return false
    }
  }
  return {
    chained,
    signatureLength: Signatures.Fp.BYTES,
    isPublicKey: bytes => decodePoint(Keys, bytes) !== undefined,
    findFault: rememberLast(64, (publicKey, message, signature) => {
      const key = decodePoint(Keys, publicKey)
      if (key === undefined) return 'public-key'
      const point = decodePoint(Signatures, signature)
      if (point === undefined) return 'signature-encoding'
      return verify(point, hash(message), key) ? undefined : 'signature'
    }),
    withGroups: use => use({ Keys, Signatures, hash, verify }),
  }
}

/**
 * What `find` says, without asking it again about what it said last: it takes 20 ms, and the draws of an evening, and
 * all the documents of one draw, rest on the same round.
 */
function rememberLast(count: number, find: Scheme['findFault']): Scheme['findFault'] {
  const known = new Map<string, SignatureFault | undefined>()
  return (...asked) => {
    const question = asked.map(encodeHex).join(' ')
    const fault = known.has(question) ? known.get(question) : find(...asked)
    known.delete(question)
    known.set(question, fault)
    const [oldest] = known.keys()
    if (known.size > count && oldest !== undefined) known.delete(oldest)
    return fault
  }
}

/**
 * A point from its one compressed encoding; undefined for other bytes, a point outside the subgroup of prime order,
 * and the identity.
 */
export function decodePoint<F>(
  Group: WeierstrassPointCons<F>,
  bytes: Uint8Array,
): WeierstrassPoint<F> | undefined {
  // An uncompressed point is twice as long.
  if (bytes.length !== Group.Fp.BYTES) return undefined
  let point: WeierstrassPoint<F>
  try {
    point = Group.fromBytes(bytes)
  } catch {
    return undefined
  }
  return point.is0() || !equalBytes(point.toBytes(true), bytes) ? undefined : point
}

const { G1, G2, longSignatures, shortSignatures } = bls12_381
const { Fp12 } = bls12_381.fields
const g1Domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const g2Domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'

type Pair = Parameters<typeof bls12_381.pairingBatch>[0][number]
type G1Point = InstanceType<typeof G1.Point>
type G2Point = InstanceType<typeof G2.Point>

const pairLong = (g1: G1Point, g2: G2Point): Pair => ({ g1, g2 })
const pairShort = (g2: G2Point, g1: G1Point): Pair => ({ g1, g2 })

/** Every scheme by its name. */
export const schemes: Readonly<Record<SchemeName, Scheme>> = {
  'pedersen-bls-chained': createScheme(longSignatures, G1.Point, G2.Point, pairLong, g2Domain, true),
  'pedersen-bls-unchained': createScheme(longSignatures, G1.Point, G2.Point, pairLong, g2Domain, false),
  // The first chains with signatures on G1 hashed to it under the name of G2.
  'bls-unchained-on-g1': createScheme(shortSignatures, G2.Point, G1.Point, pairShort, g2Domain, false),
  'bls-unchained-g1-rfc9380': createScheme(shortSignatures, G2.Point, G1.Point, pairShort, g1Domain, false),
}
