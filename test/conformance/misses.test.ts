import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { Finding, Report } from '../../src/model/report.js'
import { generateRequests } from '../../src/conformance/generate.js'
import { brokenRules, check, type CheckOptions } from './check.js'
import {
  sampleRecord,
  sampleStatistics,
  startService,
  switches,
  vendorType,
  type ServiceOptions,
} from './service.js'
import type { Outcome, Switch } from './switches.js'

// Other ways to break a rule than the one in the matrix, and what looks like a breach and is none.

type Test = Parameters<typeof startService>[0]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Checked {
  readonly report: Report
  readonly broken: readonly string[]
  /** The entries that odds were asked for, in order. */
  readonly asked: readonly number[]
  readonly finding: (rule: string) => Finding | undefined
  readonly claim: (id: string) => readonly [status: string, code: string] | undefined
}

async function checkService(
  t: Test,
  service: ServiceOptions,
  options: Partial<CheckOptions> = {},
): Promise<Checked> {
  const { url, raffle, requests } = await startService(t, { enforced: false, windowSeconds: 2, ...service })
  const report = await check(url, { raffles: [raffle], ...options })
  const claims = report.subjects.flatMap(subject => subject.claims)
  const findings = report.subjects.flatMap(subject => subject.findings)
  const counts = requests.map(({ path }) => /odds\?entries=(\d+)$/.exec(path)?.[1])
  return {
    report,
    broken: brokenRules(report),
    asked: counts.filter(count => count !== undefined).map(Number),
    finding: rule => findings.find(one => one.rule === rule),
    claim: id => claims.filter(one => one.id === id).map(({ status, code }) => [status, code] as const)[0],
  }
}

const isRecord = ({ headers }: Outcome): boolean => headers['ETag'] !== undefined

/** Sets header fields of the record. */
const fields = (set: Readonly<Record<string, string>>): Switch => ({
  send: outcome => (isRecord(outcome) ? { ...outcome, headers: { ...outcome.headers, ...set } } : outcome),
})

/** Leaves a header field out of every response. */
const without = (name: string): Switch => ({
  send: outcome => {
    const others = Object.entries(outcome.headers).filter(([other]) => other !== name)
    return { ...outcome, headers: Object.fromEntries(others) }
  },
})

await t.test('304 without the ETag that was issued', async t => {
  const always = await checkService(t, { broken: 'AUD-29' })
  t.strictSame(always.claim('AUD-29'), ['refuted', 'rule-broken'])
  const untagged: Switch = {
    handle: switches['AUD-29'].handle,
    ...without('ETag'),
  }
  const { broken, finding } = await checkService(t, { change: untagged })
  t.strictSame(broken, ['AUD-19', 'AUD-29'])
  t.equal(finding('AUD-22'), undefined, 'nothing was asked with an ETag')
})

await t.test('If-None-Match: * is answered with 304 by whoever keeps HTTP, and may be ignored', async t => {
  const honest = await checkService(t, {})
  t.strictSame([honest.broken, honest.report.exit_code], [[], 0])
  t.equal(honest.finding('AUD-30'), undefined)
  const ignored = await checkService(t, {
    change: {
      handle: (asked, next) => next({ ...asked, ifNoneMatch: asked.ifNoneMatch?.replace('*', '""') }),
    },
  })
  t.strictSame(ignored.broken, [])
  t.match(ignored.finding('AUD-30'), { code: 'left-open', message: 'If-None-Match: * is answered with 200' })
})

/** Halves the probability of some counts. */
const wrongAt = (isWrong: (entries: number) => boolean): Switch => ({
  odds: odds => {
    const { entrant_entries, probability } = odds
    return isWrong(entrant_entries) ? { ...odds, probability: Number((probability / 2).toFixed(6)) } : odds
  },
})

const seeded = (seed: number): Partial<CheckOptions> => ({ generate: { seed, requests: () => [] } })

await t.test('odds are asked for one, a few, all, and counts between', async t => {
  const { asked, broken, report } = await checkService(t, {})
  t.strictSame(asked.slice(0, 5), [1, 5, 48, 96, 142])
  t.strictSame([broken, report.exit_code], [[], 0])
  for (const entries of [1, 5, 48, 96, 142]) {
    const wrong = await checkService(t, { change: wrongAt(count => count === entries) })
    t.strictSame(wrong.broken, ['ODD-11'], `wrong for ${entries} only`)
    t.match(wrong.claim('ODD-11'), ['refuted', 'rule-broken'])
  }
})

await t.test('a seed chooses counts that a service does not know beforehand', async t => {
  const usual = [1, 5, 48, 96, 142]
  const change = wrongAt(count => !usual.includes(count))
  t.strictSame((await checkService(t, { change })).broken, [])
  const [one, again, other] = [
    await checkService(t, { change }, seeded(7)),
    await checkService(t, {}, seeded(7)),
    await checkService(t, {}, seeded(8)),
  ]
  t.strictSame(one.broken, ['ODD-11'])
  t.strictSame(one.asked.slice(0, 5), again.asked.slice(0, 5), 'the same seed asks the same')
  t.notSame(again.asked.slice(0, 5), other.asked.slice(0, 5))
  t.strictSame([again.broken, other.broken], [[], []])
})

await t.test('more than a few entries may be refused: the specification shows no upper bound', async t => {
  const bounded: Switch = {
    handle: (asked, next) => next(Number(asked.entries) > 10 ? { ...asked, entries: '0' } : asked),
  }
  const { broken, report, finding } = await checkService(t, { change: bounded })
  t.strictSame([broken, report.exit_code], [[], 0])
  t.match(finding('ODD-17'), { code: 'left-open', message: 'the odds of 48 entries are answered with 400' })
  const failing: Switch = {
    handle: (asked, next) =>
      Number(asked.entries) > 10 && asked.view === 'odds'
        ? { status: 203, headers: {}, content: {} }
        : next(asked),
  }
  t.strictSame((await checkService(t, { change: failing })).broken, ['ODD-01'])
})

await t.test('small raffles have odds too', async t => {
  for (const total of [1, 2, 3, 6]) {
    const statistics = { ...sampleStatistics, total_entries: total, paid_entries: total, free_entries: 0 }
    const draws = sampleRecord.draws.slice(0, 1).map(draw => ({ ...draw, total_entries: total }))
    const { broken, report } = await checkService(t, {
      statistics,
      record: { ...sampleRecord, total_draws: 1, draws },
    })
    t.strictSame([broken, report.exit_code], [[], 0], `${total} entries`)
  }
})

/** A record with other members in some draws. */
const withDraws = (change: (index: number) => object): object => ({
  ...sampleRecord,
  draws: sampleRecord.draws.map((draw, index) => ({ ...draw, ...change(index) })),
})

await t.test('a signature_hash that two draws share, or that is the hash of the seed', async t => {
  const [first, second] = sampleRecord.draws
  const bare = first!.signature_hash.replace('sha256:', '')
  const twice = withDraws(index => (index === 2 ? { signature_hash: bare.toUpperCase() } : {}))
  const shared = await checkService(t, { record: twice })
  t.strictSame([shared.broken, shared.report.exit_code], [['AUD-35'], 0], 'without the prefix')
  t.match(shared.finding('AUD-35')?.found, '/draws/2/signature_hash is that of an earlier draw')
  const hash = `sha256:${second!.rng_seed_hash.replace('sha256:', '')}`
  const seed = await checkService(t, {
    record: withDraws(index => (index === 1 ? { signature_hash: hash } : {})),
  })
  t.strictSame(seed.broken, ['AUD-36'])
  t.match(seed.finding('AUD-36')?.expected, '/draws/1/signature_hash')
  // Of one draw there is nothing to compare.
  const { raffle_id } = sampleRecord
  const flat = await checkService(t, { record: { raffle_id, ...first } })
  t.strictSame(flat.broken, [])
})

await t.test('seeds that anybody would try are found, with the guess', async t => {
  const [first] = sampleRecord.draws
  for (const [seed, says] of [
    ['test', 'the SHA-256 of "test"'],
    ['1234', 'the SHA-256 of "1234"'],
    [sampleRecord.raffle_id, `the SHA-256 of "${sampleRecord.raffle_id}", its raffle_id`],
    [first!.draw_id, `the SHA-256 of "${first!.draw_id}", its draw_id`],
    [first!.drawn_at_utc, `the SHA-256 of "${first!.drawn_at_utc}", its drawn_at_utc`],
  ] as const) {
    const record = withDraws(index => (index === 0 ? { rng_seed_hash: `sha256:${sha256(seed)}` } : {}))
    const { broken, finding, report } = await checkService(t, { record })
    t.strictSame([broken, report.exit_code], [['AUD-37'], 0])
    t.match(finding('AUD-37'), { expected: /^\/draws\/0\/rng_seed_hash/, found: says })
  }
})

const inSeconds = (seconds: number): string => new Date(Date.now() + 1000 * seconds).toUTCString()

await t.test('fields beside Cache-Control', async t => {
  const cases: readonly (readonly [set: Readonly<Record<string, string>>, broken: readonly string[]])[] = [
    [{ Pragma: 'no-cache' }, ['AUD-31']],
    [{ Pragma: 'cache' }, []],
    [{ Expires: inSeconds(-3600) }, ['AUD-32']],
    [{ Expires: '0' }, ['AUD-32']],
    [{ Expires: inSeconds(3600 - 90) }, ['AUD-32']],
    [{ Expires: inSeconds(3600 + 120) }, ['AUD-32']],
    [{ Expires: inSeconds(3600 - 20) }, []],
    [{ Date: inSeconds(-86_400), Expires: inSeconds(3600 - 86_400) }, []],
    [{ Age: '3600' }, []],
    [{ Age: '0' }, []],
    [{ Age: '3700' }, ['AUD-33']],
    [{ Age: '-1' }, ['AUD-33']],
    [{ Age: 'an hour' }, ['AUD-33']],
    [{ Age: '1.5' }, ['AUD-33']],
    [{ Vary: '*' }, []],
    [{ Vary: 'Accept-Encoding, accept' }, []],
    [{ Vary: 'Accept-Encoding' }, ['AUD-34']],
    // Another value is the matter of AUD-21 alone: what may not be kept contradicts nothing.
    [{ 'Cache-Control': 'no-store', Pragma: 'no-cache', Expires: '0', Vary: 'Origin' }, ['AUD-21']],
    [{ 'Cache-Control': 'public, max-age=0', Pragma: 'no-cache', Expires: '0' }, ['AUD-21']],
    [{ 'Cache-Control': 'public, max-age=3600, s-maxage=86400', Age: '7200' }, ['AUD-21']],
  ]
  for (const [set, broken] of cases) {
    const checked = await checkService(t, { change: fields(set) })
    t.strictSame(checked.broken, broken, JSON.stringify(set))
    t.equal(checked.report.exit_code, broken.includes('AUD-21') ? 1 : 0, JSON.stringify(set))
  }
})

await t.test('several Cache-Control fields that disagree are not the one value', async t => {
  const twice: Switch = {
    send: outcome =>
      isRecord(outcome)
        ? {
            ...outcome,
            headers: {
              ...outcome.headers,
              'Cache-Control': ['public, max-age=3600', 'no-store'] as unknown as string,
            },
          }
        : outcome,
  }
  const { broken, claim } = await checkService(t, { change: twice })
  t.strictSame(broken, ['AUD-21'])
  t.strictSame(claim('AUD-21'), ['refuted', 'rule-broken'])
})

await t.test('content that is compressed on demand needs Vary: Accept-Encoding', async t => {
  const compress = (vary: string): Switch => ({
    handle: (asked, next) => {
      const outcome = next(asked)
      if (asked.acceptEncoding !== 'gzip' || outcome.status !== 200) return outcome
      const content = gzipSync(JSON.stringify(outcome.content))
      return { ...outcome, headers: { ...outcome.headers, 'Content-Encoding': 'gzip' }, content }
    },
    ...fields({ Vary: vary }),
  })
  const mixed = await checkService(t, { change: compress('Accept') })
  t.strictSame(mixed.broken, ['AUD-34'])
  t.match(mixed.finding('AUD-34'), {
    expected: 'Vary: Accept-Encoding, since Content-Encoding differs',
    found: 'Vary: Accept',
  })
  t.strictSame((await checkService(t, { change: compress('Accept, Accept-Encoding') })).broken, [])
})

await t.test('one Content-Type for both media types needs no Vary', async t => {
  const change: Switch = {
    handle: (asked, next) => next({ ...asked, accept: asked.accept === vendorType ? '*/*' : asked.accept }),
    ...fields({ Vary: 'Origin', 'Content-Type': 'application/json' }),
  }
  t.strictSame((await checkService(t, { change })).broken, [])
})

/** Says something in the message of each 404. */
const saying = (message: string): Switch => ({
  error: (error, { status }) => (status === 404 ? { ...error, message } : error),
})

await t.test('messages that show how the service is built', async t => {
  for (const [message, what] of [
    ['Error: none\n    at Object.find (/srv/raffles/find.js:12:7)', 'a stack trace'],
    ['none\n    at async file:///app/dist/main.mjs:3:1', 'a stack trace'],
    ['\tat com.example.Raffles.find(Raffles.java:42)', 'a stack trace'],
    ['   at Raffles.Find(Guid id) in C:\\src\\Raffles.cs:line 42', 'a stack trace'],
    ['Traceback (most recent call last): …', 'a stack trace'],
    ['  File "/app/raffles.py", line 3, in find', 'a stack trace'],
    ['#0 /var/www/index.php(12): find()', 'a stack trace'],
    ['goroutine 1 [running]: main.find()', 'a stack trace'],
    ['java.lang.NullPointerException', 'an exception'],
    ['sqlalchemy.exc.OperationalError', 'an exception'],
    ["TypeError: Cannot read properties of undefined (reading 'id')", 'an exception'],
    ['connect ECONNREFUSED 10.0.0.5:5432', 'an exception'],
    ['SELECT * FROM raffles WHERE id = $1', 'SQL'],
    ['SQLSTATE[42S02]: table not found', 'an error of a database'],
    ['relation "raffles" does not exist', 'an error of a database'],
    ['cannot open /var/lib/raffles/main.db', 'a file path'],
    ['cannot open C:\\inetpub\\raffles\\web.config', 'a file path'],
  ] as const) {
    const { broken, finding, report } = await checkService(t, { change: saying(message) })
    t.strictSame([broken, report.exit_code], [['ERR-19'], 0], message)
    t.match(finding('ERR-19')?.found, `${what}: "`, message)
  }
  const page = '<title>Whitelabel Error Page</title>'
  const framework: Switch = {
    send: outcome => (outcome.status === 404 ? { ...outcome, content: page } : outcome),
  }
  t.match((await checkService(t, { change: framework })).finding('ERR-19')?.found, 'a page of a framework')
  const beside: Switch = {
    error: (error, { status }) =>
      status === 404 ? { ...error, details: [{ stack: 'at find (/srv/a.js:1:2)' }] } : error,
  }
  t.match((await checkService(t, { change: beside })).broken, ['ERR-19'], 'in another member')
})

await t.test('messages for people', async t => {
  for (const message of [
    'Resource not found.',
    'There is nothing at /api/v1/raffles/0b9a3c1e/audit: look at /home/help.html, or https://a.example/var/x.js',
    'Please select a number from 1 to 142, and update the draw to set it',
    'Server error: try again at 12:30:15',
    'Error: the raffle was looked for at noon (UTC) and not found',
    'A ValueError is nothing that you can do anything about',
  ]) {
    t.strictSame((await checkService(t, { change: saying(message) })).broken, [], message)
  }
})

await t.test('a message that repeats what was sent shows nothing', async t => {
  const wrong = [
    '/raffles/SELECT%20a%20FROM%20b%20/audit',
    '/raffles/%2Fetc%2Fraffles%2Fa.conf/audit',
    '/raffles/x/odds?entries=TypeError%3A%20x',
  ].map(path => ({ method: 'GET', path, headers: [['Accept', 'application/json']] as const }))
  const echo: Switch = {
    handle: (asked, next) => {
      const outcome = next(asked)
      if (outcome.status < 400) return outcome
      const found = `${decodeURIComponent(asked.raffle)} ${asked.entries ?? ''}`
      return { ...outcome, content: { ...(outcome.content as object), message: `found ${found} instead` } }
    },
  }
  const raffle = sampleRecord.raffle_id
  const requests = () => [...wrong, ...generateRequests(raffle, 3, 100)]
  const { broken } = await checkService(t, { change: echo }, { generate: { seed: 3, requests } })
  t.strictSame(broken, [])
})

await t.test('rate headers that stand nowhere', async t => {
  const silent = await checkService(t, { broken: 'LIM-15' })
  t.strictSame(silent.claim('LIM-15'), ['not-provable', 'rule-not-probed'], 'below the limit nobody knows')
  t.equal(silent.report.exit_code, 0)
  const probed = { probeLimit: true }
  const never = await checkService(t, { broken: 'LIM-15' }, probed)
  t.strictSame(never.claim('LIM-15'), ['not-provable', 'rule-undecided'], 'they may stand on a 429')
  t.strictSame(never.broken, ['LIM-08'])
  const enforced = await checkService(t, { broken: 'LIM-15', enforced: true }, probed)
  t.strictSame(enforced.claim('LIM-15'), ['refuted', 'rule-broken'])
  const only: Switch = {
    send: outcome => (outcome.status === 429 ? outcome : switches['LIM-15'].send(outcome)),
  }
  const limited = await checkService(t, { change: only, enforced: true }, probed)
  t.strictSame([limited.broken, limited.claim('LIM-15')], [[], ['proven', 'rule-kept']], 'on a 429 only')
  const half = without('X-RateLimit-Limit')
  t.strictSame((await checkService(t, { change: half, enforced: true }, probed)).broken, ['LIM-15'])
})
