/**
 * Requests that no honest client sends, and the answer to each: the rows of the threat model that are one request and
 * one answer. hostile.test.ts sends them, and has the rows that need more than that.
 *
 * @packageDocumentation
 */
import { evilHost, format } from './raw.js'
import { sample, view } from './start.js'

export interface Hostile {
  /** Latin-1, or pieces that are sent one by one. */
  readonly bytes: string | readonly string[]
  readonly status: number
  /** Whether the server ends the connection; else the next request on it is answered. */
  readonly closes?: true
  /** Header fields that the response has; undefined for one that it must not have. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

type Expected = Omit<Hostile, 'bytes'>

const all = (list: readonly Hostile['bytes'][], expected: Expected): Hostile[] =>
  list.map(bytes => ({ bytes, ...expected }))
const targets = (list: readonly string[], expected: Expected): Hostile[] =>
  all(
    list.map(target => format(target)),
    expected,
  )
/** Requests for the audit record, each with one header field or more. */
const fields = (list: readonly (string | readonly string[])[], expected: Expected): Hostile[] =>
  all(
    list.map(lines => format(view('audit'), [lines].flat())),
    expected,
  )

const broken: Expected = { status: 400, closes: true }
const get = 'GET /livez HTTP/1.1'
const host = `Host: ${evilHost}`
const id = sample.raffle_id
const raffle = (text: string): string => `/api/v1/raffles/${text}/audit`
/** A request that hides behind another one: only the first may be answered. */
const smuggled = format('/api/v1/openapi.json')
const uuid = '0123abcd-89ab-4def-8123-456789abcdef'
/** Sent where a value comes back only if a request can put it there. */
const notOurs = { 'x-evil': undefined, 'set-cookie': undefined }

export const hostile: Readonly<Record<string, readonly Hostile[]>> = {
  'A1 targets that are none': [
    ...targets(['//', '///', '//[', '//a:99999/', '//evil.example/livez', 'http://[::1', '*'], {
      status: 400,
    }),
    ...targets(['http://', 'http://a:99999/', 'ftp://a/'], { status: 400 }),
    ...targets(['http://a b', 'a:443', 'livez', '?', '#'], broken),
  ],
  'A2 percent-encoding that is none': targets(
    ['/%zz', '/%', '/%f', '/%ff', '/%c0%af', '/%ed%a0%80', '/%00', '/%7f', '/%0d%0aX-Evil:%201', raffle('%')],
    { status: 400, headers: notOurs },
  ),
  'A3 paths that climb': [
    ...targets(
      [
        '/api/v1/../../etc/passwd',
        '/%2e%2e%2f%2e%2e%2fetc/passwd',
        '/..%2f..%2fetc%2fpasswd',
        '/..;/..;/etc/passwd',
        '/\\..\\..\\etc\\passwd',
        '/%252e%252e%252fetc/passwd',
        '/..',
        '/../livez',
        '/./livez',
        '/livez/',
        '/livez//',
        '/LIVEZ',
        '/api/v1/./openapi.json',
        '/api/v1//openapi.json',
        `/api/v1/raffles/${id}/audit/../audit`,
        `/api/v1/raffles/${id}%2faudit`,
        `/api/v1/raffles/../raffles/${id}/audit`,
        `/api/v1/raffles/${id}//audit`,
      ],
      { status: 404 },
    ),
    ...targets([raffle('..'), raffle('..;'), raffle('..%2f..'), raffle('%2e%2e')], { status: 400 }),
    ...targets(['\\..\\..\\etc\\passwd'], broken),
  ],
  'A4 names of the prototype': [
    ...targets(
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].flatMap(name => [
        `/${name}`,
        `/api/v1/${name}`,
        `/api/v1/raffles/${id}/${name}`,
      ]),
      { status: 404 },
    ),
    ...targets(['__proto__', 'constructor', 'toString'].map(raffle), { status: 400 }),
  ],
  'A5 ids of raffles': [
    ...targets([raffle('a'.repeat(10_000))], { status: 414, closes: true }),
    ...targets([raffle('a'.repeat(3000))], { status: 414 }),
    ...targets(
      [
        "'--",
        '%27%20OR%201=1--',
        '%F0%9F%8E%B2',
        '%00',
        `${id}%00`,
        `${id}%0a`,
        `%7B${id}%7D`,
        `urn:uuid:${id}`,
        id.replaceAll('-', ''),
        `${id}0`,
        id.slice(1),
        `%EF%BC%90${id.slice(1)}`,
        '',
        '-'.repeat(36),
        'a'.repeat(1500),
      ].map(raffle),
      { status: 400 },
    ),
    // Bytes that stand in no target: an emoji, NUL, a space.
    ...targets([raffle('\xf0\x9f\x8e\xb2'), raffle('\0'), raffle('a b')], broken),
    ...targets([raffle(id.toUpperCase()), raffle(id.replace('-', '%2d'))], { status: 200 }),
    ...targets([raffle(uuid)], { status: 404 }),
  ],
  'A6 numbers of entries': [
    ...targets(
      [
        ...['0', '-1', '1e9', 'abc', '1.5', '%20', '0x10', '', '143', '%2B1', '+1', '1+', '01', '1_0', '１'],
        ...['NaN', 'Infinity', 'null', '%00', '1%00', '1%0a', '9007199254740993', '9'.repeat(1500), '%zz'],
      ].map(value => view(`odds?entries=${encodeURI(value).replace(/%25/g, '%')}`)),
      { status: 400 },
    ),
    ...targets(
      ['odds', 'odds?', 'odds?entries', 'odds?entries=1&entries=2', 'odds?entries=1&entries=1'].map(view),
      { status: 400 },
    ),
    ...targets(['odds?entries[]=1', 'odds?Entries=1', 'odds?entries=1,2', 'odds?entries=1;2'].map(view), {
      status: 400,
    }),
    ...targets(['odds?entries=142', 'odds?entries=%31', 'odds?&&entries=1&'].map(view), { status: 200 }),
  ],
  'A7 places to begin the list after': targets(
    ['', '%zz', '%00', '..', '<script>alert(1)</script>', "'--", '0', uuid, `${uuid}%00`, 'f'.repeat(1900)]
      .map(value => `/?after=${value}`)
      .concat('/?after', '/?after[]=1', '/?after=1&after=2', '/?'),
    { status: 200 },
  ),
  'A8 parameters nobody knows': targets(
    [
      'audit?debug=1',
      'audit?__proto__[x]=1',
      'audit?%zz',
      'entries/stats?a=b&a=c',
      'odds?entries=1&admin=1',
    ].map(view),
    { status: 200 },
  ),
  'A9 methods': [
    ...all(
      ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'SEARCH'].flatMap(method => [
        format(view('audit'), [], method),
        format('/nowhere', [], method),
      ]),
      { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } },
    ),
    ...all(
      ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap(method => [
        `${format(view('audit'), [`Content-Length: ${smuggled.length}`], method)}${smuggled}`,
        `${format(view('audit'), ['Transfer-Encoding: chunked'], method)}1\r\na\r\n0\r\n\r\n`,
      ]),
      { status: 405, closes: true, headers: { allow: 'GET, HEAD, OPTIONS' } },
    ),
    ...all([format('evil.example:443', [], 'CONNECT'), format('/', [], 'CONNECT')], {
      status: 405,
      closes: true,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    }),
    ...all(
      ['FOO', 'get', 'Get', 'GETS', 'GE\0T', ' GET', ''].map(method => format('/livez', [], method)),
      broken,
    ),
  ],
  'A10 HEAD and OPTIONS': [
    ...all(
      ['*', '/', '/nowhere', view('audit'), '/livez'].map(target => format(target, [], 'OPTIONS')),
      {
        status: 204,
        headers: { allow: 'GET, HEAD, OPTIONS', 'content-length': undefined, 'content-type': undefined },
      },
    ),
    ...all(
      ['/', '/livez', view('audit'), view('odds?entries=1')].map(target => format(target, [], 'HEAD')),
      {
        status: 200,
      },
    ),
    ...all([format('/nowhere', [], 'HEAD')], { status: 404 }),
    ...all([format('//', [], 'HEAD'), format('//', [], 'OPTIONS'), format('*', [], 'HEAD')], { status: 400 }),
    ...all(
      [format('/livez', ['Content-Length: 1'], 'HEAD'), format('*', ['Content-Length: 1'], 'OPTIONS')],
      broken,
    ),
  ],
  'A11 versions and hosts': [
    ...all(
      [
        'GET /\r\n\r\n',
        'GET / HTTP/0.9\r\n\r\n',
        `GET /livez HTTP/1.2\r\n${host}\r\n\r\n`,
        `GET /livez HTTP/2.0\r\n${host}\r\n\r\n`,
        `GET /livez HTTP/9.9\r\n${host}\r\n\r\n`,
        `GET /livez HTTP/1.1.1\r\n${host}\r\n\r\n`,
        `GET /livez http/1.1\r\n${host}\r\n\r\n`,
        `${get}\r\n\r\n`,
        `${get}\r\nHost: a\r\nhost: ${evilHost}\r\n\r\n`,
        `${get}\r\n${host}\r\n${host}\r\n\r\n`,
        `GET /livez HTTP/1.0\r\n${host}\r\n${host}\r\n\r\n`,
      ],
      broken,
    ),
    // The parser takes RTSP for HTTP, and does not say so.
    ...all(
      ['GET /livez HTTP/1.0\r\n\r\n', 'GET /livez RTSP/1.0\r\n\r\n', `GET / HTTP/1.0\r\n${host}\r\n\r\n`],
      {
        status: 200,
        closes: true,
      },
    ),
    ...all([`GET /livez HTTP/1.0\r\n${host}\r\nConnection: keep-alive\r\n\r\n`], { status: 200 }),
    ...targets(['/', `http://${evilHost}/`, `HTTP://${evilHost}:1/livez`, view('audit')], {
      status: 200,
      headers: { location: undefined },
    }),
    ...all([`${get}\r\nHost: ${evilHost}:99999\r\n\r\n`, `${get}\r\nHost:\r\n\r\n`], { status: 200 }),
    ...all(
      ['a b', 'a/b', '<b>', 'me@a', '[::1', 'a:b', 'a:1:2', '%zz', `a\\b`, 'ä'].map(
        name => `${get}\r\nHost: ${name}\r\n\r\n`,
      ),
      { status: 400, closes: true },
    ),
    ...fields(
      [`X-Forwarded-Host: ${evilHost}`, `Forwarded: host=${evilHost}`, `Origin: https://${evilHost}`],
      {
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
      },
    ),
  ],
  'A12 ends of requests that two readers see differently': [
    ...all(
      [
        `${get}\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
        `${get}\r\n${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
        `${get}\r\n${host}\r\nContent-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
        `${get}\r\n${host}\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n`,
        `${get}\r\n${host}\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
        ...['+5', '-1', '0x5', '5, 5', '5 5', '1e1', '', '9'.repeat(30), '0\0'].map(
          length => `${get}\r\n${host}\r\nContent-Length: ${length}\r\n\r\n${smuggled}`,
        ),
        ...['xchunked', 'chunked', 'identity', 'chunked, identity', ' chunked', '"chunked"', 'gzip', 'x'].map(
          coding => `${get}\r\n${host}\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${smuggled}`,
        ),
        `${get}\r\n${host}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${smuggled}`,
        `${get}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n${smuggled}`,
        `${get}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n${smuggled}`,
        `${get}\r\n${host}\r\nX: a\r\n b\r\n\r\n`,
        `${get}\r\n${host}\r\nX: a\r\n\tContent-Length: 5\r\n\r\n`,
        `${get}\r\n ${host}\r\n\r\n`,
        `${get}\n${host}\n\n`,
        `${get}\r\n${host}\nContent-Length: 5\r\n\r\n`,
        `${get}\r\n${host}\rX-Evil: 1\r\n\r\n`,
        `${get}\r\n${host}\r\nContent-Length : 5\r\n\r\n`,
        `${get}\r\n${host}\r\nX\t: 5\r\n\r\n`,
        `${get}\r\n${host}\r\n: 5\r\n\r\n`,
        `${get}\r\n${host}\r\nX\r\n\r\n`,
        `${get}\r\n${host}\r\nX\0: 1\r\n\r\n`,
        `${get}\r\n${host}\r\nX: \0\r\n\r\n`,
        `${get}\r\n${host}\r\nX: \x01\r\n\r\n`,
        `GET\t/livez HTTP/1.1\r\n${host}\r\n\r\n`,
        `GET /livez\tHTTP/1.1\r\n${host}\r\n\r\n`,
      ],
      broken,
    ),
    ...all([`\r\n\r\n${get}\r\n${host}\r\n\r\n`, `${get}\r\n${host}\r\nContent-Length: 0\r\n\r\n`], {
      status: 200,
    }),
  ],
  'A14 sizes': [
    ...fields([`X: ${'a'.repeat(17_000)}`, `${'a'.repeat(17_000)}: X`], { status: 431, closes: true }),
    ...targets([`/${'a'.repeat(20_000)}`, `/?${'a'.repeat(20_000)}`], { status: 414, closes: true }),
    ...targets([`/${'a'.repeat(2048)}`, `/?${'a'.repeat(7000)}`], { status: 414 }),
    ...targets([`/?${'a'.repeat(2046)}`], { status: 200 }),
    // In pieces, the parser no longer has the beginning of the line when it gives up.
    ...all([Array.from({ length: 21 }, (_, index) => (index === 0 ? 'GET /' : 'a'.repeat(1000)))], {
      status: 431,
      closes: true,
    }),
    ...fields([Array.from({ length: 3000 }, () => 'a:b'), Array.from({ length: 99 }, () => 'a:b')], {
      status: 431,
      closes: true,
    }),
    ...fields([Array.from({ length: 98 }, () => 'a:b')], { status: 200 }),
  ],
  'A15 request ids': [
    ...fields(
      [
        `X-Request-Id: ${uuid}\r\nX-Evil: 1`,
        'X-Request-Id: <script>alert(1)</script>',
        'X-Request-Id: {"level":60}',
        [`X-Request-Id: ${uuid}`, `X-Request-Id: ${uuid}`],
        'X-Request-Id: \xff',
        `X-Request-Id: ${uuid}\xff`,
        `X-Request-Id: ${uuid.slice(1)}\t`,
        `X-Request-Id: a\tb`,
        'X-Request-Id:',
        `X-Request-Id: %0d%0aX-Evil: 1`,
        `X-Request-Id: ${'a'.repeat(7000)}`,
      ],
      { status: 200, headers: notOurs },
    ),
    ...fields([`X-Request-Id: ${uuid}`, `x-request-id:\t ${uuid.toUpperCase()} \t`], {
      status: 200,
      headers: { 'x-request-id': uuid },
    }),
    ...fields([`X-Request-Id: ${uuid}\nX-Evil: 1`, `X-Request-Id: ${uuid}\rX-Evil: 1`], {
      ...broken,
      headers: notOurs,
    }),
    ...fields([`X-Request-Id: ${'a'.repeat(10_000)}`], { status: 431, closes: true }),
  ],
  'A21 fields that ask for something else': [
    ...fields(
      [
        'Range: bytes=0-0',
        `Range: bytes=${'0-,'.repeat(2000)}`,
        'If-Range: "x"',
        `If-None-Match: ${'"x",'.repeat(1750)}`,
        `If-None-Match: ${'"'.repeat(7000)}`,
        `If-None-Match: ${'W/'.repeat(3500)}`,
        `If-None-Match: ${','.repeat(7000)}`,
        `If-None-Match: ${' '.repeat(3500)},${' '.repeat(3500)}"`,
        'If-Match: "x"',
        'If-Modified-Since: garbage',
        'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
        'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
        'Accept-Encoding: *;q=0',
        'Accept-Charset: utf-16',
        'Cache-Control: no-cache',
        `Cookie: ${'a=b; '.repeat(1000)}`,
      ],
      { status: 200, headers: { 'content-range': undefined, 'content-encoding': undefined } },
    ),
    ...fields(['Accept-Encoding: gzip, br', `Accept-Encoding: ${'x,'.repeat(3000)}br`], {
      status: 200,
      headers: { 'content-range': undefined, 'content-encoding': 'br' },
    }),
    ...fields(['If-None-Match: *'], { status: 304, headers: { 'content-length': undefined } }),
    ...all(
      [
        'x/y',
        '*/*;q=0',
        ';;;',
        ',',
        'application/json;q=0',
        'application/json;v=2',
        'text/*',
        'a/b,'.repeat(1750),
        `${' '.repeat(7000)}x`,
        `a/b;${'c=d;'.repeat(1700)}`,
        `a/b;c="${'\\"'.repeat(3000)}`,
      ].map(accept => `GET ${view('audit')} HTTP/1.1\r\n${host}\r\nAccept: ${accept}\r\n\r\n`),
      { status: 406 },
    ),
    ...all([`GET ${view('audit')} HTTP/1.1\r\n${host}\r\n\r\n`], { status: 400 }),
  ],
  'A22 other protocols': [
    ...fields(
      [
        ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
        ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
      ],
      { status: 200, closes: true, headers: { upgrade: undefined } },
    ),
    ...fields(['Expect: 200-maybe'], { status: 200 }),
    // Nobody can tell whether a body comes after all.
    ...fields(['Expect: 100-continue'], { status: 200, closes: true }),
    ...all([`${format(view('audit'), ['Expect: 100-continue', 'Content-Length: 5'])}hello`], broken),
    ...all(
      [
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
        'SSH-2.0-OpenSSH_9.9\r\n',
        '\x00\x00\x00\x08\x04\xd2\x16\x2f',
        'HELO evil.example\r\n',
        '*1\r\n$4\r\nPING\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      ],
      broken,
    ),
  ],
}
