import type { NumberGenerator } from '../generators.js'

const length = 31
const distance = 3
const largest = 2 ** 31 - 1

/** The 31-bit words of glibc's `rand()` after `srand(seed)`; only the low 32 bits of the seed count. */
export function glibc(seed: number): NumberGenerator<number> {
  const state = stateOf(seed)
  let place = distance - 1
  const next = (): number => {
    place = (place + 1) % length
    const sum = ((state[place] ?? 0) + (state[(place + length - distance) % length] ?? 0)) | 0
    state[place] = sum
    return sum >>> 1
  }
  for (let turn = 0; turn < 10 * length; turn++) next()
  return next
}

/** Lehmer's generator modulo 2^31 − 1, by Schrage's method, which gives other results for negative seeds. */
function stateOf(seed: number): Int32Array {
  const state = new Int32Array(length)
  let word = seed === 0 ? 1 : seed | 0
  state[0] = word
  for (let index = 1; index < length; index++) {
    word = 16807 * (word % 127773) - 2836 * Math.trunc(word / 127773)
    if (word < 0) word += largest
    state[index] = word
  }
  return state
}
