/**
 * BLS signatures (draft-irtf-cfrg-bls-signature) on any curve: the common part of drand's schemes.
 *
 * @packageDocumentation
 */
import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { encodeHex } from './encoding.js'

/** Why a signature does not verify; `public-key` if the key is at fault. */
export type SignatureFault = 'public-key' | 'signature-encoding' | 'signature'

/**
 * The byte-level operations of a scheme. A public key or signature must be the canonical encoding of a point
 * of prime order other than the identity.
 */
export interface BlsScheme {
  /** Each round signs the signature of the round before. */
  readonly chained: boolean
  /** In bytes: 96 on G2 and 48 on G1 of BLS12-381, 64 on G1 of BN254. */
  readonly signatureLength: number
  /** The 32 bytes signed for a round. */
  readonly digest: (round: Uint8Array) => Uint8Array
  readonly isPublicKey: (bytes: Uint8Array) => boolean
  /** The first fault of a signature of `publicKey` over `message`, or undefined. */
  readonly findFault: (
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ) => SignatureFault | undefined
  /** What `findFault` was asked lately. */
  readonly latest: LatestFaults
  /** Calls `use` with the groups of the scheme. */
  readonly withGroups: <R>(use: <K, S>(groups: NobleGroups<K, S>) => R) => R
}

/**
 * Public keys `K` are points of one group, signatures `S` points of the other, to which messages are hashed.
 * The representation of a point is up to the implementation.
 */
export interface Groups<K, S> {
  /**
   * Undefined unless the bytes are the canonical encoding of a point of prime order other than the identity.
   */
  readonly decodeKey: (bytes: Uint8Array) => K | undefined
  /** The same for the other group. */
  readonly decodeSignature: (bytes: Uint8Array) => S | undefined
  readonly hash: (message: Uint8Array) => S
  /** Whether `signature` is by `key` over the point `hash`; false if one of them is the identity. */
  readonly verify: (signature: S, hash: S, key: K) => boolean
}

/** {@link Groups} of `@noble/curves`. */
export interface NobleGroups<K, S> extends Groups<WeierstrassPoint<K>, WeierstrassPoint<S>> {
  readonly Signatures: WeierstrassPointCons<S>
}

/** {@link Groups} with addition. */
export interface AddingGroups<K, S> extends Groups<K, S> {
  /** The sum of one or more points, each times its weight of at most 128 bits. */
  readonly add: (points: readonly S[], weights: readonly bigint[]) => S
}

/** What is asked of a scheme: public key, message, signature. */
export type FaultQuestion = Parameters<BlsScheme['findFault']>

/** A scheme from its groups. */
export function createScheme<K, S>(
  groups: NobleGroups<K, S>,
  others: Pick<BlsScheme, 'chained' | 'signatureLength' | 'digest'>,
): BlsScheme {
  const { decodeSignature, hash, verify } = groups
  const decodeKey = rememberKeys(groups.decodeKey)
  const latest: LatestFaults = new Map()
  return {
    ...others,
    isPublicKey: bytes => decodeKey(bytes) !== undefined,
    findFault: (...asked) =>
      findLatest(latest, asked, () => {
        const [publicKey, message, signature] = asked
        const key = decodeKey(publicKey)
        if (key === undefined) return 'public-key'
        const point = decodeSignature(signature)
        if (point === undefined) return 'signature-encoding'
        return verify(point, hash(message), key) ? undefined : 'signature'
      }),
    latest,
    withGroups: use => use({ ...groups, decodeKey }),
  }
}

/** Remembers the latest keys: there are few chains, and a check of the subgroup takes milliseconds. */
function rememberKeys<K>(decode: (bytes: Uint8Array) => K | undefined): typeof decode {
  const known = new Map<string, K>()
  return bytes => {
    const text = encodeHex(bytes)
    const key = known.get(text) ?? decode(bytes)
    if (key === undefined) return undefined
    known.set(text, key)
    const [oldest] = known.keys()
    if (known.size > 20 && oldest !== undefined) known.delete(oldest)
    return key
  }
}

/** The latest answers of a scheme, by {@link nameQuestion}. */
export type LatestFaults = Map<string, SignatureFault | undefined>

/** So many are kept. Each takes less than a kilobyte. */
export const mostLatest = 200

export const nameQuestion = (asked: FaultQuestion): string => asked.map(encodeHex).join(' ')

/**
 * The known answer, or that of `find`: one takes 20 ms, and the draws of an evening, like all documents of one draw,
 * depend on the same round.
 */
export function findLatest(
  latest: LatestFaults,
  asked: FaultQuestion,
  find: () => SignatureFault | undefined,
): SignatureFault | undefined {
  const name = nameQuestion(asked)
  const fault = latest.has(name) ? latest.get(name) : find()
  keepLatest(latest, name, fault)
  return fault
}

/** Notes an answer as the latest one. */
export function keepLatest(latest: LatestFaults, name: string, fault: SignatureFault | undefined): void {
  latest.delete(name)
  latest.set(name, fault)
  const [oldest] = latest.keys()
  if (latest.size > mostLatest && oldest !== undefined) latest.delete(oldest)
}
