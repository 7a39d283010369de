import t from 'tap'
import { roundTime, type Beacon } from '../../src/core/beacon.js'
import { DrawauditError, type ErrorCode } from '../../src/errors.js'
import { createChain } from '../../src/relay/create-chain.js'
import { createRelay } from '../../src/relay/create-relay.js'
import { fetchRound, type RelayAnswer } from '../../src/remote/drand.js'
import {
  describeClock,
  findMiddle,
  waitForRound,
  type WaitNote,
  type WaitOptions,
} from '../../src/remote/wait-for-round.js'

const schedule = { secretKey: new Uint8Array(32).fill(1), period: 3, genesisTime: 1_700_000_000 }
const { chain, sign } = createChain(schedule)
const round = 5
const due = roundTime(chain, round)
const beacon = sign(round)

/** What one attempt gives: the round, or an error. The relays' clocks are `behind` ours. */
type Attempt = 'round' | ErrorCode

/** A wait in which time passes only by sleeping. `start` is in seconds after the round. */
async function wait(
  start: number,
  attempts: readonly Attempt[],
  options: WaitOptions | object = {},
  clocks: readonly number[] = [],
) {
  let time = (due + start) * 1000
  const ticks: number[] = []
  const notes: WaitNote[] = []
  const asked: number[] = []
  const fetch = async (onAnswer: (answer: RelayAnswer) => void): Promise<Beacon> => {
    const attempt = attempts[Math.min(asked.length, attempts.length - 1)]
    asked.push(time / 1000 - due)
    await Promise.resolve()
    for (const clockAhead of clocks) onAnswer({ relay: 'https://relay.example', clockAhead })
    if (attempt === 'round') return beacon
    throw new DrawauditError(attempt ?? 'internal', `attempt ${asked.length}`, { hint: 'as it was' })
  }
  const result = await waitForRound(chain, round, {
    fetch,
    clock: () => new Date(time),
    sleep: async milliseconds => {
      await Promise.resolve()
      if (!(milliseconds > 0)) throw new Error(`slept ${milliseconds}`)
      time += milliseconds
    },
    onTick: left => ticks.push(left),
    onNote: note => notes.push(note),
    ...options,
  }).catch((error: unknown) => error as DrawauditError)
  return { result, ticks, notes, asked }
}

await t.test('a round that is out is fetched at once', async t => {
  t.same(await wait(1000, ['round']), { result: { beacon }, ticks: [], notes: [], asked: [1000] })
  t.same((await wait(0, ['round'])).asked, [0])
})

await t.test('each second is counted', async t => {
  const { ticks, asked, result } = await wait(-3.2, ['round'])
  t.same(ticks, [4, 3, 2, 1])
  t.same(asked, [0])
  t.same(result, { beacon })
})

await t.test('before a long wait, relays are asked whether they are there', async t => {
  const fine = await wait(-90, ['remote-early', 'round'])
  t.same(fine.asked, [-90, 0])
  t.equal(fine.ticks.length, 90)
  t.same(fine.ticks.slice(0, 2), [90, 89])
  t.same(fine.notes, [])
  const down = await wait(-90, ['remote-unreachable', 'round'])
  t.match(down.notes, [{ kind: 'relays', error: { code: 'remote-unreachable' } }])
  t.same(down.result, { beacon })
})

await t.test('relays that are late are asked again for a while', async t => {
  const late = await wait(-1, ['remote-early', 'remote-unreachable', 'beacon-invalid', 'round'])
  t.same(late.asked, [0, 0.5, 1.5, 3.5])
  t.equal(late.notes.length, 3)
  t.same(late.result, { beacon })
  const never = await wait(-1, ['remote-early'])
  t.match(never.result, { code: 'remote-early', hint: 'as it was' })
  t.ok(Math.max(...never.asked) <= 120 && Math.max(...never.asked) > 100, String(never.asked))
  t.ok(never.asked.length < 25)
  t.same((await wait(-1, ['remote-early'], { patience: 2 })).asked, [0, 0.5, 1.5])
  t.same((await wait(500, ['remote-unreachable'])).asked, [500], 'an old round is not late')
})

await t.test('what asking again does not change ends the wait', async t => {
  for (const code of ['usage', 'url-invalid', 'address-forbidden', 'internal'] as const) {
    const { result, asked } = await wait(-90, [code, 'round'])
    t.match(result, { code })
    t.same(asked, [-90])
  }
  const reason = new Error('enough')
  const { result } = await wait(-90, ['remote-early'], { sleep: async () => Promise.reject(reason) })
  t.equal(result, reason)
})

await t.test('a clock that is behind', async t => {
  // By its signature the round is out, though our clock says that it comes in five minutes.
  const proven = await wait(-300, ['round'])
  t.same(proven.result, { beacon, clockAhead: -300 })
  t.same(proven.notes, [{ kind: 'clock', clockAhead: -300 }])
  t.same(proven.ticks, [])
  t.same((await wait(-300, ['round'], {}, [-400, -410])).result, { beacon, clockAhead: -400 })
  t.same((await wait(-300, ['round'], {}, [7, 8, 9])).result, { beacon, clockAhead: -300 })
  const said = await wait(-90, ['remote-early', 'round'], {}, [-600])
  t.same(said.notes, [{ kind: 'clock', clockAhead: -600 }], 'said once')
})

await t.test('a clock that is ahead', async t => {
  const { result, notes } = await wait(10, ['remote-early'], {}, [300, 301, 299])
  t.same(notes[0], { kind: 'clock', clockAhead: 300 })
  t.match(result, {
    code: 'remote-early',
    hint: 'the clock of this machine is about 5 minutes ahead of those of the relays: set it right, then try again',
  })
  t.same((await wait(10, ['round'], {}, [90])).result, { beacon, clockAhead: 90 })
})

await t.test('one relay cannot say that the clock is wrong where others say that it is right', async t => {
  for (const clocks of [[0, 1, 9999], [-9999, 1, 2], [59], [0, 9999], [-9999, 5]]) {
    const { result, notes } = await wait(10, ['round'], {}, clocks)
    t.same(result, { beacon }, clocks.join())
    t.same(notes, [])
  }
})

await t.test('what a clock is said to be', t => {
  t.equal(describeClock(90), 'the clock of this machine is about 90 seconds ahead of those of the relays')
  t.equal(describeClock(-300), 'the clock of this machine is about 5 minutes behind those of the relays')
  t.end()
})

await t.test('with a real relay, whose clock is ours', async t => {
  let time = (due - 2.5) * 1000
  const relay = createRelay({ ...schedule, now: () => new Date(time) })
  const url = await relay.listen()
  t.teardown(() => relay.close())
  const ticks: number[] = []
  const result = await waitForRound(chain, round, {
    fetch: async onAnswer =>
      fetchRound(chain, round, {
        relays: [url],
        client: { allowPrivate: true },
        now: () => new Date(time),
        onAnswer,
      }),
    clock: () => new Date(time),
    sleep: async milliseconds => {
      await Promise.resolve()
      time += milliseconds
    },
    onTick: left => ticks.push(left),
  })
  t.same(result, { beacon })
  t.same(ticks, [3, 2, 1])
})

await t.test('the middle of what clocks say', t => {
  t.equal(findMiddle([]), undefined)
  t.equal(findMiddle([3]), 3)
  t.equal(findMiddle([9, -7, 2]), 2)
  t.equal(findMiddle([9, 1]), 1)
  t.equal(findMiddle([-1, -9]), -1)
  t.equal(findMiddle([-5, 5]), 5, 'of two as far away the one by which ours is fast, which does the harm')
  t.end()
})
