/**
 * Services that keep the specification, each in a way of its own that real servers, proxies and caches have.
 *
 * @packageDocumentation
 */
import { gzipSync } from 'node:zlib'
import type { AuditDraw } from '../../../src/model/audit-record.js'
import {
  contentFor,
  formatHead,
  replaced,
  valueOf,
  without,
  type Field,
  type Reply,
  type Wire,
} from './wire.js'

const fields = (change: (fields: readonly Field[]) => readonly Field[]): Wire => ({ fields: change })
const add = (...more: readonly Field[]): Wire => fields(own => [...own, ...more])
const names = (change: (name: string) => string): Wire =>
  fields(own => own.map(([name, value]) => [change(name), value] as const))
const values = (change: (value: string) => string): Wire =>
  fields(own => own.map(([name, value]) => [name, change(value)] as const))
const set = (name: string, change: (value: string) => string): Wire =>
  fields(own =>
    own.map(([field, value]) =>
      field.toLowerCase() === name ? ([field, change(value)] as const) : ([field, value] as const),
    ),
  )

/** Changes every object of a value. */
function objects(value: unknown, change: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map(item => objects(item, change))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    objects(item, change),
  ])
  return Object.fromEntries(change(members))
}
/** Changes every text that is a time. */
const times = (change: (time: string) => string): Wire => ({
  json: value =>
    objects(value, members =>
      members.map(([name, item]) => [name, /_utc$|_at$|^as_of$/.test(name) ? change(String(item)) : item]),
    ),
})
const draws = (change: (draw: AuditDraw, index: number) => object): Wire => ({
  json: value => ('draws' in value ? { ...value, draws: value.draws.map(change) } : value),
})
/** Compresses what may be compressed, for whoever takes it, or for everyone. */
const compressed = (compress: (body: Buffer) => Buffer, isForEveryone = false): Wire => ({
  reply: (reply, { headers }) =>
    reply.body.length > 0 && (isForEveryone || (headers['accept-encoding'] ?? '').includes('gzip'))
      ? {
          ...reply,
          body: compress(reply.body),
          fields: [...reply.fields, ['Content-Encoding', 'gzip']],
        }
      : reply,
  fields: own => [...own, ['Vary', 'Accept-Encoding']],
})
const chunks = (pieces: (body: Buffer) => readonly string[], trailer = ''): Wire => ({
  write(socket, reply, { method }) {
    const hasBody = method !== 'HEAD' && reply.status !== 304
    socket.write(formatHead(reply, '1.1', reply.status === 304 ? [] : [['Transfer-Encoding', 'chunked']]))
    socket.end(hasBody ? `${pieces(reply.body).join('')}0\r\n${trailer}\r\n` : '', 'latin1')
  },
})
const chunk = (body: Buffer, extension = ''): string =>
  body.length === 0 ? '' : `${body.length.toString(16)}${extension}\r\n${body.toString('latin1')}\r\n`
const split = (body: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, (at + 1) * size))
const whole = (formatStart: (reply: Reply) => string): Wire => ({
  write: (socket, reply, asked) =>
    socket.end(Buffer.concat([Buffer.from(formatStart(reply), 'latin1'), contentFor(reply, asked)])),
})
const head = (change: (head: string) => string): Wire => whole(reply => change(formatHead(reply)))
const redirect = (status: number, location: (target: string) => string): Wire => ({
  answer: ({ target, method }) =>
    target.includes('hop=') || method !== 'GET' || !target.includes('/audit')
      ? undefined
      : ({ status, fields: [['Location', location(target)]], body: Buffer.alloc(0) } satisfies Reply),
})
const hop = (target: string): string => `${target}${target.includes('?') ? '&' : '?'}hop=1`
const tag = (write: (md5: Buffer) => string): Wire => ({ tag: write })

/** By what is particular about each. */
export const lawful: Readonly<Record<string, Wire>> = {
  'nothing particular': {},
  // The header section.
  'names in lower case': names(name => name.toLowerCase()),
  'names in upper case': names(name => name.toUpperCase()),
  'names in mixed case': names(name =>
    name.replace(/[a-z]/gi, (c, at: number) => (at % 2 ? c.toLowerCase() : c.toUpperCase())),
  ),
  'fields in reverse': fields(own => own.toReversed()),
  'fields sorted': fields(own => own.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  'spaces around values': values(value => `  ${value}  `),
  'tabs around values': values(value => `\t${value}\t`),
  'no space after the colon': head(text => text.replaceAll(': ', ':')),
  cookies: add(['Set-Cookie', 'a=b; Path=/'], ['Set-Cookie', 'c=d; Secure; HttpOnly; SameSite=Lax']),
  'a server that says who it is': add(
    ['Server', 'nginx/1.27.1 (Ubuntu) PHP/8.3'],
    ['X-Powered-By', 'PHP/8.3.6'],
  ),
  'the fields of a CDN': add(
    ['CF-Ray', '8c1d2e3f-LHR'],
    ['CF-Cache-Status', 'DYNAMIC'],
    ['Alt-Svc', 'h3=":443"; ma=86400'],
  ),
  'the fields of another CDN': add(
    ['X-Cache', 'Miss from cloudfront'],
    ['X-Amz-Cf-Pop', 'LHR3-P2'],
    ['X-Amz-Cf-Id', 'x=='],
  ),
  'the fields of a third CDN': add(
    ['X-Served-By', 'cache-lcy1'],
    ['X-Timer', 'S1.0,VS0,VE1'],
    ['Fastly-Debug-Digest', 'a'],
  ),
  'a proxy': add(['Via', '1.1 varnish (Varnish/7.5), 1.1 google'], ['X-Varnish', '32770 3']),
  'an age of zero': add(['Age', '0']),
  'a copy that is ten minutes old': add(['Age', '600']),
  'strict transport': add(['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload']),
  'a policy for content': add(['Content-Security-Policy', "default-src 'none'"], ['X-Frame-Options', 'DENY']),
  'reports of networks': add(
    ['NEL', '{"report_to":"x","max_age":1}'],
    ['Report-To', '{"group":"x","max_age":1,"endpoints":[]}'],
  ),
  timing: add(['Server-Timing', 'db;dur=53, app;dur=47.2'], ['Timing-Allow-Origin', '*']),
  links: add(['Link', '</openapi.json>; rel="service-desc"']),
  'a warning': add(['Warning', '199 - "beta"']),
  'a date of RFC 850': add(['Date', 'Thursday, 26-Nov-26 20:00:00 GMT']),
  'a date of asctime': add(['Date', 'Thu Nov 26 20:00:00 2026']),
  'a last change': add(['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT']),
  'an expiry beside max-age': {
    fields: own => [
      ...own,
      ['Date', new Date().toUTCString()],
      ['Expires', new Date(Date.now() + 3_600_000).toUTCString()],
    ],
  },
  'old pragma': add(['Pragma', 'cache']),
  languages: add(['Content-Language', 'en-GB']),
  'a disposition': add(['Content-Disposition', 'inline; filename="audit.json"']),
  'cross-origin headers': add(
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    ['Access-Control-Max-Age', '86400'],
  ),
  'a value in UTF-8': add(['X-Operator', Buffer.from('Müller & Söhne').toString('latin1')]),
  'an empty value': add(['X-Nothing', '']),
  'sixty more fields': add(
    ...Array.from({ length: 60 }, (_, n) => [`X-Field-${n}`, 'x'.repeat(40)] as const),
  ),
  'a field of 4,000 bytes': add(['X-Long', 'x'.repeat(4000)]),
  'Vary once more': add(['Vary', 'Origin']),
  'Vary of much': set('vary', value => `${value}, Origin, Accept-Language, Cookie`),
  'Vary in lower case': set('vary', value => value.toLowerCase()),
  'max-age first': set('cache-control', value =>
    value === 'public, max-age=3600' ? 'max-age=3600, public' : value,
  ),
  'directives without a space': set('cache-control', value => value.replaceAll(', ', ',')),
  'directives in upper case': set('cache-control', value => value.toUpperCase()),
  'the limits of the IETF beside the others': add(
    ['RateLimit-Policy', '"default";q=60;w=60'],
    ['RateLimit', '"default";r=50;t=30'],
  ),
  'when the window ends': add(['X-RateLimit-Reset', '1790000000']),
  'charset in lower case': set('content-type', value => `${value}; charset=utf-8`),
  'charset in upper case': set('content-type', value => `${value};charset=UTF-8`),
  'charset in quotes': set('content-type', value => `${value}; charset="utf-8"`),
  'a type in mixed case': set('content-type', value =>
    value === 'application/json' ? 'Application/JSON' : value,
  ),
  'an empty reason': head(text => text.replace(/^(HTTP\/1\.1 \d+) .*\r/, '$1 \r')),
  'a reason of its own': head(text => text.replace(/^(HTTP\/1\.1 \d+) .*\r/, '$1 Fine, thanks\r')),
  // JSON.
  'members sorted': { json: value => objects(value, own => own.toSorted(([a], [b]) => (a < b ? -1 : 1))) },
  'members in reverse': { json: value => objects(value, own => own.toReversed()) },
  'draws after the rest': {
    json: value =>
      objects(value, own => own.toSorted(([a], [b]) => Number(a === 'draws') - Number(b === 'draws'))),
  },
  'indented by two': { format: value => JSON.stringify(value, null, 2) },
  'indented by tabs': { format: value => JSON.stringify(value, null, '\t') },
  'lines that end in CR and LF': { format: value => JSON.stringify(value, null, 2).replaceAll('\n', '\r\n') },
  'a line feed at the end': { format: value => `${JSON.stringify(value)}\n` },
  'white space before it': { format: value => ` \n\t${JSON.stringify(value)}` },
  'slashes that are escaped': { format: value => JSON.stringify(value).replaceAll('/', '\\/') },
  'letters that are escaped': { format: value => JSON.stringify(value).replace(/Phone/g, '\\u0050hone') },
  'parentheses that are escaped': { format: value => JSON.stringify(value).replace(/\(/g, '\\u0028') },
  'spaces after colons and commas': {
    format: value => JSON.stringify(value).replace(/":/g, '": ').replace(/,"/g, ', "'),
  },
  'a member more': { json: value => ({ ...value, generated_by: 'us' }) },
  'members with hyphens and capitals': {
    json: value => ({ ...value, 'X-Trace': 1, camelCase: null }),
  },
  'an object more': {
    json: value => ({ ...value, links: { self: '/x', next: null }, tags: ['a', 'b'] }),
  },
  'a member more in each draw': draws(draw => ({ ...draw, prize_value: 499, winner_name: null })),
  'prizes in another script': draws((draw, n) => ({ ...draw, prize_name: `特等賞 ${n + 1} 🎁` })),
  'prizes with quotes': draws((draw, n) => ({ ...draw, prize_name: `The "big" one \\ ${n}` })),
  'winners with names of their own': draws((draw, n) => ({ ...draw, winner_entry_id: `ENTRY/2026-${n}#é` })),
  'hashes in upper case': draws(draw => ({ ...draw, rng_seed_hash: draw.rng_seed_hash.toUpperCase() })),
  // Clocks.
  'times with milliseconds': times(time => time.replace('+00:00', '.000+00:00')),
  // Entity tags.
  'a weak tag': tag(md5 => `W/"${md5.toString('hex')}"`),
  'a tag in upper case': tag(md5 => `"${md5.toString('hex').toUpperCase()}"`),
  'a tag in base64': tag(md5 => `"${md5.toString('base64')}"`),
  'a tag of a compressed copy': tag(md5 => `"${md5.toString('hex')}-gzip"`),
  'a tag with a label': tag(md5 => `"md5:${md5.toString('hex')}"`),
  // How it is written.
  'in one chunk': chunks(body => [chunk(body)]),
  'in chunks of seven bytes': chunks(body => split(body, 7).map(piece => chunk(piece))),
  'in chunks with extensions': chunks(body =>
    split(body, 100).map(piece => chunk(piece, ';name=value;x="y z"')),
  ),
  'in chunks with a trailer': chunks(body => [chunk(body)], 'X-Checksum: abc\r\n'),
  'HTTP/1.0 with a length': whole(reply => formatHead(reply, '1.0')),
  'HTTP/1.0 that ends with the connection': whole(reply => formatHead(reply, '1.0', [])),
  'HTTP/1.1 that ends with the connection': whole(reply => formatHead(reply, '1.1', [])),
  'early hints': head(text => `HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n${text}`),
  'processing, and then': head(text => `HTTP/1.1 102 Processing\r\n\r\n${text}`),
  'in pieces of 300 bytes': {
    write(socket, reply, asked) {
      socket.setNoDelay(true)
      const bytes = Buffer.concat([Buffer.from(formatHead(reply)), contentFor(reply, asked)])
      for (const piece of split(bytes, 300)) socket.write(piece)
      socket.end()
    },
  },
  'after a tenth of a second': {
    write(socket, reply, asked) {
      setTimeout(() => {
        socket.write(formatHead(reply))
        socket.end(contentFor(reply, asked))
      }, 100)
    },
  },
  gzip: compressed(body => gzipSync(body)),
  'gzip in two members': compressed(body =>
    Buffer.concat([gzipSync(body.subarray(0, 50)), gzipSync(body.subarray(50))]),
  ),
  'gzip with a weak tag': { ...compressed(body => gzipSync(body)), tag: md5 => `W/"${md5.toString('hex')}"` },
  'gzip by a program that names its file': compressed(body => {
    const plain = gzipSync(body)
    return Buffer.concat([
      plain.subarray(0, 3),
      Buffer.of(8),
      plain.subarray(4, 10),
      Buffer.from('a.json\0'),
      plain.subarray(10),
    ])
  }),
  'gzip without compression': compressed(body => gzipSync(body, { level: 0 })),
  // Redirects.
  'moved for good': redirect(301, hop),
  'found elsewhere': redirect(302, hop),
  'moved for a while': redirect(307, hop),
  'moved for good, by the new status': redirect(308, hop),
  'moved to a relative reference': redirect(
    302,
    target => `?${new URLSearchParams({ hop: '1', from: target }).toString()}`,
  ),
  // Errors.
  'errors with members more': {
    reply: reply => changeError(reply, error => ({ ...error, documentation_url: 'https://x.example' })),
  },
  'errors in another language': {
    reply: reply => changeError(reply, error => ({ ...error, message: 'Diese Anfrage verstehe ich nicht.' })),
  },
  'errors that are not stored': {
    reply: reply =>
      reply.status >= 400 ? { ...reply, fields: replaced(reply.fields, 'Cache-Control', 'no-store') } : reply,
  },
  'a date when to come again': {
    reply: reply =>
      valueOf(reply, 'retry-after') === undefined
        ? reply
        : {
            ...reply,
            fields: replaced(reply.fields, 'Retry-After', new Date(Date.now() + 1000).toUTCString()),
          },
  },
  'no content type without content': fields(own =>
    valueOf({ fields: own }, 'content-type') === undefined ? without(own, 'content-type') : own,
  ),
}

function changeError(reply: Reply, change: (error: object) => object): Reply {
  if (reply.status < 400 || reply.body.length === 0) return reply
  const value = JSON.parse(reply.body.toString()) as { readonly error: object }
  return { ...reply, body: Buffer.from(JSON.stringify({ ...value, error: change(value.error) })) }
}
