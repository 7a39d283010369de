// Names within an expression, and functions: what they stand for, what they cannot see, and what is told through them.
import t from 'tap'
import type { Expression, FunctionOf } from '../../src/model/recipe.js'
import { noBasis, type Basis, type Compiled, type Shape } from '../../src/recipe/compile.js'
import { createCompiler } from '../../src/recipe/operations/index.js'
import { conditionsOf, tellsOf } from '../../src/recipe/tells.js'
import type { Type } from '../../src/recipe/value.js'
import { compute, hash, recipeOf, refusal, seed } from './build.js'
import { Meter } from './meter.js'
import { portable } from '../../src/core/portable.js'
import { defaultBudget } from '../../src/recipe/context.js'

await t.test('a name stands for what is computed once', t => {
  const sum: Expression = { let: { a: 2, b: { add: ['$a', 3] }, in: { multiply: ['$a', '$b'] } } }
  t.strictSame(compute(sum), { type: 'integer', value: 10, findings: [] })
  const costOf = (expression: Expression): number => {
    const meter = new Meter(portable, defaultBudget)
    compute(expression, {}, meter)
    return meter.work
  }
  const digest: Expression = { sha256: '$digest' }
  const twice = costOf({ bytes_xor: [digest, digest] })
  t.equal(costOf({ let: { x: digest, in: { bytes_xor: ['$x', '$x'] } } }), twice - costOf(digest))
  // What is computed in every turn is given back in every turn.
  const turns: Expression = {
    map: { list: { range: 1000 }, as: 'n', do: { let: { t: { pad_start: ['', 1_000_000, 'x'] }, in: { length: '$t' } } } },
  } // prettier-ignore
  t.equal(compute({ count: { take: [turns, 10] } }, {}, new Meter(portable, 2e9)).value, 10)
  t.end()
})

const wrongNames: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
  [{ let: 5 }, '/let', /^let takes an object with names, and with in$/],
  [{ let: { in: 5 } }, '/let', /^let takes an object with names, and with in$/],
  [{ let: { a: 5 } }, '/let', /^let takes an object with names, and with in$/],
  [{ let: { text: 5, in: 5 } }, '/let/text', /^the name text is taken$/],
  [{ let: { A: 5, in: 5 } }, '/let/A', /^expected a new name of a-z, 0-9 and _$/],
  [{ let: { a: '$b', b: 5, in: 5 } }, '/let/a', /^nothing before this is called "b"$/],
  [{ map: { list: '$list', as: 'n', index: 'n', do: 1 } }, '/map/index', /^the name n is taken$/],
  [{ map: { list: '$list', as: 'n', index: 'text', do: 1 } }, '/map/index', /^the name text is taken$/],
  [{ where: { list: '$list', as: 'n', is: ['$n'] } }, '/where/is', /^expected an array of a value/],
  [{ where: { list: '$text', as: 'n', is: ['$n', '=', 1] } }, '/where/list', /^expected a list/],
  [{ empty: { type: 'text' } }, '/empty', /^empty takes the type of a list or of a table$/],
  [{ empty: 'list' }, '/empty', /^expected a type as in "inputs"/],
  [
    { go_on: { stream: { stream_mulberry32: 1 }, as: 'on', do: '$on' } },
    '/go_on/do',
    /a stream cannot come out/,
  ],
  [
    { go_on: { stream: { stream_mulberry32: 1 }, as: 'on', do: ['$on'] } },
    '/go_on/do',
    /^a list holds no streams$/,
  ],
  [
    { go_on: { stream: '$list', as: 'on', do: 1 } },
    '/go_on/stream',
    /^expected stream, found list of integer$/,
  ],
  [{ stream_numbers: ['$list'] }, '/stream_numbers', /takes an array of a list of integers and a width/],
  [{ stream_numbers: ['$words', 8] }, '/stream_numbers/0', /^expected list of integer, found list of text$/],
  [{ stream_numbers: ['$list', 513] }, '/stream_numbers/1', /^expected a number from 1 to 512/],
]

await t.test('a name that is none is refused where it stands', t => {
  for (const [expression, pointer, message] of wrongNames) {
    const error = refusal(() => compute(expression))
    t.equal(error?.where.pointer, `/steps/x${pointer}`, JSON.stringify(expression))
    t.match(error?.message, message)
  }
  t.end()
})

/** A recipe with these functions, whose only claim compares what `x` gives. */
const withFunctions = (functions: Readonly<Record<string, FunctionOf>>, x: Expression): object => ({
  inputs: { seed, hash },
  functions,
  steps: { x },
  claims: [
    { id: 'seed.committed', says: 'it is', equal: [{ sha256: '$seed' }, '$hash'] },
    { id: 'winner.derived', says: 'it is', equal: [{ sha256: { bytes_utf8: '$x' } }, '$hash'] },
  ],
})

const doubled: FunctionOf = { of: ['x'], is: { join: [['$x', '$x'], ''] } }

await t.test('a function is read anew wherever it is called', t => {
  const recipe = recipeOf(
    withFunctions(
      { doubled, both: { of: ['x', 'y'], is: { join: [[{ doubled: '$y' }, { text_hex: '$x' }], '-'] } } },
      { both: ['$seed', { doubled: 'a' }] },
    ),
  )
  const [step] = recipe.steps
  t.strictSame([...(step?.compiled.rests ?? [])], ['seed'])
  t.end()
})

await t.test('what is wrong in a function is said there, with who calls it', t => {
  for (const [functions, x, pointer, message, hint] of [
    [
      { doubled },
      { doubled: 5 },
      '/functions/doubled/is/join/0',
      /^expected list of text, found list of integer$/,
      /^it is called at \/steps\/x\/doubled/,
    ],
    [
      { doubled: { of: ['x'], is: { join: [['$x', '$seed'], ''] } } },
      { doubled: 'a' },
      '/functions/doubled/is/join/0/1',
      /^a function sees what it is given and nothing else: "seed" is not given$/,
      /^it is called at \/steps\/x\/doubled; the names here are x$/,
    ],
    [
      { one: { of: ['x'], is: { two: '$x' } }, two: { of: ['x'], is: { one: '$x' } } },
      { two: 'a' },
      '/functions/one/is/two',
      /^two is not a function defined before this one$/,
      /^it is called at \/functions\/two\/is\/one|it is called at/,
    ],
    [
      { one: { of: ['x'], is: { one: '$x' } } },
      { one: 'a' },
      '/functions/one/is/one',
      /^one is not a function defined before this one$/,
      /it is called at \/steps\/x\/one/,
    ],
    [
      { doubled, other: doubled },
      { doubled: 'a' },
      '/functions/other',
      /^nothing calls this function$/,
      /^$/,
    ],
    [
      { sha256: doubled },
      { sha256: 'a' },
      '/functions/sha256',
      /^the name sha256 is taken: it is an operation$/,
      /^$/,
    ],
    [{ f: { of: ['x', 'x'], is: '$x' } }, { f: ['a', 'b'] }, '/functions/f/of', /^x is a duplicate$/, /^$/],
    [
      { f: { of: ['x', 'y'], is: '$x' } },
      { f: 'a' },
      '/steps/x/f',
      /^f takes an array of 2 \(x, y\), found one$/,
      /^$/,
    ],
    [{ f: { of: ['x', 'y'], is: '$x' } }, { f: ['a', 'b', 'c'] }, '/steps/x/f', /found 3$/, /^$/],
    [
      { f: { of: ['x'], is: { map: { list: ['a'], as: 'seed', do: '$seed' } } } },
      { at: [{ f: 'a' }, 0] },
      '/functions/f/is/map/as',
      /^the name seed is taken$/,
      /the caller uses this name/,
    ],
    [{ doubled }, { doubleds: 'a' }, '/steps/x', /^there is no operation "doubleds"$/, /doubled/],
  ] as const) {
    // prettier-ignore
    const error = refusal(() => recipeOf(withFunctions(functions, x)))
    t.equal(error?.where.pointer, pointer, JSON.stringify(functions))
    t.match(error?.message, message)
    t.match(error?.hint ?? '', hint)
  }
  t.end()
})

await t.test('functions that call one another many times are bounded as all expressions are', t => {
  const functions: Record<string, FunctionOf> = { f0: doubled }
  for (let n = 1; n < 20; n += 1) functions[`f${n}`] = { of: ['x'], is: { join: [[{ [`f${n - 1}`]: '$x' }, { [`f${n - 1}`]: '$x' }], ''] } } // prettier-ignore
  const error = refusal(() => recipeOf(withFunctions(functions, { f19: 'a' })))
  t.match(error?.message, /^a recipe has at most 10000 expressions$/)
  t.end()
})

const texts: Type = { kind: 'list', of: { kind: 'text' } }
const rows: Type = {
  kind: 'list',
  of: { kind: 'row', columns: { id: { kind: 'text' }, no: { kind: 'text' } } },
}

/** What an expression tells of the lists that it rests on. */
function toldOf(
  expression: Expression,
  functions: Readonly<Record<string, FunctionOf>> = {},
): readonly string[] {
  const types: Readonly<Record<string, Type>> = { l: texts, m: texts, r: rows }
  const scope = new Map<string, Basis & Shape>(
    Object.entries(types).map(([name, type]) => {
      const rests = new Set([name])
      return [name, { type, rests, order: noBasis.order, tells: tellsOf(name, type), origin: name }]
    }),
  )
  const compiler = createCompiler()
  for (const [name, definition] of Object.entries(functions))
    compiler.define(name, definition, ['functions', name])
  const compiled: Compiled = compiler.read(expression, ['x'], scope)
  return Object.entries(types).flatMap(([name, type]) =>
    conditionsOf(name, type, compiled.tells) === undefined ? [] : [name],
  )
}

const leaf = (text: Expression): Expression => ({ sha256: { bytes_utf8: text } })
const hashed = (list: Expression, of: Expression, more: object = {}): Expression => ({
  merkle_rfc6962: { map: { list, as: 'x', ...more, do: of } },
})

await t.test('a commitment is followed through names, places and functions, and no further', t => {
  const one: Readonly<Record<string, FunctionOf>> = { leaf: { of: ['x'], is: leaf('$x') } }
  t.strictSame(toldOf(hashed('$l', leaf('$x'))), ['l'])
  t.strictSame(toldOf(hashed('$l', { let: { y: { bytes_utf8: '$x' }, in: { sha256: '$y' } } })), ['l'])
  t.strictSame(toldOf(hashed('$l', { let: { y: '$x', in: leaf('a') } })), [])
  t.strictSame(toldOf(hashed('$l', { leaf: '$x' }), one), ['l'])
  t.strictSame(toldOf(hashed('$l', { leaf: 'a' }), one), [])
  // With its place each item is still its own.
  const numbered: Expression = { join: [[{ text_decimal: '$i' }, { text_hex: leaf('$x') }], ':'] }
  const withPlace = { sha256: { bytes_utf8: numbered } }
  t.strictSame(toldOf({ merkle_rfc6962: { map: { list: '$l', as: 'x', index: 'i', do: withPlace } } }), ['l'])
  // By its place alone no item is told.
  t.strictSame(
    toldOf({ merkle_rfc6962: { map: { list: '$l', as: 'x', index: 'i', do: { bytes_be: ['$i', 8] } } } }),
    [],
  )
  t.strictSame(toldOf(hashed({ where: { list: '$l', as: 'w', is: ['$w', '!=', 'a'] } }, leaf('$x'))), [])
  t.end()
})

await t.test('what a function calls its own is never taken for what is called so outside', t => {
  const row = (name: string): Expression => ({
    sha256: { bytes_utf8: { text_json: [`$${name}.id`, `$${name}.no`] } },
  })
  const functions: Readonly<Record<string, FunctionOf>> = { leaf: { of: ['x'], is: row('x') } }
  t.strictSame(toldOf(hashed('$r', { leaf: '$x' }), functions), ['r'])
  // The function's x is another row than the one that is called x where it is called.
  const first: Expression = { at: ['$r', 0] }
  t.strictSame(toldOf(hashed('$r', { leaf: first }), functions), [])
  t.strictSame(toldOf({ let: { x: first, in: row('x') } }), [])
  t.strictSame(toldOf(hashed('$r', { let: { y: first, in: row('y') } })), [])
  // A list whose items are hashed elsewhere under the same name.
  const inner = { of: ['list'], is: hashed('$list', leaf('$x')) }
  t.strictSame(toldOf({ map: { list: '$m', as: 'y', do: { inner: '$l' } } }, { inner }), [])
  t.match(
    refusal(() => toldOf({ map: { list: '$m', as: 'x', do: { inner: '$l' } } }, { inner }))?.message,
    /^the name x is taken$/,
  )
  t.end()
})

await t.test('a name of a place is told of no other list', t => {
  const places: Expression = { map: { list: '$l', as: 'y', index: 'x', do: ['$y', { text_decimal: '$x' }] } }
  t.strictSame(toldOf({ let: { a: places, in: { bytes_utf8: { text_json: { map: { list: '$m', as: 'z', do: '$a' } } } } } }), []) // prettier-ignore
  t.end()
})

await t.test('what is computed with the places of a list depends on its order, sorted or not', t => {
  const orderOf = (expression: Expression): readonly string[] => {
    const { steps } = recipeOf({
      inputs: { list: { type: 'list', of: { type: 'text' }, title: 'list' } },
      steps: { x: expression },
      claims: [{ id: 'a.b', says: 'x', verified: '$list' }],
    })
    return [...(steps[0]?.compiled.order ?? [])]
  }
  const sorted = (list: Expression): Expression => ({ sort: [list, 'ascending', 'utf8'] })
  const map = (more: object): Expression => ({ map: { list: '$list', as: 'x', do: '$x', ...more } })
  for (const [expression, order] of [
    [sorted('$list'), []],
    [sorted(map({ do: { lower: '$x' } })), []],
    [sorted({ where: { list: '$list', as: 'x', is: ['$x', '!=', 'a'] } }), []],
    [{ count: '$list' }, []],
    [sorted({ take: ['$list', 3] }), ['list']],
    [sorted(map({ index: 'i', do: { text_decimal: '$i' } })), ['list']],
    [sorted(map({ do: { join: [['$x', { at: ['$list', 0] }], ''] } })), ['list']],
    [{ without: [sorted('$list'), { take: ['$list', 1] }] }, ['list']],
    [
      { count: { where: { list: '$list', as: 'x', index: 'i', is: ['$x', '=', { at: ['$list', '$i'] }] } } },
      ['list'],
    ],
  ] as const) {
    t.strictSame(orderOf(expression), order, JSON.stringify(expression))
  }
  t.end()
})

await t.test('streams are read where they are made: no list and no loop holds them', t => {
  const stream: Expression = { stream_mulberry32: '$number' }
  const again: Expression = { stream_bits: { stream: '$s', take: ['top 32'] } }
  for (const expression of [
    [stream],
    { map: { list: '$list', as: 'n', do: { stream_mulberry32: '$n' } } },
    { fold: { list: '$list', from: stream, as: 's', item: 'n', do: again } },
    { iterate: { from: stream, times: 2, as: 's', do: again } },
    { go_on: { stream, as: 'on', do: { row: { a: '$list', s: '$on' } } } },
  ] as const) {
    t.match(
      refusal(() => compute(expression))?.message,
      /^(?:a list holds no streams|a stream cannot be the state|what goes on ends here: a stream cannot come out of it)$/,
    )
  }
  t.end()
})

await t.test('the digest of a recipe has its functions in it', t => {
  const digest = (is: Expression): string =>
    recipeOf(withFunctions({ f: { of: ['x'], is } }, { f: 'a' })).digest
  t.not(digest('$x'), digest({ lower: '$x' }))
  t.end()
})
