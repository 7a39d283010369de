/**
 * From bytes to a number below a limit: every way in use to read a digest as a number and to bring it into range.
 *
 * @packageDocumentation
 */
import type { Expression } from '../model/recipe.js'

export interface Extraction {
  readonly says: string
  /** Takes other bytes in each turn. */
  readonly isTurned: boolean
  /** The number below `modulus`; -1 where the bytes do not go so far. */
  readonly residue: (bytes: Uint8Array, modulus: number, turn: number) => number
  readonly express: (bytes: Expression, modulus: Expression) => Expression
  /** What a draw leaves open that fits it. */
  readonly undecided?: string
}

const wholeMultiples =
  'Whether numbers beyond the last whole multiple of the limit are thrown away does not show in these draws: none came up.'

/** Above this, products of a remainder and 2^16 are not exact as numbers. */
const largestFast = 2 ** 37
const largestSmall = 2 ** 15

/** The hex digits from `start`, as one number, modulo. */
export function foldDigits(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  const end = start + count
  if (start < 0 || end > 2 * bytes.length) return -1
  if (modulus > largestFast) return foldLarge(bytes, start, count, modulus)
  if (modulus <= largestSmall && start % 4 === 0) return foldSmall(bytes, start >> 1, count, modulus)
  let rest = 0
  let place = start
  if (place % 2 === 1 && place < end) {
    rest = ((bytes[place >> 1] ?? 0) & 15) % modulus
    place += 1
  }
  for (; place + 4 <= end; place += 4) {
    rest = (rest * 65536 + (bytes[place >> 1] ?? 0) * 256 + (bytes[(place >> 1) + 1] ?? 0)) % modulus
  }
  for (; place + 2 <= end; place += 2) rest = (rest * 256 + (bytes[place >> 1] ?? 0)) % modulus
  return place < end ? (rest * 16 + ((bytes[place >> 1] ?? 0) >> 4)) % modulus : rest
}

/** The same where everything stays within 31 bits, which takes a fifth of the time. */
function foldSmall(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  let rest = 0
  let place = start
  for (let left = count; left > 0; left -= 4, place += 2) {
    const pair = ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0)
    const taken = left >= 4 ? 4 : left
    rest = ((rest << (4 * taken)) | (pair >> (16 - 4 * taken))) % modulus
  }
  return rest
}

function foldLarge(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  let number = 0n
  for (let place = start; place < start + count; place += 1) {
    const byte = bytes[place >> 1] ?? 0
    number = (number << 4n) | BigInt(place % 2 === 0 ? byte >> 4 : byte & 15)
  }
  return Number(number % BigInt(modulus))
}

/** Bytes from `start` as a little-endian number, modulo. */
function foldLittle(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  if (start + count > bytes.length) return -1
  return foldDigits(bytes.slice(start, start + count).reverse(), 0, 2 * count, modulus)
}

const all: Extraction = {
  says: 'all bytes as a big-endian number, modulo',
  isTurned: false,
  residue: (bytes, modulus) => foldDigits(bytes, 0, 2 * bytes.length, modulus),
  express: (bytes, modulus) => ({ mod: [{ integer_be: bytes }, modulus] }),
}

const allLittle: Extraction = {
  says: 'all bytes as a little-endian number, modulo',
  isTurned: false,
  residue: (bytes, modulus) => foldLittle(bytes, 0, bytes.length, modulus),
  express: (bytes, modulus) => ({ mod: [{ integer_le: bytes }, modulus] }),
}

const digitsText = (bytes: Expression, start: number, end?: number): Expression => ({
  slice: [{ text_hex: bytes }, start, ...(end === undefined ? [] : [end])],
})

const firstDigits = (count: number): Extraction => ({
  says: `the first ${count} hex digits, modulo`,
  ...((count === 8 || count === 16) && { undecided: wholeMultiples }),
  isTurned: false,
  residue: (bytes, modulus) => foldDigits(bytes, 0, count, modulus),
  express: (bytes, modulus) => ({ mod: [{ integer_hex: digitsText(bytes, 0, count) }, modulus] }),
})

const lastDigits = (count: number): Extraction => ({
  says: `the last ${count} hex digits, modulo`,
  isTurned: false,
  residue: (bytes, modulus) => foldDigits(bytes, 2 * bytes.length - count, count, modulus),
  express: (bytes, modulus) => ({ mod: [{ integer_hex: digitsText(bytes, -count) }, modulus] }),
})

const firstLittle = (count: number): Extraction => ({
  says: `the first ${count} bytes as a little-endian number, modulo`,
  ...(count >= 4 && count <= 8 && { undecided: wholeMultiples }),
  isTurned: false,
  residue: (bytes, modulus) => foldLittle(bytes, 0, count, modulus),
  express: (bytes, modulus) => ({ mod: [{ integer_le: { slice: [bytes, 0, count] } }, modulus] }),
})

/** The first digits as a fraction of one, in doubles as JavaScript computes it. */
const scaled = (count: number): Extraction => ({
  says: `the first ${count} hex digits as a fraction of one, times the limit`,
  isTurned: false,
  residue: (bytes, modulus) => {
    if (count > 2 * bytes.length) return -1
    let number = 0
    for (let place = 0; place < count; place += 1) {
      const byte = bytes[place >> 1] ?? 0
      number = number * 16 + (place % 2 === 0 ? byte >> 4 : byte & 15)
    }
    return Math.floor((number / 16 ** count) * modulus)
  },
  express: (bytes, modulus) => ({
    integer_floor: {
      float_multiply: [
        {
          float_divide: [
            { float: { integer_hex: digitsText(bytes, 0, count) } },
            { float: { power: [16, count] } },
          ],
        },
        { float: modulus },
      ],
    },
  }),
})

const turnedDigits = (count: number): Extraction => ({
  says: `${count} hex digits for each turn, one after the other, modulo`,
  isTurned: true,
  residue: (bytes, modulus, turn) => foldDigits(bytes, turn * count, count, modulus),
  express: (bytes, modulus) => ({
    mod: [{ integer_hex: { at: [{ chunks: [{ text_hex: bytes }, count] }, '$turn'] } }, modulus],
  }),
})

type Limit = 'none' | 'whole multiples' | 'one less'

/**
 * Words of the bytes, thrown away from a limit on: of 2^bits the last whole multiple, or, one less than usual,
 * (2^bits − 1) − (2^bits − 1) mod n.
 */
const words = (
  width: 4 | 8,
  order: 'be' | 'le',
  limit: Limit,
  distinct: boolean,
  isTurned: boolean,
): Extraction => {
  const range = 2n ** BigInt(8 * width)
  const limitOf = (modulus: bigint): bigint =>
    limit === 'none'
      ? range
      : limit === 'one less'
        ? range - 1n - ((range - 1n) % modulus)
        : range - (range % modulus)
  return {
    says: `${width}-byte words, ${order === 'be' ? 'big' : 'little'}-endian${limit === 'none' ? '' : limit === 'one less' ? ', those from 2^bits − 1 less its remainder on thrown away' : ', those beyond the last whole multiple thrown away'}${distinct ? ', what came before passed over' : ''}, modulo`, // prettier-ignore
    isTurned,
    residue: (bytes, modulus, turn) => {
      const end = limitOf(BigInt(modulus))
      const seen: number[] = []
      for (let start = 0; start + width <= bytes.length; start += width) {
        const word = readWord(bytes, start, width, order)
        if (word >= end) continue
        const rest = Number(word % BigInt(modulus))
        if (distinct && seen.includes(rest)) continue
        if (seen.length === (isTurned ? turn : 0)) return rest
        seen.push(rest)
      }
      return -1
    },
    express: (bytes, modulus) => {
      const turn: Expression = isTurned ? '$turn' : 0
      if (limit === 'whole multiples' && !distinct && !isTurned) {
        return {
          below: { stream: { stream_bytes: [bytes, width, order] }, method: 'reject', below: modulus },
        }
      }
      const read = {
        map: { list: { chunks: [bytes, width] }, as: 'chunk', do: { [`integer_${order}`]: '$chunk' } },
      }
      const largest: Expression = { subtract: [{ power: [2, 8 * width] }, 1] }
      const end: Expression = limit === 'one less' ? { subtract: [largest, { mod: [largest, modulus] }] } : { multiply: [{ divide: [{ power: [2, 8 * width] }, modulus] }, modulus] } // prettier-ignore
      const kept: Expression =
        limit === 'none'
          ? read
          : {
              filter: {
                list: read,
                as: 'word',
                key: { if: { is: ['$word', '<', end], then: 1, else: 0 } },
                in: [1],
              },
            }
      if (!distinct) return { mod: [{ at: [kept, turn] }, modulus] }
      const rests = { map: { list: kept, as: 'word', do: { mod: ['$word', modulus] } } }
      return { at: [{ distinct: { list: rests, as: 'rest', key: '$rest' } }, turn] }
    },
  }
}

function readWord(bytes: Uint8Array, start: number, width: number, order: 'be' | 'le'): bigint {
  let word = 0n
  for (let index = 0; index < width; index += 1) {
    word = (word << 8n) | BigInt(bytes[start + (order === 'be' ? index : width - 1 - index)] ?? 0)
  }
  return word
}

/** What is tried on every hash, published or not: the usual ways. */
export const usualExtractions: readonly Extraction[] = [
  all,
  ...[8, 16, 15, 13, 12, 14, 10].map(firstDigits),
  firstLittle(4),
  firstLittle(8),
  allLittle,
  scaled(13),
  scaled(8),
]

/** What is tried on bytes that are known: all ways. */
export const extractions: readonly Extraction[] = [
  ...usualExtractions,
  ...(['whole multiples', 'one less'] as const).flatMap(limit => [
    words(4, 'be', limit, false, false),
    words(4, 'le', limit, false, false),
    words(8, 'be', limit, false, false),
    words(8, 'le', limit, false, false),
  ]),
  ...[7, 6, 5, 4, 3, 9, 11, 20, 24, 32, 2].map(firstDigits),
  ...[8, 16, 4, 6, 10, 12, 15].map(lastDigits),
  firstLittle(2),
  firstLittle(16),
  scaled(14),
  scaled(16),
]

/** What is tried on known bytes of which every turn takes its own piece. */
export const turnedExtractions: readonly Extraction[] = [
  ...[8, 16, 4, 3, 2, 5, 6, 7, 10, 12, 15].map(turnedDigits),
  ...(['none', 'one less', 'whole multiples'] as const).flatMap(limit =>
    [false, true].flatMap(distinct =>
      ([4, 8] as const).flatMap(width =>
        (['le', 'be'] as const).map(order => words(width, order, limit, distinct, true)),
      ),
    ),
  ),
]
