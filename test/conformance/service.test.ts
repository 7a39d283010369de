import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'
import { validateAuditRecord } from '../../src/model/validators/audit-record.js'
import { validateError } from '../../src/model/validators/error.js'
import { validateOdds } from '../../src/model/validators/odds.js'
import { validateStatistics } from '../../src/model/validators/statistics.js'
import type { Validate } from '../../src/model/validate.js'
import { startMinimal } from './minimal.js'
import {
  hashMd5,
  sampleRecord,
  sampleStatistics,
  startService,
  switches,
  vendorType,
  type RuleId,
} from './service.js'

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Probe {
  readonly path: string
  readonly method?: string
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(url: string, { path, method = 'GET', accept, headers }: Probe): Promise<Reply> {
  const sent = request(url + path, {
    method,
    agent: false,
    headers: { ...(accept && { accept }), ...headers },
  })
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(fields) as Reply['headers'],
    body: await text(response),
  }
}

const json = 'application/json'
const unknown = randomUUID()
const requestId = randomUUID()
const traced = { 'X-Request-Id': requestId }

/** One request of each kind that a client makes, by name. */
function listProbes(raffle: string): Readonly<Record<string, Probe>> {
  const audit = `/raffles/${raffle}/audit`
  const odds = `/raffles/${raffle}/odds`
  const get = (path: string, headers = {}): Probe => ({ path, accept: json, headers })
  return {
    audit: get(audit, traced),
    'audit-vendor': { path: audit, accept: vendorType },
    'audit-stranger': get(audit, { 'If-None-Match': '"0123456789abcdef0123456789abcdef"' }),
    'audit-any': get(audit, { 'If-None-Match': '*' }),
    stats: get(`/raffles/${raffle}/entries/stats`),
    odds: get(`${odds}?entries=1`),
    'odds-more': get(`${odds}?entries=5`),
    'unknown-audit': get(`/raffles/${unknown}/audit`, traced),
    'unknown-stats': get(`/raffles/${unknown}/entries/stats`),
    'unknown-odds': get(`/raffles/${unknown}/odds?entries=1`),
    'bad-uuid': get('/raffles/not-a-uuid/audit'),
    'odds-missing': get(odds),
    'odds-zero': get(`${odds}?entries=0`),
    'odds-text': get(`${odds}?entries=abc`),
    'odds-excess': get(`${odds}?entries=9007199254740991`),
    'accept-none': { path: audit },
    'accept-html': { path: audit, accept: 'text/html' },
    'accept-any': { path: audit, accept: '*/*' },
    'accept-list': { path: audit, accept: 'text/html;q=0.5, application/json' },
    post: { ...get(`/raffles/${unknown}/audit`), method: 'POST' },
    elsewhere: get('/nothing'),
  }
}

/** All answers by name, the conditional request among them. */
async function askAll(url: string, raffle: string): Promise<Record<string, Reply>> {
  const replies: Record<string, Reply> = {}
  for (const [name, probe] of Object.entries(listProbes(raffle))) replies[name] = await ask(url, probe)
  replies['audit-again'] = await ask(url, {
    path: `/raffles/${raffle}/audit`,
    accept: json,
    headers: { 'If-None-Match': replies['audit']?.headers['etag'] ?? '"none"' },
  })
  return replies
}

/** A service whose windows end when the test says so. */
async function startTimed(
  test: Pick<typeof t, 'teardown'>,
  broken?: RuleId,
): Promise<{ url: string; raffle: string; pass: (seconds: number) => void }> {
  let time = 0
  const { url, raffle } = await startService(test, { ...(broken && { broken }), now: () => time })
  return { url, raffle, pass: seconds => (time += seconds * 1000) }
}

/** The statistics until the limit and beyond it, and once more after its window. */
async function burst({
  url,
  raffle,
  pass,
}: Awaited<ReturnType<typeof startTimed>>): Promise<readonly Reply[]> {
  const probe = { path: `/raffles/${raffle}/entries/stats`, accept: json }
  const replies: Reply[] = []
  while (replies.length < 75) replies.push(await ask(url, probe))
  pass(60)
  return [...replies, await ask(url, probe)]
}

/** What differs by chance made equal: the clock, and identifiers that stand once. */
function settle(replies: object): string {
  const now = Date.now()
  const settled = JSON.stringify(replies)
    .replace(/"date":"[^"]*"/g, '')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/g, time =>
      Math.abs(Date.parse(time) - now) < 60_000 ? 'now' : time,
    )
  return settled.replace(/(?<=request_id\\":\\")[-0-9a-f]{36}/g, id =>
    id !== requestId && settled.split(id).length === 2 ? 'a UUID of its own' : id,
  )
}

const isValid = (validate: Validate, { body }: Reply): boolean => validate(JSON.parse(body))

await t.test('the service that keeps every rule answers as the specification says', async t => {
  const { url, raffle, requests } = await startService(t)
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  const replies = await askAll(url, raffle)
  const reply = (name: string): Reply => replies[name]!

  for (const name of ['audit', 'audit-vendor', 'accept-none', 'accept-any', 'accept-list']) {
    const { status, headers, body } = reply(name)
    t.equal(status, 200, name)
    t.ok(isValid(validateAuditRecord, reply(name)), name)
    t.strictSame(JSON.parse(body), sampleRecord, name)
    t.equal(headers['content-type'], name === 'audit-vendor' ? vendorType : json, name)
    t.equal(headers['cache-control'], 'public, max-age=3600', name)
    t.equal(headers['etag'], `"${hashMd5(body)}"`, name)
  }
  t.match(reply('audit-any'), { status: 304, body: '' })
  t.match(reply('audit-stranger'), { status: 200, body: reply('audit').body })
  t.match(reply('audit-again'), { status: 304, body: '', headers: { etag: reply('audit').headers['etag'] } })
  t.equal(reply('audit-again').headers['cache-control'], 'public, max-age=3600')

  t.equal(reply('stats').status, 200)
  t.ok(isValid(validateStatistics, reply('stats')))
  t.strictSame(JSON.parse(reply('stats').body), sampleStatistics)
  for (const [name, entries, probability] of [
    ['odds', 1, 0.007042],
    ['odds-more', 5, 0.035211],
  ] as const) {
    t.equal(reply(name).status, 200, name)
    t.ok(isValid(validateOdds, reply(name)), name)
    const odds = JSON.parse(reply(name).body) as { as_of: string }
    t.match(odds, { raffle_id: raffle, entrant_entries: entries, total_entries: 142, probability })
    t.match(odds, { ratio: `${entries} in 142` })
    t.ok(Math.abs(Date.parse(odds.as_of) - Date.now()) < 10_000, name)
  }

  for (const [name, status, code] of [
    ['unknown-audit', 404, 'NOT_FOUND'],
    ['unknown-stats', 404, 'NOT_FOUND'],
    ['unknown-odds', 404, 'NOT_FOUND'],
    ['elsewhere', 404, 'NOT_FOUND'],
    ['bad-uuid', 400, 'INVALID_PARAMETER'],
    ['odds-missing', 400, 'INVALID_PARAMETER'],
    ['odds-zero', 400, 'INVALID_PARAMETER'],
    ['odds-text', 400, 'INVALID_PARAMETER'],
    ['odds-excess', 400, 'INVALID_PARAMETER'],
    ['post', 405, 'INVALID_PARAMETER'],
    ['accept-html', 406, 'INVALID_PARAMETER'],
  ] as const) {
    t.equal(reply(name).status, status, name)
    t.equal(reply(name).headers['content-type'], json, name)
    t.ok(isValid(validateError, reply(name)), name)
    const { error } = JSON.parse(reply(name).body) as { error: { code: string; request_id: string } }
    t.equal(error.code, code, name)
    if (name === 'unknown-audit') t.equal(error.request_id, requestId)
    else t.match(error.request_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, name)
  }

  const left = Object.values(replies).map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  t.strictSame(
    left,
    left.map((_, index) => 59 - index),
    'each answer says how many requests are left',
  )
  t.ok(Object.values(replies).every(({ headers }) => headers['x-ratelimit-limit'] === '60'))
  t.match(requests[0], { method: 'GET', path: `/api/v1/raffles/${raffle}/audit`, status: 200 })
  t.equal(requests[0]?.headers['x-request-id'], requestId)
  t.equal(requests.length, Object.keys(replies).length)
})

await t.test('it limits requests, and answers again in the next window', async t => {
  const replies = await burst(await startTimed(t))
  t.strictSame([...new Set(replies.slice(0, 60).map(({ status }) => status))], [200])
  for (const limited of replies.slice(60, 75)) {
    t.equal(limited.status, 429)
    t.match(limited.headers, { 'retry-after': '60', 'x-ratelimit-remaining': '0' })
    t.ok(isValid(validateError, limited))
    t.match(JSON.parse(limited.body), { error: { code: 'RATE_LIMITED', message: /try again later/ } })
  }
  t.match(replies[75], { status: 200, headers: { 'x-ratelimit-remaining': '59' } })
})

await t.test('it limits nothing where it is not to, and never says that nothing is left twice', async t => {
  const { url, raffle } = await startService(t, { limit: 2, enforced: false })
  const left: (string | undefined)[] = []
  for (let count = 0; count < 5; count++) {
    const { status, headers } = await ask(url, { path: `/raffles/${raffle}/audit`, accept: json })
    t.equal(status, 200)
    left.push(headers['x-ratelimit-remaining'])
  }
  t.strictSame(left, ['1', '0', '1', '0', '1'])
})

await t.test('each rule that a service can break has a switch', t => {
  const breakable = rules.filter(({ severity }) => severity !== 'open').map(({ id }) => id)
  t.strictSame(Object.keys(switches).sort(), breakable.sort())
  t.equal(breakable.length, 97)
  t.end()
})

await t.test('each switch changes what the probes are answered', async t => {
  const start = async (broken?: RuleId): Promise<readonly [asked: string, limited: string]> => {
    const service = await startTimed(t, broken)
    const asked = settle(await askAll(new URL('/api/v1', service.url).href, service.raffle))
    service.pass(60)
    return [asked, settle(await burst(service))]
  }
  const whole = await start()
  t.strictSame(await start(), whole, 'what is compared does not differ by chance')
  /** Seen by nobody who stays below the limit. */
  const beyond = ['ERR-06', 'ERR-17', 'LIM-06', 'LIM-07', 'LIM-08', 'LIM-09', 'LIM-11', 'LIM-12']
  for (const id of Object.keys(switches) as RuleId[]) {
    const [asked, limited] = await start(id)
    t.equal(asked !== whole[0], !beyond.includes(id), `${id}, below the limit`)
    if (beyond.includes(id)) t.ok(limited !== whole[1], `${id}, beyond the limit`)
  }
})

await t.test('the base of another version', async t => {
  const { url, raffle } = await startService(t, { broken: 'VER-01' })
  t.match(url, /\/api\/v2$/)
  t.equal((await ask(url, { path: `/raffles/${raffle}/audit`, accept: json })).status, 200)
})

await t.test('the minimal service answers as the text says, and does nothing else', async t => {
  const { url, raffle } = await startMinimal(t)
  const replies = await askAll(url, raffle)
  for (const name of ['audit', 'audit-vendor', 'audit-again', 'accept-none', 'accept-html', 'accept-any']) {
    const reply = replies[name]!
    t.equal(reply.status, 200, name)
    t.ok(isValid(validateAuditRecord, reply), name)
    t.match(reply.headers, { etag: `"${hashMd5(reply.body)}"`, 'cache-control': 'public, max-age=3600' })
  }
  t.equal(replies['audit-vendor']?.headers['content-type'], vendorType)
  t.ok(isValid(validateStatistics, replies['stats']!))
  t.ok(isValid(validateOdds, replies['odds']!))
  t.match(JSON.parse(replies['odds-more']!.body), { ratio: '5 in 80', probability: 0.0625 })
  for (const name of ['unknown-audit', 'unknown-stats', 'unknown-odds', 'bad-uuid', 'post', 'elsewhere']) {
    t.equal(replies[name]?.status, 404, name)
    t.match(JSON.parse(replies[name]!.body), { error: { code: 'NOT_FOUND' } }, name)
    t.ok(isValid(validateError, replies[name]!), name)
  }
  t.match(JSON.parse(replies['unknown-audit']!.body), { error: { request_id: requestId } })
  for (const name of ['odds-missing', 'odds-zero', 'odds-text']) {
    t.match(replies[name], { status: 400, body: /"INVALID_PARAMETER"/ }, name)
  }
  t.notOk(
    Object.values(replies).some(({ headers }) => 'x-ratelimit-limit' in headers || 'x-request-id' in headers),
  )
  let last = replies['audit']!
  for (let count = Object.keys(replies).length; count <= 60; count++) {
    t.equal(last.status, 200)
    last = await ask(url, { path: `/raffles/${raffle}/audit`, accept: json })
  }
  t.match(last, { status: 429, headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' } })
  t.ok(Number(last.headers['retry-after']) > 0)
  t.ok(isValid(validateError, last))
})
