/**
 * BLS signatures (draft-irtf-cfrg-bls-signature) whatever the curve: what drand's schemes have in common.
 *
 * @packageDocumentation
 */
import type { WeierstrassPoint, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'
import { encodeHex } from './encoding.js'

/** Why a signature is none; `public-key` when that is what is wrong. */
export type SignatureFault = 'public-key' | 'signature-encoding' | 'signature'

/**
 * What a scheme does with bytes. A public key or signature is the one encoding, in its scheme, of a point of prime order
 * that is not the identity.
 */
export interface Scheme {
  /** Each round signs the signature of the round before. */
  readonly chained: boolean
  /** In bytes: 96 on G2 and 48 on G1 of BLS12-381, 64 on G1 of BN254. */
  readonly signatureLength: number
  /** The 32 bytes that are signed for a round. */
  readonly digest: (round: Uint8Array) => Uint8Array
  readonly isPublicKey: (bytes: Uint8Array) => boolean
  /** The first thing wrong with a signature of `publicKey` over `message`, or undefined. */
  readonly findFault: (
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ) => SignatureFault | undefined
  /** Calls with what the scheme is made of. */
  readonly withGroups: <R>(use: <K, S>(groups: NobleGroups<K, S>) => R) => R
}

/**
 * Public keys `K` are points of one group, signatures `S` of the other, to which messages are hashed. A point is
 * whatever the arithmetic makes of one.
 */
export interface Groups<K, S> {
  /** Undefined for what is not the one encoding of a point of prime order other than the identity. */
  readonly decodeKey: (bytes: Uint8Array) => K | undefined
  /** The same of the other group. */
  readonly decodeSignature: (bytes: Uint8Array) => S | undefined
  readonly hash: (message: Uint8Array) => S
  /** `signature` is that of `key` over what was hashed to `hash`; false where one of them is the identity. */
  readonly verify: (signature: S, hash: S, key: K) => boolean
}

/** {@link Groups} as `@noble/curves` has them. */
export interface NobleGroups<K, S> extends Groups<WeierstrassPoint<K>, WeierstrassPoint<S>> {
  readonly Signatures: WeierstrassPointCons<S>
}

/** {@link Groups} that can add. */
export interface AddingGroups<K, S> extends Groups<K, S> {
  /** The sum of one or more points, each times the weight in its place, of at most 128 bits. */
  readonly add: (points: readonly S[], weights: readonly bigint[]) => S
}

/** A scheme from its groups. */
export function createScheme<K, S>(
  groups: NobleGroups<K, S>,
  others: Pick<Scheme, 'chained' | 'signatureLength' | 'digest'>,
): Scheme {
  const { decodeKey, decodeSignature, hash, verify } = groups
  return {
    ...others,
    isPublicKey: bytes => decodeKey(bytes) !== undefined,
    findFault: rememberLast(64, (publicKey, message, signature) => {
      const key = decodeKey(publicKey)
      if (key === undefined) return 'public-key'
      const point = decodeSignature(signature)
      if (point === undefined) return 'signature-encoding'
      return verify(point, hash(message), key) ? undefined : 'signature'
    }),
    withGroups: use => use(groups),
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
