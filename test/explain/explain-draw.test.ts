import t from 'tap'
import type { Expression } from '../../src/model/recipe.js'
import { renderExplanation } from '../../src/render/explanation.js'
import { explainPublished, type Explanation } from '../../src/explain/explain-draw.js'
import { drawOf, recipeOf } from '../recipe/build.js'

/** What is explained of a recipe with this step over a published list. */
function explain(length: number, result: Expression): Explanation {
  const inputs = {
    items: { type: 'list', of: { type: 'text' }, title: 'list' },
    winner: { type: 'text', title: 'winner' },
  }
  const recipe = recipeOf({
    inputs,
    steps: { result },
    claims: [{ id: 'winner.derived', says: 'it follows', equal: [{ at: ['$items', 1] }, '$winner'] }],
  })
  const items = Array.from({ length }, (_, index) => `n${index}`)
  return explainPublished(drawOf({ items, winner: 'n1' }), recipe)
}

await t.test('an explanation has every operation with what goes in and comes out', t => {
  const { steps, claims, published, omitted } = explain(2, { join: ['$items', ','] })
  const list = { type: 'list', value: ['n0', 'n1'] }
  const comma = { type: 'text', value: ',' }
  const output = { type: 'text', value: 'n0,n1' }
  t.strictSame(steps, [
    {
      name: 'result',
      expression: { join: ['$items', ','] },
      operations: [{ operation: 'join', inputs: [list, comma], output }],
      output,
    },
  ])
  t.strictSame(
    published.map(({ name, value }) => [name, value]),
    [
      ['items', ['n0', 'n1']],
      ['winner', 'n1'],
    ],
  )
  t.strictSame(
    claims.map(({ id, code, operations }) => [id, code, operations.length]),
    [
      ['winner.derived', 'values-equal', 1],
      ['choice.bound', 'randomness-missing', 0],
      ['evidence.timely', 'evidence-missing', 0],
      ['evidence.unique', 'evidence-missing', 0],
    ],
  )
  t.equal(omitted, 0)
  t.strictSame(explain(2, { at: ['$items', 5] }).steps[0]?.failed, 'there is no item 5 in a list of 2')
  t.end()
})

await t.test('a long list is whole where it was published, and cut in the operations it goes into', t => {
  const explanation = explain(150, { at: ['$items', 149] })
  t.equal((explanation.published[0]?.value as readonly string[] | undefined)?.length, 150)
  const [input] = explanation.steps[0]?.operations[0]?.inputs ?? []
  t.strictSame([(input?.value as readonly string[] | undefined)?.length, input?.more], [100, 50])
  t.match(renderExplanation(explanation), /"n99"\] … and 50 more, 149\) = "n149"/)
  t.end()
})

await t.test('of very many operations the first are listed and the others counted', t => {
  const explanation = explain(2, { map: { list: { range: 25_000 }, as: 'n', do: { add: ['$n', 1] } } })
  const listed = [...explanation.steps, ...explanation.claims].flatMap(({ operations }) => operations)
  t.equal(listed.length, 20_000)
  // The range, the additions, and the claim's own.
  t.equal(explanation.omitted, 1 + 25_000 + 1 - 20_000)
  t.match(renderExplanation(explanation), /^5002 more operations were carried out than can be listed$/m)
  t.equal(explanation.claims[0]?.code, 'values-equal')
  t.end()
})

await t.test('what would be too large together is cut, and said to be', t => {
  const inputs = {
    long: { type: 'text', title: 'long' },
    short: { type: 'text', title: 'short' },
    count: { type: 'integer', title: 'count' },
  }
  const recipe = recipeOf({
    inputs,
    steps: {
      // A text weighs a sixteenth of its length; of 600,000 in all, half of what is left goes to one value.
      some: { fill: ['$short', 120] },
      many: { fill: ['$long', 150] },
      wrapped: { row: { many: '$many' } },
      less: { fill: ['$short', 101] },
    },
    claims: [
      {
        id: 'winner.derived',
        says: 'it is',
        equal: [{ count: { flatten: ['$many', '$some', '$less', ['$short']] } }, '$count'],
      },
    ],
  })
  const [long, short] = ['x'.repeat(60_000), 'y'.repeat(30_400)]
  const { steps, published } = explainPublished(drawOf({ long, short, count: 372 }), recipe)
  const shown = steps.map(({ output }) => {
    const { type, value, more } = output ?? {}
    return [type, Array.isArray(value) ? value.length : value, more]
  })
  t.strictSame(shown, [
    ['list', 100, 20],
    ['list', 0, 150],
    ['row', '(too large)', undefined],
    ['list', 0, 101],
  ])
  t.strictSame(
    published.map(({ name, value }) => [name, value]),
    [
      ['long', long],
      ['short', short],
      ['count', 372],
    ],
  )
  t.end()
})

await t.test('a list of a hundred items stands whole in an operation, one of more does not', t => {
  const inputOf = (length: number): unknown => {
    const [input] = explain(length, { at: ['$items', 0] }).steps[0]?.operations[0]?.inputs ?? []
    return [(input?.value as readonly string[] | undefined)?.length, input?.more]
  }
  t.strictSame(inputOf(100), [100, undefined])
  t.strictSame(inputOf(101), [100, 1])
  t.end()
})

await t.test('what was left out, and what was supplied in its place, is named', t => {
  const inputs = {
    a: { type: 'text', title: 'first' },
    b: { type: 'text', title: 'second' },
    c: { type: 'text', title: 'both' },
  }
  const recipe = recipeOf({
    inputs,
    steps: { joined: { join: [['$a', '$b'], ''] } },
    claims: [{ id: 'winner.derived', says: 'it is', equal: ['$joined', '$c'] }],
  })
  const nothing = explainPublished(drawOf({ c: 'xy' }), recipe)
  t.equal(nothing.explanation, 'drawaudit/v1')
  t.equal(nothing.steps[0]?.failed, 'not published: a, b')
  t.strictSame(nothing.supplied ?? [], [])
  const given = new Map([
    ['a', { value: 'x', from: 'here' }],
    ['b', { value: 'y', from: 'there' }],
  ])
  const { supplied, claims } = explainPublished(drawOf({ c: 'xy' }), recipe, { supply: { given } })
  t.strictSame(supplied, [
    { name: 'a', from: 'here' },
    { name: 'b', from: 'there' },
  ])
  t.equal(claims[0]?.code, 'values-equal')
  const unread = explainPublished(drawOf({ c: 5 }), recipe)
  t.strictSame([unread.steps, unread.claims.length, unread.claims[0]?.operations], [[], 1, []])
  t.end()
})
