/**
 * From bytes to a number below a limit: all common ways to read a digest as a number and bring it into range.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import type { Extraction } from './extraction.js'
import { foldDigits, foldLittle } from './fold.js'
import { extractWord } from './words.js'

const wholeMultiples =
  'Whether numbers beyond the last whole multiple of the limit are thrown away does not show in these draws: none came up.'

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

/** The first digits as a fraction of one, computed in doubles as in JavaScript. */
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
  express: (bytes, modulus) => {
    const number: Expression = { float: { integer_hex: digitsText(bytes, 0, count) } }
    const fraction: Expression = { float_divide: [number, { float: { power: [16, count] } }] }
    return { integer_floor: { float_multiply: [fraction, { float: modulus }] } }
  },
})

const turnedDigits = (count: number): Extraction => ({
  says: `${count} hex digits for each turn, one after the other, modulo`,
  isTurned: true,
  residue: (bytes, modulus, turn) => foldDigits(bytes, turn * count, count, modulus),
  express: (bytes, modulus) => ({
    mod: [{ integer_hex: { at: [{ chunks: [{ text_hex: bytes }, count] }, '$turn'] } }, modulus],
  }),
})

const decimals = Array.from({ length: 10 }, (_, digit) => `${digit}`)

/** This many of the hex digits that are decimal, from one end, as block raffles read a hash. */
const decimalDigits = (count: number, end: 'first' | 'last'): Extraction => ({
  says: `the ${end} ${count} decimal digits among the hex digits, modulo`,
  isTurned: false,
  residue: (bytes, modulus) => {
    const digits = encodeHex(bytes).replace(/[a-f]/g, '')
    if (digits.length < count) return -1
    return Number(end === 'first' ? digits.slice(0, count) : digits.slice(-count)) % modulus
  },
  express: (bytes, modulus) => {
    const single: Expression = { chunks: [{ text_hex: bytes }, 1] }
    const kept: Expression = { filter: { list: single, as: 'digit', key: '$digit', in: decimals } }
    const slice: Expression = [{ join: [kept, ''] }, ...(end === 'first' ? [0, count] : [-count])]
    return { mod: [{ integer_decimal: { slice } }, modulus] }
  },
})

/** The first five digits below a million, as on the first dice sites. */
const fiveDigits: Extraction = {
  says: 'five hex digits after the other until they are below 1,000,000, modulo',
  isTurned: false,
  residue: (bytes, modulus) => {
    for (let start = 0; start + 5 <= 2 * bytes.length; start += 5) {
      const number = foldDigits(bytes, start, 5, 16 ** 5)
      if (number < 1_000_000) return number % modulus
    }
    return -1
  },
  express: (bytes, modulus) => {
    const groups: Expression = {
      map: { list: { chunks: [{ text_hex: bytes }, 5] }, as: 'group', do: { integer_hex: '$group' } },
    }
    const low: Expression = { where: { list: groups, as: 'group', is: ['$group', '<', 1_000_000] } }
    return { mod: [{ at: [low, 0] }, modulus] }
  },
}

/** Each turn takes the next digits as a fraction of one. */
const turnedScaled = (count: number): Extraction => ({
  says: `${count} hex digits for each turn, one after the other, as a fraction of one, times the limit`,
  isTurned: true,
  residue: (bytes, modulus, turn) => {
    const number = foldDigits(bytes, turn * count, count, 16 ** count)
    return number < 0 ? -1 : Math.floor((number / 16 ** count) * modulus)
  },
  express: (bytes, modulus) => {
    const digits: Expression = { at: [{ chunks: [{ text_hex: bytes }, count] }, '$turn'] }
    const fraction: Expression = {
      float_divide: [{ float: { integer_hex: digits } }, { float: { power: [16, count] } }],
    }
    return { integer_floor: { float_multiply: [fraction, { float: modulus }] } }
  },
})

/** Tried on every hash, published or not: the usual ways. */
export const usualExtractions: readonly Extraction[] = [
  all,
  ...[8, 16, 15, 13, 12, 14, 10].map(firstDigits),
  firstLittle(4),
  firstLittle(8),
  allLittle,
  scaled(13),
  scaled(8),
  ...[8, 16].map(lastDigits),
  fiveDigits,
]

/** Tried on the links of a chain without published values. */
export const chainExtractions: readonly Extraction[] = [
  all,
  allLittle,
  ...[8, 16, 13, 15].map(firstDigits),
  firstLittle(4),
  firstLittle(8),
]

/** The same if turns share the hash: each takes a piece of it, or all of it. */
export const usualSharedExtractions: readonly Extraction[] = [
  ...[8, 16, 4].map(turnedDigits),
  turnedScaled(8),
  ...usualExtractions,
]

/** Tried on known bytes: all ways. */
export const extractions: readonly Extraction[] = [
  ...usualExtractions,
  ...(['whole multiples', 'one less'] as const).flatMap(limit =>
    ([4, 8] as const).flatMap(width =>
      (['be', 'le'] as const).map(order =>
        extractWord({ width, order, limit, isDistinct: false, isTurned: false }),
      ),
    ),
  ),
  ...[7, 6, 5, 4, 3, 9, 11, 20, 24, 32, 2].map(firstDigits),
  ...[4, 6, 10, 12, 15].map(lastDigits),
  firstLittle(2),
  firstLittle(16),
  scaled(14),
  scaled(16),
  ...(['last', 'first'] as const).flatMap(end =>
    [6, 8, 7, 5, 4, 9, 10, 3, 12, 15].map(count => decimalDigits(count, end)),
  ),
]

/** Tried on known bytes if each turn takes its own piece. */
export const turnedExtractions: readonly Extraction[] = [
  ...[8, 16, 4, 3, 2, 5, 6, 7, 10, 12, 15].map(turnedDigits),
  ...[8, 13].map(turnedScaled),
  ...(['none', 'one less', 'whole multiples'] as const).flatMap(limit =>
    [false, true].flatMap(isDistinct =>
      ([4, 8] as const).flatMap(width =>
        (['le', 'be'] as const).map(order =>
          extractWord({ width, order, limit, isDistinct, isTurned: true }),
        ),
      ),
    ),
  ),
]
