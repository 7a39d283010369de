/**
 * How NumPy seeds its generators since version 1.17.
 *
 * @packageDocumentation
 */
import type { NumberGenerator } from '../generators.js'
import { splitWords } from '../generators.js'
import { pcg64 } from './pcg.js'

const poolSize = 4

/** NumPy's `PCG64(seed)`, words of 64 bits: the generator of `default_rng(seed)`. The seed is not negative. */
export function numpyPcg64(seed: bigint): NumberGenerator<bigint> {
  const words = expandSeed(seed, 8)
  const numberAt = (place: number): bigint => {
    const [a, b, c, d] = words.slice(place, place + 4).map(BigInt)
    return ((b ?? 0n) << 96n) | ((a ?? 0n) << 64n) | ((d ?? 0n) << 32n) | (c ?? 0n)
  }
  return pcg64(numberAt(0), numberAt(4))
}

/** NumPy's `SeedSequence(seed).generate_state(count)`, words of 32 bits. */
function expandSeed(seed: bigint, count: number): readonly number[] {
  const pool = mixSeed(splitWords(seed))
  const hash = hasher(0x8b51f9dd, 0x58f38ded)
  return Array.from({ length: count }, (_, index) => hash(pool[index % poolSize] ?? 0))
}

function mixSeed(seed: Uint32Array): readonly number[] {
  const hash = hasher(0x43b0d7e5, 0x931e8875)
  const pool = Array.from({ length: poolSize }, (_, place) => hash(seed[place] ?? 0))
  const mixInto = (place: number, word: number): void => {
    pool[place] = mix(pool[place] ?? 0, hash(word))
  }
  for (let from = 0; from < poolSize; from++) {
    for (let to = 0; to < poolSize; to++) if (from !== to) mixInto(to, pool[from] ?? 0)
  }
  for (let from = poolSize; from < seed.length; from++) {
    for (let to = 0; to < poolSize; to++) mixInto(to, seed[from] ?? 0)
  }
  return pool
}

/** A hash whose constant changes with every call. */
function hasher(first: number, factor: number): (word: number) => number {
  let constant = first
  return word => {
    const mixed = word ^ constant
    constant = Math.imul(constant, factor)
    const product = Math.imul(mixed, constant)
    return (product ^ (product >>> 16)) >>> 0
  }
}

function mix(one: number, other: number): number {
  const mixed = (Math.imul(one, 0xca01f9dd) - Math.imul(other, 0x4973f715)) | 0
  return (mixed ^ (mixed >>> 16)) >>> 0
}
