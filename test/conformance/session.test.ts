import t from 'tap'
import { readAnswer, type Answered } from '../../src/conformance/answer.js'
import { tryLimit } from '../../src/conformance/burst.js'
import { Session, type SessionOptions } from '../../src/conformance/session.js'
import { DrawauditError } from '../../src/errors.js'
import type { Exchange, HeaderField } from '../../src/model/exchange.js'

const request = { method: 'GET', path: '/raffles/x/audit', headers: [] as readonly HeaderField[] }

/** A session with a clock of its own; each request is answered with the next status, a 429 with its Retry-After. */
function open(
  answers: (attempt: number, now: number) => readonly [status: number, retryAfter?: string] | DrawauditError,
  options: Partial<SessionOptions> = {},
): { session: Session; waits: number[]; told: number[]; sent: () => number } {
  let clock = Date.parse('2026-11-20T16:15:00Z')
  let attempt = 0
  const waits: number[] = []
  const told: number[] = []
  const session = new Session({
    baseUrl: 'http://service.example/api/v1',
    request: (url): Promise<Exchange> => {
      attempt += 1
      clock += 10
      const answer = answers(attempt, clock)
      if (answer instanceof DrawauditError) return Promise.reject(answer)
      const [status, retryAfter] = answer
      return Promise.resolve({
        method: 'GET',
        url,
        sent: [],
        status,
        headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]],
        body: new Uint8Array(),
        sentAt: new Date(clock - 10).toISOString(),
        receivedAt: new Date(clock).toISOString(),
        redirects: [],
      })
    },
    now: () => new Date(clock),
    sleep: milliseconds => {
      waits.push(milliseconds)
      clock += milliseconds
      return Promise.resolve()
    },
    longestWait: 75,
    deadline: new Date(clock + 600_000),
    onWait: seconds => told.push(seconds),
    ...options,
  })
  return { session, waits, told, sent: () => attempt }
}

await t.test('a 429 is waited out as it asks', async t => {
  const { session, waits, told, sent } = open(attempt => (attempt === 1 ? [429, '7'] : [200]))
  const answer = await session.send('audit', request)
  t.match(answer, { exchange: { status: 200 } })
  t.strictSame([waits, told, sent()], [[7000], [7], 2])
  t.equal(session.limited.length, 1)
  t.equal(session.answeredLately, 1)
})

await t.test('a 429 whose Retry-After cannot be read is waited out for a while', async t => {
  for (const value of [undefined, 'soon', '-1', '1.5']) {
    const { session, waits } = open(attempt =>
      attempt > 1 ? [200] : value === undefined ? [429] : [429, value],
    )
    t.match(await session.send('audit', request), { exchange: { status: 200 } })
    t.strictSame(waits, [5000], String(value))
  }
})

await t.test('nobody waits a year, nor for ever', async t => {
  for (const wait of ['31536000', '76', 'Fri, 20 Nov 2099 16:15:00 GMT']) {
    const { session, waits } = open(() => [429, wait])
    t.match(await session.send('audit', request), { fault: { code: 'remote-limited' } })
    t.strictSame(waits, [], wait)
  }
  const { session, sent } = open(() => [429, '1'])
  t.match(await session.send('audit', request), { fault: { code: 'remote-limited' } })
  t.equal(sent(), 3)
})

await t.test('a date that has passed asks for no wait', async t => {
  const { session, waits } = open(attempt => (attempt === 1 ? [429, 'Thu, 01 Jan 1970 00:00:00 GMT'] : [200]))
  t.match(await session.send('audit', request), { exchange: { status: 200 } })
  t.strictSame(waits, [])
})

await t.test('all who ask wait for the same window', async t => {
  const { session, waits } = open((attempt, now) =>
    attempt > 1 && now >= Date.parse('2026-11-20T16:15:10Z') ? [200] : [429, '10'],
  )
  await session.send('audit', request)
  await session.send('stats', request)
  t.strictSame(waits, [10_000])
})

await t.test('after the deadline nothing is sent', async t => {
  const { session, sent } = open(() => [200], { deadline: new Date(0) })
  t.match(await session.send('audit', request), {
    fault: {
      code: 'remote-timeout',
      message: 'the time for the whole check is over',
      hint: 'give it more with --deadline',
    },
  })
  t.equal(sent(), 0)
  const late = open(() => [429, '60'], { deadline: new Date('2026-11-20T16:15:30Z') })
  t.match(await late.session.send('audit', request), { fault: { code: 'remote-limited' } })
  t.strictSame(late.waits, [], 'nor waited for what would come after it')
})

await t.test('after ten requests in a row that came to nothing no more are sent', async t => {
  const { session, sent } = open(() => new DrawauditError('remote-timeout', 'no answer in time'))
  for (let times = 0; times < 30; times++) {
    t.match(await session.send('audit', request), { fault: { code: 'remote-timeout' } })
  }
  t.equal(sent(), 10)
  const limited = open(() => [429, '0'])
  for (let times = 0; times < 30; times++) {
    t.match(await limited.session.send('audit', request), { fault: { code: 'remote-limited' } })
  }
  t.equal(limited.sent(), 30, 'ten times three tries')
  const flaky = open(attempt => (attempt % 10 === 0 ? [200] : new DrawauditError('remote-closed', 'closed')))
  for (let times = 0; times < 30; times++) await flaky.session.send('audit', request)
  t.equal(flaky.sent(), 30, 'an answer begins the count anew')
})

await t.test('faults of the network are answers, defects are not', async t => {
  const codes = ['remote-closed', 'address-forbidden', 'url-invalid'] as const
  for (const code of codes) {
    const { session } = open(() => new DrawauditError(code, 'no'))
    t.match(await session.send('audit', request), { probe: 'audit', fault: { code } })
  }
  const { session } = open(() => new DrawauditError('internal', 'no'))
  await t.rejects(session.send('audit', request), { code: 'internal' })
})

await t.test('the rate limit is tried until it is met, and once more after the wait', async t => {
  const limit = (attempt: number): readonly [number, string?] =>
    attempt <= 60 || attempt > 65 ? [200] : [429, '20']
  const { session, waits, sent } = open(limit)
  const burst = await tryLimit(session, request, 75)
  t.match(burst, { answered: 60, limited: { length: 5 }, after: { exchange: { status: 200 } } })
  t.strictSame([waits, sent()], [[20_500], 66])

  const without = open(() => [200])
  const nothing = await tryLimit(without.session, request, 75)
  t.match(nothing, { answered: 75, limited: { length: 0 } })
  t.notOk('after' in nothing)

  const logged = open(() => [200])
  logged.session.noteOthers()
  await tryLimit(logged.session, request, 75)
  t.strictSame(logged.waits, [60_000], 'what was asked past the session may count for the limit')

  const long = open(() => [429, '3600'])
  t.notOk('after' in (await tryLimit(long.session, request, 75)))
  t.strictSame(long.waits, [])
})

await t.test('content is read once, whatever it is', t => {
  const read = (text: string) => {
    const body = new TextEncoder().encode(text)
    const url = 'http://service.example/api/v1'
    const exchange = { method: 'GET', url, sent: [], status: 404, headers: [], redirects: [], body }
    return (readAnswer('audit', { ...exchange, sentAt: '', receivedAt: '' }) as Answered).content
  }
  t.strictSame(read('{"a":1.50e1}'), { value: { a: 15 } })
  t.match(read('{"a":1,"a":2}'), { problem: { code: 'json-duplicate-name' } })
  t.match(read('<html>'), { problem: { code: 'json-syntax' } })
  t.end()
})

await t.test('only a wait that takes long enough to wonder is told', async t => {
  const { session, waits, told } = open(() => [200])
  for (const seconds of [0.5, 0.999, 1, 1.5]) await session.wait(seconds)
  t.strictSame(waits, [500, 999, 1000, 1500])
  t.strictSame(told, [1, 2])
})
