import t from 'tap'
import { native } from '../../src/native/engine.js'
import { createStatementsSource, type PollAnswer } from '../../src/observe/fetch-statements.js'
import { followStatements } from '../../src/observe/follow.js'
import { DrawauditError } from '../../src/errors.js'
import { serveHttp, serveRaw, start } from '../remote/start.js'
import { answer, body, createRaffle, raffleId, show, type Step } from './raffle.js'

const chain = createRaffle()

type Test = Parameters<typeof serveHttp>[0]

async function ask(test: Test, steps: readonly Step[], view?: string) {
  const shown = show(steps, view)
  const { url } = await serveHttp(test, shown.listener)
  const baseUrl = `${url}/api/v1`
  const source = createStatementsSource({ client: start(test), baseUrl, raffleId, engine: native })
  return { ...shown, source, baseUrl }
}

await t.test('what was seen, and that nothing is new', async t => {
  const { source, asked, baseUrl } = await ask(t, [chain.slice(0, 1), chain.slice(0, 1), chain])
  const first = await source.poll()
  if (first.kind !== 'seen') throw new Error(first.kind)
  t.equal(first.source, `${baseUrl}/raffles/${raffleId}/statements`)
  t.same(first.envelopes, chain.slice(0, 1))
  t.ok(Math.abs(first.receivedAt.getTime() - Date.now()) < 60_000)
  t.equal(first.clockAhead, 0)
  t.same(await source.poll(), { kind: 'unchanged' })
  t.match(await source.poll(), { kind: 'seen', envelopes: chain })
  t.equal(asked[0]?.tag, undefined)
  t.match(asked[1]?.tag, /^"[0-9a-f]{32}"$/)
})

await t.test('a bundle where there is no view of statements', async t => {
  const { source, asked, baseUrl } = await ask(t, [chain.slice(0, 1), chain], 'bundle')
  t.match(await source.poll(), { kind: 'seen', source: `${baseUrl}/raffles/${raffleId}/bundle` })
  t.match(await source.poll(), { kind: 'seen', envelopes: chain })
  t.same(
    asked.map(({ path }) => path.split('/').pop()),
    ['statements', 'bundle', 'bundle'],
  )
})

await t.test('a service that does not show them', async t => {
  for (const [status, code] of [
    [404, 'remote-error'],
    [500, 'remote-error'],
    [403, 'remote-error'],
    [204, 'remote-error'],
    [304, 'remote-error'],
  ] as const) {
    const { source } = await ask(t, [answer(status)])
    await t.rejects(source.poll(), { code }, `${status}`)
  }
  const { source } = await ask(t, [answer(200, {}, '<!doctype html>')])
  await t.rejects(source.poll(), { code: 'remote-error', message: /does not show the statements/ })
  const huge = await ask(t, [answer(200, {}, body(['x'.repeat(9_000_000)]))])
  await t.rejects(huge.source.poll(), { code: 'remote-too-large' })
})

await t.test('a service that is slow, or hangs up', async t => {
  const slow = await serveRaw(t, () => undefined)
  const client = start(t, { timeout: 200 })
  const source = createStatementsSource({ client, baseUrl: slow.url, raffleId, engine: native })
  await t.rejects(source.poll(), { code: 'remote-timeout' })
  const closing = await serveRaw(t, socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{'))
  const other = createStatementsSource({ client, baseUrl: closing.url, raffleId, engine: native })
  await t.rejects(other.poll(), { code: 'remote-truncated' })
})

await t.test('how long to wait, and how wrong the clock is', async t => {
  /** Dated when it is given, so that a slow machine takes nothing from how old it is. */
  const dated =
    (seconds: number, fields: Readonly<Record<string, string>> = {}): Exclude<Step, readonly unknown[]> =>
    (_, response) => {
      const date = new Date(Date.now() - seconds * 1000).toUTCString()
      response.writeHead(200, { date, ...fields }).end(body(chain))
    }
  const { source } = await ask(t, [
    answer(429, { 'retry-after': '7' }),
    answer(429),
    dated(600),
    dated(-600),
    dated(600, { age: '600' }),
    answer(200, { date: 'yesterday' }, body(chain)),
  ])
  t.same(await source.poll(), { kind: 'limited', seconds: 7 })
  t.same(await source.poll(), { kind: 'limited', seconds: 30 })
  const clocks: (number | undefined)[] = []
  for (let index = 0; index < 4; index++) {
    const seen = await source.poll()
    clocks.push(seen.kind === 'seen' ? seen.clockAhead : NaN)
  }
  const [behind = NaN, ahead = NaN, cached, unknown] = clocks
  t.ok(behind > 590 && behind < 610, `${behind}`)
  t.ok(ahead < -590 && ahead > -610, `${ahead}`)
  t.equal(cached, 0)
  t.equal(unknown, undefined)
})

const seen = (length: number): PollAnswer => ({
  kind: 'seen',
  envelopes: chain.slice(0, length),
  statements: [],
  strange: 0,
  source: 'x',
  receivedAt: new Date(),
})

/** What is seen of answers that come one after another, and how long the pauses between are, in seconds. */
async function follow(answers: readonly (PollAnswer | DrawauditError)[], wanted: number, interval = 15) {
  const left = [...answers]
  const pauses: number[] = []
  const troubles: (number | string)[] = []
  const sights: number[] = []
  const source = {
    poll: async () => {
      const next = left.shift()
      if (next === undefined) throw new Error('asked too often')
      if (next instanceof DrawauditError) throw next
      return Promise.resolve(next)
    },
  }
  const all = followStatements(source, {
    interval,
    longestWait: 75,
    sleep: async milliseconds => {
      pauses.push(milliseconds / 1000)
      return Promise.resolve()
    },
    random: () => 0.5,
    onTrouble: trouble => troubles.push(typeof trouble === 'number' ? trouble : trouble.code),
  })
  for await (const { envelopes } of all) {
    sights.push(envelopes.length)
    if (sights.length === wanted) break
  }
  return { pauses, troubles, sights }
}

const away = new DrawauditError('remote-unreachable', 'away')

await t.test('it asks at its interval, and a little later', async t => {
  const { pauses, sights } = await follow([seen(1), { kind: 'unchanged' }, seen(2)], 2)
  t.same(sights, [1, 2])
  t.same(
    pauses.map(pause => pause.toFixed(1)),
    ['16.5', '16.5'],
  )
})

await t.test('what passes is waited out, longer each time', async t => {
  const { pauses, sights, troubles } = await follow(
    [seen(1), away, away, away, away, away, away, seen(2), away, seen(3)],
    3,
    10,
  )
  t.same(sights, [1, 2, 3])
  t.same(
    pauses.map(pause => Math.round(pause / 1.1)),
    [10, 20, 40, 80, 160, 300, 300, 10, 20],
  )
  t.equal(troubles.length, 7)
})

await t.test('a service that wants to be left alone is', async t => {
  const limited = (seconds: number): PollAnswer => ({ kind: 'limited', seconds })
  const { pauses, sights } = await follow([limited(60), seen(1), limited(2), limited(1e9), seen(2)], 2)
  t.same(sights, [1, 2])
  t.same(
    pauses.map(pause => Math.round(pause / 1.1)),
    [60, 15, 15, 3600],
  )
  await t.rejects(follow([limited(76)], 1), { code: 'remote-limited' })
  await t.rejects(follow([limited(1), limited(1), limited(1)], 1), { code: 'remote-limited' })
})

await t.test('nothing was seen, so there is nothing to wait for', async t => {
  await t.rejects(follow([away], 1), away)
  const forbidden = new DrawauditError('address-forbidden', 'no')
  await t.rejects(follow([seen(1), forbidden], 2), forbidden, 'not of the network')
  await t.rejects(follow([seen(1)], 2), /asked too often/)
})
