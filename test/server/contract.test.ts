import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import type { Store } from '../../src/store/store.js'
import { createCeremony, evidence, listEntries, raffleId } from './ceremony.js'
import { endpoint, endpointId, write } from '../store/contract/outbox.js'
import { createLogOf } from './log-store.js'
import { assetNames, writeAssets } from './page-files.js'
import { uncovered } from './openapi.js'
import { failingStore, get, readError, send, sendRaw, sendText, start, view, type Started } from './start.js'

// Everything in schemas/openapi.json is made here by a server on a real socket. That each response is as the document
// says is checked where it is received, in start.ts; here, that nothing of the document is left out.

const json = 'application/json'
const vendor = 'application/vnd.service.v1+json'
const unknown = '/api/v1/raffles/0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11'
const openapi = '/api/v1/openapi.json'
const views = ['audit', 'entries/stats', 'audit/history', 'odds?entries=5']
const negotiated = [...views.map(view), openapi]
const list = 'application/x-ndjson'
/** Of the raffle that is drawn by the protocol. */
const evidenceViews = ['statements', 'bundle', 'bundle?entries=all', 'entries', 'entries/a%2Fb/proof']
const keys = '/api/v1/keys'
const webhook = `/api/v1/webhooks/${endpointId(1)}/keys`
const proven = [...evidenceViews.map(evidence), keys, webhook]
/** Of a log of four entries. */
const logViews = ['checkpoint', 'tile/0/000.p/4', 'tile/entries/000.p/4'].map(name => `/api/v1/log/${name}`)
const page = '/raffles/49638a53-01d5-4ea0-96bc-887c4448c4f3'
/** What the page of the raffle that is drawn by the protocol asks for. */
const visit = ['bundle', 'audit', 'keys', 'entries/a%2Fb/proof'].map(name => `/visits/${raffleId}/${name}`)
const assets = assetNames.map(name => `/assets/${name}`)
const icon = '/favicon.ico'
const images = ['badge.svg', 'picture.png'].map(name => `${page}/${name}`)
/** What cannot be had just now is a page there. */
const forPeople = ['/', page]
const pages = [...forPeople, ...images]
const everywhere = [
  ...[...negotiated, ...proven, ...visit, ...logViews, ...pages, icon, assets[0] ?? ''],
  ...['/livez', '/readyz'],
]
const reads = ['GET', 'HEAD']

/** Both methods that read. */
async function read(
  t: Tap,
  server: Started,
  path: string,
  status: number,
  headers: Record<string, string> = { Accept: json },
): Promise<void> {
  for (const method of reads) {
    const answer = await send(server, path, { method, headers })
    t.equal(answer.status, status, `${method} ${path}`)
  }
}

type Tap = Pick<typeof t, 'equal' | 'match'>

t.jobs = 8
// tap writes into what it is given, so that each takes a copy.
const all = { buffered: true }

const answered = t.test('what is answered', { ...all }, async t => {
  const server = await start(t)
  for (const path of negotiated) {
    for (const type of [json, vendor]) await read(t, server, path, 200, { Accept: type })
    const fresh = path.includes('/odds') ? 200 : 304
    await read(t, server, path, fresh, { Accept: json, 'If-None-Match': '*' })
    await read(t, server, path, 400, {})
    await read(t, server, path, 406, { Accept: 'text/html' })
  }
  for (const path of ['/', '/livez', '/readyz']) await read(t, server, path, 200, {})
  await read(t, server, '/', 304, { 'If-None-Match': '*' })
  for (const path of [page, icon, assets[0] ?? '']) await read(t, server, path, 404, {})
  for (const path of everywhere) {
    t.equal((await send(server, path, { method: 'OPTIONS' })).status, 204)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY']) {
      t.equal((await send(server, path, { method })).status, 405)
    }
  }
  for (const name of views) {
    await read(t, server, `${unknown}/${name}`, 404)
    await read(t, server, `/api/v1/raffles/x/${name}`, 400)
  }
  for (const path of logViews) await read(t, server, path, 404, {})
  await read(t, server, '/api/v1/nothing', 404)
  await read(t, server, '/nothing', 404)
  t.equal((await send(server, '*', { method: 'OPTIONS' })).status, 204)
})

const paged = t.test('what is answered of the page', { ...all }, async t => {
  const server = await start(t, { page: writeAssets(t) })
  for (const path of [page, icon, ...images, ...assets]) {
    await read(t, server, path, 200, {})
    await read(t, server, path, 200, { 'Accept-Encoding': 'br' })
    await read(t, server, path, 304, { 'If-None-Match': '*' })
  }
  for (const path of ['/raffles/x', `/raffles/${unknown.slice(-36)}`, '/assets/x']) {
    await read(t, server, path, 404, {})
  }
  for (const image of images) {
    await read(t, server, image.replace(page, `/raffles/${unknown.slice(-36)}`), 404, {})
  }
})

const drawn = t.test('what is answered of a raffle that is drawn by the protocol', { ...all }, async t => {
  const server = await start(t)
  await createCeremony(server).run(listEntries(50))
  await write(server.store, outbox => outbox.writeEndpoint(endpoint(1)))
  for (const path of [...proven, ...visit]) {
    const types = path.endsWith('/entries') ? [list] : [json, vendor]
    for (const type of types) {
      await read(t, server, path, 200, { Accept: type })
      await read(t, server, path, 200, { Accept: type, 'Accept-Encoding': 'gzip' })
      await read(t, server, path, 304, { Accept: type, 'If-None-Match': '*' })
    }
    await read(t, server, path, 400, {})
    await read(t, server, path, 406, { Accept: 'text/html' })
  }
  for (const path of [...evidenceViews.map(evidence), ...visit.filter(path => !path.endsWith('/keys'))]) {
    await read(t, server, path.replace(raffleId, unknown.slice(-36)), 404, { Accept: `${json}, ${list}` })
  }
  await read(t, server, webhook.replace(endpointId(1), endpointId(2)), 404)
})

const logged = t.test('what is answered of a log', { ...all }, async t => {
  const server = await start(t)
  await (await createLogOf(server)).grow(4)
  const elsewhere = await start(t, { exported: { url: 'https://log.example', within: 0 } })
  await (await createLogOf(elsewhere)).grow(256)
  await get(elsewhere, '/api/v1/log/checkpoint')
  for (const method of ['GET', 'HEAD']) {
    t.equal((await send(elsewhere, '/api/v1/log/tile/0/000', { method })).status, 302)
  }
  for (const path of logViews) {
    await read(t, server, path, 200, {})
    await read(t, server, path, 304, { 'If-None-Match': '*' })
  }
  await read(t, server, '/api/v1/log/tile/0/000.p/5', 404, {})
})

const refused = t.test('what is refused before it is understood', { ...all }, async t => {
  const server = await start(t)
  for (const path of everywhere) {
    for (const method of [...reads, 'OPTIONS']) {
      const line = `${method} ${path} HTTP/1.1\r\nHost: a\r\n`
      t.equal((await sendText(server, `${line}Host: b\r\n\r\n`)).status, 400, 'two hosts')
      t.equal((await sendText(server, `${line}Content-Length: 1\r\n\r\nx`)).status, 400, 'a body')
      t.equal((await sendText(server, `${line}A b: c\r\n\r\n`)).status, 400, 'what is no header')
      t.equal((await sendText(server, `${line}A: ${'x'.repeat(9000)}\r\n\r\n`)).status, 431)
      t.equal((await sendText(server, `${line}${'A: b\r\n'.repeat(101)}\r\n`)).status, 431)
    }
    const long = path + (path.includes('?') ? '&' : '?')
    await read(t, server, long + 'x'.repeat(3000), 414)
    t.equal((await sendText(server, `GET ${long}${'x'.repeat(9000)} HTTP/1.1\r\n\r\n`)).status, 414)
  }
})

const late = t.test('what does not arrive in time', { ...all }, async t => {
  const server = await start(t)
  const answers = await Promise.all([
    sendText(server, `GET ${view('audit')} HTTP/1.1\r\nHost: a\r\nAccept: app`),
    sendText(server, 'GET /livez HTTP/1.1\r\n'),
  ])
  for (const answer of answers) {
    t.equal(answer.status, 408)
    t.match(readError(answer), { code: 'INVALID_PARAMETER', message: 'the request was not complete in time' })
  }
})

const limited = t.test('what is too much', { ...all }, async t => {
  const server = await start(t, { rateLimit: 1 })
  t.equal((await get(server, view('audit'))).headers['x-ratelimit-remaining'], '0')
  for (const path of [...negotiated, ...proven, '/', page, '/nothing']) await read(t, server, path, 429)
  for (const path of ['/livez', '/readyz']) await read(t, server, path, 200)
  for (let left = 100; left > 0; left--) await send(server, logViews[0] ?? '')
  for (const path of [...logViews, ...images, icon, assets[0] ?? '']) await read(t, server, path, 429, {})
  for (let left = 10; left > 0; left--) await get(server, visit[0] ?? '')
  for (const path of visit) await read(t, server, path, 429)
})

const defect = t.test('a defect', { ...all }, async t => {
  const secret = 'never in a response'
  const server = await start(t, { store: { ...failingStore(new Error(secret)), generation: () => 1 } })
  for (const path of [...views.map(view), ...proven, ...visit, ...logViews, ...pages]) {
    const headers = { Accept: `${json}, ${list}` }
    await read(t, server, path, 500, headers)
    const answer = await get(server, path, headers)
    if (forPeople.includes(path)) {
      t.match(answer.body, `under this number: <code>${answer.headers['x-request-id'] ?? ''}</code>`)
    } else {
      t.match(readError(answer), {
        code: 'SERVER_ERROR',
        message: 'its log names the cause under this request id',
      })
    }
    t.notMatch(answer.body, secret)
    const line = server.logs.find(line => line['id'] === answer.headers['x-request-id'] && 'err' in line)
    t.match(line, { msg: 'a defect', err: { message: secret } })
  }
  await read(t, server, openapi, 200)
  await read(t, server, '/livez', 200)
  t.equal((await get(server, '/api/v1/raffles/x/audit')).status, 400)
})

const codes = ['store-busy', 'store-damaged', 'store-unavailable'] as const
const unavailable = codes.map(code =>
  t.test(`a store that is ${code}`, { ...all }, async t => {
    const server = await start(t, { store: failingStore(new DrawauditError(code, 'no')) })
    for (const path of [...views.map(view), ...proven, ...visit, ...logViews, ...pages]) {
      const headers = { Accept: `${json}, ${list}` }
      await read(t, server, path, 503, headers)
      const answer = await get(server, path, headers)
      if (forPeople.includes(path)) t.match(answer.body, 'Wait 5 seconds. Then load this page again.')
      else {
        t.match(readError(answer), {
          code: 'SERVER_ERROR',
          message: 'the service cannot read its data now',
        })
      }
      t.equal(answer.headers['retry-after'], '5')
    }
    await read(t, server, '/livez', 200)
    await read(t, server, openapi, 200)
    await read(t, server, '/readyz', 503)
    const { headers, body } = await get(server, '/readyz')
    t.equal(body, '{"status":"unavailable","reason":"store"}')
    t.equal(headers['retry-after'], '1')
  }),
)

const recovering = t.test('a store that recovers', { ...all }, async t => {
  const busy = new DrawauditError('store-busy', 'no')
  let readRaffle: Store['readRaffle'] = () => Promise.reject(busy)
  const server = await start(t, {
    store: { ...failingStore(busy), generation: () => 1, readRaffle: id => readRaffle(id) },
  })
  t.equal((await get(server, view('audit'))).status, 503)
  readRaffle = id => server.store.readRaffle(id)
  t.equal((await get(server, view('audit'))).status, 200)
})

const connect = t.test('CONNECT', { ...all }, async t => {
  const server = await start(t)
  const { text, closed } = await sendRaw(server, 'CONNECT example.org:80 HTTP/1.1\r\nHost: a\r\n\r\n')
  t.match(text, /^HTTP\/1\.1 405 /)
  t.match(text, 'INVALID_PARAMETER')
  t.ok(closed)
})

await Promise.all([
  answered,
  paged,
  drawn,
  logged,
  refused,
  late,
  limited,
  defect,
  ...unavailable,
  recovering,
  connect,
])

await t.test('nothing of schemas/openapi.json is left', t => {
  t.strictSame(uncovered(), [])
  t.end()
})
