import { type Evidence, type RecordJson } from '../factory.js'
import { type Members } from '../second-opinion.js'
import { altered, scenariosOf, without } from './scenario.js'

/** The raffle with another record beside it. */
const beside = (change: (record: RecordJson) => unknown, choices = {}): Evidence =>
  altered(evidence => {
    evidence.record = change(evidence.record!) as RecordJson
  }, choices)

/** One draw of the record with other members. */
const draw = (at: number, change: Members, choices = {}): Evidence =>
  beside(record => {
    Object.assign(record.draws[at]!, change)
    return record
  }, choices)

const noRecord = altered(evidence => {
  delete evidence.record
})

export const recordSchema = scenariosOf('record.schema', add => {
  const invalid = 'schema-invalid'
  const other = (change: Members) => beside(record => ({ ...record, ...change }))
  add(
    'no-total-draws',
    'the record has no total_draws',
    invalid,
    beside(r => without(r as never, 'total_draws')),
  )
  add(
    'no-draws',
    'the record has neither draws nor the members of one',
    invalid,
    beside(r => without(r as never, 'draws')),
  )
  add(
    'not-a-record',
    'the record is an empty object',
    invalid,
    beside(() => ({})),
  )
  add('draws-not-a-list', 'draws is an object', invalid, other({ draws: {} }))
  add('raffle-id-not-a-uuid', 'raffle_id is no UUID', invalid, other({ raffle_id: '42' }))
  add('total-entries-as-text', 'total_entries is text', invalid, draw(0, { total_entries: '5' }))
  add('total-entries-zero', 'nobody wins in a pool of none', invalid, draw(0, { total_entries: 0 }))
  add(
    'time-with-other-offset',
    'drawn_at_utc is not in UTC',
    invalid,
    draw(0, { drawn_at_utc: '2023-08-23T17:59:30+02:00' }),
  )
  add(
    'day-that-is-none',
    'drawn_at_utc is on 30 February',
    invalid,
    draw(0, { drawn_at_utc: '2023-02-30T15:59:30+00:00' }),
  )
  add(
    'hash-too-short',
    'signature_hash has 62 digits',
    invalid,
    draw(1, { signature_hash: `sha256:${'0'.repeat(62)}` }),
  )
  add(
    'hash-of-another-kind',
    'rng_seed_hash is a SHA-512',
    invalid,
    draw(1, { rng_seed_hash: `sha512:${'0'.repeat(128)}` }),
  )
  add('winner-empty', 'winner_entry_id is empty', invalid, draw(1, { winner_entry_id: '' }))
  add('no-record', 'no record was given', ['not-applicable', 'record-not-given', 'proven'], noRecord)
})

export const recordConsistent = scenariosOf('record.consistent', add => {
  const total = (by: number) => beside(record => ({ ...record, total_draws: record.total_draws + by }))
  add('total-draws-one-more', 'total_draws is one more than there are draws', 'record-total', total(1))
  add('total-draws-one-less', 'total_draws is one less than there are draws', 'record-total', total(-1))
  add(
    'draw-left-out',
    'a draw is left out, and total_draws still counts it',
    'record-total',
    beside(r => ({ ...r, draws: r.draws.slice(0, 1) })),
  )
  add(
    'draw-doubled',
    'a draw stands twice, and total_draws counts it once',
    'record-total',
    beside(r => ({ ...r, draws: [...r.draws, r.draws[0]] })),
  )
  const sameId = (spell: (id: string) => string) =>
    beside(({ draws: [first, second], ...record }) => ({
      ...record,
      draws: [first, { ...second, draw_id: spell(first!.draw_id) }],
    }))
  add(
    'draw-id-twice',
    'two draws have one id',
    'record-draw-repeated',
    sameId(id => id),
  )
  add(
    'draw-id-twice-in-upper-case',
    'two draws have one id, once in upper case',
    'record-draw-repeated',
    sameId(id => id.toUpperCase()),
  )
  add(
    'winner-twice',
    'one entry won both prizes',
    'record-winner-repeated',
    beside(({ draws: [first, second], ...record }) => ({
      ...record,
      draws: [first, { ...second, winner_entry_id: first!.winner_entry_id }],
    })),
  )
  add(
    'winner-twice-in-a-pool-that-stays',
    'one entry won both prizes, and stayed in the pool by the record alone',
    ['proven', 'record-consistent', 'refuted'],
    beside(({ draws: [first, second], ...record }) => {
      const { winner_entry_id, total_entries } = first!
      return { ...record, draws: [first, { ...second, winner_entry_id, total_entries }] }
    }),
  )
  add(
    'form-broken',
    'the record breaks its schema',
    ['not-provable', 'schema-invalid', 'refuted'],
    beside(r => ({ ...r, draws: 'none' })),
  )
  add('no-record', 'no record was given', ['not-applicable', 'record-not-given', 'proven'], noRecord)
})
