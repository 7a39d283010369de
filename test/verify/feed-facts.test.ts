import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js'
import { readDocument } from '../../src/verify/read-document.js'
import { readFacts, type Facts } from '../../src/verify/feed-facts.js'
import { listJson, readJson } from './fixtures.js'
import { cut, Words } from './words.js'

const recipes = new Map(
  listJson('recipes/').map(path => {
    const recipe = parseRecipe(readJson(path))
    return [recipe.name, recipe] as const
  }),
)
const findRecipe = (name: string): Recipe | undefined => recipes.get(name)
const factsOf = (value: JsonValue): Facts | undefined =>
  readFacts(readDocument(value), 'here', findRecipe, native)

const words = new Words(new URL('../../test/verify/feed-facts.txt', import.meta.url))

/** One line for each fact, long ones cut. */
function describe(facts: Facts | undefined): readonly string[] {
  return Object.entries(facts ?? { none: true }).map(([name, value]) => {
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value)
    return `${name}: ${cut(text, 300)}`
  })
}

await t.test('what is compared of each document', t => {
  const bundles = listJson('fixtures/bundles/').filter(path => path.endsWith('/bundle.json'))
  for (const file of [
    ...bundles,
    ...listJson('fixtures/records/'),
    ...listJson('fixtures/draws/'),
    ...listJson('fixtures/samples/'),
  ]) {
    words.check(t, file, describe(factsOf(readJson(file))))
  }
  words.end(t)
  t.end()
})

await t.test('what is compared by nothing', t => {
  const draw = readJson('fixtures/samples/eurowin.json') as Readonly<Record<string, JsonValue>>
  const published = draw['published'] as object
  const bundle = readJson('fixtures/bundles/no-beacon/bundle.json') as {
    readonly statements: readonly JsonValue[]
  }
  t.not(factsOf(draw), undefined)
  const others: readonly JsonValue[] = [
    null,
    1,
    'text',
    [draw],
    {},
    { ...draw, recipe: 'unknown' },
    { ...draw, title: 1 },
    { ...draw, published: { ...published, beacon: 'text' } },
    { raffle_id: 'none', total_draws: 1, draws: [] },
    { bundle: 'drawaudit/v1', statements: [] },
    { ...bundle, statements: bundle.statements.slice(1) },
  ]
  for (const value of others) t.equal(factsOf(value), undefined, JSON.stringify(value).slice(0, 60))
  const broken = (): never => {
    throw new TypeError('broken')
  }
  t.throws(() => readFacts(readDocument(draw), 'here', broken, native), new TypeError('broken'))
  t.end()
})

await t.test('a value that is published twice is not a seed and its hash', t => {
  const bytes = (title: string): JsonValue => ({ type: 'bytes', encoding: 'hex', title })
  const recipe = parseRecipe({
    recipe: 'drawaudit/v1',
    name: 'twice',
    title: 'Published twice',
    source: 'made for this project',
    inputs: { seed: bytes('seed'), again: bytes('seed again'), hash: bytes('hash of the seed') },
    steps: {},
    claims: [
      { id: 'seed.repeated', says: 'both seeds are one', equal: ['$seed', '$again'] },
      { id: 'seed.committed', says: 'the seed was committed to', equal: [{ sha256: '$seed' }, '$hash'] },
    ],
  })
  const seed = '00'.repeat(32)
  const hash = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
  const draw = {
    draw: 'drawaudit/v1',
    recipe: 'twice',
    title: 'One',
    source: 'made for this project',
    published: { seed, again: seed, hash },
  }
  const { seeds, commitments } = readFacts(readDocument(draw), 'here', () => recipe, native) ?? {}
  t.strictSame([seeds, commitments], [[seed], [hash]])
  t.end()
})
