/**
 * Random numbers below a bound from random words: the methods in use, and how even each is.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integer, wordsIn, type Stream, type Word } from '../value.js'
import { describeFloatScaling, describeModulo, describeScaling, findBias } from './bias.js'
import { readWord } from './define.js'

/**
 * - `reject`: words from floor(2^bits / below) · below upwards are rejected; the remainder of the first
 *   other word.
 * - `reject_last`: the same with the largest word, R, in place of 2^bits: words from R − R mod `below`
 *   upwards are rejected. Equally even, but rejects needlessly if `below` is a power of two.
 * - `reject_bits`: as many top bits of a word as `below` has, rejected unless smaller; if `below` is wider
 *   than a word, from several words, least significant first. CPython's `_randbelow`.
 * - `reject_mask`: as many low bits of a word as `below` − 1 has, rejected unless smaller than `below`;
 *   below 1 no word is read. Shuffles and `RandomState` of NumPy, Ruby.
 * - `reject_multiply`: floor(word · `below` / 2^bits), the word rejected if word · `below` mod 2^bits is
 *   less than 2^bits mod `below` (Lemire 2019); below 1 no word is read. NumPy's `integers`, Go's `Shuffle`.
 * - `java`: with the top 31 bits of a word, `multiply` if `below` is a power of two, else `reject`.
 *   `java.util.Random.nextInt`.
 * - `r`: the top 16 bits of as many words as needed to exceed the bits of `below` − 1, most significant
 *   first; of those as many low bits as `below` − 1 has, rejected unless smaller than `below`. R's `sample`.
 * - `mod`: the remainder of a word. Uneven.
 * - `multiply`: floor(word · below / 2^bits). Uneven.
 * - `float`: floor(word / 2^bits · below) in IEEE 754 doubles. Uneven.
 */
const methods = [
  ...(['reject', 'reject_last', 'reject_bits', 'reject_mask', 'reject_multiply', 'java', 'r'] as const),
  ...(['mod', 'multiply', 'float'] as const),
] as const

/** A method at one place of a recipe, where its bias is reported once. */
export interface DrawMethod {
  readonly method: (typeof methods)[number]
}

export function readWay(method: unknown, path: ExpressionPath): DrawMethod {
  return { method: readWord(methods, method, path) }
}

/** Whether all numbers are equally likely. */
export function isEven({ method }: DrawMethod): boolean {
  return method !== 'mod' && method !== 'multiply' && method !== 'float'
}

/** Notes a drawn number in the trace. */
export function noteDrawn(drawn: number, below: number, context: Context): number {
  if (context.trace !== undefined) {
    context.note({ name: 'random_below', inputs: [integer(below)], output: integer(drawn) })
  }
  return drawn
}

/** Max words rejected in a row: practically impossible if each is kept with probability 1/2 or more. */
const mostRejected = 1024

/** A source of numbers: words of `bits` bits or, if absent, floats of `precision` bits. */
export type WordSource = Pick<Stream, 'bits' | 'precision'>

/**
 * A number from 0 to below `below`, from the words or floats of a source. Bias is reported as a finding.
 * Words charge for themselves.
 *
 * @throws ImpossibleStep if `below` is less than 1, or the words end or do not fit the method.
 */
export function drawBelow(
  next: () => Word | undefined,
  { bits, precision }: WordSource,
  way: DrawMethod,
  below: bigint,
  context: Context,
): bigint {
  if (below < 1n) throw new ImpossibleStep(`a number below ${below}`)
  context.charge(2 * turnCost + 4 * wordsIn(below))
  const { method } = way
  if (method === 'float') {
    const width = bits ?? precision ?? narrowestFloat
    return scaleFloat(fractionOf(read(next), bits), width, below, context)
  }
  if (bits === undefined) {
    throw new ImpossibleStep(`the method ${method} takes words of bits, and these random numbers are floats`)
  }
  // NumPy and Ruby return 0 without reading a word.
  if (below === 1n && (method === 'reject_mask' || method === 'reject_multiply')) return 0n
  const span = 1n << BigInt(bits)
  const word = (): bigint => readInteger(next)
  switch (method) {
    case 'reject':
    case 'reject_last': {
      const end = method === 'reject' ? span : span - 1n
      const kept = end - (end % below)
      if (kept === 0n) throw new ImpossibleStep(`no word of ${bits} bits is kept for a number below ${below}`)
      return firstBelow(kept, word) % below
    }
    case 'reject_bits':
      return firstBelow(below, bitReader(word, bits, below))
    case 'reject_mask':
      return firstBelow(below, maskReader(word, bits, below))
    case 'reject_multiply':
      return multiplyEvenly(word, span, below)
    case 'java':
      return drawAsJava(word, bits, below)
    case 'r':
      return firstBelow(below, pieceReader(word, bits, below))
    case 'mod':
      findBias(describeModulo(span, below), way, context)
      return word() % below
    case 'multiply':
      findBias(describeScaling(span, below), way, context)
      return (word() * below) / span
  }
}

/** The first number below the limit. */
function firstBelow(limit: bigint, draw: () => bigint): bigint {
  return firstWhere(number => number < limit, draw)
}

function firstWhere(isKept: (number: bigint) => boolean, draw: () => bigint): bigint {
  for (let turn = 0; turn < mostRejected; turn++) {
    const number = draw()
    if (isKept(number)) return number
  }
  throw new ImpossibleStep(`${mostRejected} random numbers one after the other were thrown away`)
}

/** As many bits as `below` has; from the last word the top ones. CPython's `getrandbits`. */
function bitReader(word: () => bigint, bits: number, below: bigint): () => bigint {
  const width = widthOf(below)
  const whole = Math.floor((width - 1) / bits)
  const rest = width - whole * bits
  return () => {
    let number = 0n
    for (let index = 0; index < whole; index++) number |= word() << BigInt(index * bits)
    return number | ((word() >> BigInt(bits - rest)) << BigInt(whole * bits))
  }
}

/** As many low bits as `below` − 1 has. */
function maskReader(word: () => bigint, bits: number, below: bigint): () => bigint {
  const width = widthBelow(below)
  if (width > bits) throw new ImpossibleStep(`a number below ${below} out of words of ${bits} bits`)
  return () => BigInt.asUintN(width, word())
}

/** Lemire's method: the high part of the product is the number, the low part decides whether it counts. */
function multiplyEvenly(word: () => bigint, span: bigint, below: bigint): bigint {
  if (below > span) throw new ImpossibleStep(`a number below ${below} out of words below ${span}`)
  const least = span % below
  const product = firstWhere(
    product => product % span >= least,
    () => word() * below,
  )
  return product / span
}

const javaBits = 31

function drawAsJava(word: () => bigint, bits: number, below: bigint): bigint {
  if (bits < javaBits)
    throw new ImpossibleStep(`the method java takes words of 31 bits or more, not of ${bits}`)
  const span = 1n << BigInt(javaBits)
  if (below >= span) throw new ImpossibleStep(`a number below ${below}: Java's int ends at ${span - 1n}`)
  const top = (): bigint => word() >> BigInt(bits - javaBits)
  const rest = span % below
  return rest === 0n ? (top() * below) / span : firstBelow(span - rest, top) % below
}

const pieceBits = 16

/** R's `rbits`: 16 bits of each word, with one more word than full ones needed. */
function pieceReader(word: () => bigint, bits: number, below: bigint): () => bigint {
  if (bits < pieceBits)
    throw new ImpossibleStep(`the method r takes words of 16 bits or more, not of ${bits}`)
  const width = widthBelow(below)
  return () => {
    let number = 0n
    for (let done = 0; done <= width; done += pieceBits) {
      number = (number << BigInt(pieceBits)) | (word() >> BigInt(bits - pieceBits))
    }
    return BigInt.asUintN(width, number)
  }
}

/** Width of `below` − 1 in bits; 0 for 0. */
function widthBelow(below: bigint): number {
  return below === 1n ? 0 : widthOf(below - 1n)
}

const pastWord = 2n ** 32n

/** Width of a number from 1 in bits. */
function widthOf(number: bigint): number {
  return number < pastWord ? 32 - Math.clz32(Number(number)) : number.toString(2).length
}

/** Min random bits in the floats of other generators. */
const narrowestFloat = 52

function scaleFloat(fraction: number, bits: number, below: bigint, context: Context): bigint {
  if (below > 1n)
    context.find({ code: 'float-arithmetic', message: describeFloatScaling(Math.min(bits, 53)) })
  const scaled = Math.floor(fraction * Number(below))
  // A word of more than 53 bits may have been rounded up to 1.
  if (!Number.isFinite(scaled) || BigInt(scaled) >= below) {
    throw new ImpossibleStep(`a float times ${below} came out as ${scaled}, which is not below it`)
  }
  return BigInt(scaled)
}

function read(next: () => Word | undefined): Word {
  const word = next()
  if (word === undefined) throw new ImpossibleStep('the random words are used up')
  return word
}

function readInteger(next: () => Word | undefined): bigint {
  const word = read(next)
  if (typeof word === 'bigint') return word
  throw new DrawauditError('internal', 'expected a word of bits, found a float')
}

/** A word as a float from 0 to below 1: over 2^bits, which rounds above 53 bits. */
export function fractionOf(word: Word, bits: number | undefined): number {
  return bits === undefined ? Number(word) : Number(word) / 2 ** bits
}
