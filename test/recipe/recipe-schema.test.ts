import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { beacon, committed, good, recipeOf, refusal, step, verified } from './build.js'

await t.test('a chain of a recipe has to hash to its chain hash', t => {
  const file = new URL('../../fixtures/beacons/quicknet.json', import.meta.url)
  const { chain } = JSON.parse(readFileSync(file, 'utf8')) as { chain: Record<string, JsonValue> }
  const errorOf = (changed: object): unknown =>
    refusal(() => recipeOf(verified('beacon', { ...beacon, chain: { ...chain, ...changed } })))
  t.equal(errorOf({}), undefined)
  t.match(errorOf({ hash: '0'.repeat(64) }), {
    code: 'chain-hash-mismatch',
    where: { pointer: '/inputs/beacon/chain/hash' },
  })
  t.match(errorOf({ period: 4 }), {
    code: 'chain-hash-mismatch',
    where: { pointer: '/inputs/beacon/chain/hash' },
  })
  t.match(errorOf({ period: '3' }), {
    code: 'chain-invalid',
    where: { pointer: '/inputs/beacon/chain/period' },
  })
  t.match(errorOf({ schemeID: 'x' }), {
    code: 'scheme-unknown',
    where: { pointer: '/inputs/beacon/chain/schemeID' },
  })
  t.end()
})

await t.test('everything that the schema refuses is listed with its place', t => {
  const schema: readonly (readonly [parts: object, pointer: string, message: RegExp])[] = [
    [{ ...good, inputs: undefined }, '/inputs', /^not a recipe: \/inputs is missing$/],
    [{ ...good, recipe: 'drawaudit/v2' }, '/recipe', /\/recipe expected "drawaudit\/v1"$/],
    [{ ...good, name: 'My recipe' }, '/name', /\/name expected a recipe's name of a-z, 0-9 and -$/],
    [{ ...good, step: {} }, '/step', /\/step is not a known member$/],
    [{ ...good, claims: [] }, '/claims', /\/claims must NOT have fewer than 1 items$/],
    [{ ...good, claims: [{ id: 'a.b', says: 'x' }] }, '/claims/0/signed', /\/claims\/0\/signed is missing$/],
    [
      { ...good, claims: [{ ...committed, verified: '$seed' }] },
      '/claims/0/verified',
      /\/claims\/0\/verified/,
    ],
    [
      { ...good, claims: [{ ...committed, id: 'winner' }] },
      '/claims/0/id',
      /expected a claim's id like winner.derived$/,
    ],
    [
      { ...good, claims: [{ ...committed, id: `a.${'b'.repeat(80)}` }] },
      '/claims/0/id',
      /must NOT have more than 80 characters$/,
    ],
    [
      verified('beacon', { type: 'drand', title: 'x' }),
      '/inputs/beacon/chain',
      /\/inputs\/beacon\/chain is missing$/,
    ],
    [
      verified('seed', { type: 'bytes', title: 'x' }),
      '/inputs/seed/encoding',
      /\/inputs\/seed\/encoding is missing$/,
    ],
    [
      verified('rows', { type: 'table', title: 'x' }),
      '/inputs/rows/columns',
      /\/inputs\/rows\/columns is missing$/,
    ],
    [
      verified('seed', { type: 'string', title: 'x' }),
      '/inputs/seed/type',
      /\/inputs\/seed\/type expected one of \["bytes",/,
    ],
    [
      verified('toString', { type: 'text', title: 'x' }),
      '/inputs/toString',
      /\/inputs\/toString expected a name of a-z, 0-9 and _;/,
    ],
    [step(1.5), '/steps/x', /\/steps\/x expected string or integer or array or object$/],
    [step(null), '/steps/x', /\/steps\/x expected string or integer or array or object$/],
    [
      step({ sha256: [true] }),
      '/steps/x/sha256/0',
      /\/steps\/x\/sha256\/0 expected string or integer or array or object$/,
    ],
    [step(2 ** 53), '/steps/x', /must be <= 9007199254740991$/],
  ]
  for (const [parts, pointer, message] of schema) {
    const error = refusal(() => recipeOf(JSON.parse(JSON.stringify(parts)) as object))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-schema', pointer])
    t.match(error?.message, message)
  }
  const error = refusal(() => recipeOf({ name: '', title: '', source: '', claims: [] }))
  t.equal(
    error?.message,
    "not a recipe: /inputs is missing; /name expected a recipe's name of a-z, 0-9 and -; /title must NOT have fewer than 1 characters; and 2 more",
  )
  for (const value of [null, 5, 'recipe', [], [good]]) {
    t.match(
      refusal(() => parseRecipe(value)),
      {
        code: 'recipe-schema',
        message: 'not a recipe: the document expected object',
        where: { pointer: '' },
      },
    )
  }
  t.end()
})
