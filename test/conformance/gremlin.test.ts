import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createCertificate } from '../remote/start.js'
import { faults, gremlinName, startGremlin, type FaultKind, type Gremlin } from './gremlin.js'
import { hashMd5, sampleRecord, sampleStatistics, startService } from './service.js'

type Test = Pick<typeof t, 'teardown'>

const audit = `/raffles/${sampleRecord.raffle_id}/audit`
const stats = `/raffles/${sampleRecord.raffle_id}/entries/stats`
const odds = `/raffles/${sampleRecord.raffle_id}/odds?entries=5`

/** Asks on a connection of its own, and reads all that comes until its end; '' when nothing comes. */
async function read(socket: Socket, target: string): Promise<{ head: string; body: Buffer; error?: string }> {
  const chunks: Buffer[] = []
  let error: string | undefined
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', (reason: NodeJS.ErrnoException) => (error = reason.code ?? reason.message))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n`)
  await once(socket, 'close').catch(() => undefined)
  const all = Buffer.concat(chunks)
  const end = all.indexOf('\r\n\r\n')
  const head = (end === -1 ? all : all.subarray(0, end)).toString('latin1')
  return {
    head,
    body: end === -1 ? Buffer.alloc(0) : all.subarray(end + 4),
    ...(error !== undefined && { error }),
  }
}

async function ask({ url }: Gremlin, path: string): ReturnType<typeof read> {
  const { port, pathname } = new URL(url)
  return read(connect(Number(port), '127.0.0.1'), pathname + path)
}

/** A gremlin that does one thing only, to everybody. */
async function startOnly(test: Test, kind: FaultKind, more: object = {}): Promise<Gremlin> {
  const { url } = await startService(test, { enforced: false })
  return startGremlin(test, { upstream: url, seed: 1, rate: 1, kinds: [kind], ...more })
}

const length = ({ head }: { head: string }): number => Number(/content-length: (\d+)/i.exec(head)?.[1])

await t.test('with no fault, the service is seen as it is', async t => {
  const { url } = await startService(t)
  const gremlin = await startGremlin(t, { upstream: url, seed: 1, rate: 0 })
  const { head, body } = await ask(gremlin, audit)
  t.match(head, /^HTTP\/1\.1 200 OK\r\n/)
  t.match(head, `ETag: "${hashMd5(body.toString())}"`)
  t.strictSame(JSON.parse(body.toString()), sampleRecord)
  t.equal(gremlin.untouched(), 1)
  t.match((await ask(gremlin, '/nothing')).head, /^HTTP\/1\.1 404 /)
})

/** What a client sees of each fault that a connection can show by itself. */
const seen: Readonly<
  Partial<
    Record<FaultKind, readonly [path: string, head: RegExp, body: (body: Buffer, whole: number) => boolean]>
  >
> = {
  connect: [stats, /^$/, body => body.length === 0],
  'after-request': [stats, /^$/, body => body.length === 0],
  reset: [stats, /^$/, body => body.length === 0],
  'mid-header': [stats, /^HTTP\/1\.1 200 OK\r\n(?!.*Connection: close)/s, body => body.length === 0],
  'mid-body': [stats, /^HTTP\/1\.1 200 /, (body, whole) => body.length > 0 && body.length < whole],
  'wrong-length': [stats, /^HTTP\/1\.1 200 /, (body, whole) => body.length === whole - 10 && isJson(body)],
  drip: [stats, /^HTTP\/1\.1 200 /, (body, whole) => body.length === whole && isJson(body)],
  'gzip-bomb': [
    stats,
    /Content-Encoding: gzip/,
    body => body.length < 2 ** 17 && gunzipSync(body).length > 2 ** 26,
  ],
  'brotli-bomb': [
    stats,
    /Content-Encoding: br\r/,
    body => body.length < 2 ** 17 && brotliDecompressSync(body).length > 2 ** 26,
  ],
  'wrong-type': [stats, /Content-Type: text\/html/, isJson],
  portal: [stats, /^HTTP\/1\.1 200 .*text\/html/s, body => body.includes('<h1>')],
  'no-content': [stats, /^HTTP\/1\.1 204 (?!.*Content-Length)/s, body => body.length === 0],
  partial: [stats, /^HTTP\/1\.1 206 .*Content-Range: bytes 0-\d+\/\d+/s, body => !isJson(body)],
  'redirect-loop': [stats, new RegExp(`^HTTP/1\\.1 302 .*Location: /api/v1${stats}\r`, 's'), () => true],
  unauthorized: [stats, /^HTTP\/1\.1 401 .*WWW-Authenticate: /s, () => true],
  limited: [stats, /^HTTP\/1\.1 429 .*Retry-After: 31536000/s, isJson],
  'server-error': [stats, /^HTTP\/1\.1 500 /, isJson],
  unavailable: [stats, /^HTTP\/1\.1 503 /, body => !isJson(body)],
  stale: [audit, /Age: 86400/, body => body.equals(Buffer.from('{"raffle_id":"older"}'))],
  'other-raffle': [audit, /ETag: /, body => isJson(body) && !body.includes(sampleRecord.raffle_id)],
  bom: [stats, /^HTTP\/1\.1 200 /, body => body.subarray(0, 3).toString('hex') === 'efbbbf'],
  reshaped: [stats, /^HTTP\/1\.1 200 /, body => isSame(body, sampleStatistics) && !isPlain(body)],
  'clock-skew': [
    odds,
    /^HTTP\/1\.1 200 /,
    body => Date.parse((JSON.parse(body.toString()) as { as_of: string }).as_of) > Date.now() + 80_000_000,
  ],
  'duplicate-header': [audit, /(etag: .*){2}/is, isJson],
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString())
    return true
  } catch {
    // That is the answer.
    return false
  }
}

const sorted = (value: object): string => JSON.stringify(Object.entries(value).sort())
const isSame = (body: Buffer, value: object): boolean =>
  sorted(JSON.parse(body.toString()) as object) === sorted(value)
const isPlain = (body: Buffer): boolean => body.toString() === JSON.stringify(JSON.parse(body.toString()))

for (const [kind, [path, head, holds]] of Object.entries(seen)) {
  await t.test(`fault: ${kind}`, async t => {
    const gremlin = await startOnly(t, kind as FaultKind, {
      older: { raffle_id: 'older' },
      dripMilliseconds: 1,
    })
    const answer = await ask(gremlin, path)
    t.match(answer.head, head)
    t.ok(holds(answer.body, length(answer)), answer.body.subarray(0, 200).toString())
    if (kind === 'clock-skew') {
      t.ok(Date.parse(/Date: (.*)/.exec(answer.head)?.[1] ?? '') > Date.now() + 80_000_000, answer.head)
    }
    if (kind === 'reset') t.equal(answer.error, 'ECONNRESET')
    t.equal(gremlin.counts[kind as FaultKind], 1)
    t.equal(gremlin.untouched(), 0)
  })
}

await t.test('fault: stall', async t => {
  const service = await startService(t)
  const gremlin = await startGremlin(t, { upstream: service.url, seed: 1, rate: 1, kinds: ['stall'] })
  const { port } = new URL(gremlin.url)
  const socket = connect(Number(port), '127.0.0.1')
  let closed = false
  const ended = read(socket, `/api/v1${stats}`).finally(() => (closed = true))
  while (gremlin.counts.stall === 0) await new Promise(setImmediate)
  t.equal(closed, false)
  t.equal(service.requests.length, 1)
  socket.destroy()
  t.match(await ended, { head: '' })
})

await t.test('faults: dns, and whatever was chosen with the name', async t => {
  const gremlin = await startOnly(t, 'dns')
  await t.rejects(gremlin.lookup('somewhere.example'), { code: 'ENOTFOUND' })
  t.equal(gremlin.counts.dns, 1)
  t.match(new URL(gremlin.namedUrl), { hostname: gremlinName, port: new URL(gremlin.url).port })

  const portal = await startOnly(t, 'portal')
  t.strictSame(await portal.lookup(gremlinName), ['127.0.0.1'])
  t.match((await ask(portal, stats)).body.toString(), '<h1>')
  t.equal(portal.counts.portal, 1)
})

await t.test('fault: tls, and the others behind TLS', async t => {
  const tls = createCertificate(t, `IP:127.0.0.1,DNS:${gremlinName}`)
  const open = ({ url }: Gremlin): Socket =>
    connectTls({ port: Number(new URL(url).port), host: '127.0.0.1', ca: tls.cert })
  t.match(await read(open(await startOnly(t, 'tls', { tls })), stats), { head: '', error: 'ECONNRESET' })
  const reset = await startOnly(t, 'reset', { tls })
  t.match(await read(open(reset), `/api/v1${stats}`), { head: '' })
  t.equal(reset.counts.reset, 1)
  const portal = await startOnly(t, 'portal', { tls })
  t.match(portal.url, /^https:/)
  t.match((await read(open(portal), `/api/v1${stats}`)).body.toString(), '<h1>')
})

await t.test('the seed decides which answers are spoilt, and about a fifth of them are', async t => {
  const { url } = await startService(t, { enforced: false })
  const kinds = (Object.keys(faults) as FaultKind[]).filter(kind => !/stall|drip|bomb/.test(kind))
  const run = async (seed: number): Promise<readonly [string, number]> => {
    const gremlin = await startGremlin(t, { upstream: url, seed, kinds })
    for (let count = 0; count < 200; count++) await ask(gremlin, stats)
    return [JSON.stringify(gremlin.counts), gremlin.untouched()]
  }
  const [first, again, other] = [await run(1), await run(1), await run(2)]
  t.strictSame(first, again)
  t.notSame(first, other)
  for (const [, untouched] of [first, other]) t.ok(untouched > 140 && untouched < 180, String(untouched))
})

await t.test('every fault is tested here', t => {
  t.strictSame([...Object.keys(seen), 'dns', 'stall', 'tls'].sort(), Object.keys(faults).sort())
  t.end()
})
