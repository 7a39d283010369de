// What goes out, what comes back, and what is kept in between.
import t from 'tap'
import { fails, serveHttp, serveRaw, start } from './start.js'

await t.test('just these header fields are sent', async t => {
  const { url, port, received } = await serveHttp(t, (_, response) => response.end())
  const exchange = await start(t).request(`${url}/a?b=c`)
  t.same(received().split('\r\n'), [
    'GET /a?b=c HTTP/1.1',
    'user-agent: drawaudit',
    'accept-encoding: identity',
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    '',
    '',
  ])
  t.same(exchange.sent, [
    ['user-agent', 'drawaudit'],
    ['accept-encoding', 'identity'],
  ])
})

await t.test('header fields of a request, in their order and number', async t => {
  const { url, received } = await serveHttp(t, (_, response) => response.end())
  const headers = [
    ['Accept', 'text/html;q=0.5'],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'gzip'],
    ['X-Request-Id', '4f8f2f0e-5f0a-4f3b-9a53-0b0c6f3d3c11'],
  ] as const
  const exchange = await start(t, { userAgent: 'auditor/1' }).request(url, { headers })
  t.match(received(), /^user-agent: auditor\/1\r\n/m)
  t.match(received(), /^accept: text\/html;q=0\.5\r\naccept: application\/json\r\naccept-encoding: gzip\r\n/m)
  t.equal(received().match(/accept-encoding/g)?.length, 1)
  t.same(exchange.sent, [
    ['user-agent', 'auditor/1'],
    ...headers.map(([name, value]) => [name.toLowerCase(), value]),
  ])
})

await t.test('what the user adds is sent and not told', async t => {
  const { url, received } = await serveHttp(t, (_, response) => response.end())
  const headers = [
    ['Authorization', 'Bearer s3cret'],
    ['Accept', 'user/s3cret'],
    ['User-Agent', 's3cret'],
  ] as const
  const client = start(t, { headers })
  const exchange = await client.request(url, { headers: [['Accept', 'application/json']] })
  t.match(received(), /^authorization: Bearer s3cret\r\n/m)
  t.match(received(), /^accept: application\/json\r\n/m, 'the request’s own field wins')
  t.notMatch(JSON.stringify(exchange), /s3cret/)
  t.same(exchange.sent, [
    ['accept-encoding', 'identity'],
    ['authorization', '…'],
    ['user-agent', '…'],
    ['accept', 'application/json'],
  ])
})

await t.test('header fields that cannot be sent', t => {
  const fields = [
    ['X-A', 's3cret\r\nX-B: c'],
    ['X-A', 's3cret\u2026'],
    ['X A', 's3cret'],
    ['', 's3cret'],
    ['Host', 's3cret'],
    ['Content-Length', 's3cret'],
    ['transfer-encoding', 's3cret'],
    ['Proxy-Authorization', 's3cret'],
  ] as const
  for (const field of fields) {
    try {
      start(t, { headers: [field] })
      t.fail(field.join())
    } catch (error) {
      t.match(error, { code: 'usage', message: /^((?!s3cret).)*$/ }, field.join())
    }
  }
  t.end()
})

await t.test('an exchange', async t => {
  const times = [new Date('2026-11-20T16:15:00.001Z'), new Date('2026-11-20T16:15:01Z')]
  const { url } = await serveRaw(t, socket =>
    socket.end(
      'HTTP/1.1 418 I am\r\nX-b: 1\r\nx-A:  2 \r\nX-B: 3\r\nSet-Cookie: a\r\nContent-Length: 2\r\n\r\nok',
    ),
  )
  const exchange = await start(t, { now: () => times.shift() ?? new Date(0) }).request(url)
  t.same(exchange, {
    method: 'GET',
    url: `${url}/`,
    sent: [
      ['user-agent', 'drawaudit'],
      ['accept-encoding', 'identity'],
    ],
    status: 418,
    headers: [
      ['X-b', '1'],
      ['x-A', '2'],
      ['X-B', '3'],
      ['Set-Cookie', 'a'],
      ['Content-Length', '2'],
    ],
    body: new Uint8Array([111, 107]),
    sentAt: '2026-11-20T16:15:00.001Z',
    receivedAt: '2026-11-20T16:15:01.000Z',
    address: '127.0.0.1',
    redirects: [],
  })
})

await t.test('POST has no content and is told so', async t => {
  const { url, received } = await serveHttp(t, (_, response) => response.writeHead(405).end('{}'))
  const exchange = await start(t).request(url, { method: 'POST' })
  t.equal(exchange.method, 'POST')
  t.equal(exchange.status, 405)
  t.match(received(), /^POST \/ HTTP\/1\.1\r\n/)
  t.match(received(), /^content-length: 0\r\n/m)
})

await t.test('every status is an answer', async t => {
  const { url } = await serveHttp(t, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end('x'),
  )
  const client = start(t)
  for (const status of [200, 206, 299, 401, 404, 429, 500, 503, 599, 999]) {
    t.equal((await client.request(`${url}/${status}`)).status, status)
  }
})

await t.test('nothing is asked twice', async t => {
  const { url, received } = await serveHttp(t, (_, response) =>
    response.writeHead(503, { 'retry-after': '0' }).end(),
  )
  t.equal((await start(t).request(url)).status, 503)
  t.equal(received().match(/^GET/gm)?.length, 1)
})

await t.test('connections are kept, at most eight', async t => {
  const { url, connections } = await serveHttp(t, (_, response) => setImmediate(() => response.end()))
  const client = start(t)
  for (let count = 0; count < 5; count += 1) await client.request(url)
  t.equal(connections(), 1)
  await Promise.all(Array.from({ length: 30 }, () => client.request(url)))
  t.equal(connections(), 8)
})

await t.test('a kept connection that the service has closed is not a failure of the service', async t => {
  let answered = 0
  const { url, connections, received } = await serveRaw(t, socket => {
    answered += 1
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    // The next request on this connection is not answered: it crosses the end of the connection.
    socket.once('data', () => socket.resetAndDestroy())
  })
  const client = start(t)
  await client.request(url)
  t.equal((await client.request(url)).status, 200)
  t.equal(connections(), 2)
  t.equal(answered, 2)
  t.match(received(), /connection: close/i, 'the second time on a connection of its own')
})

await t.test('which is tried once', async t => {
  let isOpen = true
  const { url, connections } = await serveRaw(t, socket => {
    if (!isOpen) return socket.resetAndDestroy()
    isOpen = false
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    return socket.once('data', () => socket.resetAndDestroy())
  })
  const client = start(t)
  await client.request(url)
  await fails(t, client.request(url), 'remote-closed')
  t.equal(connections(), 2)
})

await t.test('a closed client keeps no connection', async t => {
  let closed: Promise<unknown> = Promise.resolve()
  const { url } = await serveRaw(t, socket => {
    closed = new Promise(resolve => socket.on('close', resolve))
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  const client = start(t)
  await client.request(url)
  client.close()
  await closed
})

await t.test('what changes something is on no kept connection, and sent once', async t => {
  const { url, connections, received } = await serveRaw(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    socket.once('data', () => socket.resetAndDestroy())
  })
  const client = start(t)
  await client.request(url)
  t.equal((await client.request(url, { method: 'POST' })).status, 200)
  t.equal(connections(), 2)
  t.equal(received().match(/POST \//g)?.length, 1)
})

await t.test(
  'what a service says wrongly on a kept connection is its fault, and not asked for again',
  async t => {
    const { url, connections } = await serveRaw(t, socket => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      socket.once('data', () => socket.write('nonsense\r\n\r\n'))
    })
    const client = start(t)
    await client.request(url)
    await fails(t, client.request(url), 'remote-malformed')
    t.equal(connections(), 1)
    t.equal((await client.request(url, { method: 'HEAD' })).status, 200)
    t.equal(connections(), 2)
  },
)
