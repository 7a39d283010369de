import t from 'tap'
import { firstRoundAtOrAfter, roundAt, roundTime } from '../../src/core/beacon.js'
import { encodeBeacon } from '../../src/core/beacon-json.js'
import { createChain } from '../../src/relay/create-chain.js'
import { createRelay } from '../../src/relay/create-relay.js'
import { checkClock } from '../../src/remote/clock.js'
import { fetchRound, type RelayAnswer } from '../../src/remote/drand.js'
import { serveHttp } from './start.js'

type Test = Parameters<typeof serveHttp>[0]

const schedule = { secretKey: new Uint8Array(32).fill(1), period: 3, genesisTime: 1_700_000_000 }
const { chain, sign } = createChain(schedule)
const round = firstRoundAtOrAfter(chain, schedule.genesisTime + 100_000)
/** The round came out a minute ago. */
const truth = roundTime(chain, round) + 60

/** A relay that tells the right time, or one that is wrong by so many seconds; its rounds are always right. */
async function serve(test: Test, date: number | 'none' = 0): Promise<string> {
  if (date === 0) {
    const relay = createRelay({ ...schedule, now: () => new Date(truth * 1000) })
    test.teardown(() => relay.close())
    return relay.listen()
  }
  const { url } = await serveHttp(test, (request, response) => {
    const named = /[0-9]+$/.exec(request.url ?? '')?.[0]
    const wanted = named === undefined ? roundAt(chain, truth) : Number(named)
    const isOut = roundTime(chain, wanted) <= truth
    response.sendDate = false
    if (date !== 'none') response.setHeader('Date', new Date((truth + date) * 1000).toUTCString())
    response.writeHead(isOut ? 200 : 425).end(isOut ? JSON.stringify(encodeBeacon(sign(wanted))) : '{}')
  })
  return url
}

/** Fetches the round and looks at the clock, which is ahead by so many seconds. */
async function check(relays: readonly string[], ahead: number) {
  const asked: number[] = []
  const answers: RelayAnswer[] = []
  const now = () => new Date((truth + ahead) * 1000)
  const fetch = (one: number, onAnswer: (answer: RelayAnswer) => void) => {
    asked.push(one)
    return fetchRound(chain, one, { relays, client: { allowPrivate: true }, now, onAnswer })
  }
  await fetch(round, answer => answers.push(answer))
  const error = await checkClock(chain, { round, answers, fetch, now }).catch((reason: unknown) => reason)
  return { error, more: asked.length - 1 }
}

await t.test('a clock that is right, or nearly', async t => {
  const relay = await serve(t)
  for (const ahead of [0, 299, -299]) {
    t.strictSame(await check([relay], ahead), { error: undefined, more: 0 }, `${ahead} s: nothing is asked`)
  }
})

await t.test('a round that was fetched is not asked for again', async t => {
  // Five minutes before what the clock says it was the round’s time.
  t.strictSame(await check([await serve(t, 'none')], 240), { error: undefined, more: 0 })
  t.match(await check([await serve(t, 'none')], 243), { error: undefined, more: 1 })
})

await t.test('a clock that is fast, which would sign a date of the future', async t => {
  const relay = await serve(t)
  const { error } = await check([relay], 7200)
  t.match(error, {
    code: 'clock-wrong',
    message: /^the clock says 2023-11-16T04:\d\d:\d\d\+00:00, and round \d+, due at .*, is not out$/,
    hint: 'the clock of this machine is about 120 minutes ahead of those of the relays: set it, and draw again. Nothing was signed',
  })
  t.match((await check([await serve(t, 'none')], 7200)).error, {
    code: 'clock-wrong',
    hint: /fast by more than 5 minutes/,
  })
  t.match((await check([relay], 400)).error, { code: 'clock-wrong' })
})

await t.test('a clock that is slow', async t => {
  t.match((await check([await serve(t)], -7200)).error, {
    code: 'clock-wrong',
    message: /is out$/,
    hint: /about 120 minutes behind those of the relays/,
  })
})

await t.test('rounds decide, and not what a relay says of the time', async t => {
  for (const date of [-7200, 7200, 86_400] as const) {
    t.equal((await check([await serve(t, date)], 0)).error, undefined, `${date} s`)
  }
  t.equal((await check([await serve(t, 'none')], 0)).error, undefined, 'nor one that says nothing')
  const stuck = await serveHttp(t, (_, response) => response.writeHead(425).end())
  t.equal((await check([stuck.url, await serve(t, -7200)], 0)).error, undefined, 'one that lags')
})
