/**
 * MT19937 as R and Ruby seed it.
 *
 * @packageDocumentation
 */
import {
  mt19937,
  mt19937From32Bits,
  mt19937FromWords,
  mtLength,
  splitWords,
  type NumberGenerator,
} from '../generators.js'

/** The words behind R's `runif` after `set.seed(seed)`; only the low 32 bits of the seed count. */
export function mt19937FromR(seed: number): NumberGenerator<number> {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 69069) + 1) | 0
    return state
  }
  // R stores a position where the 51st word would be.
  for (let turn = 0; turn < 51; turn++) next()
  const words = new Uint32Array(mtLength)
  for (let index = 0; index < mtLength; index++) words[index] = next()
  return mt19937(words)
}

/** The words of Ruby's `Random.new(seed)` for an integer of any size; its sign does not count. */
export function mt19937FromRuby(seed: bigint): NumberGenerator<number> {
  const words = splitWords(seed < 0n ? -seed : seed)
  // Ruby takes a leading word of 1 for its own guard and drops it.
  const key = words.length > 1 && words.at(-1) === 1 ? words.slice(0, -1) : words
  return key.length === 1 ? mt19937From32Bits(key[0] ?? 0) : mt19937FromWords(key)
}
