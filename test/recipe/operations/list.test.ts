import fc from 'fast-check'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { Context } from '../../../src/recipe/context.js'
import { identify, IdentitySet, withIdentities } from '../../../src/recipe/operations/identity.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { listOperations } from '../../../src/recipe/operations/list.js'
import { sortOperations } from '../../../src/recipe/operations/sort.js'
import { walkOperations } from '../../../src/recipe/operations/walk.js'
import {
  bytes,
  describeType,
  equalValues,
  float,
  integer,
  list,
  plainValue,
  row,
  text,
  type PlainValue,
  type Type,
  type Value,
} from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const integers: Type = { kind: 'list', of: { kind: 'integer' } }
const entry = (name: string, tickets: number): Value => row({ name: text(name), tickets: integer(tickets) })
const entryType: Type = { kind: 'row', columns: { name: { kind: 'text' }, tickets: { kind: 'integer' } } }

/** Names that are not in the scope of all tests. */
const values: Readonly<Record<string, readonly [Type, Value]>> = {
  list: [integers, list([10, 9, 100].map(integer))],
  words: [{ kind: 'list', of: { kind: 'text' } }, list(['b', 'a', 'b'].map(text))],
  floats: [{ kind: 'list', of: { kind: 'float' } }, list([2.5, -0.5, 0, -0, 1e300, 10].map(float))],
  entries: [
    { kind: 'list', of: entryType },
    list([entry('a', 3), entry('b', 0), entry('a', 5), entry('c', 3)]),
  ],
  same: [{ kind: 'list', of: entryType }, list([entry('a', 3)])],
  lists: [{ kind: 'list', of: integers }, list([list([1, 2].map(integer)), list([]), list([integer(3)])])],
  beacons: [{ kind: 'list', of: { kind: 'beacon' } }, list([])],
  times: [
    { kind: 'list', of: { kind: 'time' } },
    list(
      ['2025-06-13T09:46:14Z', '2025-06-13T11:46:14+02:00'].map(text => ({
        kind: 'time',
        nanoseconds: 5n,
        text,
      })),
    ),
  ],
}

function read(expression: Expression) {
  const scope = new Map(
    Object.entries(values).map(([name, [type]]) => {
      const names = new Set([name])
      return [
        name,
        {
          type,
          rests: names,
          order: type.kind === 'list' ? names : noBasis.order,
          permutes: type.kind === 'list' ? names : noBasis.order,
        },
      ]
    }),
  )
  return createCompiler().read(expression, ['steps', 'x'], scope)
}

const run = (expression: Expression, budget = 10_000_000): Value =>
  read(expression).run({ get: name => values[name]?.[1] }, new Context(portable, budget))

const entries = (body: object): Expression => ({ list: '$entries', as: 'e', ...body })
const names = { map: { list: '$entries', as: 'x', do: '$x.name' } }

const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [{ range: 3 }, 'list of integer', [0, 1, 2]],
  [{ range: 0 }, 'list of integer', []],
  [{ range: [5, 3] }, 'list of integer', [5, 6, 7]],
  [{ range: [-1, 3] }, 'list of integer', [-1, 0, 1]],
  [{ range: [1, { count: '$list' }] }, 'list of integer', [1, 2, 3]],
  [{ range: [7, 0] }, 'list of integer', []],
  [{ count: '$entries' }, 'integer', 4],
  [{ at: ['$list', 2] }, 'integer', 100],
  [{ take: ['$list', 2] }, 'list of integer', [10, 9]],
  [{ take: ['$list', 3] }, 'list of integer', [10, 9, 100]],
  [{ map: { list: '$list', as: 'n', do: { text_decimal: '$n' } } }, 'list of text', ['10', '9', '100']],
  [
    { map: { list: '$list', as: 'n', index: 'i', do: { add: ['$n', '$i'] } } },
    'list of integer',
    [10, 10, 102],
  ],
  [{ map: { list: { where: entries({ is: ['$e.tickets', '>', 3] }) }, as: 'x', do: '$x.name' } }, 'list of text', ['a']], // prettier-ignore
  [{ where: { list: '$words', as: 'w', is: { not: ['$w', '=', 'b'] } } }, 'list of text', ['a']],
  [{ where: { list: '$list', as: 'n', index: 'i', is: { any: [['$i', '=', 0], ['$n', '>', 50]] } } }, 'list of integer', [10, 100]], // prettier-ignore
  [{ empty: { type: 'list', of: { type: 'text' } } }, 'list of text', []],
  [{ count: { empty: { type: 'table', columns: { 'Ticket no.': { type: 'integer' } } } } }, 'integer', 0],
  [
    { flatten: [{ empty: { type: 'list', of: { type: 'integer' } } }, '$list'] },
    'list of integer',
    [10, 9, 100],
  ],
  [{ filter: { list: '$list', as: 'n', key: '$n', in: [9, 100, 7] } }, 'list of integer', [9, 100]],
  [{ filter: { list: '$list', as: 'n', key: '$n', not_in: [9, 100, 7] } }, 'list of integer', [10]],
  [{ map: { list: { filter: entries({ key: '$e.name', not_in: ['b', 'c'] }) }, as: 'x', do: '$x.tickets' } }, 'list of integer', [3, 5]], // prettier-ignore
  [{ filter: { list: '$list', as: 'n', key: '$n', in: { take: ['$list', 0] } } }, 'list of integer', []],
  [{ without: ['$list', [100, 10, 10]] }, 'list of integer', [9]],
  [{ without: ['$words', ['b']] }, 'list of text', ['a']],
  [{ without: [names, ['b']] }, 'list of text', ['a', 'a', 'c']],
  [{ count: { without: ['$entries', '$same'] } }, 'integer', 3],
  [{ without: ['$lists', [[1, 2]]] }, 'list of list of integer', [[], [3]]],
  [{ count: { without: [[{ row: { a: 1, b: 2 } }], [{ row: { b: 2, a: 1 } }]] } }, 'integer', 0],
  [{ count: { without: [[{ row: { a: 1, b: 2 } }], [{ row: { a: 2, b: 1 } }]] } }, 'integer', 1],
  [{ distinct: { list: '$words', as: 'w', key: '$w' } }, 'list of text', ['b', 'a']],
  [{ count: { distinct: entries({ key: '$e.name' }) } }, 'integer', 3],
  [{ count: { distinct: entries({ key: '$e.tickets' }) } }, 'integer', 3],
  [{ distinct: { list: '$floats', as: 'f', key: '$f' } }, 'list of float', [2.5, -0.5, 0, 1e300, 10]],
  [{ count: { distinct: { list: '$times', as: 'i', key: '$i' } } }, 'integer', 1],
  [{ flatten: '$lists' }, 'list of integer', [1, 2, 3]],
  [{ flatten: [['a'], ['b', 'c']] }, 'list of text', ['a', 'b', 'c']],
  [{ fill: ['a', 3] }, 'list of text', ['a', 'a', 'a']],
  [{ fill: ['$list', 0] }, 'list of list of integer', []],
  [{ flatten: { map: { list: '$entries', as: 'e', do: { fill: ['$e.name', '$e.tickets'] } } } }, 'list of text', 'aaaaaaaaccc'.split('')], // prettier-ignore
  [{ index_of: ['$list', 9] }, 'integer', 1],
  [{ index_of: [names, 'a'] }, 'integer', 0],
  [{ index_of: ['$entries', { at: ['$entries', 3] }] }, 'integer', 3],
  [{ index_of: ['$lists', [3]] }, 'integer', 2],
  [{ fold: { list: '$list', from: 0, as: 'sum', item: 'n', do: { add: ['$sum', '$n'] } } }, 'integer', 119],
  [{ fold: { list: ['a', 'b', 'c'], from: '', as: 's', item: 'c', do: { join: [['$c', '$s'], '-'] } } }, 'text', 'c-b-a-'], // prettier-ignore
  [{ fold: { list: { take: ['$list', 0] }, from: 7, as: 's', item: 'n', do: '$n' } }, 'integer', 7],
  [{ iterate: { from: 1, times: 4, as: 'n', do: { add: ['$n', '$n'] } } }, 'list of integer', [2, 4, 8, 16]],
  [{ sort: ['$list', 'descending'] }, 'list of integer', [100, 10, 9]],
  [{ sort: ['$floats', 'ascending'] }, 'list of float', [-0.5, 0, -0, 2.5, 10, 1e300]],
  [{ sort: [['b', 'a'], 'ascending', 'utf8'] }, 'list of text', ['a', 'b']],
  [{ sort_by: { list: '$list', as: 'n', key: { subtract: [0, '$n'] }, order: 'descending' } }, 'list of integer', [9, 10, 100]], // prettier-ignore
  [{ sort_by: { list: ['z', '\u{1f600}', '\ufb33'], as: 'w', key: '$w', order: 'ascending', unit: 'utf16' } }, 'list of text', ['z', '\u{1f600}', '\ufb33']], // prettier-ignore
  [{ sort_by: { list: ['z', '\u{1f600}', '\ufb33'], as: 'w', key: '$w', order: 'ascending', unit: 'utf8' } }, 'list of text', ['z', '\ufb33', '\u{1f600}']], // prettier-ignore
  [{ map: { list: { sort_by: entries({ key: '$e.tickets', order: 'descending', ties: 'keep' }) }, as: 'x', do: '$x.name' } }, 'list of text', ['a', 'a', 'c', 'b']], // prettier-ignore
  [{ map: { list: { sort_by: entries({ key: '$e.tickets', order: 'ascending', ties: 'keep' }) }, as: 'x', do: '$x.name' } }, 'list of text', ['b', 'a', 'c', 'a']], // prettier-ignore
]

await t.test('lists come out exactly like this', t => {
  for (const [expression, type, value] of examples) {
    const found = [describeType(read(expression).type), plainValue(run(expression))]
    t.strictSame(found, [type, value], JSON.stringify(expression).slice(0, 100))
  }
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(expression)))
  const operations = [listOperations, walkOperations, sortOperations].flatMap(Object.keys)
  t.strictSame(
    operations.filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

await t.test('what the values do not allow is impossible', t => {
  const cases: readonly (readonly [expression: Expression, message: string])[] = [
    [{ range: -1 }, 'a count of -1'],
    [{ range: [5, -1] }, 'a count of -1'],
    [{ fill: ['a', -1] }, 'a count of -1'],
    [{ at: ['$list', -1] }, 'there is no item -1 in a list of 3'],
    [{ take: ['$list', 4] }, '4 items asked of a list of 3'],
    [{ index_of: ['$list', 8] }, '8 is not in a list of 3'],
    [{ index_of: ['$words', 'c'] }, 'c is not in a list of 3'],
    [{ sort_by: entries({ key: '$e.name', order: 'ascending', unit: 'utf8' }) }, '{"name":"a","tickets":3} and {"name":"a","tickets":5} have the same key'], // prettier-ignore
    [{ sort_by: { list: '$floats', as: 'f', key: '$f', order: 'ascending' } }, '0 and 0 have the same key'],
    [{ sort_by: { list: '$list', as: 'n', key: 1, order: 'descending', ties: 'impossible' } }, '10 and 9 have the same key'], // prettier-ignore
  ]
  for (const [expression, message] of cases)
    t.equal(
      endOf(() => run(expression)),
      `impossible: ${message}`,
    )
  t.end()
})

await t.test('mistakes are pointed at', t => {
  const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
    [{ range: 'a' }, '/range', /^expected integer, found text$/],
    [{ range: [] }, '/range', /^range takes a count, or an array of the first number and a count$/],
    [{ range: [1] }, '/range', /a count$/],
    [{ range: [1, 2, 3] }, '/range', /a count$/],
    [{ range: ['a', 2] }, '/range/0', /^expected integer, found text$/],
    [{ range: [2, 'a'] }, '/range/1', /^expected integer, found text$/],
    [{ filter: { list: '$list', as: 'n', key: '$n' } }, '/filter', /^filter takes either in or not_in$/],
    [{ filter: { list: '$list', as: 'n', key: '$n', in: [1], not_in: [2] } }, '/filter', /either in or not_in$/],
    [{ filter: { list: '$list', as: 'n', key: '$n', in: 5 } }, '/filter/in', /^expected a list, found integer$/],
    [{ filter: { list: '$list', as: 'n', key: '$n', not_in: ['a'] } }, '/filter/not_in', /^integer and text are never equal$/],
    [{ filter: { list: '$list', as: 'list', key: 1, in: [1] } }, '/filter/as', /taken$/],
    [{ filter: { list: '$list', as: 'n', key: '$n', in: ['$n'] } }, '/filter/in/0', /nothing before this is called "n"$/],
    [{ without: '$list' }, '/without', /^without takes an array of two lists$/],
    [{ without: ['$list'] }, '/without', /two lists$/],
    [{ without: ['$list', '$list', '$list'] }, '/without', /two lists$/],
    [{ without: [5, '$list'] }, '/without/0', /^expected a list, found integer$/],
    [{ without: ['$list', 5] }, '/without/1', /^expected a list, found integer$/],
    [{ without: ['$list', '$words'] }, '/without/1', /^integer and text are never equal$/],
    [{ without: ['$list', '$lists'] }, '/without/1', /^integer and list of integer are never equal$/],
    [{ without: ['$beacons', '$beacons'] }, '/without/1', /^a beacon is not compared$/],
    [{ without: [['$beacons'], ['$beacons']] }, '/without/1', /^a beacon is not compared$/],
    [{ without: [[{ stream_mt19937: 1 }], [{ stream_mt19937: 1 }]] }, '/without/0', /^a list holds no streams$/],
    [{ distinct: { list: '$beacons', as: 'b', key: '$b' } }, '/distinct/key', /^a beacon is not compared$/],
    [{ distinct: { list: [1], as: 'b', key: { stream_mt19937: '$b' } } }, '/distinct/key', /^a stream is not compared$/],
    [{ index_of: ['$beacons', { at: ['$beacons', 0] }] }, '/index_of/1', /^a beacon is not compared$/],
    [{ index_of: [[{ stream_mt19937: 1 }], { stream_mt19937: 1 }] }, '/index_of/0', /^a list holds no streams$/],
    [{ index_of: [[{ row: { a: { stream_mt19937: 1 } } }], { row: { a: { stream_mt19937: 1 } } }] }, '/index_of/0', /^a list holds no streams$/],
    [{ filter: { list: '$beacons', as: 'b', key: '$b', in: '$beacons' } }, '/filter/in', /^a beacon is not compared$/],
    [{ filter: { list: [1], as: 'b', key: { stream_mt19937: '$b' }, not_in: [{ stream_mt19937: 1 }] } }, '/filter/not_in', /^a list holds no streams$/],
    [{ if: { is: [{ stream_mt19937: 1 }, '=', { stream_mt19937: 1 }], then: 1, else: 2 } }, '/if/is', /^a stream is not compared$/],
    [{ if: { is: ['$beacons', '=', '$beacons'], then: 1, else: 2 } }, '/if/is', /^a beacon is not compared$/],
    [{ distinct: { list: '$list', as: 'n' } }, '/distinct', /^distinct takes an object with list, as, key: key is missing$/],
    [{ flatten: '$list' }, '/flatten', /^expected list of list of anything, found list of integer$/],
    [{ fill: 'a' }, '/fill', /an array of 2 arguments, found one$/],
    [{ fill: ['a', 'b'] }, '/fill/1', /^expected integer, found text$/],
    [{ index_of: ['$list', 'a'] }, '/index_of/1', /^text and integer are never equal$/],
    [{ index_of: ['$list'] }, '/index_of', /^index_of takes an array of a list and an item$/],
    [{ index_of: [5, 5] }, '/index_of/0', /^expected a list, found integer$/],
    [{ fold: { list: 5, from: 1, as: 's', item: 'n', do: '$n' } }, '/fold/list', /^expected a list, found integer$/],
    [{ fold: { list: '$words', from: 1, as: 's', item: 'n', do: '$n' } }, '/fold/do', /^expected integer, found text$/],
    [{ fold: { list: '$list', from: 1, as: 's', item: 's', do: '$s' } }, '/fold/item', /^the name s is taken$/],
    [{ fold: { list: '$list', from: 1, as: 'list', item: 'n', do: '$n' } }, '/fold/as', /^the name list is taken$/],
    [{ sort: ['$times', 'ascending'] }, '/sort/0', /^a list of time has no order$/],
    [{ sort: ['$floats', 'ascending', 'utf8'] }, '/sort/2', /^only text needs a third argument$/],
    [{ sort_by: entries({ key: '$e', order: 'ascending' }) }, '/sort_by/key', /^a key is an integer, a float, bytes or text, found row of name, tickets$/],
    [{ sort_by: entries({ key: '$e.name', order: 'ascending' }) }, '/sort_by/unit', /^expected "utf16" or "utf8"$/],
    [{ sort_by: entries({ key: '$e.tickets', order: 'ascending', unit: 'utf8' }) }, '/sort_by/unit', /^only a key of text has a unit$/],
    [{ sort_by: entries({ key: '$e.tickets', order: 'ascending', ties: 'first' }) }, '/sort_by/ties', /^expected "impossible" or "keep"$/],
    [{ sort_by: entries({ key: '$e.tickets', order: 'ascending', tie: 'keep' }) }, '/sort_by/tie', /and if need be ties, unit: "tie" is not one$/],
  ] // prettier-ignore
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => read(expression))
    t.equal(error?.where.pointer, `/steps/x${pointer}`, JSON.stringify(expression))
    t.match(error?.message, message, JSON.stringify(expression))
  }
  t.end()
})

await t.test('the order of a list counts where it makes a difference', t => {
  const cases: readonly (readonly [expression: Expression, order: readonly string[]])[] = [
    [{ count: '$list' }, []],
    [{ at: ['$list', 0] }, ['list']],
    [{ sort: ['$list', 'ascending'] }, []],
    [{ sort_by: { list: '$list', as: 'n', key: '$n', order: 'ascending' } }, []],
    [{ sort_by: { list: '$list', as: 'n', key: '$n', order: 'ascending', ties: 'keep' } }, ['list']],
    [{ sort_by: { list: '$list', as: 'n', key: { at: ['$words', 0] }, order: 'ascending', unit: 'utf8' } }, ['words']],
    [{ without: ['$words', names] }, ['words']],
    [{ filter: { list: '$words', as: 'w', key: '$w', in: names } }, ['words']],
    [{ index_of: ['$list', 9] }, ['list']],
    [{ distinct: { list: '$list', as: 'n', key: '$n' } }, ['list']],
    [{ fold: { list: '$list', from: 0, as: 's', item: 'n', do: '$n' } }, ['list']],
    [{ flatten: '$lists' }, ['lists']],
  ] // prettier-ignore
  for (const [expression, order] of cases) {
    const compiled = read(expression)
    t.strictSame([...compiled.order], order, JSON.stringify(expression))
    t.ok(compiled.rests.size > 0)
  }
  t.strictSame([...read({ without: ['$words', names] }).rests], ['words', 'entries'])
  t.end()
})

await t.test('sizes of any kind end at a bound, at once', t => {
  const huge = 10 ** 15
  const widest = { integer_hex: 'f'.repeat(1024) }
  const cases: readonly Expression[] = [
    { range: huge },
    { range: [5, widest] },
    { range: [widest, 2] },
    { range: [widest, 10_000_000] },
    { fill: ['a', huge] },
    { fill: ['a', widest] },
    { flatten: { fill: [{ range: 100_000 }, 100_000] } },
    { without: [{ fill: [{ range: 1000 }, 1000] }, [[1]]] },
    { index_of: [{ fill: [{ range: 5000 }, 5000] }, { range: [0, 4999] }] },
    { iterate: { from: 1, times: widest, as: 'n', do: '$n' } },
    { sort: [{ range: 1_000_000 }, 'descending'] },
  ]
  for (const expression of cases) {
    const start = performance.now()
    t.match(
      endOf(() => run(expression, 1_000_000)),
      /^bound: /,
      JSON.stringify(expression).slice(0, 80),
    )
    t.ok(performance.now() - start < 2000)
  }
  t.end()
})

await t.test('memory of sets is only borrowed', t => {
  const context = new Context(portable, 1e9)
  const texts = Array.from({ length: 100 }, (_, index) => text('x'.repeat(10_000) + String(index)))
  const sizes = Array.from({ length: 200 }, () =>
    withIdentities(context, identities => texts.filter(value => identities.add(value)).length),
  )
  t.ok(sizes.every(size => size === 100))
  const kept = new IdentitySet(context)
  const more = Array.from({ length: 20_000 }, (_, index) => text('x'.repeat(10_000) + String(index)))
  t.match(
    endOf(() => more.map(value => kept.add(value))),
    /^bound: .* more values than drawaudit keeps$/,
  )
  t.end()
})

const scalars = {
  text: fc.string({ unit: fc.constantFrom('a', ':', '1', ';', 'text ', '\ud800') }).map(text),
  bytes: fc.uint8Array({ maxLength: 3 }).map(bytes),
  integer: fc.bigInt({ min: -20n, max: 20n }).map(integer),
  float: fc.oneof(fc.constantFrom(0, -0, 1, 0.1, 1e21), fc.double({ noNaN: true, noDefaultInfinity: true })).map(float),
  time: fc.tuple(fc.bigInt({ min: 0n, max: 3n }), fc.string()).map(([nanoseconds, text]): Value => ({ kind: 'time', nanoseconds, text })),
} // prettier-ignore

await t.test('property: values have one identity exactly where they are equal', t => {
  const pairs = Object.values(scalars).flatMap(scalar => {
    const lists = fc.array(scalar, { maxLength: 3 }).map(list)
    const deep = fc.array(lists, { maxLength: 3 }).map(list)
    const rows = fc.record({ a: scalar, ab: lists }).map(row)
    return [scalar, lists, deep, rows].flatMap((one: fc.Arbitrary<Value>) => [
      fc.tuple(one, one),
      fc.clone(one, 2),
    ])
  })
  const context = new Context(portable, Infinity)
  let equal = 0
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.oneof(...pairs), ([a, b]) => {
        const same = equalValues(a, b)
        if (same) equal += 1
        return (identify(a, context) === identify(b, context)) === same
      }),
      { numRuns: 20 * runs },
    )
  })
  t.ok(equal > 5 * runs, 'many of them are equal')
  t.end()
})

await t.test('property: lists are what plain JavaScript makes of them', t => {
  const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'é', ''), { minLength: 1, maxLength: 12 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(words, words, (first, second) => {
        const of = (expression: Expression): PlainValue => compute(expression, { words: list(first.map(text)) }).value
        t.strictSame(of({ without: ['$words', second] }), first.filter(word => !second.includes(word)))
        t.strictSame(of({ filter: { list: '$words', as: 'w', key: '$w', in: second } }), first.filter(word => second.includes(word)))
        t.strictSame(of({ distinct: { list: '$words', as: 'w', key: '$w' } }), [...new Set(first)])
        t.strictSame(of({ flatten: [second, '$words', second] }), [...second, ...first, ...second])
        t.equal(endOf(() => of({ index_of: ['$words', second[0] ?? ''] })) === 'value', first.includes(second[0] ?? ''))
        const byLength = (sign: number): readonly string[] => first.toSorted((a, b) => sign * (a.length - b.length))
        const keyed = (order: string): PlainValue =>
          of({ sort_by: { list: '$words', as: 'w', key: { count: { chunks: [{ join: [['$w', 'x'], ''] }, 1] } }, order, ties: 'keep' } })
        t.strictSame([keyed('ascending'), keyed('descending')], [byLength(1), byLength(-1)])
      }),
      { numRuns: runs },
    )
  }) // prettier-ignore
  t.end()
})
