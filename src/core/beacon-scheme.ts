/**
 * drand's signature schemes: BLS signatures on BLS12-381, draft-irtf-cfrg-bls-signature over RFC 9380; and on BN254.
 *
 * @packageDocumentation
 */
import type { BlsSigs } from '@noble/curves/abstract/bls.js'
import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createScheme, type NobleGroups, type BlsScheme } from './bls-scheme.js'
import { bn254OnG1 } from './bn254.js'
import { equalBytes } from './digest.js'

/** Every known scheme, by drand's own names. */
export const schemeNames = [
  'pedersen-bls-chained',
  'pedersen-bls-unchained',
  'bls-unchained-on-g1',
  'bls-unchained-g1-rfc9380',
  'bls-bn254-unchained-on-g1',
] as const

/** drand’s name of a signature scheme. */
export type SchemeName = (typeof schemeNames)[number]

const g1Domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const g2Domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'

/**
 * The group of the signatures of each BLS12-381 scheme, and the domain separation tag under which messages
 * are hashed to it (RFC 9380 section 3.1).
 */
export const signatureDomains: Readonly<
  Record<
    Exclude<SchemeName, 'bls-bn254-unchained-on-g1'>,
    { readonly group: 'G1' | 'G2'; readonly domain: string }
  >
> = {
  'pedersen-bls-chained': { group: 'G2', domain: g2Domain },
  'pedersen-bls-unchained': { group: 'G2', domain: g2Domain },
  // drand's first G1 chains used the tag of G2.
  'bls-unchained-on-g1': { group: 'G1', domain: g2Domain },
  'bls-unchained-g1-rfc9380': { group: 'G1', domain: g1Domain },
}

function createBls12381<K, S>(
  bls: BlsSigs<K, S>,
  Keys: WeierstrassPointCons<K>,
  Signatures: WeierstrassPointCons<S>,
  name: keyof typeof signatureDomains,
): BlsScheme {
  const { domain } = signatureDomains[name]
  // A copy: noble precomputes a table for the original, which takes longer than verifying one signature.
  const generator = Keys.fromAffine(Keys.BASE.toAffine())
  const isShort = Signatures.Fp.BYTES === G1.Point.Fp.BYTES
  const pair = (key: WeierstrassPoint<K>, signature: WeierstrassPoint<S>): PairingInput =>
    (isShort ? { g1: signature, g2: key } : { g1: key, g2: signature }) as unknown as PairingInput
  const verify: NobleGroups<K, S>['verify'] = (signature, hashed, key) => {
    try {
      const product = bls12_381.pairingBatch([pair(key.negate(), hashed), pair(generator, signature)])
      return Fp12.eql(product, Fp12.ONE)
    } catch {
      // The identity has no pairing.
      return false
    }
  }
  const groups: NobleGroups<K, S> = {
    Signatures,
    decodeKey: bytes => decodePoint(Keys, bytes),
    decodeSignature: bytes => decodePoint(Signatures, bytes),
    hash: message => bls.hash(message, domain),
    verify,
  }
  return createScheme(groups, {
    chained: name === 'pedersen-bls-chained',
    signatureLength: Signatures.Fp.BYTES,
    digest: sha256,
  })
}

/**
 * A point from its one compressed encoding; undefined for other bytes, a point outside the subgroup of prime order,
 * and the identity.
 */
function decodePoint<F>(Group: WeierstrassPointCons<F>, bytes: Uint8Array): WeierstrassPoint<F> | undefined {
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

type PairingInput = Parameters<typeof bls12_381.pairingBatch>[0][number]

/** Every scheme by its name. */
export const schemes: Readonly<Record<SchemeName, BlsScheme>> = {
  'pedersen-bls-chained': createBls12381(longSignatures, G1.Point, G2.Point, 'pedersen-bls-chained'),
  'pedersen-bls-unchained': createBls12381(longSignatures, G1.Point, G2.Point, 'pedersen-bls-unchained'),
  'bls-unchained-on-g1': createBls12381(shortSignatures, G2.Point, G1.Point, 'bls-unchained-on-g1'),
  'bls-unchained-g1-rfc9380': createBls12381(shortSignatures, G2.Point, G1.Point, 'bls-unchained-g1-rfc9380'),
  'bls-bn254-unchained-on-g1': bn254OnG1,
}
