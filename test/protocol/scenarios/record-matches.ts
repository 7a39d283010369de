import { deriveRecord, type Evidence, type RecordJson } from '../factory.js'
import { digest, sha256, unbase64, utf8, type Members } from '../second-opinion.js'
import { altered, scenariosOf, told } from './scenario.js'

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

/** Cancelled after the seal, with the record of what would have been drawn. */
function cancelled(): Evidence {
  const evidence = told(it => {
    it.commit()
    it.seal()
    it.cancel()
  })
  return { ...evidence, record: altered(() => undefined).record! }
}

export const recordMatches = scenariosOf('record.matches', add => {
  const differ = 'values-differ'
  const hash = `sha256:${'5e'.repeat(32)}`
  const uuid = '3f1c0c1e-8f0e-4c7a-a5a5-000000000000'
  const later = { drawn_at_utc: '2023-08-24T00:00:00+00:00' }
  const replaced = { replace: [1] }
  const flat = ({ raffle_id, draws: [first] }: RecordJson, change: Members = {}) => ({
    raffle_id,
    ...first,
    ...change,
  })
  add(
    'raffle-id-other',
    'the record is of another raffle',
    differ,
    beside(r => ({ ...r, raffle_id: uuid })),
  )
  add('draw-id-other', 'a draw has another id than its statement', differ, draw(0, { draw_id: uuid }))
  add(
    'prize-name-other',
    'a prize has another name than was committed',
    differ,
    draw(0, { prize_name: 'Prize 1 (used)' }),
  )
  add(
    'prize-name-in-other-normal-form',
    'the same name to the eye, in other bytes',
    differ,
    draw(0, { prize_name: 'e\u0301' }, { prizes: ['\u00e9', 'Prize 2'] }),
  )
  add('drawn-at-other', 'a draw has another time than its statement', differ, draw(1, later))
  add(
    'drawn-at-with-a-fraction',
    'a draw is dated half a second later than its statement',
    differ,
    beside(r => ({
      ...r,
      draws: r.draws.map(d => ({ ...d, drawn_at_utc: d.drawn_at_utc.replace('+', '.5+') })),
    })),
  )
  add('total-entries-one-more', 'the pool is one larger than signed', differ, draw(0, { total_entries: 6 }))
  add('seed-hash-other', 'rng_seed_hash is not the committed one', differ, draw(1, { rng_seed_hash: hash }))
  add(
    'winner-other',
    'another entry is published as the winner',
    differ,
    draw(0, { winner_entry_id: '99999' }),
  )
  add(
    'signature-hash-other',
    'signature_hash is not that of the signature',
    differ,
    draw(1, { signature_hash: hash }),
  )
  add(
    'signature-hash-of-the-text',
    'signature_hash is the hash of the base64 text',
    differ,
    altered(evidence => {
      for (const [at, one] of evidence.record!.draws.entries()) {
        const text = evidence.bundle.statements[at + 2]!.signatures[0]!.sig
        one.signature_hash = `sha256:${Buffer.from(sha256(utf8(text))).toString('hex')}`
      }
    }),
  )
  add(
    'signature-hash-of-the-payload',
    'signature_hash is the digest of the payload',
    differ,
    altered(evidence => {
      evidence.record!.draws[0]!.signature_hash = digest(unbase64(evidence.bundle.statements[2]!.payload))
    }),
  )
  add(
    'draws-reordered',
    'the draws stand in another order',
    differ,
    beside(r => ({ ...r, draws: r.draws.toReversed() })),
  )
  add(
    'draw-left-out',
    'a draw is left out, and total_draws says so too',
    differ,
    beside(r => ({ ...r, total_draws: 1, draws: r.draws.slice(0, 1) })),
  )
  add(
    'draw-added',
    'a draw was never signed',
    differ,
    beside(r => ({
      ...r,
      total_draws: 3,
      draws: [...r.draws, { ...r.draws[0], draw_id: uuid, winner_entry_id: '99999' }],
    })),
  )
  add(
    'no-draw',
    'the record shows no draw of two',
    differ,
    beside(r => ({ ...r, total_draws: 0, draws: [] })),
  )
  const first = (evidence: Evidence) => deriveRecord(evidence.bundle.statements.slice(0, 4)).draws[0]!
  const kept = (change: (evidence: Evidence) => Members) =>
    altered(evidence => {
      Object.assign(evidence.record!.draws[0]!, change(evidence))
    }, replaced)
  add(
    'replaced-winner-kept',
    'the record shows the winner who was replaced',
    differ,
    kept(e => ({ winner_entry_id: first(e).winner_entry_id })),
  )
  add(
    'replaced-time-kept',
    'the record shows the time of the draw, not of the replacement',
    differ,
    kept(e => ({ drawn_at_utc: first(e).drawn_at_utc })),
  )
  add(
    'replaced-signature-kept',
    'signature_hash is of the draw, not of the replacement',
    differ,
    kept(e => ({ signature_hash: first(e).signature_hash })),
  )
  add(
    'replaced-pool-taken',
    'total_entries is that of the replacement, not of the draw',
    differ,
    kept(() => ({ total_entries: 3 })),
  )
  add(
    'replacement-of-another-prize',
    'the replacement is shown for the other prize',
    differ,
    altered(evidence => {
      const [one, two] = evidence.record!.draws as [RecordJson['draws'][0], RecordJson['draws'][0]]
      const draws = deriveRecord(evidence.bundle.statements.slice(0, 4)).draws
      const { winner_entry_id, drawn_at_utc, signature_hash } = one
      Object.assign(two, { winner_entry_id, drawn_at_utc, signature_hash })
      Object.assign(one, draws[0])
    }, replaced),
  )
  add(
    'flat-winner-other',
    'a flat record shows another winner',
    differ,
    beside(r => flat(r, { winner_entry_id: '99999' }), { prizes: 1 }),
  )
  add(
    'flat-record-of-two-prizes',
    'a flat record shows one draw of two',
    ['not-provable', 'record-partial'],
    beside(r => flat(r)),
  )
  add(
    'record-ahead-of-the-statements',
    'the record shows a draw whose statement is not there yet',
    ['not-provable', 'evidence-missing'],
    altered(evidence => {
      evidence.bundle.statements.pop()
      evidence.bundle.winners!.pop()
    }),
  )
  add(
    'no-commitment',
    'the chain has no commitment',
    ['not-provable', 'evidence-missing', 'refuted'],
    altered(evidence => {
      evidence.bundle.statements.shift()
    }),
  )
  add(
    'form-broken',
    'the record breaks its schema',
    ['not-provable', 'schema-invalid', 'refuted'],
    beside(r => ({ ...r, draws: 'none' })),
  )
  add('no-record', 'no record was given', ['not-applicable', 'record-not-given', 'proven'], noRecord)
  add(
    'record-of-a-cancelled-raffle',
    'the record shows draws of a raffle that was cancelled before any',
    differ,
    cancelled(),
  )
})
