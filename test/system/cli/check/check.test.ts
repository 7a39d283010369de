import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { rules } from '../../../../src/conformance/rules/index.js'
import type { Report } from '../../../../src/model/report.js'
import { loginPage, startFront, webPage } from '../../../conformance/front.js'
import { startMinimal } from '../../../conformance/minimal.js'
import { ownPort, sampleRecord, startService } from '../../../conformance/service.js'
import { createCertificate } from '../../../remote/start.js'
import { sample, sampleStatistics, start } from '../../../server/start.js'
import { run, type Ended } from '../../../cli/resident.js'

const check = async (url: string, raffle: string, ...more: readonly string[]): Promise<Ended> =>
  run(['check', url, '--raffle', raffle, '--allow-private', ...more])

const reportOf = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report

const claimsOf = (report: Report, id: string): readonly (readonly [status: string, code: string])[] =>
  report.subjects.flatMap(({ claims }) =>
    claims.filter(claim => claim.id === id).map(({ status, code }) => [status, code] as const),
  )

await t.test('our own server keeps every rule', async t => {
  const { url } = await start(t, { rateLimit: 60 })
  const ended = await check(`${url}/api/v1/`, sample.raffle_id, '--format', 'json')
  t.equal(ended.code, 0, ended.stderr)
  const { subjects, verdict } = reportOf(ended)
  t.equal(verdict, 'proven')
  t.strictSame(
    subjects.map(({ kind, source }) => [kind, source]),
    [
      ['raffle', `${url}/api/v1/raffles/${sample.raffle_id}`],
      ['service', `${url}/api/v1`],
    ],
  )
  const findings = subjects.flatMap(({ findings }) => findings)
  t.strictSame(
    findings.filter(({ code }) => code !== 'left-open'),
    [],
    'no recommendation is left out either',
  )
  const kept = new Set(
    subjects.flatMap(({ claims }) => claims.filter(({ code }) => code === 'rule-kept').map(({ id }) => id)),
  )
  const musts = rules.filter(({ severity }) => severity === 'must').map(({ id }) => id)
  t.strictSame(
    musts.filter(id => !kept.has(id)),
    ['ERR-06', 'ERR-07', 'LIM-06', 'LIM-07', 'LIM-08', 'LIM-09', 'LIM-15'],
    'all but those about limits and defects were seen',
  )
})

await t.test('a minimal service keeps the specification, and can be asked for more', async t => {
  const { url, raffle } = await startMinimal(t)
  const ended = await check(url, raffle)
  t.equal(ended.code, 0, ended.stderr)
  t.match(ended.stdout, /\n {2}10 findings: should-broken AUD-22, left-open \(8\), should-broken AUD-34\n/)
  t.match(ended.stdout, /\n {2}Keeps the specification\. Well formed; nothing more can be checked\n/)
  t.match(
    ended.stdout,
    /level 1 of 5, well formed\n {2}missing for level 2: statement\.signed: not shown that/,
  )
  t.match(ended.stdout, '  about: the rules, and whether the record agrees with itself')
})

await t.test('what the draws must reach is asked on top', async t => {
  const { url, raffle } = await startService(t, { enforced: false })
  for (const [require, code] of [
    ['well-formed', 0],
    ['record.consistent', 0],
    ['unsteerable', 3],
    ['winner.derived', 3],
    ['1,winner.derived', 3],
  ] as const) {
    const ended = await check(url, raffle, '--require', require, '--format', 'json')
    t.equal(ended.code, code, require)
    t.ok(reportOf(ended).require, 'the report says what was asked')
  }
  t.match(await check(url, raffle, '--require', 'winner.derivd'), {
    code: 2,
    stderr: /none of the documents makes the claim winner\.derivd/,
  })
})

await t.test('a broken rule is printed with what shows it', async t => {
  const { url, raffle } = await startService(t, { broken: 'AUD-06', enforced: false })
  const ended = await check(url, raffle, '--header', 'Authorization: Bearer hush')
  t.equal(ended.code, 1)
  t.match(
    ended.stdout,
    /refuted +AUD-06 +this rule is broken: total_draws is the\s+number of items in draws\n/,
  )
  t.match(ended.stdout, /expected 3\n/)
  t.match(ended.stdout, /section 2\.1\n/)
  t.match(ended.stdout, /^ +curl -sSi -H 'authorization: …' -H 'accept: application\/json' .*\/audit$/m)
  t.match(ended.stdout, `${url}/raffles/${raffle}/audit\n`)
  t.notMatch(ended.stdout + ended.stderr, 'hush', 'without what is secret')
})

await t.test('rules are chosen, and the report says so', async t => {
  const { url, raffle } = await startService(t, { broken: 'AUD-06', enforced: false })
  const skipped = await check(url, raffle, '--skip', 'aud-06', '--skip', 'LIM', '--format', 'json')
  t.strictSame(reportOf(skipped).skip, ['AUD-06', 'LIM'])
  t.strictSame(claimsOf(reportOf(skipped), 'AUD-06'), [])
  t.equal(skipped.code, 1, 'the record still contradicts itself')
  const only = await check(url, raffle, '--rules', 'STA,ODD-01', '--format', 'json')
  t.strictSame(reportOf(only).rules, ['STA', 'ODD-01'])
  t.strictSame(claimsOf(reportOf(only), 'ODD-02'), [])
  t.equal(claimsOf(reportOf(only), 'STA-04').length, 1)
  t.match(await check(url, raffle, '--rules', 'XYZ'), {
    code: 2,
    stderr: /--rules names an unknown rule: "XYZ"/,
  })
  t.match(await check(url, raffle, '--rules', 'AUD', '--skip', 'AUD'), { code: 2, stderr: /leave no rule/ })
})

await t.test('the rules are listed', async t => {
  const { code, stdout } = await run(['check', '--list-rules'])
  t.equal(code, 0)
  t.equal(stdout.trim().split('\n').length, rules.length)
  t.match(stdout, /^AUD-01 {2}must {4}4\.1 {2}the audit record is answered with status 200\n/)
  const some = await run(['check', '--list-rules', '--rules', 'VER'])
  t.equal(some.stdout.trim().split('\n').length, 7)
})

await t.test('wrong requests are made from a seed', async t => {
  const server = await startService(t, { enforced: false })
  const ended = await check(server.url, server.raffle, '--seed', '7', '--format', 'json')
  t.equal(ended.code, 0, ended.stdout)
  t.equal(reportOf(ended).seed, 7)
  const asked = server.requests.length
  await check(server.url, server.raffle, '--format', 'json')
  const counts = (from: number): readonly string[] =>
    server.requests
      .slice(from)
      .map(({ path }) => /\/odds\?entries=([1-9]\d{0,2})$/.exec(path)?.[1] ?? '')
      .filter(count => count !== '')
      .slice(0, 5)
  t.notSame(counts(0), counts(asked), 'odds of other counts')
  t.equal(2 * asked - server.requests.length, 20, 'so many requests more than without')
  t.match(await check(server.url, server.raffle, '--seed', 'x'), {
    code: 2,
    stderr: /--seed takes an integer/,
  })
})

await t.test('a service that gives up on requests nobody thought of is found', async t => {
  const { url, raffle } = await startService(t, { broken: 'ERR-08', enforced: false })
  const ended = await check(url, raffle, '--seed', '1', '--rules', 'ERR-08', '--format', 'json')
  t.equal(ended.code, 1)
  t.strictSame(claimsOf(reportOf(ended), 'ERR-08').at(-1), ['refuted', 'rule-broken'])
})

await t.test('many raffles: one verdict each, one a line as it is decided', async t => {
  const others = Array.from({ length: 7 }, (_, index) => `0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c1${index}`)
  const records = others.map((raffle_id, index) => ({
    ...sample,
    raffle_id,
    draws: sample.draws.map((draw, place) => ({
      ...draw,
      draw_id: `${index}${place}6b5d83-fd9e-46a4-8359-25ffc6de0744`,
    })),
  }))
  const statistics = others.map(raffle_id => ({ ...sampleStatistics, raffle_id }))
  const { url } = await start(t, { rateLimit: 100_000 }, [...records, ...statistics])
  const list = `${t.testdir()}/raffles.txt`
  writeFileSync(list, `${others.slice(1).join('\n')}\n\n`)
  const more = ['--raffles-file', list, '--skip', 'LIM-03', '--format', 'ndjson', '--concurrency', '3']
  const ended = await check(`${url}/api/v1`, others[0]!.toUpperCase(), ...more)
  t.equal(ended.code, 0, ended.stdout)
  const lines = ended.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.equal(lines.length, 9)
  t.strictSame(
    lines.map(line => line['kind'] ?? 'report'),
    [...others.map(() => 'raffle'), 'service', 'report'],
  )
  t.match(lines.at(-1), { exit_code: 0, counts: { subjects: 8, proven: 8 }, subjects: [] })
  const text = await check(`${url}/api/v1`, others.join(','), '--skip', 'LIM-03', '-q')
  t.match(text.stdout, /^(keeps +http.*\n){8}8 checked: 8 keep\n/)
})

await t.test('a raffle that nobody knows is not provable', async t => {
  const { url } = await startService(t, { enforced: false })
  const ended = await check(url, '0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11', '--format', 'json')
  t.equal(ended.code, 3)
  const open = reportOf(ended).subjects.flatMap(({ claims }) =>
    claims.filter(({ status, asked }) => status === 'not-provable' && asked !== false),
  )
  t.strictSame(
    open.map(({ id, code }) => [id, code]),
    [
      ['record.schema', 'raffle-unknown'],
      ['record.consistent', 'raffle-unknown'],
    ],
    'and nothing else is',
  )
})

await t.test('a recipe is applied to the draws', async t => {
  const folder = t.testdir()
  const recipe = (says: string, expected: unknown): string => {
    const file = `${folder}/${says.length}.json`
    const inputs = {
      raffle_id: { type: 'text', title: 'raffle' },
      prize_name: { type: 'text', title: 'prize', informational: true },
      winner_entry_id: { type: 'text', title: 'winner' },
    }
    const steps = {}
    const claims = [{ id: 'winner.derived', says, equal: [expected, '$winner_entry_id'] }]
    const document = { recipe: 'drawaudit/v1', name: 'own', title: says, source: says, inputs, steps, claims }
    writeFileSync(file, JSON.stringify(document))
    return file
  }
  const { url, raffle } = await startService(t, { enforced: false })
  const wrong = recipe('the winner is the raffle', '$raffle_id')
  const ended = await check(url, raffle, '--recipe', wrong, '--format', 'json')
  const [subject] = reportOf(ended).subjects
  t.match(subject?.recipe, { name: 'own' }, ended.stderr)
  t.equal(ended.code, 1, 'what a recipe refutes counts')
  t.strictSame(claimsOf(reportOf(ended), 'winner.derived'), [['refuted', 'values-differ']])
  t.match(
    subject?.claims.find(({ id }) => id === 'winner.derived')?.message,
    sampleRecord.draws[0]?.prize_name,
  )
  const record = `${folder}/record.json`
  writeFileSync(record, JSON.stringify(sampleRecord))
  const offline = await run(['verify', record, '--recipe', wrong, '--format', 'json'])
  t.strictSame(claimsOf(reportOf(offline), 'winner.derived'), [['refuted', 'values-differ']], 'offline too')
})

await t.test('a service that cannot be reached ends with 4, and all reports say so', async t => {
  const { url, raffle, close } = await startService(t, {})
  await close()
  const json = `${t.testdir()}/report.json`
  const ended = await check(url, raffle, '--report', `json=${json}`)
  t.equal(ended.code, 4)
  t.match(ended.stderr, /^error: no connection to .*: connection refused\nhint: /)
  t.match(JSON.parse(readFileSync(json, 'utf8')), { exit_code: 4, error: { code: 'remote-unreachable' } })
})

await t.test('a certificate of one’s own is trusted when it is given', async t => {
  const certificate = createCertificate(t)
  const { url, raffle } = await startService(t, { enforced: false, tls: certificate })
  const unknown = await check(url, raffle)
  t.equal(unknown.code, 4)
  t.match(unknown.stderr, /certificate/)
  const file = `${t.testdirName}/ca.pem`
  writeFileSync(file, certificate.cert)
  t.equal((await check(url, raffle, '--ca-file', file)).code, 0)
})

await t.test('a service that is not up yet is waited for', async t => {
  const url = `http://127.0.0.1:${ownPort}/api/v1`
  const ended = check(url, sample.raffle_id, '--wait', '30', '-q')
  await new Promise(resolve => setTimeout(resolve, 1500))
  await startService(t, { enforced: false, port: ownPort })
  t.equal((await ended).code, 0)
})

await t.test('addresses of one’s own network are asked only when that is wanted', async t => {
  const { url, raffle, requests } = await startService(t, {})
  const ended = await run(['check', url, '--raffle', raffle])
  t.equal(ended.code, 2)
  t.match(ended.stderr, /hint: give --allow-private/)
  t.equal(requests.length, 0)
})

await t.test('wrong calls', async t => {
  const id = sample.raffle_id
  for (const [args, says] of [
    [['check'], /the base URL is missing/],
    [['check', 'https://raffles.example/api/v1'], /no raffle is named/],
    [['check', 'ftp://raffles.example/api/v1', '--raffle', id], /http/],
    [['check', 'https://raffles.example/api/v1?x=1', '--raffle', id], /a base URL has no query/],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', 'x'],
      /a raffle is named by its UUID, found "x"/,
    ],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', id, '--timeout', 'x'],
      /--timeout takes a number of seconds/,
    ],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', id, '--header', 'x'],
      /--header takes a header field/,
    ],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', id, '--header', 'Accept: x'],
      /--header cannot set Accept/,
    ],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', id, '--vendor-type', 'x'],
      /--vendor-type takes a media type/,
    ],
    [
      ['check', 'https://raffles.example/api/v1', '--raffle', id, '--concurrency', '0'],
      /--concurrency takes an integer from 1 to 32/,
    ],
    [['check', 'https://raffles.example/api/v1', '--raffle', id, '--ca-file', '/none'], /no such file/],
    [
      ['watch', 'https://raffles.example/api/v1', '--raffle', id, '--every', '1'],
      /--every takes seconds, 10 or more/,
    ],
  ] as const) {
    const ended = await run(args)
    t.equal(ended.code, 2, ended.stderr)
    t.match(ended.stderr, says)
  }
})

await t.test('a service that speaks only HTTP/2 is not accused', async t => {
  const certificate = createCertificate(t)
  const server = createSecureServer({ ...certificate, allowHTTP1: false }, (_, response) =>
    response.end('{}'),
  )
  server.on('sessionError', () => undefined).on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const ca = `${t.testdir()}/ca.pem`
  writeFileSync(ca, certificate.cert)
  const { port } = server.address() as AddressInfo
  const ended = await check(`https://127.0.0.1:${port}/api/v1`, sample.raffle_id, '--ca-file', ca)
  t.equal(ended.code, 4, ended.stdout)
  t.match(ended.stderr, `127.0.0.1:${port} speaks only HTTP/2, and drawaudit asks by HTTP/1.1`)
  t.match(ended.stderr, /answer HTTP\/1\.1 too/)
  t.equal(ended.stdout, '')
})

await t.test('a service that says by HTTP/1.1 that it speaks only HTTP/2', async t => {
  for (const page of [
    { status: 505 },
    { status: 426, headers: { upgrade: 'h2c' } },
    { status: 403, body: 'Missing ALPN Protocol, expected `h2` to be available.' },
  ]) {
    const { url } = await startFront(t, 'http://127.0.0.1/api/v1', () => page)
    const ended = await check(url, sample.raffle_id)
    t.equal(ended.code, 4, ended.stdout)
    t.match(ended.stderr, /speaks only HTTP\/2, and drawaudit asks by HTTP\/1\.1/)
  }
})

await t.test('a challenge in front of a service is said to be one', async t => {
  const service = await startService(t, { enforced: false })
  const front = await startFront(t, service.url, () =>
    webPage(403, 'Just a moment...', { 'cf-mitigated': 'challenge' }),
  )
  for (const more of [[], ['--require', 'unsteerable'], ['--lock', `${t.testdir()}/lock.json`]]) {
    const ended = await check(front.url, service.raffle, ...more)
    t.equal(ended.code, 4, ended.stdout)
    const words = 'something in front of the service answered, not the service: Cloudflare, with status 403'
    const [said, told] = [ended.stdout, ended.stderr].map(text => text.replace(/\s+/g, ' '))
    t.match(
      said,
      `not provable AUD-01 not shown that the audit record is answered with status 200: ${words} (cf-mitigated: challenge)`,
    )
    t.match(told, `note: ${words} (cf-mitigated: challenge); have its operator let drawaudit through`)
    t.notMatch(ended.stdout, /refuted +[A-Z]{3}-/)
  }
})

await t.test('a saved challenge is no answer either', async t => {
  const service = await startService(t, { enforced: false })
  const front = await startFront(t, service.url, () => loginPage(200))
  const ended = await run([
    'fetch',
    front.url,
    '--raffle',
    service.raffle,
    '--allow-private',
    '-o',
    `${t.testdir()}/said`,
  ])
  t.equal(ended.code, 4)
  t.match(ended.stderr, /something in front of the service answered, not the service: a web page "Log in"/)
})
