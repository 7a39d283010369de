/**
 * `java.util.Random`, the generator whose every step its documentation fixes.
 *
 * @packageDocumentation
 */
import type { Generator } from '../generators.js'

const half = 2 ** 24

/** The words of 32 bits that `next(32)` gives, without their sign; of the seed the low 48 bits count. */
export function java(seed: bigint): Generator<number> {
  const scrambled = BigInt.asUintN(48, seed ^ 0x5deece66dn)
  // The state has 48 bits: of its halves every product is one that a double holds.
  let high = Number(scrambled >> 24n)
  let low = Number(scrambled) % half
  return () => {
    const sum = low * 0xece66d + 0xb
    high = (high * 0xece66d + low * 0x5de + Math.floor(sum / half)) % half
    low = sum % half
    return high * 2 ** 8 + Math.floor(low / 2 ** 16)
  }
}
