/**
 * Pseudorandom values from a seed, so that a run can be repeated.
 *
 * @packageDocumentation
 */

/** Returns the next pseudorandom integer from 0 to below `below`. */
export type SeededRandom = (below: number) => number

/** Mulberry32, a 32-bit generator. Nothing here needs to be unpredictable. */
export function createRandom(seed: number): SeededRandom {
  let state = seed | 0
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
