// Who answered, told by one answer alone; intermediary.test.ts has what becomes of a whole check.
import t from 'tap'
import { asksForPage, findIntermediary, isWebPage } from '../../src/conformance/intermediary.js'
import { answer, exchangeOf, raffle, type Given } from './made-up.js'

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const page = (status: number, title = 'Log in', given: Given = {}): Given => ({
  status,
  text: `<!doctype html><title>${title}</title>`,
  ...given,
  headers: { ...html, ...given.headers },
})
const away = (status: number, location = 'https://login.example/'): Given => ({
  status,
  headers: { Location: location },
})

const front = 'something in front of the service answered, not the service: '
const lookAt = 'open the address in a browser to see what it asks for'
const logIn = 'log in to the network or its proxy first, or check from another one'
const letThrough = 'have its operator let drawaudit through, or check from another network'

await t.test('what something in front of the service answers', t => {
  const cases: readonly (readonly [what: string, hint: string, given: Given])[] = [
    [
      'Cloudflare, with status 403 (cf-mitigated: challenge)',
      letThrough,
      { status: 403, headers: { 'Cf-Mitigated': 'challenge' } },
    ],
    [
      'AWS WAF, with status 202 (x-amzn-waf-action: captcha)',
      letThrough,
      { status: 202, headers: { 'x-amzn-waf-action': 'captcha' } },
    ],
    [
      'Vercel, with status 429 (x-vercel-mitigated: deny)',
      letThrough,
      { status: 429, headers: { 'x-vercel-mitigated': 'deny' } },
    ],
    [
      'a Squid proxy, with status 404 (x-squid-error: ERR_DNS_FAIL 0)',
      letThrough,
      { status: 404, headers: { 'x-squid-error': 'ERR_DNS_FAIL 0' } },
    ],
    [
      'a proxy, with status 502 (proxy-status: a; Error = b)',
      letThrough,
      { status: 502, headers: { 'proxy-status': 'a; Error = b' } },
    ],
    [
      `Vercel, with status 200 (x-vercel-mitigated: ${'x'.repeat(80)}…)`,
      letThrough,
      { headers: { 'x-vercel-mitigated': 'x'.repeat(81) } },
    ],
    ['a proxy that asks to log in, with status 407', logIn, { status: 407 }],
    ['a network that asks to log in, with status 511', logIn, { status: 511 }],
    ...[300, 302, 399].map(status => ['a redirect to login.example', logIn, away(status)] as const),
    ...[200, 299, 401, 403, 429, 451, 502, 522].map(
      status => [`a web page "Log in" with status ${status}`, lookAt, page(status)] as const,
    ),
    ['a web page with status 200', lookAt, page(200, ' ')],
    ['a web page "a b" with status 200', lookAt, page(200, ' a\n b')],
    [
      'a web page "Log in" with status 200',
      lookAt,
      { text: '<html><TITLE lang="en" dir=ltr>Log in</TITLE>' },
    ],
    [`a web page "${'x'.repeat(80)}" with status 200`, lookAt, page(200, 'x'.repeat(80))],
    [`a web page "${'x'.repeat(80)}…" with status 200`, lookAt, page(200, 'x'.repeat(81))],
    [
      'a web page "Log in" of b.example, to where it redirects, with status 404',
      lookAt,
      page(404, 'Log in', { url: 'https://b.example/x', redirects: ['https://a.example/x'] }),
    ],
  ]
  for (const [what, hint, given] of cases) {
    const { code, message, hint: said } = findIntermediary(exchangeOf(given)) ?? {}
    t.strictSame([code, message, said], ['remote-intercepted', front + what, hint])
    const read = answer(given)
    t.match(read, { probe: 'audit', fault: { message }, exchange: { status: given.status ?? 200 } })
  }
  t.end()
})

await t.test('what may be the own answer of a service', t => {
  const own: readonly (readonly [what: string, given: Given])[] = [
    ['JSON', {}],
    ['a mark without a value', { headers: { 'cf-mitigated': '' } }],
    ['a proxy without an error', { headers: { 'proxy-status': 'a; hit' } }],
    ['a status that is no redirect', away(299)],
    ['nor this', away(400)],
    ['a redirect on the same host', away(302, '/elsewhere')],
    ['a redirect to nowhere', away(302, 'https://')],
    ['a redirect without a place', { status: 302 }],
    ['a page that was asked for', page(200, 'Raffles', { sent: { Accept: 'text/html' } })],
    ...[300, 400, 404, 405, 500, 501].map(status => [`a page with status ${status}`, page(status)] as const),
    [
      'a page that says which credentials it takes',
      page(401, 'x', { headers: { 'WWW-Authenticate': 'Basic' } }),
    ],
    ['a page with the rate headers', page(200, 'x', { headers: { 'X-RateLimit-Limit': '60' } })],
    ['or the other one', page(200, 'x', { headers: { 'X-RateLimit-Remaining': '60' } })],
    ['JSON with a wrong type', { headers: html, text: ' {"a":1}' }],
    [
      'a page where it redirects on its own host',
      page(404, 'x', { url: 'https://a.example/y', redirects: ['https://a.example/x'] }),
    ],
  ]
  for (const [what, given] of own) t.equal(findIntermediary(exchangeOf(given)), undefined, what)
  const echo = exchangeOf(page(200, 'x', { headers: { 'X-Request-Id': raffle.toUpperCase() } }))
  t.equal(findIntermediary(echo, raffle), undefined, 'a page with the X-Request-Id that was sent')
  t.match(findIntermediary(echo, 'x'), { code: 'remote-intercepted' }, 'with another')
  t.match(findIntermediary(echo), { code: 'remote-intercepted' }, 'where none was sent')
  t.end()
})

await t.test('who speaks HTTP/2 only', t => {
  const refused: readonly Given[] = [
    { status: 505 },
    { status: 426, headers: { Upgrade: 'h2c' } },
    { status: 426, headers: { Upgrade: 'TLS/1.3, h2' } },
    { status: 403, text: 'Unknown ALPN Protocol, expected `h2` to be available' },
  ]
  for (const given of refused) t.match(findIntermediary(exchangeOf(given)), { code: 'remote-http2' })
  const others: readonly Given[] = [
    { status: 426, headers: { Upgrade: 'websocket' } },
    { status: 200, headers: { Upgrade: 'h2c' } },
    { status: 404, text: 'Unknown ALPN Protocol, expected `h2` to be available' },
    { status: 403, text: 'no Unknown ALPN Protocol, expected `h2`' },
  ]
  for (const given of others) t.equal(findIntermediary(exchangeOf(given)), undefined)
  t.end()
})

await t.test('what a web page is, and what asks for one', t => {
  const pages: readonly (readonly [is: boolean, given: Given])[] = [
    [true, { headers: html, text: 'x' }],
    [true, { headers: { 'Content-Type': 'application/xhtml+xml' }, text: '<p>' }],
    [true, { text: '  <!DOCTYPE html>' }],
    [true, { text: '<HTML lang="en">' }],
    [false, { text: '<htmlx>' }],
    [false, { text: 'x <html>' }],
    ...['{}', ' [1]', '"x"', '7'].map(text => [false, { headers: html, text }] as const),
  ]
  for (const [is, given] of pages) t.equal(isWebPage(exchangeOf(given)), is, JSON.stringify(given))
  for (const [is, accept] of [
    [true, 'text/html'],
    [false, 'text/html;q=0.5, application/json'],
    [false, '*/*'],
  ] as const)
    t.equal(asksForPage(exchangeOf({ sent: { accept } })), is, accept)
  t.equal(asksForPage(exchangeOf()), false)
  t.end()
})
