// Answers that are not HTTP, break off, or never come to an end; and services that are not there.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import t from 'tap'
import { headerValues } from '../../src/model/exchange.js'
import { explainFailure } from '../../src/remote/failure.js'
import { fails, flood, serveHttp, serveRaw, serveSocket, start } from './start.js'

await t.test('answers that are not HTTP', async t => {
  const answers: readonly (readonly [name: string, bytes: string])[] = [
    ['HTTP/0.9', '<html>hello</html>'],
    ['text', 'hello\n'],
    ['zeros', '\0'.repeat(100)],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a TLS alert', '\x15\x03\x01\x00\x02\x02\x46'],
    ['HTTP/9.9', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['no colon', 'HTTP/1.1 200 OK\r\nContent-Length\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a control character', 'HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n'],
    [
      'another protocol, unasked',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
  ]
  for (const [name, bytes] of answers) {
    await t.test(name, async t => {
      const { url } = await serveRaw(t, socket => socket.end(bytes, 'latin1'))
      await fails(t, start(t).request(url), 'remote-malformed', url.slice(7))
    })
  }
})

await t.test('a connection that was switched to another protocol is ended', async t => {
  let closed: Promise<unknown> = Promise.resolve()
  const { url } = await serveRaw(t, socket => {
    closed = new Promise(resolve => socket.on('close', resolve))
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
  })
  await fails(t, start(t).request(url), 'remote-malformed', 'unasked')
  await closed
})

await t.test('connections that break', async t => {
  const answers: readonly (readonly [name: string, answer: (socket: Socket) => void])[] = [
    ['closed at once', socket => socket.end()],
    ['reset at once', socket => socket.resetAndDestroy()],
    ['closed within the header', socket => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    [
      'closed within a chunk',
      socket => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    ],
    [
      'closed between chunks',
      socket => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n'),
    ],
  ]
  for (const [name, answer] of answers) {
    await t.test(name, async t => {
      const { url } = await serveRaw(t, answer)
      await fails(t, start(t).request(url), 'remote-closed', url.slice(7))
    })
  }
})

await t.test('connections that are reset after something came', async t => {
  for (const part of [
    'HTTP/1.1 200 OK\r\nContent-Le',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
  ]) {
    const service = await serveRaw(t, socket => {
      socket.write(part, () => socket.resetAndDestroy())
    })
    await fails(t, start(t).request(service.url), 'remote-closed')
  }
})

await t.test('a connection that is refused or closed before the request', async t => {
  const { url } = await serveSocket(t, socket => socket.destroy())
  await fails(t, start(t).request(url), 'remote-closed')
  const secure = url.replace('http', 'https')
  await fails(t, start(t).request(secure), 'remote-closed')
})

await t.test('content that is shorter than its declared length', async t => {
  for (const content of ['', '1234567']) {
    const { url } = await serveRaw(t, socket =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${content}`),
    )
    await fails(t, start(t).request(url), 'remote-truncated', 'before its declared length')
  }
  const encoded = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f\x8b\x08'
  const { url } = await serveRaw(t, socket => socket.end(encoded, 'latin1'))
  await fails(t, start(t).request(url), 'remote-truncated')
})

await t.test('content without a length ends with the connection', async t => {
  const { url } = await serveRaw(t, socket => socket.end('HTTP/1.0 200 OK\r\n\r\nall of it'))
  t.equal(Buffer.from((await start(t).request(url)).body).toString(), 'all of it')
})

await t.test('header fields come as they were sent, all of them', async t => {
  const fields = Array.from({ length: 10_000 }, (_, index) => `a:${index % 10}`)
  const { url } = await serveRaw(t, socket =>
    socket.end(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\nX-Last: \xe9\r\n\r\n`, 'latin1'),
  )
  const { headers } = await start(t).request(url)
  t.equal(headers.length, 10_001)
  t.same(headers[9], ['a', '9'])
  t.same(headers.at(-1), ['X-Last', '\u00e9'])
  t.equal(headerValues({ headers }, 'A').length, 10_000)
})

await t.test('a header of more than 64 KiB', async t => {
  const fields = Array.from({ length: 10_000 }, (_, index) => `x-${index}: abcdefgh`).join('\r\n')
  for (const header of [fields, `x: ${'y'.repeat(65 * 1024)}`]) {
    const { url } = await serveRaw(t, socket => socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`))
    await fails(t, start(t).request(url), 'remote-malformed', 'too large')
  }
})

await t.test('informational answers are not the answer', async t => {
  const hints = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
  const { url } = await serveRaw(t, socket => socket.end(`${hints}HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n`))
  const exchange = await start(t).request(url)
  t.equal(exchange.status, 404)
  t.same(exchange.headers, [['A', 'b']])
})

await t.test('informational answers without end', async t => {
  let closed: Promise<unknown> = Promise.resolve()
  const { url } = await serveRaw(t, socket => {
    closed = new Promise(resolve => socket.on('close', resolve))
    flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')
  })
  await fails(t, start(t).request(url), 'remote-malformed', 'more than 100 informational answers')
  await closed
})

await t.test('a port where nothing listens', async t => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const client = start(t, { lookup: () => Promise.resolve(['127.0.0.1', '127.0.0.1']) })
  const words = `no connection to 127.0.0.1:${port}: connection refused`
  await fails(t, client.request(`http://127.0.0.1:${port}/`), 'remote-unreachable', words)
  await fails(t, client.request(`https://127.0.0.1:${port}/`), 'remote-unreachable', words)
  await fails(t, client.request(`http://a.example:${port}/`), 'remote-unreachable', 'connection refused')
})

await t.test('a name that does not resolve', async t => {
  const failing = start(t, { lookup: () => Promise.reject(new Error('ENOTFOUND')) })
  const words = 'no connection to a.example: the name does not resolve'
  await fails(t, failing.request('http://a.example/'), 'remote-unreachable', words)
  const empty = start(t, { lookup: () => Promise.resolve([]) })
  await fails(t, empty.request('https://a.example/'), 'remote-unreachable', 'the name has no address')
})

await t.test('several addresses, none of which can be connected to', t => {
  for (const code of ['ECONNREFUSED', 'EPERM', 'EMFILE', 'EADDRNOTAVAIL']) {
    const one = Object.assign(new Error(code), { code, syscall: 'connect' })
    const both = Object.assign(new AggregateError([one, new Error('x')]), { code })
    t.match(explainFailure(new Error('got', { cause: both }), 'a.example'), {
      code: 'remote-unreachable',
      cause: one,
    })
  }
  t.end()
})

await t.test('an error tells its cause without what was sent', async t => {
  const { url } = await serveHttp(t, (_, response) => response.destroy())
  const client = start(t, { headers: [['Authorization', 's3cret']] })
  const error: unknown = await client.request(url).catch((error: unknown) => error)
  t.match(error, { code: 'remote-closed', cause: { code: 'ECONNRESET' } })
  const { inspect } = await import('node:util')
  t.notMatch(inspect(error, { depth: 20, showHidden: true }), /s3cret/)
})
