/**
 * Marsaglia's xorshift of 128 bits and Vigna's xorshift1024*.
 *
 * @packageDocumentation
 */
import type { NumberGenerator } from '../generators.js'

/** xorshift128 (Marsaglia 2003, "Xorshift RNGs", section 4), words of 32 bits, from a state that is not all zeros. */
export function xorshift128(state: readonly [number, number, number, number]): NumberGenerator<number> {
  let [x, y, z, w] = state
  return () => {
    const mixed = x ^ (x << 11)
    x = y
    y = z
    z = w
    w ^= (w >>> 19) ^ mixed ^ (mixed >>> 8)
    return w >>> 0
  }
}

/** Words of 64 bits in the state of xorshift1024*. */
export const xorshift1024Length = 16

/** xorshift1024* (Vigna 2014), words of 64 bits, from 16 words of state that are not all zero. */
export function xorshift1024star(numbers: readonly bigint[]): NumberGenerator<bigint> {
  const state = BigUint64Array.from(numbers)
  let place = 0
  return () => {
    const older = state[place] ?? 0n
    place = (place + 1) % xorshift1024Length
    const newer = state[place] ?? 0n
    const mixed = BigInt.asUintN(64, newer ^ (newer << 31n))
    const next = mixed ^ (mixed >> 11n) ^ older ^ (older >> 30n)
    state[place] = next
    return BigInt.asUintN(64, next * 1181783497276652981n)
  }
}
