/**
 * Text from bytes and integers, and text from text.
 *
 * @packageDocumentation
 */
import { decodeUtf8, encodeBase64, encodeHex } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { expectType, isArray, recipeError, type Compiled, type Shape } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import {
  integer,
  integerOf,
  itemSize,
  itemsOf,
  list,
  sizeOf,
  text,
  textOf,
  countWords,
  type Value,
} from '../value.js'
import { asPublished } from './bytes.js'
import { operation, plain, readNumber, type Operation } from './define.js'
import { lengthOf, withLength } from './lengths.js'

const bytesType = { kind: 'bytes' } as const
const textType = { kind: 'text' } as const
const integerType = { kind: 'integer' } as const

// Text and bytes pay for their length when created: at least a unit of work for 2 bytes of memory.

const textHex = plain({
  takes: [bytesType],
  gives: ([from]) => withLength('text', 2 * lengthOf(from)),
  cost: ({ bytes }) => 4 + bytes.length,
  run: (context, { bytes }) => {
    // The digits, as bytes and as text.
    context.expect(4 * bytes.length)
    return text(encodeHex(bytes))
  },
})

const textBase64 = plain({
  takes: [bytesType],
  gives: ([from]) => withLength('text', 4 * Math.ceil(lengthOf(from) / 3)),
  cost: ({ bytes }) => 4 + bytes.length,
  run: (_, { bytes }) => text(base64(bytes)),
})

/** With - and _ instead of + and /, and without padding. */
const textBase64url = plain({
  takes: [bytesType],
  gives: ([from]) => withLength('text', Math.ceil((4 * lengthOf(from)) / 3)),
  cost: ({ bytes }) => 4 + bytes.length,
  run: (_, { bytes }) => text(base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
})

/** Characters a chunk, a multiple of three so that only the last chunk is padded. */
const base64Piece = 24_576

// In chunks: a string built byte by byte takes many times its length in memory.
function base64(bytes: Uint8Array): string {
  const pieces = Math.ceil(bytes.length / base64Piece)
  return Array.from({ length: pieces }, (_, index) =>
    encodeBase64(bytes.subarray(index * base64Piece, (index + 1) * base64Piece)),
  ).join('')
}

const textUtf8 = plain({
  takes: [bytesType],
  gives: textType,
  cost: ({ bytes }) => 8 + bytes.length,
  run: (_, { bytes }) => text(asPublished(() => decodeUtf8(bytes))),
})

const textDecimal = plain({
  takes: [integerType],
  gives: textType,
  cost: number => 10 * countWords(number),
  run: (_, { integer }) => text(integer.toString()),
})

/** Lower-case digits without leading zeros. */
const textBase: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of an integer and a base`)
  }
  const [value = 0, baseArgument] = args
  const expression = compiler.read(value, [...path, 0], scope)
  expectType(expression, integerType, [...path, 0])
  const base = readNumber(baseArgument, 2, 36, [...path, 1])
  return operation(name, [expression], textType, ([input = integer(0)], context) => {
    const number = integerOf(input)
    if (input.kind === 'integer') context.charge(turnCost + 40 * countWords(input))
    if (number < 0n) throw new ImpossibleStep(`${number} is less than 0`)
    return text(number.toString(base))
  })
}

/** Texts joined with a separator. */
const join: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    const found = isArray(args) ? `${args.length}` : 'one'
    throw recipeError('recipe-type', path, `${name} takes an array of 2 arguments, found ${found}`)
  }
  const [source, separator] = args.map((arg, index) => compiler.read(arg, [...path, index], scope))
  if (source === undefined || separator === undefined) throw new DrawauditError('internal', 'no arguments')
  expectType(source, { kind: 'list', of: textType }, [...path, 0])
  expectType(separator, textType, [...path, 1])
  const parts = source.items
  const isVarying = varyingParts(source, separator)
  const length = (parts ?? [{ type: { kind: 'text' } }]).reduce(
    (sum, { type }) => sum + lengthOf(type) + lengthOf(separator.type),
    -lengthOf(separator.type),
  )
  return operation(name, [source, separator], withLength('text', length), ([listed, between], context) => {
    const texts = itemsOf(listed ?? list([])).map(textOf)
    const mark = textOf(between ?? text(''))
    let cost = turnCost
    for (const part of texts) cost += 1 + part.length + mark.length + searchCost(part, mark)
    context.charge(cost)
    if (texts.some((part, index) => isVarying(index) && part.includes(mark))) {
      const what = mark === '' ? 'no separator' : `the separator ${JSON.stringify(mark)}`
      context.find({
        code: 'ambiguous-concat',
        message: `parts are joined with ${what}${mark === '' ? '' : ', which also stands in a part'}, so that different values can give the same text`,
      })
    }
    return text(texts.join(mark))
  })
}

/**
 * Parts that may contain the separator and so make the text ambiguous. For a list literal, none if it has one
 * part or only one part is of variable length; for other lists the number of parts is unknown.
 */
function varyingParts({ type, items }: Compiled, separator: Compiled): (index: number) => boolean {
  if (items === undefined) {
    const isKnown = type.kind === 'list' && hasLength({ type: type.of })
    return () => !isKnown
  }
  const varying = items.map(item => !hasLength(item))
  const isCertain = items.length < 2 || (hasLength(separator) && varying.filter(Boolean).length < 2)
  return index => !isCertain && varying[index] === true
}

function hasLength({ type, isLiteral }: Shape): boolean {
  return isLiteral === true || !Number.isNaN(lengthOf(type))
}

/** Worst case: the pattern is compared in full at every place. */
function searchCost(whole: string, part: string): number {
  return part.length > whole.length ? 0 : (whole.length * part.length) / 64
}

/** Number of non-overlapping occurrences of `part`. */
function countOf(whole: string, part: string, context: Context): number {
  if (part === '') throw new ImpossibleStep('an empty text stands everywhere')
  context.charge(whole.length / 4 + searchCost(whole, part))
  let places = 0
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) places += 1
  return places
}

const split = plain({
  takes: [textType, textType],
  gives: { kind: 'list', of: textType },
  run: (context, { text: whole }, { text: separator }) => {
    const pieces = countOf(whole, separator, context) + 1
    context.charge(turnCost * pieces)
    context.keep((itemSize + sizeOf(text(''))) * pieces)
    return list(whole.split(separator).map(text))
  },
})

/** Replaces every occurrence, from the beginning. */
const replace = plain({
  takes: [textType, textType, textType],
  gives: textType,
  run: (context, { text: whole }, { text: from }, { text: to }) => {
    const places = countOf(whole, from, context)
    context.charge(turnCost * places + whole.length + places * Math.max(0, to.length - from.length))
    const room = pieceSize * places
    context.keep(room)
    const replaced = whole.split(from).join(to)
    context.release(room)
    return text(replaced)
  },
})

/** Bytes of memory for a piece of text, without its length, while it is joined with others. */
const pieceSize = 48

const padded = (pad: (whole: string, width: number, fill: string) => string): Operation =>
  plain({
    takes: [textType, integerType, textType],
    gives: textType,
    run: (context, { text: whole }, { integer: width }, { text: fill }) => {
      if (width < 0n) throw new ImpossibleStep(`a width of ${width}`)
      if (fill.length !== 1) {
        throw new ImpossibleStep(`expected one character to fill with, found ${fill.length}`)
      }
      const wanted = Number(width)
      if (wanted <= whole.length) return text(whole)
      context.charge(wanted)
      return text(pad(whole, wanted, fill))
    },
  })

/** ASCII letters only, to be independent of Unicode tables. */
const inCase = (letters: RegExp, change: (text: string) => string): Operation =>
  plain({
    takes: [textType],
    gives: ([from]) => withLength('text', lengthOf(from)),
    cost: ({ text }) => 4 + text.length,
    run: (_, { text: whole }) => text(whole.replace(letters, change)),
  })

/** Without surrounding white space and line endings, as JavaScript's trim. */
const trim = plain({
  takes: [textType],
  gives: textType,
  shares: true,
  cost: ({ text }) => text.length / 4,
  run: (_, { text: whole }): Value => text(whole.trim()),
})

export const textOperations = {
  text_hex: textHex,
  text_base64: textBase64,
  text_base64url: textBase64url,
  text_utf8: textUtf8,
  text_decimal: textDecimal,
  text_base: textBase,
  join,
  split,
  pad_start: padded((whole, width, fill) => whole.padStart(width, fill)),
  pad_end: padded((whole, width, fill) => whole.padEnd(width, fill)),
  lower: inCase(/[A-Z]+/g, letters => letters.toLowerCase()),
  upper: inCase(/[a-z]+/g, letters => letters.toUpperCase()),
  trim,
  replace,
}
