import t from 'tap'
import { checkResponse, paths, resolve, uncovered, type Exchange } from './openapi.js'

const raffle = '/api/v1/raffles/49638a53-01d5-4ea0-96bc-887c4448c4f3'
const requestId = '0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11'

const plain = {
  'x-request-id': requestId,
  vary: 'Accept, Accept-Encoding',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id',
  'x-content-type-options': 'nosniff',
}
const common = { ...plain, 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }
const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }
const tagged = { etag: `"${'0'.repeat(32)}"`, 'cache-control': 'public, max-age=0, must-revalidate' }
const methods = {
  allow: 'GET, HEAD, OPTIONS',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Accept, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
}

const errorBody = (code: string): string =>
  JSON.stringify({ error: { code, message: 'no', request_id: requestId } })
const empty = `{"raffle_id":"49638a53-01d5-4ea0-96bc-887c4448c4f3","total_draws":0,"draws":[]}`

const audit: Exchange = {
  method: 'GET',
  path: `${raffle}/audit`,
  status: 200,
  headers: { ...common, ...tagged, 'content-type': 'application/json', 'content-length': '80' },
  body: empty,
}
const notModified: Exchange = { ...audit, status: 304, headers: { ...common, ...tagged }, body: '' }
const preflight: Exchange = {
  method: 'OPTIONS',
  path: `${raffle}/odds?entries=x`,
  status: 204,
  headers: { ...common, ...methods, date: 'Fri, 20 Nov 2026 16:15:00 GMT' },
  body: '',
}
const notFound: Exchange = {
  method: 'GET',
  path: '/api/v1/nothing',
  status: 404,
  headers: { ...common, ...json },
  body: errorBody('NOT_FOUND'),
}
const notAllowed: Exchange = {
  method: 'POST',
  path: '/anywhere',
  status: 405,
  headers: { ...common, ...json, allow: 'GET, HEAD, OPTIONS' },
  body: errorBody('INVALID_PARAMETER'),
}
const malformed: Exchange = {
  method: 'GET',
  path: 'nonsense%',
  status: 400,
  headers: { ...common, ...json, connection: 'close' },
  body: errorBody('INVALID_PARAMETER'),
}
const alive: Exchange = {
  method: 'GET',
  path: '/livez',
  status: 200,
  headers: { ...plain, ...json },
  body: '{"status":"ok"}',
}

/** The same exchange with other headers; an undefined one is taken away. */
function withHeaders(exchange: Exchange, headers: Readonly<Record<string, string | undefined>>): Exchange {
  const entries = Object.entries({ ...exchange.headers, ...headers })
  const kept = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...exchange, headers: Object.fromEntries(kept) }
}

const good: Readonly<Record<string, Exchange>> = {
  audit,
  'an absolute target': { ...audit, path: `http://localhost:8080${raffle}/audit?a=b` },
  'an encoded path': { ...audit, path: `${raffle}/%61udit` },
  'the other media type': withHeaders(audit, { 'content-type': 'application/vnd.service.v1+json' }),
  'a media type with charset': withHeaders(audit, { 'content-type': 'application/json;charset=utf-8' }),
  head: { ...audit, method: 'HEAD', body: '' },
  'not modified': notModified,
  preflight,
  'a preflight outside the base': {
    ...withHeaders(preflight, { 'x-ratelimit-limit': undefined, 'x-ratelimit-remaining': undefined }),
    path: '*',
  },
  'an unknown path': notFound,
  'an unknown path outside the base': { ...notFound, path: '/nothing' },
  'a method that is not allowed': notAllowed,
  'a method that is not allowed for health': {
    ...notAllowed,
    path: '/livez',
    headers: { ...plain, ...json, allow: 'GET, HEAD, OPTIONS' },
  },
  'a malformed request': malformed,
  'a malformed HEAD request, whose method is unknown': { ...malformed, method: 'HEAD' },
  alive,
  'a request for health that is refused': { ...malformed, path: '/livez', headers: { ...plain, ...json } },
  'a request for health that could not be read': { ...malformed, path: '/livez' },
  'the page': {
    ...alive,
    path: '/?after=x',
    headers: {
      ...common,
      vary: 'Accept-Encoding, Accept-Language',
      etag: '"f6fff91c0c564cf99566adf1e0421b62"',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'sha256-x'",
      'referrer-policy': 'no-referrer',
    },
    body: '<!doctype html>',
  },
}

for (const [name, exchange] of Object.entries(good)) {
  await t.test(`right: ${name}`, t => {
    t.strictSame(checkResponse(exchange), [])
    t.end()
  })
}

const bad: Readonly<Record<string, readonly [exchange: Exchange, problem: RegExp]>> = {
  'an undocumented status': [{ ...audit, status: 418 }, /no such status/],
  'a status of another operation': [{ ...notModified, path: `${raffle}/odds?entries=1` }, /no such status/],
  'a known path that is not found': [{ ...notFound, path: '/livez' }, /no such status/],
  '405 for a method that is answered': [{ ...notAllowed, method: 'HEAD' }, /no such status/],
  'a header that is missing': [withHeaders(audit, { etag: undefined }), /header etag is missing/],
  'a header that is not as its schema': [
    withHeaders(audit, { etag: 'W/"1"' }),
    /header etag: value must match/,
  ],
  'a number that is none': [
    withHeaders(audit, { 'x-ratelimit-limit': '6e1' }),
    /x-ratelimit-limit: .*integer/,
  ],
  'a number that is too small': [withHeaders(audit, { 'x-ratelimit-limit': '0' }), /x-ratelimit-limit/],
  'an undocumented header': [withHeaders(audit, { 'x-powered-by': 'x' }), /no header x-powered-by/],
  'a header where it does not belong': [withHeaders(audit, { allow: 'GET' }), /no header allow/],
  'rate headers for health': [
    withHeaders(alive, { 'x-ratelimit-limit': '60' }),
    /no header x-ratelimit-limit/,
  ],
  'no Allow with 405': [withHeaders(notAllowed, { allow: undefined }), /header allow is missing/],
  'no rate headers with a preflight of a view': [
    withHeaders(preflight, { 'x-ratelimit-limit': undefined }),
    /x-ratelimit-limit is missing/,
  ],
  'an unknown content type': [
    withHeaders(audit, { 'content-type': 'text/plain' }),
    /no content type text\/plain/,
  ],
  'an unknown parameter': [withHeaders(audit, { 'content-type': 'application/json;v=1' }), /no content type/],
  'no content type': [withHeaders(audit, { 'content-type': undefined }), /no content type/],
  'no content type of HEAD': [
    { ...withHeaders(audit, { 'content-type': undefined }), method: 'HEAD', body: '' },
    /no content type/,
  ],
  'a vendor type on an error': [
    withHeaders(notFound, { 'content-type': 'application/vnd.service.v1+json' }),
    /no content type/,
  ],
  'a body of HEAD': [{ ...audit, method: 'HEAD' }, /HEAD has no body/],
  'a body of 304': [{ ...notModified, body: empty }, /there is a body/],
  'a length of 304': [withHeaders(notModified, { 'content-length': '80' }), /content-length is not for/],
  'a type of 204': [withHeaders(preflight, { 'content-type': 'text/plain' }), /content-type is not for/],
  'a body that is not JSON': [{ ...audit, body: '' }, /the body is not JSON/],
  'a body that is not as its schema': [
    { ...audit, body: empty.replace('49638a53', '49638A53') },
    /raffle_id/,
  ],
  'another code than that of the status': [{ ...notFound, body: errorBody('SERVER_ERROR') }, /\/error\/code/],
}

for (const [name, [exchange, problem]] of Object.entries(bad)) {
  await t.test(`wrong: ${name}`, t => {
    const problems = checkResponse(exchange)
    t.equal(problems.length, 1, problems.join('\n'))
    t.match(problems[0], problem)
    t.match(problems[0], `${exchange.method} ${exchange.path} ${exchange.status}: `)
    t.end()
  })
}

await t.test('uncovered() names what was not seen yet', t => {
  const left = uncovered()
  for (const seen of [
    'GET /api/v1/raffles/{raffle_uuid}/audit 200',
    'GET /api/v1/raffles/{raffle_uuid}/audit 200 as application/json',
    'HEAD /api/v1/raffles/{raffle_uuid}/audit 200',
    'OPTIONS /api/v1/raffles/{raffle_uuid}/odds 204',
    '200 with ETag',
    '405',
  ]) {
    t.notOk(left.includes(seen), seen)
  }
  for (const unseen of [
    'GET /api/v1/raffles/{raffle_uuid}/odds 200',
    'GET /api/v1/raffles/{raffle_uuid}/audit 400',
    'GET /api/v1/raffles/{raffle_uuid}/odds 200 as application/vnd.service.v1+json',
    'GET /readyz 503',
    '429 with Retry-After',
    '408',
    '503',
  ]) {
    t.ok(left.includes(unseen), unseen)
  }
  t.end()
})

await t.test('the examples of the document, as exchanges, are right and leave nothing uncovered', t => {
  for (const { name, item } of paths) {
    for (const method of ['get', 'head', 'options'] as const) {
      for (const [status, declared] of Object.entries(item[method].responses)) {
        const { headers, content = {} } = resolve(declared)
        const sent = Object.entries(headers).map(([header, value]) => [
          header.toLowerCase(),
          String(resolve(value).example),
        ])
        const exchange: Exchange = {
          method: method.toUpperCase(),
          path: name.replace('{raffle_uuid}', requestId),
          status: Number(status),
          headers: Object.fromEntries(sent) as Record<string, string>,
          body: '',
        }
        if (Object.keys(content).length === 0) t.strictSame(checkResponse(exchange), [])
        for (const [type, { examples }] of Object.entries(content)) {
          const [example] = Object.values(examples).map(value => resolve(value))
          const value = typeof example?.value === 'string' ? example.value : JSON.stringify(example?.value)
          const body = method === 'head' ? '' : value
          const answered = withHeaders({ ...exchange, body }, { 'content-type': type })
          t.strictSame(checkResponse(answered), [])
        }
      }
    }
  }
  t.strictSame(uncovered(), [])
  t.end()
})
