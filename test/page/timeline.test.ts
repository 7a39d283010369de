// The moments of a raffle: which of them are shown, and what is shown of each.
import t from 'tap'
import { quicknetChain } from '../../src/core/beacon.js'
import type { Commitment } from '../../src/model/statement.js'
import type { PageClaim, TimelinePoint, PageVerdict } from '../../src/page/model.js'
import { createTimeline, findNext, findRound, isStepOverdue, type Moments } from '../../src/page/timeline.js'
import type { Sighting } from '../../src/verify/bundle/sighting.js'

type Chain = Moments['chain']

const at = (time: string): number => Date.parse(`2026-09-01T${time}Z`)
const date = (time: string): string => `2026-09-01T${time}+00:00`

const beacon = { chain_hash: quicknetChain.chainHash, round: 1000 }
const commitment = {
  type: 'commitment',
  issued_at_utc: date('08:00:00'),
  entries_close_at_utc: date('10:00:00'),
  draw_at_utc: date('12:00:00'),
  prizes: [{ prize_name: 'Mug' }, { prize_name: 'Book' }],
  beacon,
}
const seal = { type: 'seal', issued_at_utc: date('10:30:00') }
const draw = (position: number) => ({ type: 'draw', position, drawn_at_utc: date(`12:0${position}:00`) })
const replacement = { type: 'replacement', position: 1, drawn_at_utc: date('13:00:00') }
const cancellation = (time: string) => ({ type: 'cancellation', issued_at_utc: date(time) })
const round = at('12:00:00')

interface Parts {
  readonly commitment?: object
  readonly seal?: object
  readonly picks?: readonly object[]
  readonly cancellation?: object
  readonly drawn?: boolean
}

const chainOf = ({ picks = [], drawn = false, seal: sealed, ...others }: Parts): Chain => {
  const statements = [others.commitment, sealed, ...picks, others.cancellation].filter(
    one => one !== undefined,
  )
  return {
    links: statements.map(statement => ({ statement })),
    ...others,
    ...(sealed && { seal: { statement: sealed } }),
    ...{ picks, draws: [], drawn },
  } as unknown as Chain
}

const whole: Parts = { commitment, seal, picks: [draw(1), draw(2)], drawn: true }

const proven = [
  ...['statement.signed', 'statement.chain', 'beacon.genuine', 'beacon.rule', 'winner.derived'],
  'evidence.timely',
]
const claimsBut = (others: Readonly<Record<string, PageVerdict>> = {}): readonly PageClaim[] =>
  proven.map(id => ({ id, word: others[id] ?? 'proven', code: 'x', message: '', says: '' }))

const saw = (who: string, time: string): Sighting => ({
  ...{ who, by: 'observer', atUtc: date(time) },
  at: BigInt(at(time)) * 1_000_000n,
})

const pointsOf = (parts: Parts, changes: Partial<Moments> = {}): readonly TimelinePoint[] =>
  createTimeline({
    ...{ chain: chainOf(parts), round, seen: [], claims: claimsBut(), right: [], now: at('20:00:00') },
    ...changes,
  })?.points ?? []

const wordsOf = (points: readonly TimelinePoint[]): readonly string[] =>
  points.map(({ id, word }) => `${id} ${word}`)

await t.test('the moments of a raffle that was drawn, in their order', t => {
  const seen = [saw('Ada', '08:10:00'), saw('Bob', '10:40:00')]
  t.strictSame(
    pointsOf(whole, { seen }).map(
      ({ at: when, label }) => `${new Date(when).toISOString().slice(11, 16)} ${label}`,
    ),
    [
      '08:00 The operator fixes the rules and its secret',
      '08:10 Ada saw the commitment',
      '10:00 Entries close',
      '10:30 The list is sealed',
      '10:40 Bob saw the sealed list',
      '12:00 The public random number, round 1000',
      '12:01 Draw of “Mug”',
      '12:02 Draw of “Book”',
    ],
  )
  t.end()
})

await t.test('without a public random number there is no moment of it', t => {
  const none = { ...whole, commitment: { ...commitment, beacon: null } }
  t.notOk(pointsOf(none, { round: undefined }).some(({ id }) => id === 'round'))
  t.notOk(
    pointsOf(whole, { round: undefined }).some(({ id }) => id === 'round'),
    'nor where nobody can say when',
  )
  t.equal(findRound(none.commitment as unknown as Commitment, quicknetChain), undefined)
  t.equal(findRound({ beacon } as unknown as Commitment, quicknetChain), 1_692_806_364_000)
  t.end()
})

await t.test('a commitment that others saw before the close was there, whatever they saw later', t => {
  const claims = claimsBut({ 'evidence.timely': 'not-provable' })
  const open = { commitment, seal }
  const of = (seen: Moments['seen']) => wordsOf(pointsOf(open, { seen, claims })).slice(0, 3)
  t.strictSame(of([]), ['commitment not-provable', 'close not-provable', 'seal not-provable'])
  t.strictSame(of([saw('Ada', '09:59:59')]), ['commitment proven', 'seen proven', 'close proven'])
  t.strictSame(of([saw('Ada', '10:00:00')]).slice(0, 2), ['commitment not-provable', 'close not-provable'])
  t.strictSame(
    of([undefined, saw('Ada', '09:00:00')]),
    ['commitment not-provable', 'seen proven', 'close not-provable'],
    'who saw the seal alone did not see it',
  )
  t.end()
})

await t.test('what is planned is still to come, but not of statements that are wrong', t => {
  const now = at('09:00:00')
  t.strictSame(wordsOf(pointsOf({ commitment }, { now })), [
    'commitment proven',
    'close pending',
    'round pending',
  ])
  const claims = claimsBut({ 'statement.chain': 'refuted', 'beacon.rule': 'refuted' })
  t.strictSame(wordsOf(pointsOf({ commitment }, { now, claims })), [
    ...['commitment refuted', 'close refuted', 'round refuted'],
  ])
  t.end()
})

await t.test('what was planned for after a cancellation never came', t => {
  const cancelled = (time: string) =>
    pointsOf({ commitment, cancellation: cancellation(time) }).map(({ id }) => id)
  t.strictSame(cancelled('09:00:00'), ['commitment', 'cancellation'])
  t.strictSame(cancelled('10:00:00'), ['commitment', 'close', 'cancellation'], 'the close was reached')
  t.strictSame(cancelled('11:00:00'), ['commitment', 'close', 'cancellation'])
  t.strictSame(cancelled('12:00:00'), ['commitment', 'close', 'round', 'cancellation'])
  t.end()
})

await t.test('a draw is shown as right only where its winner is known to be', t => {
  const draws = (others: Readonly<Record<string, PageVerdict>>, right: readonly number[] = []) =>
    wordsOf(pointsOf(whole, { claims: claimsBut(others), right })).filter(one => one.startsWith('draw'))
  t.strictSame(draws({}), ['draw proven', 'draw proven'])
  t.strictSame(draws({ 'winner.derived': 'refuted' }, [2]), ['draw refuted', 'draw not-provable'])
  t.strictSame(draws({ 'beacon.genuine': 'refuted' }, [2]), ['draw refuted', 'draw refuted'])
  t.strictSame(draws({ 'winner.derived': 'not-checked' }), ['draw not-provable', 'draw not-provable'])
  const points = wordsOf(pointsOf({ ...whole, picks: [draw(1), draw(2), replacement] }))
  t.equal(points.at(-1), 'replacement not-provable', 'only the operator says when')
  t.end()
})

await t.test('what a raffle waits for', t => {
  const next = (parts: Parts, now: string) => findNext({ chain: chainOf(parts), round, now: at(now) })
  t.strictSame(next({ commitment }, '09:59:59'), {
    ...{ what: 'close', at: at('10:00:00'), draw: at('12:00:00') },
  })
  t.strictSame(next({ commitment }, '10:00:00'), { what: 'seal', at: at('12:00:00') })
  t.strictSame(next({ commitment, seal }, '11:59:59'), { what: 'round', at: round })
  t.strictSame(next({ commitment, seal }, '12:00:00'), { what: 'draw', at: at('12:00:00') })
  t.equal(next(whole, '12:00:00'), undefined)
  t.equal(next({ commitment, cancellation: cancellation('09:00:00') }, '09:30:00'), undefined)
  t.equal(next({ seal }, '09:30:00'), undefined)
  t.end()
})

await t.test('a seal is overdue an hour after it was due, a draw a day after', t => {
  const hour = 3_600_000
  const late = (parts: Parts, by: number) => isStepOverdue({ chain: chainOf(parts), round, now: round + by })
  t.equal(late({ commitment }, hour), false)
  t.equal(late({ commitment }, hour + 1), true)
  t.equal(late({ commitment, seal }, 24 * hour), false)
  t.equal(late({ commitment, seal }, 24 * hour + 1), true)
  t.equal(late({ commitment, seal }, -1), false, 'nobody is late with a random number')
  t.equal(late({ commitment }, -3 * hour), false)
  t.equal(late(whole, 100 * hour), false)
  t.end()
})
