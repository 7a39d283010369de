import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import type { Bundle, BundleJson } from '../../../src/model/bundle.js'
import type { Subject } from '../../../src/model/report.js'
import { emptyTrust, parseTrust } from '../../../src/model/trust.js'
import { summarizeEntries } from '../../../src/verify/bundle/entry-list.js'
import { checks } from '../../../src/verify/bundle/checks/index.js'
import { findAlike } from '../../../src/verify/bundle/checks/ticket-included.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import type { BundleOptions } from '../../../src/verify/options.js'
import { native } from '../../../src/native/engine.js'
import {
  createCeremony,
  createRaffle,
  observe,
  runRaffle,
  type Choices,
  type Evidence,
} from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { roundTime } from '../../protocol/rounds.js'
import { utc } from '../../protocol/second-opinion.js'
import { claimOf, endingOf, subjectOf } from '../report.js'

const now = new Date('2026-11-21T00:00:00Z')
const read = (name: string, file: string): JsonValue =>
  parseJson(readFileSync(new URL(`../../../fixtures/bundles/${name}/${file}.json`, import.meta.url)))
const bundleOf = (name: string): BundleJson => read(name, 'bundle') as unknown as BundleJson

function verify(
  name: string,
  options: Partial<BundleOptions> = {},
  bundle: unknown = bundleOf(name),
): Subject {
  const record = read(name, 'record') as object
  return subjectOf(verifyBundle(bundle, parseTrust(read(name, 'trust')), { now, record, ...options }))
}

/** The ending of every claim of a bundle of level 3 that differs from that of the plainest one. */
const special: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'every-entry-wins': {},
  'light-100000-entries': { 'entries.sealed': 'proven entries-light' },
  'no-beacon': {
    'beacon.genuine': 'not-applicable beacon-none',
    'beacon.rule': 'not-applicable beacon-none',
    'evidence.timely': 'not-applicable beacon-none',
  },
  replacements: {},
  'three-prizes-142-entries': {},
  'unicode-ids': {},
}
const plain: Readonly<Record<string, string>> = {
  'record.schema': 'proven schema-valid',
  'record.consistent': 'proven record-consistent',
  'statement.signed': 'proven signature-verified',
  'statement.chain': 'proven chain-complete',
  'record.matches': 'proven values-equal',
  'seed.committed': 'proven seed-committed',
  'beacon.genuine': 'proven beacon-verified',
  'beacon.rule': 'proven round-committed',
  'entries.sealed': 'proven entries-sealed',
  'winner.derived': 'proven values-equal',
  'draw.unstoppable': 'not-applicable seeds-secret',
  'evidence.timely': 'not-provable evidence-missing',
  'evidence.unique': 'not-provable evidence-missing',
  'log.included': 'not-provable evidence-missing',
  'log.witnessed': 'not-provable evidence-missing',
}

/** A raffle that is quick to make and to verify. */
const plainest: Choices = { seed: 'plainest', beacon: null }

for (const [name, endings] of Object.entries(special)) {
  await t.test(`${name} has exactly the claims of the protocol, and reaches level 3`, t => {
    for (const engine of [undefined, native]) {
      const subject = verify(name, engine && { engine })
      const found = Object.fromEntries(checks.map(({ id }) => [id, endingOf(subject, id)]))
      t.strictSame(found, { ...plain, ...endings })
      t.strictSame(
        subject.claims.map(({ id }) => id),
        [...Object.keys(plain), 'level.reached'],
      )
      t.strictSame([subject.level, subject.verdict, subject.kind], [3, 'not-provable', 'bundle'])
    }
    t.equal(verify(name, { require: ['reproducible'] }).verdict, 'proven')
    t.equal(verify(name, { require: ['4'] }).verdict, 'not-provable')
    t.end()
  })
}

await t.test('what keeps a bundle from the next level is named', t => {
  t.equal(verify('unicode-ids').stopped_by, 'evidence.timely')
  t.equal(verify('no-beacon').stopped_by, 'beacon.genuine')
  t.equal(verify('replacements').stopped_by, 'winner-replaced')
  t.equal(verify('replacements', { acceptReplacements: true }).stopped_by, 'evidence.timely')
  const unknown = subjectOf(verifyBundle(bundleOf('unicode-ids'), emptyTrust, { now }))
  t.strictSame([unknown.level, unknown.stopped_by], [1, 'statement.signed'])
  t.match(unknown.who_could_choose, /^whoever made this bundle/)
  t.end()
})

await t.test('without a record its claims are not applicable, and do not cap the level', t => {
  const trust = parseTrust(read('unicode-ids', 'trust'))
  const subject = subjectOf(verifyBundle(bundleOf('unicode-ids'), trust, { now, require: ['reproducible'] }))
  for (const id of ['record.schema', 'record.consistent', 'record.matches']) {
    t.equal(endingOf(subject, id), 'not-applicable record-not-given')
  }
  t.strictSame([subject.level, subject.verdict], [3, 'proven'])
  t.end()
})

await t.test('a record may write the same times, ids and hashes otherwise', t => {
  const record = JSON.stringify(read('unicode-ids', 'record'))
  const otherwise = record
    .replaceAll('+00:00"', '.000+00:00"')
    .replaceAll(/[0-9a-f]{64}/g, hash => hash.toUpperCase())
    .replaceAll(/(?<="(?:draw|raffle)_id":")[^"]*/g, id => id.toUpperCase())
  t.not(otherwise, record)
  const subject = verify('unicode-ids', { record: JSON.parse(otherwise) as object })
  t.equal(endingOf(subject, 'record.matches'), 'proven values-equal')
  t.end()
})

await t.test('one raffle is meant: a bundle of another is refused', t => {
  const { raffle_id: id } = read('unicode-ids', 'record') as { raffle_id: string }
  t.equal(verify('unicode-ids', { raffle: id.toUpperCase() }).level, 3)
  const other = verify('unicode-ids', { raffle: '00000000-0000-4000-8000-000000000000' })
  t.equal(endingOf(other, 'document.read'), 'not-provable raffle-other')
  t.strictSame([other.verdict, other.claims.length], ['not-provable', 1])
  t.end()
})

await t.test('a ticket that is much like the one that was typed', t => {
  const ids = ['ticket-007', 'ticket-8', 'guest-8', 'Ä 12', 'b42c', '9']
  const entries = ids.map(id => ({ id, kind: 'paid' as const }))
  const likeOf = (ticket: string): string | undefined => findAlike(ticket, { entries } as unknown as Bundle)
  t.strictSame(
    ['7', '07', 'TICKET 7', '8', 'a12', '12', '42', '09', ''].map(likeOf),
    ['ticket-007', 'ticket-007', undefined, undefined, 'Ä 12', 'Ä 12', undefined, '9', undefined],
    'of two with one number neither is meant',
  )
  t.end()
})

await t.test('a ticket is looked for in the list, in its proof, among the winners', t => {
  const ticketOf = (name: string, id: string, options: Partial<BundleOptions> = {}): string | undefined =>
    endingOf(verify(name, { ticket: { id }, ...options }), 'ticket.included')
  t.equal(ticketOf('three-prizes-142-entries', '10007'), 'proven ticket-included')
  t.equal(ticketOf('three-prizes-142-entries', '99999'), 'not-provable ticket-absent')
  t.equal(ticketOf('light-100000-entries', '10007'), 'not-provable evidence-missing')
  t.equal(ticketOf('light-100000-entries', '454843'), 'proven ticket-included')
  const [winner] = bundleOf('light-100000-entries').winners ?? []
  if (winner === undefined) throw new Error('no winner')
  const proof = {
    raffleId: (read('light-100000-entries', 'record') as { raffle_id: string }).raffle_id,
    entry: { id: winner.entry_id, kind: winner.kind },
    index: winner.index,
    totalEntries: 1,
    entriesRoot: `sha256:${'0'.repeat(64)}`,
    inclusion: winner.inclusion.map(hex => Buffer.from(hex, 'hex')),
  }
  const proven = (change: Partial<typeof proof>, id = winner.entry_id): string | undefined =>
    ticketOf('light-100000-entries', id, { ticket: { id, proof: { ...proof, ...change } } })
  // Root and size are those of the seal, whatever the proof says.
  t.equal(proven({}), 'proven ticket-included')
  t.equal(proven({ index: 5 }), 'not-provable inclusion-invalid')
  t.equal(proven({ entry: { id: winner.entry_id, kind: 'free' } }), 'not-provable inclusion-invalid')
  t.equal(proven({ inclusion: [] }), 'not-provable inclusion-invalid')
  t.equal(proven({}, '10007'), 'not-provable evidence-missing')
  t.equal(proven({ raffleId: '00000000-0000-4000-8000-000000000000' }), 'not-provable evidence-missing')
  // It counts beside the level that is asked for.
  const asked = verify('three-prizes-142-entries', { ticket: { id: '10007' }, require: ['reproducible'] })
  t.equal(asked.verdict, 'proven')
  const absent = verify('light-100000-entries', { ticket: { id: '10007' }, require: ['reproducible'] })
  t.equal(absent.verdict, 'not-provable')
  t.end()
})

await t.test('a list in a file counts as the list, if it is the file that the bundle names', t => {
  const { entries = [], ...light } = bundleOf('unicode-ids')
  const list = summarizeEntries(entries.map(([id, kind]) => ({ id, kind })))
  const digest = Buffer.alloc(32, 7)
  const named = (byte: number) => ({
    ...light,
    entries_file: { name: 'entries.ndjson', digest: `sha256:${Buffer.alloc(32, byte).toString('hex')}` },
  })
  const ending = (bundle: unknown, options: Partial<BundleOptions>): string | undefined =>
    endingOf(verify('unicode-ids', options, bundle), 'entries.sealed')
  t.equal(ending(named(7), {}), 'proven entries-light')
  t.equal(ending(named(7), { list: { ...list, digest } }), 'proven entries-sealed')
  t.equal(ending(named(8), { list: { ...list, digest } }), 'not-provable list-other')
  t.equal(ending(light, { list: { ...list, digest } }), 'not-provable list-other')
  const fault = { line: 3, problem: 'expected an array [id, kind]' }
  t.equal(ending(named(7), { list: { ...list, digest, fault } }), 'refuted list-differs')
  t.end()
})

await t.test('what cannot be read is not provable, and says where', t => {
  const bundle = bundleOf('unicode-ids')
  const cases: readonly (readonly [unknown, string, RegExp])[] = [
    [null, 'bundle-invalid', /the document expected object/],
    [{}, 'bundle-invalid', /\/bundle is missing/],
    [{ ...bundle, bundle: 'drawaudit/v9' }, 'document-unsupported', /drawaudit\/v9/],
    [{ ...bundle, extra: 1 }, 'bundle-invalid', /\/extra is not a known member/],
    [
      { ...bundle, entries_file: { name: 'a', digest: `sha256:${'0'.repeat(64)}` } },
      'bundle-invalid',
      /entries_file/,
    ],
    [{ ...bundle, entries: [['', 'paid']] }, 'bundle-invalid', /\/entries\/0\/0/],
    [{ ...bundle, entries: [['a\nb', 'paid']] }, 'bundle-invalid', /control character/],
  ]
  for (const [value, code, message] of cases) {
    const subject = verify('unicode-ids', {}, value)
    t.equal(endingOf(subject, 'document.read'), `not-provable ${code}`)
    t.match(subject.claims[0]?.message, message)
  }
  t.end()
})

await t.test('a report says what was asked for, and where the bundle came from where that is known', t => {
  const trust = emptyTrust
  const report = verifyBundle({}, trust, { now })
  t.equal(report.subjects[0]?.source, 'bundle')
  t.notOk('require' in report)
  const asked = verifyBundle({}, trust, { now, source: 'x.json', require: ['reproducible'] })
  t.equal(asked.subjects[0]?.source, 'x.json')
  t.strictSame(asked.require, ['reproducible'])
  t.end()
})

await t.test('a bundle of another raffle, or of none, is not the one that was meant', t => {
  const raffle = '00000000-0000-4000-8000-00000000000A'
  const about = (evidence: Evidence) => judge(evidence, { raffle }).claims[0]?.message
  const said = 'the bundle is the one that was asked for: it is'
  const it = createCeremony(plainest)
  it.commit()
  t.equal(about(it.finish()), `${said} of raffle ${it.raffleId}, not of ${raffle.toLowerCase()}`)
  const none = createCeremony(plainest)
  none.commit({}, { payloadType: 'text/plain' })
  t.equal(about(none.finish()), `${said} of no raffle, not of ${raffle.toLowerCase()}`)
  t.end()
})

await t.test('nothing stops a raffle of the highest level', t => {
  const subject = judge(createRaffle({ seed: 'highest', log: {} }))
  t.strictSame([subject.level, 'stopped_by' in subject], [5, false])
  t.strictSame(subject.findings, [])
  t.end()
})

await t.test('a replaced winner stops a raffle at level 3, unless that is accepted', t => {
  const evidence = createRaffle({ seed: 'replaced', replace: [1] })
  const ended = ({ level, stopped_by }: Subject) => [level, stopped_by]
  t.strictSame(ended(judge(evidence)), [3, 'winner-replaced'])
  const accepted = judge(evidence, { acceptReplacements: true })
  t.strictSame(ended(accepted), [4, 'log.included'])
  t.match(accepted.headline, /first winners/)
  t.match(accepted.who_could_choose, /^nobody chose the first winners, but the operator replaced some/)
  t.end()
})

await t.test('who follows a winner depends on what was replaced before, so nothing is claimed of that', t => {
  const entries = 40
  const orders = [[1], [2, 1], [2, 2, 1], [2, 2, 2, 1], [2, 2, 2, 2, 1]]
  const followers = orders.map(replace => {
    const it = runRaffle({ seed: 'order of replacements', entries, replace })
    const { level, headline, who_could_choose } = judge(it.finish(), { acceptReplacements: true })
    t.equal(level, 4, `${replace.join(' ')}: every order is lawful`)
    t.match(headline, /first winners/)
    t.match(who_could_choose, /^nobody chose the first winners/)
    return it.picks.filter(({ position }) => position === 1).at(-1)?.entryId
  })
  t.ok(new Set(followers).size > 1, 'the operator has several followers of the first winner to choose from')
  t.end()
})

/** A raffle in which the winners of these prizes are replaced, and what is found. */
function replaceWinners(prizes: number, replace: readonly number[]) {
  const it = runRaffle({ ...plainest, entries: 25, prizes, replace })
  const { findings } = judge(it.finish())
  return {
    messages: findings.map(({ code, message }) => `${code}: ${message}`),
    winnersOf: (position: number) =>
      it.picks.filter(pick => pick.position === position).map(({ entryId }) => entryId),
  }
}

await t.test('who was replaced by whom, and why', t => {
  const { messages, winnersOf } = replaceWinners(2, [2, 1, 2])
  const [one, two] = [winnersOf(1), winnersOf(2)]
  const said = (position: number, from = '', to = ''): string =>
    `winner-replaced: the winner of prize ${position} was replaced, ${from} by ${to}: the winner did not answer within 14 days`
  t.strictSame(messages, [said(2, two[0], two[1]), said(1, one[0], one[1]), said(2, two[1], two[2])])
  t.end()
})

await t.test('ten winners who were replaced are named', t => {
  t.equal(replaceWinners(1, Array<number>(10).fill(1)).messages.length, 10)
  t.end()
})

await t.test('of more, the prizes are named, each once and in order', t => {
  const { messages } = replaceWinners(10, [10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 2])
  t.strictSame(messages.slice(10), [
    'winner-replaced: and more of the same kind',
    'winner-replaced: 11 winners were replaced, of the prizes 2, 3, 4, 5, 6, 7, 8, 9, 10',
  ])
  t.end()
})

await t.test('a draw that names another entry than the list has at its place is refuted', t => {
  const it = createCeremony(plainest)
  it.commit()
  it.seal()
  it.draw(1, statement => ({ ...statement, winner_entry_id: 'nobody' }))
  const { bundle, ...evidence } = it.finish()
  // Without proofs the list has to tell.
  delete bundle.winners
  const sealed = claimOf(judge({ ...evidence, bundle }), 'entries.sealed')
  const place = it.picks[0]!.index
  t.strictSame(
    [sealed?.status, sealed?.code, sealed?.message],
    ['refuted', 'winner-differs', `the draw of prize 1 names another entry than stands at ${place}`],
  )
  t.end()
})

await t.test('a raffle that repeats a cancelled one, and what is dated after now', t => {
  const supersedes = '00000000-0000-4000-8000-000000000001'
  const it = createCeremony({ ...plainest, supersedes })
  it.commit()
  const evidence = { ...it.finish(), observations: [] }
  const repeated = {
    code: 'raffle-repeated',
    message: `it repeats raffle ${supersedes}, which the operator says was cancelled: see how that one ended`,
  }
  t.strictSame(judge(evidence).findings, [repeated])
  const { committed } = it.times
  t.strictSame(judge({ ...evidence, now: utc(committed) }).findings, [repeated], 'now is not after now')
  t.strictSame(judge({ ...evidence, now: utc(committed - 1) }).findings, [
    repeated,
    {
      code: 'time-in-future',
      message: `statement 0 (commitment) is dated ${utc(committed)}, and it is ${utc(committed - 1)}`,
    },
  ])
  t.end()
})

await t.test('a cancellation from the time of the round on is late', t => {
  const cancelled = (at: (round: number) => number, change = {}) => {
    const it = createCeremony({ seed: 'cancelled' })
    it.commit(change)
    it.cancel({ issued_at_utc: utc(at(roundTime(it.beacon!))) })
    return judge(it.finish()).findings
  }
  const late = {
    code: 'cancelled-late',
    message: 'it was cancelled when the winners could be known to the operator',
  }
  t.strictSame(
    cancelled(round => round),
    [late],
  )
  t.strictSame(
    cancelled(round => round - 1),
    [
      {
        code: 'cancelled-late',
        message:
          'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round',
      },
    ],
  )
  const seen = (after: number) => {
    const it = createCeremony({ seed: 'cancelled' })
    it.commit()
    const round = roundTime(it.beacon!)
    it.cancel({ issued_at_utc: utc(round - 10) })
    const evidence = it.finish()
    evidence.observations.push([observe(it.observer, round + after, it.envelopes)])
    return judge(evidence).findings.map(({ code }) => code)
  }
  t.strictSame(seen(-1), [], 'somebody saw it before the round')
  t.strictSame(seen(0), ['cancelled-late'])
  // When that round comes out, nobody can say.
  t.strictSame(
    cancelled(round => round, { beacon: { chain_hash: 'ab'.repeat(32), round: 1000 } }),
    [],
  )
  const without = createCeremony(plainest)
  without.commit()
  without.cancel({ issued_at_utc: utc(without.times.drawn) })
  t.strictSame(judge(without.finish()).findings, [])
  t.end()
})

await t.test('an error in our code is never a verdict', t => {
  const broken = {
    ...native,
    verify: (): boolean => {
      throw new RangeError('a defect')
    },
  }
  t.throws(() => verify('unicode-ids', { engine: broken }), RangeError)
  const unreadable = {
    get bundle(): string {
      throw new RangeError('a defect')
    },
  }
  t.throws(() => verifyBundle(unreadable, emptyTrust, { now }), new RangeError('a defect'))
  t.end()
})
