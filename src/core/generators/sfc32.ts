import type { NumberGenerator } from '../generators.js'

/** sfc32 (Doty-Humphrey), words of 32 bits, from four words of state, the last of which is a counter. */
export function sfc32(state: readonly [number, number, number, number]): NumberGenerator<number> {
  let [a, b, c, counter] = state
  return () => {
    const word = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + word) | 0
    return word >>> 0
  }
}
