import fc from 'fast-check'
import t from 'tap'
import { parseJson } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import { parseAuditRecord, type AuditRecord } from '../../src/model/audit-record.js'
import { listDraws } from '../../src/model/draw-changes.js'
import {
  createLock,
  digestRecord,
  formatLock,
  lookUp,
  parseLock,
  withSeen,
  type Lock,
} from '../../src/model/lock.js'
import { sample } from '../server/start.js'

const numRuns = process.env['SLOW'] === '1' ? 5_000 : 33

const base = 'https://raffles.example/api/v1'
const id = sample.raffle_id
const now = new Date('2026-09-01T08:00:00.500Z')
const later = new Date('2026-09-02T08:00:00Z')

function recordOf(value: object): AuditRecord {
  const record = parseAuditRecord(value)
  if ('problems' in record) throw new Error(JSON.stringify(record.problems))
  return record
}

const record = recordOf(sample)

/** Digest of the record, made with another program: those in people's files must stay good. */
const wholeRecord = 'sha256:eba545f2f5613fa39945ef49be0a4239c018f6e7ed1ffa0b7c8dde01fb9741db'
const fewer = { ...record, draws: record.draws.slice(0, 2) }

function refusal(value: unknown): DrawauditError {
  try {
    parseLock(value, later)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('it was accepted')
}

await t.test('a digest is that of the RFC 8785 form, and does not depend on the spelling', t => {
  const flat = { ...sample.draws[0], raffle_id: id }
  t.equal(
    digestRecord(recordOf(flat)),
    digestRecord(recordOf({ ...sample, total_draws: 1, draws: [sample.draws[0]] })),
  )
  const spelt = {
    extra: 1,
    raffle_id: id.toUpperCase(),
    total_draws: 99,
    draws: sample.draws.map(draw => ({
      ...draw,
      more: [],
      draw_id: String(draw['draw_id']).toUpperCase(),
      signature_hash: String(draw['signature_hash']).replace('sha256:', '').toUpperCase(),
    })),
  }
  t.equal(digestRecord(recordOf(spelt)), digestRecord(record))
  t.strictSame(listDraws(recordOf(spelt)), listDraws(record))
  t.equal(digestRecord(record), wholeRecord)
  t.end()
})

await t.test('any change of a draw gives another digest', t => {
  const members = [
    'draw_id',
    'prize_name',
    'drawn_at_utc',
    'rng_seed_hash',
    'winner_entry_id',
    'signature_hash',
  ] as const
  const digests = new Set([digestRecord(record), digestRecord(fewer)])
  for (const member of members) {
    const draws = record.draws.map((draw, index) =>
      index === 1
        ? { ...draw, [member]: draw[member].replace(/\d(?=\D*$)/, digit => String((+digit + 1) % 10)) }
        : draw,
    )
    const changed = { ...record, draws }
    digests.add(digestRecord(changed))
    t.not(listDraws(changed)[1]?.[member], listDraws(record)[1]?.[member], member)
  }
  const pool = {
    ...record,
    draws: record.draws.map(draw => ({ ...draw, total_entries: draw.total_entries + 1 })),
  }
  digests.add(digestRecord(pool))
  digests.add(digestRecord({ ...record, draws: record.draws.toReversed() }))
  digests.add(digestRecord({ ...record, raffle_id: '11234567-89ab-cdef-0123-456789abcdef' }))
  t.equal(digests.size, members.length + 5)
  t.end()
})

await t.test('what was seen is found again, and nothing else', t => {
  const empty = createLock()
  const lock = withSeen(empty, base, id.toUpperCase(), { record: fewer }, now)
  t.strictSame(empty, createLock(), 'the lock before is as it was')
  t.strictSame(lookUp(lock, base, id.toUpperCase()), {
    draws: listDraws(fewer),
    records: [{ sha256: digestRecord(fewer), first_seen: '2026-09-01T08:00:00+00:00' }],
  })
  for (const name of ['__proto__', 'constructor', 'toString', `${base}/`]) {
    t.equal(lookUp(lock, name, id), undefined)
    t.equal(lookUp(lock, base, name), undefined)
  }
  t.equal(withSeen(lock, base, id, { record: fewer }, later), lock, 'nothing changes when nothing changed')
  const more = withSeen(lock, base, id, { record }, later)
  t.strictSame(lookUp(more, base, id)?.draws, listDraws(record))
  const back = withSeen(more, base, id, { record: fewer }, later)
  t.strictSame(
    lookUp(back, base, id)?.records.map(({ sha256, first_seen }) => [sha256, first_seen.slice(0, 10)]),
    [
      [digestRecord(fewer), '2026-09-01'],
      [digestRecord(record), '2026-09-02'],
      [digestRecord(fewer), '2026-09-02'],
    ],
  )
  t.end()
})

await t.test('a clock that went back does not put records out of order', t => {
  const lock = withSeen(createLock(), base, id, { record: fewer }, later)
  const back = withSeen(lock, base, id, { record }, now)
  t.strictSame(
    lookUp(back, base, id)?.records.map(({ first_seen }) => first_seen),
    ['2026-09-02T08:00:00+00:00', '2026-09-02T08:00:00+00:00'],
  )
  t.doesNotThrow(() => parseLock(parseJson(formatLock(back))))
  t.end()
})

await t.test('the text of a lock', t => {
  const lock = withSeen(
    createLock(),
    base,
    id,
    { record: { ...record, draws: record.draws.slice(0, 1) } },
    now,
  )
  t.equal(
    formatLock(lock),
    `{
  "lock": "drawaudit/v1",
  "services": {
    "${base}": {
      "${id}": {
        "draws": [
          {
            "draw_id": "476b5d83-fd9e-46a4-8359-25ffc6de0744",
            "prize_name": "iPhone 15 Pro (1st Prize)",
            "drawn_at_utc": "${record.draws[0]?.drawn_at_utc}",
            "total_entries": 142,
            "rng_seed_hash": "${record.draws[0]?.rng_seed_hash}",
            "winner_entry_id": "10133",
            "signature_hash": "${record.draws[0]?.signature_hash}"
          }
        ],
        "records": [
          {
            "sha256": "${digestRecord({ ...record, draws: record.draws.slice(0, 1) })}",
            "first_seen": "2026-09-01T08:00:00+00:00"
          }
        ]
      }
    }
  }
}
`,
  )
  t.equal(formatLock(createLock()), '{\n  "lock": "drawaudit/v1",\n  "services": {}\n}\n')
  t.end()
})

await t.test(
  'property: the text does not depend on the order in which things were seen, and reads back',
  t => {
    const sight = fc.tuple(
      fc.webUrl().filter(url => /^[!-~]+$/.test(url)),
      fc.uuid(),
    )
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.uniqueArray(sight, { maxLength: 12, selector: String }), sights => {
          const lockOf = (list: typeof sights): Lock =>
            list.reduce(
              (lock, [url, raffle]) =>
                withSeen(lock, url, raffle, { record: { ...record, raffle_id: raffle } }, now),
              createLock(),
            )
          const text = formatLock(lockOf(sights))
          return (
            text === formatLock(lockOf(sights.toReversed())) &&
            text === formatLock(parseLock(parseJson(text))) &&
            sights.every(([url, raffle]) => lookUp(parseLock(parseJson(text)), url, raffle) !== undefined)
          )
        }),
        { numRuns },
      )
    })
    t.end()
  },
)

await t.test('what is no lock', t => {
  const lock = withSeen(createLock(), base, id, { record }, now)
  const seen = lookUp(lock, base, id)!
  const raffleWith = (raffle: unknown): object => ({ ...lock, services: { [base]: { [id]: raffle } } })
  const escaped = base.replaceAll('/', '~1')
  const values: readonly (readonly [value: unknown, pointer: string])[] = [
    [null, ''],
    [[], ''],
    [{}, '/lock'],
    [{ ...lock, lock: 'drawaudit/v2' }, '/lock'],
    [{ ...lock, seen_at: 'now' }, '/seen_at'],
    [{ ...lock, services: [] }, '/services'],
    [{ ...lock, services: { nowhere: {} } }, '/services/nowhere'],
    [{ ...lock, services: Object.fromEntries([['__proto__', {}]]) }, '/services/__proto__'],
    [
      { ...lock, services: { [base]: { [id.toUpperCase()]: seen } } },
      `/services/${escaped}/${id.toUpperCase()}`,
    ],
    [raffleWith({ draws: seen.draws }), `/services/${escaped}/${id}/records`],
    [raffleWith({ ...seen, records: [] }), `/services/${escaped}/${id}/records`],
    [
      raffleWith({ ...seen, records: [{ ...seen.records[0], sha256: 'x' }] }),
      `/services/${escaped}/${id}/records/0/sha256`,
    ],
    [
      raffleWith({ ...seen, records: [{ ...seen.records[0], first_seen: 'x' }] }),
      `/services/${escaped}/${id}/records/0/first_seen`,
    ],
    [
      raffleWith({ ...seen, draws: [{ ...seen.draws[0], more: 1 }] }),
      `/services/${escaped}/${id}/draws/0/more`,
    ],
    [raffleWith({ ...seen, last_seen: 'x' }), `/services/${escaped}/${id}/last_seen`],
  ]
  for (const [value, pointer] of values) {
    const { code, where, hint } = refusal(value)
    t.same([code, where.pointer], ['lock-schema', pointer])
    t.ok(hint)
  }
  t.end()
})

await t.test('a lock that contradicts itself', t => {
  const first = withSeen(createLock(), base, id, { record: fewer }, now)
  const correction = {
    changes: [{ draw_id: record.draws[0]!.draw_id, member: 'winner_entry_id', old: '1', new: '10133' }],
    reasons: ['a typing error'],
    signed: false,
  } as const
  const lock = withSeen(first, base, id, { record, correction }, later)
  const seen = lookUp(lock, base, id)!
  const [one, two] = seen.records
  const [draw, ...rest] = seen.draws
  const start = `/services/${base.replaceAll('/', '~1')}/${id}`
  const cases: readonly (readonly [what: string, raffle: object, pointer: string, message: RegExp])[] = [
    [
      'the same draw twice',
      { ...seen, draws: [...seen.draws, draw] },
      `${start}/draws/3/draw_id`,
      /is the id of a draw before it too/,
    ],
    [
      'one draw with two winners',
      { ...seen, draws: [draw, { ...draw, winner_entry_id: '7' }, ...rest] },
      `${start}/draws/1/draw_id`,
      /is the id of a draw before it too/,
    ],
    [
      'records in another order',
      {
        ...seen,
        records: [
          { ...one, first_seen: two!.first_seen },
          { ...two, first_seen: one!.first_seen },
        ],
      },
      `${start}/records/1/first_seen`,
      /is before the time of the record before it/,
    ],
    [
      'the digest of another record',
      {
        ...seen,
        records: [
          { ...one, sha256: two!.sha256 },
          { ...two, sha256: one!.sha256 },
        ],
      },
      `${start}/records/1/sha256`,
      /does not match the digest of the draws/,
    ],
    [
      'a draw that the last record does not have',
      { ...seen, draws: [...seen.draws, { ...draw, draw_id: '11234567-89ab-cdef-0123-456789abcdef' }] },
      `${start}/records/1/sha256`,
      /does not match the digest/,
    ],
    [
      'a draw that only the last record has',
      { ...seen, draws: rest },
      `${start}/records/1/sha256`,
      /does not match the digest/,
    ],
    [
      'draws in another order',
      { ...seen, draws: [...rest, draw] },
      `${start}/records/1/sha256`,
      /does not match the digest/,
    ],
    [
      'a winner that was put in by hand',
      { ...seen, draws: [{ ...draw, winner_entry_id: '7' }, ...rest] },
      `${start}/records/1/sha256`,
      /does not match the digest/,
    ],
    [
      'one record twice in a row',
      { ...seen, records: [one, two, two] },
      `${start}/records/2/sha256`,
      /is that of the record before it/,
    ],
    [
      'a correction of nothing',
      { ...seen, records: [{ ...one, correction }, two] },
      `${start}/records/0/correction`,
      /has no record before it to correct/,
    ],
    [
      'a correction to another winner',
      {
        ...seen,
        records: [
          one,
          { ...two, correction: { ...correction, changes: [{ ...correction.changes[0], new: '7' }] } },
        ],
      },
      `${start}/records/1/correction/changes/0`,
      /is not what the draws beside it say/,
    ],
    [
      'a time to come',
      { ...seen, records: [one, { ...two, first_seen: '2026-09-02T08:05:01+00:00' }] },
      `${start}/records/1/first_seen`,
      /is in the future, by the clock of this machine/,
    ],
  ]
  for (const [what, raffle, pointer, message] of cases) {
    const { code, where, message: said, hint } = refusal({ ...lock, services: { [base]: { [id]: raffle } } })
    t.same([code, where.pointer], ['lock-schema', pointer], what)
    t.match(said, message, what)
    t.ok(hint)
  }
  t.strictSame(parseLock(parseJson(formatLock(lock)), later), lock, 'the same without any of it is read')
  const skewed = { ...seen, records: [one, { ...two, first_seen: '2026-09-02T08:04:59+00:00' }] }
  t.doesNotThrow(
    () => parseLock({ ...lock, services: { [base]: { [id]: skewed } } }, later),
    'two good clocks',
  )
  t.end()
})
