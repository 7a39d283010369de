// The rows A1 to A25 of docs/evidence/HOSTILE.md: what `drawaudit serve` answers to requests that no honest client sends.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { random } from '../../../src/cli/shared/random.js'
import { DrawauditError } from '../../../src/errors.js'
import { publish } from '../../../src/operator/publish.js'
import { createAddressReader, parseClientAddress } from '../../../src/server/client-address.js'
import { RateLimiter } from '../../../src/server/rate-limit.js'
import { openSharedCounts } from '../../../src/server/shared-counts.js'
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../src/store/store.js'
import { createDatabase, noPostgres, query } from '../../postgres.js'
import {
  Client,
  countBytesRead,
  countDescriptors,
  eventually,
  evilHost,
  format,
  readSome,
  serve,
  type RawResponse,
  type Served,
} from '../../server/raw.js'
import {
  failingStore,
  get,
  sample,
  sampleStatistics,
  send,
  start,
  view,
  type Answer,
} from '../../server/start.js'
import { Sqlite } from '../../sqlite.js'
import { answers, busyPage, findFaults, secrets, type Expected } from '../../hostile/raw-answers.js'

const folder = t.testdir({ pool: {} })
const file = `${folder}/raffles.db`
await publishTo(file)
const digestBefore = digestOf(file)
const server = await serve(t, file, '--rate-limit', '1000000')
const good = await ask(server, view('audit'))
const descriptorsBefore = countDescriptors(server)

const id = sample.raffle_id
const raffle = (text: string): string => `/api/v1/raffles/${text}/audit`
const get11 = 'GET /livez HTTP/1.1'
const host = `Host: ${evilHost}`
const uuid = '0123abcd-89ab-4def-8123-456789abcdef'
/** Hides behind another request: only the first may be answered. */
const smuggled = format('/api/v1/openapi.json')
const targets = (...list: readonly string[]): readonly string[] => list.map(target => format(target))
/** Requests for the audit record, each with one header field or more. */
const fields = (...list: readonly (string | readonly string[])[]): readonly string[] =>
  list.map(lines => format(view('audit'), [lines].flat()))

const away: Expected = { status: 503, code: 'SERVER_ERROR', headers: { 'retry-after': '5' } }
const countWaiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'"

// These wait for time limits, while the others go on.
const slowHeaders = sendHeadersSlowly(5000)
const poolFaults = noPostgres === false ? exhaustPool() : []

await t.test('A1: a target that is no path', async t => {
  const none: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /target/ }
  await answers(t, server, targets('//', '///', '//[', '//a:99999/', 'http://[::1', '*'), none)
  await answers(t, server, targets('//evil.example/livez', 'http://', 'ftp://a/'), none)
})

await t.test('A2: percent-encoding that is none', async t => {
  const none: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /percent-encoding/ }
  await answers(t, server, targets('/%zz', '/%ff', '/%c0%af', '/%00', '/%', '/%ed%a0%80', raffle('%')), none)
})

await t.test('A3: paths that climb', async t => {
  const climbing = targets(
    '/v1/../../etc/passwd',
    '/api/v1/../../etc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/..;/..;/etc/passwd',
    '/\\..\\..\\etc\\passwd',
    '/%252e%252e%252fetc/passwd',
    '/assets/../../package.json',
    '/assets/%2e%2e%2fpackage.json',
  )
  const quiet = await serve(t, file)
  // What is read once, at the first request.
  await answers(t, quiet, climbing, { status: 404, code: 'NOT_FOUND' })
  const before = countBytesRead(quiet)
  const received = await answers(t, quiet, climbing, { status: 404, code: 'NOT_FOUND' })
  t.equal(received.length, climbing.length)
  const sent = climbing.join('').length + climbing.length * format('/livez').length
  const read = countBytesRead(quiet) - before
  // What wakes a thread is a read of eight bytes. No file of interest is as small.
  t.ok(read - sent < 512, `it read ${read} bytes, and was sent ${sent}: no file`)
  const names = targets(raffle('..'), raffle('..;'), raffle('..%2f..'))
  await answers(t, server, names, { status: 400, code: 'INVALID_PARAMETER', says: /^raffle_uuid: / })
})

await t.test('A4: names of the prototype', async t => {
  const names = ['__proto__', 'constructor', 'toString']
  const paths = names.flatMap(name => [`/${name}`, `/api/v1/${name}`, `/api/v1/raffles/${id}/${name}`])
  await answers(t, server, targets(...paths), { status: 404, code: 'NOT_FOUND' })
  const noId: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /^raffle_uuid: expected a UUID/ }
  await answers(t, server, targets(...names.map(raffle)), noId)
})

await t.test('A5: ids of raffles', async t => {
  const long: Expected = { status: 414, code: 'INVALID_PARAMETER', says: /target is/ }
  await answers(t, server, targets(raffle('a'.repeat(10_240))), { ...long, closes: true })
  await answers(t, server, targets(raffle('a'.repeat(3000))), long)
  const noId: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /^raffle_uuid: expected a UUID/ }
  const texts = ["'--", '%27%20OR%201=1--', '%F0%9F%8E%B2', `${id}0`, '', 'a'.repeat(1500), `${id}'--`]
  await answers(t, server, targets(...texts.map(raffle)), noId)
  // As they are: bytes that stand in no target. Encoded, NUL stands in none either.
  const bytes = targets(raffle('\xf0\x9f\x8e\xb2'), raffle('\0'))
  await answers(t, server, bytes, { status: 400, code: 'INVALID_PARAMETER', closes: true })
  await answers(t, server, targets(raffle('%00'), raffle(`${id}%00`)), {
    status: 400,
    code: 'INVALID_PARAMETER',
  })
})

await t.test('A6: numbers of entries', async t => {
  const wrong: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /^entries: expected an integer/ }
  const values = ['0', '-1', '1e9', 'abc', '1.5', '%20', '0x10', '', '143', '9007199254740993', '1%00']
  const queries = ['entries=1&entries=2', 'entries[]=1', 'entries=1&entries=1', '', 'limit=1'].concat(
    values.map(value => `entries=${value}`),
  )
  await answers(t, server, targets(...queries.map(query => view(`odds?${query}`))), wrong)
  // There is no parameter to set the length of a page: the name means nothing here, whatever its value.
  const limits = [...['0', '-1', '1e9', 'abc', '1.5', '%20', '0x10'].map(value => `limit=${value}`)]
  for (const query of [...limits, 'limit=1&limit=2', 'limit[]=1']) {
    t.match(await ask(server, view(`audit?${query}`)), { status: 200, body: good.body }, query)
  }
})

await t.test('A7: places to begin the list after', async t => {
  // A place is the id of a raffle, which nobody has to sign: what is none begins the list, as the first page does.
  const first = withoutId(await ask(server, '/'))
  for (const place of ['forged', "'--", uuid.slice(1), `${uuid}%00`, '/api/v1/log/checkpoint', '%zz', '']) {
    t.strictSame(withoutId(await ask(server, `/?after=${place}`)), first, place)
  }
  t.equal((await ask(server, `/?after=${uuid}`)).status, 200, 'one that nobody has')
  const long: Expected = { status: 414, code: 'INVALID_PARAMETER', says: /longer than 2048 bytes/ }
  await answers(t, server, targets(`/?after=${'f'.repeat(2048)}`), long)
  // Whoever sends a megabyte may find the connection reset before they read the answer; the log has it.
  const quiet = await serve(t, file)
  const client = new Client(quiet)
  client.send(format(`/?after=${'f'.repeat(1_000_000)}`))
  await client.closed
  t.ok(await eventually(() => quiet.logs.some(line => line.includes('"status":414'))))
  // Tiles of the log are the other list that is read in pieces: one way to write each path.
  const tiles = ['000.p/257', '1', '-01', 'x00', '000.p/0', '../checkpoint', '%zz'].map(
    n => `/api/v1/log/tile/0/${n}`,
  )
  await answers(t, server, targets(...tiles.slice(0, -1)), { status: 404, code: 'NOT_FOUND' })
  await answers(t, server, targets(...tiles.slice(-1)), { status: 400, code: 'INVALID_PARAMETER' })
})

await t.test('A8: parameters nobody knows are ignored', async t => {
  for (const query of ['debug=1', '__proto__[x]=1', '%zz', 'a=b&a=c', 'entries=0', '&&&', '='.repeat(1000)]) {
    const { status, body, headers } = await ask(server, view(`audit?${query}`))
    t.strictSame([status, body, headers['etag']], [200, good.body, good.headers['etag']], query)
  }
})

await t.test('A9: methods', async t => {
  const readOnly: Expected = {
    status: 405,
    code: 'INVALID_PARAMETER',
    says: /read-only/,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  }
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']
  const requests = methods.flatMap(method => [
    format(view('audit'), [], method),
    format('/nowhere', [], method),
  ])
  await answers(t, server, requests, readOnly)
  const withBody = methods.map(
    method => `${format(view('audit'), [`Content-Length: ${smuggled.length}`], method)}${smuggled}`,
  )
  await answers(t, server, withBody, { ...readOnly, closes: true })
  const tunnels = [format('evil.example:443', [], 'CONNECT'), format('/', [], 'CONNECT')]
  await answers(t, server, tunnels, { ...readOnly, closes: true })
  // The connection of a tunnel is ours alone: Node does not listen on it any more.
  const tunnel = format('evil.example:443', [], 'CONNECT')
  for (let count = 0; count < 300; count++) await goAway(server, tunnel)
  await answers(t, server, [tunnel], { ...readOnly, closes: true })
  const unheard = ['FOO', 'get', 'GE\0T', ''].map(method => format('/livez', [], method))
  const broken: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /no HTTP/, closes: true }
  await answers(t, server, unheard, broken)
})

await t.test('A10: HEAD and OPTIONS', async t => {
  for (const path of ['/', '/livez', view('audit'), view('entries/stats'), '/api/v1/keys', '/nowhere']) {
    const asked = await ask(server, path)
    const head = await ask(server, path, [], 'HEAD')
    t.equal(head.body, '')
    t.equal(head.text.indexOf('\r\n\r\n') + 4, head.text.length, 'nothing behind the header')
    t.strictSame(withoutId(head), { ...withoutId(asked), body: '' }, path)
  }
  const preflights = ['*', '/', '/nowhere', view('audit')].map(path => format(path, [], 'OPTIONS'))
  await answers(t, server, preflights, {
    status: 204,
    headers: { allow: 'GET, HEAD, OPTIONS', 'content-length': undefined, 'content-type': undefined },
  })
  const others = [format('//', [], 'OPTIONS'), format('*', [], 'GET')]
  await answers(t, server, others, { status: 400, code: 'INVALID_PARAMETER', says: /target/ })
})

await t.test('A11: versions and hosts', async t => {
  const broken: Expected = { status: 400, code: 'INVALID_PARAMETER', closes: true }
  const old = ['GET /\r\n\r\n', 'GET / HTTP/0.9\r\n\r\n', `GET / HTTP/1.2\r\n${host}\r\n\r\n`]
  await answers(t, server, old, broken)
  await answers(t, server, [`${get11}\r\n\r\n`], { ...broken, says: /Host is missing/ })
  const two = [`${get11}\r\nHost: a\r\nhost: b\r\n\r\n`, `${get11}\r\n${host}\r\n${host}\r\n\r\n`]
  await answers(t, server, two, { ...broken, says: /Host occurs more than once/ })
  await answers(t, server, ['GET /livez HTTP/1.0\r\n\r\n'], { status: 200, closes: true })
  // `secrets` has the host, which no answer may repeat.
  await answers(
    t,
    server,
    targets('/', view('audit'), `http://${evilHost}/`, '/nowhere/'.slice(0, -9) || '/'),
    {
      status: 200,
      headers: { location: undefined },
    },
  )
  await answers(t, server, fields(`X-Forwarded-Host: ${evilHost}`, `Origin: https://${evilHost}`), {
    status: 200,
    headers: { 'access-control-allow-origin': '*' },
  })
})

await t.test('A12: ends of requests that two readers see differently', async t => {
  const lines = (...more: readonly string[]): string =>
    [get11, host, ...more, '', `0\r\n\r\n${smuggled}`].join('\r\n')
  const length = `Content-Length: ${smuggled.length}`
  await answers(
    t,
    server,
    [
      lines('Content-Length: 5', 'Transfer-Encoding: chunked'),
      lines('Transfer-Encoding: chunked', 'Content-Length: 5'),
      lines('Content-Length: 0', length),
      lines('Content-Length: 0', 'Content-Length: 0'),
      lines(length, length),
      lines('Transfer-Encoding: xchunked'),
      lines('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
      lines('X: a', ' b'),
      lines('X: a', '\tContent-Length: 5'),
      `${get11}\n${host}\n\n`,
      `${get11}\r\n${host}\nContent-Length: 5\r\n\r\n`,
      lines('Content-Length : 5'),
      lines('Transfer-Encoding : chunked'),
    ],
    { status: 400, code: 'INVALID_PARAMETER', closes: true },
  )
})

await t.test('A12: what came before is answered whole', async t => {
  const client = new Client(server)
  client.socket.pause()
  const asked = format('/api/v1/openapi.json')
  // More than the kernel keeps for a client that reads nothing.
  client.send(asked.repeat(40) + 'no request\r\n\r\n')
  await setTimeout(50)
  client.send('nor is this\r\n\r\n')
  await setTimeout(50)
  client.socket.resume()
  const first = await client.receive()
  t.equal(first?.status, 200)
  for (let left = 39; left > 0; left--) t.ok((await client.receive())?.body === first?.body)
  const last = await client.receive()
  t.strictSame(last && findFaults(last, { status: 400, code: 'INVALID_PARAMETER', says: /no HTTP/ }), [])
  await client.closed
  t.equal(client.rest, '')
})

await t.test('A12: of what comes behind a refusal little is read', async t => {
  const quiet = await serve(t, file)
  const before = countBytesRead(quiet)
  const client = new Client(quiet)
  client.send('no request\r\n\r\n')
  for (let sent = 0; sent < 160 && !client.isClosed; sent++) {
    await new Promise(resolve => client.socket.write('a'.repeat(65_536), resolve))
  }
  await client.closed
  const taken = countBytesRead(quiet) - before
  t.ok(taken < 512 * 1024, `it read ${taken} bytes of 10 MB`)
})

await t.test('A13: a body of 10 MB is not read', async t => {
  const refused: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /no body/, closes: true }
  const quiet = await serve(t, file)
  const declared = ['Content-Length: 10485760', 'Transfer-Encoding: chunked']
  for (const line of declared) {
    const head = format(view('audit'), [line])
    const counts: number[] = []
    // The kernel counts the pages of the store too, which the server looks at now and then: not three times in a row.
    for (let attempt = 0; attempt < 3; attempt++) {
      const read = countBytesRead(quiet)
      // It is over before a byte of the body is there.
      await answers(t, quiet, [head], refused)
      counts.push(countBytesRead(quiet) - read - head.length)
    }
    const taken = Math.min(...counts)
    t.ok(taken < 1024, `it read ${taken} bytes beside the header`)
  }
  // Nor for the sake of another fault.
  const others = [`/${'a'.repeat(2048)}`, '//', '*', '/nowhere'].flatMap(target =>
    declared.map(line => format(target, [line])),
  )
  const closing: Expected = { status: 400, code: 'INVALID_PARAMETER', closes: true }
  await answers(t, quiet, others.slice(0, 2), { ...closing, status: 414 })
  await answers(t, quiet, others.slice(2), closing)
  for (const line of declared) {
    const asked = randomUUID()
    const read = countBytesRead(quiet)
    const client = new Client(quiet)
    client.send(format(view('audit'), [line, `X-Request-Id: ${asked}`]))
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`
    for (let sent = 0; sent < 160 && !client.isClosed; sent++) {
      await new Promise(resolve => client.socket.write(chunk, resolve))
    }
    await client.closed
    const isLogged = (): boolean =>
      quiet.logs.some(log => log.includes(asked) && log.includes('"status":400'))
    t.ok(await eventually(isLogged), 'it is refused')
    const taken = countBytesRead(quiet) - read
    t.comment(`${line}: ${taken} bytes of 10 MB`)
    // What is there when the refusal has left is read in pieces of 64 KiB.
    t.ok(taken < 512 * 1024, `it read ${taken} bytes`)
  }
})

await t.test('A14: sizes', async t => {
  const large: Expected = { status: 431, code: 'INVALID_PARAMETER', says: /header fields/, closes: true }
  const many = Array.from({ length: 3000 }, () => 'a:b')
  await answers(t, server, fields(`X: ${'a'.repeat(17_408)}`, many), large)
  await answers(t, server, fields(many.slice(0, 99)), { ...large, says: /more than 100 header fields/ })
  await answers(t, server, fields(many.slice(0, 98)), { status: 200 })
  const long: Expected = { status: 414, code: 'INVALID_PARAMETER', says: /target/ }
  await answers(t, server, targets(`/${'a'.repeat(20_480)}`), { ...long, closes: true })
  await answers(t, server, targets(`/${'a'.repeat(2048)}`), long)
})

await t.test('A15: request ids', async t => {
  const notOurs: Expected = { status: 200, headers: { 'x-evil': undefined } }
  const received = [
    ...(await answers(
      t,
      server,
      fields(
        `X-Request-Id: ${uuid}0\r\nX-Evil: 1`,
        'X-Request-Id: %0d%0aX-Evil: 1',
        'X-Request-Id: <script>alert(1)</script>',
        'X-Request-Id: {"level":60}',
        [`X-Request-Id: ${uuid}`, `X-Request-Id: ${uuid}`],
        'X-Request-Id: \xff',
        `X-Request-Id: ${uuid}\xff`,
        'X-Request-Id: a\tb',
        `X-Request-Id: ${'a'.repeat(7000)}`,
        'X-Request-Id:',
      ),
      notOurs,
    )),
    ...(await answers(t, server, fields(`X-Request-Id: ${'a'.repeat(10_240)}`), {
      status: 431,
      code: 'INVALID_PARAMETER',
      closes: true,
    })),
    ...(await answers(t, server, fields(`X-Request-Id: ${uuid}\nX-Evil: 1`, `X-Request-Id: ${uuid}\rX: 1`), {
      status: 400,
      code: 'INVALID_PARAMETER',
      closes: true,
      headers: { 'x-evil': undefined },
    })),
  ]
  const own = received.map(({ headers }) => headers['x-request-id'] ?? '')
  t.equal(new Set(own).size, received.length, 'each has an id of its own')
  t.notOk(own.includes(uuid))
  const linesOf = (one: string): readonly string[] => server.logs.filter(line => line.includes(one))
  t.ok(await eventually(() => own.every(one => linesOf(one).length === 1)), 'and one line of the log')
  for (const line of own.flatMap(linesOf)) {
    t.match(JSON.parse(line), { level: 'info', msg: 'request' })
    t.notMatch(line, /script|evil|a{20}|[^\x20-\x7e]/i)
  }
  // What is a UUID is taken, in lower case.
  await answers(t, server, fields(`X-Request-Id:\t${uuid.toUpperCase()} `), {
    status: 200,
    headers: { 'x-request-id': uuid },
  })
})

await t.test('A16: X-Forwarded-For of somebody who is no proxy', async t => {
  const direct = await serve(t, file, '--rate-limit', '3')
  t.strictSame(await countsOf(direct, ['1.2.3.4', '1.2.3.5', '::1']), [2, 1, 0])
  const refused: Expected = { status: 429, code: 'RATE_LIMITED' }
  await t.resolves(expectOne(t, direct, format(view('audit'), ['X-Forwarded-For: 9.9.9.9']), refused))
})

await t.test('A17: X-Forwarded-For by way of a trusted proxy', async t => {
  const proxied = await serve(t, file, '--rate-limit', '1000', '--trusted-proxy', '127.0.0.1')
  // How many requests of the address there were before.
  const before = async (...forwarded: readonly (string | readonly string[])[]): Promise<number[]> =>
    (await countsOf(proxied, forwarded)).map(left => 999 - left)
  t.strictSame(await before('6.6.6.6, 1.2.3.4', '7.7.7.7,1.2.3.4', '1.2.3.4:99', '1.2.3.4'), [0, 1, 2, 3])
  t.strictSame(await before(['6.6.6.6', '1.2.3.4'], ['8.8.8.8', '9.9.9.9, 1.2.3.4']), [4, 5], 'two fields')
  t.strictSame(await before('1.2.3.4, 127.0.0.1'), [6], 'another hop of ours')
  t.strictSame(await before('[2001:db8::1]:80', '[2001:db8::1]', '2001:db8::1'), [0, 1, 2])
  t.strictSame(await before('[::1]:80', '::1'), [0, 1])
  const longest = `${'0.0.0.1,'.repeat(999)}1.2.3.4`
  t.strictSame(await before(longest), [7], 'a thousand entries')
  await expectOne(t, proxied, format(view('audit'), [`X-Forwarded-For: ${'0.0.0.1, '.repeat(1000)}`]), {
    status: 431,
    code: 'INVALID_PARAMETER',
  })
  // What is no address counts for the proxy itself: the one above did too.
  const garbage = ['unknown', '_hidden', '', ',', '1.2.3', '0x7f.1', '999.1.1.1', '1.2.3.4.5', '[::1', '::1]']
  garbage.push('1.2.3.4:999999', '1.2.3.4, unknown', 'fe80::1%zone%', '<script>', '\xff', '127.0.0.1')
  t.strictSame(
    await before(...garbage),
    garbage.map((_, index) => index + 1),
  )
})

await t.test('A18: one client is one bucket, however it is written', async t => {
  const limiter = new RateLimiter(60)
  let client = { high: 0, low: 0 }
  let left = 0
  for (let number = 0; number < 1_000_000; number++) {
    // To read all of them takes ten seconds.
    const isRead = number % 50 === 0 || process.env['SLOW'] === '1'
    const text = `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`
    if (isRead) client = parseClientAddress(`2001:db8:1:2:dead:beef:${text}`) ?? client
    left = limiter.consume(client, 0).remaining
  }
  t.equal(left, 60 - 1_000_000, 'a million addresses of one /64')
  const proxied = await serve(t, file, '--rate-limit', '10', '--trusted-proxy', '127.0.0.1')
  const addresses = ['1.2.3.4', '::ffff:1.2.3.4', '::ffff:102:304', '::FFFF:0102:0304', '[::ffff:1.2.3.4]:5']
  t.strictSame(await countsOf(proxied, addresses), [9, 8, 7, 6, 5])
  t.strictSame(await countsOf(proxied, ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1']), [9, 8, 9])
  // As the kernel writes it on a socket that takes both kinds.
  const read = createAddressReader([])
  const peer = (remoteAddress: string) =>
    read({ socket: { remoteAddress } as Parameters<typeof read>[0]['socket'], headers: {} })
  t.strictSame(peer('::ffff:1.2.3.4'), peer('1.2.3.4'))
  for (let count = 0; count < 5; count++) await countsOf(proxied, ['1.2.3.4'])
  const refused: Expected = { status: 429, code: 'RATE_LIMITED' }
  await expectOne(t, proxied, format(view('audit'), ['X-Forwarded-For: ::ffff:1.2.3.4']), refused)
})

await t.test('A19: each of 200 requests in one piece counts', async t => {
  const limited = await serve(t, file, '--rate-limit', '60')
  const client = new Client(limited)
  const sent = Array.from({ length: 200 }, () => randomUUID())
  client.send(sent.map(one => format(view('audit'), [`X-Request-Id: ${one}`])).join(''))
  for (const [index, one] of sent.entries()) {
    const response = await client.receive()
    t.equal(response?.headers['x-request-id'], one, 'in order')
    if (response === undefined) break
    const expected: Expected =
      index < 60 ? { status: 200 } : { status: 429, code: 'RATE_LIMITED', says: /^too many requests/ }
    t.strictSame(findFaults(response, expected), [])
    t.equal(response.headers['x-ratelimit-remaining'], String(Math.max(0, 59 - index)))
  }
  client.socket.destroy()
})

await t.test('A20: clients that take their time', async t => {
  // As much as a request may take, and how often the server looks: what ends those of 5,000 below.
  const shown = await start(t)
  const { headersTimeout, requestTimeout, timeout, maxHeadersCount } = shown.api.http
  t.strictSame([headersTimeout, requestTimeout, timeout, maxHeadersCount], [5000, 10_000, 10_000, 101])

  const { faults, lost, opening, most, healthy } = await slowHeaders
  t.strictSame(faults, [], '5,000 headers without an end: each is told so, with a code, and cut')
  // What a client sends once it was cut may reset what it has not read yet.
  t.ok(lost <= 50, `${lost} lost the answer`)
  // A machine that takes as long to open them as they may take has fewer at a time.
  t.ok(most >= 4950 || (opening > headersTimeout / 2 && most >= 1000), `${most} were open at a time`)
  t.ok(healthy > 10, `${healthy} good requests were answered meanwhile`)
  t.ok(await eventually(() => countDescriptors(server) <= descriptorsBefore), 'nothing of them is left')

  // Nobody waits for a body, slow or not.
  const refused: Expected = { status: 400, code: 'INVALID_PARAMETER', says: /no body/, closes: true }
  const bodies = ['Content-Length: 9', 'Transfer-Encoding: chunked'].map(line => [
    format('/livez', [line]),
    '1',
  ])
  await answers(t, server, bodies, refused)

  // Who reads nothing of some megabytes is cut by the time-out of the socket, which is 10 s but here.
  const big = {
    ...sample,
    total_draws: 2500,
    draws: Array.from({ length: 2500 }, (_, index) => ({
      ...sample.draws[0],
      draw_id: `99999999-89ab-4def-8123-${String(index).padStart(12, '0')}`,
      winner_entry_id: `entry-${index}`,
    })),
  }
  const impatient = await start({ testdir: () => t.testdir(), teardown: t.teardown.bind(t) }, {}, [big])
  impatient.api.http.setTimeout(300)
  const { body } = await get(impatient, view('audit'))
  t.ok(body.length > 900_000, `${body.length} bytes`)
  const reader = connect(impatient.port, '127.0.0.1').pause()
  reader.on('error', () => undefined)
  reader.write(format(view('audit')).repeat(16))
  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      impatient.api.http.getConnections((error, count) => {
        if (error === null) resolve(count)
        else reject(error)
      })
    })
  while ((await connections()) === 0) await setTimeout(5)
  while ((await connections()) > 0) await setTimeout(20)
  t.ok(reader.bytesRead < body.length * 16, 'it is cut')
  t.equal((await get(impatient, view('audit'))).status, 200)
  reader.destroy()
})

await t.test('A21: fields that ask for something else', async t => {
  const asIs: Expected = {
    status: 200,
    headers: {
      'content-range': undefined,
      'content-encoding': undefined,
      etag: good.headers['etag'],
      'content-length': String(good.body.length),
    },
  }
  await answers(
    t,
    server,
    fields(
      'Range: bytes=0-0',
      `Range: bytes=${'0-,'.repeat(2000)}`,
      'If-Modified-Since: garbage',
      'Accept-Encoding: *;q=0',
      'If-Range: "x"',
      'If-Match: "x"',
      // As long as they can be, and of what takes a careless pattern longest.
      `If-None-Match: ${'"x",'.repeat(1750)}`,
      `If-None-Match: ${'"'.repeat(7000)}`,
      `If-None-Match: ${'W/'.repeat(3500)}`,
      `If-None-Match: ${' '.repeat(3500)},${' '.repeat(3500)}"`,
    ),
    asIs,
  )
  await answers(t, server, fields(`If-None-Match: ${'"x",'.repeat(10_000)}`), {
    status: 431,
    code: 'INVALID_PARAMETER',
    closes: true,
  })
  const etag = good.headers['etag'] ?? ''
  const known = fields(`If-None-Match: ${'"x",'.repeat(1700)}${etag}`, 'If-None-Match: *')
  await answers(t, server, known, { status: 304, headers: { 'content-length': undefined, etag } })
  const accepts = [
    'x/y',
    '*/*;q=0',
    ';;;',
    'a/b,'.repeat(1750),
    `${' '.repeat(7000)}x`,
    `a/b;${'c=d;'.repeat(1700)}`,
  ]
  accepts.push(`a/b;c="${'\\"'.repeat(3000)}`)
  const requests = accepts.map(
    accept => `GET ${view('audit')} HTTP/1.1\r\n${host}\r\nAccept: ${accept}\r\n\r\n`,
  )
  await answers(t, server, requests, {
    status: 406,
    code: 'INVALID_PARAMETER',
    says: /^Accept allows neither/,
  })
})

await t.test('A22: other protocols', async t => {
  const taken: Expected = { status: 200, headers: { upgrade: undefined, etag: good.headers['etag'] } }
  const upgrades = fields(
    ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  )
  // Closed: the parser drops what is in one packet behind them, and the next answer would be taken for that to it.
  await answers(t, server, upgrades.concat(upgrades.map(upgrade => upgrade + smuggled)), {
    ...taken,
    closes: true,
  })
  await answers(t, server, fields('Expect: 200-maybe'), taken)
  const others = [
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.9\r\n',
  ]
  await answers(t, server, others, { status: 400, code: 'INVALID_PARAMETER', says: /no HTTP/, closes: true })
})

await t.test('A23: clients that go away at each byte of the answer', async t => {
  const request = format(view('audit'))
  const { text } = await ask(server, view('audit'))
  const quiet = await serve(t, file, '--rate-limit', '1000000')
  await ask(quiet, '/livez')
  const before = countDescriptors(quiet)
  const lengths = Array.from({ length: text.length }, (_, index) => index + 1).values()
  const leave = async (): Promise<void> => {
    for (const length of lengths) {
      const read = await readSome(quiet, request, length)
      if (read !== length) t.equal(read, length)
    }
  }
  await Promise.all(Array.from({ length: 8 }, leave))
  t.ok(await eventually(() => countDescriptors(quiet) <= before), `${countDescriptors(quiet)} descriptors`)
  t.strictSame([quiet.hasEnded(), quiet.stderr()], [false, ''])
  t.notOk(
    quiet.logs.some(line => !/^\{"level":"info".*"msg":"(request|listening)"\}$/.test(line)),
    'no error in the log',
  )
})

await t.test('A23: nothing is kept for clients that are gone', async t => {
  const started = await start(t)
  const { setInterval: setReal, clearInterval: clearReal } = globalThis
  const timers = new Set<NodeJS.Timeout>()
  let made = 0
  t.teardown(() => Object.assign(globalThis, { setInterval: setReal, clearInterval: clearReal }))
  Object.assign(globalThis, {
    setInterval(callback: () => void, delay: number) {
      const timer = setReal(callback, delay)
      if (delay >= 10_000) timers.add(timer)
      if (delay >= 10_000) made += 1
      return timer
    },
    clearInterval(timer: NodeJS.Timeout) {
      timers.delete(timer)
      clearReal(timer)
    },
  })
  // Most of these wait for their turn when the connection is reset, and never close.
  const requests = (format(view('audit/history')) + format('/api/v1/openapi.json')).repeat(100)
  for (let count = 0; count < 20; count++) {
    const { port } = started
    await goAway({ port }, requests)
  }
  t.ok(await eventually(() => made > 100), `${made} timers were made`)
  t.ok(await eventually(() => timers.size === 0), `${timers.size} timers are left`)
})

await t.test('A24: a refusal for too many requests', async t => {
  let asked = 0
  const counting = new Proxy(failingStore(new Error('not asked')), {
    get(target, name, receiver) {
      if (name !== 'close') asked += 1
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  const refusing = await start(t, { rateLimit: 2, store: counting }, [])
  const unknown = (): string => `/api/v1/raffles/${randomUUID()}/audit`
  for (let count = 0; count < 2; count++) t.equal((await get(refusing, unknown())).status, 500)
  t.ok(asked > 0)
  const before = asked
  for (const path of [...Array.from({ length: 50 }, unknown), '/', view('audit'), view('audit/history')]) {
    const { status, headers, body } = await get(refusing, path)
    t.equal(status, 429)
    if (path === '/') t.match(body, busyPage)
    else t.match(JSON.parse(body), { error: { code: 'RATE_LIMITED', message: /^too many requests/ } })
    const seconds = Number(headers['retry-after'])
    t.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `Retry-After ${seconds}`)
  }
  t.equal(asked, before, 'the store is not asked: that is what makes it cheap')
  const times = refusing.logs.filter(({ status }) => status === 429).map(({ ms }) => Number(ms))
  t.comment(`median ${(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(3)} ms`)
})

await t.test('A25: what the server needs is gone', async t => {
  const paths = [...['audit', 'audit/history', 'entries/stats', 'odds?entries=1'].map(view), '/']

  await t.test('the store is locked by another process', async t => {
    const path = `${t.testdir()}/raffles.db`
    await publishTo(path)
    const holder = new Sqlite(path)
    t.teardown(() => holder.close())
    const locked = await serve(t, path)
    holder.exec('BEGIN EXCLUSIVE')
    await answers(t, locked, targets(...paths), { status: 200 })
    holder.exec('ROLLBACK')
    // In the other journal mode nobody reads while somebody writes.
    const other = `${t.testdirName}/other.db`
    await publishTo(other)
    const strict = new Sqlite(other)
    t.teardown(() => strict.close())
    t.equal(strict.pragma('journal_mode = DELETE', { simple: true }), 'delete')
    const waiting = await serve(t, other)
    strict.exec('BEGIN EXCLUSIVE')
    await answers(t, waiting, targets(...paths), away)
    await expectHealth(t, waiting)
    strict.exec('ROLLBACK')
    await answers(t, waiting, targets(...paths), { status: 200 })
    // What was found of the store is kept for a second.
    await setTimeout(1100)
    t.equal((await ask(waiting, '/readyz')).status, 200)
    t.match(waiting.logs.join('\n'), 'store-busy', 'the log has our code')
  })

  await t.test('the disk is full', async t => {
    const path = `${t.testdir()}/raffles.db`
    await publishTo(path)
    const serving = await serve(t, path)
    // SQLite says the same of a disk and of a limit: SQLITE_FULL. It is writers that meet it.
    const holder = new Sqlite(path)
    t.teardown(() => holder.close())
    holder.pragma(`max_page_count = ${String(holder.pragma('page_count', { simple: true }))}`)
    t.throws(() => holder.exec('CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(100000))'), {
      code: 'SQLITE_FULL',
    })
    await answers(t, serving, targets(...paths), { status: 200 })
    // Where a reader meets it all the same, as on a volume that is gone:
    const failing = await start(t, {
      store: failingStore(new DrawauditError('store-unavailable', `${file}: no disk (SQLITE_FULL)`)),
    })
    for (const path of paths) {
      const { status, headers, body } = await get(failing, path)
      if (path === '/') t.match(body, busyPage)
      else t.match(JSON.parse(body), { error: { code: 'SERVER_ERROR', message: /try again later/ } })
      t.strictSame([status, headers['retry-after'], secrets.test(body)], [503, '5', false], path)
    }
    t.match(await send(failing, '/livez'), { status: 200 })
    t.match(await send(failing, '/readyz'), { status: 503, headers: { 'retry-after': '1' } })
  })

  await t.test('Redis is dead, or says nothing: the limit holds', async t => {
    const silent = createServer(socket => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.teardown(() => silent.close())
    const dead = createServer().listen(0, '127.0.0.1')
    await once(dead, 'listening')
    const ports = [silent, dead].map(one => (one.address() as AddressInfo).port)
    await new Promise(resolve => dead.close(resolve))
    for (const [index, port] of ports.entries()) {
      const log = pino({ enabled: false })
      const counts = await openSharedCounts({ url: `redis://127.0.0.1:${port}`, log })
      counts.connect()
      t.teardown(() => counts.close())
      const folder = t.testdir({ [index]: {} })
      const scope = { testdir: () => `${folder}/${index}`, teardown: t.teardown.bind(t) }
      const limited = await start(scope, { rateLimit: 5, sharedCounts: counts })
      const statuses: number[] = []
      for (let count = 0; count < 10; count++) statuses.push((await get(limited, view('audit'))).status)
      t.strictSame(statuses, [200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
      const { body } = await get(limited, view('audit'))
      t.match(JSON.parse(body), { error: { code: 'RATE_LIMITED' } })
      t.equal((await send(limited, '/readyz')).status, 200, 'it can serve')
    }
  })

  await t.test('all connections to the database are taken', { skip: noPostgres }, async t => {
    t.strictSame(await poolFaults, [])
  })
})

await t.test('the server is as it was', async t => {
  const { status, body, headers } = await ask(server, view('audit'))
  t.strictSame([status, body, headers['etag']], [200, good.body, good.headers['etag']])
  t.equal(headers['etag'], `"${createHash('md5').update(body).digest('hex')}"`)
  t.strictSame([server.hasEnded(), server.stderr()], [false, ''])
  t.ok(await eventually(() => countDescriptors(server) <= descriptorsBefore))
  t.equal(digestOf(file), digestBefore, 'nobody wrote to the store')
  for (const line of server.logs) t.match(JSON.parse(line), { level: 'info', msg: /^(request|listening)$/ })
})

async function publishTo(path: string): Promise<void> {
  const store = await openSqliteStore(path, { access: 'write', create: true })
  await publishInto(store)
  await store.close()
}

async function publishInto(store: Store): Promise<void> {
  const publications = [sample, sampleStatistics].map(value => ({ file: 'sample', read: () => value }))
  await publish(store, publications, { now: new Date('2026-09-01T08:00:00Z'), random })
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** One request on a connection of its own. */
async function ask(
  to: Served,
  path: string,
  lines: readonly string[] = [],
  method = 'GET',
): Promise<RawResponse> {
  const client = new Client(to)
  client.send(format(path, lines, method))
  const response = await client.receive(method)
  client.socket.destroy()
  if (response === undefined) throw new Error(`no response to ${path}`)
  return response
}

/** What of an answer is the same each time. */
function withoutId({ status, headers, body }: RawResponse): object {
  const changing = ['x-request-id', 'x-ratelimit-remaining', 'date']
  const others = Object.entries(headers).filter(([name]) => !changing.includes(name))
  return {
    status,
    headers: Object.fromEntries(others),
    body: body.replace(headers['x-request-id'] ?? '', ''),
  }
}

/** Sends one request, and asserts of its answer what holds whether or not the connection is kept. */
async function expectOne(t: Test, to: Served, request: string, expected: Expected): Promise<void> {
  const client = new Client(to)
  client.send(request)
  const response = await client.receive()
  client.socket.destroy()
  t.strictSame(response && findFaults(response, expected), [])
}

/** What is left for each of these addresses; the fields of one request are in an array. */
async function countsOf(to: Served, forwarded: readonly (string | readonly string[])[]): Promise<number[]> {
  const left: number[] = []
  for (const values of forwarded) {
    const lines = [values].flat().map(value => `X-Forwarded-For: ${value}`)
    const { headers } = await ask(to, view('audit'), lines)
    left.push(Number(headers['x-ratelimit-remaining']))
  }
  return left
}

async function expectHealth(t: Test, away: Served): Promise<void> {
  t.match(await ask(away, '/livez'), { status: 200, body: '{"status":"ok"}' })
  t.match(await ask(away, '/readyz'), {
    status: 503,
    body: '{"status":"unavailable","reason":"store"}',
    headers: { 'retry-after': '1' },
  })
}

/** Sends a request and resets the connection, so that the answer finds nobody. */
async function goAway({ port }: Pick<Served, 'port'>, request: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.write(request, () => socket.resetAndDestroy())
  await closed
}

interface SlowHeaders {
  readonly faults: readonly string[]
  /** Clients that were cut without an answer. */
  readonly lost: number
  /** Milliseconds that opening their connections took. */
  readonly opening: number
  /** Connections that the server had at a time. */
  readonly most: number
  /** Good requests that were answered meanwhile. */
  readonly healthy: number
}

/** Clients whose header never ends, a byte a second, until the server has cut the last of them. */
async function sendHeadersSlowly(count: number): Promise<SlowHeaders> {
  const faults = new Set<string>()
  const expected: Expected = { status: 408, code: 'INVALID_PARAMETER', says: /not complete in time/ }
  const clients: Client[] = []
  const since = performance.now()
  while (clients.length < count) {
    clients.push(
      ...Array.from({ length: 250 }, () => {
        const client = new Client(server)
        client.send(`${get11}\r\n${host}\r\nX: `)
        return client
      }),
    )
    await setTimeout(5)
  }
  const opening = performance.now() - since
  let [lost, most, healthy] = [0, 0, 0]
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await ask(server, view('audit'))
      if (status === 200) healthy += 1
      else faults.add(`healthy: ${status}`)
      most = Math.max(most, countDescriptors(server) - descriptorsBefore)
      await setTimeout(20)
    }
  }
  const watching = watch()
  const drip = setInterval(() => {
    for (const client of clients) if (!client.isClosed) client.send('a')
  }, 1000)
  await Promise.all(
    clients.map(async client => {
      await client.closed
      const response = await client.receive()
      if (response === undefined) lost += 1
      else for (const fault of findFaults(response, expected)) faults.add(fault)
      if (client.rest !== '') faults.add(`and then: ${client.rest}`)
    }),
  )
  clearInterval(drip)
  isOver = true
  await watching
  return { faults: [...faults], lost, opening, most, healthy }
}

/** What is wrong with a server whose database lets all of its connections wait. */
async function exhaustPool(): Promise<string[]> {
  const url = await createDatabase(t)
  const writer = await openPostgresStore(url, { access: 'write', create: true })
  await publishInto(writer)
  await writer.close()
  const holder = new pg.Client(url)
  await holder.connect()
  t.teardown(() => holder.end())
  const store = await openPostgresStore(url, { access: 'read' })
  const pooled = await start({ testdir: () => `${folder}/pool`, teardown: t.teardown.bind(t) }, { store }, [])
  // Every statement on the raffles waits: ten connections have one each, and the others wait for a connection.
  await holder.query('BEGIN; LOCK TABLE raffle, audit_version IN ACCESS EXCLUSIVE MODE')
  const unknown = (): Promise<Answer> => get(pooled, `/api/v1/raffles/${randomUUID()}/audit`)
  const waiting = Array.from({ length: 10 }, unknown)
  const isFull = async (): Promise<boolean> =>
    Number((await query<{ n: number }>(url, countWaiting))[0]?.n) >= 10
  while (!(await isFull())) await setTimeout(20)
  // These get a connection when the first ten give up, or none: the answer comes before the socket's time is over.
  waiting.push(...Array.from({ length: 10 }, unknown))
  const faults: string[] = []
  if ((await send(pooled, '/livez')).status !== 200) faults.push('/livez waits too')
  for (const { status, headers, body } of await Promise.all(waiting)) {
    const isTold = status === 503 && headers['retry-after'] === '5' && body.includes('"code":"SERVER_ERROR"')
    if (!isTold || secrets.test(body)) faults.push(`${status}: ${body}`)
  }
  await holder.query('ROLLBACK')
  const { status } = await get(pooled, view('audit'))
  if (status !== 200) faults.push(`${status} when the database is back`)
  const isSaid = pooled.logs.some(({ code }) => code === 'store-busy' || code === 'store-unavailable')
  if (!isSaid) faults.push('the log has no code')
  return faults
}
