/**
 * How the protocol picks an entry: `drawaudit-v1`, docs/PROTOCOL.md, "The draw".
 *
 * @packageDocumentation
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, encodeUtf8 } from './encoding.js'

/** Inputs of one pick. */
export interface PickInputs {
  /** 32 bytes. */
  readonly seed: Uint8Array
  /** SHA-256 of the seal's payload, 32 bytes. */
  readonly sealDigest: Uint8Array
  /** Position of the prize, from 1. */
  readonly position: number
  /** 0 for the draw, 1, 2, … for its replacements. */
  readonly attempt: number
  /** SHA-256 of the beacon's signature, or {@link noRandomness}. */
  readonly randomness: Uint8Array
}

/** Replaces the randomness in a raffle without a beacon. */
export const noRandomness: Uint8Array = new Uint8Array(32)

/** A number that was tried, and whether it is below the largest multiple of the pool. */
export interface Trial {
  readonly message: Uint8Array
  readonly number: bigint
  readonly accepted: boolean
}

export interface SelectionTrace {
  /** The HMAC message behind `key`, for redoing the computation. */
  readonly message: Uint8Array
  /** 32 bytes. */
  readonly key: Uint8Array
  /** Only the last one is accepted. */
  readonly trials: readonly Trial[]
  /** Rank among the remaining entries, from 0. */
  readonly rank: number
}

const wordSpace = 2n ** 64n

/**
 * Picks one of `pool` entries, all equally likely.
 *
 * ```
 * key      HMAC-SHA256( seed, "drawaudit/v1/draw" | 00 | seal digest | position u32 BE | attempt u32 BE | randomness )
 * number i first 8 bytes of HMAC-SHA256( key, i u32 BE ), u64 BE
 * rank     number i mod pool, of the first i with number i below the largest multiple of pool up to 2^64
 * ```
 *
 * @param pool - 1 to 2^53 − 1.
 * @throws RangeError for another pool, position or attempt.
 */
export function pick(inputs: PickInputs, pool: number): SelectionTrace {
  if (!Number.isSafeInteger(pool) || pool < 1) throw new RangeError(`nothing can be picked of ${pool}`)
  const { seed, sealDigest, position, attempt, randomness } = inputs
  const message = concatBytes(
    encodeUtf8('drawaudit/v1/draw\0'),
    sealDigest,
    encodeU32(position),
    encodeU32(attempt),
    randomness,
  )
  const key = hmac(sha256, seed, message)
  const trials: Trial[] = []
  for (let i = 0; ; i += 1) {
    const counter = encodeU32(i)
    const number = readU64(hmac(sha256, key, counter))
    const rank = rankOf(number, BigInt(pool))
    trials.push({ message: counter, number, accepted: rank !== undefined })
    if (rank !== undefined) return { message, key, trials, rank: Number(rank) }
  }
}

/**
 * The rank of a word: every rank has the same number of words; leftover words have none.
 *
 * @param word - from 0 to `words` − 1.
 * @param words - number of words.
 */
export function rankOf(word: bigint, pool: bigint, words = wordSpace): bigint | undefined {
  return word < words - (words % pool) ? word % pool : undefined
}

/**
 * The place in the sealed list of the entry with this rank among the remaining ones.
 *
 * @param taken - places of the entries picked before, in any order.
 */
export function skipTaken(rank: number, taken: readonly number[]): number {
  return skipSorted(
    rank,
    [...taken].sort((a, b) => a - b),
  )
}

/** Like {@link skipTaken}, for places in ascending order. */
export function skipSorted(rank: number, taken: readonly number[]): number {
  let place = rank
  for (const index of taken) {
    if (index > place) break
    place += 1
  }
  return place
}

function encodeU32(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new RangeError(`${value} is not an integer of 32 bits`)
  }
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, value)
  return new Uint8Array(view.buffer)
}

function readU64(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
}
