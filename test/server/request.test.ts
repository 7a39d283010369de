// What is read from a request, and what is wrong with it.
import type { IncomingMessage } from 'node:http'
import t from 'tap'
import {
  RequestFields,
  findFault,
  isFresh,
  mostHeaderFields,
  readEntriesParameter,
  readEntriesWanted,
} from '../../src/server/request.js'
import { formatClientAddress, parseClientAddress } from '../../src/server/client-address.js'
import { createOffer } from '../../src/server/negotiate.js'

const fieldsOf = (...raw: readonly string[]): RequestFields => new RequestFields(raw)

const faultOf = (raw: readonly string[], httpVersion = '1.1'): readonly [number, string] | undefined =>
  findFault({ httpVersion, rawHeaders: [...raw] } as unknown as IncomingMessage, new RequestFields(raw))

await t.test('fields, in any case, and several of one name', t => {
  const fields = fieldsOf(
    ...['HOST', 'a.example', 'Accept', 'text/html', 'accept', '*/*', 'Accept-Encoding', 'br'],
    ...['accept-encoding', 'gzip', 'If-None-Match', '"a"', 'if-none-match', '"b"', 'X-Request-Id', 'one'],
    ...['Cookie', 'x'],
  )
  t.match(fields, {
    ...{ hosts: 1, host: 'a.example', accept: 'text/html, */*', acceptEncoding: 'br, gzip' },
    ...{ ifNoneMatch: '"a", "b"', requestId: 'one', hasBody: false, hasUpgrade: false },
  })
  t.equal(fieldsOf('Upgrade', 'h2c').hasUpgrade, true)
  t.equal(fieldsOf('Content-Length', '0').hasBody, false)
  t.equal(fieldsOf('Content-Length', '1').hasBody, true)
  t.equal(fieldsOf('Transfer-Encoding', 'chunked').hasBody, true)
  t.end()
})

await t.test('hosts', t => {
  for (const host of [
    ...[
      '',
      'a.example',
      'a.example:8080',
      'a.example:',
      '127.0.0.1',
      '[::1]',
      '[::1]:80',
      'A_b~c',
      '%41.example',
    ],
  ]) {
    t.equal(faultOf(['Host', host]), undefined, host)
  }
  for (const host of [
    'a b',
    'a/b',
    'a:b',
    'a:123456',
    '[::1',
    '[g]',
    'a@b',
    '%4',
    '%g0',
    '%zz.example',
    'a:1:2',
  ]) {
    t.strictSame(faultOf(['Host', host]), [400, 'the header Host is no host and port'], host)
  }
  t.strictSame(faultOf([]), [400, 'the header Host is missing'])
  t.equal(faultOf([], '1.0'), undefined)
  t.strictSame(faultOf(['Host', 'a', 'host', 'a']), [400, 'the header Host occurs more than once'])
  t.strictSame(faultOf(['Host', 'a'], '2.0'), [400, 'speak HTTP/1.1'])
  t.end()
})

await t.test('so many fields, and no more', t => {
  const fields = (count: number): readonly string[] => [
    'Host',
    'a',
    ...Array.from({ length: count - 1 }, (_, index) => [`X-${index}`, 'x']).flat(),
  ]
  t.equal(faultOf(fields(mostHeaderFields)), undefined)
  t.strictSame(faultOf(fields(mostHeaderFields + 1)), [431, 'more than 100 header fields'])
  t.end()
})

await t.test('what is there already is not sent', t => {
  const fresh = (ifNoneMatch?: string): boolean =>
    isFresh(ifNoneMatch === undefined ? fieldsOf() : fieldsOf('If-None-Match', ifNoneMatch), '"a"')
  t.equal(fresh(), false)
  for (const tag of ['"a"', 'W/"a"', '"b", "a"', '*']) t.equal(fresh(tag), true, tag)
  for (const tag of ['"b"', 'a', '"A"', '']) t.equal(fresh(tag), false, tag)
  t.end()
})

await t.test('how many entries are asked about', t => {
  const expected = 'entries: expected an integer from 1 to the total entries of the raffle'
  t.equal(readEntriesParameter('entries=1'), 1)
  t.equal(readEntriesParameter('entries=120'), 120)
  t.equal(readEntriesParameter('entries=999999999999999'), 999_999_999_999_999)
  t.equal(readEntriesParameter('entries=9007199254740991'), 2 ** 53 - 1)
  t.equal(readEntriesParameter('entries=%31'), 1)
  t.equal(readEntriesParameter('a=b&entries=12'), 12)
  t.equal(
    readEntriesParameter('entries=9007199254740992'),
    `${expected}, found 9007199254740992, which is beyond 2^53 - 1`,
  )
  t.equal(readEntriesParameter(''), `${expected}, found none`)
  t.equal(readEntriesParameter('entries=1&entries=2'), `${expected}, found 2 of them`)
  for (const text of ['', '0', '01', '-1', '1.5', '1e3', ' 1', 'x', '12x']) {
    t.equal(
      readEntriesParameter(new URLSearchParams({ entries: text }).toString()),
      `${expected}, found ${JSON.stringify(text)}`,
    )
  }
  t.equal(readEntriesParameter(`entries=${'x'.repeat(41)}`), `${expected}, found "${'x'.repeat(40)}…"`)
  t.equal(readEntriesParameter(`entries=${'x'.repeat(40)}`), `${expected}, found "${'x'.repeat(40)}"`)
  t.end()
})

await t.test('whether the list goes with a bundle', t => {
  t.equal(readEntriesWanted(''), 'none')
  t.equal(readEntriesWanted('entries=all'), 'all')
  t.equal(readEntriesWanted('entries=short'), 'short')
  t.strictSame(readEntriesWanted('entries=all&entries=all'), {
    problem: 'entries: expected all or short, found 2 of them',
  })
  t.strictSame(readEntriesWanted('entries=none'), {
    problem: 'entries: expected all or short, or no such parameter',
  })
  t.end()
})

await t.test('addresses of clients, with a port or without, as one text each', t => {
  const text = (address: string): string | undefined => {
    const found = parseClientAddress(address)
    return found && formatClientAddress(found)
  }
  for (const address of [
    '192.0.2.1',
    '192.0.2.1:80',
    '192.0.2.1:65535',
    '::ffff:192.0.2.1',
    '[::ffff:192.0.2.1]:1',
  ]) {
    t.equal(text(address), '192.0.2.1', address)
  }
  t.equal(text('203.0.113.254:51234'), '203.0.113.254', 'each number may have three digits')
  for (const address of [
    '2001:db8:1:2::1',
    '[2001:db8:1:2::1]',
    '[2001:DB8:1:2:ffff::]:443',
    '2001:db8:1:2::1%eth0',
  ]) {
    t.equal(text(address), '2001:db8:1:2::/64', address)
  }
  for (const address of [
    '',
    '192.0.2',
    '192.0.2.1:',
    '192.0.2.1:123456',
    '[2001:db8::1',
    'x[::1]',
    '[::1]:x',
    '[::1]x',
  ]) {
    t.equal(text(address), undefined, address)
  }
  t.end()
})

await t.test('what Accept allows, in words', t => {
  t.equal(createOffer('text/html').none, 'no text/html')
  t.equal(createOffer('application/json', 'text/html').none, 'neither application/json nor text/html')
  const { choose } = createOffer('application/json', 'text/html')
  t.equal(choose('text/html'), 'text/html')
  t.equal(choose('*/*'), 'application/json')
  t.equal(choose('image/png'), undefined)
  t.equal(choose('text/html;charset=utf-8'), 'text/html;charset=utf-8')
  t.end()
})
