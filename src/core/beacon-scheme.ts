/**
 * drand's signature schemes: BLS signatures on BLS12-381, draft-irtf-cfrg-bls-signature over RFC 9380.
 *
 * @packageDocumentation
 */
import type { BlsSigs } from '@noble/curves/abstract/bls.js'
import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { equalBytes } from './digest.js'

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

/** Public keys are points of `Keys`, signatures of `Signatures`, to which messages are hashed under `domain`. */
export interface Groups<K, S> {
  readonly bls: BlsSigs<K, S>
  readonly Keys: WeierstrassPointCons<K>
  readonly Signatures: WeierstrassPointCons<S>
  readonly domain: string
}

function createScheme<K, S>(
  bls: BlsSigs<K, S>,
  Keys: WeierstrassPointCons<K>,
  Signatures: WeierstrassPointCons<S>,
  domain: string,
  chained: boolean,
): Scheme {
  return {
    chained,
    signatureLength: Signatures.Fp.BYTES,
    isPublicKey: bytes => decodePoint(Keys, bytes) !== undefined,
    findFault(publicKey, message, signature) {
      const key = decodePoint(Keys, publicKey)
      if (key === undefined) return 'public-key'
      const point = decodePoint(Signatures, signature)
      if (point === undefined) return 'signature-encoding'
      return bls.verify(point, bls.hash(message, domain), key) ? undefined : 'signature'
    },
    withGroups: use => use({ bls, Keys, Signatures, domain }),
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
const g1Domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const g2Domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'

/** Every scheme by its name. */
export const schemes: Readonly<Record<SchemeName, Scheme>> = {
  'pedersen-bls-chained': createScheme(longSignatures, G1.Point, G2.Point, g2Domain, true),
  'pedersen-bls-unchained': createScheme(longSignatures, G1.Point, G2.Point, g2Domain, false),
  // The first chains with signatures on G1 hashed to it under the name of G2.
  'bls-unchained-on-g1': createScheme(shortSignatures, G2.Point, G1.Point, g2Domain, false),
  'bls-unchained-g1-rfc9380': createScheme(shortSignatures, G2.Point, G1.Point, g1Domain, false),
}
