import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import type { Subject } from '../../src/model/report.js'
import { verifyRecord } from '../../src/verify/verify-record.js'
import { claimOf, endingOf, subjectOf } from './report.js'

type Json = Record<string, JsonValue>
type Draw = Readonly<Record<string, string | number>>

const read = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../fixtures/records/${name}.json`, import.meta.url), 'utf8')) as Json

const flat = read('flat')
const record = read('three-prizes')
const draws = record['draws'] as readonly Draw[]

const examine = (value: object): Subject => subjectOf(verifyRecord(value))

/** The record with one draw changed. */
const withDraw = (index: number, changed: object): Json => ({
  ...record,
  draws: draws.map((draw, at) => (at === index ? { ...draw, ...changed } : draw)),
})

// In the order of docs/CLAIMS.md.
const ids = [
  'record.schema', 'record.consistent', 'statement.signed', 'statement.chain', 'record.matches', 'seed.committed',
  'beacon.genuine', 'beacon.rule', 'entries.sealed', 'winner.derived', 'evidence.timely', 'evidence.unique',
  'log.included', 'log.witnessed',
] // prettier-ignore

await t.test('a good record of either shape is well formed and proves nothing more', t => {
  for (const [value, title] of [
    [record, 'raffle 49638a53-01d5-4ea0-96bc-887c4448c4f3'],
    [flat, 'raffle 966e7bac-0056-4380-8c6c-a0572662dc91'],
    [
      { ...flat, raffle_id: '966E7BAC-0056-4380-8C6C-A0572662DC91' },
      'raffle 966e7bac-0056-4380-8c6c-a0572662dc91',
    ],
  ] as const) {
    const subject = examine(value)
    t.strictSame(
      [subject.kind, subject.title, subject.level, subject.verdict],
      ['audit-record', title, 1, 'not-provable'],
    )
    t.strictSame(
      subject.claims.map(({ id }) => id),
      [...ids, 'level.reached'],
    )
    t.strictSame(
      ids.map(id => endingOf(subject, id)),
      [
        'proven schema-valid',
        'proven record-consistent',
        ...ids.slice(2).map(() => 'not-provable evidence-missing'),
      ],
    )
    for (const id of ids.slice(2)) t.match(claimOf(subject, id)?.message, /: ask for /, id)
    t.strictSame(subject.findings, [])
    t.match(
      subject.who_could_choose,
      /^the organiser: a record alone shows neither how the winner was derived /,
    )
  }
  t.end()
})

await t.test('hashes are read with and without their prefix, in either letter case', t => {
  const [draw] = draws as readonly [Draw]
  const bare = String(draw['rng_seed_hash']).slice('sha256:'.length)
  for (const rng_seed_hash of [bare, bare.toUpperCase(), `SHA256:${bare}`, `sha256:${bare.toUpperCase()}`]) {
    const subject = examine(withDraw(0, { rng_seed_hash, signature_hash: rng_seed_hash }))
    t.equal(subject.level, 1, rng_seed_hash)
    t.strictSame(subject.findings, [])
  }
  t.end()
})

const members = Object.keys(flat)
const wrong: Readonly<Record<string, readonly JsonValue[]>> = {
  raffle_id: [
    5,
    null,
    '',
    'x',
    '966e7bac-0056-4380-8c6c-a0572662dc9',
    '966e7bac00564380-8c6c-a0572662dc91',
    '{966e7bac-0056-4380-8c6c-a0572662dc91}',
    '966e7bac-0056-4380-8c6c-a0572662dc91\n',
  ],
  draw_id: [5, '47dfee8b-8e17-47ff-a623-dc94b682303g'],
  prize_name: [5, ''],
  drawn_at_utc: [
    0,
    '',
    '2026-09-21',
    '2026-02-30T14:13:30+00:00',
    '2025-02-29T00:00:00+00:00',
    '2026-13-01T00:00:00+00:00',
    '2026-09-21T24:00:00+00:00',
    '2026-09-21T23:59:60+00:00',
    '2026-09-21T14:13:30Z',
    '2026-09-21T14:13:30+01:00',
    '2026-09-21T14:13:30-00:00',
    '2026-09-21 14:13:30+00:00',
    '2026-09-21T14:13:30.+00:00',
  ],
  total_entries: ['50', 0, -1, 1.5, null, 2 ** 53],
  rng_seed_hash: [
    5,
    '',
    'a'.repeat(63),
    'a'.repeat(65),
    `${'a'.repeat(63)}g`,
    `sha512:${'a'.repeat(64)}`,
    `sha256: ${'a'.repeat(64)}`,
  ],
  winner_entry_id: [10112, ''],
  signature_hash: [null, `sha256:${'a'.repeat(63)}`],
}

/** How a record whose schema is refuted ends, at which place. */
function refuse(t: Test, value: object, pointer: string): void {
  const subject = examine(value)
  t.strictSame([subject.verdict, subject.level], ['refuted', 0])
  t.equal(endingOf(subject, 'record.schema'), 'refuted schema-invalid', pointer)
  t.equal(endingOf(subject, 'record.consistent'), 'not-provable schema-invalid')
  const [, found] = /specification gives: (\S+) /.exec(claimOf(subject, 'record.schema')?.message ?? '') ?? []
  t.equal(found, pointer, JSON.stringify(value).slice(0, 80))
  t.strictSame(
    subject.claims.map(({ id }) => id),
    [...ids, 'level.reached'],
  )
}

await t.test('a member that is missing or malformed refutes the record where it stands', t => {
  t.strictSame(
    members.filter(name => !(name in wrong)),
    [],
  )
  for (const name of members) {
    const without = (value: object): object =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
    refuse(t, name === 'draw_id' ? { ...flat, draw_id: null } : without(flat), `/${name}`)
    const inList =
      name === 'raffle_id'
        ? { ...without(record), raffle_id: null }
        : { ...record, draws: draws.map(without) }
    refuse(t, inList, name === 'raffle_id' ? '/raffle_id' : `/draws/0/${name}`)
    for (const value of wrong[name] ?? []) {
      refuse(t, { ...flat, [name]: value }, `/${name}`)
      if (name !== 'raffle_id') refuse(t, withDraw(1, { [name]: value }), `/draws/1/${name}`)
    }
  }
  refuse(t, { ...record, total_draws: '3' }, '/total_draws')
  refuse(t, { ...record, total_draws: -1 }, '/total_draws')
  refuse(t, { raffle_id: record['raffle_id'], draws }, '/total_draws')
  refuse(t, { ...record, draws: null }, '/draws')
  refuse(t, { ...record, draws: { 0: draws[0] } }, '/draws')
  refuse(t, { ...record, draws: [null] }, '/draws/0')
  refuse(t, { ...flat, draws: undefined, winner_entry_id: 5 }, '/winner_entry_id')
  t.end()
})

await t.test('a record that contradicts itself is refuted', t => {
  const [first, second] = draws as readonly [Draw, Draw]
  const cases: readonly (readonly [
    value: Json,
    code: string,
    message: RegExp,
    values?: readonly string[],
  ])[] = [
    [{ ...record, total_draws: 4 }, 'record-total', /^total_draws is not the number of draws$/, ['3', '4']],
    [{ ...record, draws: [] }, 'record-total', /not the number of draws$/, ['0', '3']],
    [
      withDraw(1, { draw_id: first['draw_id'] }),
      'record-draw-repeated',
      /^two draws have the id 476b5d83-fd9e-46a4-8359-25ffc6de0744$/,
    ],
    [
      withDraw(1, { draw_id: String(first['draw_id']).toUpperCase() }),
      'record-draw-repeated',
      /the id 476b5d83/,
    ],
    [
      withDraw(2, { winner_entry_id: second['winner_entry_id'] }),
      'record-winner-repeated',
      /^entry 10602 won twice$/,
    ],
  ]
  for (const [value, code, message, values = []] of cases) {
    const subject = examine(value)
    t.strictSame(
      [subject.verdict, subject.level, endingOf(subject, 'record.consistent')],
      ['refuted', 0, `refuted ${code}`],
    )
    t.equal(endingOf(subject, 'record.schema'), 'proven schema-valid')
    const claim = claimOf(subject, 'record.consistent')
    t.match(claim?.message, message)
    t.strictSame([claim?.expected, claim?.found], [values[0], values[1]])
  }
  t.end()
})

await t.test('who won may win again, unless the pool shows that winners leave it', t => {
  // The pool of each draw and who won it, and whether somebody won who had left.
  const cases: readonly (readonly [pools: readonly number[], winners: string, refuted: boolean])[] = [
    [[142, 142, 142], 'aba', false],
    [[142, 142, 142], 'aaa', false],
    [[142, 141, 140], 'aba', true],
    [[142, 141, 140], 'abb', true],
    [[142, 141, 140], 'abc', false],
    [[142, 141, 141], 'aab', true],
    [[142, 141, 141], 'abb', false],
    [[142, 141, 141], 'aba', false],
    [[142, 142, 141], 'abb', true],
    [[142, 142, 141], 'aba', false],
    // Entries were added, or more than one left: who won may be there still.
    [[142, 150, 161], 'aba', false],
    [[142, 140, 138], 'aba', false],
    [[3, 2, 3, 2], 'abba', false],
    [[3, 2, 3, 2], 'abcc', true],
  ]
  for (const [pools, winners, refuted] of cases) {
    const made = pools.map((total_entries, index) => ({
      ...draws[0]!,
      draw_id: `476b5d83-fd9e-46a4-8359-25ffc6de074${index}`,
      total_entries,
      winner_entry_id: winners[index],
    }))
    const subject = examine({ ...record, total_draws: made.length, draws: made })
    const expected = refuted ? 'refuted record-winner-repeated' : 'proven record-consistent'
    t.equal(endingOf(subject, 'record.consistent'), expected, `${pools.join()} ${winners}`)
    const again = new Set(winners).size < winners.length && !refuted
    t.equal(
      subject.findings.some(({ code }) => code === 'winner-repeated'),
      again,
      `${pools.join()} ${winners}: said`,
    )
  }
  t.end()
})

await t.test('oddities are findings and decide nothing', t => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const [first] = draws as readonly [Draw]
  const cases: readonly (readonly [
    value: Json,
    findings: readonly (readonly [code: string, message: string])[],
  ])[] = [
    [
      withDraw(1, { total_entries: 142 }),
      [
        ['record-pool-step', 'the pool goes from 142 to 142 after draw 1; one winner leaves it at a time'],
        ['record-pool-step', 'the pool goes from 142 to 140 after draw 2; one winner leaves it at a time'],
      ],
    ],
    [
      withDraw(2, { drawn_at_utc: '2026-08-31T18:45:28.999999999+00:00' }),
      [['record-time-order', 'draw 3 is dated before draw 2']],
    ],
    [withDraw(2, { drawn_at_utc: draws[1]!['drawn_at_utc'] }), []],
    [
      withDraw(2, { rng_seed_hash: String(first['rng_seed_hash']).slice(7).toUpperCase() }),
      [['record-seed-hash-repeated', 'two draws have the same rng_seed_hash']],
    ],
    [
      withDraw(0, { rng_seed_hash: '0'.repeat(64) }),
      [['hash-trivial', 'rng_seed_hash of draw 1 is all zero bytes']],
    ],
    [
      withDraw(1, { signature_hash: empty }),
      [['hash-trivial', 'signature_hash of draw 2 is the SHA-256 of empty input']],
    ],
    [
      { ...record, note: 1, 'a/b~c': 2 },
      [
        ['record-unknown-member', '/note is not in the specification'],
        ['record-unknown-member', '/a~1b~0c is not in the specification'],
      ],
    ],
    [withDraw(1, { bonus: true }), [['record-unknown-member', '/draws/1/bonus is not in the specification']]],
    [{ ...flat, total_draws: 1 }, [['record-unknown-member', '/total_draws is not in the specification']]],
  ]
  for (const [value, findings] of cases) {
    const subject = examine(value)
    t.strictSame(
      subject.findings.map(({ code, message }) => [code, message]),
      findings,
    )
    t.strictSame([subject.verdict, subject.level], ['not-provable', 1])
  }
  t.end()
})

await t.test('a record without a draw is consistent and names no winner', t => {
  const subject = examine({ ...record, total_draws: 0, draws: [] })
  t.strictSame(
    [subject.verdict, subject.level, endingOf(subject, 'record.consistent')],
    ['not-provable', 1, 'proven record-consistent'],
  )
  t.strictSame(subject.findings, [])
  t.equal(subject.who_could_choose, 'unknown: the record has no draw')
  t.end()
})
