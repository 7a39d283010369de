import type { NumberGenerator } from '../generators.js'

const length = 55
const largest = 2 ** 31 - 1

/**
 * .NET's `new Random(seed)`, Knuth's subtractive generator in .NET's variant: the floats of `NextDouble()`,
 * each an integer below 2^31 − 1 times 1/(2^31 − 1) in floating point. Only the low 32 bits of the seed
 * count, and not its sign.
 */
export function dotnet(seed: bigint): NumberGenerator<number> {
  const state = stateOf(seed)
  let place = -1
  return () => {
    place = (place + 1) % length
    const number = subtract(state[place] ?? 0, state[(place + 21) % length] ?? 0)
    state[place] = number
    return number * (1 / largest)
  }
}

function stateOf(seed: bigint): Int32Array {
  const size = Math.min(largest, Math.abs(Number(BigInt.asIntN(32, seed))))
  const state = new Int32Array(length)
  let older = 161803398 - size
  let newer = 1
  state[length - 1] = older
  for (let index = 1; index < length; index++) {
    const place = ((21 * index) % length) - 1
    state[place] = newer
    newer = subtractInts(older, newer)
    older = state[place] ?? 0
  }
  for (let turn = 0; turn < 4; turn++) {
    for (let place = 0; place < length; place++) {
      state[place] = subtractInts(state[place] ?? 0, state[(place + 31) % length] ?? 0)
    }
  }
  return state
}

/** Subtraction with 32-bit overflow, which some seeds cause. */
function subtractInts(one: number, other: number): number {
  const difference = (one - other) | 0
  return difference < 0 ? difference + largest : difference
}

function subtract(one: number, other: number): number {
  const difference = (one - other) | 0
  const number = difference === largest ? difference - 1 : difference
  return number < 0 ? number + largest : number
}
