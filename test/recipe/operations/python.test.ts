import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { pythonOperations } from '../../../src/recipe/operations/python.js'
import {
  float,
  integer,
  list,
  plainValue,
  text,
  type PlainValue,
  type Type,
  type Value,
} from '../../../src/recipe/value.js'
import { compute, endOf, refusal, type Computed } from '../build.js'

const ten: Expression = { range: 10 }
const sample = (seed: Expression, count: Expression, k: Expression): Expression => ({
  python_sample: [seed, { range: count }, k],
})
const choices = (list: Expression, count: Expression, weights?: Expression): Expression => ({
  python_choices: { seed: 42, list, count, ...(weights !== undefined && { weights }) },
})
const floats = (...values: readonly number[]): ReturnType<typeof list> => list(values.map(float))

const letters = (text: string): readonly string[] => text.match(/./g) ?? []

/** What CPython 3.11 gives. */
const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [
    { python_seed: '' },
    'integer',
    '10868450558671247443152026947160338505683745266658651051718065983487878962987857602829315249215796444208488632888003673539585986066311769564391053988452926',
  ],
  [
    { python_seed: 'hello' },
    'integer',
    '6011768829116681434324480030772748422331688189579166580415441537927457513285346857690146196598029016120108042719960169234864894160563909303278944903936928169164980291',
  ],
  [
    { python_seed: { bytes_utf8: 'é✓' } },
    'integer',
    '11267503775045282482259194555823465358069404869786772682418887255914675102392390664762493165055547531194952220849147664547712338364924625994734169513654222707217297367',
  ],
  [{ python_shuffle: [42, ten] }, 'list of integer', [7, 3, 2, 8, 5, 6, 9, 4, 0, 1]],
  [{ python_shuffle: [{ python_seed: 'hello' }, ten] }, 'list of integer', [6, 4, 3, 9, 0, 2, 7, 1, 8, 5]],
  [{ python_shuffle: [42, ['a']] }, 'list of text', ['a']],
  [{ python_shuffle: [42, '$none'] }, 'list of integer', []],
  [{ python_sample: [42, '$words', 0] }, 'list of text', []],
  [{ python_sample: [42, '$none', 0] }, 'list of integer', []],
  // On either side of where a set takes the place of a copy.
  [sample(1, 10, 3), 'list of integer', [2, 1, 4]],
  [sample(2, 21, 5), 'list of integer', [1, 2, 19, 11, 5]],
  [sample(2, 22, 5), 'list of integer', [1, 2, 11, 5, 21]],
  [sample(5, 85, 6), 'list of integer', [79, 32, 45, 67, 3, 59]],
  [sample(2, 86, 6), 'list of integer', [7, 11, 10, 46, 21, 85]],
  [sample(2, 277, 22), 'list of integer', [28, 46, 43, 184, 86, 157, 128, 108, 18, 81, 220, 201, 260, 190, 227, 257, 137, 268, 14, 186, 238, 163]], // prettier-ignore
  [sample(2, 278, 22), 'list of integer', [28, 46, 43, 184, 86, 157, 128, 108, 18, 81, 220, 201, 260, 190, 227, 257, 137, 14, 186, 238, 163, 194]], // prettier-ignore
  [sample(11, 375, 5), 'list of integer', [231, 286, 238, 260, 300]],
  [choices(['a', 'b', 'c', 'd'], 12, [10, 5, 0, 1]), 'list of text', letters('baaabbbaaaaa')],
  [choices(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 12), 'list of text', letters('eabbfegacabd')],
  [choices(['a'], 0), 'list of text', []],
]

await t.test('every operation gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], [type, value], JSON.stringify(expression).slice(0, 80))
  }
  const drawn = withFloats(choices(['a', 'b', 'c'], 12, '$floats'), floats(0.1, 0.2, 0.7))
  t.strictSame(drawn.value, letters('cabbcccacabc'))
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(Object(expression) as object)))
  t.strictSame(
    Object.keys(pythonOperations).filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

/** A draw by the weights `$floats`. */
function withFloats(
  expression: Expression,
  weights: Value,
  values: Readonly<Record<string, Value>> = {},
  budget = defaultBudget,
): Pick<Computed, 'value' | 'findings'> {
  const scope = new Map<string, Type>([
    ['floats', { kind: 'list', of: { kind: 'float' } }],
    ['list', { kind: 'list', of: { kind: 'integer' } }],
    ['words', { kind: 'list', of: { kind: 'text' } }],
    ['number', { kind: 'integer' }],
  ])
  const compiled = createCompiler().read(
    expression,
    [],
    new Map([...scope].map(([name, type]) => [name, { type, ...noBasis }])),
  )
  const context = new Context(portable, budget)
  const known = { words: list(['a', 'b'].map(text)), ...values, floats: weights }
  const environment = new Map<string, Value>(Object.entries(known))
  const value = plainValue(compiled.run(environment, context))
  return { value, findings: context.findings }
}

/**
 * Prints the digest of what Python makes of many cases, which are spelled out below once more. What it prints is
 * the same from Python 3.6 to 3.13.
 */
const program = `
import hashlib, random, sys
digest = hashlib.sha256()
for case in range(int(sys.argv[1]), int(sys.argv[2])):
    d = hashlib.sha512(str(case).encode()).digest()
    seed = int.from_bytes(d[1:1 + d[0] % 60], 'big') * (-1 if d[61] % 2 else 1)
    n, k, form = 1 + (d[62] + 256 * d[63]) % 400, d[60], case % 6
    r = random.Random(str(case) if form == 5 else seed)
    if form in (0, 5):
        out = r.sample(range(n), k % (n + 1))
    elif form == 1:
        out = list(range(n))
        r.shuffle(out)
    elif form == 2:
        out = r.choices(range(n), k=k)
    elif form == 3:
        out = r.choices(range(n), [1 + j * j * k % 17 if j % 3 else 0 if j else 1 for j in range(n)], k=k)
    else:
        out = r.choices(range(n), [(j * 7919 + k) % 101 / 97 + 0.01 for j in range(n)], k=k)
    digest.update((','.join(map(str, out)) + ';').encode())
print(digest.hexdigest())
`

function digestOf(from: number, to: number): string {
  const digest = createHash('sha256')
  for (let index = from; index < to; index++) {
    const d = createHash('sha512').update(String(index)).digest()
    const at = (place: number): number => d[place] ?? 0
    const width = at(0) % 60
    const size = BigInt(`0x0${d.subarray(1, 1 + width).toString('hex')}`)
    const n = 1 + ((at(62) + 256 * at(63)) % 400)
    const k = at(60)
    const out = outcome(index, at(61) % 2 === 1 ? -size : size, n, k)
    digest.update(`${(out as readonly number[]).join()};`)
  }
  return digest.digest('hex')
}

function outcome(index: number, seed: bigint, n: number, k: number): PlainValue {
  const places = Array.from({ length: n }, (_, place) => place)
  const values = { number: integer(seed), list: list(places.map(integer)), text: text(String(index)) }
  const run = (expression: Expression): PlainValue => compute(expression, values).value
  const draw = { seed: '$number', list: '$list', count: k }
  switch (index % 6) {
    case 0:
      return run({ python_sample: ['$number', '$list', k % (n + 1)] })
    case 1:
      return run({ python_shuffle: ['$number', '$list'] })
    case 2:
      return run({ python_choices: draw })
    case 3: {
      const weights = places.map(j => (j % 3 > 0 ? 1 + ((j * j * k) % 17) : j > 0 ? 0 : 1))
      return run({ python_choices: { ...draw, weights } })
    }
    case 4: {
      const weights = places.map(j => ((j * 7919 + k) % 101) / 97 + 0.01)
      return withFloats({ python_choices: { ...draw, weights: '$floats' } }, floats(...weights), values).value
    }
    default:
      return run({ python_sample: [{ python_seed: '$text' }, '$list', k % (n + 1)] })
  }
}

await t.test('thousands of draws come out as in CPython', t => {
  t.equal(digestOf(0, 3000), 'c22eaedf72327c369d6a54e4f836248a702249ee4cc780b7ce301f9969748563')
  t.end()
})

await t.test('other draws come out as in the Python that is here', t => {
  const from = 10_000 + Math.floor(Math.random() * 1e9)
  const { status, stdout } = spawnSync('python3', ['-c', program, String(from), String(from + 120)], {
    encoding: 'utf8',
  })
  if (status === 0) t.equal(digestOf(from, from + 120), stdout.trim(), `from case ${from}`)
  else t.comment('there is no Python 3 here')
  t.end()
})

const impossible: readonly (readonly [expression: Expression, message: string])[] = [
  [sample(1, 3, 4), '4 picks from 3 entries'],
  [sample(1, 3, -1), 'a count of -1'],
  [choices('$words', -1), 'a count of -1'],
  [choices('$none', 0), 'a choice from no entries'],
  [choices('$words', 1, [1]), '1 weights of 2 entries'],
  [choices('$words', 1, [0, 0]), 'weights that sum to 0'],
  [choices('$words', 1, [2, -1]), 'a weight of -1'],
  [choices('$words', 1, [1, { integer_hex: 'f'.repeat(1024) }]), 'weights that sum to Infinity'],
  [{ python_seed: '$half' }, 'text has a lone surrogate'],
]

await t.test('weights in floating point are said to be, and are not below 0', t => {
  const drawOf = (...weights: readonly number[]): Pick<Computed, 'value' | 'findings'> =>
    withFloats(choices(['a', 'b'], 3, '$floats'), floats(...weights))
  const { value, findings } = drawOf(1, 0)
  t.strictSame(value, ['a', 'a', 'a'])
  t.ok(
    findings.some(
      ({ message }) => message === 'weights are summed up in floating point, and each sum is rounded',
    ),
  )
  t.equal(
    endOf(() => drawOf(1, -0.5)),
    'impossible: a weight of -0.5',
  )
  t.end()
})

await t.test('a value that does not allow a step makes it impossible', t => {
  for (const [expression, message] of impossible) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

await t.test('what is too large is beyond the bounds', t => {
  const most = Number.MAX_SAFE_INTEGER
  const cases: readonly Expression[] = [
    choices('$words', most),
    choices('$words', { integer_hex: 'f'.repeat(1024) }),
    { python_seed: 'a'.repeat(449) },
    { python_seed: 'é'.repeat(225) },
  ]
  for (const expression of cases) {
    t.match(
      endOf(() => compute(expression)),
      /^bound: /,
      JSON.stringify(expression).slice(0, 80),
    )
  }
  // Of a hundredth of what a draw may cost; each of many draws makes a state anew.
  const costly: readonly Expression[] = [
    { python_shuffle: [1, { range: 60_000 }] },
    { map: { list: { range: 9000 }, as: 'n', do: { python_sample: ['$n', '$words', 1] } } },
    {
      map: {
        list: { range: 9000 },
        as: 'n',
        do: { python_choices: { seed: '$n', list: '$words', count: 0 } },
      },
    },
    { map: { list: { range: 9000 }, as: 'n', do: { python_seed: 'a' } } },
  ]
  for (const expression of costly) {
    t.match(
      endOf(() => withFloats(expression, list([]), {}, 1_000_000)),
      /^bound: the draw takes more steps/,
      JSON.stringify(expression).slice(0, 80),
    )
  }
  t.match(compute({ python_seed: 'a'.repeat(448) }).value, /^[0-9]{1233}$/)
  t.end()
})

const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
  [{ python_seed: 5 }, '/python_seed', /^expected text or bytes, found integer$/],
  [{ python_sample: ['$list', 1] }, '/python_sample', /takes an array of 3 arguments, found 2$/],
  [{ python_sample: ['$text', '$list', 1] }, '/python_sample/0', /^expected integer, found text$/],
  [{ python_sample: [1, '$text', 1] }, '/python_sample/1', /^expected list of anything, found text$/],
  [{ python_sample: [1, '$list', '$text'] }, '/python_sample/2', /^expected integer, found text$/],
  [{ python_shuffle: '$list' }, '/python_shuffle', /takes an array of 2 arguments, found one$/],
  [{ python_shuffle: ['$list', 1] }, '/python_shuffle/0', /^expected integer, found list of integer$/],
  [
    { python_choices: 5 },
    '/python_choices',
    /takes an object with seed, list, count, and if need be weights$/,
  ],
  [
    { python_choices: ['$list'] },
    '/python_choices',
    /takes an object with seed, list, count, and if need be weights$/,
  ],
  [{ python_choices: { seed: 1, list: '$list' } }, '/python_choices', /: count is missing$/],
  [{ python_choices: { seed: 1, list: '$list', count: 1, k: 1 } }, '/python_choices/k', /: "k" is not one$/],
  [{ python_choices: { seed: '$text', list: '$list', count: 1 } }, '/python_choices/seed', /found text$/],
  [choices('$text', 1), '/python_choices/list', /^expected list of anything, found text$/],
  [choices('$list', '$text'), '/python_choices/count', /^expected integer, found text$/],
  [choices('$list', 1, 1), '/python_choices/weights', /^expected list of anything, found integer$/],
  [
    choices('$list', 1, '$words'),
    '/python_choices/weights',
    /^weights are integers or floats, found list of text$/,
  ],
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const name = JSON.stringify(expression).slice(0, 80)
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-type', `/steps/x${pointer}`], name)
    t.match(error?.message, message, name)
  }
  t.end()
})

await t.test('every draw says that MT19937 is weak, and choices that they are made in floating point', t => {
  const weak = {
    code: 'weak-generator',
    message: 'MT19937 is not a cryptographic generator: 624 of its words tell all that follow',
  }
  const scaled = {
    code: 'float-arithmetic',
    message: 'a fraction of 53 bits is scaled up in floating point: no chance is off by more than 1 in 2^52',
  }
  const summed = {
    code: 'float-arithmetic',
    message: 'weights are summed up in floating point, and each sum is rounded',
  }
  t.strictSame(compute({ python_shuffle: [1, '$list'] }).findings, [weak])
  t.strictSame(compute(sample(1, 3, 1)).findings, [weak])
  t.strictSame(compute(choices('$words', 1)).findings, [weak, scaled])
  t.strictSame(compute(choices('$words', 1, [1, 2])).findings, [weak, scaled])
  t.strictSame(withFloats(choices('$words', 1, '$floats'), floats(1, 2)).findings, [weak, summed, scaled])
  t.strictSame(compute({ python_seed: 'a' }).findings, [])
  t.end()
})
