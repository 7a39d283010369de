// What draw platforms' libraries give, against the libraries themselves: `vectors/` has a file for each, with the
// program, the calls and what came out.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import type { PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'

interface Vectors {
  readonly program: string
  /** By call: what it is, and by its arguments what it gives. */
  readonly calls: Readonly<
    Record<string, { readonly is: string; readonly gives: Readonly<Record<string, string>> }>
  >
}

const folder = new URL('../../../test/recipe/operations/vectors/', import.meta.url)
const read = (name: string): Vectors =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Vectors

/** A whole number of any size, as a recipe has it. */
const whole = (digits: string): Expression =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : { integer_decimal: digits }

const power = (exponent: number): Expression => ({ power: [2, exponent] })
const six = (n: Expression): Expression => ({ fill: [n, 6] })
const upTo = (n: Expression): Expression => ({ range: n })
const words = (stream: Expression, count: number): Expression => ({ words: [stream, count] })
const floats = (stream: Expression, count: number): Expression => ({ floats: [stream, count] })
const bits = (stream: Expression, ...take: readonly string[]): Expression => ({
  stream_bits: { stream, take },
})
const each = (stream: Expression, method: string, below: Expression): Expression => ({
  below_each: { stream, method, below },
})
const shuffled = (n: Expression, direction: string, stream: Expression, method: string): Expression => ({
  shuffle: { list: upTo(n), direction, stream, method },
})
const picked = (
  from: Expression,
  count: Expression,
  remove: string,
  stream: Expression,
  method: string,
): Expression => ({
  pick: { from, count, remove, stream, method },
})
const first = (n: Expression, stream: Expression, method: string): Expression => ({
  below: { stream, method, below: n },
})

/** A word of 32 bits as the signed number that languages print. */
const signed = (word: Expression): Expression => ({
  if: { is: [word, '<', power(31)], then: word, else: { subtract: [word, power(32)] } },
})

const numpy = (seed: Expression): Expression => ({ stream_numpy: seed })
const halves = (seed: Expression): Expression => ({ stream_halves: numpy(seed) })
const short = (seed: Expression): Expression => ({ stream_mt19937_short: seed })
const choice = (seed: Expression, n: Expression, count: Expression, shuffle?: string): Expression => ({
  numpy_choice: { seed, list: upTo(n), count, ...(shuffle !== undefined && { shuffle }) },
})
const go31 = (seed: Expression): Expression => bits({ stream_go: seed }, 'top 31')
const go32 = (seed: Expression): Expression => bits({ stream_go: seed }, 'top 32')
const dotnet = (seed: Expression): Expression => ({ stream_dotnet: seed })
const oneMore = (list: Expression): Expression => ({ map: { list, as: 'n', do: { add: ['$n', 1] } } })

/** What a call is in the language of recipes, of its arguments, and of the numbers that they are. */
type Call = (args: readonly Expression[], numbers: readonly number[]) => Expression

const platforms: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  java: {
    'nextInt()': ([seed = 0]) => ({
      map: { list: words({ stream_java: seed }, 6), as: 'w', do: signed('$w') },
    }),
    'nextLong()': ([seed = 0]) => ({
      map: {
        list: { chunks: [words({ stream_java: seed }, 8), 2] },
        as: 'w',
        do: { add: [{ multiply: [signed({ at: ['$w', 0] }), power(32)] }, signed({ at: ['$w', 1] })] },
      },
    }),
    'nextDouble()': ([seed = 0]) => floats(bits({ stream_java: seed }, 'top 26', 'top 27'), 4),
    'nextFloat()': ([seed = 0]) => floats(bits({ stream_java: seed }, 'top 24'), 4),
    'nextInt(bound)': ([seed = 0, n = 0]) => each({ stream_java: seed }, 'java', six(n)),
    shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', { stream_java: seed }, 'java'),
  },
  numpy: {
    random: ([seed = 0]) => floats(bits(numpy(seed), 'top 53'), 5),
    random_raw: ([seed = 0]) => words(numpy(seed), 5),
    'PCG64 from SeedSequence.generate_state': ([seed = 0, stream = 0]) =>
      words({ stream_pcg64: [seed, stream] }, 6),
    integers: ([seed = 0, n = 0], [, size = 0]) =>
      each(size <= 2 ** 32 ? halves(seed) : numpy(seed), 'reject_multiply', six(n)),
    permutation: ([seed = 0, n = 0]) => shuffled(n, 'down', halves(seed), 'reject_mask'),
    shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', halves(seed), 'reject_mask'),
    choice: ([seed = 0, n = 0, count = 0]) => choice(seed, n, count),
    'choice shuffle=False': ([seed = 0, n = 0, count = 0]) => choice(seed, n, count, 'no'),
    'choice sha256': ([seed = 0, n = 0, count = 0]) => choice(seed, n, count, 'yes'),
    'choice shuffle=False sha256': ([seed = 0, n = 0, count = 0]) => choice(seed, n, count, 'no'),
    'choice replace': ([seed = 0, n = 0, count = 0]) =>
      picked(upTo(n), count, 'none', halves(seed), 'reject_multiply'),
    'RandomState.random_sample': ([seed = 0]) => floats(bits(short(seed), 'top 27', 'top 26'), 5),
    'RandomState.randint': ([seed = 0, n = 0], [, size = 0]) =>
      each(size <= 2 ** 32 ? short(seed) : bits(short(seed), 'top 32', 'top 32'), 'reject_mask', six(n)),
    'RandomState.permutation': ([seed = 0, n = 0]) => shuffled(n, 'down', short(seed), 'reject_mask'),
    'RandomState.shuffle': ([seed = 0, n = 0]) => shuffled(n, 'down', short(seed), 'reject_mask'),
    'RandomState.choice': ([seed = 0, n = 0, count = 0]) => ({
      take: [shuffled(n, 'down', short(seed), 'reject_mask'), count],
    }),
    'RandomState.choice replace': ([seed = 0, n = 0, count = 0]) =>
      picked(upTo(n), count, 'none', short(seed), 'reject_mask'),
  },
  go: {
    Int63: ([seed = 0]) => words({ stream_go: seed }, 6),
    'Int63, each hundredth': ([seed = 0]) => hundredths({ stream_go: seed }),
    Float64: ([seed = 0]) => floats({ stream_go: seed }, 4),
    Uint32: ([seed = 0]) => words(go32(seed), 4),
    Int31: ([seed = 0]) => words(go31(seed), 4),
    Intn: ([seed = 0, n = 0], [, size = 0]) =>
      each(size < 2 ** 31 ? go31(seed) : { stream_go: seed }, 'reject', six(n)),
    Perm: ([seed = 0, n = 0]) => shuffled(n, 'inside_out', go31(seed), 'reject'),
    Shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', go32(seed), 'reject_multiply'),
  },
  ruby: {
    rand: ([seed = 0]) => floats(bits({ stream_ruby: seed }, 'top 27', 'top 26'), 4),
    'rand(n)': ([seed = 0, n = 0]) => each({ stream_ruby: seed }, 'reject_mask', six(n)),
    shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', { stream_ruby: seed }, 'reject_mask'),
    sample: ([seed = 0, n = 0]) => [first(n, { stream_ruby: seed }, 'reject_mask')],
    'sample(k)': ([seed = 0, n = 0, count = 0], [, , size = 0]) =>
      size <= 10
        ? picked(upTo(n), count, 'item', { stream_ruby: seed }, 'reject_mask')
        : { take: [shuffled(n, 'up', { stream_ruby: seed }, 'reject_mask'), count] },
  },
  r: {
    runif: ([seed = 0]) => floats({ stream_r: seed }, 5),
    'sample(n, 1) six times': ([seed = 0, n = 0]) => oneMore(each({ stream_r: seed }, 'r', six(n))),
    'sample(n)': ([seed = 0, n = 0]) => picked({ range: [1, n] }, n, 'swap', { stream_r: seed }, 'r'),
    'sample(n, k)': ([seed = 0, n = 0, count = 0]) =>
      picked({ range: [1, n] }, count, 'swap', { stream_r: seed }, 'r'),
    'sample(n, k, replace = TRUE)': ([seed = 0, n = 0, count = 0]) =>
      picked({ range: [1, n] }, count, 'none', { stream_r: seed }, 'r'),
    'sample(n, 6, replace = TRUE), Rounding': ([seed = 0, n = 0]) =>
      oneMore(each({ stream_r: seed }, 'float', six(n))),
    'sample(n, k), Rounding': ([seed = 0, n = 0, count = 0]) =>
      picked({ range: [1, n] }, count, 'swap', { stream_r: seed }, 'float'),
  },
  dotnet: {
    'Next()': ([seed = 0]) => ({
      map: {
        list: floats(dotnet(seed), 6),
        as: 'f',
        do: { integer_round: { float_multiply: ['$f', { float: 2147483647 }] } },
      },
    }),
    'NextDouble()': ([seed = 0]) => floats(dotnet(seed), 5),
    'Next(max)': ([seed = 0, n = 0]) => each(dotnet(seed), 'float', six(n)),
    'Next(min, max)': ([seed = 0, low = 0, high = 0]) => ({
      map: {
        list: each(dotnet(seed), 'float', six({ subtract: [high, low] })),
        as: 'n',
        do: { add: ['$n', low] },
      },
    }),
    'OrderBy(_ => Next())': ([seed = 0, n = 0], [, size = 0]) => ({
      sort_by: {
        list: upTo(n),
        as: 'i',
        key: { at: [floats(dotnet(seed), size), '$i'] },
        order: 'ascending',
        ties: 'keep',
      },
    }),
    'Fisher-Yates with Next(i--)': ([seed = 0, n = 0]) => shuffled(n, 'down', dotnet(seed), 'float'),
  },
  php: {
    'mt_rand()': ([seed = 0]) => words(bits(short(seed), 'top 31'), 6),
    'rand()': ([seed = 0]) => words(bits(short(seed), 'top 31'), 6),
    'mt_rand(0, n - 1)': ([seed = 0, n = 0]) => each(short(seed), 'reject', six(n)),
    'rand(0, n - 1)': ([seed = 0, n = 0]) => each(short(seed), 'reject', six(n)),
    shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', short(seed), 'reject'),
    str_shuffle: ([seed = 0, n = 0]) => shuffled(n, 'down', short(seed), 'reject'),
    array_rand: ([seed = 0, n = 0]) => [first(n, short(seed), 'reject')],
    'array_rand k': ([seed = 0, n = 0, count = 0], [, size = 0, wanted = 0]) => {
      const drawn = (times: Expression): Expression => picked(upTo(n), times, 'again', short(seed), 'reject')
      // Of more than half of them those are drawn that stay.
      return wanted > Math.floor(size / 2)
        ? { without: [upTo(n), drawn({ subtract: [n, count] })] }
        : { sort: [drawn(count), 'ascending'] }
    },
  },
  glibc: {
    'rand()': ([seed = 0]) => words({ stream_glibc: seed }, 6),
    'rand(), each hundredth': ([seed = 0]) => hundredths({ stream_glibc: seed }),
    'rand() % n': ([seed = 0, n = 0]) => each({ stream_glibc: seed }, 'mod', six(n)),
  },
  formulas: {
    pcg32: ([seed = 0, stream = 0]) => words({ stream_pcg32: [seed, stream] }, 12),
    pcg64: ([seed = 0, stream = 0]) => words({ stream_pcg64: [seed, stream] }, 6),
    xorshift128: state => words({ stream_xorshift128: state }, 12),
    'xorshift1024*': state => ({
      flatten: [
        words({ stream_xorshift1024star: state }, 6),
        { slice: [words({ stream_xorshift1024star: state }, 40), 36] },
      ],
    }),
    sfc32: state => words({ stream_sfc32: state }, 12),
  },
}

/** Each hundredth of 1300 words. */
function hundredths(stream: Expression): Expression {
  return { map: { list: { chunks: [words(stream, 1300), 100] }, as: 'w', do: { at: ['$w', 99] } } }
}

/** As the vectors have it: numbers with a space between them, or a hash of numbers with commas. */
function print(value: PlainValue, call: string): string {
  const items = value as readonly PlainValue[]
  const numbers = items.map(String)
  return call.includes('sha256')
    ? createHash('sha256').update(numbers.join()).digest('hex')
    : numbers.join(' ')
}

/** Floats in the fewest digits that tell them, as JavaScript writes them. */
const shortest = (text: string): string =>
  text.includes('.') || text.includes('e-')
    ? text
        .split(' ')
        .map(one => String(Number(one)))
        .join(' ')
    : text

for (const [platform, calls] of Object.entries(platforms)) {
  const vectors = read(platform)
  await t.test(`${platform}: every call gives what ${vectors.program} gives`, t => {
    t.strictSame(Object.keys(vectors.calls), Object.keys(calls))
    for (const [call, expressionOf] of Object.entries(calls)) {
      const wrong = Object.entries(vectors.calls[call]?.gives ?? {}).flatMap(([args, gives]) => {
        const values = args.split(' ')
        const { value } = compute(expressionOf(values.map(whole), values.map(Number)))
        const found = print(value, call)
        return found === shortest(gives) ? [] : [{ args, found, wanted: gives }]
      })
      t.strictSame(wrong.slice(0, 3), [], call)
    }
    t.end()
  })
}

await t.test('every call that docs/RECIPES.md has gives what it says', t => {
  const text = readFileSync(new URL('../../../docs/RECIPES.md', import.meta.url), 'utf8')
  const [, table = ''] = /^\| call \| recipe \| result \|\n([^]*?)\n\n/m.exec(text) ?? []
  const rows = [...table.matchAll(/^\| (.*) \| `(\{.*\})` \| `(.*)` \|$/gm)]
  t.equal(rows.length, table.split('\n').length - 1)
  const list = Array.from({ length: 10 }, (_, index) => index)
  const names: Readonly<Record<string, Expression>> = { seed: 42, n: 10, k: 3, list }
  for (const [, call = '', recipe = '', result] of rows) {
    const written = recipe.replaceAll(/"\$(seed|n|k|list)"/g, (_, name: string) =>
      JSON.stringify(names[name]),
    )
    t.equal(JSON.stringify(compute(JSON.parse(written) as Expression).value), result, call)
  }
  t.end()
})

await t.test(
  'what NumPy does not choose is impossible, and what does not fit is refused where it stands',
  t => {
    const draw = { seed: 1, list: '$list', count: 1 }
    const impossible: readonly (readonly [members: Readonly<Record<string, Expression>>, message: string])[] =
      [
        [{ count: 4 }, '4 picks from 3 entries'],
        [{ count: -1 }, 'a count of -1'],
        [{ seed: -1 }, 'a seed of -1: NumPy takes none below 0'],
      ]
    for (const [members, message] of impossible) {
      const end = endOf(() => compute({ numpy_choice: { ...draw, ...members } }))
      t.equal(end, `impossible: ${message}`)
    }
    t.strictSame(compute({ numpy_choice: { ...draw, list: '$none', count: 0 } }).value, [])
    const wrong: readonly (readonly [args: Expression, pointer: string, message: RegExp])[] = [
      [5, '', /takes an object with seed, list, count, and if need be shuffle$/],
      [{ seed: 1, list: '$list' }, '', /: count is missing$/],
      [{ ...draw, seed: '$text' }, '/seed', /^expected integer, found text$/],
      [{ ...draw, list: '$text' }, '/list', /^expected list of anything, found text$/],
      [{ ...draw, count: '$text' }, '/count', /^expected integer, found text$/],
      [{ ...draw, shuffle: 'maybe' }, '/shuffle', /^expected "yes" or "no"$/],
    ]
    for (const [args, pointer, message] of wrong) {
      const error = refusal(() => compute({ numpy_choice: args }))
      t.equal(error?.where.pointer, `/steps/x/numpy_choice${pointer}`)
      t.match(error?.message, message)
    }
    t.end()
  },
)

await t.test('floats say how many bits they have', t => {
  const found = (stream: Expression): readonly string[] =>
    compute(first(10, stream, 'float')).findings.map(({ message }) => message)
  t.match(found({ stream_dotnet: 1 }).at(-1), /^a fraction of 31 bits .* off by more than 1 in 2\^30$/)
  t.match(found({ stream_seedrandom: 'a' }).at(-1), /^a fraction of 52 bits /)
  t.end()
})
