import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { DrawauditError } from '../../../src/errors.js'
import { portable } from '../../../src/core/portable.js'
import { beacon, drawOf, good, recipeOf } from '../../recipe/build.js'
import { examinePublished, verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { claimOf, endingOf, examine } from '../report.js'

type Published = Readonly<Record<string, JsonValue>>

const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const text = { type: 'text', title: 'text' }
const integer = { type: 'integer', title: 'number' }
const time = { type: 'time', title: 'time' }
const bytes = { type: 'bytes', encoding: 'hex', title: 'bytes' }
const list = { type: 'list', of: { type: 'integer' }, title: 'list', proof: 'the list as it was printed' }

/** A recipe of one claim, `a.b`. */
const one = (
  inputs: object,
  claim: object,
  steps: object = {},
): { inputs: object; claims: object[]; steps: object } => ({
  inputs,
  steps,
  claims: [{ id: 'a.b', says: 'it holds', ...claim }],
})

interface Case {
  readonly recipe: ReturnType<typeof one>
  readonly published: Published
  /** Status, code and message. */
  readonly ends: readonly [ending: string, message: string]
  readonly values?: readonly [expected: string, found: string]
}

const sum = one({ a: integer, b: integer }, { equal: [{ add: ['$a', 1] }, '$b'] })
const hash = one(
  { seed: bytes, hash: { type: 'sha256', title: 'hash' } },
  { equal: [{ sha256: '$seed' }, '$hash'] },
)
const times = one({ a: time, b: time }, { equal: ['$a', '$b'] })
const lists = one({ a: list, b: list }, { equal: [{ sort: ['$a', 'ascending'] }, '$b'] })
const item = one(
  { list, index: integer, winner: integer },
  { equal: ['$item', '$winner'] },
  { item: { at: ['$list', '$index'] } },
)
const drawn = one(
  { beacon, hash: { type: 'sha256', title: 'hash' } },
  { equal: [{ sha256: '$beacon.signature' }, '$hash'] },
)

const cases: Readonly<Record<string, Case>> = {
  'a number that is less': {
    recipe: one({ a: integer, b: integer }, { holds: ['$a', '<', '$b'] }),
    published: { a: 1, b: 2 },
    ends: ['proven order-kept', 'it holds'],
  },
  'a number that is not less': {
    recipe: one({ a: integer, b: integer }, { holds: ['$a', '<', '$b'] }),
    published: { a: 2, b: 2 },
    ends: ['refuted order-broken', 'the number has to be less than 2'],
    values: ['less than 2', '2'],
  },
  'a number that is at most the other': {
    recipe: one({ a: integer, b: integer }, { holds: ['$a', '<=', '$b'] }),
    published: { a: 2, b: 2 },
    ends: ['proven order-kept', 'it holds'],
  },
  'a number that is more': {
    recipe: one({ a: integer, b: integer }, { holds: ['$a', '<=', '$b'] }),
    published: { a: 3, b: 2 },
    ends: ['refuted order-broken', 'the number has to be at most 2'],
    values: ['at most 2', '3'],
  },
  'a time that is not earlier': {
    recipe: one({ a: time, b: time }, { holds: ['$a', '<', '$b'] }),
    published: { a: '2026-01-01T00:00:00Z', b: '2026-01-01T00:00:00Z' },
    ends: ['refuted order-broken', 'the time has to be earlier than 2026-01-01T00:00:00Z'],
    values: ['earlier than 2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  },
  'a time that is later': {
    recipe: one({ a: time, b: time }, { holds: ['$a', '<=', '$b'] }),
    published: { a: '2026-01-01T00:00:01Z', b: '2026-01-01T00:00:00Z' },
    ends: ['refuted order-broken', 'the time has to be at or before 2026-01-01T00:00:00Z'],
    values: ['at or before 2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
  },
  'equal integers': { recipe: sum, published: { a: 1, b: 2 }, ends: ['proven values-equal', 'it holds'] },
  'equal, one written as text': {
    recipe: sum,
    published: { a: '9007199254740991', b: '9007199254740992' },
    ends: ['proven values-equal', 'it holds'],
  },
  'equal bytes': {
    recipe: hash,
    published: { seed: '', hash: `SHA256:${empty.toUpperCase()}` },
    ends: ['proven values-equal', 'it holds'],
  },
  'the same instant': {
    recipe: times,
    published: { a: '2025-01-01T00:00:00Z', b: '2025-01-01T01:00:00.000+01:00' },
    ends: ['proven values-equal', 'it holds'],
  },
  'equal lists': {
    recipe: lists,
    published: { a: [3, 1, 2], b: [1, 2, 3] },
    ends: ['proven values-equal', 'it holds'],
  },
  'empty lists': {
    recipe: lists,
    published: { a: [], b: [] },
    ends: ['not-provable nothing-compared', 'it holds: both are empty'],
  },

  'different integers': {
    recipe: sum,
    published: { a: 1, b: 3 },
    ends: ['refuted values-differ', 'the rule gives something else than the published number'],
    values: ['2', '3'],
  },
  'different bytes': {
    recipe: hash,
    published: { seed: '00', hash: empty },
    ends: ['refuted values-differ', 'the rule gives something else than the published hash'],
    values: ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d', empty],
  },
  'different instants': {
    recipe: times,
    published: { a: '2025-01-01T00:00:00Z', b: '2025-01-01T00:00:00+01:00' },
    ends: ['refuted values-differ', 'the rule gives something else than the published time'],
    values: ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00+01:00'],
  },
  'a list in another order': {
    recipe: lists,
    published: { a: [1, 2, 3], b: [3, 2, 1] },
    ends: ['refuted values-differ', 'the rule gives something else than the published list'],
    values: ['[1,2,3]', '[3,2,1]'],
  },
  'the beginning of a list and the list': {
    recipe: lists,
    published: { a: [1], b: [1, 2] },
    ends: ['refuted values-differ', 'the rule gives something else than the published list'],
    values: ['[1]', '[1,2]'],
  },
  'a list and the beginning of it': {
    recipe: lists,
    published: { a: [1, 2], b: [1] },
    ends: ['refuted values-differ', 'the rule gives something else than the published list'],
    values: ['[1,2]', '[1]'],
  },

  'the same letters in another Unicode form': {
    recipe: one({ a: text, b: text }, { equal: [{ join: [['$a'], ''] }, '$b'] }),
    published: { a: 'Zo\u00eb', b: 'Zoe\u0308' },
    ends: [
      'refuted values-differ',
      'the rule gives something else than the published text: the two look alike and are written with other code points',
    ],
    values: ['Zo\\u{eb}', 'Zoe\\u{308}'],
  },
  'an index outside the list': {
    recipe: item,
    published: { list: [7], index: 1, winner: 7 },
    ends: ['refuted step-impossible', 'the rule cannot be carried out: there is no item 1 in a list of 1'],
  },
  'a value that was not published': {
    recipe: item,
    published: { list: [7], winner: 7 },
    ends: ['not-provable value-missing', 'it holds: not published: the number'],
  },
  'values that were not published': {
    recipe: item,
    published: { index: 0 },
    ends: ['not-provable value-missing', 'it holds: not published: the list, the number'],
  },
  'a beacon without this member': {
    recipe: drawn,
    published: { beacon: { round: 5 }, hash: empty },
    ends: ['not-provable value-missing', 'it holds: not published: the signature of the drand round'],
  },
  'no beacon': {
    recipe: drawn,
    published: { hash: empty },
    ends: ['not-provable value-missing', 'it holds: not published: the signature of the drand round'],
  },
  'a count beyond the bounds': {
    recipe: one({ a: integer, b: integer }, { equal: [{ count: { range: '$a' } }, '$b'] }),
    published: { a: 10 ** 15, b: 1 },
    ends: ['not-provable bound-exceeded', 'it holds: the draw takes more steps than drawaudit carries out'],
  },

  'a value by its own word': {
    recipe: one({ list }, { verified: '$list' }),
    published: { list: [1] },
    ends: ['not-provable value-unproven', 'it holds: it would take the list as it was printed'],
  },
  'a value by its own word, without a proof named': {
    recipe: one({ text }, { verified: '$text' }),
    published: { text: '' },
    ends: ['not-provable value-unproven', 'it holds: it would take evidence from elsewhere'],
  },
  'an empty list of a public source': {
    recipe: one({ list: { ...list, public: true } }, { verified: '$list' }),
    published: { list: [] },
    ends: ['not-provable value-unproven', 'it holds: it would take the list as it was printed'],
  },
  'an empty list': {
    recipe: one({ list }, { verified: '$list' }),
    published: { list: [] },
    ends: ['not-applicable nothing-to-show', 'it holds: the list is empty'],
  },
}

await t.test('a claim ends with one status, code and message', t => {
  for (const [name, { recipe, published, ends, values = [] }] of Object.entries(cases)) {
    const claim = claimOf(examine(recipe, published), 'a.b')
    t.strictSame([`${claim?.status} ${claim?.code}`, claim?.message], ends, name)
    t.strictSame([claim?.expected, claim?.found], [values[0], values[1]], name)
  }
  t.end()
})

interface Beacon {
  readonly round: number
  readonly randomness: string
  readonly signature: string
  readonly previous_signature?: string
}

const beaconsOf = (chain: string): readonly Beacon[] => {
  const file = new URL(`../../../fixtures/beacons/${chain}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { beacons: Beacon[] }).beacons
}

await t.test('a beacon is verified by its signature', t => {
  const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
  const quicknet = beaconsOf('quicknet').find(({ round }) => round === 1000)!
  const other = beaconsOf('quicknet').find(({ round }) => round === 1001)!
  const chained = beaconsOf('default').find(({ round }) => round === 1337)!
  const without = (name: keyof Beacon, from: Beacon): object =>
    Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
  const ends: readonly (readonly [chain: string, value: object, ending: string])[] = [
    ['quicknet', quicknet, 'proven beacon-verified'],
    ['quicknet', without('randomness', quicknet), 'proven beacon-verified'],
    ['default', chained, 'proven beacon-verified'],
    ['quicknet', without('signature', quicknet), 'not-provable beacon-signature-missing'],
    ['default', without('previous_signature', chained), 'not-provable beacon-signature-missing'],
    ['quicknet', { ...quicknet, round: 1001 }, 'refuted beacon-signature'],
    ['quicknet', { ...quicknet, signature: other.signature }, 'refuted beacon-signature'],
    ['quicknet', { ...quicknet, signature: quicknet.signature.slice(2) }, 'refuted beacon-signature'],
    ['quicknet', { ...quicknet, signature: chained.signature }, 'refuted beacon-signature'],
    ['quicknet', { ...quicknet, randomness: flip(quicknet.randomness) }, 'refuted beacon-randomness'],
    ['quicknet', { ...quicknet, randomness: other.randomness }, 'refuted beacon-randomness'],
    ['quicknet', { ...quicknet, previous_signature: other.signature }, 'refuted beacon-previous'],
    ['default', { ...chained, previous_signature: quicknet.signature }, 'refuted beacon-previous'],
    ['default', { ...chained, previous_signature: chained.signature }, 'refuted beacon-signature'],
    ['default', quicknet, 'not-provable beacon-signature-missing'],
  ]
  for (const [chain, value, ending] of ends) {
    const subject = examine(one({ beacon: { ...beacon, chain } }, { verified: '$beacon' }), {
      beacon: value as Published,
    })
    t.equal(endingOf(subject, 'a.b'), ending, `${chain} ${JSON.stringify(value).slice(0, 60)}`)
  }
  t.end()
})

await t.test('a claim that the recipe does not make cannot be proven', t => {
  const published = { seed: '', hash: empty }
  t.equal(examine(good, published).verdict, 'not-provable', 'nothing says who won')
  t.equal(examine(good, published, { require: ['seed.committed'] }).verdict, 'proven')
  const subject = examine(good, published, { require: ['seed.committed', 'winner.derived'] })
  t.equal(subject.verdict, 'not-provable')
  t.strictSame(claimOf(subject, 'winner.derived'), {
    id: 'winner.derived',
    status: 'not-provable',
    code: 'claim-not-made',
    message: 'nothing in this published draw makes this claim',
  })
  t.end()
})

await t.test('a subject says where it came from and by which recipe', t => {
  const { source, kind, title, recipe, level } = examine(good, { seed: '', hash: empty })
  t.strictSame([source, kind, title, level], ['test', 'published-draw', 'Test draw', 1])
  t.strictSame(recipe, { name: 'test', digest: recipeOf(good).digest })
  t.equal(examine(good, { seed: '', hash: empty }, { source: 'draw.json' }).source, 'draw.json')
  t.end()
})

await t.test(
  'what was asked for, and what was supplied, stands in the report only where there is some',
  t => {
    const draw = drawOf({ seed: '', hash: empty })
    const recipe = recipeOf(good)
    const plain = verifyPublished(draw, recipe)
    t.notOk('require' in plain)
    t.notOk('supplied' in plain.subjects[0]!)
    t.strictSame(verifyPublished(draw, recipe, { require: ['seed.committed'] }).require, ['seed.committed'])
    const supply = { given: new Map([['seed', { value: '', from: 'a file' }]]) }
    const { supplied } = examine(good, { hash: empty }, { supply })
    t.strictSame(supplied, [{ name: 'seed', from: 'a file' }])
    t.end()
  },
)

await t.test('values that are not read leave nothing but the reason', t => {
  const draw = drawOf({ seed: 7, hash: empty })
  const { examination, steps, operations, untraced } = examinePublished(draw, recipeOf(good))
  t.strictSame([steps, operations, untraced], [[], [], 0])
  const [claim] = examination.claims
  t.strictSame([claim?.id, claim?.code], ['document.read', 'draw-value'])
  t.match(claim?.message, /^the published values have the form that the recipe declares: .*seed/)
  const sorted = one({ a: { ...list, distinct: true }, n: integer }, { equal: [{ count: '$a' }, '$n'] })
  const numbers = Array.from({ length: 100 }, (_, index) => index)
  const [dear] = examine(sorted, { a: numbers, n: 100 }, { budget: 10 }).claims
  t.strictSame([dear?.id, dear?.code], ['document.read', 'bound-exceeded'])
  t.equal(
    dear?.message,
    'the published values have the form that the recipe declares: the draw takes more steps than drawaudit carries out',
  )
  t.end()
})

await t.test('only who explains keeps what was computed, and only who asks is told how far it is', t => {
  const draw = drawOf({ seed: '', hash: empty })
  const traced = examinePublished(draw, recipeOf(good), { trace: true })
  t.ok(traced.operations.flat().length > 0)
  t.strictSame(examinePublished(draw, recipeOf(good)).operations.flat(), [])
  const told: number[] = []
  const times = 100_000
  const chain = { hash_chain: { from: '$seed', times, hash: 'sha256', encoding: 'bytes' } }
  const long = one({ seed: bytes, hash: { type: 'sha256', title: 'hash' } }, { equal: [chain, '$hash'] })
  const onProgress = (done: number, total: number): void => {
    told.push(done / total)
  }
  t.equal(examine(long, { seed: '', hash: empty }, { onProgress }).claims[0]?.code, 'values-differ')
  t.strictSame(told, [0.5, 1])
  t.end()
})

await t.test('text from outside never makes a message longer than a sentence may be', t => {
  const recipe = one({ text, n: integer }, { equal: [{ integer_hex: '$text' }, '$n'] })
  const claim = claimOf(examine(recipe, { text: 'z'.repeat(1_000_000), n: 1 }), 'a.b')
  t.equal(claim?.code, 'step-impossible')
  t.ok(claim!.message.length < 5000)
  const long = examine(one({ a: list, b: list }, { equal: ['$a', '$b'] }), {
    a: Array.from({ length: 20_000 }, () => 1),
    b: [],
  })
  t.match(claimOf(long, 'a.b')?.expected, / … and 10000 more$/)
  t.end()
})

await t.test('only an engine that disagrees with another ends a verification', t => {
  const hash = (): never => {
    throw new DrawauditError('engine-disagreement', 'they differ')
  }
  t.throws(
    () =>
      verifyPublished(drawOf({ seed: '', hash: empty }), recipeOf(good), { engine: { ...portable, hash } }),
    { code: 'engine-disagreement' },
  )
  t.end()
})
