// Whoever was not reached is not accused: what answered in the service's place is named, and everything is undecided.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import t from 'tap'
import type { Claim, Report } from '../../src/model/report.js'
import { brokenRules, check } from './check.js'
import { loginPage, startFront, webPage, type Page } from './front.js'
import { startService } from './service.js'

const cloudflare = { server: 'cloudflare', 'cf-ray': '8f0c1d2e3a4b5c6d-LHR' }

/** What stands in front of services answers so, by what it is. */
const pages: Readonly<Record<string, readonly [page: Page, words: RegExp]>> = {
  'a challenge of Cloudflare, 403': [
    webPage(403, 'Just a moment...', { ...cloudflare, 'cf-mitigated': 'challenge' }),
    /Cloudflare, with status 403 \(cf-mitigated: challenge\)$/,
  ],
  'a challenge of Cloudflare, 503': [
    webPage(503, 'Just a moment...', { ...cloudflare, 'cf-mitigated': 'challenge' }),
    /Cloudflare, with status 503/,
  ],
  'a challenge of Cloudflare, 200': [
    webPage(200, 'Just a moment...', { ...cloudflare, 'cf-mitigated': 'challenge' }),
    /Cloudflare, with status 200/,
  ],
  'a challenge in JSON, by its mark alone': [
    { status: 403, headers: { 'content-type': 'application/json', 'cf-mitigated': 'challenge' }, body: '{}' },
    /Cloudflare/,
  ],
  'a page of Cloudflare without a mark': [
    webPage(403, 'Attention Required! | Cloudflare', cloudflare),
    /a web page "Attention Required! \| Cloudflare" with status 403$/,
  ],
  'a limit of Cloudflare, 429': [
    webPage(429, 'Access denied', cloudflare),
    /a web page "Access denied" with status 429/,
  ],
  'a challenge of AWS WAF without content': [
    { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } },
    /AWS WAF, with status 202 \(x-amzn-waf-action: challenge\)/,
  ],
  'a captcha of AWS WAF': [
    { status: 405, headers: { 'x-amzn-waf-action': 'captcha' } },
    /AWS WAF, with status 405/,
  ],
  'a challenge of Vercel': [
    webPage(429, 'Vercel Security Checkpoint', { 'x-vercel-mitigated': 'challenge' }),
    /Vercel, with status 429/,
  ],
  'a refusal of Akamai': [
    webPage(403, 'Access Denied', { server: 'AkamaiGHost' }),
    /a web page "Access Denied"/,
  ],
  'an error of CloudFront': [webPage(502, 'ERROR: The request could not be satisfied'), /status 502/],
  'an error of Cloudflare': [webPage(522, '522: Connection timed out', cloudflare), /status 522/],
  'a proxy that says so by RFC 9209': [
    { status: 500, headers: { 'proxy-status': 'edge.example; error=destination_unavailable' } },
    /a proxy, with status 500 \(proxy-status: edge\.example/,
  ],
  'a page of Squid': [webPage(404, 'ERROR', { 'x-squid-error': 'ERR_DNS_FAIL 0' }), /a Squid proxy/],
  'a proxy that asks to log in, 407': [
    loginPage(407, { 'proxy-authenticate': 'Basic realm="proxy"' }),
    /a proxy that asks to log in, with status 407$/,
  ],
  'a network that asks to log in, 511': [loginPage(511), /a network that asks to log in, with status 511/],
  'a form to log in by, 200': [loginPage(200), /a web page "Log in" with status 200/],
  'a form to log in by, 401': [loginPage(401), /a web page "Log in" with status 401/],
  'a page of somebody else, 200': [
    webPage(200, 'Welcome to nginx!'),
    /a web page "Welcome to nginx!" with status 200/,
  ],
  'a page without a type, 200': [
    { status: 200, body: '<!doctype html><p>Hello' },
    /a web page with status 200/,
  ],
  'a block by law, 451': [webPage(451, 'Unavailable'), /status 451/],
}

const claimsOf = ({ subjects }: Report): readonly Claim[] => subjects.flatMap(({ claims }) => claims)
const asked = (report: Report): readonly Claim[] => claimsOf(report).filter(claim => claim.asked !== false)

for (const [name, [page, words]] of Object.entries(pages)) {
  await t.test(`on all answers: ${name}`, async t => {
    const { url, raffle } = await startService(t, { enforced: false })
    const front = await startFront(t, url, () => page)
    const report = await check(front.url, { raffles: [raffle] })
    t.equal(report.exit_code, 4)
    t.strictSame(brokenRules(report), [])
    t.strictSame(
      asked(report).filter(({ code }) => code !== 'remote-intercepted'),
      [],
      'every rule is undecided',
    )
    t.ok(asked(report).length > 60)
    for (const { message } of asked(report)) {
      t.match(message, /: something in front of the service answered, not the service: /)
      t.match(message, words)
    }
    t.ok(front.answered() <= 12, 'who does not let drawaudit through is not asked for ever')
  })
}

await t.test('what is asked for with --require is undecided too', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const front = await startFront(t, url, () => loginPage(200))
  for (const require of [['well-formed'], ['unsteerable', 'winner.derived']]) {
    t.equal((await check(front.url, { raffles: [raffle], require })).exit_code, 4, require.join())
  }
})

await t.test('a redirect to log in', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const login = await startFront(t, url, () => loginPage(200))
  const missing = await startFront(t, url, () => webPage(400, 'Bad request'))
  for (const status of [302, 303, 307]) {
    for (const [place, words] of [
      [
        `http://127.0.0.1:${login.port}/login?to=x`,
        `a web page "Log in" of 127.0.0.1:${login.port}, to where`,
      ],
      [`http://127.0.0.1:${missing.port}/`, 'a web page "Bad request" of'],
    ] as const) {
      const front = await startFront(t, url, () => ({ status, headers: { location: place } }))
      const report = await check(front.url, { raffles: [raffle] })
      t.equal(report.exit_code, 4, place)
      t.strictSame(
        asked(report).filter(
          ({ code, message }) => code !== 'remote-intercepted' || !message.includes(words),
        ),
        [],
      )
    }
  }
})

await t.test('a redirect that none may follow', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  for (const location of ['file:///login', 'http://user:pass@127.0.0.1/', 'http://127.0.0.1:0/']) {
    const front = await startFront(t, url, ({ method }: IncomingMessage) =>
      method === 'GET' ? { status: 302, headers: { location } } : undefined,
    )
    await t.rejects(check(front.url, { raffles: [raffle] }), { code: 'remote-redirect' }, location)
  }
})

/** The path below the raffles, without what differs. */
const viewOf = ({ url = '' }: IncomingMessage): string => /[^/]+$/.exec(url)?.[0] ?? ''

await t.test('only some answers: the others are decided', async t => {
  const { url, raffle } = await startService(t, { enforced: false, broken: 'STA-09' })
  const page = webPage(403, 'Just a moment...', { ...cloudflare, 'cf-mitigated': 'challenge' })
  const front = await startFront(t, url, request =>
    request.url?.includes(raffle) === true && viewOf(request) === 'audit' ? page : undefined,
  )
  const report = await check(front.url, { raffles: [raffle] })
  t.strictSame(brokenRules(report), ['STA-09'], 'what is broken is found')
  const codes = new Map(claimsOf(report).map(({ id, code }) => [id, code]))
  for (const id of ['AUD-01', 'AUD-16', 'record.schema', 'record.consistent', 'HDR-03']) {
    t.equal(codes.get(id), 'remote-intercepted', id)
  }
  for (const id of ['STA-01', 'STA-04', 'ODD-04', 'ERR-01', 'ERR-12', 'HDR-04', 'VER-01']) {
    t.equal(codes.get(id), 'rule-kept', id)
  }
})

await t.test('an answer now and then: the next one decides', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const front = await startFront(t, url, (_, count) =>
    [2, 5, 9, 16, 23].includes(count) ? loginPage(200) : undefined,
  )
  const report = await check(front.url, { raffles: [raffle] })
  t.equal(report.exit_code, 0)
  t.equal(front.answered(), 5)
})

await t.test('a POST that is not let through shows nothing of the service', async t => {
  const { url, raffle } = await startService(t, { enforced: false, broken: 'HDR-04' })
  for (const page of [
    webPage(403, 'Just a moment...', { 'cf-mitigated': 'challenge' }),
    { status: 302, headers: { location: 'https://login.example/' } },
  ]) {
    const front = await startFront(t, url, ({ method }) => (method === 'POST' ? page : undefined))
    const report = await check(front.url, { raffles: [raffle] })
    t.equal(claimsOf(report).find(({ id }) => id === 'HDR-04')?.code, 'remote-intercepted')
    t.equal(report.exit_code, 4)
  }
})

await t.test('a service that answers 5xx alone could not be checked', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const json = { 'content-type': 'application/json' }
  const envelope =
    (status: number) =>
    ({ headers: { 'x-request-id': id = randomUUID() } }: IncomingMessage): Page => ({
      status,
      headers: { ...json, 'x-request-id': String(id) },
      body: JSON.stringify({ error: { code: 'SERVER_ERROR', message: 'internal error', request_id: id } }),
    })
  // The specification has one 5xx, and an envelope for it: what breaks that is broken.
  const cases: readonly (readonly [(request: IncomingMessage) => Page, number, readonly string[]])[] = [
    [envelope(500), 4, []],
    [() => ({ status: 500, headers: json, body: '{}' }), 1, ['ERR-08']],
    [() => ({ status: 502 }), 4, []],
    [envelope(503), 4, []],
    [() => ({ status: 599, headers: json, body: '{}' }), 4, []],
  ]
  for (const [place, [page, exitCode, broken]] of cases.entries()) {
    const front = await startFront(t, url, page)
    const report = await check(front.url, { raffles: [raffle] })
    const musts = brokenRules(report).filter(id => claimsOf(report).some(claim => claim.id === id))
    t.strictSame([report.exit_code, musts], [exitCode, broken], String(place))
  }
})

await t.test('what the service itself answers is judged, a web page too', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const isUnknown = ({ url = '' }: IncomingMessage): boolean => !url.includes(raffle)
  const isStatistics = (request: IncomingMessage): boolean =>
    viewOf(request) === 'stats' && !isUnknown(request)
  const rates = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' }
  const cases: readonly (readonly [
    string,
    (request: IncomingMessage) => Page | undefined,
    readonly string[],
  ])[] = [
    ['404', request => (isUnknown(request) ? webPage(404, 'Not Found') : undefined), ['ERR-08']],
    [
      '500',
      request => (viewOf(request).endsWith('=abc') ? webPage(500, 'Error') : undefined),
      ['ERR-08', 'ERR-16'],
    ],
    [
      '400',
      request => (viewOf(request).endsWith('=0') ? webPage(400, 'Bad Request') : undefined),
      ['ERR-08'],
    ],
    ['405', ({ method }) => (method === 'POST' ? webPage(405, 'Method Not Allowed') : undefined), ['ERR-08']],
    [
      '401 with its credentials',
      request =>
        isStatistics(request) ? webPage(401, 'Log in', { 'www-authenticate': 'Basic' }) : undefined,
      ['ERR-08', 'HDR-03'],
    ],
    [
      '403 in JSON',
      request =>
        isStatistics(request)
          ? { status: 403, headers: { 'content-type': 'application/json' }, body: '{}' }
          : undefined,
      ['ERR-08', 'HDR-03'],
    ],
    [
      '200 with the rate headers of the specification',
      request => (isStatistics(request) ? webPage(200, 'Statistics', rates) : undefined),
      ['HDR-01', 'HDR-02'],
    ],
    [
      '200 with the X-Request-Id that was sent',
      request => {
        const id = request.headers['x-request-id']
        return viewOf(request) === 'audit' && !isUnknown(request)
          ? webPage(200, 'Audit', typeof id === 'string' ? { 'X-Request-Id': id } : rates)
          : undefined
      },
      ['AUD-19', 'HDR-01', 'HDR-02'],
    ],
    [
      'JSON that is said to be a web page',
      request =>
        isStatistics(request)
          ? { status: 200, headers: { 'content-type': 'text/html' }, body: '{}' }
          : undefined,
      ['HDR-01'],
    ],
  ]
  for (const [name, intervene, broken] of cases) {
    const front = await startFront(t, url, intervene)
    const report = await check(front.url, { raffles: [raffle] })
    const found = brokenRules(report)
    t.strictSame(
      broken.filter(id => !found.includes(id)),
      [],
      `${name}: ${found.join()}`,
    )
    t.equal(report.exit_code, 1, name)
  }
})

await t.test('a web page for who asks for one is left open', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  const front = await startFront(t, url, ({ headers }) =>
    headers.accept === 'text/html' ? webPage(200, 'The raffle') : undefined,
  )
  const report = await check(front.url, { raffles: [raffle] })
  t.equal(report.exit_code, 0)
  const said = report.subjects.flatMap(({ findings }) => findings).find(({ rule }) => rule === 'VER-05')
  t.match(said?.message, /answered with status 200, text\/html/)
})

await t.test('a limit that somebody else sets is not the service’s', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  let burst = 0
  const front = await startFront(t, url, request => {
    burst = viewOf(request) === 'stats' ? burst + 1 : 0
    return burst > 3 ? webPage(429, 'Too many requests') : undefined
  })
  const report = await check(front.url, { raffles: [raffle], probeLimit: true })
  t.strictSame(brokenRules(report), [])
  const codes = new Map(claimsOf(report).map(({ id, code }) => [id, code]))
  t.equal(codes.get('LIM-08'), 'remote-intercepted')
  t.equal(report.exit_code, 4)
})
