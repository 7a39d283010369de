/**
 * O'Neill's permuted congruential generators (2014), from an initial state and a stream number.
 *
 * @packageDocumentation
 */
import type { NumberGenerator } from '../generators.js'

const low64 = (number: bigint): bigint => BigInt.asUintN(64, number)
const low128 = (number: bigint): bigint => BigInt.asUintN(128, number)

/** PCG32, `pcg32_srandom(seed, stream)`: XSH-RR of a state of 64 bits, words of 32 bits. */
export function pcg32(seed: bigint, stream: bigint): NumberGenerator<number> {
  const increment = low64((stream << 1n) | 1n)
  const advance = (from: bigint): bigint => low64(from * 6364136223846793005n + increment)
  let state = advance(low64(seed) + increment)
  return () => {
    const mixed = Number(BigInt.asUintN(32, ((state >> 18n) ^ state) >> 27n))
    const turn = Number(state >> 59n)
    state = advance(state)
    return ((mixed >>> turn) | (mixed << (32 - turn))) >>> 0
  }
}

/** PCG64, `pcg64_srandom(seed, stream)`: XSL-RR of a state of 128 bits, words of 64 bits. */
export function pcg64(seed: bigint, stream: bigint): NumberGenerator<bigint> {
  const increment = low128((stream << 1n) | 1n)
  const advance = (from: bigint): bigint => low128(from * 0x2360ed051fc65da44385df649fccf645n + increment)
  let state = advance(low128(seed) + increment)
  return () => {
    state = advance(state)
    const mixed = low64(state >> 64n) ^ low64(state)
    const turn = state >> 122n
    return (mixed >> turn) | low64(mixed << (64n - turn))
  }
}
