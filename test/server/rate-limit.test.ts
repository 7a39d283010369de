import t from 'tap'
import { createAddressReader, parseClientAddress } from '../../src/server/client-address.js'
import { RateLimiter } from '../../src/server/rate-limit.js'
import { failingStore, get, readError, sample, send, sendText, start, view, type Started } from './start.js'

const remaining = async (server: Started, address: string): Promise<number> => {
  const { headers } = await get(server, view('audit'), { 'X-Forwarded-For': address })
  return Number(headers['x-ratelimit-remaining'])
}

const pages: readonly string[] = ['/', `/raffles/${sample.raffle_id}`]

await t.test('sixty requests a minute, and what the others are told', async t => {
  const server = await start(t, { rateLimit: 60 })
  for (let left = 59; left >= 0; left--) {
    const { status, headers } = await get(server, view('audit'))
    t.equal(status, 200)
    t.equal(headers['x-ratelimit-limit'], '60')
    t.equal(headers['x-ratelimit-remaining'], String(left))
  }
  for (const path of [view('audit'), view('odds'), '/nothing', '/api/v1/openapi.json', ...pages]) {
    const refused = await get(server, path, { 'If-None-Match': '*' })
    t.equal(refused.status, 429)
    t.equal(refused.headers['x-ratelimit-limit'], '60')
    t.equal(refused.headers['x-ratelimit-remaining'], '0')
    const isPage = pages.includes(path)
    t.equal(refused.headers['content-type'], isPage ? 'text/html; charset=utf-8' : 'application/json')
    t.equal(refused.headers['cache-control'], 'no-store')
    const seconds = refused.headers['retry-after'] ?? ''
    t.ok(/^[1-9]\d?$/.test(seconds) && Number(seconds) > 50 && Number(seconds) <= 60, seconds)
    if (isPage) {
      t.match(refused.body, '<h1>Too many requests just now</h1>')
      t.match(refused.body, `Wait ${seconds} seconds. Then load this page again.`)
      t.match(refused.headers['content-security-policy'], "default-src 'none'")
    } else {
      t.match(readError(refused), {
        code: 'RATE_LIMITED',
        message: `too many requests: try again in ${seconds} s`,
      })
    }
  }
  t.equal((await send(server, view('audit'), { method: 'HEAD' })).status, 429)
  t.equal(
    (await send(server, view('audit'), { method: 'POST' })).status,
    405,
    'the method is looked at first',
  )
  t.equal((await send(server, '/livez')).status, 200)
  t.equal((await send(server, '/readyz')).status, 200)
  const preflight = await send(server, view('audit'), { method: 'OPTIONS' })
  t.equal(preflight.status, 204)
  t.equal(preflight.headers['x-ratelimit-remaining'], '0', 'not less than none')
})

await t.test('everything counts but preflight and health', async t => {
  const failing = failingStore(new Error('x'))
  for (const options of [{}, { store: { ...failing, generation: () => 1 } }]) {
    await t.test('store' in options ? 'when the store fails' : 'when all is well', async t => {
      const server = await start(t, { rateLimit: 100, ...options })
      let left = 100
      const counts = async (answer: Promise<{ headers: Record<string, string> }>, about: string) => {
        left -= 1
        t.equal((await answer).headers['x-ratelimit-remaining'], String(left), about)
      }
      await counts(get(server, view('audit')), 'a view')
      await counts(get(server, view('audit'), { 'If-None-Match': '*' }), '304')
      await counts(send(server, view('audit'), { method: 'HEAD' }), 'HEAD')
      await counts(get(server, view('odds')), '400')
      await counts(get(server, '/nothing'), '404')
      await counts(send(server, view('audit'), { method: 'POST' }), '405')
      await counts(get(server, view('audit'), { Accept: 'text/html' }), '406')
      await counts(get(server, `/${'x'.repeat(2100)}`), '414 of a target that is read')
      await counts(get(server, '/'), 'the page')
      await counts(get(server, '/api/v1/openapi.json'), 'openapi.json')
      await counts(sendText(server, 'garbage\r\n\r\n'), '400 of the parser')
      await counts(sendText(server, `GET /${'x'.repeat(9000)} HTTP/1.1\r\n\r\n`), '414 of the parser')
      await counts(sendText(server, `GET / HTTP/1.1\r\nA: ${'x'.repeat(9000)}\r\n\r\n`), '431 of the parser')
      for (const path of ['/livez', '/readyz', '/livez']) {
        const { headers } = await send(server, path)
        t.notOk(headers['x-ratelimit-limit'], 'health has no limit')
        t.notOk(headers['x-ratelimit-remaining'])
      }
      for (const path of [view('audit'), '/', '/nothing', '*']) {
        const { headers } = await send(server, path, { method: 'OPTIONS' })
        t.equal(headers['x-ratelimit-remaining'], String(left), 'a preflight says what is left')
      }
      await counts(get(server, view('audit')), 'the next')
    })
  }
})

await t.test('a fixed window from the first request', t => {
  const limiter = new RateLimiter(3, 60_000)
  const one = { high: 1, low: 2 }
  t.strictSame(limiter.peek(one, 500), { remaining: 3, resetsIn: 60_000 })
  t.strictSame(limiter.consume(one, 1000), { remaining: 2, resetsIn: 60_000 })
  t.strictSame(limiter.consume(one, 1000.5), { remaining: 1, resetsIn: 59_999.5 })
  t.strictSame(limiter.peek(one, 2000), { remaining: 1, resetsIn: 59_000 }, 'looking does not count')
  t.strictSame(limiter.peek(one, 2000), { remaining: 1, resetsIn: 59_000 })
  t.strictSame(limiter.consume(one, 31_000), { remaining: 0, resetsIn: 30_000 })
  t.strictSame(limiter.consume(one, 60_999), { remaining: -1, resetsIn: 1 }, 'refused')
  t.strictSame(
    limiter.consume(one, 60_999),
    { remaining: -2, resetsIn: 1 },
    'which makes the window no longer',
  )
  t.strictSame(limiter.peek(one, 61_000), { remaining: 3, resetsIn: 60_000 }, 'it ends')
  t.strictSame(limiter.consume(one, 61_000), { remaining: 2, resetsIn: 60_000 }, 'and another begins')
  t.strictSame(limiter.consume(one, 1e12), { remaining: 2, resetsIn: 60_000 }, 'long after')
  t.end()
})

await t.test('addresses that differ in one word are others', t => {
  const limiter = new RateLimiter(5)
  const words = [0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff]
  for (const high of words) {
    for (const low of words) {
      t.equal(limiter.peek({ high, low }, 0).remaining, 5)
      t.equal(limiter.consume({ high, low }, 0).remaining, 4, `${high} ${low}`)
    }
  }
  for (const high of words) for (const low of words) t.equal(limiter.consume({ high, low }, 1).remaining, 3)
  t.end()
})

await t.test('a million addresses are refused nothing, and take no memory', t => {
  const limiter = new RateLimiter(2)
  const before = process.memoryUsage().arrayBuffers
  let refused = 0
  let forgotten = 0
  for (let index = 0; index < 1_000_000; index++) {
    const address = { high: 0x20010db8, low: index }
    if (limiter.consume(address, index / 100).remaining !== 1) refused += 1
    if (limiter.peek(address, index / 100).remaining !== 1) forgotten += 1
  }
  t.equal(refused, 0, 'the first request of each leaves one')
  t.equal(forgotten, 0, 'who came last is remembered')
  for (let index = 0; index < 1_000_000; index++) {
    if (limiter.consume({ high: 0x20010db8, low: index }, 10_000).remaining < 0) refused += 1
  }
  t.equal(refused, 0, 'the second request of each is allowed too')
  t.ok(process.memoryUsage().arrayBuffers <= before + 65_536)
  t.end()
})

await t.test('a hundred thousand addresses are counted exactly', t => {
  const limiter = new RateLimiter(1)
  let allowed = 0
  for (let round = 0; round < 2; round++) {
    for (let low = 0; low < 100_000; low++) {
      if (limiter.consume({ high: 7, low }, round).remaining >= 0) allowed += 1
    }
  }
  // A row of eight places overflows now and then: then too little is counted.
  t.ok(allowed >= 100_000 && allowed < 103_000, String(allowed))
  t.end()
})

const v4 = (low: number): object => ({ high: 0xffffffff, low })

await t.test('addresses, as text', t => {
  const known: Readonly<Record<string, object>> = {
    '1.2.3.4': v4(0x01020304),
    '0.0.0.0': v4(0),
    '255.255.255.255': v4(0xffffffff),
    '1.2.3.4:99': v4(0x01020304),
    '[::ffff:1.2.3.4]:80': v4(0x01020304),
    '::ffff:1.2.3.4': v4(0x01020304),
    '::ffff:102:304': v4(0x01020304),
    '::FFFF:102:304': v4(0x01020304),
    '0:0:0:0:0:ffff:0102:0304': v4(0x01020304),
    '::1': { high: 0, low: 0 },
    '[::1]': { high: 0, low: 0 },
    '[::1]:80': { high: 0, low: 0 },
    '2001:db8:1:2::': { high: 0x20010db8, low: 0x00010002 },
    '2001:db8:1:2:ffff:ffff:ffff:ffff': { high: 0x20010db8, low: 0x00010002 },
    '2001:DB8:1:3::1': { high: 0x20010db8, low: 0x00010003 },
    '[2001:db8:1:2::5]:65535': { high: 0x20010db8, low: 0x00010002 },
    'fe80::1%eth0': { high: 0xfe800000, low: 0 },
    '[fe80::1%eth0]:1': { high: 0xfe800000, low: 0 },
  }
  for (const [text, address] of Object.entries(known)) t.strictSame(parseClientAddress(text), address, text)

  // prettier-ignore
  const none = [
    '', ' ', 'unknown', '_hidden', 'localhost', '-', '1', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1.2.3.4:', ':80',
    '1.2.3.4:port', '1.2.3.4:123456', '0x1.2.3.4', '0x01020304', '16909060', '1.2.3.-4', '1.2.3.4/8', ' 1.2.3.4',
    '1.2.3.4 ', '::1:80:', '[::1', '::1]', '[::1]80', '[::1]:', '[[::1]]', ':::', '1::2::3',
    '2001:db8::/64', 'g::1', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::ffff:256.1.1.1', '1.2.3.4\n', '٢.2.3.4',
    'for=1.2.3.4', '"[::1]"', '__proto__', 'x'.repeat(8000), '1.'.repeat(4000), ':'.repeat(8000),
  ]
  for (const text of none) t.equal(parseClientAddress(text), undefined, JSON.stringify(text.slice(0, 40)))
  t.end()
})

const trusted = ['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48']

/** Peer and `X-Forwarded-For`, and whose request it is. */
const forwarded: readonly (readonly [peer: string, header: string | undefined, client: string])[] = [
  // Nobody whom we trust: whatever it says, it speaks for itself.
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['203.0.113.9', '1.2.3.4, 10.0.0.1', '203.0.113.9'],
  ['203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['::ffff:203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['2001:db8:1:2::9', '1.2.3.4', '2001:db8:1:2::'],
  ['192.0.2.2', '1.2.3.4', '192.0.2.2'],
  ['11.0.0.0', '1.2.3.4', '11.0.0.0'],
  ['9.255.255.255', '1.2.3.4', '9.255.255.255'],

  // A proxy: the last that is not one itself.
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['192.0.2.1', '1.2.3.4', '1.2.3.4'],
  ['::ffff:10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['::ffff:a00:1', '1.2.3.4', '1.2.3.4'],
  ['2001:db8:ffff::7', '1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6,1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6 , 1.2.3.4 ', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9', '1.2.3.4'],
  ['10.0.0.1', '6.6.6.6, 1.2.3.4, 192.0.2.1, 10.9.9.9', '1.2.3.4'],
  ['10.0.0.1', '10.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4, ::ffff:10.0.0.2', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4, 2001:db8:ffff::1', '1.2.3.4'],
  ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],

  // Other spellings of one address.
  ['10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '::ffff:102:304', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4:99', '1.2.3.4'],
  ['10.0.0.1', '[::1]:80', '::1'],
  ['10.0.0.1', '[2001:db8:1:2::5]:443', '2001:db8:1:2::'],
  ['10.0.0.1', '2001:db8:1:2:aaaa::1', '2001:db8:1:2:bbbb::2'],
  ['10.0.0.1', '2001:DB8:1:2::', '2001:db8:1:2::'],

  // What is no address counts for the proxy, and does not let anything before it speak.
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', ' ', '10.0.0.1'],
  ['10.0.0.1', ',', '10.0.0.1'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4, unknown', '10.0.0.1'],
  ['10.0.0.1', 'unknown, 1.2.3.4', '1.2.3.4'],
  ['10.0.0.1', '1.2.3.4, 999.1.1.1', '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4; 5.6.7.8', '10.0.0.1'],
  ['10.0.0.1', '1.2.3.4 5.6.7.8', '10.0.0.1'],
  ['10.0.0.1', '16909060', '10.0.0.1'],
  ['10.0.0.1', '__proto__', '10.0.0.1'],
  ['10.0.0.1', '\u0000\u00ff', '10.0.0.1'],
  ['10.0.0.1', `${'6.6.6.6, '.repeat(500)}1.2.3.4`, '1.2.3.4'],
  ['10.0.0.1', `${'6.6.6.6, '.repeat(500)}1.2.3.4${', 10.1.1.1'.repeat(300)}`, '1.2.3.4'],
  ['10.0.0.1', ','.repeat(8000), '10.0.0.1'],
  ['', '1.2.3.4', '::1'],
]

await t.test('the client of a request', t => {
  const readAddress = createAddressReader(trusted)
  for (const [remoteAddress, header, client] of forwarded) {
    const found = readAddress({
      socket: { remoteAddress } as never,
      headers: header === undefined ? {} : { 'x-forwarded-for': header },
    })
    t.strictSame(found, parseClientAddress(client), `${remoteAddress}, ${(header ?? 'nothing').slice(0, 60)}`)
  }
  t.end()
})

await t.test('without trusted proxies the header means nothing', async t => {
  const server = await start(t, { rateLimit: 60 })
  for (let index = 0; index < 5; index++) t.equal(await remaining(server, `1.2.3.${index}`), 59 - index)
})

await t.test('behind a trusted proxy', async t => {
  const server = await start(t, { rateLimit: 60, trustedProxies: ['127.0.0.0/8'] })
  t.equal(await remaining(server, '1.2.3.4'), 59)
  t.equal(await remaining(server, '5.6.7.8'), 59, 'each client has its own limit')
  t.equal(await remaining(server, '6.6.6.6, 1.2.3.4'), 58, 'which it cannot change')
  t.equal(await remaining(server, '::ffff:1.2.3.4'), 57)
  t.equal(await remaining(server, '::ffff:102:304'), 56)
  t.equal(await remaining(server, '1.2.3.4:4444'), 55)
  t.equal(await remaining(server, '2001:db8::1'), 59)
  t.equal(await remaining(server, '2001:db8::ffff:0:0:2'), 58, 'a /64 is one client')
  t.equal(await remaining(server, '2001:db8:0:1::1'), 59)

  const two = await get(server, view('audit'), { 'X-Forwarded-For': ['6.6.6.6', '9.9.9.9, 5.6.7.8'] })
  t.equal(two.headers['x-ratelimit-remaining'], '58', 'two header fields are one list')
  for (const [index, garbage] of ['unknown', '_x', '1.2.3.4, ?', '', '999.9.9.9', '6.6.6.6, "'].entries()) {
    t.equal(await remaining(server, garbage), 59 - index, 'garbage never makes a new client')
  }
  t.equal(await remaining(server, `${'6.6.6.6, '.repeat(500)}1.2.3.4`), 54)
  const { headers } = await send(server, view('audit'), {
    method: 'OPTIONS',
    headers: { 'X-Forwarded-For': '1.2.3.4' },
  })
  t.equal(headers['x-ratelimit-remaining'], '54', 'a preflight looks at the same client')
})

await t.test('a list of proxies that is none', t => {
  // prettier-ignore
  const bad = ['nonsense', '', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/x', '::1/129', '300.1.1.1', '1.2.3.4:80', '/8', '10.0.0.0/8/8']
  for (const text of bad) {
    t.throws(
      () => createAddressReader([text]),
      { code: 'setting-invalid', message: /^trusted-proxy: / },
      text,
    )
    t.throws(() => createAddressReader(['::1', text]), { code: 'setting-invalid' }, text)
  }
  t.end()
})
