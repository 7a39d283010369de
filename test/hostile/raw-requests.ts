/**
 * Raw requests from a seed: made by a grammar that knows what readers of HTTP disagree about, some of them mutated,
 * several on one connection, whole or broken off.
 *
 * @packageDocumentation
 */
import { format } from '../server/raw.js'
import { sample, view } from '../server/start.js'

/** What a client does on one connection. */
export interface RawCase {
  /** Latin-1, sent one by one. */
  readonly pieces: readonly string[]
  /** How many requests were meant. */
  readonly requests: number
  /**
   * `close`: a good request that asks for the end is sent behind them, and all answers are read. `half`: what was sent
   * is a beginning, and the client's end is said. `reset`: a beginning, and the connection is reset. `leave`: all is
   * sent, some bytes of the answers are read, and the connection is reset.
   */
  readonly ending: 'close' | 'half' | 'reset' | 'leave'
  /** Of the answers, for `leave`. */
  readonly bytesRead: number
}

/** Whole numbers from 0 to below a bound, from a seed: mulberry32. */
export type Random = (bound: number) => number

export function createRandom(state: number): Random {
  return bound => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

/** What requests to a server are made of. */
export interface Grammar {
  /** Requests that every client could send. */
  readonly valid: readonly string[]
  /** Each as often as it stands here. */
  readonly methods: readonly string[]
  readonly paths: readonly string[]
  /** A path that names something. */
  readonly formatPath: (name: string) => string
  readonly bodies: readonly string[]
  /** One request in so many has a body. */
  readonly oneHasBody: number
  /** Header fields, each as often as it stands here. */
  readonly fields: readonly Maker[]
}

/** Makes a header field. */
export type Maker = (random: Random) => string

/** The case of a number, the same whenever it is made. */
export function createCase(grammar: Grammar, seed: number, number: number): RawCase {
  const random = createRandom(Math.imul(seed ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b))
  const requests = 1 + random(random(4) === 0 ? 12 : 4)
  let text = Array.from({ length: requests }, () => createRequest(grammar, random)).join('')
  const ending = pick(random, endings)
  if (ending === 'half' || ending === 'reset') text = text.slice(0, random(text.length + 1))
  const bytesRead = random(random(2) === 0 ? 400 : 8000)
  return { pieces: split(text, random), requests, ending, bytesRead }
}

const endings = [...new Array<'close'>(9).fill('close'), 'half', 'reset', 'leave'] as const

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}

const chance = (random: Random, oneIn: number): boolean => random(oneIn) === 0

function split(text: string, random: Random): string[] {
  if (!chance(random, 5)) return [text]
  const places = Array.from({ length: 1 + random(4) }, () => random(text.length + 1)).sort((a, b) => a - b)
  return [0, ...places].map((from, index) => text.slice(from, places[index]))
}

/** One that every client could send, or one by the grammar; either may be mutated. */
function createRequest(grammar: Grammar, random: Random): string {
  const request = chance(random, 3) ? pick(random, grammar.valid) : createByGrammar(grammar, random)
  return chance(random, 5) ? mutate(request, random) : request
}

const uuid = '0123abcd-89ab-4def-8123-456789abcdef'
const etag = '"f6fff91c0c564cf99566adf1e0421b62"'

const valid: readonly string[] = [
  format(view('audit')),
  format(view('audit'), [`If-None-Match: ${etag}, W/"x"`, 'User-Agent: curl/8.5.0']),
  format(view('entries/stats'), ['Accept-Encoding: gzip, br', 'X-Forwarded-For: 1.2.3.4, [2001:db8::1]:80']),
  format(view('odds?entries=5'), [`X-Request-Id: ${uuid}`]),
  format(view('audit/history'), ['Range: bytes=0-99', 'Connection: keep-alive, Upgrade', 'Upgrade: h2c']),
  format('http://evil.example/api/v1/openapi.json', [], 'HEAD'),
  format(view('bundle?entries=all')),
  format(view('entries/a%2Fb/proof'), ['If-None-Match: *']),
  format('/api/v1/keys'),
  format('/?after=49638a53-01d5-4ea0-96bc-887c4448c4f3'),
  format('/%61pi/v1/raffles/%34/audit'),
  format('*', ['Access-Control-Request-Method: GET', 'Origin: https://a.example'], 'OPTIONS'),
  format('/livez', ['Content-Length: 0', 'Expect: 100-continue']),
  `${format('/readyz', ['Content-Length: 5'], 'POST')}hello`,
  `${format('/readyz', ['Transfer-Encoding: chunked'], 'PUT')}5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n`,
]

export const methods: readonly string[] = [
  ...new Array<string>(60).fill('GET'),
  ...[
    'HEAD',
    'HEAD',
    'HEAD',
    'HEAD',
    'OPTIONS',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'PRI',
  ],
  ...['FOO', 'get', 'G\0T', ' GET', ''],
]

const versions = [
  ...new Array<string>(200).fill('HTTP/1.1'),
  ...['HTTP/1.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'RTSP/1.0', 'HTTP/1.1.1', ''],
]

const oddEnds = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r']

function createByGrammar(grammar: Grammar, random: Random): string {
  const method = pick(random, grammar.methods)
  const line = `${method} ${createTarget(grammar, random)} ${pick(random, versions)}`
  const lines = [line.trimEnd(), ...createFields(grammar, random)]
  const isOdd = chance(random, 30)
  const head = lines.map(text => text + (isOdd ? pick(random, oddEnds) : '\r\n')).join('')
  const body = chance(random, grammar.oneHasBody) ? pick(random, grammar.bodies) : ''
  return `${head}\r\n${body}`
}

export const bodies: readonly string[] = [
  'hello',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;a="b\r\nhello\r\n0\r\n\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  '-1\r\n\r\n',
  'x'.repeat(3000),
  format('/api/v1/openapi.json'),
]

const paths: readonly string[] = [
  ...['audit', 'audit/history', 'entries/stats', 'odds', 'bundle', 'statements', 'entries'].map(view),
  ...['entries/1/proof', 'entries/%2F/proof', 'entries/%ff/proof', 'odds/', '../audit', '__proto__'].map(
    view,
  ),
  ...['/', '/livez', '/readyz', '/api/v1/keys', '/api/v1/openapi.json', '/api/v1/log/checkpoint'],
  ...['/api/v1/log/tile/0/000', '/api/v1/log/tile/entries/x001/000.p/7', '/api/v1/log/tile/0/x'],
  ...[`/raffles/${sample.raffle_id}`, '/raffles/x', '/assets/x.js', '/assets/..%2f..%2fpackage.json'],
  ...[
    '//',
    '///',
    '//a.example/',
    '/..;/etc/passwd',
    '/%2e%2e%2fetc',
    '/\\..\\',
    '/__proto__',
    '/constructor',
  ],
  ...[
    '*',
    'http://[::1',
    'http://a.example/livez',
    'HTTPS://a.example:1/',
    'a:443',
    '?',
    '#',
    '/%zz',
    '/%00',
  ],
]

export const texts: readonly string[] = [
  ...['', '0', '1', '-1', '142', '143', '1e9', '0x10', '1.5', '9'.repeat(30), 'all', 'abc', 'null', uuid],
  ...[
    '%',
    '%20',
    '%zz',
    '%00',
    '%ff',
    '%c0%af',
    '%f0%9f%8e%b2',
    '+',
    "'--",
    '<script>',
    '"',
    '\\',
    ';',
    '\xff',
  ],
  ...['a'.repeat(300), 'a'.repeat(2000), '%41'.repeat(200), '../'.repeat(50)],
]

const names = ['entries', 'after', 'q', 'limit', 'Entries', 'entries[]', '__proto__', '', 'a']

function createTarget({ paths, formatPath }: Grammar, random: Random): string {
  let path = chance(random, 4) ? formatPath(pick(random, texts)) : pick(random, paths)
  if (chance(random, 12)) path += pick(random, ['/', '//', '/.', '/..', '%2f', ';a=b', '.', '#x'])
  if (!chance(random, 2)) return path
  const query = Array.from({ length: random(4) }, () => `${pick(random, names)}=${pick(random, texts)}`)
  return `${path}?${query.join(pick(random, ['&', '&', '&', ';', '&&', '?']))}`
}

function createFields(grammar: Grammar, random: Random): string[] {
  const fields: string[] = []
  if (!chance(random, 25))
    fields.push(`Host: ${pick(random, ['a.example', 'a.example:80', '', '[::1]', 'a b'])}`)
  if (!chance(random, 8)) fields.push(`Accept: ${createAccept(random)}`)
  for (let left = random(chance(random, 4) ? 10 : 3); left > 0; left--)
    fields.push(pick(random, grammar.fields)(random))
  if (chance(random, 80)) fields.push(...new Array<string>(random(160)).fill('a: b'))
  if (chance(random, 60)) fields.push(`X: ${'a'.repeat(random(12_000))}`)
  if (chance(random, 50)) fields.push(pick(random, oddLines))
  return fields
}

const oddLines = [
  'X',
  ': x',
  ' folded',
  '\tfolded',
  'X : y',
  'X\0: y',
  'X: \0',
  'X: \x01',
  'Host: b',
  'X:\xff',
]

function createAccept(random: Random): string {
  const range = (): string =>
    pick(random, [
      'application/json',
      'application/vnd.service.v1+json',
      '*/*',
      'application/*',
      'text/html',
    ]) + pick(random, ['', '', ';q=0', ';q=0.5', ';q=x', ';charset=utf-8', ';a="b,c"', ';'])
  if (chance(random, 15))
    return pick(random, ['', ';;;', 'x/y', ','.repeat(500), 'a/b,'.repeat(300), '"', '\xff'])
  return Array.from({ length: 1 + random(3) }, range).join(', ')
}

/** Those that end most connections are rare. */
export const fields: readonly Maker[] = [
  ...new Array<Maker>(3).fill(
    random => `X-Request-Id: ${pick(random, [uuid, uuid.toUpperCase(), `${uuid}0`, '', ...texts])}`,
  ),
  ...new Array<Maker>(4).fill(random => `X-Forwarded-For: ${createForwarded(random)}`),
  ...new Array<Maker>(4).fill(random => `If-None-Match: ${createTags(random)}`),
  ...new Array<Maker>(4).fill(random => pick(random, conditions)),
  ...new Array<Maker>(5).fill(random => `${pick(random, others)}: ${pick(random, texts)}`),
  random => `Connection: ${pick(random, ['keep-alive', 'close', 'Upgrade', 'Upgrade, x', 'x', ','])}`,
  random => pick(random, ['Upgrade: h2c', 'Upgrade: websocket', 'Expect: 100-continue', 'Expect: 200-maybe']),
  random => `Content-Length: ${pick(random, lengths)}`,
  random => `Transfer-Encoding: ${pick(random, ['chunked', 'xchunked', 'identity', 'gzip, chunked', ''])}`,
]

const others = ['Cookie', 'User-Agent', 'Origin', 'Referer', 'Forwarded', 'TE']

const lengths = ['0', '0', '0', '5', '999999999', '-1', '+5', '5, 5', '0x5', '', '9'.repeat(30)]

const conditions = [
  'Range: bytes=0-0',
  `Range: bytes=${'0-,'.repeat(300)}`,
  'If-Modified-Since: garbage',
  'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
  'If-Match: "x"',
  'If-Range: "x"',
  'Accept-Encoding: *;q=0',
  'Accept-Encoding: gzip, br',
  'Cache-Control: no-cache',
]

function createTags(random: Random): string {
  const tag = (): string => pick(random, [etag, `W/${etag}`, '"x"', 'x', '*', 'W/', '"', '', '"a,b"', '\xff'])
  return Array.from({ length: 1 + random(chance(random, 10) ? 400 : 4) }, tag).join(
    pick(random, [',', ', ', ' ']),
  )
}

function createForwarded(random: Random): string {
  const address = (): string =>
    pick(random, [
      ['1', '2', String(random(4)), String(random(256))].join('.'),
      `2001:db8:${random(4).toString(16)}::${random(65_536).toString(16)}`,
      pick(random, ['127.0.0.1', '::1', '[::1]:80', '1.2.3.4:99', '::ffff:1.2.3.4', '::ffff:102:304']),
      pick(random, ['unknown', '_hidden', '', '999.1.1.1', '0x7f.1', '[::1', 'fe80::1%eth0', '<x>', '\xff']),
    ])
  return Array.from({ length: 1 + random(chance(random, 20) ? 400 : 4) }, address).join(
    pick(random, [',', ', ']),
  )
}

/** Bytes that mean something somewhere in a request. */
const spices = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    '/',
    '?',
    '%',
    '%00',
    '%zz',
    '..',
    '//',
    '#',
    '"',
    ',',
  ],
  ...[
    ';',
    '\xff',
    '\x7f',
    'HTTP/1.1',
    'Host: a\r\n',
    'Content-Length: 9\r\n',
    'Transfer-Encoding: chunked\r\n',
  ],
  '9'.repeat(30),
]

function mutate(text: string, random: Random): string {
  let result = text
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(result.length + 1)
    const end = Math.min(result.length, at + 1 + random(chance(random, 8) ? 200 : 8))
    const [before, some, after] = [result.slice(0, at), result.slice(at, end), result.slice(end)]
    result = before + change(some, random) + after
  }
  return result
}

function change(some: string, random: Random): string {
  switch (random(6)) {
    case 0:
      return String.fromCharCode((some.charCodeAt(0) || 0) ^ (1 << random(8))) + some.slice(1)
    case 1:
      return some.repeat(2 + random(chance(random, 20) ? 2000 : 3)).slice(0, 20_000)
    case 2:
      return ''
    case 3:
      return pick(random, spices) + some
    case 4:
      return String.fromCharCode(random(256)) + some
    default:
      return some.toUpperCase()
  }
}

/** What the public server is sent. */
export const publicGrammar: Grammar = {
  valid,
  methods,
  paths,
  formatPath: name => `/api/v1/raffles/${name}/audit`,
  bodies,
  oneHasBody: 30,
  fields,
}
