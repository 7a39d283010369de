/**
 * Ways of drawing with a generator that is seeded once: generators of languages and libraries, and streams of
 * hashes. Each is an expression of the recipe language, and is tried by evaluating it.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'

/** Type of a generator's seed. */
export type SeedKind = 'integer' | 'text' | 'bytes'

/** A way of drawing several items from a list. */
export interface Procedure {
  readonly says: string
  readonly seed: SeedKind
  /** Whether the whole list is shuffled. */
  readonly isWhole?: true
  /** Whether an item can be drawn again. */
  readonly isRepeating: boolean
  /** What happens to drawn items, if the generator alone does not determine it. */
  readonly leaving?: string
  /** The drawn items in order. */
  readonly express: (seed: Expression, list: Expression, count: Expression) => Expression
}

/** What draws without repeated items leave open. */
export const repetition =
  'whether what was drawn may be drawn again does not show in these draws, in which nothing came up twice: a draw in which something does, or is passed over, would decide'

interface GeneratorFormula {
  readonly says: string
  readonly seed: SeedKind
  readonly stream: (seed: Expression) => Expression
  /** How a word becomes a number below a limit (docs/RECIPES.md). */
  readonly methods: readonly Method[]
}

type Method =
  | 'reject'
  | 'reject_bits'
  | 'reject_mask'
  | 'reject_multiply'
  | 'java'
  | 'mod'
  | 'multiply'
  | 'float'
  | 'r'

const bits = (stream: Expression, ...take: readonly string[]): Expression => ({
  stream_bits: { stream, take },
})

/** A generator that the recipe language has under its own name. */
const named = (
  says: string,
  name: string,
  methods: readonly Method[],
  seed: SeedKind = 'integer',
): GeneratorFormula => ({ says, seed, stream: from => ({ [name]: from }), methods })

/** Generators of scripting languages and libraries, the most common first. */
const libraries: readonly GeneratorFormula[] = [
  named("Python's random", 'stream_mt19937', ['reject_bits']),
  named("Python's random.random()", 'stream_python_random', ['float']),
  named('Mulberry32', 'stream_mulberry32', ['multiply', 'mod']),
  named('seedrandom', 'stream_seedrandom', ['float'], 'text'),
  named('MT19937 seeded with a word', 'stream_mt19937_short', ['reject', 'reject_mask', 'multiply', 'mod']),
  named("Java's Random", 'stream_java', ['java']),
  {
    says: "NumPy's default_rng",
    seed: 'integer',
    stream: seed => ({ stream_halves: { stream_numpy: seed } }),
    methods: ['reject_multiply', 'reject_mask'],
  },
  {
    says: "Go's math/rand",
    seed: 'integer',
    stream: seed => bits({ stream_go: seed }, 'top 31'),
    methods: ['reject'],
  },
  {
    says: "Go's math/rand",
    seed: 'integer',
    stream: seed => bits({ stream_go: seed }, 'top 32'),
    methods: ['reject_multiply'],
  },
  named("Ruby's Random", 'stream_ruby', ['reject_mask']),
  named("R's generator", 'stream_r', ['r', 'float']),
  named(".NET's Random", 'stream_dotnet', ['float']),
  named("glibc's rand()", 'stream_glibc', ['mod']),
  named('SplitMix64', 'stream_splitmix64', ['mod', 'multiply']),
]

const noNonce: Expression = { bytes_be: [0, 12] }

const orders = ['le', 'be'] as const

/** Key stream of ChaCha20 under a 32-byte key, counter and nonce 0. */
const keyStreams = ([4, 8] as const).flatMap(word =>
  orders.map((order): GeneratorFormula => ({
    says: `the key stream of ChaCha20 (counter 0, nonce 0) in ${word}-byte words, ${order === 'be' ? 'big' : 'little'}-endian`,
    seed: 'bytes',
    stream: key => ({ stream_chacha20: { key, nonce: noNonce, counter: 0, word, order } }),
    methods: ['reject', 'mod', 'multiply'],
  })),
)

interface Counter {
  readonly says: string
  readonly from: 0 | 1
  /** Message of a block, given its counter `$chunk`. */
  readonly block: (seed: Expression) => Expression
}

const counterBytes = [
  ['bytes_be', 4],
  ['bytes_be', 8],
  ['bytes_be', 32],
  ['bytes_le', 4],
] as const

const counterSeparators = [':', '', '-', '|', ',']

const decimalCounter: Expression = { bytes_utf8: { text_decimal: '$chunk' } }

/** A counter after the seed, as bytes or text. */
const counters: readonly Counter[] = ([0, 1] as const).flatMap(from => [
  ...counterBytes.map(([write, width]): Counter => ({
    says: `and a counter from ${from} in ${width} bytes, ${write === 'bytes_be' ? 'big' : 'little'}-endian`,
    from,
    block: seed => ({ concat: [seed, { [write]: ['$chunk', width] }] }),
  })),
  ...counterSeparators.map((separator): Counter => ({
    says: `as hex text and a counter from ${from}${separator === '' ? '' : `, ${JSON.stringify(separator)} between`}`,
    from,
    block: seed => ({
      concat: [
        { bytes_utf8: { text_hex: seed } },
        ...(separator === '' ? [] : [{ bytes_utf8: separator }]),
        decimalCounter,
      ],
    }),
  })),
])

const blockHashes = [
  ['sha256', 'SHA-256'],
  ['keccak256', 'Keccak-256'],
] as const

/** Hash blocks, each read as one number. */
const hashStreams = blockHashes.flatMap(([hash, title]) =>
  counters.map(({ says, from, block }): GeneratorFormula => ({
    says: `${title} of it ${says}, each hash a number`,
    seed: 'bytes',
    stream: seed => ({
      stream_blocks: { as: 'chunk', from, block: { [hash]: block(seed) }, word: 32, order: 'be' },
    }),
    methods: ['reject'],
  })),
)

const shuffled = {
  down: 'the list is shuffled from its end on',
  up: 'the list is shuffled from its beginning on',
} as const

/** What is hashed for each place of a shuffle. */
const placed: readonly Pick<Counter, 'says' | 'block'>[] = [
  ...counterBytes.map(([write, width]) => ({
    says: `in ${width} bytes, ${write === 'bytes_be' ? 'big' : 'little'}-endian`,
    block: (seed: Expression): Expression => ({ concat: [seed, { [write]: ['$place', width] }] }),
  })),
  ...counterSeparators.map(separator => ({
    says: `as text behind the seed as hex text${separator === '' ? '' : `, ${JSON.stringify(separator)} between`}`,
    block: (seed: Expression): Expression => ({
      concat: [
        { bytes_utf8: { text_hex: seed } },
        ...(separator === '' ? [] : [{ bytes_utf8: separator }]),
        { bytes_utf8: { text_decimal: '$place' } },
      ],
    }),
  })),
]

/** Numbering of places in a shuffle from the end; one from the beginning is drawn turn by turn. */
const placesDown: readonly (readonly [says: string, place: Expression])[] = [
  ['the last place that is left', { subtract: ['$left', 1] }],
  ['the number of places that are left', '$left'],
  ['the turn from 0', '$turn'],
]

/** Shuffles in which each exchange depends on a hash of the seed and its place or turn. */
const hashedShuffles: readonly Procedure[] = blockHashes.flatMap(([hash, title]) =>
  placed.flatMap(({ says, block }) =>
    placesDown.map(([what, place]): Procedure => ({
      says: `${title} of it and ${what} ${says}, modulo the places that are left; ${shuffled.down}`,
      seed: 'bytes',
      isWhole: true,
      isRepeating: false,
      leaving: shuffled.down,
      express: (seed, list, count) => {
        const number: Expression = { integer_be: { [hash]: block(seed) } }
        const index: Expression = { let: { place, in: { mod: [number, '$left'] } } }
        return { take: [{ shuffle: { list, direction: 'down', index } }, count] }
      },
    })),
  ),
)

/** All ways of drawing with a generator. */
function drawsOf({ says, seed, stream, methods }: GeneratorFormula): readonly Procedure[] {
  return methods.flatMap(method => {
    const picks = (['none', 'item', 'swap', 'again'] as const).map((remove): Procedure => ({
      says: `${says}, ${manners[method]}; ${leaves[remove]}`,
      seed,
      isRepeating: remove === 'none',
      leaving: leaves[remove],
      express: (from, list, count) => ({ pick: { from: list, count, remove, stream: stream(from), method } }),
    }))
    const shuffles = (['down', 'up'] as const).map((direction): Procedure => ({
      says: `${says}, ${manners[method]}; ${shuffled[direction]}`,
      seed,
      isWhole: true,
      isRepeating: false,
      leaving: shuffled[direction],
      express: (from, list, count) => ({
        take: [{ shuffle: { list, direction, stream: stream(from), method } }, count],
      }),
    }))
    return [...picks, ...shuffles]
  })
}

const manners: Readonly<Record<Method, string>> = {
  reject: 'words beyond the last whole multiple of the limit thrown away',
  reject_bits: 'as many top bits as the limit has, until they are below it',
  reject_mask: 'as many low bits as the limit has, until they are below it',
  reject_multiply: 'words times the limit, without bias',
  java: 'nextInt',
  mod: 'words modulo the limit',
  multiply: 'words as fractions of one, times the limit',
  float: 'fractions of one, times the limit',
  r: "R's sampling by bits",
}

const leaves = {
  none: 'nobody leaves the list',
  item: 'whoever is drawn leaves the list, those behind move up',
  swap: 'whoever is drawn leaves the list, the last one takes the place',
  again: 'whoever is drawn again is passed over',
} as const

/** Further calls of Python and NumPy. */
const calls: readonly Procedure[] = [
  {
    says: "Python's random.sample",
    seed: 'integer',
    isRepeating: false,
    express: (seed, list, count) => ({ python_sample: [seed, list, count] }),
  },
  {
    says: "Python's random.choices",
    seed: 'integer',
    isRepeating: true,
    express: (seed, list, count) => ({ python_choices: { seed, list, count } }),
  },
  {
    says: "choice without replacement of NumPy's default_rng",
    seed: 'integer',
    isRepeating: false,
    express: (seed, list, count) => ({ numpy_choice: { seed, list, count } }),
  },
]

const drawn = [...libraries, ...keyStreams, ...hashStreams].flatMap(drawsOf)

/** The most common first, slow ones last. */
export const procedures: readonly Procedure[] = [
  ...calls,
  ...drawn.filter(({ isWhole }) => isWhole !== true),
  ...drawn.filter(({ isWhole }) => isWhole === true),
  ...hashedShuffles,
]

/** A conversion from a value to a seed. */
export interface SeedForm {
  readonly says: string
  readonly gives: SeedKind
  readonly express: (value: Expression) => Expression
}

const digits =
  (start: number, end?: number) =>
  (value: Expression): Expression => ({
    integer_hex: { slice: [{ text_hex: value }, start, ...(end === undefined ? [] : [end])] },
  })

/** From bytes: as a number, as hex text, as bytes. */
const seedsOfBytes: readonly SeedForm[] = [
  { says: 'as a big-endian number', gives: 'integer', express: value => ({ integer_be: value }) },
  ...[8, 16, 13, 12, 15, 14, 10].map((count): SeedForm => ({
    says: `its first ${count} hex digits as a number`,
    gives: 'integer',
    express: digits(0, count),
  })),
  ...[8, 16].map((count): SeedForm => ({
    says: `its last ${count} hex digits as a number`,
    gives: 'integer',
    express: digits(-count),
  })),
  {
    says: 'its first 4 bytes as a little-endian number',
    gives: 'integer',
    express: value => ({ integer_le: { slice: [value, 0, 4] } }),
  },
  { says: 'as a little-endian number', gives: 'integer', express: value => ({ integer_le: value }) },
  {
    says: 'as hex text, by random.seed of Python',
    gives: 'integer',
    express: value => ({ python_seed: { text_hex: value } }),
  },
  { says: 'by random.seed of Python', gives: 'integer', express: value => ({ python_seed: value }) },
  { says: 'as hex text', gives: 'text', express: value => ({ text_hex: value }) },
  { says: 'as bytes', gives: 'bytes', express: value => value },
  { says: 'its first 32 bytes', gives: 'bytes', express: value => ({ slice: [value, 0, 32] }) },
]

const seedsOfIntegers: readonly SeedForm[] = [
  { says: 'as it is', gives: 'integer', express: value => value },
  { says: 'as text', gives: 'text', express: value => ({ text_decimal: value }) },
  {
    says: 'as text, by random.seed of Python',
    gives: 'integer',
    express: value => ({ python_seed: { text_decimal: value } }),
  },
  { says: 'in 32 bytes', gives: 'bytes', express: value => ({ bytes_be: [value, 32] }) },
]

const seedsOfTexts: readonly SeedForm[] = [
  { says: 'as text', gives: 'text', express: value => value },
  { says: 'by random.seed of Python', gives: 'integer', express: value => ({ python_seed: value }) },
]

/**
 * How two procedures with the same winners differ; other draws would tell them apart. Undefined if they
 * differ only in rejected words, which hardly ever occur, or if one is a library's call for the other.
 */
export function differenceOf(one: Procedure, other: Procedure): string | undefined {
  if (one.isRepeating !== other.isRepeating) return repetition
  if (one.leaving === undefined || other.leaving === undefined || one.leaving === other.leaving)
    return undefined
  return `how whoever is drawn leaves the list does not show in these draws: ${one.leaving}, or ${other.leaving}`
}

/** All seeds made from a value of each kind. */
export const seedForms: Readonly<Record<SeedKind, readonly SeedForm[]>> = {
  bytes: seedsOfBytes,
  integer: seedsOfIntegers,
  text: seedsOfTexts,
}
