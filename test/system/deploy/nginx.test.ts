import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { parseWebhookEvent } from '../../../src/model/webhook-event.js'
import { get, sample, start, view, type Started } from '../../server/start.js'
import { claim, endpoint, write } from '../../store/contract/outbox.js'
import { startNginx } from './nginx.js'
import { ask, need } from './programs.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Routes that reached the server, without what the proxy is asked to find out that it is up. */
const routes = ({ logs }: Started): unknown[] =>
  logs.map(({ route }) => route).filter(route => route !== undefined && route !== 'livez')

await t.test('nginx from examples/deploy/nginx.conf', need('nginx'), async t => {
  const server = await start(t, { trustedProxies: ['127.0.0.1'], rateLimit: 1000 })
  const { proxy, folder } = await startNginx(t, server.port)

  await t.test('the audit view comes through unchanged, and once', async t => {
    const direct = await get(server, view('audit'))
    server.logs.length = 0
    const first = await ask(proxy, view('audit'))
    const second = await ask(proxy, view('audit'))
    t.strictSame(routes(server), ['audit'])
    for (const answer of [first, second]) {
      t.equal(answer.status, 200)
      t.equal(answer.body, direct.body)
      for (const name of [
        'etag',
        'cache-control',
        'content-type',
        'vary',
        'access-control-allow-origin',
        'x-content-type-options',
      ]) {
        t.equal(answer.headers[name], direct.headers[name], name)
      }
      t.match(answer.headers['x-request-id'], uuid)
    }
    t.not(first.headers['x-request-id'], second.headers['x-request-id'])
    t.equal(first.headers['x-ratelimit-limit'], '1000')
    t.notOk(second.headers['x-ratelimit-remaining'], 'it was not counted')
  })

  await t.test('a cached view answers 304 and HEAD', async t => {
    server.logs.length = 0
    const { headers } = await ask(proxy, view('audit'))
    const fresh = await ask(proxy, view('audit'), { 'If-None-Match': headers['etag'] ?? '' })
    t.equal(fresh.status, 304)
    t.equal(fresh.body, '')
    t.equal(fresh.headers['etag'], headers['etag'])
    t.equal(fresh.headers['cache-control'], 'public, max-age=3600')
    t.equal(fresh.headers['vary'], 'Accept, Accept-Encoding')
    const head = await ask(proxy, view('audit'), {}, 'HEAD')
    t.equal(head.status, 200)
    t.equal(head.headers['etag'], headers['etag'])
    t.strictSame(routes(server), [])
  })

  await t.test('each media type is a copy of its own', async t => {
    const other = 'application/vnd.service.v1+json'
    server.logs.length = 0
    t.equal((await ask(proxy, view('audit'), { Accept: other })).headers['content-type'], other)
    t.equal((await ask(proxy, view('audit'), { Accept: other })).headers['content-type'], other)
    t.equal((await ask(proxy, view('audit'))).headers['content-type'], 'application/json')
    t.equal((await ask(proxy, view('audit'), { Accept: 'text/html' })).status, 406)
    t.strictSame(routes(server), ['audit', 'audit'])
  })

  await t.test('odds, statistics and errors are asked for every time', async t => {
    server.logs.length = 0
    for (const [path, route] of [
      ['odds?entries=5', 'odds'],
      ['entries/stats', 'statistics'],
      ['nothing', 'unknown'],
    ] as const) {
      const one = await ask(proxy, view(path))
      const other = await ask(proxy, view(path))
      t.equal(one.status, other.status)
      t.equal(
        Number(one.headers['x-ratelimit-remaining']) - Number(other.headers['x-ratelimit-remaining']),
        1,
      )
      t.strictSame(routes(server), [route, route])
      server.logs.length = 0
    }
    const { headers } = await ask(proxy, view('entries/stats'))
    const fresh = await ask(proxy, view('entries/stats'), { 'If-None-Match': headers['etag'] ?? '' })
    t.equal(fresh.status, 304)
    t.equal(routes(server).length, 2)
  })

  await t.test('a client cannot choose the address that it is counted by', async t => {
    const remaining = async (address: string): Promise<number> =>
      Number(
        (await ask(proxy, view('odds?entries=1'), { 'X-Forwarded-For': address })).headers[
          'x-ratelimit-remaining'
        ],
      )
    const before = await remaining('203.0.113.1')
    t.equal(await remaining('203.0.113.2'), before - 1)
    t.equal(await remaining('127.0.0.1, 203.0.113.3'), before - 2)
  })

  await t.test('a request id goes through', async t => {
    const id = '0c5c3a0e-8e5d-4c3e-9a39-6d2c3b1f0a11'
    const refused = await ask(proxy, view('odds'), { 'X-Request-Id': id })
    t.equal(refused.status, 400)
    t.equal(refused.headers['x-request-id'], id)
    t.match(JSON.parse(refused.body), { error: { code: 'INVALID_PARAMETER', request_id: id } })
    const { headers, body } = await ask(proxy, view('odds'), { 'X-Request-Id': 'mine' })
    t.match(headers['x-request-id'], uuid)
    t.match(JSON.parse(body), { error: { request_id: headers['x-request-id'] } })
  })

  await t.test('HTTP/1.0 works, and new request ids are UUIDs of version 4', async t => {
    const socket = connect(proxy.port, '127.0.0.1')
    socket.write(`GET ${view('audit')} HTTP/1.0\r\nAccept: application/json\r\n\r\n`)
    const answer = await text(socket)
    t.match(answer, /^HTTP\/1\.[01] 200 /)
    t.match(answer, /x-request-id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}/i)
  })

  await t.test('whether the service is ready is not told', async t => {
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/readyz`)
    t.equal(answer.status, 404)
    t.match(await answer.json(), { error: { code: 'NOT_FOUND', request_id: uuid } })
    t.equal((await ask(proxy, '/livez')).status, 200)
  })

  await t.test('a preflight, a body and another method get the answers of the service', async t => {
    const preflight = await ask(proxy, view('audit'), {}, 'OPTIONS')
    t.equal(preflight.status, 204)
    t.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
    t.equal((await ask(proxy, view('audit'), {}, 'POST')).status, 405)
  })

  await t.test('without a server behind it, a stored view is served and the rest is 503', async t => {
    server.api.http.closeAllConnections()
    await new Promise(resolve => server.api.http.close(resolve))
    const away = await ask(proxy, view('odds?entries=1'))
    t.equal(away.status, 503)
    t.equal(away.headers['content-type'], 'application/json')
    t.equal(away.headers['cache-control'], 'no-store')
    t.match(away.headers['retry-after'], /^\d+$/)
    const { error } = JSON.parse(away.body) as { error: Record<string, string> }
    t.equal(error['code'], 'SERVER_ERROR')
    t.equal(error['request_id'], away.headers['x-request-id'])
    t.equal((await ask(proxy, view('audit'))).status, 200)
    t.equal((await ask(proxy, view('audit/history'))).status, 503)
  })

  await t.test('its log has the address, the id and the cache', t => {
    const [line] = readFileSync(`${folder}/access.log`, 'utf8').split('\n')
    t.match(JSON.parse(line ?? ''), { client: String, id: uuid, status: 200, cache: String })
    t.end()
  })
})

await t.test('a subscriber of webhooks sees the draw that it is told of', need('nginx'), async t => {
  const [first, ...others] = sample.draws
  const server = await start(t, { trustedProxies: ['127.0.0.1'] }, [
    { ...sample, total_draws: 1, draws: [first] },
  ])
  const { proxy } = await startNginx(t, server.port)
  const count = async (path: string) =>
    (JSON.parse((await ask(proxy, path)).body) as { draws: unknown[] }).draws.length
  t.equal(await count(view('audit')), 1)
  await server.store.transact(({ outbox }) =>
    outbox.writeWebhookSettings({ apiUrl: 'https://raffles.example/api/v1' }),
  )
  await write(server.store, outbox => outbox.writeEndpoint(endpoint(1)))
  await server.publish({ ...sample, draws: [first, ...others] })
  const [told] = await claim(server.store, 'reader', 1, Date.UTC(2027))
  const event = parseWebhookEvent(JSON.parse(Buffer.from(told?.body ?? []).toString()))
  if (event.type !== 'draw.completed') throw new Error(event.type)
  const { pathname, search } = new URL(event.data.audit_url)
  t.equal(await count(view('audit')), 1, 'nginx holds what it was given before')
  t.equal(await count(pathname + search), sample.draws.length)
})

await t.test('a client has so many connections at a time', need('nginx'), async t => {
  const waiting: ServerResponse[] = []
  const upstream = createServer((request, response) => {
    if (request.url === '/livez') response.end()
    else waiting.push(response)
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  t.teardown(() => upstream.close())
  const { proxy } = await startNginx(t, (upstream.address() as AddressInfo).port, {
    'limit_conn clients 100;': 'limit_conn clients 1;',
  })
  const first = fetch(`http://127.0.0.1:${proxy.port}/`)
  while (waiting.length === 0) await setTimeout(5)
  const refused = await fetch(`http://127.0.0.1:${proxy.port}/`)
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('content-type'), 'application/json')
  t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/)
  t.match(await refused.json(), {
    error: { code: 'RATE_LIMITED', request_id: refused.headers.get('x-request-id') },
  })
  waiting[0]?.end()
  t.equal((await first).status, 200)
})
