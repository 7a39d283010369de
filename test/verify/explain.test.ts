import t from 'tap'
import type { Expression } from '../../src/model/recipe.js'
import { renderExplanation } from '../../src/render/explanation.js'
import { explainPublished, type Explanation } from '../../src/verify/explain.js'
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
    [['winner.derived', 'values-equal', 1]],
  )
  t.equal(omitted, 0)
  t.strictSame(explain(2, { at: ['$items', 5] }).steps[0]?.failed, 'there is no item 5 in a list of 2')
  t.end()
})

await t.test('a long list is whole where it was published, and cut in the operations it goes into', t => {
  const explanation = explain(150, { at: ['$items', 149] })
  t.equal((explanation.published[0]?.value as readonly string[]).length, 150)
  const [input] = explanation.steps[0]?.operations[0]?.inputs ?? []
  t.strictSame([(input?.value as readonly string[]).length, input?.more], [100, 50])
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
