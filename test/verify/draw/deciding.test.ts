import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import type { Claim } from '../../../src/model/report.js'
import { findDeciding, type Deciding } from '../../../src/verify/draw/deciding.js'
import type { Value } from '../../../src/recipe/value.js'
import { beacon, hash, recipeOf, seed } from '../../recipe/build.js'

const inputs: Readonly<Record<string, object>> = {
  beacon,
  other: { ...beacon, title: 'second round' },
  tickets: { type: 'list', of: { type: 'text' }, title: 'ticket list' },
  seed,
  height: { type: 'integer', title: 'height', committed: true },
  depth: { type: 'integer', title: 'depth' },
  lottery: { type: 'integer', title: 'lottery number', public: true },
  hash: { ...hash, committed: true },
  late: hash,
  closes: { type: 'time', title: 'closing time', committed: true },
  signature: { type: 'bytes', encoding: 'hex', length: 64, title: 'signature' },
  winner: { type: 'text', title: 'winner' },
}

const equal = (id: string, computed: Expression, published: Expression): object => ({
  id,
  says: 'it is',
  equal: [computed, published],
})
const listHash: Expression = { sha256: { bytes_utf8: { join: ['$tickets', ','] } } }
const sortedHash: Expression = {
  sha256: { bytes_utf8: { join: [{ sort: ['$tickets', 'ascending', 'utf16'] }, ','] } },
}
const genuine = { id: 'beacon.genuine', says: 'it is', verified: '$beacon' }
/** Anybody's key, since here nothing is verified: how the claims ended is given. */
const signed = (message: Expression, signature: Expression): object => ({
  id: 'record.signed',
  says: 'it is',
  signed: {
    algorithm: 'ed25519',
    key: { bytes_hex: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c' },
    message,
    signature,
  },
})

interface Case {
  /** Where the winner stands among the tickets. */
  readonly index: Expression
  readonly claims: readonly object[]
  /** Members of inputs that they have beside, or instead. */
  readonly changed?: Readonly<Record<string, object>>
  /** The claim that is not proven. */
  readonly unproven?: string
  readonly values?: ReadonlyMap<string, Value>
}

/** What decides a winner, with the inputs that the claims take. */
function decide({ index, claims, changed = {}, unproven, values = new Map() }: Case): Deciding {
  const all = [...claims, equal('winner.derived', { at: ['$tickets', { mod: [index, 3] }] }, '$winner')]
  const used = Object.entries(inputs).filter(([name]) => JSON.stringify(all).includes(`$${name}`))
  const recipe = recipeOf({
    inputs: Object.fromEntries(used.map(([name, input]) => [name, { ...input, ...changed[name] }])),
    claims: all,
  })
  const ended = recipe.claims.map(({ id }): Claim => ({
    id,
    status: id === unproven ? 'not-provable' : 'proven',
    code: 'values-equal',
    message: '',
  }))
  return findDeciding(recipe, ended, values)
}

/** What of it was committed, by name. */
const committedOf = ({ own }: Deciding): readonly string[] =>
  own.filter(({ committed }) => committed).map(({ name }) => name)

const tickets = { name: 'tickets', title: 'ticket list', kind: 'list', committed: false, secret: false }
const bySeed: Expression = { integer_be: '$seed' }
const byRandomness: Expression = { integer_be: '$beacon.randomness' }

await t.test('only what leads to a winner decides, and its order only where none is stated', t => {
  const own = [tickets, { name: 'seed', title: 'seed', kind: 'value', committed: false, secret: false }]
  // The hash and the winner decide nothing.
  const claims = [equal('seed.committed', { sha256: '$seed' }, '$late')]
  const untoldOrder = ['tickets']
  t.strictSame(decide({ index: bySeed, claims }), { own, outside: [], unordered: ['tickets'], untoldOrder })
  const ordered = decide({ index: bySeed, claims, changed: { tickets: { order: 'as sold' } } })
  t.strictSame(ordered, { own, outside: [], unordered: [], untoldOrder }, 'what is stated is shown to nobody')
  t.end()
})

await t.test('a beacon is from outside where more of it is used than its round', t => {
  const own = [
    { name: 'beacon', title: 'drand round', kind: 'choice', committed: false, secret: false },
    tickets,
  ]
  const drawn = { name: 'beacon', title: 'drand round', by: 'drand’s nodes', verified: false }
  const both: Expression = { add: [byRandomness, '$beacon.round'] }
  const known = new Map<string, Value>([['beacon', { kind: 'beacon', beacon: { round: 1000 } }]])
  const cases: readonly (readonly [name: string, given: Case, outside: readonly object[]])[] = [
    ['its round', { index: '$beacon.round', claims: [] }, []],
    ['its randomness', { index: byRandomness, claims: [] }, [drawn]],
    ['both', { index: both, claims: [] }, [drawn]],
    ['verified', { index: both, claims: [genuine] }, [{ ...drawn, verified: true }]],
    [
      'of the round before',
      { index: { integer_be: '$beacon.previous_signature' }, claims: [] },
      [{ ...drawn, isKnownEarlier: true }],
    ],
    ['not proven', { index: both, claims: [genuine], unproven: 'beacon.genuine' }, [drawn]],
    [
      'published',
      { index: both, claims: [], values: known },
      [{ ...drawn, title: 'randomness of drand round 1000' }],
    ],
  ]
  for (const [name, given, outside] of cases) {
    t.strictSame(decide(given), { own, outside, unordered: ['tickets'], untoldOrder: ['tickets'] }, name)
  }
  t.end()
})

await t.test('each outside value is verified by itself', t => {
  const index: Expression = { add: [byRandomness, { integer_be: '$other.randomness' }] }
  t.strictSame(
    decide({ index, claims: [genuine] }).outside.map(({ name, verified }) => [name, verified]),
    [
      ['beacon', true],
      ['other', false],
    ],
  )
  t.end()
})

await t.test('a public value is chosen by whoever says which it is', t => {
  const drawn = { name: 'lottery', title: 'lottery number', verified: false }
  const about = (lottery: object, claims: readonly object[] = []) => {
    const { own, outside } = decide({ index: '$lottery', claims, changed: { lottery } })
    const choice = own.find(({ name }) => name === 'lottery')
    t.strictSame([choice?.title, choice?.kind], ['lottery number', 'choice'])
    return { committed: choice?.committed, outside }
  }
  t.strictSame(about({}), { committed: false, outside: [drawn] })
  t.strictSame(about({ by: 'the lottery' }), {
    committed: false,
    outside: [{ ...drawn, by: 'the lottery' }],
  })
  t.strictSame(about({ committed: true }), { committed: true, outside: [drawn] })
  const height = equal('beacon.rule', { text_decimal: '$height' }, 'x')
  t.strictSame(about({ which: 'height' }, [height]), { committed: true, outside: [drawn] })
  const depth = equal('beacon.rule', { text_decimal: '$depth' }, 'x')
  t.strictSame(about({ which: 'depth' }, [depth]), { committed: false, outside: [drawn] })
  const said = signed({ bytes_be: ['$lottery', 4] }, '$signature')
  t.strictSame(about({}, [said]), { committed: false, outside: [{ ...drawn, verified: true }] })
  t.end()
})

await t.test('what was published beforehand fixes what follows from it, and what it tells', t => {
  const rule = equal('beacon.rule', { drand_round: ['quicknet', '$closes', 'next'] }, '$beacon.round')
  const listed = equal('entries.listed', listHash, '$hash')
  const message: Expression = { bytes_utf8: { join: ['$tickets', ','] } }
  const literal: Expression = { bytes_hex: '00'.repeat(64) }
  const cases: readonly (readonly [name: string, given: Case, committed: string, unordered: string])[] = [
    ['nothing', { index: bySeed, claims: [] }, '', 'tickets'],
    ['a seed', { index: bySeed, claims: [], changed: { seed: { committed: true } } }, 'seed', 'tickets'],
    ['a list', { index: 0, claims: [], changed: { tickets: { committed: true } } }, 'tickets', ''],
    ['a beacon', { index: byRandomness, claims: [], changed: { beacon: { committed: true } } }, 'beacon', 'tickets'],
    ['a rule for the round', { index: byRandomness, claims: [rule] }, 'beacon', 'tickets'],
    ['a rule that is not proven', { index: byRandomness, claims: [rule], unproven: 'beacon.rule' }, '', 'tickets'],
    ['the hash of a list', { index: 0, claims: [listed] }, 'tickets', ''],
    ['one that is not proven', { index: 0, claims: [listed], unproven: 'entries.listed' }, '', 'tickets'],
    ['one of the sorted list', { index: 0, claims: [equal('entries.listed', sortedHash, '$hash')] }, 'tickets', 'tickets'],
    ['one that came with the draw', { index: 0, claims: [equal('entries.listed', listHash, '$late')] }, '', 'tickets'],
    ['a signature', { index: 0, claims: [signed(message, '$signature')], changed: { signature: { committed: true } } }, 'tickets', ''],
    ['a signature that came with the draw', { index: 0, claims: [signed(message, '$signature')] }, '', 'tickets'],
    ['one that stands in the recipe', { index: 0, claims: [signed(message, literal)] }, '', 'tickets'],
  ] // prettier-ignore
  for (const [name, given, committed, unordered] of cases) {
    const found = decide(given)
    const said = [committedOf(found).join(' '), found.unordered.join(' ')]
    t.strictSame(said, [committed, unordered], name)
  }
  t.end()
})

await t.test('what is compared with no published value by itself fixes none', t => {
  // The height was published beforehand; what the list is compared with was not.
  const height = equal('entries.counted', { text_decimal: '$height' }, 'x')
  const listed = equal('entries.listed', listHash, { sha256: '$late' })
  t.strictSame(committedOf(decide({ index: 0, claims: [height, listed] })), [])
  t.end()
})
