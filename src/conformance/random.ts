/**
 * Values that look random and are the same for the same seed, so that a run can be made again.
 *
 * @packageDocumentation
 */

/** What the next of a series of random values is made from: an integer from 0 to `below`, without `below`. */
export type Random = (below: number) => number

/** Mulberry32, a generator of 32 bits. Nothing here has to be hard to guess. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
