// The rules of a raffle's statements as a log brings them: what each breach is called, and the second at which it begins.
import t from 'tap'
import {
  findOverdue,
  takeStatement,
  type Breach,
  type MonitoredRaffle,
} from '../../../src/log/monitor/raffle.js'
import { parseTrust, type TrustRoot } from '../../../src/model/trust.js'
import type { Statement } from '../../../src/model/statement.js'
import { firstRoundAtOrAfter, roundTime } from '../../../src/core/timetable.js'
import { encodeChainInfo } from '../../../src/core/beacon-json.js'
import { createChain } from '../../../src/relay/create-chain.js'
import { createTrust } from '../../protocol/factory.js'
import { digest } from '../../protocol/second-opinion.js'

const raffle_id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const operator = 'Example Raffles'
const seeds = ['11'.repeat(32), '22'.repeat(32)]

const noon = Date.parse('2026-05-01T12:00:00Z') / 1000
/** So many seconds after noon, as statements have it. */
const at = (seconds: number): string =>
  new Date((noon + seconds) * 1000).toISOString().replace('.000Z', '+00:00')
const closes = 3600
const draws = 3660

const { chain } = createChain({
  secretKey: new Uint8Array(32).fill(1),
  period: 30,
  genesisTime: noon - 30 * 10_000,
})
const nobody = parseTrust(createTrust([], [], []))
const withChain: TrustRoot = parseTrust({ ...createTrust([], [], []), beacons: [encodeChainInfo(chain)] })
const round = firstRoundAtOrAfter(chain, noon + draws)
const seen = new Date((noon + 86_400) * 1000)

const prizes = seeds.map((seed, index) => ({
  draw_id: `draw-${index + 1}`,
  prize_name: `Prize ${index + 1}`,
  rng_seed_hash: digest(Buffer.from(seed, 'hex')),
}))

type Members = Readonly<Record<string, unknown>>

interface Played {
  readonly state: MonitoredRaffle | undefined
  readonly breaches: readonly Breach[]
}

/** Statements that follow one another, whatever else they say, and what is said of the last. */
function play(statements: readonly Members[], trust = nobody, when = seen): Played {
  let played: Played = { state: undefined, breaches: [] }
  for (const [sequence, members] of statements.entries()) {
    const previous = sequence === 0 ? null : `sha256:${digestOf(sequence - 1)}`
    const statement = { raffle_id, operator, sequence, previous, ...members } as unknown as Statement
    played = takeStatement(played.state, { statement, digest: digestOf(sequence) }, trust, when)
  }
  return played
}

const digestOf = (sequence: number): string => String(sequence).padStart(64, '0')

const commitment = (more: Members = {}): Members => ({
  type: 'commitment',
  issued_at_utc: at(0),
  entries_close_at_utc: at(closes),
  draw_at_utc: at(draws),
  prizes,
  beacon: null,
  ...more,
})
const seal = (issued = closes, more: Members = {}): Members => ({
  type: 'seal',
  issued_at_utc: at(issued),
  ...more,
})
const draw = (position: number, more: Members = {}): Members => ({
  ...{ type: 'draw', position, issued_at_utc: at(draws + 10), drawn_at_utc: at(draws) },
  ...prizes[position - 1],
  ...more,
})
const replacement = (position: number, attempt: number, more: Members = {}): Members => ({
  ...{ type: 'replacement', position, attempt, draw_id: `draw-${position}` },
  ...{ issued_at_utc: at(draws + 20), drawn_at_utc: at(draws + 20) },
  ...more,
})
const cancellation = (issued: number, more: Members = {}): Members => ({
  ...{ type: 'cancellation', issued_at_utc: at(issued), reason: 'no licence' },
  ...more,
})
const onRound = commitment({ beacon: { chain_hash: chain.chainHash, round } })
const drawn = [commitment(), seal(), draw(1), draw(2)]

/** What is said of the last of these, code and words. */
const said = (statements: readonly Members[], trust = nobody, when = seen): readonly string[] =>
  play(statements, trust, when).breaches.map(({ code, why }) => `${code}: ${why}`)

await t.test('a raffle that keeps the rules', t => {
  const whole = [...drawn, replacement(2, 1), replacement(2, 2), replacement(1, 1)]
  for (let count = 1; count <= whole.length; count += 1) t.strictSame(said(whole.slice(0, count)), [])
  const timed = [onRound, seal(), draw(1), draw(2)]
  for (let count = 1; count <= timed.length; count += 1) {
    t.strictSame(said(timed.slice(0, count), withChain), [])
  }
  t.strictSame(said([commitment(), cancellation(10)]), [])
  t.end()
})

await t.test('a plan that cannot be kept', t => {
  const early = 'chain-time: the commitment is not dated before the entries close'
  t.strictSame(said([commitment({ issued_at_utc: at(closes - 1) })]), [])
  t.strictSame(said([commitment({ issued_at_utc: at(closes) })]), [early])
  const short = 'chain-time: draw_at_utc is less than 30 s after the entries close'
  t.strictSame(said([commitment({ draw_at_utc: at(closes + 30) })]), [])
  t.strictSame(said([commitment({ draw_at_utc: at(closes + 29) })]), [short])
  const [one, two] = prizes
  t.strictSame(said([commitment({ prizes: [one, { ...two, draw_id: one?.draw_id }] })]), [
    'prize-repeated: two prizes have the same draw_id',
  ])
  t.strictSame(said([commitment({ prizes: [one, { ...two, rng_seed_hash: one?.rng_seed_hash }] })]), [
    'prize-repeated: two prizes have the same rng_seed_hash',
  ])
  const open = prizes.map((prize, index) => ({ ...prize, rng_seed: seeds[index] }))
  t.strictSame(said([commitment({ prizes: open, seeds: 'public' })]), [])
  t.strictSame(
    said([commitment({ prizes: [open[0], { ...open[1], rng_seed: seeds[0] }], seeds: 'public' })]),
    ['seed-differs: the public seed of prize 2 does not have its rng_seed_hash'],
  )
  t.end()
})

await t.test('another round than the rule gives', t => {
  for (const wrong of [round - 1, round + 1, 2 ** 52]) {
    t.strictSame(said([commitment({ beacon: { chain_hash: chain.chainHash, round: wrong } })], withChain), [
      `round-wrong: the round is not the first at or after ${at(draws)}`,
    ])
  }
  const unknown = commitment({ beacon: { chain_hash: '00'.repeat(32), round: 1 } })
  t.strictSame(said([unknown], withChain), [], 'of a chain that nobody named nothing is known')
  t.match(play([onRound], withChain).state, { timed: true, earliest: at(roundTime(chain, round) - noon) })
  t.match(play([unknown], withChain).state, { timed: false, earliest: at(draws) })
  t.end()
})

await t.test('what has nothing before it, and what does not follow', t => {
  t.strictSame(said([seal()]), ['chain-broken: statement 0 (seal) has nothing before it in the log'])
  t.strictSame(said([commitment({ sequence: 1 })]), [
    'chain-broken: statement 1 (commitment) has nothing before it in the log',
  ])
  t.strictSame(said([commitment({ previous: `sha256:${'ab'.repeat(32)}` })]), [
    'chain-broken: statement 0 (commitment) has nothing before it in the log',
  ])
  t.strictSame(said([commitment(), seal(closes, { sequence: 2 })]), [
    'chain-broken: statement 2 (seal) stands where statement 1 is missing',
  ])
  t.strictSame(said([commitment(), seal(closes, { previous: `sha256:${'ab'.repeat(32)}` })]), [
    'chain-broken: statement 1 (seal) does not follow the one before it',
  ])
  t.strictSame(said([commitment(), seal(closes, { operator: 'Another' })]), [
    'chain-mixed: statement 1 (seal) has another operator than the first',
  ])
  const broken = [commitment(), seal(closes, { operator: 'Another' }), draw(1)]
  t.strictSame(said(broken), [], 'what follows that is judged no more')
  t.end()
})

await t.test('a second statement in one place', t => {
  const second = (members: Members): readonly string[] => {
    const { state } = play([commitment(), seal()])
    const statement = { raffle_id, operator, ...members } as unknown as Statement
    return takeStatement(state, { statement, digest: 'ff'.repeat(32) }, nobody, seen).breaches.map(
      ({ code, why }) => `${code}: ${why}`,
    )
  }
  t.strictSame(second({ ...seal(), sequence: 1 }), [
    'statement-second: statement 1 (seal) is a second one: statement 1 is another',
  ])
  t.strictSame(second({ ...commitment(), sequence: 0 }), [
    'statement-second: statement 0 (commitment) is a second one: statement 0 is another',
  ])
  t.strictSame(second({ ...seal(), sequence: 2 }), [
    'statement-second: statement 2 (seal) is a second one: statement 1 is another',
  ])
  t.strictSame(second({ ...commitment(), sequence: 7 }), [
    'statement-second: statement 7 (commitment) is a second one: statement 1 is another',
  ])
  const repeated = takeStatement(
    play([commitment()]).state,
    { statement: commitment() as unknown as Statement, digest: digestOf(0) },
    nobody,
    seen,
  )
  t.match(repeated, { repeated: true, breaches: [] })
  t.end()
})

await t.test('what stands in the wrong place', t => {
  const order = (why: string): readonly string[] => [`chain-order: ${why}`]
  t.strictSame(
    said([commitment(), draw(1)]),
    order('statement 1 (draw) is out of place: the seal comes second'),
  )
  t.strictSame(said([...drawn, draw(1)]), order('statement 4 (draw) is a draw more than there are prizes'))
  t.strictSame(
    said([commitment(), seal(), draw(1), replacement(1, 1)]),
    order('statement 3 (replacement) comes before the last draw'),
  )
  t.strictSame(
    said([commitment(), cancellation(10), seal()]),
    order('statement 2 (seal) follows a cancellation'),
  )
  t.strictSame(
    said([commitment(), cancellation(10), cancellation(20)]),
    order('statement 2 (cancellation) follows a cancellation'),
  )
  t.end()
})

await t.test('dates of a seal', t => {
  const early = 'chain-time: the seal is dated before the entries close'
  t.strictSame(said([commitment(), seal(closes - 1)]), [early])
  t.strictSame(said([commitment(), seal(-1)]), [
    'chain-time: statement 1 (seal) is dated before the one it follows',
    early,
  ])
  const late = 'chain-time: the seal is not dated before the randomness could be known'
  const out = roundTime(chain, round) - noon
  t.strictSame(said([onRound, seal(out - 1)], withChain), [])
  t.strictSame(said([onRound, seal(out)], withChain), [late])
  t.strictSame(said([commitment(), seal(draws + 100)]), [], 'without a round only the first draw tells')
  t.strictSame(said([commitment(), seal(draws - 1), draw(1)]), [])
  t.strictSame(said([commitment(), seal(draws), draw(1)]), [
    'chain-time: the seal is not dated before the first draw',
  ])
  const second = draw(2, { drawn_at_utc: at(draws), issued_at_utc: at(draws + 10) })
  t.strictSame(said([commitment(), seal(draws), draw(1), second]), [], 'it is said once')
  t.end()
})

await t.test('another prize than the commitment has', t => {
  const begun = [commitment(), seal()]
  t.strictSame(said([...begun, draw(2)]), ['chain-prize: the draw in place 1 is of prize 2'])
  t.strictSame(said([...begun, draw(1, { draw_id: 'x' })]), [
    'chain-prize: the draw of prize 1 has another draw_id than the commitment',
  ])
  t.strictSame(said([...begun, draw(1, { prize_name: 'x' })]), [
    'chain-prize: the draw of prize 1 has another prize_name than the commitment',
  ])
  t.strictSame(said([...begun, draw(1), draw(2, { rng_seed_hash: 'x' })]), [
    'chain-prize: the draw of prize 2 has another rng_seed_hash than the commitment',
  ])
  t.strictSame(said([...drawn, replacement(3, 1)]), ['chain-prize: replacement 1 of prize 3 is of no draw'])
  t.strictSame(said([...drawn, replacement(2, 1, { draw_id: 'draw-1' })]), [
    'chain-prize: replacement 1 of prize 2 is of no draw',
  ])
  t.strictSame(said([...drawn, replacement(2, 2)]), [
    'chain-prize: replacement 2 of prize 2 is not the next attempt, 1',
  ])
  t.strictSame(said([...drawn, replacement(2, 1), replacement(2, 1)]), [
    'chain-prize: replacement 1 of prize 2 is not the next attempt, 2',
  ])
  t.end()
})

await t.test('dates of a draw', t => {
  const begun = [commitment(), seal()]
  t.strictSame(said([...begun, draw(1, { drawn_at_utc: at(draws - 1) })]), [
    'draw-early: the draw of prize 1 is dated before it could be made',
  ])
  const out = roundTime(chain, round) - noon
  const timed = (drawnAt: number, when: number): readonly string[] =>
    said(
      [onRound, seal(), draw(1, { drawn_at_utc: at(drawnAt), issued_at_utc: at(out + 9) })],
      withChain,
      new Date((noon + when) * 1000),
    )
  t.strictSame(timed(out, out), [])
  t.strictSame(timed(out - 1, out), [
    'draw-early: the draw of prize 1 is dated before its round was published',
  ])
  t.strictSame(timed(out, out - 1), [
    'draw-early: the draw of prize 1 is in the log before its round is published',
  ])
  const late = (more: number): readonly string[] =>
    said([...begun, draw(1, { drawn_at_utc: at(draws + 10 + more) })])
  t.strictSame(late(0), [])
  t.strictSame(late(1), ['chain-time: the draw of prize 1 is dated after its statement'])
  t.strictSame(said([...drawn, replacement(1, 1, { drawn_at_utc: at(draws - 1) })]), [
    'draw-early: replacement 1 of prize 1 is dated before it could be made',
  ])
  t.strictSame(said([commitment(), seal(), draw(1), draw(2, { issued_at_utc: at(draws + 9) })]), [
    'chain-time: statement 3 (draw) is dated before the one it follows',
  ])
  t.end()
})

await t.test('a cancellation when the winners could be known', t => {
  const open = { ...onRound, seeds: 'public' }
  const out = roundTime(chain, round) - noon
  const why = `cancelled-after-round: the raffle was cancelled at ${at(out)}, when its winners could be known`
  t.strictSame(said([open, seal(), cancellation(out)], withChain), [why])
  t.strictSame(said([open, seal(), cancellation(out - 1)], withChain), [])
  t.strictSame(said([open, cancellation(out)], withChain), [], 'nobody had a list')
  t.strictSame(said([onRound, seal(), cancellation(out)], withChain), [], 'the seeds were secret')
  t.strictSame(said([open, seal(), cancellation(out)]), [], 'nobody knows when the round was out')
  t.end()
})

await t.test('what is overdue, and since when', t => {
  const grace = { seal: 100, draw: 1000 }
  const overdue = (statements: readonly Members[], seconds: number, trust = nobody): string | undefined => {
    const { state } = play(statements, trust)
    const found = state && findOverdue(state, new Date((noon + seconds) * 1000), grace)
    return found && `${found.code}: ${found.why}`
  }
  const name = `raffle ${raffle_id} was to be drawn at ${at(draws)}`
  t.equal(overdue([commitment()], draws + 100), undefined)
  t.equal(overdue([commitment()], draws + 101), `seal-overdue: ${name} and is not sealed`)
  t.equal(overdue([commitment(), seal()], draws + 1000), undefined)
  t.equal(overdue([commitment(), seal()], draws + 1001), `draw-overdue: ${name} and is not drawn`)
  t.equal(
    overdue([commitment(), seal(), draw(1)], draws + 1001),
    `draw-overdue: ${name} and has 1 of 2 prizes drawn`,
  )
  t.equal(overdue(drawn, draws + 9999), undefined)
  t.equal(overdue([commitment(), cancellation(10)], draws + 9999), undefined)
  t.equal(overdue([commitment(), draw(1)], draws + 9999), undefined, 'of what is broken nothing is expected')
  const open = [{ ...onRound, seeds: 'public' }, seal()]
  const out = roundTime(chain, round) - noon
  t.equal(overdue(open, out + 1000, withChain), undefined)
  t.equal(
    overdue(open, out + 1001, withChain),
    `draw-withheld: raffle ${raffle_id} is not drawn: its seeds are public and its round was out at ${at(out)}, so whoever has the list knows the winners, and the operator has not said who they are`,
  )
  t.match(overdue(open, out + 1001), /^draw-overdue: /, 'nobody knows when the round was out')
  t.equal(overdue([commitment()], -noon), undefined, 'a clock that is far behind')
  t.end()
})
