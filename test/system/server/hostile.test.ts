// One server, as it is run, under everything that a hostile client can send it; and what it says when its store fails.
import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { random } from '../../../src/cli/shared/random.js'
import { DrawauditError } from '../../../src/errors.js'
import { publish } from '../../../src/operator/publish.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../src/store/store.js'
import { root } from '../../cli/run.js'
import { hostile, type Hostile } from '../../server/hostile.js'
import {
  Client,
  countBytesRead,
  countDescriptors,
  eventually,
  evilHost,
  format,
  readMemory,
  readSome,
  serve,
  type RawResponse,
  type Served,
} from '../../server/raw.js'
import { get, sample, sampleStatistics, send, start, view } from '../../server/start.js'

const codes: Readonly<Record<number, string>> = {
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  500: 'SERVER_ERROR',
  503: 'SERVER_ERROR',
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What no response tells: stacks, files, and what the client wrote for others to read. */
const secrets = new RegExp(
  `\\n\\s+at |node:|\\.[jt]s:\\d|file://|<script|raffles\\.db|passwd|${root}|${evilHost}`,
)
/** Bytes of memory that the server may have more after all of it than before. */
const mostGrowth = 128 * 1024 * 1024

/** A raffle whose audit record has some two megabytes. */
const bigId = '99999999-89ab-4def-8123-456789abcdef'
const big = {
  ...sample,
  raffle_id: bigId,
  total_draws: 5000,
  draws: Array.from({ length: 5000 }, (_, index) => ({
    ...sample.draws[0],
    winner_entry_id: `entry-${index}`,
    draw_id: `99999999-89ab-4def-8123-${String(index).padStart(12, '0')}`,
  })),
}
const bigPath = `/api/v1/raffles/${bigId}/audit`

const file = `${t.testdir()}/raffles.db`
await publishTo(file, sample, sampleStatistics, big)
const server = await serve(t, file, '--rate-limit', '1000000')

/** Requests that were sent, by row. */
const counts = new Map<string, number>()
/** The ids of all responses that were read whole. */
const ids: string[] = []

const before = { descriptors: 0, memory: 0 }
await t.test('good requests before', async t => {
  for (const path of ['/', '/readyz', bigPath, ...['audit', 'entries/stats', 'audit/history'].map(view)]) {
    t.equal((await ask(path)).status, 200, path)
  }
  before.descriptors = countDescriptors(server)
  before.memory = readMemory(server)
})

// These wait for time limits of the server, while the others go on.
const slow = [sendSlowly(), readSlowly(), stayHealthy()]

for (const [name, requests] of Object.entries(hostile)) {
  await t.test(name, async t => {
    for (const request of requests) {
      const first = [request.bytes].flat()[0] ?? ''
      t.strictSame(await findFaults(request), [], JSON.stringify(first.slice(0, 120)))
      count(name.split(' ')[0] ?? '')
    }
  })
}

await t.test('A13 a body of 10 MB is not read', async t => {
  for (const line of ['Content-Length: 10485760', 'Transfer-Encoding: chunked']) {
    const id = randomUUID()
    const client = new Client(server)
    const read = countBytesRead(server)
    client.send(format(view('audit'), [line, `X-Request-Id: ${id}`]))
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`
    for (let sent = 0; sent < 160 && !client.isClosed; sent++) {
      await new Promise(resolve => client.socket.write(chunk, resolve))
    }
    await client.closed
    // Whoever writes on loses the response when the connection is reset.
    const response = await client.receive()
    if (response !== undefined) t.equal(response.status, 400)
    const isLogged = (): boolean => server.logs.some(log => log.includes(id) && log.includes('"status":400'))
    t.ok(await eventually(isLogged), 'it is refused')
    const taken = countBytesRead(server) - read
    t.comment(`${line}: read ${taken} bytes`)
    t.ok(taken < 512 * 1024, `it read ${taken} bytes`)
    count('A13')
  }
})

await t.test('A16 to A19: every request counts, for the right address', async t => {
  const limited = await serve(t, file, '--rate-limit', '60')
  const client = new Client(limited)
  const sent = Array.from({ length: 200 }, () => randomUUID())
  client.send(sent.map(id => format(view('audit'), [`X-Request-Id: ${id}`])).join(''))
  const received: RawResponse[] = []
  while (received.length < sent.length) {
    const response = await client.receive()
    if (response === undefined) break
    received.push(response)
  }
  t.strictSame(
    received.map(({ headers }) => headers['x-request-id']),
    sent,
    'in order',
  )
  t.strictSame(
    received.map(({ status }) => status),
    [...Array.from({ length: 60 }, () => 200), ...Array.from({ length: 140 }, () => 429)],
  )
  t.strictSame(
    received.flatMap(response => describe(response)),
    [],
  )
  client.socket.destroy()
  count('A19', 200)

  const spoofed = await ask(view('audit'), ['X-Forwarded-For: 1.2.3.4'], limited)
  t.equal(spoofed.status, 429, 'nobody is trusted')
  count('A16')

  const proxied = await serve(t, file, '--rate-limit', '1', '--trusted-proxy', '127.0.0.1')
  const statuses = async (...forwarded: readonly string[]): Promise<number[]> => {
    const list: number[] = []
    for (const value of forwarded) {
      count(value.includes(':') ? 'A18' : 'A17')
      list.push((await ask(view('audit'), [`X-Forwarded-For: ${value}`], proxied)).status)
    }
    return list
  }
  t.strictSame(
    await statuses('6.6.6.6, 1.2.3.4', '7.7.7.7, 1.2.3.4', '1.2.3.4', '1.2.3.5'),
    [200, 429, 429, 200],
  )
  t.strictSame(
    await statuses('::ffff:1.2.3.4', '::ffff:102:304', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::2'),
    [429, 429, 200, 429, 200],
  )
})

await t.test('A19 200 requests in one piece are answered in order', async t => {
  const client = new Client(server)
  const sent = Array.from({ length: 200 }, () => randomUUID())
  const path = (index: number): string =>
    index % 2 === 0 ? view(`odds?entries=${1 + (index % 142)}`) : '/nowhere'
  client.send(sent.map((id, index) => format(path(index), [`X-Request-Id: ${id}`])).join(''))
  for (const [index, id] of sent.entries()) {
    const response = await client.receive()
    t.equal(response?.headers['x-request-id'], id)
    t.equal(response?.status, index % 2 === 0 ? 200 : 404)
  }
  client.socket.destroy()
  count('A19', 200)
})

await t.test('A23 clients that go away', async t => {
  const request = format(view('audit'))
  const { text } = await ask(view('audit'))
  const lengths = Array.from({ length: text.length }, (_, index) => index + 1)
  await inParallel(8, lengths, async length => {
    t.equal(await readSome(server, request, length), length)
  })
  // While the server is still writing.
  const lengthsOfBig = Array.from({ length: 20 }, (_, index) => (index + 1) * 100_000)
  await inParallel(4, lengthsOfBig, async length => {
    t.ok((await readSome(server, format(bigPath), length)) >= 1)
  })
  await inParallel(8, Array.from({ length: 500 }), async () => {
    const client = new Client(server)
    await new Promise(resolve => client.socket.write(request, resolve))
    client.socket.resetAndDestroy()
    await client.closed
  })
  count('A23', lengths.length + lengthsOfBig.length + 500)
})

await t.test('A24 a refusal for too many requests does not ask the store', async t => {
  let reads = 0
  const refusing = await start(t, { rateLimit: 5, store: createStore(() => (reads += 1)) }, [])
  for (let index = 0; index < 5; index++) t.equal((await get(refusing, unknown())).status, 404)
  t.ok(reads >= 5)
  const readsBefore = reads
  for (const path of [...Array.from({ length: 100 }, unknown), '/', view('audit'), view('audit/history')]) {
    const { status, headers, body } = await get(refusing, path)
    t.equal(status, 429)
    t.match(headers, { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    const seconds = Number(headers['retry-after'])
    t.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After ${seconds}`)
    t.match(body, path === '/' ? '<h1>Too many requests just now</h1>' : '"code":"RATE_LIMITED"')
    count('A24')
  }
  t.equal(reads, readsBefore)
})

await t.test('A25 a store that fails', async t => {
  const fails: Readonly<Record<string, readonly [number, (name: string) => void]>> = {
    busy: [503, fail(new DrawauditError('store-busy', `${root}raffles.db is locked`))],
    unavailable: [503, fail(new DrawauditError('store-unavailable', `${root}raffles.db: no disk`))],
    'unavailable when it reads': [
      503,
      name => {
        if (name !== 'generation') throw new DrawauditError('store-damaged', `${root}raffles.db`)
      },
    ],
    'a defect': [500, fail(new TypeError(`undefined is no function at ${root}x.js:1:2`))],
  }
  for (const [name, [expected, call]] of Object.entries(fails)) {
    const failing = await start(t, { store: createStore(call) }, [])
    for (const path of ['/', ...['audit', 'audit/history', 'entries/stats', 'odds?entries=1'].map(view)]) {
      const { status, headers, body } = await get(failing, path)
      t.equal(status, expected, `${name}: ${path}`)
      t.notMatch(body, secrets)
      if (path === '/') t.match(body, 'This says nothing about any draw.')
      else t.match(JSON.parse(body), { error: { code: 'SERVER_ERROR', request_id: headers['x-request-id'] } })
      t.equal(headers['retry-after'], expected === 503 ? '5' : undefined)
      count('A25')
    }
    t.equal((await send(failing, '/livez')).status, 200)
    const ready = await send(failing, '/readyz')
    if (name !== 'unavailable when it reads') {
      t.equal(ready.status, 503)
      t.strictSame(JSON.parse(ready.body), { status: 'unavailable', reason: 'store' })
      t.equal(ready.headers['retry-after'], '1')
    }
    count('A25', 2)
  }
})

await t.test('A25 a store file that is ruined while it is served', async t => {
  const ruins: Readonly<Record<string, (path: string) => void>> = {
    garbage: path => {
      writeFileSync(path, Buffer.alloc(200_000, 0xa5))
    },
    text: path => {
      writeFileSync(path, 'this is no database')
    },
    empty: path => {
      truncateSync(path)
    },
    half: path => {
      truncateSync(path, 20_000)
    },
    'all but the first page': path => {
      writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 4096), Buffer.alloc(200_000)]))
    },
    'one letter of each record': path => {
      const bytes = readFileSync(path)
      for (let at = 0; (at = bytes.indexOf('iPhone', at)) !== -1; at++) bytes.write('j', at)
      writeFileSync(path, bytes)
    },
    deleted: path => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    },
  }
  const whole = `${t.testdir()}/raffles.db`
  await publishTo(whole, sample, sampleStatistics)
  const known = ['/', ...['audit', 'entries/stats', 'audit/history'].map(view)]
  const sound = await serve(t, whole)
  const right = new Map<string, string>()
  for (const path of known) right.set(path, (await ask(path, [], sound)).body)

  // Served before, so that much of the file is in memory; and not.
  const cases = Object.entries(ruins).flatMap(([name, ruin]) =>
    [true, false].map(isWarm => ({ name, ruin, isWarm })),
  )
  await inParallel(2, cases, async ({ name, ruin, isWarm }) => {
    const path = `${whole}.${name.replaceAll(' ', '-')}.${isWarm ? 'warm' : 'cold'}`
    copyFileSync(whole, path)
    const ruined = await serve(t, path)
    if (isWarm) for (const path of known) t.equal((await ask(path, [], ruined)).status, 200)
    ruin(path)
    const statuses: number[] = []
    for (const path of [...known, unknown(), '/readyz']) {
      const response = await ask(path, [], ruined)
      const { status, headers, body } = response
      statuses.push(status)
      if (status === 503) t.ok(Number(headers['retry-after']) >= 1)
      else if (path === '/readyz') t.equal(status, 200)
      // The list says what its summaries say: `store check` compares them with the records.
      else if (path === '/' && name === 'one letter of each record') t.equal(status, 200)
      else if (right.has(path))
        t.strictSame({ status, body }, { status: 200, body: right.get(path) }, `${name}: ${path}`)
      else t.equal(status, 404)
      if (path !== '/readyz') t.strictSame(describe(response), [])
      count('A25')
    }
    t.comment(`${name}, ${isWarm ? 'warm' : 'cold'}: ${statuses.join(' ')}`)
    t.equal((await ask('/livez', [], ruined)).status, 200)
    t.notOk(ruined.hasEnded())
    t.equal(ruined.stderr(), '')
  })
})

await t.test('A20 clients that take their time', async t => {
  const complaints = await Promise.all(slow)
  t.strictSame(complaints.flat(), [])
})

await t.test('the server is as it was', async t => {
  t.ok(
    await eventually(() => countDescriptors(server) <= before.descriptors),
    `${countDescriptors(server)} descriptors, ${before.descriptors} before`,
  )
  const growth = readMemory(server) - before.memory
  t.ok(growth <= mostGrowth, `${Math.round(growth / 1024 / 1024)} MB more than before`)
  t.comment(
    `memory: ${Math.round(growth / 1024 / 1024)} MB more than ${Math.round(before.memory / 1024 / 1024)}`,
  )
  const { status, body, headers } = await ask(view('audit'))
  t.equal(status, 200)
  t.equal(headers['etag'], `"${createHash('md5').update(body).digest('hex')}"`)
  t.notOk(server.hasEnded())
  t.equal(server.stderr(), '')

  const hasAll = (): boolean => server.logs.at(-1)?.includes(headers['x-request-id'] ?? '') === true
  t.ok(await eventually(hasAll), 'the log is written')
  const logged = new Map<unknown, number>()
  for (const line of server.logs) {
    const { id, msg, level } = JSON.parse(line) as Record<string, unknown>
    if (msg === 'request') logged.set(id, (logged.get(id) ?? 0) + 1)
    else t.match({ msg, level }, { msg: 'listening', level: 'info' }, line)
  }
  const expected = new Map<unknown, number>()
  for (const id of ids) expected.set(id, (expected.get(id) ?? 0) + 1)
  const missing = [...expected].filter(([id, times]) => logged.get(id) !== times)
  t.strictSame(missing, [], 'each response has a line of its own')
})

for (const [row, number] of [...counts].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))) {
  t.comment(`${row}: ${number} requests`)
}

function count(row: string, number = 1): void {
  counts.set(row, (counts.get(row) ?? 0) + number)
}

/** Sends a request of the table; what is wrong with the answer. */
async function findFaults({ bytes, status, closes, headers = {} }: Hostile): Promise<string[]> {
  const client = new Client(server)
  for (const piece of [bytes].flat()) {
    client.send(piece)
    // Each piece has to be read alone.
    if (typeof bytes !== 'string') await setTimeout(2)
  }
  const method = /^\w+/.exec([bytes].flat()[0] ?? '')?.[0]
  const response = await client.receive(method)
  if (response === undefined) return ['no response']
  ids.push(response.headers['x-request-id'] ?? '')
  const faults = describe(response, method)
  if (response.status !== status) faults.push(`${response.status}, not ${status}`)
  for (const [name, value] of Object.entries(headers)) {
    if (response.headers[name] !== value) faults.push(`${name}: ${String(response.headers[name])}`)
  }
  if (closes === true) {
    await client.closed
    if (response.headers['connection'] !== 'close') faults.push('it does not say that it closes')
  } else {
    client.send(format('/livez'))
    const next = await client.receive()
    if (next?.status !== 200) faults.push('the connection is not kept')
    else ids.push(next.headers['x-request-id'] ?? '')
    client.socket.destroy()
  }
  if (client.rest !== '') faults.push(`and then: ${client.rest.slice(0, 100)}`)
  return faults
}

/** What is wrong with any response, whatever was asked. */
function describe({ status, headers, body, text }: RawResponse, method = 'GET'): string[] {
  const faults: string[] = []
  const id = headers['x-request-id']
  if (id === undefined || !uuid.test(id)) faults.push(`X-Request-Id: ${String(id)}`)
  const [secret] = secrets.exec(text) ?? []
  if (secret !== undefined) faults.push(`it tells ${secret}`)
  if (status < 400) return faults
  if (headers['cache-control'] !== 'no-store') faults.push('it may be stored')
  // What people look at says in HTML that it cannot be had just now.
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  if (isPage && [429, 500, 503].includes(status)) {
    return method === 'HEAD' || body.includes('This says nothing about any draw.')
      ? faults
      : [...faults, 'no page']
  }
  if (headers['content-type'] !== 'application/json') faults.push('an error that is no JSON')
  if (method === 'HEAD') return faults
  const { error, ...more } = JSON.parse(body) as { error: Record<string, unknown> }
  const { code, message, request_id, ...others } = error
  if (code !== (codes[status] ?? 'INVALID_PARAMETER')) faults.push(`${status} with ${String(code)}`)
  if (typeof message !== 'string' || message === '') faults.push('no message')
  if (request_id !== id) faults.push(`${String(request_id)} in the body, ${String(id)} in the header`)
  if (Object.keys({ ...more, ...others }).length > 0) faults.push('more than the envelope')
  return faults
}

/** One good request on a connection of its own. */
async function ask(path: string, lines: readonly string[] = [], to: Served = server): Promise<RawResponse> {
  const client = new Client(to)
  client.send(format(path, lines))
  const response = await client.receive()
  client.socket.destroy()
  if (response === undefined) throw new Error(`no response to ${path}`)
  if (to === server) ids.push(response.headers['x-request-id'] ?? '')
  return response
}

function unknown(): string {
  return `/api/v1/raffles/${randomUUID()}/audit`
}

async function publishTo(path: string, ...documents: readonly object[]): Promise<void> {
  const store = await openSqliteStore(path, { access: 'write', create: true })
  const publications = documents.map((value, index) => ({ file: `document ${index}`, read: () => value }))
  await publish(store, publications, { now: new Date('2026-09-01T08:00:00Z'), random })
  await store.close()
}

/** A store of nothing, which tells what is read of it. */
function createStore(call: (name: string) => void): Store {
  const read = async <T>(name: string, value: T): Promise<T> => {
    await Promise.resolve()
    call(name)
    return value
  }
  return {
    generation() {
      call('generation')
      return 1
    },
    readRaffle: () => read('readRaffle', undefined),
    readAuditHistory: () => read('readAuditHistory', undefined),
    readStatements: () => read('readStatements', undefined),
    readBundle: () => read('readBundle', undefined),
    readEntries: () => read('readEntries', undefined),
    readEntryProof: () => read('readEntryProof', undefined),
    readTrust: () => read('readTrust', { trust: 'drawaudit/v1' as const }),
    get ceremonies(): never {
      throw new Error('a server has nothing to do with them')
    },
    get log(): never {
      throw new Error('nobody asks for it here')
    },
    get outbox(): never {
      throw new Error('a server has nothing to do with it')
    },
    get desk(): never {
      throw new Error('the public server never asks who may use the desk')
    },
    listRaffles: () => read('listRaffles', []),
    listSummaries: () => read('listSummaries', []),
    readSummary: () => read('readSummary', undefined),
    countOverdue: () => read('countOverdue', 0),
    countSummaries: () => read('countSummaries', { open: 0, sealed: 0, drawn: 0, cancelled: 0, unsigned: 0 }),
    readClock: () => read('readClock', undefined),
    transact: () => Promise.reject(new Error('read-only')),
    close: () => Promise.resolve(),
  }
}

function fail(error: Error): () => never {
  return () => {
    throw error
  }
}

async function inParallel<T>(
  number: number,
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = list.values()
  const workers = Array.from({ length: number }, async () => {
    for (const item of rest) await work(item)
  })
  await Promise.all(workers)
}

interface SlowSender {
  readonly name: string
  /** Of connections. */
  readonly number: number
  /** Sent at once. */
  readonly first: string
  /** Sent every second. */
  readonly drip?: string
  readonly statuses: readonly number[]
  /** Milliseconds until the server ends it. */
  readonly longest: number
}

/** Clients that never end their request, one byte a second: each is told so, in time. */
async function sendSlowly(): Promise<string[]> {
  const head = `GET /livez HTTP/1.1\r\nHost: ${evilHost}\r\n`
  const kinds: readonly SlowSender[] = [
    { name: 'headers', number: 300, first: `${head}X: `, statuses: [408], longest: 8000 },
    { name: 'request lines', number: 20, first: 'GET /', statuses: [408], longest: 8000 },
    { name: 'HTTP/0.9', number: 20, first: 'GET /\r\n', drip: '', statuses: [408], longest: 8000 },
    { name: 'silence', number: 20, first: '', drip: '', statuses: [408], longest: 8000 },
    { name: 'second requests', number: 20, first: `${head}\r\nGET /`, statuses: [200, 408], longest: 8000 },
    { name: 'idleness', number: 20, first: `${head}\r\n`, drip: '', statuses: [200], longest: 13_000 },
    // Nobody waits for those: no request has a body here.
    { name: 'bodies', number: 30, first: `${head}Content-Length: 9\r\n\r\n`, statuses: [400], longest: 4000 },
    {
      name: 'chunks',
      number: 20,
      first: `${head}Transfer-Encoding: chunked\r\n\r\n`,
      statuses: [400],
      longest: 4000,
    },
  ]
  const faults: string[] = []
  const waits = kinds.flatMap(({ name, number, first, drip = 'a', statuses, longest }) =>
    Array.from({ length: number }, async () => {
      const client = new Client(server)
      client.send(first)
      while (!client.isClosed) {
        await Promise.race([client.closed, setTimeout(1000)])
        client.send(drip)
      }
      const waited = await client.closed
      for (const status of statuses) {
        const response = await client.receive()
        if (response?.status !== status) faults.push(`${name}: ${String(response?.status)}`)
        else faults.push(...describe(response))
      }
      if (client.rest !== '') faults.push(`${name}: ${client.rest}`)
      if (waited > longest) faults.push(`${name}: cut after ${waited} ms`)
      count('A20')
    }),
  )
  await Promise.all(waits)
  return faults
}

/** Clients that ask for more than the kernel keeps for them, and read little of it or nothing. */
async function readSlowly(): Promise<string[]> {
  const whole = (await ask(bigPath)).text.length * 16
  const requests = format(bigPath).repeat(16)
  const kinds: readonly [name: string, number: number, first: string, rate: number, seconds: number][] = [
    // After 10 s without a byte, which the server sees after 20 s at the latest.
    ['nothing', 16, '', 0, 21],
    // After 30 s, however much was read; also when the response waited for another one.
    ['a bit', 2, '', 262_144, 33],
    ['a bit of the second', 2, format('/livez'), 262_144, 33],
  ]
  const faults: string[] = []
  const waits = kinds.flatMap(([name, number, first, rate, seconds]) =>
    Array.from({ length: number }, async () => {
      const read = await sip(first + requests, rate, seconds)
      if (read >= whole) faults.push(`who reads ${name} is not cut`)
      count('A20')
    }),
  )
  await Promise.all(waits)
  return faults
}

/** Reads so many bytes a second for some seconds, then all that there still is; how many bytes that were. */
async function sip(request: string, rate: number, seconds: number): Promise<number> {
  let read = 0
  let isThirsty = false
  const callback = (bytes: number): boolean => {
    read += bytes
    return isThirsty
  }
  const onread = { buffer: Buffer.alloc(Math.max(rate, 65_536)), callback }
  const socket = connect({ port: server.port, host: '127.0.0.1', onread })
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.on('error', () => undefined)
  socket.write(request)
  if (rate === 0) socket.pause()
  for (let second = 0; second < seconds; second++) {
    await setTimeout(1000)
    if (rate > 0) socket.resume()
  }
  isThirsty = true
  socket.resume()
  // A server that did not cut it would keep it for 10 s more.
  await Promise.race([closed, setTimeout(3000)])
  socket.destroy()
  return read
}

/** Asks as everybody does, while the others are slow. */
async function stayHealthy(): Promise<string[]> {
  const until = performance.now() + 8000
  const times: number[] = []
  const faults: string[] = []
  while (performance.now() < until) {
    const from = performance.now()
    const { status } = await ask(view('audit'))
    if (status !== 200) faults.push(`healthy: ${status}`)
    times.push(performance.now() - from)
    await setTimeout(20)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  t.comment(`healthy requests meanwhile: ${times.length}, median ${at(0.5)} ms, 99% ${at(0.99)} ms`)
  count('A20', times.length)
  return faults
}
