// Requests that were valid before some of their bytes were changed, on connections that are kept, against one server.
import { randomInt, randomUUID } from 'node:crypto'
import t from 'tap'
import { random } from '../../src/cli/random.js'
import { publish } from '../../src/operator/publish.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { Client, countDescriptors, eventually, format, serve } from './raw.js'
import { sample, sampleStatistics, view } from './start.js'

const isSlow = process.env['SLOW'] === '1'
const total = isSlow ? 1_000_000 : 3000
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 32))
const connections = 8
// tap itself has to be told, too: SLOW=1 tap -t 1800.
if (isSlow) t.setTimeout(1_800_000)

const file = `${t.testdir()}/raffles.db`
const store = await openSqliteStore(file, { access: 'write', create: true })
const publications = [sample, sampleStatistics].map(value => ({ file: 'sample', read: () => value }))
await publish(store, publications, { now: new Date('2026-09-01T08:00:00Z'), random })
await store.close()
const server = await serve(t, file, '--rate-limit', '1000000000')

/** What the server may say to a request that is none; anything else is a defect. */
const expected = new Set([200, 204, 304, 400, 404, 405, 406, 408, 414, 431])

const valid = [
  format(view('audit')),
  format(view('audit'), [
    'If-None-Match: "f6fff91c0c564cf99566adf1e0421b62", W/"x"',
    'User-Agent: curl/8.5.0',
  ]),
  format(view('entries/stats'), ['Accept-Encoding: gzip, br', 'X-Forwarded-For: 1.2.3.4, [2001:db8::1]:80']),
  format(view('odds?entries=5'), ['X-Request-Id: 0123abcd-89ab-4def-8123-456789abcdef']),
  format(view('audit/history'), ['Range: bytes=0-99', 'Connection: keep-alive, Upgrade', 'Upgrade: h2c']),
  format('http://evil.example/api/v1/openapi.json', [], 'HEAD'),
  format(view('bundle?entries=all')),
  format(view('entries/a%2Fb/proof'), ['If-None-Match: *']),
  format('/api/v1/keys'),
  format('/?after=49638a53-01d5-4ea0-96bc-887c4448c4f3'),
  format('/%61pi/v1/raffles/%34/audit'),
  format('*', ['Access-Control-Request-Method: GET', 'Origin: https://a.example'], 'OPTIONS'),
  format('/livez', ['Content-Length: 0', 'Expect: 100-continue']),
  `${format('/readyz', ['Content-Length: 5'], 'POST')}hello`,
  `${format('/readyz', ['Transfer-Encoding: chunked'], 'PUT')}5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n`,
]
/** Bytes that mean something somewhere in a request. */
const spices = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  '/',
  '?',
  '%',
  '%00',
  '%zz',
  '..',
  '//',
  '#',
  '"',
  ',',
  ';',
]
spices.push(
  '\xff',
  '\x7f',
  'HTTP/1.1',
  'Host: a\r\n',
  'Content-Length: 9\r\n',
  'Transfer-Encoding: chunked\r\n',
  '9'.repeat(30),
)

/** Numbers below a bound from a seed: mulberry32. */
function createRandom(state: number): (bound: number) => number {
  return bound => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

function mutate(text: string, random: (bound: number) => number): string {
  let result = text
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(result.length + 1)
    const end = Math.min(result.length, at + 1 + random(random(8) === 0 ? 200 : 8))
    const [before, some, after] = [result.slice(0, at), result.slice(at, end), result.slice(end)]
    const changed = [
      () => String.fromCharCode((some.charCodeAt(0) || 0) ^ (1 << random(8))) + some.slice(1),
      () => some.repeat(2 + random(random(20) === 0 ? 2000 : 3)).slice(0, 20_000),
      () => '',
      () => (spices[random(spices.length)] ?? '') + some,
      () => String.fromCharCode(random(256)) + some,
      () => some.toUpperCase(),
    ][random(6)]
    result = before + (changed?.() ?? '') + after
  }
  return result
}

/** Connections that are open and have nothing to say. */
const idle: Client[] = []

await t.test(`${total} mutants, seed ${seed}`, async t => {
  await t.resolves(probe(''))
  const descriptors = countDescriptors(server)
  const statuses = new Map<number, number>()
  const strange: string[] = []
  let sent = 0
  let silent = 0

  const workers = Array.from({ length: connections }, async (_, worker) => {
    const random = createRandom(seed + worker)
    while (sent < total && strange.length < 10) {
      sent += 1
      const mutant = mutate(valid[random(valid.length)] ?? '', random)
      // More than one at a time, as a pipeline, and then a good one.
      const request = random(4) === 0 ? mutant + mutate(valid[random(valid.length)] ?? '', random) : mutant
      const answer = await probe(request)
      if (answer.isSilent) silent += 1
      if (server.logs.length > 10_000) strange.push(...takeComplaints())
      for (const status of answer.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isStrange = answer.statuses.some(status => !expected.has(status)) || answer.fault !== undefined
      if (isStrange)
        strange.push(`${answer.fault ?? ''} ${answer.statuses.join()}: ${JSON.stringify(request)}`)
    }
  })
  await Promise.all(workers)

  t.strictSame(strange, [])
  t.comment(`${sent} requests, seed ${seed}; ${silent} were waited for in vain`)
  t.comment(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, number]) => `${status}: ${number}`)
      .join(', '),
  )
  t.strictSame((await probe('')).statuses, [200])
  t.notOk(server.hasEnded())
  t.equal(server.stderr(), '')
  t.strictSame(takeComplaints(), [], 'no error in the log')
  for (const client of idle) client.socket.destroy()
  t.ok(await eventually(() => countDescriptors(server) <= descriptors + connections))
})

/** What stands in the log beside requests, and forgets the log. */
function takeComplaints(): string[] {
  return server.logs.splice(0).filter(line => !/^\{"level":"info".*"msg":"(request|listening)"\}$/.test(line))
}

interface Probed {
  readonly statuses: readonly number[]
  /** The good request had to be sent again, because the mutant took it for a part of itself. */
  readonly isSilent: boolean
  readonly fault?: string
}

/** Sends a request, and a good one behind it that shows where the answers end. */
async function probe(request: string): Promise<Probed> {
  const client = idle.pop() ?? new Client(server)
  const id = randomUUID()
  client.send(request + format('/livez', [`X-Request-Id: ${id}`]))
  const isSilent = !(await client.waitFor(id, 50))
  const again = randomUUID()
  if (isSilent) client.send(format('/livez', [`X-Request-Id: ${again}`]))
  const isAnswered = !isSilent || (await client.waitFor(again, 15_000))
  const text = client.takeAll()
  if (!client.isClosed) idle.push(client)
  const responses = text.split(/(?=HTTP\/1\.1 \d{3} )/)
  const fault = isAnswered ? responses.map(findFault).find(found => found !== undefined) : 'no answer'
  const statuses = responses.filter(part => part !== '').map(part => Number(part.slice(9, 12)))
  return { statuses, isSilent, ...(fault !== undefined && { fault }) }
}

/** What is wrong with a response, or with the beginning of one on a connection that was reset. */
function findFault(text: string): string | undefined {
  if (/\n\s+at |node:|\.[jt]s:\d|file:\/\/|raffles\.db/.test(text)) return 'it tells too much'
  const [head = '', body = ''] = text.split('\r\n\r\n')
  if (!/^HTTP\/1\.1 [45]/.test(head) || body === '') return undefined
  const [, id] = /^X-Request-Id: (\S+)$/m.exec(head) ?? []
  const isEnvelope = body.startsWith('{"error":{"code":') && body.endsWith(`,"request_id":"${String(id)}"}}`)
  return isEnvelope ? undefined : `no envelope: ${body}`
}
