import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { portable } from '../../src/core/portable.js'
import { emptyTrust } from '../../src/model/trust.js'
import { isUnchecked, testRecipe, type KnownDraw, type RecipeTest } from '../../src/find/test-recipe.js'
import { drawOf, recipeOf } from '../recipe/build.js'

type Published = Readonly<Record<string, JsonValue>>

const number = (title: string, more: object = {}): object => ({ type: 'integer', title, ...more })

/** The sum of two numbers, and more that is there. */
const parts = {
  inputs: {
    a: number('first'),
    b: number('second'),
    sum: number('sum'),
    note: { type: 'text', title: 'note', informational: true },
    late: { type: 'text', title: 'late' },
  },
  steps: { added: { add: ['$a', '$b'] } },
  claims: [
    { id: 'winner.derived', says: 'it is the sum', equal: ['$added', '$sum'] },
    { id: 'late.shown', says: 'it came late', verified: '$late' },
  ],
}
const good = { a: 1, b: 2, sum: 3, note: 'x' }

function testOf(
  published: readonly (Published | [Published, KnownDraw['ends']])[],
  recipe: Parameters<typeof recipeOf>[0] = parts,
): RecipeTest {
  const draws = published.map((one, index): KnownDraw => {
    const [values, ends] = Array.isArray(one) ? one : [one, undefined]
    return { source: `draw ${index}`, draw: drawOf(values), ...(ends && { ends }) }
  })
  return testRecipe(recipeOf(recipe), draws, { engine: portable, trust: emptyTrust })
}

await t.test('a recipe that holds for its draw, and notices what is changed', t => {
  const recipe = recipeOf(parts)
  const { recipe: named, passed, draws, values, untested, unproven, faults } = testOf([good])
  t.strictSame(named, { name: recipe.name, digest: recipe.digest })
  t.equal(passed, true)
  t.strictSame(draws, [
    {
      source: 'draw 0',
      title: drawOf(good).title,
      claims: [
        { id: 'winner.derived', status: 'proven', code: 'values-equal' },
        { id: 'late.shown', status: 'not-provable', code: 'value-missing' },
      ],
      faults: [],
    },
  ])
  t.strictSame(
    values.map(({ name, title, is_list, informational, changes, noticed, order_only }) => [
      name,
      title,
      is_list,
      informational,
      changes,
      noticed,
      order_only,
    ]),
    [
      ['a', 'first', false, false, 4, 4, false],
      ['b', 'second', false, false, 5, 5, false],
      ['sum', 'sum', false, false, 5, 5, false],
      ['note', 'note', false, true, 2, 0, false],
    ],
  )
  t.strictSame(
    values.map(({ unnoticed }) => unnoticed),
    [
      [],
      [],
      [],
      [
        { source: 'draw 0', change: 'character 1 changed' },
        { source: 'draw 0', change: 'a character added' },
      ],
    ],
  )
  t.strictSame([untested, unproven, faults], [['late'], ['late.shown'], []])
  t.strictSame(values.filter(isUnchecked), [])
  t.end()
})

await t.test('no draw shows nothing', t => {
  const { passed, draws, values, untested, unproven } = testOf([])
  t.strictSame([passed, draws, values], [false, [], []])
  t.strictSame(untested, Object.keys(parts.inputs))
  t.strictSame(unproven, ['winner.derived', 'late.shown'])
  t.end()
})

await t.test('a draw that does not hold is a fault, and what it was expected to end as is none', t => {
  const bad = { ...good, sum: 4 }
  const faultsOf = (...draws: Parameters<typeof testOf>[0]): readonly (readonly string[])[] => {
    const { passed, draws: tested } = testOf(draws)
    const faults = tested.map(one => one.faults)
    t.equal(passed, faults.flat().length === 0, JSON.stringify(faults))
    return faults
  }
  t.strictSame(faultsOf(good, bad), [
    [],
    ['winner.derived: refuted (values-differ): the rule gives something else than the published sum'],
  ])
  t.strictSame(faultsOf([bad, { 'winner.derived': 'refuted' }]), [[]])
  t.strictSame(faultsOf([bad, { 'winner.derived': 'not-provable' }]), [
    ['winner.derived: refuted (values-differ), and "ends" says not-provable'],
  ])
  t.strictSame(faultsOf([good, { 'winner.derived': 'refuted' }]), [
    ['winner.derived: proven (values-equal), and "ends" says refuted'],
  ])
  t.strictSame(faultsOf([good, { 'late.shown': 'proven', 'no.claim': 'proven' }]), [
    [
      'no.claim: "ends" names it, and the recipe makes no such claim',
      'late.shown: not provable (value-missing), and "ends" says proven',
    ],
  ])
  t.end()
})

await t.test('why a claim of a good draw may be open, and why not', t => {
  const { draws, passed } = testOf([{ a: 1, b: 2 }])
  t.strictSame(
    [passed, draws[0]?.faults, draws[0]?.claims[0]?.code],
    [false, [], 'value-missing'],
    'no fault, though nothing checks its values',
  )
  const shown = testOf([{ ...good, late: 'x' }])
  t.strictSame([shown.passed, shown.draws[0]?.claims[1]?.code], [false, 'value-unproven'])
  t.strictSame(shown.draws[0]?.faults, [], 'that it would take more is no fault')
  t.strictSame(
    shown.values.filter(isUnchecked).map(({ name }) => name),
    ['late'],
  )
  const divided = { ...parts, steps: { added: { divide: ['$a', '$b'] } } }
  t.strictSame(testOf([{ ...good, b: 0 }], divided).draws[0]?.faults.length, 1)
  t.end()
})

await t.test('a limit is reached, from whichever side', t => {
  const inputs = { count: number('count'), least: number('least'), most: number('most') }
  const holds = (id: string, smaller: string, larger: string): object => ({
    ...{ id, says: 'it is', holds: [smaller, '<=', larger] },
  })
  const claims = [holds('count.most', '$count', '$most'), holds('count.least', '$least', '$count')]
  const { passed, values } = testOf([{ count: 142, least: 5, most: 500 }], { inputs, claims })
  t.equal(passed, true)
  t.strictSame(
    values.map(({ name, changes, noticed }) => [name, changes > noticed, noticed > 0]),
    [
      ['count', true, true],
      ['least', true, true],
      ['most', true, true],
    ],
  )
  t.end()
})

await t.test('what cannot be read is a fault, and is not changed', t => {
  const { passed, draws, values } = testOf([{ ...good, a: 'one' }])
  t.equal(passed, false)
  t.strictSame(
    draws[0]?.claims.map(({ id }) => id),
    ['document.read'],
  )
  t.match(draws[0]?.faults, [/^document\.read: not provable \(draw-value\): /])
  t.strictSame(values, [])
  t.end()
})

await t.test('changes that are refused outright do not count', t => {
  const least = { ...parts, inputs: { ...parts.inputs, a: number('first', { minimum: 1 }) } }
  const [a] = testOf([good], least).values
  t.strictSame([a?.changes, a?.noticed], [3, 3], 'one less is none')
  t.end()
})

await t.test('changes of the order alone are told from others', t => {
  const numbers = { type: 'list', of: { type: 'integer' }, title: 'numbers' }
  const recipe = {
    inputs: { numbers, total: number('total') },
    steps: {},
    claims: [{ id: 'winner.derived', says: 'summed', equal: [{ sum: '$numbers' }, '$total'] }],
  }
  const [list] = testOf([{ numbers: [1, 2, 4], total: 7 }], recipe).values
  t.equal(list?.order_only, true)
  t.strictSame(
    list?.unnoticed.map(({ change }) => change),
    ['items 1 and 2 swapped', 'items 1 and 3 swapped', 'items 2 and 3 swapped'],
  )
  const [zero] = testOf([{ numbers: [0, 2, 4], total: 6 }], recipe).values
  t.equal(zero?.order_only, false, 'nothing was removed')
  t.end()
})

await t.test('at most ten changes are named of one value, and counted over all draws', t => {
  const draws = ['a', 'b', 'c', 'd', 'e', 'f'].map(note => ({ ...good, note }))
  const note = testOf(draws).values.find(({ name }) => name === 'note')
  t.strictSame([note?.changes, note?.noticed, note?.unnoticed.length], [12, 0, 10])
  t.strictSame(note?.unnoticed.at(-1), { source: 'draw 4', change: 'a character added' })
  t.end()
})

await t.test('more than two values that nothing checks are too many', t => {
  const free = (name: string): object => ({ [name]: { type: 'text', title: name, informational: true } })
  const with2 = { ...parts, inputs: { ...parts.inputs, ...free('more') } }
  t.strictSame([testOf([good], with2).faults, testOf([good], with2).passed], [[], true])
  const with3 = { ...parts, inputs: { ...with2.inputs, ...free('most') } }
  t.strictSame(testOf([good], with3).faults, [
    '3 values are informational (note, more, most): a recipe has at most 2 that nothing checks',
  ])
  t.equal(testOf([good], with3).passed, false)
  t.end()
})

await t.test('it tells what it is about to try', t => {
  const told: (readonly [string, string?])[] = []
  const onRun = (source: string, input?: string): void => {
    told.push(input === undefined ? [source] : [source, input])
  }
  const draws = [{ source: 'here', draw: drawOf({ a: 1, b: 2, sum: 3 }) }]
  testRecipe(recipeOf(parts), draws, { engine: portable, trust: emptyTrust, onRun })
  t.strictSame(told, [
    ['here'],
    ...Object.entries({ a: 4, b: 5, sum: 5 }).flatMap(
      ([name, runs]) => Array(runs).fill(['here', name]) as [],
    ),
  ])
  t.end()
})

await t.test('a claim that was open is not noticed by being open for another reason', t => {
  const recipe = {
    inputs: { text: { type: 'text', title: 'text' }, other: { type: 'text', title: 'other' } },
    steps: { read: { integer_decimal: '$text' } },
    claims: [{ id: 'winner.derived', says: 'it is', equal: ['$read', { integer_decimal: '$other' }] }],
  }
  const { values } = testOf([{ text: '12' }], recipe)
  t.strictSame(
    values.map(({ name, noticed }) => [name, noticed]),
    [['text', 0]],
  )
  t.end()
})

await t.test(
  'what a good draw need not show: a beacon’s signature, a key, winners where there are none',
  t => {
    const list = { type: 'list', of: { type: 'integer' }, title: 'list' }
    const open = {
      inputs: {
        beacon: { type: 'drand', chain: 'quicknet', title: 'beacon' },
        text: { type: 'text', title: 'text' },
        signature: { type: 'bytes', encoding: 'hex', title: 'signature' },
        none: list,
        winners: { ...list, title: 'winners' },
      },
      claims: [
        { id: 'beacon.genuine', says: 'it is drand’s', verified: '$beacon' },
        {
          id: 'draw.signed',
          says: 'a notary signed it',
          signed: { trusted: 'notary', message: { bytes_utf8: '$text' }, signature: '$signature' },
        },
        { id: 'winner.derived', says: 'they follow', equal: [{ sort: ['$none', 'ascending'] }, '$winners'] },
        { id: 'list.shown', says: 'it is complete', verified: '$none' },
      ],
    }
    const published = { beacon: { round: 5 }, text: 'a', signature: '00', none: [], winners: [] }
    const [draw] = testOf([published], open).draws
    t.strictSame(draw?.claims, [
      { id: 'beacon.genuine', status: 'not-provable', code: 'beacon-signature-missing' },
      { id: 'draw.signed', status: 'not-provable', code: 'key-unpinned' },
      { id: 'winner.derived', status: 'not-provable', code: 'nothing-compared' },
      { id: 'list.shown', status: 'not-applicable', code: 'nothing-to-show' },
    ])
    t.strictSame(draw?.faults, [])
    t.end()
  },
)

await t.test('what counts as noticed of a claim that is open for a good draw', t => {
  const list = { type: 'list', of: { type: 'integer' }, title: 'list' }
  const claim = (more: object): object => ({ id: 'winner.derived', says: 'it is', ...more })
  const shown = (name: string): object => ({ id: `${name}.shown`, says: 'it is', verified: `$${name}` })
  const sorted = (list: unknown, order: string): object => ({ sort: [list, order] })
  const cases: readonly (readonly [
    what: string,
    claim: object,
    published: Published,
    changes: number,
    noticed: number,
  ])[] = [
    ['shown by nothing, and then empty', claim({ verified: '$a' }), { a: [1], b: [], c: [] }, 4, 0],
    ['empty, and then shown by nothing', claim({ verified: '$a' }), { a: [], b: [], c: [5] }, 1, 0],
    [
      'empty, and then proven',
      claim({ equal: [sorted('$a', 'ascending'), sorted(sorted('$a', 'descending'), 'ascending')] }),
      { a: [], b: [], c: [5] },
      1,
      1,
    ],
    [
      'empty, and then refuted',
      claim({ equal: [sorted('$a', 'ascending'), '$b'] }),
      { a: [], b: [], c: [5] },
      1,
      1,
    ],
  ]
  for (const [what, claim, published, changes, noticed] of cases) {
    const recipe = { inputs: { a: list, b: list, c: list }, claims: [claim, shown('b'), shown('c')] }
    const [a] = testOf([published], recipe).values
    t.strictSame([a?.name, a?.is_list, a?.changes, a?.noticed], ['a', true, changes, noticed], what)
  }
  t.end()
})
