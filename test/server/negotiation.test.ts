import t from 'tap'
import { get, readError, send, sendText, start, tagOf, view } from './start.js'

const json = 'application/json'
const vendor = 'application/vnd.service.v1+json'

/** What is sent, and what comes back: a Content-Type, or 406. */
const cases: Readonly<Record<string, string | 406>> = {
  [json]: json,
  [vendor]: vendor,
  '*/*': json,
  'application/*': json,
  ' application/json ': json,
  'APPLICATION/JSON': json,
  'Application/Vnd.Service.V1+Json': vendor,
  'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8': json,

  // The one with the higher quality wins, then the one that was named first.
  [`${json}, ${vendor}`]: json,
  [`${vendor}, ${json}`]: vendor,
  [`${json};q=0.5, ${vendor}`]: vendor,
  [`${json};q=0.5, ${vendor};q=0.6`]: vendor,
  [`${json};q=0.6, ${vendor};q=0.5`]: json,
  [`${json};Q=0.1, ${vendor};q=0.2`]: vendor,
  [`${json};q=0.001`]: json,
  [`${json} ; q=1.000`]: json,
  [`*/*;q=0.1, ${vendor}`]: vendor,
  [`*/*, ${vendor};q=0.1`]: json,
  [`application/*;q=0.5, ${vendor};q=0.4`]: json,
  [`text/html, ${vendor}`]: vendor,
  [`, ,${json},,`]: json,

  // q=0 is "not acceptable", and what is more specific counts.
  [`${json};q=0`]: 406,
  [`${json};q=0.000, ${vendor};q=0`]: 406,
  [`${json};q=0, */*`]: vendor,
  [`${vendor};q=0, application/*`]: json,
  [`*/*;q=0`]: 406,
  [`*/*;q=0, ${json}`]: json,
  [`application/*;q=0, */*`]: 406,

  // Parameters.
  [`${json};charset=utf-8`]: `${json};charset=utf-8`,
  [`${json}; charset=UTF-8`]: `${json};charset=utf-8`,
  [`${json}; CHARSET="utf-8"`]: `${json};charset=utf-8`,
  [`${vendor};charset=utf-8`]: `${vendor};charset=utf-8`,
  [`${vendor};charset=utf-8;q=0.9, ${json};q=0.8`]: `${vendor};charset=utf-8`,
  [`${json};charset=iso-8859-1`]: 406,
  [`${json};charset=iso-8859-1, ${vendor}`]: vendor,
  [`${json};version=1`]: 406,
  [`${json};charset=utf-8;version=1`]: 406,

  // Nothing that we have.
  'text/html': 406,
  'text/*': 406,
  'application/xml': 406,
  'application/problem+json': 406,
  'application/vnd.service.v2+json': 406,
  'application/vnd.service+json': 406,
  'application/vnd.other.v1+json': 406,
  'application/jsonp': 406,
  'xapplication/json': 406,

  // Nothing that anybody has.
  '': 406,
  ' ': 406,
  ',': 406,
  garbage: 406,
  '/': 406,
  'application/': 406,
  '*': 406,
  'json;': 406,
  '"application/json"': 406,
  'application /json': 406,
  'application/json/json': 406,
  'application/json text/html': 406,
  '__proto__/constructor': 406,
  [';'.repeat(1000)]: 406,
  [`${'a/b,'.repeat(1000)}${json}`]: json,
}

await t.test('the media type that is chosen', async t => {
  const server = await start(t)
  const body = (await get(server, view('audit'))).body
  for (const [accept, expected] of Object.entries(cases)) {
    for (const name of ['audit', 'entries/stats', 'odds?entries=5', 'audit/history', 'openapi.json']) {
      const path = name === 'openapi.json' ? '/api/v1/openapi.json' : view(name)
      const answer = await get(server, path, { Accept: accept })
      const about = `${accept.slice(0, 80)} for ${name}`
      t.equal(answer.headers['vary'], 'Accept, Accept-Encoding', about)
      if (expected === 406) {
        t.equal(answer.status, 406, about)
        t.equal(answer.headers['content-type'], json, about)
        t.strictSame(readError(answer), {
          code: 'INVALID_PARAMETER',
          message: `Accept allows neither ${json} nor ${vendor}`,
          request_id: answer.headers['x-request-id'],
        })
      } else {
        t.equal(answer.status, 200, about)
        t.equal(answer.headers['content-type'], expected, about)
        if (name === 'audit') t.equal(answer.body, body, 'all types have the same bytes')
      }
    }
  }
})

await t.test('what no client should send is answered somehow', async t => {
  const server = await start(t)
  for (const quality of [
    '',
    'x',
    '-1',
    '2',
    '1.0001',
    '0.5.5',
    'NaN',
    'Infinity',
    '1e9',
    '"1"',
    ' 1',
    '0x1',
  ]) {
    const { status } = await get(server, view('audit'), { Accept: `${json};q=${quality}` })
    t.ok(status === 200 || status === 406, `q=${quality}: ${status}`)
  }
  const { status } = await get(server, view('audit'), { Accept: '*/json' })
  t.ok(status === 200 || status === 406, `*/json: ${status}`)
})

await t.test('several Accept headers are one list', async t => {
  const server = await start(t)
  const { headers } = await get(server, view('audit'), { Accept: [`${json};q=0.1`, 'text/html', vendor] })
  t.equal(headers['content-type'], vendor)
})

await t.test('without Accept', async t => {
  const server = await start(t)
  for (const path of [view('audit'), view('odds'), '/api/v1/raffles/x/audit', '/api/v1/openapi.json']) {
    const answer = await sendText(server, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    t.equal(answer.status, 400)
    t.equal(answer.headers['content-type'], json)
    t.equal(answer.headers['vary'], 'Accept, Accept-Encoding')
    t.equal(readError(answer).message, 'the header Accept is missing: send Accept: application/json')
  }
  const unknown = await send(server, '/api/v1/nothing')
  t.equal(unknown.status, 404, 'the path is looked at first')
  for (const path of ['/', '/livez', '/readyz']) {
    t.equal((await send(server, path)).status, 200, `${path} needs none`)
    t.equal((await send(server, path, { headers: { Accept: 'image/png' } })).status, 200, 'and allows any')
  }
})

await t.test('the vendor is a setting', async t => {
  const server = await start(t, { vendor: 'acme-raffles' })
  const own = 'application/vnd.acme-raffles.v1+json'
  const answer = await get(server, view('audit'), { Accept: own })
  t.equal(answer.headers['content-type'], own)
  const charset = await get(server, view('audit'), { Accept: `${own}; charset=utf-8` })
  t.equal(charset.headers['content-type'], `${own};charset=utf-8`)

  const refused = await get(server, view('audit'), { Accept: vendor })
  t.equal(refused.status, 406)
  t.equal(readError(refused).message, `Accept allows neither ${json} nor ${own}`)

  const document = await get(server, '/api/v1/openapi.json', { Accept: own })
  t.equal(document.headers['content-type'], own)
  t.notMatch(document.body, vendor)
  t.match(document.body, own)
  t.equal(document.headers['etag'], tagOf(document.body))
})

await t.test('Vary is everywhere', async t => {
  const server = await start(t)
  for (const path of [view('audit'), view('nothing'), '/', '/raffles/x', '/livez', '/readyz', '/nothing']) {
    const isPage = path === '/' || path === '/raffles/x'
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
      const { headers } = await send(server, path, { method, headers: { Accept: json } })
      const isRead = method === 'GET' || method === 'HEAD'
      const vary = isPage && isRead ? 'Accept-Encoding, Accept-Language' : 'Accept, Accept-Encoding'
      t.equal(headers['vary'], vary, `${method} ${path}`)
    }
  }
  const { headers } = await sendText(server, 'nonsense\r\n\r\n')
  t.equal(headers['vary'], 'Accept, Accept-Encoding')
})
