import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import { renderAnnotations } from '../../../src/render/github.js'
import type { Claim, Report, Verdict } from '../../../src/model/report.js'
import { run } from '../../cli/resident.js'
import { serveHttp } from '../../remote/start.js'
import { check } from '../../conformance/check.js'
import { sampleRecord, sampleStatistics, startService } from '../../conformance/service.js'
import { isWithin } from '../../patience.js'
import { some } from '../../long.js'

// A service that answers to hurt whoever audits it. Every row has the number of the input in the list of hostile
// inputs, D1 to D45; D25 to D28, D30 and D32 to D36 are about lists of tickets, ranks and beacons, which no audit
// record has.

type Test = Pick<
  typeof t,
  'equal' | 'mockImport' | 'notMatch' | 'ok' | 'rejects' | 'teardown' | 'testdir' | 'type'
>

type View = 'audit' | 'entries/stats' | 'odds'

/** What is answered instead of a view: its content, or more than that. */
/** Milliseconds after which something has no end: not a measure of speed, which depends on the machine. */
const patience = 30_000

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Writes after the header section, whatever else it likes. */
  readonly then?: 'close' | 'drip'
}

interface Row {
  readonly name: string
  readonly answer: string | Uint8Array | Answer
  /** `audit` when left out. */
  readonly view?: View
  /** Claims by their id, each with its code. */
  readonly claims: Readonly<Record<string, Claim['code']>>
  /** Any but proven, when left out. */
  readonly verdict?: Verdict
  /** Codes of findings that are there. */
  readonly findings?: readonly string[]
}

const raffle = sampleRecord.raffle_id
const text = JSON.stringify(sampleRecord)
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values)
/** The record with a member more, written as it is. */
const withMember = (member: string): string => text.replace('{', `{${member},`)
/** The record with another prize, whose bytes are between the quotes as they are. */
const withPrize = (prize: Uint8Array): Buffer => {
  const [before = '', after = ''] = text.split('iPhone 15 Pro (1st Prize)')
  return Buffer.concat([Buffer.from(before), prize, Buffer.from(after)])
}
const withTotal = (total: string): string => text.replace('"total_entries":142', `"total_entries":${total}`)
const withDraws = (change: (draw: object, index: number) => object): string =>
  JSON.stringify({ ...sampleRecord, draws: sampleRecord.draws.map(change) })
const withTime = (time: unknown): string =>
  withDraws((draw, index) => (index === 0 ? { ...draw, drawn_at_utc: time } : draw))
const statistics = (member: string): string =>
  JSON.stringify(sampleStatistics).replace('"total_entries":142', `"total_entries":${member}`)

/** The record cannot be read, and nothing is proven of it. */
const unread = (code: Claim['code']) => ({ 'record.schema': code, 'record.consistent': code })

const bomb = gzipSync(Buffer.alloc(2 ** 26, ' '))
const brotliBomb = brotliCompressSync(Buffer.alloc(2 ** 26, ' '), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
})
/** Five times the same: more than 300 MB. */
const gzipBomb = Buffer.concat([bomb, bomb, bomb, bomb, bomb])

const nested = '{"a":'.repeat(60) + '{"__proto__":{"verified":true}}' + '}'.repeat(60)

const contents: readonly Row[] = [
  {
    name: 'D1: a name twice',
    answer: withMember(`"raffle_id":"${raffle}"`),
    claims: unread('json-duplicate-name'),
  },
  {
    name: 'D2: a name twice, once with an escape',
    answer: withMember(`"raffle\\u005fid":"${raffle}"`),
    claims: unread('json-duplicate-name'),
  },
  {
    name: 'D3: 100,000 brackets',
    answer: '['.repeat(100_000),
    claims: unread('json-too-deep'),
  },
  {
    name: 'D4: __proto__',
    answer: withMember('"__proto__":{"verified":true}'),
    claims: unread('json-forbidden-name'),
  },
  {
    name: 'D4: __proto__ deep inside',
    answer: withMember(`"x":${nested}`),
    claims: unread('json-forbidden-name'),
  },
  {
    name: 'D5: constructor.prototype alone',
    answer: '{"constructor":{"prototype":{"verified":true}}}',
    claims: { 'record.schema': 'schema-invalid' },
    verdict: 'refuted',
  },
  {
    name: 'D5: constructor.prototype in a record',
    answer: withMember('"constructor":{"prototype":{"verified":true}},"toString":1,"hasOwnProperty":2'),
    claims: { 'record.schema': 'schema-valid' },
    verdict: 'proven',
    findings: ['record-unknown-member'],
  },
  ...['\\ud800', '\\udfff\\ud83d'].map(escape => ({
    name: `D6: ${escape}`,
    answer: withPrize(Buffer.from(escape)),
    claims: unread('json-lone-surrogate'),
  })),
  ...[bytes(0xff), bytes(0xc0, 0xaf), bytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)].map(prize => ({
    name: `D7: bytes ${prize.toString('hex')}`,
    answer: withPrize(prize),
    claims: unread('utf8-invalid'),
  })),
  { name: 'D8: a byte order mark', answer: `\ufeff${text}`, claims: unread('json-bom') },
  { name: 'D9: UTF-16', answer: Buffer.from(text, 'utf16le'), claims: unread('json-syntax') },
  {
    name: 'D9: UTF-16 with a mark',
    answer: Buffer.from(`\ufeff${text}`, 'utf16le'),
    claims: unread('utf8-invalid'),
  },
  { name: 'D10: beyond 2^53', answer: withTotal('9007199254740993'), claims: unread('json-number-unsafe') },
  ...['1e400', '-0', '142.0', '1e2'].map(number => ({
    name: `D11: ${number}`,
    answer: withTotal(number),
    claims: unread('json-number-form'),
  })),
  ...['0x10', 'NaN', 'Infinity', '01', '+1'].map(number => ({
    name: `D11: ${number}`,
    answer: withTotal(number),
    claims: unread('json-number-form'),
  })),
  {
    name: 'D12: a million digits',
    answer: withTotal('9'.repeat(1_000_000)),
    claims: unread('json-number-unsafe'),
  },
  ...[
    text.replace('}', ',}'),
    `/* */${text}`,
    text.replaceAll('"', "'"),
    text.replace('"raffle_id"', 'raffle_id'),
  ].map((answer, index) => ({ name: `D13: other JSON ${index + 1}`, answer, claims: unread('json-syntax') })),
  ...[text + text, `${text}x`, `${text}\0`].map((answer, index) => ({
    name: `D14: more follows ${index + 1}`,
    answer,
    claims: unread('json-trailing-data'),
  })),
  ...['', ' \n'].map(answer => ({ name: `D15: nothing`, answer, claims: unread('json-empty') })),
  ...['null', '[]', '"x"', '0'].map(answer => ({
    name: `D15: ${answer}`,
    answer,
    claims: unread('document-unknown'),
  })),
  {
    name: 'D16: a web page',
    answer: { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><h1>Log in</h1>' },
    claims: { ...unread('remote-intercepted'), 'HDR-01': 'remote-intercepted' },
    verdict: 'not-provable',
  },
  {
    name: 'D16: a web page of the service itself',
    answer: {
      headers: { 'Content-Type': 'text/html', 'X-RateLimit-Limit': '60' },
      body: '<!doctype html><h1>Audits</h1>',
    },
    claims: { ...unread('json-syntax'), 'HDR-01': 'rule-broken' },
    verdict: 'refuted',
  },
  {
    name: 'D18: gzip in gzip, said once',
    answer: { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(gzipSync(text)) },
    claims: unread('utf8-invalid'),
  },
  {
    name: 'D21: 200,000 combining marks',
    answer: withPrize(Buffer.from('a' + '\u0316\u0301'.repeat(100_000))),
    claims: { 'record.schema': 'schema-valid' },
    verdict: 'proven',
  },
  {
    name: 'D21: more than a million',
    answer: withPrize(Buffer.from('a' + '\u0316\u0301'.repeat(600_000))),
    claims: unread('json-string-too-long'),
  },
  {
    name: 'D22: what grows when it is normalised',
    answer: withPrize(Buffer.from('\ufdfa'.repeat(512))),
    claims: { 'record.schema': 'schema-valid' },
    verdict: 'proven',
  },
  {
    name: 'D23: 200,000 names that could share a hash',
    answer: JSON.stringify(
      Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [index * 65_536, 0])),
    ),
    claims: unread('json-too-many-names'),
    // Some forty answers of three megabytes, each of them read.
  },
  {
    name: 'D24: 10,000 times the same draw',
    answer: JSON.stringify({
      ...sampleRecord,
      total_draws: 10_000,
      draws: Array.from({ length: 10_000 }, () => sampleRecord.draws[0]),
    }),
    claims: { 'record.consistent': 'record-draw-repeated', 'AUD-08': 'rule-broken' },
    verdict: 'refuted',
  },
  {
    name: 'D29: one winner twice',
    answer: withDraws(draw => ({ ...draw, winner_entry_id: '1' })),
    claims: { 'record.consistent': 'record-winner-repeated' },
    verdict: 'refuted',
  },
  ...[
    ...['2026-02-30T10:00:00+00:00', '2026-02-28T24:00:00+00:00', '2026-02-28T10:00:60+00:00'],
    ...['2026-02-28T10:00:00', '2026-02-28T10:00:00+14:01', '10000-01-01T00:00:00+00:00', 1_780_000_000],
  ].map(time => ({
    name: `D31: ${time}`,
    answer: withTime(time),
    claims: { 'AUD-12': 'rule-broken', 'record.schema': 'schema-invalid' } as const,
    verdict: 'refuted' as const,
  })),
  ...['"surprise":1', '"version":99', '"version":"1"', '"verified":true'].map(member => ({
    name: `D37, D42: ${member}`,
    answer: withMember(member),
    claims: { 'record.schema': 'schema-valid' } as const,
    verdict: 'proven' as const,
    findings: ['record-unknown-member'],
  })),
  {
    name: 'D41: names that every object has, as entries',
    answer: withDraws((draw, index) => ({
      ...draw,
      winner_entry_id: ['toString', 'hasOwnProperty', '__proto__'][index],
    })),
    claims: { 'record.schema': 'schema-valid', 'record.consistent': 'record-consistent' },
    verdict: 'proven',
  },
  {
    name: 'D42: true as a number',
    answer: withTotal('true'),
    claims: { 'AUD-14': 'rule-broken', 'record.schema': 'schema-invalid' },
    verdict: 'refuted',
  },
  {
    name: 'D43: other order, white space and escapes',
    answer: JSON.stringify(
      Object.fromEntries(Object.entries(sampleRecord).reverse()),
      undefined,
      '\t',
    ).replace('iPhone', '\\u0069Phone'),
    claims: { 'record.schema': 'schema-valid', 'record.consistent': 'record-consistent' },
    verdict: 'proven',
  },

  {
    name: 'D1: statistics with a name twice',
    view: 'entries/stats',
    answer: statistics('142,"total_entries":142'),
    claims: { 'STA-04': 'json-duplicate-name', 'HDR-02': 'rule-broken' },
    verdict: 'refuted',
  },
  {
    name: 'D4: statistics with __proto__',
    view: 'entries/stats',
    answer: statistics('142,"__proto__":{"total_entries":142}'),
    claims: { 'STA-04': 'json-forbidden-name' },
    verdict: 'not-provable',
  },
  {
    name: 'D11: odds beyond all numbers',
    view: 'odds',
    answer: `{"raffle_id":"${raffle}","probability":1e400}`,
    claims: { 'ODD-09': 'json-number-unsafe' },
  },
  {
    name: 'D11: statistics beyond all numbers',
    view: 'entries/stats',
    answer: statistics('1e400'),
    claims: { 'STA-04': 'json-number-unsafe' },
  },
  {
    name: 'D10: statistics beyond 2^53',
    view: 'entries/stats',
    answer: statistics('9007199254740993'),
    claims: { 'STA-04': 'json-number-unsafe' },
  },
  ...['1.5', '-1', '"142"', 'true', 'null', '[142]', '{"valueOf":142}'].map(number => ({
    name: `D11, D42: statistics with ${number}`,
    view: 'entries/stats' as const,
    answer: statistics(number),
    claims: { 'STA-04': 'rule-broken' } as const,
    verdict: 'refuted' as const,
  })),
  {
    name: 'D31: statistics of a day that is none',
    view: 'entries/stats',
    answer: JSON.stringify({ ...sampleStatistics, updated_at: '2026-02-30T10:00:00+00:00' }),
    claims: { 'STA-08': 'rule-broken' },
    verdict: 'refuted',
  },
  {
    name: 'D12: odds of half a million digits',
    view: 'odds',
    answer: JSON.stringify({
      raffle_id: raffle,
      entrant_entries: 1,
      total_entries: 142,
      ratio: `${'9'.repeat(500_000)} in ${'9'.repeat(500_000)}`,
      probability: 0.007042,
      as_of: '2026-08-31T18:00:00+00:00',
    }),
    claims: { 'ODD-08': 'rule-broken' },
    verdict: 'refuted',
  },
  ...['1e-400', '5e-324', '-0', '1e2', '"0.007042"'].map(probability => ({
    name: `D11: a probability of ${probability}`,
    view: 'odds' as const,
    answer: `{"raffle_id":"${raffle}","entrant_entries":1,"total_entries":142,"ratio":"1 in 142","probability":${probability},"as_of":"2026-08-31T18:00:00+00:00"}`,
    claims: {},
    verdict: 'refuted' as const,
  })),
  {
    name: 'D45: header fields of 60 kB',
    answer: {
      headers: {
        ETag: `"${'a'.repeat(20_000)}"`,
        'Cache-Control': 'public,'.repeat(2000),
        'X-RateLimit-Remaining': '9'.repeat(20_000),
      },
      body: text,
    },
    claims: { 'AUD-20': 'rule-broken', 'AUD-21': 'rule-broken' },
    verdict: 'refuted',
  },
]

interface Transfer {
  readonly name: string
  readonly answer: Answer
  readonly code: Claim['code']
}

const broken: readonly Transfer[] = [
  {
    name: 'D17: a bomb in gzip',
    answer: { headers: { 'Content-Encoding': 'gzip' }, body: gzipBomb },
    code: 'remote-too-large',
  },
  {
    name: 'D17: a bomb in brotli',
    answer: { headers: { 'Content-Encoding': 'br' }, body: brotliBomb },
    code: 'remote-too-large',
  },
  {
    name: 'D18: gzip that ends early',
    answer: { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(text).subarray(0, 100) },
    code: 'remote-encoding',
  },
  {
    name: 'D18: no gzip',
    answer: { headers: { 'Content-Encoding': 'gzip' }, body: text },
    code: 'remote-encoding',
  },
  {
    name: 'D19: less than was said',
    answer: { headers: { 'Content-Length': '100' }, body: '{"a": 1', then: 'close' },
    code: 'remote-truncated',
  },
  {
    name: 'D20: a byte now and then, for ever',
    answer: { headers: { 'Content-Length': '100000' }, body: '', then: 'drip' },
    code: 'remote-timeout',
  },
  {
    name: 'D44: a redirect to itself',
    answer: { status: 302, headers: { Location: '?again' } },
    code: 'remote-redirect',
  },
  {
    name: 'D44: a redirect to a file',
    answer: { status: 302, headers: { Location: 'file:///etc/passwd' } },
    code: 'remote-redirect',
  },
]

interface Hostile {
  readonly url: string
  /** Paths that were asked for. */
  readonly paths: readonly string[]
}

/** A good service, but for what it answers to GET of one view of its raffle. */
async function startHostile(test: Test, view: View, answer: () => Row['answer']): Promise<Hostile> {
  const good = await startService(test, { enforced: false })
  const paths: string[] = []
  const { url } = await serveHttp(test, (request, response) => {
    const { method = '', url: target = '', headers } = request
    paths.push(target)
    const respond = async (): Promise<void> => {
      const isView = new URL(target, good.url).pathname === `/api/v1/raffles/${raffle}/${view}`
      if (!isView || method !== 'GET') {
        const forwarded = await fetch(new URL(target, good.url), {
          method,
          headers: Object.entries(headers).filter(([name]) => /^(accept|x-|if-)/.test(name)) as [
            string,
            string,
          ][],
        })
        response.writeHead(forwarded.status, Object.fromEntries(usable(forwarded.headers)))
        response.end(Buffer.from(await forwarded.arrayBuffer()))
        return
      }
      const given = answer()
      const {
        status = 200,
        headers: fields = {},
        body = '',
        then,
      } = typeof given === 'string' || given instanceof Uint8Array ? { body: given } : given
      const usual = { 'Content-Type': 'application/json', ETag: `"${'0'.repeat(32)}"` }
      response.writeHead(status, { ...usual, 'Cache-Control': 'public, max-age=3600', ...fields })
      if (then === undefined) response.end(body)
      else if (then === 'close') response.write(body, () => response.destroy())
      else {
        const timer = setInterval(() => response.write(' '), 50)
        await once(response, 'close')
        clearInterval(timer)
      }
    }
    respond().catch(() => response.destroy())
  })
  return { url: `${url}/api/v1`, paths }
}

/** What `fetch` did not undo. */
function usable(headers: Headers): readonly [string, string][] {
  return Array.from<[string, string]>(headers).filter(
    ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
  )
}

/** By claim; where the raffle and the service both make it, that of the raffle. */
function codesOf({ subjects }: Report): Readonly<Record<string, string>> {
  const claims = subjects.flatMap(subject => subject.claims)
  return Object.fromEntries(claims.map(({ id, code }): [string, string] => [id, code]).reverse())
}

for (const { name, view = 'audit', answer, claims, verdict, findings = [] } of some(contents, 6)) {
  await t.test(`${view}: ${name}`, async t => {
    const { url } = await startHostile(t, view, () => answer)
    const since = performance.now()
    const report = await check(url, { raffles: [raffle] })
    const took = performance.now() - since
    const codes = codesOf(report)
    for (const [id, code] of Object.entries(claims)) t.equal(codes[id], code, id)
    if (verdict !== undefined) t.equal(report.verdict, verdict)
    else t.not(report.verdict, 'proven')
    const found = report.subjects.flatMap(subject => subject.findings.map(({ code }) => code))
    for (const code of findings)
      t.ok(
        found.some(one => one === code),
        code,
      )
    t.ok(isWithin(took, patience), `${Math.round(took)} ms`)
    t.strictSame(Object.keys(Object.prototype), [], 'no prototype was changed')
    t.equal(({} as { verified?: unknown }).verified, undefined)
  })
}

for (const { name, answer, code } of some(broken, 3)) {
  await t.test(`${name}: of the record, the service is not reached`, async t => {
    const { url } = await startHostile(t, 'audit', () => answer)
    const since = performance.now()
    const error = await check(url, { raffles: [raffle], timeout: '0.5' }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    t.ok(error instanceof DrawauditError && error.code === code, String(error))
    t.ok(isWithin(performance.now() - since, patience), `${performance.now() - since} ms`)
  })

  await t.test(`${name}: of the statistics, they are not provable`, async t => {
    const { url } = await startHostile(t, 'entries/stats', () => answer)
    const since = performance.now()
    const report = await check(url, { raffles: [raffle], timeout: '0.5' })
    t.match(codesOf(report), { 'STA-01': code, 'STA-04': code, 'record.schema': 'schema-valid' })
    t.equal(report.verdict, 'not-provable')
    t.equal(report.exit_code, code.startsWith('remote-') ? 4 : 3)
    t.ok(isWithin(performance.now() - since, patience), `${performance.now() - since} ms`)
  })
}

await t.test('D38, D39: URLs inside of documents are text', async t => {
  let asked = 0
  const trap = await serveHttp(t, (_, response) => {
    asked += 1
    response.end('{}')
  })
  const names = ['$schema', '$ref', '$id', 'publicKeyUrl', 'proofUrl', 'audit_url', 'next', 'evidence']
  const urls = Object.fromEntries(names.map(name => [name, `${trap.url}/${encodeURIComponent(name)}`]))
  const draws = sampleRecord.draws.map(draw => ({ ...draw, ...urls, prize_name: `${trap.url} (1st Prize)` }))
  const views: readonly (readonly [View, object])[] = [
    ['audit', { ...sampleRecord, ...urls, draws }],
    ['entries/stats', { ...sampleStatistics, ...urls }],
  ]
  for (const [view, content] of views) {
    const link = `<${trap.url}/link>; rel="describedby preload"`
    const headers = { Link: link, 'Content-Location': `${trap.url}/content`, Refresh: `0;url=${trap.url}/` }
    const { url, paths } = await startHostile(t, view, () => ({ headers, body: JSON.stringify(content) }))
    const report = await check(url, { raffles: [raffle] })
    t.equal(report.verdict, 'proven')
    t.ok(
      paths.every(path => path.startsWith('/api/v1/raffles/')),
      paths.join(' '),
    )
  }
  t.equal(trap.connections(), 0)
  t.equal(asked, 0)
})

/**
 * To a service with one raffle that answers nothing: once to see whether it is there, and each of 26 questions five
 * times; three times as often where it says that there is nothing to wait for.
 */
const mostAsked = 1 + 26 * 5
const mostTried = 1 + 3 * 26 * 5

await t.test('D45: nobody waits for long, and nobody is asked for ever', async t => {
  const waits = ['31536000', '-1', '9'.repeat(1000), 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', '0']
  for (const wait of some(waits, 2)) {
    const { url, paths } = await startRefusing(t, 429, wait)
    const since = performance.now()
    const report = await check(url, { raffles: [raffle], maxWait: '0.1' })
    t.match(codesOf(report), { 'STA-01': 'remote-limited', 'record.schema': 'remote-limited' }, wait)
    // A Retry-After that is no number of seconds is a broken rule of its own.
    t.equal(report.verdict, /^\d{1,8}$/.test(wait) ? 'not-provable' : 'refuted', wait)
    t.ok(isWithin(performance.now() - since, 5000), `${performance.now() - since} ms`)
    const most = /^(0|.*GMT)$/.test(wait) ? mostTried : mostAsked
    t.ok(paths.length <= most, `429, Retry-After ${wait.slice(0, 30)}: ${paths.length} requests`)
  }
})

await t.test('a service that answers 503 to everything is asked a bounded number of times', async t => {
  const { url, paths } = await startRefusing(t, 503, '0')
  const report = await check(url, { raffles: [raffle] })
  t.match(codesOf(report), { 'STA-01': 'remote-error', 'record.schema': 'remote-error' })
  t.not(report.verdict, 'proven')
  t.ok(paths.length <= mostAsked, `${paths.length} requests`)
})

/** A service that answers everything with one status. */
async function startRefusing(test: Test, status: number, retryAfter: string): Promise<Hostile> {
  const paths: string[] = []
  const { url } = await serveHttp(test, (request, response) => {
    paths.push(request.url ?? '')
    const code = status === 429 ? 'RATE_LIMITED' : 'SERVER_ERROR'
    const request_id = request.headers['x-request-id'] ?? crypto.randomUUID()
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': retryAfter })
    response.end(JSON.stringify({ error: { code, message: 'try again later', request_id } }))
  })
  return { url: `${url}/api/v1`, paths }
}

await t.test('a service with two faces is never proven', async t => {
  const others: Readonly<Record<string, string>> = {
    'AUD-06': JSON.stringify({ ...sampleRecord, total_draws: 4 }),
    'AUD-16': withDraws(draw => ({ ...draw, rng_seed_hash: 'none' })),
    'record.consistent': withDraws(draw => ({ ...draw, winner_entry_id: '1' })),
  }
  for (const [id, other] of some(Object.entries(others), 1)) {
    // Odd or even: whichever face the first question meets, it is not the last one.
    for (const first of [0, 1]) {
      let asked = first
      const { url } = await startHostile(t, 'audit', () => ((asked += 1) % 2 === 0 ? other : text))
      const report = await check(url, { raffles: [raffle] })
      t.equal(codesOf(report)[id], 'rule-unsteady', `${id}, ${first}`)
      // The two media types never carry the same record, and that is steady.
      t.equal(codesOf(report)['VER-04'], 'rule-broken', `${id}, ${first}`)
      t.equal(report.verdict, 'refuted', `${id}, ${first}`)
    }
  }
})

/** Text that a terminal, a browser, a spreadsheet or a CI runner would carry out. */
const evil = [
  ...['\u001b]0;pwned\u0007\u001b[2J', '\u202eevil', '\u2066\u200b\u0085\u0000', '\rproven\n::error::x'],
  ...['<img src=x onerror=alert(1)>', '=cmd()', '##[error]x', ']]></failure>', '| a | **b**'],
]

/** Nothing but text and line feeds: no control, no bidirectional or invisible character. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

await t.test('D40: text that would be carried out, in every report', async t => {
  const said = evil.join(' ')
  // One answer is good but for its text, the others have it where a rule shows what was found.
  const rows: Readonly<Record<string, readonly [body: object, code: number]>> = {
    prizes: [
      {
        ...sampleRecord,
        draws: sampleRecord.draws.map(draw => ({ ...draw, prize_name: said })),
        [said]: said,
      },
      0,
    ],
    hashes: [
      { ...sampleRecord, draws: sampleRecord.draws.map(draw => ({ ...draw, rng_seed_hash: said })) },
      1,
    ],
    ids: [{ ...sampleRecord, raffle_id: said, total_draws: said }, 1],
  }
  for (const [name, [body, code]] of some(Object.entries(rows), 1)) {
    const { url } = await startHostile(t, 'audit', () => ({
      headers: { ETag: '"\u0080\u0085\u009b2J<b>"', 'X-RateLimit-Limit': '\u009b31m::error::' },
      body: JSON.stringify(body),
    }))
    const folder = t.testdir()
    const formats = ['junit', 'sarif', 'md', 'json', 'html'] as const
    const asked = ['check', url, '--raffle', raffle, '--allow-private', '--all']
    const to = formats.map(format => `${format}=${join(folder, format)}`).join(',')
    const ended = await run([...asked, '--report', to])
    t.ok(ended.code === 1 || ended.code === code, `${name}: ${String(ended.code)} ${ended.stderr}`)
    const files = formats.map(format => [format, readFileSync(join(folder, format), 'utf8')] as const)
    const report = JSON.parse(readFileSync(join(folder, 'json'), 'utf8')) as Report
    const [json, ndjson] = await Promise.all(
      ['json', 'ndjson'].map(async format => run([...asked, '--format', format])),
    )
    const printed = [
      ['stdout', ended.stdout],
      ['stderr', ended.stderr],
      ['--format json', (json?.stdout ?? '') + (json?.stderr ?? '')],
      ['--format ndjson', (ndjson?.stdout ?? '') + (ndjson?.stderr ?? '')],
      ['annotations', renderAnnotations(report)],
      ...files,
    ] as const
    for (const [where, output] of printed) {
      t.ok(output.length > 0 || where === 'stderr' || where === 'annotations', where)
      const found = unsafe.exec(output.replaceAll('\n', ''))
      t.equal(
        found,
        null,
        `${name}, ${where}: ${JSON.stringify(output.slice((found?.index ?? 0) - 40, (found?.index ?? 0) + 40))}`,
      )
      if (where === 'html' || where === 'junit') t.notMatch(output, '<img src=x')
    }
    t.ok(ended.stdout.includes('pwned') || ended.stdout.includes('evil') || name === 'prizes', 'it was said')
  }
})
