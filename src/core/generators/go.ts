/**
 * The generator of Go's `math/rand`: Mitchell and Reeds' additive lagged Fibonacci generator.
 *
 * @packageDocumentation
 */
import { decodeBase64 } from '../encoding.js'
import type { NumberGenerator } from '../generators.js'
import { goFigures } from './go-figures.js'

const length = 607
const distance = 273
const largest = 2 ** 31 - 1

/** The 63-bit words of `Int63` of Go's `rand.New(rand.NewSource(seed))`. */
export function go(seed: bigint): NumberGenerator<bigint> {
  const state = stateOf(seed)
  let tap = 0
  let feed = length - distance
  return () => {
    tap = tap === 0 ? length - 1 : tap - 1
    feed = feed === 0 ? length - 1 : feed - 1
    state[feed] = (state[feed] ?? 0n) + (state[tap] ?? 0n)
    return BigInt.asUintN(63, state[feed] ?? 0n)
  }
}

function stateOf(seed: bigint): BigUint64Array {
  const mixedIn = readFigures()
  const state = new BigUint64Array(length)
  const next = lehmer(startOf(seed))
  for (let turn = 0; turn < 20; turn++) next()
  for (let index = 0; index < length; index++) {
    const [high, middle, low] = [next(), next(), next()]
    const mixed = (BigInt(high) << 40n) ^ (BigInt(middle) << 20n) ^ BigInt(low)
    state[index] = mixed ^ (mixedIn[index] ?? 0n)
  }
  return state
}

let figures: BigUint64Array | undefined

function readFigures(): BigUint64Array {
  if (figures !== undefined) return figures
  const { buffer, byteOffset, byteLength } = decodeBase64(goFigures)
  const view = new DataView(buffer, byteOffset, byteLength)
  figures = BigUint64Array.from({ length }, (_, index) => view.getBigUint64(8 * index, true))
  return figures
}

/** Never 0, which would give only zeros. */
function startOf(seed: bigint): number {
  const rest = Number(BigInt.asIntN(64, seed) % BigInt(largest))
  if (rest === 0) return 89482311
  return rest < 0 ? rest + largest : rest
}

/** Lehmer's generator modulo 2^31 − 1. */
function lehmer(start: number): NumberGenerator<number> {
  let state = start
  return () => {
    state = (48271 * state) % largest
    return state
  }
}
