// A small published draw: before a ticket of it is looked up, and where it cannot be checked.
import t from 'tap'
import { answerOf } from './requests.js'
import { checkSmall } from './small-draw.js'

await t.test('a draw of a recipe that is not here', async t => {
  for (const recipes of ['{}', '{"another":{}}']) {
    t.match(
      await checkSmall({ request: { recipes } }),
      {
        ...{ kind: 'unreadable', verdict: 'not-checked', winners: [] },
        claims: [
          {
            code: 'recipe-unknown',
            message: 'there is no recipe called “test” here',
            says: 'There is no recipe called “test” here.',
          },
        ],
      },
      recipes,
    )
  }
})

await t.test('a recipe that cannot be read', async t => {
  const model = await checkSmall({ request: { recipes: '{"test":{}}' } })
  t.equal(model.kind, 'unreadable')
  t.match(model.claims[0]?.message, /^the recipe cannot be read: /)
})

await t.test('a published value that is none', async t => {
  const model = await checkSmall({ values: { seed: 'no hex' } })
  t.equal(model.kind, 'unreadable')
  t.equal(model.claims.length, 1)
  t.match(model.claims[0], { id: 'document.read', message: /seed/ })
})

await t.test('a ticket before it is looked up', async t => {
  t.strictSame(answerOf(await checkSmall(), 'ticket'), {
    ...{ id: 'ticket', word: 'not-checked', claims: [] },
    text: ['Give your ticket, name or number as it is in the list that was published.'],
  })
})
