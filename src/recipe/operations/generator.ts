/**
 * Streams of pseudorandom generators, each with a finding.
 *
 * @packageDocumentation
 */
import * as generators from '../../core/generators.js'
import { pcg32, pcg64 } from '../../core/generators/pcg.js'
import { sfc32 } from '../../core/generators/sfc32.js'
import { xorshift1024Length, xorshift1024star, xorshift128 } from '../../core/generators/xorshift.js'
import { expectType } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integer, integerOf, countWords, type Value } from '../value.js'
import { operation, plain, readNamedArguments, readWord, type Operation } from './define.js'
import { asWords, findWeak, low32, seeded, seededStream, type GeneratorKind } from './seeded.js'

const integerType = { kind: 'integer' } as const
const streamType = { kind: 'stream' } as const

/** MT19937 with any seeding. */
export const mt19937Kind = {
  bits: 32,
  title: '32-bit words of MT19937',
  weakness: 'MT19937 is not a cryptographic generator: 624 of its words tell all that follow',
  wordCost: 1,
} as const satisfies GeneratorKind

/** Reports MT19937, for operations that use it without a stream. */
export function findMt19937(context: Context): void {
  findWeak(mt19937Kind, context)
}

/** Cost of seeding MT19937. */
export function mt19937Cost(seed: bigint): number {
  return 120 + 2 * countWords({ kind: 'integer', integer: seed })
}

/** MT19937 as CPython seeds it with an integer of any size; its sign is ignored. */
const streamMt19937 = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    seededStream(mt19937Kind, context, mt19937Cost(seed.integer), () =>
      asWords(generators.mt19937FromInteger(seed.integer)),
    ),
})

/** MT19937 from a seed of 32 bits, as C++ and PHP seed it. */
const streamMt19937Short = seeded(mt19937Kind, 60, seed => asWords(generators.mt19937From32Bits(low32(seed))))

/** CPython's `random()` after a seed: floats of 53 bits, each from two words of MT19937. */
const streamPythonRandom = plain({
  takes: [integerType],
  gives: streamType,
  run: (context, seed) =>
    seededStream(
      { title: "floats of Python's random()", weakness: mt19937Kind.weakness, wordCost: 2 },
      context,
      mt19937Cost(seed.integer),
      () => {
        const next = generators.mt19937FromInteger(seed.integer)
        return () => generators.doubleOf(next)
      },
    ),
})

/** Mulberry32: only the low 32 bits of the seed count. */
const streamMulberry32 = seeded(
  {
    bits: 32,
    title: '32-bit words of Mulberry32',
    weakness: 'Mulberry32 has only 2^32 seeds: all can be tried in minutes, to find one that suits',
    wordCost: 1,
  },
  turnCost,
  seed => asWords(generators.mulberry32(low32(seed))),
)

/** xorshift128+ from its state of two 64-bit numbers, in either version. */
const streamXorshift128plus: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['first', 'second', 'version'], args, path, name)
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
    return seededStream(kind, context, turnCost, () =>
      generators.xorshift128plus(integerOf(first), integerOf(second), version),
    )
  }
  return operation(name, states, streamType, run)
}

type FourNumbers = readonly [number, number, number, number]

/** A generator of 32-bit words from its state, a list of four numbers with 32 significant bits. */
function fromFour(
  title: string,
  weakness: string,
  start: (state: FourNumbers) => generators.NumberGenerator<number>,
  mayBeZeros = false,
): Operation {
  const kind = {
    bits: 32,
    title: `32-bit words of ${title}`,
    weakness: `${title} is not a cryptographic generator: ${weakness}`,
    wordCost: 1,
  }
  return plain({
    takes: [{ kind: 'list', of: integerType }],
    gives: streamType,
    run: (context, { items }) => {
      const [a, b, c, d, ...more] = items.map(item => low32(integerOf(item)))
      if (a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0) {
        throw new ImpossibleStep(`a state of ${items.length} numbers: ${title} has four`)
      }
      if (!mayBeZeros && (a | b | c | d) === 0) throw new ImpossibleStep(zeros)
      return seededStream(kind, context, turnCost, () => asWords(start([a, b, c, d])))
    },
  })
}

const zeros = 'a state of zeros, which gives nothing but zeros'
const fewTell = 'a few of its words tell all that follow'

const streamXoshiro128plus = fromFour('xoshiro128+', fewTell, generators.xoshiro128plus)
const streamXorshift128 = fromFour('xorshift128', 'four of its words tell all that follow', xorshift128)
const streamSfc32 = fromFour(
  'sfc32',
  'nothing shows that its words do not tell those that follow',
  sfc32,
  true,
)

/** xorshift1024* from its state, a list of 16 numbers with 64 significant bits. */
const streamXorshift1024star = plain({
  takes: [{ kind: 'list', of: integerType }],
  gives: streamType,
  run: (context, { items }) => {
    if (items.length !== xorshift1024Length) {
      throw new ImpossibleStep(`a state of ${items.length} numbers: xorshift1024* has ${xorshift1024Length}`)
    }
    const state = items.map(item => BigInt.asUintN(64, integerOf(item)))
    if (state.every(number => number === 0n)) throw new ImpossibleStep(zeros)
    const kind = {
      bits: 64,
      title: '64-bit words of xorshift1024*',
      weakness: 'xorshift1024* is not a cryptographic generator: 16 of its words tell all that follow',
      wordCost: 6,
    }
    return seededStream(kind, context, 2 * turnCost, () => xorshift1024star(state))
  },
})

/** PCG32 from an initial state and a stream number, low 64 bits each. */
const streamPcg32 = plain({
  takes: [integerType, integerType],
  gives: streamType,
  run: (context, { integer: seed }, { integer: stream }) => {
    const kind = {
      bits: 32,
      title: '32-bit words of PCG32',
      weakness:
        'PCG32 is not a cryptographic generator: a few of its words tell all that follow, with some work',
      wordCost: 6,
    }
    return seededStream(kind, context, 2 * turnCost, () => asWords(pcg32(seed, stream)))
  },
})

/** PCG64 with any seeding. */
export const pcg64Kind = {
  bits: 64,
  title: '64-bit words of PCG64',
  weakness: 'PCG64 is not a cryptographic generator: 64 of its words tell all that follow, with much work',
  wordCost: 12,
} as const satisfies GeneratorKind

/** PCG64 from an initial state and a stream number, low 128 bits each. */
const streamPcg64 = plain({
  takes: [integerType, integerType],
  gives: streamType,
  run: (context, { integer: seed }, { integer: stream }) =>
    seededStream(pcg64Kind, context, 2 * turnCost, () => pcg64(seed, stream)),
})

/** SplitMix64: only the low 64 bits of the seed count. */
const streamSplitmix64 = seeded(
  {
    bits: 64,
    title: '64-bit words of SplitMix64',
    weakness: 'SplitMix64 is not a cryptographic generator: one of its words tells all others',
    wordCost: 6,
  },
  turnCost,
  generators.splitmix64,
)

/** `seedrandom(text)` of npm: floats from ARC4. */
const streamSeedrandom = plain({
  takes: [{ kind: 'text' }],
  gives: streamType,
  run: (context, { text: seed }) =>
    seededStream(
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

export const generatorOperations = {
  stream_mt19937: streamMt19937,
  stream_mt19937_short: streamMt19937Short,
  stream_python_random: streamPythonRandom,
  stream_mulberry32: streamMulberry32,
  stream_xorshift128plus: streamXorshift128plus,
  stream_xorshift128: streamXorshift128,
  stream_xorshift1024star: streamXorshift1024star,
  stream_xoshiro128plus: streamXoshiro128plus,
  stream_splitmix64: streamSplitmix64,
  stream_sfc32: streamSfc32,
  stream_pcg32: streamPcg32,
  stream_pcg64: streamPcg64,
  stream_seedrandom: streamSeedrandom,
}
