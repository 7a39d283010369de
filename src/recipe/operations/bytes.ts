/**
 * Bytes from text, from integers and from other bytes. A name says what comes out, then how it is read or written.
 *
 * @packageDocumentation
 */
import { concatBytes, decodeBase64, decodeHex, describeCharacter, encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import { bytes, bytesOf, integer, integerOf } from '../value.js'
import { operation, plain, readNumber, readWord, type Operation } from './define.js'
import { lengthOf, withLength } from './lengths.js'
import { widestInteger } from './number.js'

const bytesType = { kind: 'bytes' } as const
const textType = { kind: 'text' } as const
const integerType = { kind: 'integer' } as const

// Text and bytes pay for their length when created: at least a unit of work for 2 bytes of memory.

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

const bytesBase64 = plain({
  takes: [textType],
  gives: bytesType,
  cost: ({ text }) => 8 + text.length / 2,
  run: (_, { text }) => bytes(asPublished(() => decodeBase64(text))),
})

/** With - and _ instead of + and /, and without padding. */
const bytesBase64url = plain({
  takes: [textType],
  gives: bytesType,
  cost: ({ text }) => 8 + text.length / 2,
  run: (_, { text }) => {
    const bad = text.search(/[^A-Za-z0-9_-]/)
    if (bad !== -1) throw new ImpossibleStep(`expected base64url, found ${describeCharacter(text, bad)}`)
    const padded = text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .padEnd(4 * Math.ceil(text.length / 4), '=')
    return bytes(asPublished(() => decodeBase64(padded)))
  },
})

/** An unsigned integer of a fixed width: `{ "bytes_be": ["$n", 2] }` is u16be. */
const fixedWidth =
  (order: 'be' | 'le'): Operation =>
  compiler =>
  (args, path, scope, name) => {
    if (!isArray(args) || args.length !== 2) {
      throw recipeError('recipe-type', path, `${name} takes an array of an integer and a width in bytes`)
    }
    const [value = 0, widthArgument] = args
    const expression = compiler.read(value, [...path, 0], scope)
    expectType(expression, integerType, [...path, 0])
    const width = readNumber(widthArgument, 1, widestInteger, [...path, 1])
    return operation(name, [expression], withLength('bytes', width), ([input = integer(0)], context) => {
      context.charge(turnCost + 8 + width / 2)
      const number = integerOf(input)
      const digits = number.toString(16).padStart(2 * width, '0')
      if (number < 0n || digits.length > 2 * width) {
        throw new ImpossibleStep(`${number} does not fit into ${width} bytes`)
      }
      const decoded = decodeHex(digits)
      return bytes(order === 'be' ? decoded : decoded.reverse())
    })
  }

/** Bitwise XOR of two byte strings. */
const bytesXor: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of 2 arguments`)
  }
  const parts = args.map((part, index) => {
    const expression = compiler.read(part, [...path, index], scope)
    expectType(expression, bytesType, [...path, index])
    return expression
  })
  const known = parts.map(({ type }) => lengthOf(type)).filter(Number.isInteger)
  const [length = NaN, other = length] = known
  if (known.length === 2 && length !== other) {
    throw recipeError('recipe-type', path, `${length} bytes and ${other} bytes are not of one length`)
  }
  return operation(name, parts, withLength('bytes', length), (values, context) => {
    const [left = new Uint8Array(), right = new Uint8Array()] = values.map(bytesOf)
    context.charge(turnCost + 8 + left.length / 2)
    if (left.length !== right.length) {
      throw new ImpossibleStep(`${left.length} bytes and ${right.length} bytes are not of one length`)
    }
    return bytes(left.map((byte, index) => byte ^ (right[index] ?? 0)))
  })
}

/** Concatenated bytes, without separator or length. */
const concat: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length < 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of two or more arguments`)
  }
  const parts = args.map((part, index) => compiler.read(part, [...path, index], scope))
  parts.forEach((part, index) => {
    expectType(part, bytesType, [...path, index])
  })
  const length = parts.reduce((sum, { type }) => sum + lengthOf(type), 0)
  // The concatenation is ambiguous after a part whose end is not known from its length or beginning.
  const open = parts.findIndex(({ type, isPrefixed }) => isPrefixed !== true && Number.isNaN(lengthOf(type)))
  const variable =
    open === -1 ? 0 : parts.slice(open).filter(({ type }) => Number.isNaN(lengthOf(type))).length
  const joined = operation(name, parts, withLength('bytes', length), (values, context) => {
    const pieces = values.map(bytesOf)
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    context.expect(length)
    context.charge(turnCost + 8 + length / 2)
    if (variable > 1) {
      context.find({
        code: 'ambiguous-concat',
        message: `${variable} parts of varying length are joined without a separator or a length, so that different values can give the same bytes`,
      })
    }
    return bytes(concatBytes(...pieces))
  })
  return { ...joined, isPrefixed: open === -1 }
}

/** Bytes after a length prefix of a given size. */
const bytesPrefixed: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of bytes, a width in bytes and an order`)
  }
  const [source = '', widthArgument, orderArgument] = args
  const expression = compiler.read(source, [...path, 0], scope)
  expectType(expression, bytesType, [...path, 0])
  const width = readNumber(widthArgument, 1, widestPrefix, [...path, 1])
  const order = readWord(['be', 'le'], orderArgument, [...path, 2])
  const type = withLength('bytes', width + lengthOf(expression.type))
  const prefixed = operation(name, [expression], type, ([input = bytes(new Uint8Array())], context) => {
    const content = bytesOf(input)
    context.charge(turnCost + 8 + (width + content.length) / 2)
    const digits = content.length.toString(16).padStart(2 * width, '0')
    if (digits.length > 2 * width) {
      throw new ImpossibleStep(`the length ${content.length} does not fit into ${width} bytes`)
    }
    const length = decodeHex(digits)
    return bytes(concatBytes(order === 'be' ? length : length.reverse(), content))
  })
  return { ...prefixed, isPrefixed: true }
}

/** Max width of a prefix in bytes: no format in use has more. */
const widestPrefix = 8

/** Malformed published text is a fact about the draw, not an error of the recipe. */
export function asPublished<T>(decode: () => T): T {
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
  bytes_base64: bytesBase64,
  bytes_base64url: bytesBase64url,
  bytes_be: fixedWidth('be'),
  bytes_le: fixedWidth('le'),
  bytes_xor: bytesXor,
  bytes_prefixed: bytesPrefixed,
  concat,
}
