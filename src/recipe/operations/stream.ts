/**
 * Streams of random words, and numbers from them. A stream is a value: every reader starts at its beginning.
 *
 * @packageDocumentation
 */
import { chacha20Block, chacha20Blocks, chacha20BlockSize } from '../../core/chacha20.js'
import type { Expression } from '../../model/recipe.js'
import {
  basisOf,
  expectType,
  hasStream,
  isArray,
  recipeError,
  type Compiled,
  type Compiler,
  type ExpressionPath,
  type NameScope,
} from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { mixingOf } from '../mixing.js'
import {
  bytesOf,
  float,
  integer,
  integerOf,
  itemsOf,
  list,
  sizeOf,
  streamOf,
  type Stream,
  type Type,
  type Value,
  type Word,
} from '../value.js'
import { drawBelow, fractionOf, isEven, readWay, type DrawMethod } from './below.js'
import {
  bind,
  extendScope,
  operation,
  plain,
  readNamedArguments,
  readName,
  readNumber,
  readWord,
  withMixing,
  type Operation,
} from './define.js'
import { asCount } from './list.js'

const bytesType = { kind: 'bytes' } as const
const integerType = { kind: 'integer' } as const
const streamType = { kind: 'stream' } as const

/** Max bytes of a word: the widest digest, and still convertible to a float. */
const widestWord = 64

const byteOrders = ['be', 'le'] as const
type ByteOrder = (typeof byteOrders)[number]

/** How bytes are split into words. */
interface WordLayout {
  readonly width: number
  readonly order: ByteOrder
}

/** The words of given bytes; an incomplete last word is dropped. */
const streamBytes: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of bytes, a width in bytes and an order`)
  }
  const [source = '', width, order] = args
  const expression = compiler.read(source, [...path, 0], scope)
  expectType(expression, bytesType, [...path, 0])
  const cut = {
    width: readNumber(width, 1, widestWord, [...path, 1]),
    order: readWord(byteOrders, order, [...path, 2]),
  }
  return operation(name, [expression], streamType, ([input = integer(0)], context) => {
    context.charge(turnCost)
    const bytes = bytesOf(input)
    return streamOfBlocks('bytes', cut, () => {
      let done = false
      return () => {
        if (done) return undefined
        done = true
        return bytes
      }
    })
  })
}

/** The words of blocks computed from a counter, without end. */
const streamBlocks: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['as', 'from', 'block', 'word', 'order'], args, path, name)
  const from = compiler.read(members.from, [...path, 'from'], scope)
  expectType(from, integerType, [...path, 'from'])
  const counter = readName(members.as, [...path, 'as'], scope)
  const block = compiler.read(
    members.block,
    [...path, 'block'],
    extendScope(scope, { [counter]: integerType }),
  )
  expectType(block, bytesType, [...path, 'block'])
  const cut = readCut(members, path)
  if (block.type.kind === 'bytes' && (block.type.length ?? Infinity) < cut.width) {
    throw recipeError(
      'recipe-type',
      [...path, 'word'],
      `a block of ${block.type.length} bytes has no such word`,
    )
  }
  return {
    type: streamType,
    mixing: mixingOf(block),
    ...basisOf(from, block),
    run(environment, context) {
      const first = integerOf(from.run(environment, context))
      context.charge(turnCost)
      return streamOfBlocks('computed blocks', cut, (budget, hold) => {
        let number = first
        return () => {
          budget.charge(turnCost)
          const inner = bind(environment, counter, integer(number))
          number += 1n
          const bytes = bytesOf(block.run(inner, context))
          // A slice keeps its whole buffer alive.
          hold?.(bytes.buffer.byteLength)
          if (bytes.length >= cut.width) return bytes
          throw new ImpossibleStep(`a block of ${bytes.length} bytes has no word of ${cut.width}`)
        }
      })
    },
  }
}

/** Approximate cost of a block. */
const chachaCost = 24

/** The key stream of ChaCha20; it ends with its counter, after 2^32 or 2^64 blocks. */
const streamChacha20: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['key', 'nonce', 'counter', 'word', 'order'], args, path, name)
  const key = compiler.read(members.key, [...path, 'key'], scope)
  expectLength(key, [32], [...path, 'key'])
  const nonce = compiler.read(members.nonce, [...path, 'nonce'], scope)
  expectLength(nonce, [8, 12], [...path, 'nonce'])
  const counter = compiler.read(members.counter, [...path, 'counter'], scope)
  expectType(counter, integerType, [...path, 'counter'])
  const cut = readCut(members, path)
  if (chacha20BlockSize % cut.width !== 0) {
    throw recipeError('recipe-type', [...path, 'word'], 'expected a width that divides 64')
  }
  return operation(name, [key, nonce, counter], streamType, (values, context) => {
    context.charge(turnCost)
    const [keyBytes, nonceBytes, first] = chachaArguments(values)
    const end = chacha20Blocks(nonceBytes)
    return streamOfBlocks('ChaCha20', cut, budget => {
      let number = first
      return () => {
        if (number === end) return undefined
        budget.charge(chachaCost)
        return chacha20Block(keyBytes, number++, nonceBytes)
      }
    })
  })
}

function chachaArguments(values: readonly Value[]): readonly [Uint8Array, Uint8Array, bigint] {
  const [key, nonce, counter] = values
  const [keyBytes, nonceBytes] = [key, nonce].map(value => (value ? bytesOf(value) : new Uint8Array()))
  const first = counter ? integerOf(counter) : 0n
  if (keyBytes?.length !== 32) throw new ImpossibleStep(`a key of ${keyBytes?.length} bytes`)
  if (nonceBytes?.length !== 8 && nonceBytes?.length !== 12) {
    throw new ImpossibleStep(`a nonce of ${nonceBytes?.length} bytes`)
  }
  if (first < 0n || first >= chacha20Blocks(nonceBytes)) {
    throw new ImpossibleStep(`a block ${first} of ChaCha20 with a nonce of ${nonceBytes.length} bytes`)
  }
  return [keyBytes, nonceBytes, first]
}

/**
 * A computation in which readers of a stream continue where the previous one stopped, in the order written in
 * the recipe. Elsewhere each starts at the beginning.
 */
const goOn: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['stream', 'as', 'do'], args, path, name)
  const source = compiler.read(members.stream, [...path, 'stream'], scope)
  expectType(source, streamType, [...path, 'stream'])
  const as = readName(members.as, [...path, 'as'], scope)
  const body = compiler.read(
    members.do,
    [...path, 'do'],
    withMixing(extendScope(scope, { [as]: streamType }), as, mixingOf(source)),
  )
  if (hasStream(body.type)) {
    throw recipeError(
      'recipe-type',
      [...path, 'do'],
      'what goes on ends here: a stream cannot come out of it',
    )
  }
  return {
    type: body.type,
    mixing: mixingOf(body),
    ...basisOf(source, body),
    run(environment, context) {
      const read = streamOf(source.run(environment, context))
      context.charge(turnCost)
      let held = 0
      const hold = (bytes: number): void => {
        context.release(held)
        held = 0
        context.keep(bytes)
        held = bytes
      }
      let next: (() => Word | undefined) | undefined
      const stream: Stream = {
        ...read,
        open(budget) {
          next ??= read.open(budget, hold)
          return next
        },
      }
      try {
        return body.run(bind(environment, as, { kind: 'stream', stream }), context)
      } finally {
        context.release(held)
      }
    },
  }
}

/** The words of a list of numbers. */
const streamNumbers: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of a list of integers and a width in bits`)
  }
  const [numbers = '', width] = args
  const source = compiler.read(numbers, [...path, 0], scope)
  expectType(source, { kind: 'list', of: integerType }, [...path, 0])
  const bits = readNumber(width, 1, 8 * widestWord, [...path, 1])
  return operation(name, [source], streamType, ([list = integer(0)], context) => {
    context.charge(turnCost)
    const items = itemsOf(list)
    const open: Stream['open'] = budget => {
      let place = 0
      return () => {
        budget.charge(1)
        const item = items[place++]
        if (item === undefined) return undefined
        const word = integerOf(item)
        if (word >= 0n && word >> BigInt(bits) === 0n) return word
        throw new ImpossibleStep(`${word} does not fit in ${bits} bits: use wrap`)
      }
    }
    return { kind: 'stream', stream: { bits, title: `${bits}-bit words of numbers`, open } }
  })
}

/** The first words as integers. */
const words = plain({
  takes: [streamType, integerType],
  gives: { kind: 'list', of: integerType },
  run: (context, { stream }, { integer: count }) => {
    const { bits } = stream
    if (bits === undefined) throw new ImpossibleStep(`${stream.title} are not words of bits`)
    return readAll(stream, count, context, word => ({
      kind: 'integer',
      integer: BigInt(word),
      below: 1n << BigInt(bits),
    }))
  },
})

/** The first words as floats from 0 to below 1: for bits, the word over 2^bits. */
const floats = plain({
  takes: [streamType, integerType],
  gives: { kind: 'list', of: { kind: 'float' } },
  run: (context, { stream }, { integer: count }) =>
    readAll(stream, count, context, word => float(fractionOf(word, stream.bits))),
})

function readAll(stream: Stream, count: bigint, context: Context, valueOf: (word: Word) => Value): Value {
  const turns = asCount(count, context)
  const next = stream.open(context)
  return list(
    Array.from({ length: turns }, () => {
      const word = next()
      if (word === undefined) throw new ImpossibleStep('the random words are used up')
      const value = valueOf(word)
      context.keep(sizeOf(value))
      return value
    }),
  )
}

/** A random number below a bound. */
const below: Operation = compiler => (args, path, scope, name) => {
  const { parts, way } = readDraw(compiler, integerType, args, path, scope, name)
  return operation(name, parts, integerType, ([source = integer(0), limit = integer(0)], context) => {
    const stream = streamOf(source)
    return drawnBelow(stream.open(context), stream, way, limit, context)
  })
}

/** A random number below each bound of a list, all from one stream. */
const belowEach: Operation = compiler => (args, path, scope, name) => {
  const { parts, way } = readDraw(compiler, { kind: 'list', of: integerType }, args, path, scope, name)
  const type = { kind: 'list', of: integerType } as const
  return operation(name, parts, type, ([source = integer(0), limits = list([])], context) => {
    context.charge(turnCost)
    const stream = streamOf(source)
    const next = stream.open(context)
    return list(
      itemsOf(limits).map(limit => {
        const number = drawnBelow(next, stream, way, limit, context)
        context.keep(sizeOf(number))
        return number
      }),
    )
  })
}

/** The arguments of a draw: a stream, a method, and a bound of the type `limit`. */
function readDraw(
  compiler: Compiler,
  limit: Type,
  args: Expression,
  path: ExpressionPath,
  scope: NameScope,
  name: string,
): { readonly parts: readonly Compiled[]; readonly way: DrawMethod } {
  const members = readNamedArguments(['stream', 'method', 'below'], args, path, name)
  const words = compiler.read(members.stream, [...path, 'stream'], scope)
  expectType(words, streamType, [...path, 'stream'])
  const end = compiler.read(members.below, [...path, 'below'], scope)
  expectType(end, limit, [...path, 'below'])
  return { parts: [words, end], way: readWay(members.method, [...path, 'method']) }
}

function drawnBelow(
  next: () => Word | undefined,
  stream: Stream,
  way: DrawMethod,
  limit: Value,
  context: Context,
): Value {
  const number = drawBelow(next, stream, way, integerOf(limit), context)
  const known = isEven(way) ? { below: integerOf(limit) } : { spread: 'unknown' as const }
  return { kind: 'integer', integer: number, ...known }
}

/** A stream that splits blocks into words; `open` returns a reader of blocks. */
function streamOfBlocks(
  what: string,
  cut: WordLayout,
  openBlocks: (...reader: Parameters<Stream['open']>) => () => Uint8Array | undefined,
): Value {
  const { width } = cut
  const stream: Stream = {
    bits: 8 * width,
    title: `${8 * width}-bit words of ${what}`,
    open(budget, hold) {
      const nextBlock = openBlocks(budget, hold)
      let block: Uint8Array | undefined = new Uint8Array()
      let start = 0
      return () => {
        budget.charge(1 + width / 6)
        if (block !== undefined && start + width > block.length) {
          block = nextBlock()
          start = 0
        }
        if (block === undefined || start + width > block.length) return undefined
        start += width
        return wordAt(block, start - width, cut)
      }
    },
  }
  return { kind: 'stream', stream }
}

/** Bytes that fit exactly into a number. */
const piece = 6

function wordAt(block: Uint8Array, start: number, { width, order }: WordLayout): bigint {
  let word = 0n
  for (let done = 0; done < width; done += piece) {
    const count = Math.min(piece, width - done)
    let number = 0
    for (let index = done; index < done + count; index++) {
      number = number * 256 + (block[start + (order === 'be' ? index : width - 1 - index)] ?? 0)
    }
    word = done === 0 ? BigInt(number) : (word << BigInt(8 * count)) | BigInt(number)
  }
  return word
}

function readCut(members: Readonly<Record<'word' | 'order', Expression>>, path: ExpressionPath): WordLayout {
  return {
    width: readNumber(members.word, 1, widestWord, [...path, 'word']),
    order: readWord(byteOrders, members.order, [...path, 'order']),
  }
}

/** Asserts one of these byte lengths, if it is known statically. */
function expectLength(expression: Compiled, lengths: readonly number[], path: ExpressionPath): void {
  expectType(expression, bytesType, path)
  const length = expression.type.kind === 'bytes' ? expression.type.length : undefined
  if (length === undefined || lengths.includes(length)) return
  throw recipeError('recipe-type', path, `expected ${lengths.join(' or ')} bytes, found ${length} bytes`)
}

export const streamOperations = {
  stream_bytes: streamBytes,
  stream_blocks: streamBlocks,
  stream_chacha20: streamChacha20,
  stream_numbers: streamNumbers,
  go_on: goOn,
  words,
  floats,
  below,
  below_each: belowEach,
}
