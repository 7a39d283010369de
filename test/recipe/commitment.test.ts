// Where a commitment stands: what a recipe may say of it, and the address of each draw.
import fc from 'fast-check'
import t from 'tap'
import type { ErrorCode } from '../../src/errors.js'
import { fillAddress, isAddress, type RecipeCommitment } from '../../src/recipe/commitment.js'
import { integer, text, type Value } from '../../src/recipe/value.js'
import { recipeOf, refusal } from './build.js'

const inputs = {
  draw_id: { type: 'text', title: 'draw id', informational: true },
  number: { type: 'integer', title: 'number', informational: true },
  hash: { type: 'sha256', title: 'hash', committed: true },
  seed: { type: 'bytes', encoding: 'hex', title: 'seed' },
  height: { type: 'integer', title: 'height', informational: true },
  block: {
    type: 'sha256',
    title: 'block',
    public: true,
    committed: true,
    which: 'height',
    informational: true,
  },
  beacon: {
    type: 'drand',
    chain: 'quicknet',
    title: 'drand round',
    committed: true,
    informational: true,
  },
}
const at = 'https://raffles.example/draws/{draw_id}'
const values = { hash: '/hash' }

const parse = (commitment: object, more: object = {}) =>
  recipeOf({
    inputs,
    series: { id: 'draw_id' },
    claims: [{ id: 'seed.committed', says: 'it is', equal: [{ sha256: '$seed' }, '$hash'] }],
    commitment,
    ...more,
  })

const place = (address: string): RecipeCommitment => {
  const { commitment } = parse({ at: address, values })
  if (commitment === undefined) throw new Error('no commitment')
  return commitment
}

type Mistake = readonly [commitment: object, code: ErrorCode, pointer: string, message: RegExp, more?: object]

const form = /^expected a URL as parsers write it, without credentials and fragment$/
const malformed = (address: string, message = form): Mistake => [
  { at: address, values },
  'recipe-schema',
  '/commitment/at',
  message,
]

const mistakes: Readonly<Record<string, Mistake>> = {
  'no address': [{ values }, 'recipe-schema', '/commitment/at', /is missing/],
  'no values': [{ at, values: {} }, 'recipe-schema', '/commitment/values', /at least 1 member/],
  'a member that is not known': [{ at, values, until: 'noon' }, 'recipe-schema', '/commitment/until', /not a known member/],
  'another scheme': malformed('ftp://raffles.example/{draw_id}', /an http or https URL with an input in braces/),
  'a file': malformed('file:///{draw_id}', /an http or https URL/),
  'no host': malformed('https:///{draw_id}'),
  'an input as the host': malformed('https://{draw_id}/x'),
  'an input in the host': malformed('https://{draw_id}.example/x'),
  'a user': malformed('https://me@raffles.example/{draw_id}'),
  'a fragment': malformed('https://raffles.example/#{draw_id}'),
  'two dots': malformed('https://raffles.example/../{draw_id}'),
  'two dots in disguise': malformed('https://raffles.example/%2e%2e/{draw_id}'),
  'a host in capitals': malformed('https://RAFFLES.example/{draw_id}'),
  'the usual port': malformed('https://raffles.example:443/{draw_id}'),
  'a backslash': malformed('https://raffles.example\\draws/{draw_id}'),
  'a space': malformed('https://raffles.example/a b/{draw_id}', /an http or https URL/),
  'half a brace': malformed('https://raffles.example/{draw_id}/{'),
  'two inputs side by side': malformed('https://raffles.example/{draw_id}-{number}', /at most one input in each segment/),
  'an input that is not known': [{ at: 'https://raffles.example/{draw-id}', values }, 'recipe-reference', '/commitment/at', /^there is no input "draw-id"$/],
  'no input': [{ at: 'https://raffles.example/current', values }, 'recipe-reference', '/commitment/at', /does not have the id of the draw in it$/],
  'another input than the id': [{ at: 'https://raffles.example/{number}', values }, 'recipe-reference', '/commitment/at', /does not have the id of the draw in it$/],
  'no id in the series': [{ at, values }, 'recipe-reference', '/commitment/at', /does not have the id of the draw in it$/, { series: { winners: 'distinct' } }],
  'bytes in the address': [{ at: `${at}/{seed}`, values }, 'recipe-type', '/commitment/at', /^expected text or an integer in an address, seed is bytes$/],
  'the commitment as its own address': [
    { at, values: { draw_id: '/id', hash: '/hash' } },
    'recipe-reference',
    '/commitment/at',
    /^draw_id is part of the commitment, so the address must not contain it$/,
    { inputs: { ...inputs, draw_id: { ...inputs.draw_id, committed: true } } },
  ],
  'a value that is not known': [{ at, values: { hush: '/hash' } }, 'recipe-reference', '/commitment/values/hush', /^there is no input "hush"$/],
  'a value that is not committed': [{ at, values: { seed: '/seed' } }, 'recipe-reference', '/commitment/values/seed', /^is not "committed"/],
  'a public value': [{ at, values: { block: '/block' } }, 'recipe-reference', '/commitment/values/block', /^a public value cannot be published in advance/],
  'a whole beacon': [{ at, values: { beacon: '/beacon' } }, 'recipe-type', '/commitment/values/beacon', /^of a beacon, its round is what is fixed$/],
  'the round of a hash': [{ at, values: { 'hash.round': '/round' } }, 'recipe-type', '/commitment/values/hash.round', /^only a drand beacon has a round$/],
  'another member of a beacon': [{ at, values: { 'beacon.signature': '/x' } }, 'recipe-schema', '/commitment/values/beacon.signature', /the name of an input/],
  'no pointer': [{ at, values: { hash: 'hash' } }, 'recipe-schema', '/commitment/values/hash', /a JSON pointer/],
  'a pointer with a bare tilde': [{ at, values: { hash: '/a~2' } }, 'recipe-schema', '/commitment/values/hash', /a JSON pointer/],
} // prettier-ignore

for (const [name, [commitment, code, pointer, message, more]] of Object.entries(mistakes)) {
  await t.test(name, t => {
    const error = refusal(() => parse(commitment, more))
    t.match(error, { code, where: { pointer } })
    t.match(error?.message, message)
    t.end()
  })
}

await t.test('a recipe with a place', t => {
  t.strictSame(parse({ at, values: { hash: '', 'beacon.round': '/a~1b/0/~0' } }).commitment, {
    at,
    names: ['draw_id'],
    values: [
      { name: 'hash', title: 'hash', type: inputs.hash, pointer: '' },
      {
        name: 'beacon.round',
        title: 'round of the drand round',
        type: { type: 'integer', minimum: 1 },
        pointer: '/a~1b/0/~0',
      },
    ],
  })
  t.end()
})

const addresses = [
  at,
  `${at}.json`,
  'https://raffles.example/.{draw_id}',
  'https://raffles.example/draws?id={draw_id}&n={number}',
  'http://127.0.0.1:8080/{draw_id}/{number}/{draw_id}',
  'https://raffles.example/a.b(c)/{draw_id}',
]

await t.test('no two draws have one address, and it is one address for every reader', t => {
  const id = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('.', '/', '%', '2', 'e', '?', '#', '&', '=', ' ', "'", '\\', 'é'),
      maxLength: 6,
    }),
  )
  const draw = fc.record({ id, number: fc.bigInt({ min: -5n, max: 20n }) })
  const known = addresses.map(place)
  fc.assert(
    fc.property(fc.nat(known.length - 1), draw, draw, (which, one, other) => {
      const commitment = known[which]!
      const [a, b] = [one, other].map(({ id, number }) => {
        const all = new Map<string, Value>([
          ['draw_id', text(id)],
          ['number', integer(number)],
        ])
        const address = fillAddress(commitment, all)
        return 'url' in address ? address.url : undefined
      })
      if (a === undefined)
        return !one.id.isWellFormed() || /^\.{0,2}$/.test(one.id) || commitment.at.includes('.{')
      const isOfTheSame =
        one.id === other.id && (one.number === other.number || !commitment.names.includes('number'))
      return (a === b) === isOfTheSame && new URL(a).href === a && isAddress(commitment, a)
    }),
    { numRuns: 3000 },
  )
  t.end()
})

await t.test('a URL that no draw has is none of its addresses', t => {
  const commitment = place('https://raffles.example/draws/{draw_id}/of/{number}?v=1')
  t.ok(isAddress(commitment, 'https://raffles.example/draws/a%20b/of/7?v=1'))
  for (const url of [
    'https://raffles.example/draws/a/b/of/7?v=1',
    'https://raffles.example/draws//of/7?v=1',
    'https://raffles.example/draws/../of/7?v=1',
    'https://raffles.example/draws/%2e%2e/of/7?v=1',
    'https://raffles.example/draws/a%2fb/of/7?v=1',
    'https://raffles.example/draws/a%/of/7?v=1',
    'https://raffles.example/draws/%FF/of/7?v=1',
    'https://raffles.example/draws/a/of/7?v=1&w=2',
    'https://rafflesXexample/draws/a/of/7?v=1',
    'http://raffles.example/draws/a/of/7?v=1',
  ]) {
    t.notOk(isAddress(commitment, url), url)
  }
  const twice = place('https://raffles.example/{draw_id}/{draw_id}')
  t.ok(isAddress(twice, 'https://raffles.example/a/a'))
  t.notOk(isAddress(twice, 'https://raffles.example/a/b'))
  t.end()
})
