/**
 * `java.util.Random`, the generator whose every step its documentation fixes.
 *
 * @packageDocumentation
 */
import type { NumberGenerator } from '../generators.js'

const half = 2 ** 24

/** The 32-bit words of `next(32)`, unsigned; only the low 48 bits of the seed count. */
export function java(seed: bigint): NumberGenerator<number> {
  const scrambled = BigInt.asUintN(48, seed ^ 0x5deece66dn)
  // The 48-bit state is kept in halves, so that every product is exact in a double.
  let high = Number(scrambled >> 24n)
  let low = Number(scrambled) % half
  return () => {
    const sum = low * 0xece66d + 0xb
    high = (high * 0xece66d + low * 0x5de + Math.floor(sum / half)) % half
    low = sum % half
    return high * 2 ** 8 + Math.floor(low / 2 ** 16)
  }
}
