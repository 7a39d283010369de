/**
 * Arithmetic in IEEE 754 binary64, as in JavaScript, Python and most machines. No result is NaN or infinite.
 *
 * @packageDocumentation
 */
import { expectType, isArray, recipeError } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { parseDouble } from '../decimal.js'
import { float, floatOf, printValue, text, countWords, type Value } from '../value.js'
import { operation, plain, readNumber, type Operation } from './define.js'
import { spreadInteger } from './spread.js'

const floatType = { kind: 'float' } as const
const integerType = { kind: 'integer' } as const
const textType = { kind: 'text' } as const

function finite(number: number, describe: () => string): Value {
  if (Number.isFinite(number)) return float(number)
  throw new ImpossibleStep(`${describe()} is not a number that a double has`)
}

/** The nearest double, ties to even. */
const fromInteger = plain({
  takes: [integerType],
  gives: floatType,
  cost: number => countWords(number) / 8,
  run: (_, { integer }) => finite(Number(integer), () => integer.toString()),
})

const fromDecimal = plain({
  takes: [textType],
  gives: floatType,
  cost: ({ text }) => 4 + text.length / 4,
  run: (_, { text: decimal }) => {
    const number = parseDouble(decimal)
    if (number !== undefined) return float(number)
    throw new ImpossibleStep(
      `${JSON.stringify(printValue(text(decimal)))} is not a decimal number of a double`,
    )
  },
})

type Arithmetic = (a: number, b: number, context: Context) => number

const arithmetic = (sign: string, compute: Arithmetic): Operation =>
  plain({
    takes: [floatType, floatType],
    gives: floatType,
    run: (context, { float: a }, { float: b }) => finite(compute(a, b, context), () => `${a} ${sign} ${b}`),
  })

/** Scaling a random number to a range rounds twice. */
function findRounding(context: Context): void {
  context.find({
    code: 'float-arithmetic',
    message:
      'numbers are multiplied or divided in floating point, which rounds: chances that come of it are not exactly even',
  })
}

const rounding = (round: (number: number) => number): Operation =>
  plain({
    takes: [floatType],
    gives: integerType,
    cost: () => 2,
    // Its origin is unknown: possibly random, with unknown alternatives.
    run: (_, { float }) => spreadInteger(BigInt(round(float)), 'unknown'),
  })

const textFloat = plain({
  takes: [floatType],
  gives: textType,
  cost: () => 8,
  run: (_, { float }) => text(String(float)),
})

/** A fixed number of decimals; halves are rounded away from zero, as in JavaScript. */
const textFixed: Operation = compiler => (args, path, scope, name) => {
  const [value = 0, digitsArgument, ...more] = isArray(args) ? args : []
  if (!isArray(args) || digitsArgument === undefined || more.length > 0) {
    throw recipeError('recipe-type', path, `${name} takes an array of a float and a number of digits`)
  }
  const expression = compiler.read(value, [...path, 0], scope)
  expectType(expression, floatType, [...path, 0])
  const digits = readNumber(digitsArgument, 0, 20, [...path, 1])
  return operation(name, [expression], textType, ([input = float(0)], context) => {
    context.charge(turnCost + 20)
    return text(floatOf(input).toFixed(digits))
  })
}

export const floatOperations = {
  float: fromInteger,
  float_decimal: fromDecimal,
  float_add: arithmetic('+', (a, b) => a + b),
  float_subtract: arithmetic('-', (a, b) => a - b),
  float_multiply: arithmetic('*', (a, b, context) => {
    findRounding(context)
    return a * b
  }),
  float_divide: arithmetic('/', (a, b, context) => {
    findRounding(context)
    return a / b
  }),
  float_mod: arithmetic('%', (a, b) => a % b),
  integer_floor: rounding(Math.floor),
  integer_ceil: rounding(Math.ceil),
  integer_round: rounding(Math.round),
  text_float: textFloat,
  text_fixed: textFixed,
}
