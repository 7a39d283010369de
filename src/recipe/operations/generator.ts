/**
 * Streams of pseudorandom generators, each with the finding that it is one.
 *
 * @packageDocumentation
 */
import * as generators from '../../core/generators.js'
import { expectType } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integer, integerOf, wordsOf, type Value, type Word } from '../value.js'
import { bitOperations } from './bits.js'
import { operation, plain, readMembers, readWord, type Operation } from './define.js'
import { hashNames } from './hash.js'
import { keyedHashOperations } from './keyed-hash.js'
import { merkleOperations } from './merkle.js'

const integerType = { kind: 'integer' } as const
const streamType = { kind: 'stream' } as const

/** A pseudorandom generator: what it gives, and what is wrong with it. */
interface Kind {
  /** Missing where it gives floats. */
  readonly bits?: number
  readonly title: string
  readonly weakness: string
  /** Units of work for each word. */
  readonly wordCost: number
}

const mt19937 = {
  bits: 32,
  title: '32-bit words of MT19937',
  weakness: 'MT19937 is not a cryptographic generator: 624 of its words tell all that follow',
  wordCost: 1,
} as const satisfies Kind

/** That numbers are MT19937's, for the operations that make them without a stream. */
export function findMt19937(context: Context): void {
  findWeak(mt19937, context)
}

/** What it costs to make a seed into the state of MT19937. */
export function mt19937Cost(seed: bigint): number {
  return 120 + 2 * wordsOf({ kind: 'integer', integer: seed })
}

/** MT19937 as CPython seeds it with an integer of any size; the sign does not count. */
const streamMt19937 = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    streamOf(mt19937, context, mt19937Cost(seed.integer), () => {
      const next = generators.mt19937FromInteger(seed.integer)
      return () => BigInt(next())
    }),
})

/** MT19937 from a seed of 32 bits, as C++ and PHP seed it. */
const streamMt19937Short = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    streamOf(mt19937, context, 60, () => {
      const next = generators.mt19937From32Bits(low32(seed.integer))
      return () => BigInt(next())
    }),
})

/** What CPython's `random()` gives after a seed: floats of 53 bits, each from two words of MT19937. */
const streamPythonRandom = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    streamOf(
      { title: "floats of Python's random()", weakness: mt19937.weakness, wordCost: 2 },
      context,
      mt19937Cost(seed.integer),
      () => {
        const next = generators.mt19937FromInteger(seed.integer)
        return () => generators.doubleOf(next)
      },
    ),
})

/** Mulberry32: of the seed the low 32 bits count. */
const streamMulberry32 = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    streamOf(
      {
        bits: 32,
        title: '32-bit words of Mulberry32',
        weakness: 'Mulberry32 has only 2^32 seeds: all can be tried in minutes, to find one that suits',
        wordCost: 1,
      },
      context,
      turnCost,
      () => {
        const next = generators.mulberry32(low32(seed.integer))
        return () => BigInt(next())
      },
    ),
})

/** xorshift128+ from its state of two numbers of 64 bits, in either version. */
const streamXorshift128plus: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['first', 'second', 'version'], args, path, name)
  const states = (['first', 'second'] as const).map(member => {
    const state = compiler.read(members[member], [...path, member], scope)
    expectType(state, integerType, [...path, member])
    return state
  })
  const version = readWord(['2014', '2016'], members.version, [...path, 'version'])
  const run = ([first = integer(0), second = integer(0)]: readonly Value[], context: Context): Value => {
    context.charge(turnCost)
    const kind = {
      bits: 64,
      title: '64-bit words of xorshift128+',
      weakness: 'xorshift128+ is not a cryptographic generator: a few of its words tell all that follow',
      wordCost: 12,
    }
    return streamOf(kind, context, turnCost, () =>
      generators.xorshift128plus(integerOf(first), integerOf(second), version),
    )
  }
  return operation(name, states, streamType, run)
}

/** xoshiro128+ from its state, a list of four numbers of which the low 32 bits count. */
const streamXoshiro128plus = plain({
  takes: [{ kind: 'list', of: integerType }],
  gives: streamType,
  run: (context, { items }) => {
    const [a, b, c, d, ...more] = items.map(item => low32(integerOf(item)))
    if (a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0) {
      throw new ImpossibleStep(`a state of ${items.length} numbers: xoshiro128+ has four`)
    }
    if ((a | b | c | d) === 0) throw new ImpossibleStep('a state of zeros, which gives nothing but zeros')
    const kind = {
      bits: 32,
      title: '32-bit words of xoshiro128+',
      weakness: 'xoshiro128+ is not a cryptographic generator: a few of its words tell all that follow',
      wordCost: 1,
    }
    return streamOf(kind, context, turnCost, () => {
      const next = generators.xoshiro128plus([a, b, c, d])
      return () => BigInt(next())
    })
  },
})

/** SplitMix64: of the seed the low 64 bits count. */
const streamSplitmix64 = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) => {
    const kind = {
      bits: 64,
      title: '64-bit words of SplitMix64',
      weakness: 'SplitMix64 is not a cryptographic generator: one of its words tells all others',
      wordCost: 6,
    }
    return streamOf(kind, context, turnCost, () => generators.splitmix64(seed.integer))
  },
})

/** `seedrandom(text)` of npm: floats from ARC4. */
const streamSeedrandom = plain({
  takes: [{ kind: 'text' }],
  gives: streamType,
  run: (context, { text: seed }) =>
    streamOf(
      {
        title: 'floats of seedrandom',
        weakness: 'seedrandom is ARC4, which is broken: its numbers can be told from random ones',
        wordCost: 2,
      },
      context,
      150 + seed.length / 16,
      () => generators.seedrandom(seed),
    ),
})

/** What generators of pseudorandom numbers are made of: what goes in can be computed from what comes out. */
const arithmetic = ['multiply', 'divide', 'mod', 'power', ...Object.keys(bitOperations)]

/** What keeps whoever knows a number from computing those before and after it. */
const oneWay = [
  ...hashNames,
  ...Object.keys(keyedHashOperations),
  'shake128',
  'shake256',
  'stream_chacha20',
  ...Object.keys(merkleOperations),
]

/** Whether numbers that follow from one another by these operations are those of a generator that is written out. */
export const isGenerator = (used: ReadonlySet<string>): boolean =>
  arithmetic.some(name => used.has(name)) && !oneWay.some(name => used.has(name))

/** Leaves the finding of a generator that a recipe writes out itself. */
export function findWrittenOut(context: Context): void {
  context.find({
    code: 'weak-generator',
    message:
      'numbers follow from one another by arithmetic alone: whoever knows the state knows all that follow',
  })
}

/** A stream that starts its generator anew for each reader. */
function streamOf(
  kind: Kind,
  context: Context,
  startCost: number,
  start: () => generators.Generator<Word>,
): Value {
  findWeak(kind, context)
  return {
    kind: 'stream',
    stream: {
      ...(kind.bits !== undefined && { bits: kind.bits }),
      title: kind.title,
      open(budget) {
        budget.charge(startCost)
        const next = start()
        return () => {
          budget.charge(kind.wordCost)
          return next()
        }
      },
    },
  }
}

function findWeak({ weakness }: Kind, context: Context): void {
  context.find({ code: 'weak-generator', message: weakness })
}

function low32(number: bigint): number {
  return Number(BigInt.asUintN(32, number))
}

export const generatorOperations = {
  stream_mt19937: streamMt19937,
  stream_mt19937_short: streamMt19937Short,
  stream_python_random: streamPythonRandom,
  stream_mulberry32: streamMulberry32,
  stream_xorshift128plus: streamXorshift128plus,
  stream_xoshiro128plus: streamXoshiro128plus,
  stream_splitmix64: streamSplitmix64,
  stream_seedrandom: streamSeedrandom,
}
