/**
 * Streams that recut the words of another to other widths, as platforms do for 53-bit fractions, or 31 bits
 * out of 64.
 *
 * @packageDocumentation
 */
import { expectType, isArray, recipeError, type ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import { integer, streamOf, type Stream, type Word } from '../value.js'
import { operation, plain, readNamedArguments, type Operation } from './define.js'

const streamType = { kind: 'stream' } as const

/** Bits at one end of a word. */
interface WordPiece {
  readonly end: 'top' | 'low'
  readonly width: number
}

const mostPieces = 8
const widestPiece = 64

/** Words made of pieces, each from one further word, most significant first. */
const streamBits: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['stream', 'take'], args, path, name)
  const source = compiler.read(members.stream, [...path, 'stream'], scope)
  expectType(source, streamType, [...path, 'stream'])
  const takePath = [...path, 'take']
  if (!isArray(members.take) || members.take.length === 0 || members.take.length > mostPieces) {
    throw recipeError('recipe-type', takePath, `expected a list of up to ${mostPieces} pieces, like "top 53"`)
  }
  const pieces = members.take.map((piece, index) => readPiece(piece, [...takePath, index]))
  const bits = pieces.reduce((sum, { width }) => sum + width, 0)
  return operation(name, [source], streamType, ([value = integer(0)], context) => {
    context.charge(turnCost)
    const from = streamOf(value)
    const cuts = pieces.map(piece => cutOf(piece, bitsOf(from)))
    const stream = derived(from, bits, next => () => {
      let number = 0n
      for (const { width, cut } of cuts) {
        const word = next()
        if (word === undefined) return undefined
        number = (number << width) | cut(word)
      }
      return number
    })
    return { kind: 'stream', stream }
  })
}

function readPiece(piece: unknown, path: ExpressionPath): WordPiece {
  const [, end, digits] = /^(top|low) ([1-9][0-9]?)$/.exec(typeof piece === 'string' ? piece : '') ?? []
  const width = Number(digits)
  if (end === undefined || width > widestPiece) {
    throw recipeError('recipe-type', path, `expected "top" or "low" and 1 to ${widestPiece}, like "top 53"`)
  }
  return { end: end === 'top' ? 'top' : 'low', width }
}

/** Extracts a piece from words of this width. */
function cutOf({ end, width }: WordPiece, bits: number): { width: bigint; cut: (word: bigint) => bigint } {
  if (width > bits) throw new ImpossibleStep(`${width} bits out of words of ${bits}`)
  const rest = BigInt(bits - width)
  return {
    width: BigInt(width),
    cut: end === 'top' ? word => word >> rest : word => BigInt.asUintN(width, word),
  }
}

/** Splits each word in two, the low half first. */
const streamHalves = plain({
  takes: [streamType],
  gives: streamType,
  run: (_, { stream }) => ({ kind: 'stream', stream: halvesOf(stream) }),
})

/** @throws ImpossibleStep if words cannot be halved. */
export function halvesOf(from: Stream): Stream {
  const bits = bitsOf(from)
  if (bits % 2 !== 0) throw new ImpossibleStep(`halves of words of ${bits} bits`)
  const half = bits / 2
  return derived(from, half, next => {
    let high: bigint | undefined
    return () => {
      const kept = high
      high = undefined
      if (kept !== undefined) return kept
      const word = next()
      if (word === undefined) return undefined
      high = word >> BigInt(half)
      return BigInt.asUintN(half, word)
    }
  })
}

/** Cost of cutting a word, beside reading it. */
const cutCost = 2

/** A stream that transforms the words of another. */
function derived(
  from: Stream,
  bits: number,
  open: (next: () => bigint | undefined) => () => Word | undefined,
): Stream {
  return {
    bits,
    title: `${bits}-bit words out of ${from.title}`,
    open(budget, hold) {
      const read = from.open(budget, hold)
      return open(() => {
        budget.charge(cutCost)
        const word = read()
        return word === undefined ? undefined : BigInt(word)
      })
    },
  }
}

function bitsOf({ bits, title }: Stream): number {
  if (bits === undefined) throw new ImpossibleStep(`${title} are not words of bits`)
  return bits
}

export const recutOperations = { stream_bits: streamBits, stream_halves: streamHalves }
