/**
 * Bytes, text and integers into each other. A name says what comes out, then how it is read or written.
 *
 * @packageDocumentation
 */
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { BoundExceeded, ImpossibleStep, turnCost } from '../context.js'
import {
  bytes,
  bytesOf,
  integer,
  integerOf,
  itemSize,
  list,
  printValue,
  sizeOf,
  text,
  wordsOf,
  type Type,
  type Value,
} from '../value.js'
import { operation, plain, readNumber, type Operation } from './define.js'

const bytesType = { kind: 'bytes' } as const
const textType = { kind: 'text' } as const
const integerType = { kind: 'integer' } as const

/** In bytes: wide enough for every number in use, small enough that arithmetic stays cheap. */
const widestInteger = 512

// Text and bytes pay for their length when they are made: a unit of work for 2 bytes of memory at least.

const bytesUtf8 = plain({
  takes: [textType],
  gives: ([from]) => withLength('bytes', lengthOf(from)),
  cost: ({ text }) => 8 + text.length,
  run: (_, { text }) => bytes(asPublished(() => encodeUtf8(text))),
})

const bytesHex = plain({
  takes: [textType],
  gives: ([from]) => withLength('bytes', lengthOf(from) / 2),
  cost: ({ text }) => 8 + text.length / 4,
  run: (_, { text }) => bytes(asPublished(() => decodeHex(text))),
})

/** A big-endian unsigned integer of a fixed width: `{ "bytes_be": ["$n", 2] }` is u16be. */
const bytesBe: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of an integer and a width in bytes`)
  }
  const [value = 0, widthArgument] = args
  const expression = compiler.read(value, [...path, 0], scope)
  expectType(expression, integerType, [...path, 0])
  const width = readNumber(widthArgument, 1, widestInteger, [...path, 1])
  return operation(name, [expression], { kind: 'bytes', length: width }, ([input = integer(0)], context) => {
    context.charge(turnCost + 8 + width / 2)
    const number = integerOf(input)
    const digits = number.toString(16).padStart(2 * width, '0')
    if (number < 0n || digits.length > 2 * width) {
      throw new ImpossibleStep(`${number} does not fit into ${width} bytes`)
    }
    return bytes(decodeHex(digits))
  })
}

const textHex = plain({
  takes: [bytesType],
  gives: ([from]) => withLength('text', 2 * lengthOf(from)),
  cost: ({ bytes }) => 4 + bytes.length,
  run: (_, { bytes }) => text(encodeHex(bytes)),
})

const textDecimal = plain({
  takes: [integerType],
  gives: textType,
  cost: number => 10 * wordsOf(number),
  run: (_, { integer }) => text(integer.toString()),
})

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
  run: (_, { bytes }) => unsigned(bytes.toReversed()),
})

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

/** Bytes one after the other, without a separator or a length. */
const concat: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length < 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of two or more arguments`)
  }
  const parts = args.map((part, index) => compiler.read(part, [...path, index], scope))
  parts.forEach((part, index) => {
    expectType(part, bytesType, [...path, index])
  })
  const lengths = parts.map(({ type }) => lengthOf(type))
  const variable = lengths.filter(Number.isNaN).length
  const type = withLength(
    'bytes',
    lengths.reduce((sum, length) => sum + length, 0),
  )
  return operation(name, parts, type, (values, context) => {
    const pieces = values.map(bytesOf)
    context.charge(turnCost + 8 + pieces.reduce((sum, piece) => sum + piece.length, 0) / 2)
    if (variable > 1) {
      context.find({
        code: 'ambiguous-concat',
        message: `${variable} parts of varying length are joined without a separator or a length, so that different values can give the same bytes`,
      })
    }
    return bytes(concatBytes(...pieces))
  })
}

const join = plain({
  takes: [{ kind: 'list', of: textType }, textType],
  gives: textType,
  cost: ({ items }, { text: separator }) =>
    textsOf(items).reduce((sum, item) => sum + 1 + item.length + separator.length, 0),
  run: (context, { items }, { text: separator }) => {
    const parts = textsOf(items)
    if (parts.length > 1 && parts.some(part => part.includes(separator))) {
      const what = separator === '' ? 'no separator' : `the separator ${JSON.stringify(separator)}`
      context.find({
        code: 'ambiguous-concat',
        message: `parts are joined with ${what}${separator === '' ? '' : ', which also stands in a part'}, so that different values can give the same text`,
      })
    }
    return text(parts.join(separator))
  },
})

/** Whole pieces of a text, from its beginning; a shorter rest is left out. */
const chunks = plain({
  takes: [textType, integerType],
  gives: { kind: 'list', of: textType },
  run: (context, { text: whole }, { integer: size }) => {
    if (size < 1n || size > BigInt(whole.length)) {
      throw new ImpossibleStep(`a text of ${whole.length} characters has no piece of ${size}`)
    }
    const width = Number(size)
    const pieces = Math.floor(whole.length / width)
    context.charge(turnCost * pieces)
    context.keep((itemSize + sizeOf(text(''))) * pieces)
    return list(
      Array.from({ length: pieces }, (_, index) => text(whole.slice(index * width, (index + 1) * width))),
    )
  },
})

/** The length that every value of a type has, or NaN. */
function lengthOf(type: Type | undefined): number {
  return type?.kind === 'bytes' || type?.kind === 'text' ? (type.length ?? NaN) : NaN
}

function withLength(kind: 'bytes' | 'text', length: number): Type {
  return Number.isInteger(length) ? { kind, length } : { kind }
}

function textsOf(items: readonly Value[]): readonly string[] {
  return items.map(item => (item.kind === 'text' ? item.text : printValue(item)))
}

function unsigned(bytes: Uint8Array): Value {
  if (bytes.length > widestInteger) {
    throw new BoundExceeded(`a number of ${bytes.length} bytes is longer than ${widestInteger}`)
  }
  if (bytes.length === 0) return integer(0)
  return { kind: 'integer', integer: BigInt(`0x${encodeHex(bytes)}`), below: 1n << BigInt(8 * bytes.length) }
}

/** Published text that has not the form that a step needs is a fact about the draw, not about the recipe. */
function asPublished<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof DrawauditError) throw new ImpossibleStep(error.message)
    throw error
  }
}

export const byteOperations = {
  bytes_utf8: bytesUtf8,
  bytes_hex: bytesHex,
  bytes_be: bytesBe,
  text_hex: textHex,
  text_decimal: textDecimal,
  integer_be: integerBe,
  integer_le: integerLe,
  integer_hex: integerHex,
  concat,
  join,
  chunks,
}
