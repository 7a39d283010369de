/**
 * Bytes read as words of four or eight bytes, with rejection of words beyond a limit.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import type { Extraction } from './extraction.js'

interface Words {
  /** Bytes of a word. */
  readonly width: 4 | 8
  readonly order: 'be' | 'le'
  /** First rejected word: with a = 2^bits, a − a mod n; `one less`: with a = 2^bits − 1. None: no rejection. */
  readonly limit: 'none' | 'whole multiples' | 'one less'
  /** Whether repeated remainders are skipped. */
  readonly isDistinct: boolean
  /** Whether each turn takes the next word. */
  readonly isTurned: boolean
}

/** A word of the bytes, modulo: the first accepted one, or in turns one after the other. */
export function extractWord(words: Words): Extraction {
  const { width, order, isDistinct, isTurned } = words
  return {
    says: describeWords(words),
    isTurned,
    residue: (bytes, modulus, turn) => {
      const end = endOf(words, BigInt(modulus))
      const seen: number[] = []
      for (let start = 0; start + width <= bytes.length; start += width) {
        const word = readWord(bytes, start, width, order)
        if (word >= end) continue
        const rest = Number(word % BigInt(modulus))
        if (isDistinct && seen.includes(rest)) continue
        if (seen.length === (isTurned ? turn : 0)) return rest
        seen.push(rest)
      }
      return -1
    },
    express: (bytes, modulus) => expressWord(words, bytes, modulus),
  }
}

function describeWords({ width, order, limit, isDistinct }: Words): string {
  const thrown = {
    none: '',
    'whole multiples': ', those beyond the last whole multiple thrown away',
    'one less': ', those from 2^bits − 1 less its remainder on thrown away',
  }[limit]
  const passed = isDistinct ? ', what came before passed over' : ''
  return `${width}-byte words, ${order === 'be' ? 'big' : 'little'}-endian${thrown}${passed}, modulo`
}

/** The first rejected word. */
function endOf({ width, limit }: Words, modulus: bigint): bigint {
  const count = 2n ** BigInt(8 * width)
  if (limit === 'none') return count
  return limit === 'one less' ? count - 1n - ((count - 1n) % modulus) : count - (count % modulus)
}

function readWord(bytes: Uint8Array, start: number, width: number, order: 'be' | 'le'): bigint {
  let word = 0n
  for (let index = 0; index < width; index += 1) {
    word = (word << 8n) | BigInt(bytes[start + (order === 'be' ? index : width - 1 - index)] ?? 0)
  }
  return word
}

function expressWord(words: Words, bytes: Expression, modulus: Expression): Expression {
  const { width, order, limit, isDistinct, isTurned } = words
  if (limit === 'whole multiples' && !isDistinct && !isTurned) {
    return { below: { stream: { stream_bytes: [bytes, width, order] }, method: 'reject', below: modulus } }
  }
  const turn: Expression = isTurned ? '$turn' : 0
  const kept = expressKept(words, bytes, modulus)
  if (!isDistinct) return { mod: [{ at: [kept, turn] }, modulus] }
  const rests = { map: { list: kept, as: 'word', do: { mod: ['$word', modulus] } } }
  return { at: [{ distinct: { list: rests, as: 'rest', key: '$rest' } }, turn] }
}

/** The list of accepted words. */
function expressKept({ width, order, limit }: Words, bytes: Expression, modulus: Expression): Expression {
  const read = {
    map: { list: { chunks: [bytes, width] }, as: 'chunk', do: { [`integer_${order}`]: '$chunk' } },
  }
  if (limit === 'none') return read
  const count: Expression = { power: [2, 8 * width] }
  const largest: Expression = { subtract: [count, 1] }
  const end: Expression =
    limit === 'one less'
      ? { subtract: [largest, { mod: [largest, modulus] }] }
      : { multiply: [{ divide: [count, modulus] }, modulus] }
  const isKept = { if: { is: ['$word', '<', end], then: 1, else: 0 } }
  return { filter: { list: read, as: 'word', key: isKept, in: [1] } }
}
