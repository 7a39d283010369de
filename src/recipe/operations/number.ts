/**
 * Arithmetic on integers of up to 4096 bits.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import { BoundExceeded, ImpossibleStep, type Context } from '../context.js'
import {
  compareNumbers,
  ComputedInteger,
  computedInteger,
  integer,
  printValue,
  SmallInteger,
  text,
  countWords,
  type Value,
} from '../value.js'
import { findBias } from './bias.js'
import { plain, type Operation } from './define.js'
import {
  isSpread,
  spreadInteger,
  spreadOfDifference,
  spreadOfProduct,
  spreadOfQuotient,
  spreadOfRemainder,
  spreadOfSum,
  type IntegerValue,
} from './spread.js'

const integerType = { kind: 'integer' } as const
const bytesType = { kind: 'bytes' } as const
const textType = { kind: 'text' } as const

/** Max bytes of an integer: enough for every number in use, and cheap to compute with. */
export const widestInteger = 512

const widestBits = 8 * widestInteger
const largest = 1n << BigInt(widestBits)

/** Max decimal digits of an integer. */
const mostDigits = (largest - 1n).toString().length

/** Asserts that a number is within the limits. */
function bounded(number: bigint): bigint {
  if (number < largest && number > -largest) return number
  throw new BoundExceeded(`a number of more than ${widestBits} bits`)
}

const integerBe = plain({
  takes: [bytesType],
  gives: integerType,
  cost: ({ bytes }) => Math.min(bytes.length, widestInteger) / 2,
  run: (_, { bytes }) => unsigned(bytes),
})

const integerLe = plain({
  takes: [bytesType],
  gives: integerType,
  cost: ({ bytes }) => bytes.length / 2,
  run: (_, { bytes }) => unsigned(bytes.slice().reverse()),
})

function unsigned(bytes: Uint8Array): Value {
  if (bytes.length > widestInteger) {
    throw new BoundExceeded(`a number of ${bytes.length} bytes is longer than ${widestInteger}`)
  }
  if (bytes.length === 0) return integer(0)
  return { kind: 'integer', integer: BigInt(`0x${encodeHex(bytes)}`), below: 1n << BigInt(8 * bytes.length) }
}

const integerHex = plain({
  takes: [textType],
  gives: integerType,
  cost: ({ text }) => text.length / 4,
  run: (_, { text: digits }) => {
    if (!/^[0-9a-fA-F]+$/.test(digits)) {
      throw new ImpossibleStep(`${JSON.stringify(printValue(text(digits)))} is not a number in hex digits`)
    }
    if (digits.length > 2 * widestInteger) {
      throw new BoundExceeded(`a number of ${digits.length} hex digits is longer than ${2 * widestInteger}`)
    }
    return { kind: 'integer', integer: BigInt(`0x${digits}`), below: 1n << BigInt(4 * digits.length) }
  },
})

/** Decimal digits, with or without leading zeros. */
const integerDecimal = plain({
  takes: [textType],
  gives: integerType,
  cost: ({ text }) => text.length / 2,
  run: (_, { text: digits }) => {
    if (!/^-?[0-9]+$/.test(digits)) {
      throw new ImpossibleStep(
        `${JSON.stringify(printValue(text(digits)))} is not a number in decimal digits`,
      )
    }
    if (digits.length > mostDigits + 1) {
      throw new BoundExceeded(`a number of ${digits.length} digits is longer than ${mostDigits}`)
    }
    return integer(bounded(BigInt(digits)))
  },
})

/** Words of the wider of two numbers: the cost of addition and comparison. */
function widerOf(a: IntegerValue, b: IntegerValue): number {
  return Math.max(countWords(a), countWords(b))
}

/** Base cost of tracking a distribution, beside ten for each word. */
const spreadCost = 100

/** The result of arithmetic as doubles have it; undefined for larger numbers, and those with a distribution. */
function small(
  a: IntegerValue,
  b: IntegerValue,
  compute: (a: number, b: number) => number,
): IntegerValue | undefined {
  if (!(a instanceof SmallInteger && b instanceof SmallInteger)) return undefined
  return computedInteger(compute(a.number, b.number))
}

const addition = (a: IntegerValue, b: IntegerValue): IntegerValue =>
  small(a, b, (a, b) => a + b) ?? spreadInteger(bounded(a.integer + b.integer), spreadOfSum(a, b))

const add = plain({
  takes: [integerType, integerType],
  gives: integerType,
  cost: (a, b) => costOfSum(a, b),
  run: (_, a, b) => addition(a, b),
})

const subtract = plain({
  takes: [integerType, integerType],
  gives: integerType,
  cost: (a, b) => costOfSum(a, b),
  run: (_, a, b) =>
    small(a, b, (a, b) => a - b) ?? spreadInteger(bounded(a.integer - b.integer), spreadOfDifference(a, b)),
})

function costOfSum(a: IntegerValue, b: IntegerValue): number {
  return isSpread(a) || isSpread(b) ? 4 + widerOf(a, b) / 2 : 0
}

const multiply = plain({
  takes: [integerType, integerType],
  gives: integerType,
  cost: (a, b) => widerOf(a, b) ** 2 / 32 + (isSpread(a) || isSpread(b) ? 4 + widerOf(a, b) : 0),
  run: (_, a, b) =>
    small(a, b, (a, b) => a * b) ?? spreadInteger(bounded(a.integer * b.integer), spreadOfProduct(a, b)),
})

/** Never negative. */
const remainderOf = (a: number, b: number): number => (a % b < 0 ? (a % b) + b : a % b)

/** Integer division, rounded down. */
const divide = atPlace(place => ({
  cost: (dividend, divisor) => 8 + costOfDivision(dividend, divisor),
  run: (context, dividend, divisor) => {
    if (divisor.integer < 1n) throw new ImpossibleStep(`a division by ${divisor.integer}`)
    const known = small(dividend, divisor, (a, b) => (a < 0 ? NaN : (a - (a % b)) / b))
    if (known !== undefined) return known
    const quotient = dividend.integer / divisor.integer
    const floor = dividend.integer % divisor.integer < 0n ? quotient - 1n : quotient
    const { spread, uneven } = spreadOfQuotient(dividend, divisor)
    findBias(uneven, place, context)
    return spreadInteger(floor, spread)
  },
}))

/** The remainder, never negative. Reports its bias. */
const mod = atPlace(place => ({
  cost: (dividend, divisor) =>
    dividend.spread === undefined ? 8 + 2 * countWords(dividend) : 8 + costOfDivision(dividend, divisor),
  run: (context, dividend, divisor) => {
    if (divisor.integer < 1n) throw new ImpossibleStep(`a remainder by ${divisor.integer}`)
    const known = small(dividend, divisor, remainderOf)
    if (known !== undefined) return known
    const remainder = dividend.integer % divisor.integer
    const { spread, uneven } = spreadOfRemainder(dividend, divisor)
    findBias(uneven, place, context)
    return spreadInteger(remainder < 0n ? remainder + divisor.integer : remainder, spread)
  },
}))

function costOfDivision(dividend: IntegerValue, divisor: IntegerValue): number {
  const words = widerOf(dividend, divisor)
  return isSpread(dividend) ? spreadCost + 10 * words : 2 * words
}

interface Division {
  readonly cost: (dividend: IntegerValue, divisor: IntegerValue) => number
  readonly run: (context: Context, dividend: IntegerValue, divisor: IntegerValue) => Value
}

/** An operation that knows its place in the recipe, where it reports a bias once. */
export function atPlace(define: (place: object) => Division): Operation {
  return compiler =>
    (...reading) =>
      plain({ takes: [integerType, integerType], gives: integerType, ...define({}) })(compiler)(...reading)
}

const power = plain({
  takes: [integerType, integerType],
  gives: integerType,
  cost: base => 8 + 4 * countWords(base),
  run: (context, base, exponent) => {
    if (exponent.integer < 0n) throw new ImpossibleStep(`a power of ${exponent.integer}`)
    const isRandom = isSpread(base) || isSpread(exponent)
    return spreadInteger(raise(base.integer, exponent.integer, context), isRandom ? 'unknown' : undefined)
  },
})

function raise(base: bigint, exponent: bigint, context: Context): bigint {
  if (base >= -1n && base <= 1n) return exponent === 0n ? 1n : base ** (2n - (exponent % 2n))
  // Lower bound of the bits that each factor adds.
  const bits = BigInt(base.toString(2).replace('-', '').length - 1) * exponent
  if (bits >= widestBits) throw new BoundExceeded(`a number of more than ${widestBits} bits`)
  context.charge(Number(bits) / 8)
  return bounded(base ** exponent)
}

const extreme = (wanted: 'smaller' | 'larger'): Operation =>
  plain({
    takes: [integerType, integerType],
    gives: integerType,
    run: (_, a, b) => {
      const [smaller, larger] = compareNumbers(a, b) <= 0 ? [a, b] : [b, a]
      const chosen = wanted === 'smaller' ? smaller : larger
      return spreadInteger(chosen.integer, isSpread(a) || isSpread(b) ? 'unknown' : undefined)
    },
  })

/** Where a sum begins. */
const zero = new ComputedInteger(0)

const sum = plain({
  takes: [{ kind: 'list', of: integerType }],
  anyOrder: true,
  gives: integerType,
  run: (context, { items }) => {
    let total: IntegerValue = zero
    for (const item of items) {
      if (item.kind !== 'integer') continue
      context.charge(1 + costOfSum(total, item))
      total = addition(total, item)
    }
    return total
  },
})

export const numberOperations = {
  integer_be: integerBe,
  integer_le: integerLe,
  integer_hex: integerHex,
  integer_decimal: integerDecimal,
  add,
  subtract,
  multiply,
  divide,
  mod,
  power,
  minimum: extreme('smaller'),
  maximum: extreme('larger'),
  sum,
}
