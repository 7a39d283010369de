import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import t from 'tap'
import { createRequestId } from '../../src/server/request-id.js'
import { createMetrics, createMetricsServer } from '../../src/server/metrics.js'
import { privateHeaders } from '../../src/server/respond.js'
import {
  failingStore,
  get,
  readError,
  sample,
  send,
  sendRaw,
  sendText,
  start,
  view,
  type Started,
} from './start.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const given = '0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11'

await t.test('a request id that is a UUID is kept', async t => {
  const server = await start(t)
  for (const [path, method] of [
    [view('audit'), 'GET'],
    [view('odds'), 'GET'],
    ['/nothing', 'GET'],
    ['/livez', 'GET'],
    ['/', 'GET'],
    [view('audit'), 'HEAD'],
    [view('audit'), 'OPTIONS'],
    [view('audit'), 'POST'],
  ] as const) {
    for (const id of [given, given.toUpperCase()]) {
      server.logs.length = 0
      const headers = { Accept: 'application/json', 'X-Request-Id': id }
      const answer = await send(server, path, { method, headers })
      t.equal(answer.headers['x-request-id'], given, `${method} ${path}`)
      if (answer.status >= 400) t.equal(readError(answer).request_id, given)
      t.match(server.logs, [{ msg: 'request', id: given }])
    }
  }
  const fresh = await get(server, view('audit'), { 'X-Request-Id': given, 'If-None-Match': '*' })
  t.equal(fresh.headers['x-request-id'], given, 'with 304')
})

await t.test('any other request id is replaced', async t => {
  const server = await start(t)
  const bad = [
    undefined,
    '',
    ' ',
    'garbage',
    `${given}0`,
    given.slice(1),
    `{${given}}`,
    `urn:uuid:${given}`,
    given.replaceAll('-', ''),
    `${given} ${given}`,
    `${given}, ${given}`,
    '<script>alert(1)</script>',
    '\t',
    '\u00ff\u00fe',
    '__proto__',
    'x'.repeat(7000),
    [given, given],
  ]
  const seen = new Set<string>()
  for (const id of bad) {
    server.logs.length = 0
    const answer = await get(server, '/nothing', id === undefined ? {} : { 'X-Request-Id': id })
    const made = answer.headers['x-request-id'] ?? ''
    t.match(made, uuid)
    t.not(made, given)
    t.equal(readError(answer).request_id, made)
    t.match(server.logs, [{ msg: 'request', id: made }])
    t.equal(server.logs.length, 1)
    t.notMatch(JSON.stringify(server.logs), '<script>')
    seen.add(made)
  }
  t.equal(seen.size, bad.length, 'by another one each time')

  const large = await sendText(
    server,
    `GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${'x'.repeat(10_240)}\r\n\r\n`,
  )
  t.equal(large.status, 431)
  t.match(large.headers['x-request-id'], uuid)
  t.match(server.logs.at(-1), { id: large.headers['x-request-id'], status: 431, route: 'broken' })
})

await t.test('a target that is too long and fields that are too large are told apart', async t => {
  const server = await start(t)
  const target = await sendText(server, `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
  t.equal(target.status, 414)
  t.match(readError(target), { code: 'INVALID_PARAMETER', message: 'the request target is too long' })
  const fields = await sendText(server, `GET / HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(9000)}\r\n\r\n`)
  t.equal(fields.status, 431)
  t.match(readError(fields), {
    code: 'INVALID_PARAMETER',
    message: 'the header fields are larger than 8192 bytes',
  })
})

await t.test('a connection is not used on after a request that could be read in two ways', async t => {
  const server = await start(t)
  const next = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'
  const { text, closed } = await sendRaw(
    server,
    `GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${next}`,
    1000,
  )
  t.match(text, /^HTTP\/1\.1 400 /)
  t.match(text, /\r\nConnection: close\r\n/)
  t.equal(text.split('HTTP/1.1 ').length, 2, 'what came behind it has no answer')
  t.ok(closed)
})

await t.test('what is for the operator alone no other page may read', t => {
  t.strictSame(privateHeaders(given), ['X-Request-Id', given, 'X-Content-Type-Options', 'nosniff'])
  t.end()
})

await t.test('one line in the log for each request, which says nothing of the client', async t => {
  const server = await start(t, { trustedProxies: ['127.0.0.1'] })
  const headers = {
    Accept: 'application/json',
    'X-Forwarded-For': '198.51.100.77',
    Forwarded: 'for=198.51.100.77',
    'User-Agent': 'secret-agent',
    Authorization: 'secret',
    Cookie: 'secret',
    Referer: 'https://secret.example/',
  }
  const cases: readonly (readonly [path: string, method: string, route: string, status: number])[] = [
    [view('audit'), 'GET', 'audit', 200],
    [view('audit'), 'HEAD', 'audit', 200],
    [view('audit'), 'OPTIONS', 'audit', 204],
    [view('audit'), 'DELETE', 'audit', 405],
    [view('entries/stats?secret'), 'GET', 'statistics', 200],
    [view('odds?entries=5'), 'GET', 'odds', 200],
    [view('odds?entries=secret'), 'GET', 'odds', 400],
    [view('audit/history'), 'GET', 'audit-history', 200],
    ['/api/v1/openapi.json', 'GET', 'openapi', 200],
    ['/', 'GET', 'page', 200],
    ['/?q=secret', 'GET', 'page', 200],
    [`/raffles/${sample.raffle_id}`, 'GET', 'raffle-page', 404],
    ['/assets/secret.js', 'GET', 'assets', 404],
    ['/livez', 'GET', 'livez', 200],
    ['/readyz', 'GET', 'readyz', 200],
    ['/secret', 'GET', 'unknown', 404],
    ['/api/v1/raffles/secret/audit', 'GET', 'audit', 400],
  ]
  for (const [path, method, route, status] of cases) {
    server.logs.length = 0
    const answer = await send(server, path, { method, headers })
    t.equal(server.logs.length, 1, `${method} ${path}`)
    const { ms, time } = server.logs[0] ?? {}
    t.strictSame(server.logs[0], {
      level: 30,
      time,
      ms,
      id: answer.headers['x-request-id'],
      method,
      route,
      status,
      bytes: Buffer.byteLength(answer.body),
      msg: 'request',
    })
    t.ok(typeof ms === 'number' && ms >= 0 && ms < 10_000)
    t.ok(typeof time === 'number')
    t.notMatch(JSON.stringify(server.logs), /secret|198\.51|127\.0|"port"/)
  }

  server.logs.length = 0
  const broken = await sendText(server, 'GET /secret HTTP/1.1\r\nsecret\r\n\r\n')
  t.strictSame(server.logs[0], {
    level: 30,
    time: server.logs[0]?.['time'],
    ms: 0,
    id: broken.headers['x-request-id'],
    route: 'broken',
    status: 400,
    bytes: Buffer.byteLength(broken.body),
    msg: 'request',
  })
  t.equal(server.logs.length, 1)
})

await t.test('whoever asks from another origin may read the answer', async t => {
  const server = await start(t)
  const origin = { Accept: 'application/json', Origin: 'https://elsewhere.example' }
  for (const path of [view('audit'), view('odds'), '/nothing', '/livez', '/']) {
    const { headers } = await get(server, path, origin)
    t.equal(headers['access-control-allow-origin'], '*')
    t.equal(
      headers['access-control-expose-headers'],
      'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id',
    )
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.notOk(headers['access-control-allow-credentials'])
    t.notOk(headers['server'])
    t.notOk(headers['x-powered-by'])
  }
  for (const path of [view('audit'), '/nothing', '/livez', '*']) {
    const preflight = await send(server, path, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-request-id',
      },
    })
    t.equal(preflight.status, 204)
    t.equal(preflight.body, '')
    t.has(preflight.headers, {
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'Accept, If-None-Match, X-Request-Id',
      'access-control-max-age': '86400',
    })
  }
  const refused = await send(server, view('audit'), { method: 'PUT' })
  t.equal(refused.headers['allow'], 'GET, HEAD, OPTIONS')
})

const numbers = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

const readMetrics = (server: Started): Promise<string> => server.metrics.registry.metrics()

await t.test('the metrics', async t => {
  const server = await start(t)
  t.notMatch(await readMetrics(server), 'drawaudit_http_responses_total{', 'nothing was counted yet')
  for (let index = 0; index < 3; index++) await get(server, view('audit'))
  for (let index = 0; index < 2; index++) await get(server, view('audit'), { 'If-None-Match': '*' })
  await get(server, view('odds?entries=1'))
  await get(server, view('odds'))
  await get(server, '/nothing')
  await get(server, '/"}')
  await send(server, '/livez')
  await sendText(server, 'garbage\r\n\r\n')

  const text = await readMetrics(server)
  const values = numbers(text)
  const responses = new Map([...values].filter(([name]) => name.startsWith('drawaudit_http_responses_total')))
  t.strictSame(
    responses,
    new Map([
      ['drawaudit_http_responses_total{route="audit",status="200"}', 3],
      ['drawaudit_http_responses_total{route="audit",status="304"}', 2],
      ['drawaudit_http_responses_total{route="odds",status="200"}', 1],
      ['drawaudit_http_responses_total{route="odds",status="400"}', 1],
      ['drawaudit_http_responses_total{route="unknown",status="404"}', 2],
      ['drawaudit_http_responses_total{route="livez",status="200"}', 1],
      ['drawaudit_http_responses_total{route="broken",status="400"}', 1],
    ]),
  )

  for (const [route, count] of Object.entries({ audit: 5, odds: 2, unknown: 2, livez: 1, broken: 1 })) {
    t.equal(values.get(`drawaudit_http_duration_seconds_count{route="${route}"}`), count)
    t.ok(values.get(`drawaudit_http_duration_seconds_sum{route="${route}"}`)! >= 0)
    const bounds = ['0.0001', '0.0003', '0.001', '0.003', '0.01', '0.03', '0.1', '0.3', '1', '3', '+Inf']
    const buckets = bounds.map(
      le => values.get(`drawaudit_http_duration_seconds_bucket{route="${route}",le="${le}"}`) ?? NaN,
    )
    t.strictSame(
      buckets,
      buckets.toSorted((one, other) => one - other),
      'each has those below it',
    )
    t.equal(buckets.at(-1), count)
  }
  t.match(text, '# TYPE drawaudit_http_responses_total counter\n')
  t.match(text, '# TYPE drawaudit_http_duration_seconds histogram\n')
  t.match(text, '# TYPE drawaudit_http_connections gauge\n')
  t.match(text, 'process_cpu_seconds_total ')
  // prom-client spells NaN so, and Prometheus reads any case.
  const sampleLine =
    /^[a-zA-Z_:][\w:]*(\{[a-zA-Z_]\w*="[^"\n]*"(,[a-zA-Z_]\w*="[^"\n]*")*\})? (-?[\d.e+-]+|Nan|[+-]Inf)$/
  for (const line of text.split('\n')) {
    if (line !== '' && !/^# (HELP|TYPE) [\w:]+ ./.test(line)) t.match(line, sampleLine)
  }
  const again = numbers(await readMetrics(server))
  for (const [name, value] of responses) t.equal(again.get(name), value, 'reading counts nothing')
})

await t.test('a duration is counted where it belongs', async t => {
  const metrics = createMetrics()
  for (const seconds of [0, 0.0001, 0.00011, 0.5, 3, 3.1, 1000]) metrics.observe('audit', 200, seconds)
  const values = numbers(await metrics.registry.metrics())
  const bucket = (le: string) =>
    values.get(`drawaudit_http_duration_seconds_bucket{route="audit",le="${le}"}`)
  t.strictSame(
    ['0.0001', '0.0003', '0.3', '1', '3', '+Inf'].map(bucket),
    [2, 3, 3, 4, 5, 7],
    'a bound is part of its bucket',
  )
  const sum = values.get('drawaudit_http_duration_seconds_sum{route="audit"}') ?? 0
  t.ok(Math.abs(sum - 1006.60021) < 1e-9)
})

await t.test('the number of open connections', async t => {
  const server = await start(t)
  const connections = async () => numbers(await readMetrics(server)).get('drawaudit_http_connections')
  t.equal(await connections(), 0)
  const sockets = [1, 2, 3].map(() => connect(server.port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
  }
  t.equal(await connections(), 3)
  for (const socket of sockets) {
    socket.end()
    await once(socket, 'close')
  }
  t.equal(await connections(), 0)
})

await t.test('the door of the metrics', async t => {
  const metrics = createMetrics()
  const http = createMetricsServer(metrics).listen(0, '127.0.0.1')
  await once(http, 'listening')
  t.teardown(() => http.close())
  const ask = async (path: string, method = 'GET') => {
    const { port } = http.address() as AddressInfo
    const sent = request({ port, host: '127.0.0.1', path, method, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = (await response.setEncoding('utf8').toArray()).join('')
    return { status: response.statusCode, type: response.headers['content-type'], body }
  }
  metrics.observe('audit', 200, 0.002)
  const answer = await ask('/metrics')
  t.equal(answer.status, 200)
  t.equal(answer.type, 'text/plain; version=0.0.4; charset=utf-8')
  t.match(answer.body, 'drawaudit_http_responses_total{route="audit",status="200"} 1\n')
  t.match(await ask('/metrics', 'HEAD'), { status: 200, body: '' })
  t.match(await ask('/'), { status: 404, body: '' })
  t.match(await ask('/metrics', 'POST'), { status: 404, body: '' })

  metrics.watchConnections(() => Promise.reject(new Error('x')))
  t.match(await ask('/metrics'), { status: 500, body: '' }, 'and goes on')
  t.match(await ask('/metrics'), { status: 500, body: '' })
})

await t.test('a defect is in the log with its cause', async t => {
  const server = await start(t, { store: { ...failingStore(new TypeError('a cause')), generation: () => 1 } })
  const { headers } = await get(server, view('audit'))
  const id = headers['x-request-id']
  t.match(server.logs, [
    { level: 50, id, msg: 'a defect', err: { type: 'TypeError', message: 'a cause' } },
    { level: 30, id, msg: 'request', status: 500 },
  ])
})

await t.test('request ids are random UUIDs of version 4', t => {
  const ids = Array.from({ length: 5000 }, createRequestId)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)))
  // Each of the digits that are free takes each of its values.
  for (let place = 0; place < 36; place++) {
    const seen = new Set(ids.map(id => id[place]))
    const expected = [8, 13, 18, 23, 14].includes(place) ? 1 : place === 19 ? 4 : 16
    t.equal(seen.size, expected, `place ${place}`)
  }
  t.end()
})
