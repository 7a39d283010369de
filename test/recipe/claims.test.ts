import t from 'tap'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { drawOf, recipeJson, recipeOf, refusal } from './build.js'

const text = { type: 'text', title: 'x' }
const integer = { type: 'integer', title: 'x' }

await t.test('a claim that would hold whatever was published is refused', t => {
  const mistakes: readonly (readonly [steps: object, equal: readonly unknown[], message: RegExp])[] = [
    [{}, ['$a', '$a'], /compared with itself/],
    [{ w: '$a' }, ['$w', '$a'], /depends on the value it is compared with/],
    [{ w: { join: [['$a', '$b'], ''] } }, ['$w', '$a'], /depends on the value it is compared with/],
    [{}, ['x', 'x'], /compared with itself/],
    [{}, [{ join: [['x'], ''] }, 'x'], /nothing that was published is compared/],
    [{}, ['$a', { join: [['$b'], ''] }], /write the computed value before the published one/],
    [{}, [['$a', '$a'], { split: ['$b', ','] }], /write the computed value before the published one/],
    [{ w: { split: ['$b', ','] } }, ['$w', ['$a', '$b']], /depends on the value it is compared with/],
  ]
  for (const [steps, equal, message] of mistakes) {
    const uses = { id: 'b.b', says: 'x', verified: '$b' }
    const also = { id: 'c.c', says: 'x', verified: '$a' }
    const claims = [{ id: 'a.a', says: 'x', equal }, uses, also]
    const error = refusal(() => parseRecipe(recipeJson({ inputs: { a: text, b: text }, steps, claims })))
    t.equal(error?.code, 'recipe-reference')
    t.equal(error?.where.pointer, '/claims/0/equal')
    t.match(error?.message, message)
  }
  t.end()
})

await t.test('several published results of one computation decide nothing themselves', t => {
  const claims = [{ id: 'winner.derived', says: 'x', equal: [{ split: ['$b', ','] }, ['$a', '$c']] }]
  const inputs = { a: text, b: text, c: text }
  const [claim] = parseRecipe(recipeJson({ inputs, claims })).claims
  if (claim?.kind !== 'equal') throw new Error('it compares nothing')
  t.strictSame([claim.results, claim.result], [['a', 'c'], undefined])
  t.strictSame([...claim.decidedBy.rests], ['b'])
  t.end()
})

await t.test('text that ends like the name of an input is text', t => {
  const claims = [{ id: 'a.a', says: 'x', equal: ['xa', { join: [['$a'], ''] }] }]
  const recipe = recipeOf({ inputs: { a: text }, steps: {}, claims })
  t.equal(verifyPublished(drawOf({ a: 'xa' }), recipe).subjects[0]?.claims[0]?.status, 'proven')
  t.end()
})

await t.test('what stands beside the published result decides too, and is named', t => {
  const inputs = {
    seed: { type: 'bytes', encoding: 'hex', title: 'seed' },
    tickets: { ...integer, title: 'number of tickets' },
    offset: { ...integer, title: 'offset' },
    index: { ...integer, title: 'index' },
  }
  const equal = [
    { mod: [{ integer_be: '$seed' }, '$tickets'] },
    { mod: [{ subtract: ['$index', '$offset'] }, '$tickets'] },
  ]
  const recipe = recipeOf({
    inputs,
    steps: {},
    claims: [{ id: 'winner.derived', says: 'x', equal }],
  })
  const [subject] = verifyPublished(drawOf({ seed: '07', tickets: 5, offset: 3, index: 0 }), recipe, {
    require: ['winner.derived'],
  }).subjects
  t.equal(subject?.verdict, 'proven')
  t.match(subject?.who_could_choose, /^the organiser alone: .*the offset and the index/)
  t.end()
})

await t.test('lists that double at every step end within the budget', t => {
  const doubling = (name: string, first: string): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: 28 }, (_, k) => {
        const before = k === 0 ? first : `$${name}${k - 1}`
        return [`${name}${k}`, [before, before]]
      }),
    )
  const steps = { ...doubling('p', '$a'), ...doubling('q', '$b') }
  const claims = [{ id: 'a.a', says: 'x', equal: ['$p27', '$q27'] }]
  const recipe = recipeOf({ inputs: { a: text, b: text }, steps, claims })
  for (const b of ['x', 'y']) {
    const [subject] = verifyPublished(drawOf({ a: 'x', b }), recipe).subjects
    t.equal(subject?.claims[0]?.code, 'bound-exceeded', b)
  }
  t.end()
})

await t.test('lists are nested at most 32 deep', t => {
  const nested = (depth: number): unknown => (depth === 0 ? '$a' : [nested(depth - 1)])
  const claims = [{ id: 'a.a', says: 'x', equal: [{ count: '$deep' }, 1] }]
  const parse = (depth: number): unknown =>
    parseRecipe(recipeJson({ inputs: { a: text }, steps: { deep: nested(depth) }, claims }))
  t.equal(
    refusal(() => parse(32)),
    undefined,
  )
  t.match(refusal(() => parse(33))?.message, /at most 32 deep/)
  t.end()
})

await t.test('a slip of the pen is met with the word that was meant', t => {
  const claims = [{ id: 'a.a', says: 'x', equal: ['$x', '$a'] }]
  const hintOf = (x: unknown): string | undefined =>
    refusal(() => parseRecipe(recipeJson({ inputs: { a: text, seed: text }, steps: { x }, claims })))?.hint
  t.equal(hintOf({ sha265: '$a' }), 'did you mean sha256?')
  t.equal(hintOf({ bytes_utf8: '$sead' }), 'did you mean seed?')
  t.match(hintOf({ encipher: '$a' }), /^docs\/RECIPES\.md lists the \d{3} operations$/)
  t.match(hintOf({ hex_bytes: '$a' }), /^operations like it are bytes_hex, (\w+, ){9,}\w+; docs\/RECIPES/)
  t.match(hintOf({ sha3: '$a' }), /^operations like it are sha3_256, sha3_512, sha384; /)
  t.match(hintOf({ base64: '$a' }), /^operations like it are bytes_base64, .*text_base64/)
  t.equal(hintOf('$nothing'), 'the names here are a, seed')
  t.end()
})

await t.test('a beacon by another name has no members', t => {
  const beacon = { type: 'drand', chain: 'quicknet', title: 'drand round' }
  const claims = [{ id: 'a.a', says: 'x', equal: ['$alias.round', 1] }]
  const error = refusal(() =>
    parseRecipe(recipeJson({ inputs: { beacon }, steps: { alias: '$beacon' }, claims })),
  )
  t.equal(error?.code, 'recipe-reference')
  t.end()
})
