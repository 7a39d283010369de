// One attempt: where it may lead, what counts as an answer, and what becomes of everything else.
import { getEventListeners, once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import '@tapjs/mock/import'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { createSender, type Outgoing, type SenderOptions, type Sent } from '../../src/webhook/send.js'
import {
  createCertificate,
  fails,
  flood,
  serveHttp,
  serveHttps,
  serveRaw,
  serveSocket,
  start,
  withPublic,
} from '../remote/start.js'

const body = Buffer.from('{"type":"draw.completed"}')
const loopback = { http: true, anyPort: true, networks: ['127.0.0.0/8'] }
const nothing = { http: true, anyPort: true, networks: [] }
const resolveTo =
  (...addresses: readonly string[]) =>
  () =>
    Promise.resolve(addresses)

type Test = Parameters<typeof start>[0]

/** Sends once, to loopback unless something else is allowed. */
async function send(
  test: Test,
  url: string,
  options: SenderOptions = {},
  outgoing: Partial<Outgoing> = {},
): Promise<Sent> {
  const sender = createSender({ timeout: 10_000, ...options })
  test.teardown(() => {
    sender.close()
  })
  return sender.send({ url, allow: loopback, headers: [], body, ...outgoing })
}

const text = ({ answer }: Sent) => Buffer.from(answer).toString('latin1')

/** Writes a byte every few milliseconds. */
function drip(socket: Socket, written: string): void {
  let index = 0
  const timer = setInterval(() => socket.write(written.charAt(index++ % written.length)), 5)
  socket.on('close', () => {
    clearInterval(timer)
  })
}

await t.test('how long an attempt took, whatever somebody does to the clock meanwhile', async t => {
  const real = Date.now
  t.teardown(() => {
    Date.now = real
  })
  for (const jump of [-3_600_000, 3_600_000]) {
    const { url } = await serveHttp(t, (_, response) => {
      Date.now = () => real() + jump
      response.end()
    })
    const { attempt } = await send(t, url)
    Date.now = real
    t.ok(attempt.duration >= 0 && attempt.duration < 10_000, `${attempt.duration} ms`)
  }
})

await t.test('what is sent, and what is told of the answer', async t => {
  const { url, port, received, connections } = await serveHttp(t, (_, response) => response.end('thanks'))
  const headers = [
    ['webhook-id', 'msg_1'],
    ['webhook-timestamp', '1795191300'],
    ['webhook-signature', 'v1,a= v1a,b='],
  ] as const
  const now = () => new Date('2026-11-20T16:15:00.123Z')
  const sender = createSender({ now })
  t.teardown(() => {
    sender.close()
  })
  const sent = await sender.send({ url: `${url}/hook?a=b`, allow: loopback, headers, body })
  t.match(sent, { attempt: { at: now().getTime(), status: 200, address: '127.0.0.1' } })
  t.ok(sent.attempt.duration >= 0 && Number.isInteger(sent.attempt.duration))
  t.equal(sent.attempt.error, undefined)
  t.equal(sent.message, undefined)
  t.equal(sent.retryAfter, undefined)
  t.equal(text(sent), 'thanks')
  const [line = '', ...fields] = received().split('\r\n')
  t.equal(line, 'POST /hook?a=b HTTP/1.1')
  t.same(fields.slice(0, -2).sort(), [
    'Connection: close',
    `Host: 127.0.0.1:${port}`,
    'accept-encoding: identity',
    `content-length: ${body.length}`,
    'content-type: application/json',
    'user-agent: drawaudit',
    'webhook-id: msg_1',
    'webhook-signature: v1,a= v1a,b=',
    'webhook-timestamp: 1795191300',
  ])
  t.same(fields.slice(-2), ['', body.toString()])
  await sender.send({ url, allow: loopback, headers, body })
  t.equal(connections(), 2, 'each attempt has a connection of its own')
})

await t.test('every status is an answer', async t => {
  const { url } = await serveHttp(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end()
  })
  for (const status of [200, 201, 202, 204, 299, 300, 304, 400, 404, 408, 410, 429, 500, 503, 599]) {
    t.match(await send(t, `${url}/${status}`), { attempt: { status }, answer: { length: 0 } })
  }
})

await t.test('W14: an informational status is none', async t => {
  for (const status of [100, 102, 103, 199]) {
    const { url } = await serveRaw(t, socket => socket.end(`HTTP/1.1 ${status} x\r\nA: b\r\n\r\n`))
    const sent = await send(t, url)
    t.match(sent.attempt, { error: 'remote-closed', address: '127.0.0.1' }, String(status))
    t.equal(sent.attempt.status, undefined)
  }
})

await t.test('W7: a redirect is an answer, and never followed', async t => {
  const inside = await serveHttp(t, (_, response) => response.end('inside'))
  const asked: string[] = []
  const { url, connections } = await serveHttp(t, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    const [, status, place] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? []
    response.writeHead(Number(status), { location: decodeURIComponent(place ?? '') }).end()
  })
  const places = [
    inside.url,
    'http://169.254.169.254/',
    url,
    `${url}/200/x`,
    '/200/x',
    'x',
    '//127.0.0.1:1/',
    '',
  ]
  const wanted: string[] = []
  for (const status of [300, 301, 302, 303, 307, 308]) {
    for (const place of places) {
      const path = `/${status}/${encodeURIComponent(place)}`
      wanted.push(`POST ${path}`)
      t.match(await send(t, url + path), { attempt: { status, address: '127.0.0.1' } }, `${status} ${place}`)
    }
  }
  t.same(asked, wanted)
  t.equal(connections(), wanted.length)
  t.equal(inside.connections(), 0)
})

await t.test('W5: a name that is public when it is registered and private when it is told', async t => {
  const { port, connections } = await serveHttp(t, (_, response) => response.end())
  const guarded = await t.mockImport<typeof import('../../src/webhook/send.js')>(
    '../../src/webhook/send.js',
    withPublic(['127.0.0.1']),
  )
  let answer = ['127.0.0.1']
  const sender = guarded.createSender({ lookup: () => Promise.resolve(answer) })
  t.teardown(() => {
    sender.close()
  })
  const ask = () => sender.send({ url: `http://hooks.example:${port}/`, allow: nothing, headers: [], body })
  t.match((await ask()).attempt, { status: 200, address: '127.0.0.1' })
  t.equal(connections(), 1)
  for (const flipped of ['127.0.0.2', '10.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.2', '0.0.0.0']) {
    answer = [flipped]
    const sent = await ask()
    t.equal(sent.attempt.error, 'address-forbidden', flipped)
    t.equal(
      sent.message,
      `hooks.example resolves to ${flipped.replace('::ffff:', '')}, which is not an address of the public internet`,
    )
    t.equal(sent.attempt.address, undefined, 'it was not connected to')
    answer = ['127.0.0.1', flipped]
    t.equal((await ask()).attempt.error, 'address-forbidden', `127.0.0.1 and ${flipped}`)
    answer = [flipped, '127.0.0.1']
    t.equal((await ask()).attempt.error, 'address-forbidden', `${flipped} and 127.0.0.1`)
  }
  t.equal(connections(), 1)
  answer = ['127.0.0.1']
  t.match((await ask()).attempt, { status: 200 }, 'and when it is public again')
})

await t.test('W6: every answer of the name servers has to be public', async t => {
  const { port, connections } = await serveSocket(t, () => undefined)
  for (const addresses of [
    ['1.1.1.1', '::1'],
    ['::1', '1.1.1.1'],
    ['2606:4700::1111', '1.1.1.1', '127.0.0.1'],
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
  ]) {
    const sent = await send(
      t,
      `https://hooks.example:${port}/`,
      { lookup: resolveTo(...addresses) },
      { allow: nothing },
    )
    t.match(sent, { attempt: { error: 'address-forbidden' }, message: /resolves to/ }, addresses.join())
  }
  t.equal(connections(), 0)
})

await t.test('the URL is judged anew at every attempt', async t => {
  const { port, connections } = await serveHttp(t, (_, response) => response.end())
  const cases: readonly (readonly [url: string, allow: Outgoing['allow'], error: string])[] = [
    [`http://127.0.0.1:${port}/`, nothing, 'address-forbidden'],
    [`http://2130706433:${port}/`, nothing, 'address-forbidden'],
    [`http://localhost:${port}/`, nothing, 'address-forbidden'],
    [`http://127.0.0.1:${port}/`, { ...loopback, http: false }, 'url-invalid'],
    [`http://127.0.0.1:${port}/`, { ...loopback, anyPort: false }, 'url-invalid'],
    [`http://127.0.0.1:${port}/`, { ...loopback, networks: ['127.0.0.2/31'] }, 'address-forbidden'],
    [`http://127.0.0.1:${port}/`, { ...loopback, networks: ['nonsense'] }, 'usage'],
    ['not a URL', loopback, 'url-invalid'],
  ]
  for (const [url, allow, error] of cases) {
    const sent = await send(t, url, { lookup: resolveTo('127.0.0.1') }, { allow })
    t.match(sent, { attempt: { error }, message: /./, answer: { length: 0 } }, `${url} ${error}`)
    t.equal(sent.attempt.status, undefined)
  }
  t.equal(connections(), 0)
})

await t.test('networks that are allowed', async t => {
  const { port, connections } = await serveHttp(t, (_, response) => response.end())
  const ask = async (addresses: readonly string[], networks: readonly string[]) => {
    const url = `http://receiver:${port}/`
    const { attempt } = await send(
      t,
      url,
      { lookup: resolveTo(...addresses), timeout: 300 },
      { allow: { ...nothing, networks } },
    )
    return attempt.error ?? attempt.status
  }
  t.equal(await ask(['127.0.0.1'], ['127.0.0.0/8']), 200)
  t.equal(await ask(['127.0.0.1'], ['10.0.0.0/8', '127.0.0.1/32']), 200)
  t.equal(connections(), 2)
  // The network is allowed, and what else the name leads to is not.
  for (const addresses of [
    ['10.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '10.1.1.1'],
    ['127.0.0.1'],
    ['11.0.0.1', '10.1.1.1', '169.254.169.254'],
    ['::a01:101'],
    ['64:ff9b::a01:101'],
    ['fd00::1'],
    ['10.1.1.1%eth0'],
    ['x'],
  ]) {
    t.equal(await ask(addresses, ['10.0.0.0/8']), 'address-forbidden', addresses.join())
  }
  for (const [address, network] of [
    ['fc00::1', 'fd00::/8'],
    ['::1', '::2/128'],
    ['fe80::1%lo', 'fe80::/10'],
    ['127.0.0.1', '::/0'],
    ['::ffff:127.0.0.1', '::/0'],
    ['::1', '0.0.0.0/0'],
  ] as const) {
    t.equal(await ask([address], [network]), 'address-forbidden', `${address} in ${network}`)
  }
  t.equal(connections(), 2)
  // These pass; there is nobody, so what they end with is that nobody answers.
  for (const [address, network] of [
    ['10.255.255.1', '10.0.0.0/8'],
    ['::ffff:10.255.255.1', '10.0.0.0/8'],
    ['fd00::1', 'fd00::/8'],
    ['::1', '::1/128'],
  ] as const) {
    t.match(await ask([address], [network]), /^remote-(timeout|unreachable)$/, `${address} in ${network}`)
  }
})

await t.test('an IPv4 address in an IPv6 one is the IPv4 address, also on the socket', async t => {
  const { port } = await serveHttp(t, (_, response) => response.end())
  const sent = await send(t, `http://receiver:${port}/`, { lookup: resolveTo('::ffff:127.0.0.1') })
  t.match(sent.attempt, { status: 200, address: /127\.0\.0\.1$/ })
  t.match((await send(t, `http://[::ffff:127.0.0.1]:${port}/`)).attempt, { status: 200 })
})

await t.test('names of the own network are asked of the operating system', async t => {
  const { port } = await serveHttp(t, (_, response) => response.end())
  const allow = { ...nothing, networks: ['127.0.0.0/8', '::1/128'] }
  t.match((await send(t, `http://localhost:${port}/`, {}, { allow })).attempt, { status: 200 })
})

await t.test('a connection that leads elsewhere than the name is not written to', async t => {
  // 0.0.0.0 leads to this machine: it is allowed here, and what it leads to is not.
  const { port, received, connections } = await serveHttp(t, (_, response) => response.end())
  const allow = { ...nothing, networks: ['0.0.0.0/32'] }
  for (const host of ['0.0.0.0', 'hooks.example']) {
    const sent = await send(t, `http://${host}:${port}/`, { lookup: resolveTo('0.0.0.0') }, { allow })
    t.match(sent, {
      attempt: { error: 'address-forbidden', address: '127.0.0.1' },
      message: /the connection leads to 127\.0\.0\.1/,
    })
  }
  t.match((await send(t, `http://127.0.0.1:${port}/`)).attempt, { status: 200 })
  t.equal(connections(), 3)
  t.equal(received().match(/POST/g)?.length, 1)
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

await t.test('W13: content without end is cut, and the connection ended', async t => {
  const much = 'x'.repeat(64 * 1024)
  const chunk = `${much.length.toString(16)}\r\n${much}\r\n`
  for (const [name, header, more] of [
    ['a gigabyte', 'Content-Length: 1000000000\r\n', much],
    ['chunks', 'Transfer-Encoding: chunked\r\n', chunk],
    ['small chunks', 'Transfer-Encoding: chunked\r\n', '1\r\nx\r\n'.repeat(1000)],
    ['until the end', '', much],
  ] as const) {
    let closed: Promise<unknown> = Promise.resolve()
    let written = 0
    const { url } = await serveRaw(t, socket => {
      closed = new Promise(resolve => socket.on('close', resolve)).then(() => (written = socket.bytesWritten))
      socket.write(`${head}${header}\r\n`)
      flood(socket, more)
    })
    const sent = await send(t, url)
    t.match(sent.attempt, { status: 200, address: '127.0.0.1' }, name)
    t.match(text(sent), /^x{16384}$/, name)
    await closed
    t.ok(written < 100_000_000, `${written} bytes were written`)
  }
})

await t.test('content is kept as it comes: there is nothing to blow up', async t => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const { url } = await serveHttp(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const sent = await send(t, url)
  t.equal(sent.attempt.status, 200)
  t.same(Buffer.from(sent.answer), bomb.subarray(0, 16 * 1024))
  const odd = await serveHttp(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'zstd, gzip, x' }).end('ok')
  })
  t.equal(text(await send(t, odd.url)), 'ok')
})

await t.test('what is exactly as much as is read', async t => {
  for (const length of [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1]) {
    const { url } = await serveHttp(t, (_, response) => response.end('x'.repeat(length)))
    t.equal((await send(t, url)).answer.length, Math.min(length, 16 * 1024))
  }
})

await t.test('W13: once the header is there nothing takes the answer back', async t => {
  const cases: readonly (readonly [name: string, answer: (socket: Socket) => void, start: string])[] = [
    ['no content', socket => socket.write(`${head}Content-Length: 5\r\n\r\n`), ''],
    ['half the content', socket => socket.write(`${head}Content-Length: 5\r\n\r\nab`), 'ab'],
    ['cut content', socket => socket.end(`${head}Content-Length: 5\r\n\r\nab`), 'ab'],
    [
      'a reset in the content',
      socket => socket.write(`${head}Content-Length: 5\r\n\r\nab`, () => socket.resetAndDestroy()),
      '',
    ],
    ['a broken chunk', socket => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), ''],
    [
      'content byte by byte',
      socket => {
        socket.write(`${head}\r\n`)
        drip(socket, 'a')
      },
      'aa',
    ],
    [
      'a chunk extension without end',
      socket => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;`)
        flood(socket, 'x'.repeat(1000))
      },
      '',
    ],
    [
      'trailers without end',
      socket => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n`)
        flood(socket, 'x: y\r\n'.repeat(100))
      },
      'ab',
    ],
  ]
  for (const [name, answer, begin] of cases) {
    let closed: Promise<unknown> = Promise.resolve()
    const { url } = await serveRaw(t, socket => {
      closed = new Promise(resolve => socket.on('close', resolve))
      answer(socket)
    })
    const sent = await send(t, url, { timeout: 300 })
    t.equal(sent.attempt.status, 200, name)
    t.equal(sent.attempt.error, undefined, name)
    t.ok(text(sent).startsWith(begin), `${name}: ${text(sent).slice(0, 20)}`)
    await closed
  }
})

await t.test('content that is dripped keeps nobody for the whole deadline', async t => {
  let closed: Promise<unknown> = Promise.resolve()
  const { url } = await serveRaw(t, socket => {
    closed = new Promise(resolve => socket.on('close', resolve))
    socket.write(`${head}\r\n`)
    drip(socket, 'a')
  })
  const sent = await send(t, url, { timeout: 600_000 })
  t.equal(sent.attempt.status, 200)
  t.match(text(sent), /^a+$/)
  await closed
})

await t.test('nothing that answers makes it throw', async t => {
  const parts = [
    ...[
      'HTTP/1.1 ',
      'HTTP/1.0 ',
      'HTTP/2 ',
      '200 OK',
      '204 x',
      '304 x',
      '100 x',
      '101 x',
      '199 x',
      '407 x',
      '\r\n',
    ],
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      'Content-Length: ',
      'Transfer-Encoding: chunked\r\n',
      'Location: ',
      ':',
      '\0',
      'x',
    ],
    ...[
      'Connection: upgrade\r\n',
      'Upgrade: h2c\r\n',
      'Retry-After: ',
      '5',
      '-1',
      '99999999999999999999',
      ' ',
      '\xff',
    ],
    ...[
      'Set-Cookie: a=b; Domain=x\r\n',
      'Content-Encoding: gzip\r\n',
      'Trailer: x\r\n',
      'Keep-Alive: timeout=x\r\n',
    ],
    ...[
      'Connection: keep-alive\r\n',
      'Proxy-Authenticate: x\r\n',
      'Link: <'.repeat(100),
      'a: b\r\n'.repeat(100),
    ],
  ]
  let bytes = ''
  let isReset = false
  const { url } = await serveRaw(t, socket => {
    if (isReset) socket.write(bytes, 'latin1', () => socket.resetAndDestroy())
    else socket.end(bytes, 'latin1')
  })
  const counts = { answers: 0, failures: 0 }
  const sender = createSender({ timeout: 2000 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('HTTP/1.1 200 OK\r\n', 'HTTP/1.1 ', ''),
      fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
      fc.boolean(),
      async (begin, more, reset) => {
        bytes = begin + more.join('')
        isReset = reset
        const { attempt } = await sender.send({ url, allow: loopback, headers: [], body })
        counts[attempt.error === undefined ? 'answers' : 'failures'] += 1
        return attempt.error === undefined
          ? attempt.status !== undefined
          : attempt.error.startsWith('remote-')
      },
    ),
    { numRuns: process.env['SLOW'] === '1' ? 20_000 : 167 },
  )
  t.ok(counts.answers > 0 && counts.failures > 10, JSON.stringify(counts))
})

await t.test('W13: what never comes to an answer ends with the deadline', async t => {
  const cases: readonly (readonly [name: string, answer: (socket: Socket) => void])[] = [
    ['no answer', () => undefined],
    ['half a header', socket => socket.write(head)],
    [
      'a header byte by byte',
      socket => {
        drip(socket, `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(1000)}`)
      },
    ],
    [
      '100 again and again',
      socket => {
        drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')
      },
    ],
  ]
  for (const [name, answer] of cases) {
    let closed: Promise<unknown> = Promise.resolve()
    const { url } = await serveRaw(t, socket => {
      closed = new Promise(resolve => socket.on('close', resolve))
      answer(socket)
    })
    const sent = await send(t, url, { timeout: 250 })
    t.match(
      sent,
      { attempt: { error: 'remote-timeout', address: '127.0.0.1' }, message: /within 0.25 s$/ },
      name,
    )
    await closed
  }
  const { port } = await serveSocket(t, () => undefined)
  const silent = await send(t, `https://127.0.0.1:${port}/`, { timeout: 250 })
  t.match(silent.attempt, { error: 'remote-timeout', address: '127.0.0.1' }, 'no TLS handshake')
  const nameless = await send(t, 'http://a.example/', {
    timeout: 250,
    lookup: () => new Promise(() => undefined),
  })
  t.equal(nameless.attempt.error, 'remote-timeout', 'no name server')
  t.equal(nameless.attempt.address, undefined)
  t.ok(nameless.attempt.duration >= 240)
})

await t.test('W13: header fields', async t => {
  const short = Array.from({ length: 10_000 }, (_, index) => `a:${index % 10}`).join('\r\n')
  const few = await serveRaw(t, socket => socket.end(`HTTP/1.1 200 OK\r\n${short}\r\n\r\n`))
  t.equal((await send(t, few.url)).attempt.status, 200)
  const long = Array.from({ length: 10_000 }, (_, index) => `x-${index}: abcdefgh`).join('\r\n')
  const many = await serveRaw(t, socket => socket.end(`HTTP/1.1 200 OK\r\n${long}\r\n\r\n`))
  t.match(await send(t, many.url), { attempt: { error: 'remote-malformed' }, message: /too large/ })
})

await t.test('what is not HTTP, breaks off, or is not there', async t => {
  const cases: readonly (readonly [name: string, answer: (socket: Socket) => void, error: string])[] = [
    ['text', socket => socket.end('hello\n'), 'remote-malformed'],
    ['SSH', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'remote-malformed'],
    ['a TLS alert', socket => socket.end('\x15\x03\x01\x00\x02\x02\x46', 'latin1'), 'remote-malformed'],
    [
      'another protocol',
      socket => socket.write('HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'remote-malformed',
    ],
    [
      'informational answers without end',
      socket => {
        flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')
      },
      'remote-malformed',
    ],
    ['closed', socket => socket.end(), 'remote-closed'],
    ['reset', socket => socket.resetAndDestroy(), 'remote-closed'],
    ['closed in the header', socket => socket.end('HTTP/1.1 200 OK\r\nA'), 'remote-closed'],
    [
      'reset in the header',
      socket => socket.write('HTTP/1.1 200 OK\r\nA', () => socket.resetAndDestroy()),
      'remote-closed',
    ],
  ]
  for (const [name, answer, error] of cases) {
    const { url } = await serveRaw(t, answer)
    const sent = await send(t, url)
    t.match(sent, { attempt: { error, address: '127.0.0.1' }, message: /127\.0\.0\.1/ }, name)
    t.notMatch(sent.message, /\n|\.$/, name)
  }
  const closing = await serveSocket(t, socket => socket.resetAndDestroy())
  // The reset may come while it is still connecting.
  const early = /^remote-(closed|unreachable)$/
  t.match((await send(t, closing.url)).attempt.error, early, 'before the request')
  t.match((await send(t, closing.url.replace('http', 'https'))).attempt.error, early, 'before TLS')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const refused = await send(t, `http://127.0.0.1:${port}/`)
  t.equal(refused.attempt.error, 'remote-unreachable')
  t.equal(refused.attempt.address, undefined)
  const lookup = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  t.equal((await send(t, 'http://a.example/', { lookup })).attempt.error, 'remote-unreachable')
  t.equal((await send(t, 'http://a.example/', { lookup: resolveTo() })).attempt.error, 'remote-unreachable')
})

await t.test('W14: certificates that are not right are never passed over', async t => {
  const attempt = async (name: string, days: number, trusted: boolean) => {
    const certificate = createCertificate(t, name, days)
    const { port, received } = await serveHttps(t, certificate, (_, response) => response.end())
    const { attempt, message } = await send(t, `https://hooks.example:${port}/`, {
      lookup: resolveTo('127.0.0.1'),
      ...(trusted && { ca: certificate.cert }),
    })
    if (attempt.error !== undefined) t.notMatch(received(), /POST|webhook/)
    return { ...attempt, message }
  }
  t.match(await attempt('DNS:hooks.example', 1, true), { status: 200, address: '127.0.0.1' })
  const refused = { error: 'remote-tls', address: '127.0.0.1' }
  t.match(await attempt('DNS:hooks.example', 1, false), {
    ...refused,
    message: /is not trusted: self-signed/,
  })
  t.match(await attempt('DNS:hooks.example', -1, true), { ...refused, message: /has expired/ })
  t.match(await attempt('DNS:other.example', 1, true), { ...refused, message: /is for another name/ })
  t.match(await attempt('IP:127.0.0.1', 1, true), { ...refused, message: /is for another name/ })
  const plain = await serveHttp(t, (_, response) => response.end())
  t.equal((await send(t, plain.url.replace('http', 'https'))).attempt.error, 'remote-tls')
  t.throws(() => createSender({ ca: 'nothing' }), { code: 'usage' })
})

await t.test('W14: how long to wait', async t => {
  let fields: string[] = []
  const { url } = await serveHttp(t, (request, response) => {
    if (fields.length > 0) response.setHeader('retry-after', fields)
    response.writeHead(Number(request.url?.slice(1))).end()
  })
  const now = () => new Date('2026-11-20T16:15:00Z')
  const wait = async (status: number, ...values: string[]) => {
    fields = values
    return (await send(t, `${url}/${status}`, { now })).retryAfter
  }
  t.equal(await wait(429, '31536000'), 31_536_000, 'the bound is somebody else’s')
  t.equal(await wait(503, '120'), 120)
  t.equal(await wait(503, '0'), 0)
  t.equal(await wait(429, 'Fri, 20 Nov 2026 16:16:00 GMT'), 60)
  t.equal(await wait(429, 'Thu, 01 Jan 1970 00:00:00 GMT'), 0)
  t.equal(await wait(429, '99999999999999999999'), Number.MAX_SAFE_INTEGER)
  for (const value of ['-1', '1.5', 'soon', '1e3', '0x10', ''])
    t.equal(await wait(429, value), undefined, value)
  t.equal(await wait(429, '1', '2'), undefined, 'twice')
  t.equal(await wait(429), undefined)
})

await t.test('a signal ends it at any phase, and leaves nothing behind', async t => {
  const { url, connections } = await serveSocket(t, () => undefined)
  const reason = new Error('enough')
  const abort = new AbortController()
  const { signal } = abort
  const asked = send(t, url, {}, { signal })
  const looking = send(t, 'http://a.example/', { lookup: () => new Promise(() => undefined) }, { signal })
  while (connections() === 0) await new Promise(resolve => setTimeout(resolve, 5))
  abort.abort(reason)
  await t.rejects(asked, reason)
  await t.rejects(looking, reason)
  await t.rejects(send(t, url, {}, { signal }), reason)
  await t.rejects(send(t, 'not a URL', {}, { signal }), reason)
  t.equal(connections(), 1)

  const lasting = new AbortController()
  const ok = await serveHttp(t, (_, response) => response.end())
  for (let count = 0; count < 3; count += 1) await send(t, ok.url, {}, { signal: lasting.signal })
  t.equal(getEventListeners(lasting.signal, 'abort').length, 0)
})

await t.test(
  'who ends an attempt gets their own reason back, even where it looks like a failure',
  async t => {
    const { url, connections } = await serveSocket(t, () => undefined)
    const reason = new DrawauditError('remote-timeout', 'the server ends')
    const abort = new AbortController()
    const asked = send(t, url, {}, { signal: abort.signal })
    while (connections() === 0) await new Promise(resolve => setTimeout(resolve, 5))
    abort.abort(reason)
    t.equal(await asked.catch((error: unknown) => error), reason, 'it is no attempt that failed')
  },
)

await t.test(
  'a name that has to be public is asked of name servers, not of the operating system',
  async t => {
    const asked: string[] = []
    const mocked = await t.mockImport<typeof import('../../src/webhook/send.js')>(
      '../../src/webhook/send.js',
      {
        '../../src/webhook/resolve.js': {
          createResolver: () => (name: string) => {
            asked.push(name)
            return Promise.resolve(['10.1.2.3'])
          },
        },
      },
    )
    const sender = mocked.createSender({ timeout: 5000 })
    t.teardown(() => {
      sender.close()
    })
    const sent = await sender.send({ url: 'https://hooks.example/', allow: nothing, headers: [], body })
    t.match(sent, {
      attempt: { error: 'address-forbidden' },
      message: /hooks\.example resolves to 10\.1\.2\.3/,
    })
    t.strictSame(asked, ['hooks.example'])
  },
)

await t.test('an answer that is there when it is ended is not thrown away', async t => {
  const abort = new AbortController()
  const { url } = await serveRaw(t, socket => {
    socket.write(`${head}Content-Length: 5\r\n\r\nab`)
    setTimeout(() => {
      abort.abort(new Error('enough'))
    }, 100)
  })
  const sent = await send(t, url, {}, { signal: abort.signal })
  t.equal(sent.attempt.status, 200)
  t.equal(text(sent), 'ab')
})

await t.test('no proxy of the environment is asked', async t => {
  const proxy = await serveHttp(t, (_, response) => response.end('proxy'))
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
  const before = names.map(name => [name, process.env[name]] as const)
  t.teardown(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  })
  for (const name of names) process.env[name] = proxy.url
  const { url } = await serveHttp(t, (_, response) => response.end('direct'))
  t.equal(text(await send(t, url)), 'direct')
  t.equal(proxy.connections(), 0)
})

await t.test('a defect is not an attempt that failed', async t => {
  const { url } = await serveHttp(t, (_, response) => response.end())
  await t.rejects(send(t, url, {}, { headers: [['webhook-id', 'a\r\nb: c']] }), {
    code: 'ERR_INVALID_CHAR',
  })
})

await t.test('the client reads the start of an answer only when it is told to', async t => {
  const { url } = await serveHttp(t, (_, response) => response.end('x'.repeat(100)))
  const client = start(t, { maxBytes: 50 })
  await fails(t, client.request(url), 'remote-too-large')
  const seen: string[] = []
  const exchange = await client.request(url, {
    cut: { bytes: 10, milliseconds: 1000 },
    connected: address => seen.push(address),
  })
  t.equal(exchange.body.length, 10)
  t.same(seen, ['127.0.0.1'])
})
