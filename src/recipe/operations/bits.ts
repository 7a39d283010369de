/**
 * Machine arithmetic on integers: bitwise, and wrapped at a declared width.
 *
 * @packageDocumentation
 */
import { ImpossibleStep, type Context } from '../context.js'
import { countWords } from '../value.js'
import { findBias } from './bias.js'
import { plain, type Operation } from './define.js'
import { atPlace, widestInteger } from './number.js'
import {
  isPowerOfTwo,
  isSpread,
  spreadInteger,
  spreadOfQuotient,
  spreadOfRemainder,
  type IntegerValue,
} from './spread.js'

const integerType = { kind: 'integer' } as const

/** Max width in bits. */
const widest = 8n * BigInt(widestInteger)

/** The bits of a number; a negative one has no width of its own. */
function bitsOf({ integer }: IntegerValue): bigint {
  if (integer >= 0n) return integer
  throw new ImpossibleStep(`${integer} has no fixed width: use wrap`)
}

/** The bits of a number, which must fit the width. */
function bitsWithin(number: IntegerValue, width: bigint): bigint {
  const bits = bitsOf(number)
  if (bits < 1n << width) return bits
  throw new ImpossibleStep(`${bits} has more than ${width} bits: wrap cuts them off`)
}

function widthOf({ integer: width }: IntegerValue): bigint {
  if (width >= 1n && width <= widest) return width
  throw new ImpossibleStep(`a width of ${width} bits: it is from 1 to ${widest}`)
}

/** The shift distance in bits. */
function movedBy({ integer: by }: IntegerValue): bigint {
  if (by >= 0n && by <= widest) return by
  throw new ImpossibleStep(`moved by ${by} bits: it is from 0 to ${widest}`)
}

/** A number without randomness. */
const constant = (integer: bigint): IntegerValue => ({ kind: 'integer', integer })

/** The result of random numbers whose distribution is no longer tracked. */
const mixed = (integer: bigint, ...from: readonly IntegerValue[]): IntegerValue =>
  spreadInteger(integer, from.some(isSpread) ? 'unknown' : undefined)

/** The result of a permutation of all numbers of the width, which keeps the distribution. */
const permuted = (integer: bigint, from: IntegerValue, width: bigint): IntegerValue =>
  from.below === 1n << width ? { kind: 'integer', integer, below: from.below } : mixed(integer, from)

/** Cost, including that of tracking the distribution. */
const costOf = (...numbers: readonly IntegerValue[]): number => {
  const words = Math.max(...numbers.map(countWords))
  return words + (numbers.some(isSpread) ? 100 + 10 * words : 0)
}

const moving = (
  move: (number: IntegerValue, by: IntegerValue, context: Context, place: object) => IntegerValue,
): Operation =>
  atPlace(place => ({
    cost: costOf,
    run: (context, number, by) => move(number, by, context, place),
  }))

/** The low bits of a number; of the two's complement for a negative one. */
function lowBits(number: IntegerValue, width: bigint, context: Context, place: object): IntegerValue {
  const { spread, uneven } = spreadOfRemainder(number, constant(1n << width))
  findBias(uneven, place, context)
  return spreadInteger(BigInt.asUintN(Number(width), number.integer), spread)
}

const wrap = moving((number, width, context, place) => lowBits(number, widthOf(width), context, place))

/** The low bits as a signed number, like `int` in C and Java. */
const wrapSigned = moving((number, width, context, place) => {
  const bits = widthOf(width)
  const low = lowBits(number, bits, context, place)
  const signed = BigInt.asIntN(Number(bits), low.integer)
  if (low.below !== 1n << bits) return mixed(signed, low)
  const offset = -(1n << (bits - 1n))
  return spreadInteger(signed, { below: low.below, factor: 1n, offset, divisor: 1n })
})

/** Right shift; arithmetic (`>>`) for a negative number. */
const shiftRight = moving((number, by, context, place) => {
  const moved = movedBy(by)
  const { spread, uneven } = spreadOfQuotient(number, constant(1n << moved))
  findBias(uneven, place, context)
  return spreadInteger(number.integer >> moved, spread)
})

const bitNot = moving((number, width) => {
  const bits = widthOf(width)
  return permuted((1n << bits) - 1n - bitsWithin(number, bits), number, bits)
})

/** A bitwise operation; a random operand comes before a constant one. */
const pairwise = (pair: Parameters<typeof moving>[0]): Operation =>
  moving((a, b, ...rest) => (isSpread(b) ? pair(b, a, ...rest) : pair(a, b, ...rest)))

/** With a mask of low bits it is the remainder of a power of two. */
const bitAnd = pairwise((a, b, context, place) => {
  const number = bitsOf(a) & bitsOf(b)
  if (isSpread(b) || !isPowerOfTwo(b.integer + 1n)) return mixed(number, a, b)
  const { spread, uneven } = spreadOfRemainder(a, constant(b.integer + 1n))
  findBias(uneven, place, context)
  return spreadInteger(number, spread)
})

const bitOr = pairwise((a, b) => mixed(bitsOf(a) | bitsOf(b), a, b))

/** XOR with a constant keeps the distribution. */
const bitXor = pairwise((a, b) => {
  const number = bitsOf(a) ^ bitsOf(b)
  const { below } = a
  const isKept = below !== undefined && isPowerOfTwo(below) && !isSpread(b) && b.integer < below
  return isKept ? { kind: 'integer', integer: number, below } : mixed(number, a, b)
})

/** A rotation: a number, a distance, and a width. */
const turning = (turn: (bits: bigint, by: bigint, width: bigint) => bigint, isOneToOne: boolean): Operation =>
  plain({
    takes: [integerType, integerType, integerType],
    gives: integerType,
    cost: (number, _, width) => costOf(number) + Number(width.integer > widest ? 0n : width.integer) / 512,
    run: (_, number, by, width) => {
      const bits = widthOf(width)
      const moved = turn(bitsWithin(number, bits), movedBy(by), bits)
      return isOneToOne && !isSpread(by) ? permuted(moved, number, bits) : mixed(moved, number, by)
    },
  })

/** Rotates to the left within the width. */
const rotated = (bits: bigint, by: bigint, width: bigint): bigint => {
  const left = by % width
  return ((bits << left) | (bits >> (width - left))) & ((1n << width) - 1n)
}

export const bitOperations = {
  bit_and: bitAnd,
  bit_or: bitOr,
  bit_xor: bitXor,
  bit_not: bitNot,
  shift_left: turning((bits, by, width) => (bits << by) & ((1n << width) - 1n), false),
  shift_right: shiftRight,
  rotate_left: turning(rotated, true),
  rotate_right: turning((bits, by, width) => rotated(bits, width - (by % width), width), true),
  wrap,
  wrap_signed: wrapSigned,
}
