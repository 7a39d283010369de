import { createHash } from 'node:crypto'
import t from 'tap'
import { encodeUtf8 } from '../../src/core/encoding.js'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import type { RecipeDocument } from '../../src/model/recipe.js'
import { sketchValue, withResult, writeSketch, type ValueRole } from '../../src/find/guess-recipe.js'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const seed = 'ab12ab12ab12ab12'
const beacon = { round: 1000, signature: 'ab' }

/** The recipe that is begun from these values; it can be read. */
function sketch(published: Readonly<Record<string, JsonValue>>): RecipeDocument {
  const values = withResult(Object.entries(published).map(([name, value]) => sketchValue(name, value)))
  const about = { name: 'my-platform', title: 'My Platform', source: 'https://example.org' }
  const document = writeSketch({ ...about, drawTitle: 'One draw', values })
  parseRecipe(parseJson(encodeUtf8(JSON.stringify(document))))
  return document
}

await t.test('where a value comes from, by its name', t => {
  const roles: Readonly<Record<ValueRole, readonly string[]>> = {
    result: [
      'winner',
      'winners',
      'the_winner',
      'winning_ticket',
      'winnernumber',
      'winningticket',
      'result',
      'results',
      'outcome',
      'outcomes',
      'numbers_drawn',
      'drawn',
      'block_result',
      'winner_hash',
    ],
    public: ['block', 'block_hash', 'the_beacon', 'pulse_index', 'lottery_numbers'],
    before: ['list_hash', 'commitment', 'digest_of_list'],
    other: [
      'withdrawn',
      'winery',
      'winner_count',
      'total_winners',
      'number_of_winners',
      'drawn_at',
      'drawn_on',
      'winner_date',
      'dates_drawn',
      'result_time',
      'drawn_timestamp',
      'result_deadline',
      'draw',
      'seed',
    ],
  }
  for (const [role, names] of Object.entries(roles)) {
    for (const name of names) t.equal(sketchValue(name, 'x').role, role, name)
  }
  for (const name of ['block_height', 'block', 'beacon_round'])
    t.equal(sketchValue(name, 850_000).role, 'other', name)
  t.strictSame(sketchValue('secret', 'ab'.repeat(32)).type, { type: 'bytes', encoding: 'hex', length: 32 })
  t.equal(sketchValue('winner', '2026-11-20T16:15:00Z').role, 'other', 'a time is no result')
  t.strictSame(sketchValue('winner', beacon), {
    name: 'winner',
    value: beacon,
    type: { type: 'drand', chain: 'quicknet' },
    role: 'public',
  })
  t.end()
})

await t.test('where nothing looks like a result, it is the last value that could be one', t => {
  const rolesOf = (published: Readonly<Record<string, JsonValue>>): readonly ValueRole[] =>
    withResult(Object.entries(published).map(([name, value]) => sketchValue(name, value))).map(
      ({ role }) => role,
    )
  t.strictSame(rolesOf({ a: 'x', b: 'y' }), ['other', 'result'])
  t.strictSame(rolesOf({ winner: 'x', b: 'y' }), ['result', 'other'])
  t.strictSame(rolesOf({ a: 'x', beacon, at: 'y', c: '2026-11-20T16:15:00Z' }), [
    'result',
    'public',
    'other',
    'other',
  ])
  t.strictSame(rolesOf({ beacon, at: 'x' }), ['public', 'other'])
  t.end()
})

await t.test('hashes that the draw has of its values are found', t => {
  const cases: readonly (readonly [what: string, value: string, hash: string, computed: unknown])[] = [
    ['of text', 'Ann, Bob', sha256(encodeUtf8('Ann, Bob')), { sha256: { bytes_utf8: '$given' } }],
    ['of bytes', seed, sha256(Buffer.from(seed, 'hex')), { sha256: '$given' }],
    [
      'of hex digits',
      seed.toUpperCase(),
      `sha256:${sha256(encodeUtf8(seed)).toUpperCase()}`,
      { sha256: { bytes_utf8: { text_hex: '$given' } } },
    ],
  ]
  for (const [what, given, list_hash, computed] of cases) {
    const { claims, notes } = sketch({ given, list_hash, winner: 'Ann' })
    t.strictSame(
      claims,
      [
        {
          id: 'given.committed',
          says: 'the given is the one whose hash was published',
          equal: [computed, '$list_hash'],
        },
        {
          id: 'winner.derived',
          says: 'the winner follows from the published values',
          equal: ['$todo_winner', '$winner'],
        },
      ],
      what,
    )
    t.ok(notes?.includes('The hash was found by trying: the example agrees with it.'), what)
  }
  t.end()
})

await t.test('and no others', t => {
  const shown = (published: Readonly<Record<string, JsonValue>>): readonly string[] =>
    sketch({ ...published, winner: 'Ann' }).claims.map(({ id }) => id)
  const hash = sha256(encodeUtf8('Ann'))
  const base64 = 'AAECAwQFBgcICQoLDA0ODxA='
  t.strictSame(
    shown({ given: 'Bob', list_hash: hash }),
    ['given.shown', 'listhash.shown', 'winner.derived'],
    'of another value',
  )
  t.strictSame(
    shown({ given: 'Ann', seed: hash }),
    ['given.shown', 'seed.shown', 'winner.derived'],
    'not under such a name',
  )
  t.strictSame(
    shown({ given: base64, list_hash: sha256(Buffer.from(base64, 'base64')) }),
    ['given.shown', 'listhash.shown', 'winner.derived'],
    'of base64',
  )
  t.strictSame(
    sketch({ given: 'Ann', winner_hash: hash }).claims.map(({ id }) => id),
    ['given.shown', 'winner.derived'],
    'that are results',
  )
  for (const given of ['2026-11-20T16:15:00Z', '12345678901234567890', '0x00ff', 'AP8A/w==']) {
    t.strictSame(
      shown({ given, list_hash: hash }),
      ['given.shown', 'listhash.shown', 'winner.derived'],
      given,
    )
  }
  t.strictSame(
    sketch({ result: 'Ann', winner_hash: hash }).claims.map(({ id }) => id),
    ['winner.derived', 'winnerhash.derived'],
    'of results',
  )
  t.notOk(sketch({ given: 'Bob', winner: 'Ann' }).notes?.some(note => note.startsWith('The hash')))
  t.end()
})

await t.test('everything that is written', t => {
  const { list_hash, ...published } = {
    list_hash: `sha256:${sha256(encodeUtf8('Ann, Bob'))}`,
    list_commitment: 'ab12'.repeat(16),
    entrants: 'Ann, Bob',
    block_hash: 'ab12'.repeat(16),
    beacon,
    todo_winner: 5,
    winning_ticket: 7,
    winners: ['Ann'],
  }
  t.strictSame(sketch({ list_hash, ...published }), {
    recipe: 'drawaudit/v1',
    name: 'my-platform',
    title: 'My Platform',
    source: 'https://example.org',
    notes: [
      'TODO: write the steps that lead to todo_winner, winning_ticket, winners; what stands there only has the right type.',
      'TODO: replace each claim that only says "verified" by one that compares, where something can be compared.',
      'TODO: find out when list_hash, list_commitment were published; "committed" says before the draw: take it out where nothing shows that.',
      'The hash was found by trying: the example agrees with it.',
      'TODO: say here what the platform leaves out, and how it was settled.',
    ],
    inputs: {
      list_hash: { type: 'sha256', title: 'list hash', committed: true },
      list_commitment: { type: 'sha256', title: 'list commitment', committed: true },
      entrants: { type: 'text', title: 'entrants' },
      block_hash: { type: 'sha256', title: 'block hash', public: true },
      beacon: { type: 'drand', chain: 'quicknet', title: 'beacon' },
      todo_winner: { type: 'integer', title: 'todo winner' },
      winning_ticket: { type: 'integer', title: 'winning ticket' },
      winners: { type: 'list', of: { type: 'text' }, title: 'winners' },
    },
    steps: { todo_todo_winner: 0, todo_winning_ticket: 0, todo_winners: ['TODO'] },
    claims: [
      {
        id: 'entrants.committed',
        says: 'the entrants are the ones whose hash was published',
        equal: [{ sha256: { bytes_utf8: '$entrants' } }, '$list_hash'],
      },
      {
        id: 'listcommitment.shown',
        says: 'TODO: what has to be shown of the list commitment',
        verified: '$list_commitment',
      },
      {
        id: 'blockhash.shown',
        says: 'TODO: what has to be shown of the block hash',
        verified: '$block_hash',
      },
      {
        id: 'beacon.genuine',
        says: 'the randomness is the one that drand published',
        verified: '$beacon',
      },
      {
        id: 'todowinner.derived',
        says: 'the todo winner follows from the published values',
        equal: ['$todo_todo_winner', '$todo_winner'],
      },
      {
        id: 'winner.derived',
        says: 'the winning ticket follows from the published values',
        equal: ['$todo_winning_ticket', '$winning_ticket'],
      },
      {
        id: 'winners.derived',
        says: 'the winners follow from the published values',
        equal: ['$todo_winners', '$winners'],
      },
    ],
    examples: [{ title: 'One draw', published: { list_hash, ...published } }],
  })
  t.end()
})

await t.test('what stands for a result has its type', t => {
  const results: readonly (readonly [value: JsonValue, step: unknown])[] = [
    ['Ann', 'TODO'],
    [7, 0],
    ['0.5', { float: 0 }],
    [seed, { bytes_hex: '00' }],
    [`sha256:${'ab12'.repeat(16)}`, { sha256: { bytes_utf8: 'TODO' } }],
    [['Ann'], ['TODO']],
    [
      [{ id: 1, at: '2026-11-20T16:15:00Z' }],
      [{ row: { id: 0, at: { time_rfc3339: '1970-01-01T00:00:00Z' } } }],
    ],
  ]
  for (const [result, step] of results) {
    t.strictSame(sketch({ result }).steps, { todo_result: step }, JSON.stringify(result))
  }
  const sized = sketchValue('result', seed)
  const values = [{ ...sized, type: { type: 'bytes', encoding: 'hex', length: 4 } as const }]
  const about = { name: 'a', title: 'A', source: 'https://example.org', drawTitle: 'One draw' }
  t.strictSame(writeSketch({ ...about, values }).steps, { todo_result: { bytes_hex: '00000000' } })
  const drawn = [{ ...sketchValue('result', beacon), role: 'result' as const }]
  t.throws(() => writeSketch({ ...about, values: drawn }), { code: 'internal' })
  t.end()
})

await t.test('names that come twice are told apart', t => {
  const { steps, claims, notes } = sketch({
    a1: 'x',
    a2: 'y',
    a3: 'z',
    todo_result: 'x',
    result: 'y',
    list_hash: 'z',
  })
  t.strictSame(
    claims.map(({ id }) => id),
    ['a.shown', 'a.shown_a', 'a.shown_b', 'listhash.shown', 'winner.derived', 'result.derived'],
  )
  t.strictSame(Object.keys(steps), ['todo_todo_result', 'todo_resultx'])
  t.ok(
    notes?.includes(
      'TODO: find out when list_hash was published; "committed" says before the draw: take it out where nothing shows that.',
    ),
  )
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, 'x']))
  const ids = sketch(many).claims.map(({ id }) => id)
  t.equal(new Set(ids).size, 30)
  t.equal(ids[26], 'a.shown_z')
  t.equal(ids[27], `a.shown_${'z'.repeat(27)}`)
  const long = 'result_'.padEnd(64, 'a')
  t.strictSame(Object.keys(sketch({ [long]: 'x' }).steps), [`todo_${long}`.slice(0, 60)])
  t.end()
})

await t.test('a draw without a result has no step', t => {
  const { steps, claims, notes } = sketch({ beacon })
  t.strictSame([steps, claims.length], [{}, 1])
  t.strictSame(notes, [
    'TODO: replace each claim that only says "verified" by one that compares, where something can be compared.',
    'TODO: say here what the platform leaves out, and how it was settled.',
  ])
  t.end()
})
