import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { portable } from '../../src/core/portable.js'
import { emptyTrust } from '../../src/model/trust.js'
import { Context, defaultBudget } from '../../src/recipe/context.js'
import { readPublished } from '../../src/recipe/inputs.js'
import { mutateDraw, type Mutant } from '../../src/verify/mutate-draw.js'
import { isUnchecked, testRecipe } from '../../src/verify/test-recipe.js'
import { drawOf, recipeOf } from '../recipe/build.js'

const inputs: Readonly<Record<string, object>> = {
  hex: { type: 'bytes', encoding: 'hex', title: 'hex' },
  fixed: { type: 'bytes', encoding: 'hex', length: 2, title: 'fixed' },
  base64: { type: 'bytes', encoding: 'base64', title: 'base64' },
  hash: { type: 'sha256', title: 'hash' },
  text: { type: 'text', title: 'text' },
  integer: { type: 'integer', title: 'integer' },
  large: { type: 'integer', title: 'large integer' },
  float: { type: 'float', title: 'float' },
  decimal: { type: 'float', title: 'decimal text' },
  time: { type: 'time', title: 'time' },
  beacon: { type: 'drand', chain: 'quicknet', title: 'beacon' },
  names: { type: 'list', of: { type: 'text' }, title: 'names' },
  others: { type: 'list', of: { type: 'text' }, title: 'others' },
  rows: { type: 'table', columns: { name: { type: 'text' }, count: { type: 'integer' } }, title: 'rows' },
}
const claims = Object.keys(inputs).map((name, index) => ({
  id: `value.${'abcdefghijklmnop'.charAt(index)}`,
  says: 'it is',
  verified: `$${name}`,
}))
const recipe = recipeOf({ inputs, claims })
const published: Readonly<Record<string, JsonValue>> = {
  hex: 'AB01',
  fixed: '0102',
  base64: 'AQID',
  hash: `sha256:${'0'.repeat(64)}`,
  text: 'zürich 9',
  integer: 7,
  large: '123456789012345678901234567890',
  float: 0.125,
  decimal: '0.47',
  time: '2025-06-13T09:46:14.399Z',
  beacon: { round: 5, signature: '01' },
  names: ['a', 'b', 'c', 'd'],
  others: ['x'],
  rows: [
    { name: 'n', count: 1 },
    { name: 'm', count: 2 },
  ],
}

const mutants = [...mutateDraw(recipe, published)]
const of = (name: string): readonly Mutant[] => mutants.filter(({ input }) => input === name)
const valuesOf = (name: string): readonly JsonValue[] =>
  of(name).map(({ published }) => published[name] ?? null)

await t.test('one value is changed at a time, into another of its type, once', t => {
  t.strictSame(new Set(mutants.map(({ input }) => input)), new Set(Object.keys(inputs)))
  for (const { input, change, published: changed } of mutants) {
    t.strictSame({ ...changed, [input]: published[input] }, published)
    t.notSame(changed[input], published[input], `${input}: ${change}`)
    const { problems } = readPublished(recipe, changed, new Context(portable, defaultBudget))
    t.strictSame(problems, [], `${input}: ${change}`)
  }
  for (const name of Object.keys(inputs)) {
    const values = valuesOf(name).map(value => JSON.stringify(value))
    t.equal(new Set(values).size, values.length, name)
  }
  t.strictSame([...mutateDraw(recipe, published)], mutants, 'the same ones on every run')
  t.end()
})

await t.test('the changes of each type', t => {
  t.strictSame(valuesOf('hex'), ['bB01', 'Aa01', 'AB00', 'AB0100', 'AB'])
  t.strictSame(valuesOf('fixed'), ['1102', '0002', '0103'], 'of a fixed length')
  t.strictSame(valuesOf('base64'), ['AAID', 'AQMD', 'AQIC', 'AQI='])
  t.match(valuesOf('hash')[0], /^sha256:10{63}$/)
  t.strictSame(valuesOf('text').slice(0, 5), ['yürich 9', 'zürjch 9', 'zürich 8', 'zürich 9x', 'zürich '])
  t.strictSame(valuesOf('integer'), [8, 6, 71, 1, 2], 'and what stands in a table')
  t.strictSame(valuesOf('large').slice(0, 2), [
    '123456789012345678901234567891',
    '123456789012345678901234567889',
  ])
  t.strictSame(valuesOf('float'), [0.126, 1.125, 0.0625])
  t.strictSame(valuesOf('decimal'), ['0.48', '1.47', '0.235'])
  t.strictSame(valuesOf('time'), [
    '2025-06-13T09:46:15.399Z',
    '2025-06-13T09:46:13.399Z',
    '2025-06-14T09:46:14.399Z',
  ])
  t.strictSame(valuesOf('beacon'), [
    { round: 4, signature: '01' },
    { round: 6, signature: '01' },
    { round: 5, signature: '11' },
    { round: 5, signature: '00' },
    { round: 5 },
  ])
  t.end()
})

await t.test('the changes of a list', t => {
  const changes = of('names').map(({ change }) => change)
  for (const change of ['item 1 removed', 'item 4 doubled', 'items 1 and 2 swapped', 'all items removed']) {
    t.ok(changes.includes(change), change)
  }
  const taken = of('names').filter(({ change }) => change === 'item 1 taken from another list')
  t.strictSame(
    taken.map(({ published }) => published['names']),
    [
      ['x', 'b', 'c', 'd'],
      ['n', 'b', 'c', 'd'],
    ],
  )
  t.strictSame(
    of('names')
      .filter(({ order }) => order === true)
      .map(({ published }) => published['names']),
    [
      ['b', 'a', 'c', 'd'],
      ['d', 'b', 'c', 'a'],
      ['a', 'b', 'd', 'c'],
    ],
  )
  t.match(
    of('rows').map(({ change }) => change),
    [
      'item 1: name: character 1 changed',
      'item 1: name: the item of another list instead',
      'item 1: count: one more',
    ],
  )
  t.end()
})

await t.test('an empty list, and what was not published', t => {
  const none = [...mutateDraw(recipe, { names: [] })]
  t.strictSame(none, [])
  const filled = [...mutateDraw(recipe, { names: [], others: ['x'] })].filter(
    ({ input }) => input === 'names',
  )
  t.match(filled, [{ published: { names: ['x'] } }])
  t.strictSame([...mutateDraw(recipe, {})], [])
  t.end()
})

await t.test(
  'a value that only a claim without evidence is about is unchecked, even where it can be emptied',
  t => {
    const test = testRecipe(recipe, [{ source: 'x', draw: drawOf(published) }], {
      engine: portable,
      trust: emptyTrust,
    })
    t.notOk(test.passed)
    const unchecked = test.values.filter(isUnchecked).map(({ name }) => name)
    t.strictSame(
      unchecked,
      Object.keys(inputs).filter(name => name !== 'beacon'),
    )
    t.end()
  },
)
