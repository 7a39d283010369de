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

const claim = (parts: object): object => ({ ...good, claims: [{ id: 'a.b', says: 'it is', ...parts }] })

await t.test('everything that the schema refuses is listed with its place', t => {
  const schema: readonly (readonly [parts: object, pointer: string, message: RegExp])[] = [
    [{ ...good, inputs: undefined }, '/inputs', /^not a recipe: \/inputs is missing$/],
    [{ ...good, recipe: 'drawaudit/v2' }, '/recipe', /\/recipe expected "drawaudit\/v1"$/],
    [{ ...good, name: 'My recipe' }, '/name', /\/name expected a recipe's name of a-z, 0-9 and -$/],
    [{ ...good, step: {} }, '/step', /\/step is not a known member$/],
    [{ ...good, claims: [] }, '/claims', /\/claims expected at least 1 item$/],
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
      /expected at most 80 characters$/,
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
    ...(['public', 'committed', 'informational'] as const).map(
      member =>
        [
          verified('value', { type: 'text', title: 'x', [member]: false }),
          `/inputs/value/${member}`,
          /expected true$/,
        ] as const,
    ),
    [
      verified('value', { type: 'text', title: 'x', personal: 'maybe' }),
      '/inputs/value/personal',
      /expected one of \["plain","hashed"\]$/,
    ],
    [
      verified('value', { type: 'text', title: 'x', public: true, by: '' }),
      '/inputs/value/by',
      /at least 1 character$/,
    ],
    [
      verified('value', { type: 'text', title: 'x', public: true, which: 'The block' }),
      '/inputs/value/which',
      /expected a name of a-z, 0-9 and _$/,
    ],
    [
      verified('list', { type: 'list', of: { type: 'text' }, title: 'x', order: true }),
      '/inputs/list/order',
      /expected string$/,
    ],
    [{ ...good, series: {} }, '/series', /\/series expected at least 1 member$/],
    [{ ...good, series: { winners: 'any' } }, '/series/winners', /expected "distinct"$/],
    [{ ...good, series: { round: 'seed' } }, '/series/round', /is not a known member$/],
    [{ ...good, examples: [{ title: 'x' }] }, '/examples/0/published', /is missing$/],
    [{ ...good, examples: [{ title: 'x', published: {} }] }, '/examples/0/published', /at least 1 member$/],
    [
      { ...good, examples: [{ title: 'x', published: { seed: '' }, ends: { 'seed.committed': 'true' } }] },
      '/examples/0/ends/seed.committed',
      /expected one of \["proven",/,
    ],
    [
      { ...good, examples: [{ title: 'x', published: { seed: '' }, ends: { winner: 'proven' } }] },
      '/examples/0/ends/winner',
      /expected a claim's id like winner.derived$/,
    ],
    [claim({ holds: ['$seed', '>', 1] }), '/claims/0/holds/1', /expected one of \["<","<="\]$/],
    [claim({ holds: ['$seed', '<'] }), '/claims/0/holds', /at least 3 items$/],
    [claim({ holds: ['$seed', '<', 1], equal: ['$seed', '$hash'] }), '/claims/0/holds', /\/claims\/0\/holds/],
    [claim({ signed: { message: '$seed', signature: '$hash' } }), '/claims/0/signed/algorithm', /is missing/],
    [
      claim({ signed: { trusted: 'a', key: '$hash', message: '$seed', signature: '$hash' } }),
      '/claims/0/signed/key',
      /\/claims\/0\/signed\/key/,
    ],
    [
      claim({
        signed: { algorithm: 'ed25519', key: '$hash', key_id: 'x', message: '$seed', signature: '$hash' },
      }),
      '/claims/0/signed/key_id',
      /\/claims\/0\/signed\/key_id/,
    ],
    [
      claim({ signed: { algorithm: 'md5', trusted: 'a', message: '$seed', signature: '$hash' } }),
      '/claims/0/signed/algorithm',
      /expected one of \["ed25519",/,
    ],
    [step(1.5), '/steps/x', /\/steps\/x expected string or integer or array or object$/],
    [step(null), '/steps/x', /\/steps\/x expected string or integer or array or object$/],
    [
      step({ sha256: [true] }),
      '/steps/x/sha256/0',
      /\/steps\/x\/sha256\/0 expected string or integer or array or object$/,
    ],
    [step(2 ** 53), '/steps/x', /expected a number of at most 9007199254740991$/],
  ]
  for (const [parts, pointer, message] of schema) {
    const error = refusal(() => recipeOf(JSON.parse(JSON.stringify(parts)) as object))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-schema', pointer])
    t.match(error?.message, message)
  }
  const error = refusal(() => recipeOf({ name: '', title: '', source: '', claims: [] }))
  t.equal(
    error?.message,
    "not a recipe: /inputs is missing; /name expected a recipe's name of a-z, 0-9 and -; /title expected at least 1 character; and 2 more",
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
