import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { encodeEnvelope, signEnvelope, verifyEnvelope, type EnvelopeJson } from '../../../../src/core/dsse.js'
import { parseTime } from '../../../../src/core/time.js'
import {
  encodeObservation,
  observationType,
  parseObservation,
  parseObservations,
  type Observation,
} from '../../../../src/model/observation.js'
import { parseTrust } from '../../../../src/model/trust.js'
import { appendObservations, readObservationFile } from '../../../../src/cli/observe/observation-file.js'
import { createObservations } from '../../../../src/observe/observation.js'
import { serveHttp, serveRaw } from '../../../remote/start.js'
import {
  answer,
  body,
  cancel,
  createKey,
  createRaffle,
  keysView,
  raffleId,
  show,
  type Shown,
  type Step,
} from '../../../observe/raffle.js'
import { bin, run, start, type Ended } from '../../../cli/resident.js'

const observer = createKey('ada')
const keyFile = {
  observer_key: 'drawaudit/v1',
  name: 'Ada',
  public_key: observer.publicKey,
  secret_key: Buffer.from(observer.secretKey).toString('hex'),
}
const trusted = parseTrust({
  trust: 'drawaudit/v1',
  observers: [{ name: 'Ada', public_key: observer.publicKey }],
})

interface Scene extends Shown {
  readonly folder: string
  readonly args: readonly string[]
  readonly observe: (...args: readonly string[]) => Promise<Ended>
  /** What the file has, each verified. */
  readonly read: () => readonly Observation[]
}

/** An observer with a key, and a service. */
async function stage(
  test: Parameters<typeof serveHttp>[0],
  steps: readonly Step[],
  view?: string,
): Promise<Scene> {
  const folder = test.testdir()
  writeFileSync(`${folder}/observer.key.json`, JSON.stringify(keyFile), { mode: 0o600 })
  const shown = show(steps, view)
  const { url } = await serveHttp(test, shown.listener)
  const args = [
    'observe',
    `${url}/api/v1/`,
    '--raffle',
    raffleId.toUpperCase(),
    '--allow-private',
    '-o',
    'seen.json',
  ]
  return {
    ...shown,
    folder,
    args,
    observe: async (...more) => run([...args, ...more], { cwd: folder }),
    read: () => readSeen(`${folder}/seen.json`),
  }
}

function readSeen(file: string): readonly Observation[] {
  return parseObservations(JSON.parse(readFileSync(file, 'utf8'))).map(envelope => {
    if (!verifyEnvelope(envelope, trusted.observers[0]!.key)) throw new Error('not signed')
    return parseObservation(envelope.payload)
  })
}

const lengths = (observations: readonly Observation[]): readonly number[] =>
  observations.map(({ envelopes }) => envelopes.length)

const chain = createRaffle()

await t.test('what is published is signed, with the time', async t => {
  const { observe, read, args } = await stage(t, [chain.slice(0, 1), chain.slice(0, 2)])
  const before = Math.floor(Date.now() / 1000)
  const first = await observe()
  t.equal(first.code, 0, first.stderr)
  t.match(
    first.stdout,
    /^1 observation in seen\.json, the last of http:\/\/127\.0\.0\.1:\d+\/api\/v1\/raffles\/[0-9a-f-]+\/statements\n$/,
  )
  t.match(first.stderr, /^saw statement 0 \(commitment\)\ncommitment seen at .*, in time: entries close at /)
  const [one] = read()
  t.same(one?.envelopes, chain.slice(0, 1))
  t.equal(one?.raffle_id, raffleId)
  t.equal(one?.source, `${args[1]}raffles/${raffleId}/statements`)
  const at = Number(parseTime(one!.observed_at_utc) / 1_000_000_000n)
  t.ok(at >= before && at <= Date.now() / 1000)

  const second = await observe()
  t.match(second, {
    code: 0,
    stdout: /^2 observations/,
    stderr:
      /^saw statement 1 \(seal\)\ncommitment seen at .*\nseal seen at .*, in time: it had to be seen by /,
  })
  t.same(lengths(read()), [1, 2])
  const bytes = readFileSync(`${t.testdirName}/seen.json`, 'utf8')
  t.match(await observe(), {
    code: 0,
    stdout: /^2 observations/,
    stderr: /^nothing is new since the last observation/,
  })
  t.equal(readFileSync(`${t.testdirName}/seen.json`, 'utf8'), bytes)

  const json = await observe('--format', 'json')
  t.match(JSON.parse(json.stdout), {
    observations: 2,
    statements: [{ type: 'commitment' }, { type: 'seal' }],
    timing: [{ inTime: true }, { inTime: true }],
    alarms: [],
    isFinished: false,
  })
})

await t.test('it follows until the raffle is drawn', async t => {
  const { observe, read, asked } = await stage(t, [
    [],
    chain.slice(0, 1),
    chain.slice(0, 1),
    answer(503),
    answer(429, { 'retry-after': '1' }),
    answer(200, {}, '<html>'),
    chain.slice(0, 2),
    chain.slice(0, 3),
    chain,
  ])
  const ended = await observe('--follow', '--interval', '1')
  t.equal(ended.code, 0, ended.stderr)
  t.same(lengths(read()), [1, 2, 3, 4])
  t.match(ended.stderr, /^the service shows no statement of this raffle\n/)
  t.match(ended.stderr, /nothing seen this time: the service answered with status 503\n/)
  t.match(ended.stderr, /rate-limited: retrying in 1 s\n/)
  t.match(ended.stderr, /saw statement 3 \(draw\)\n/)
  t.match(ended.stdout, /^4 observations in seen\.json/)
  t.ok(asked.filter(({ tag }) => tag !== undefined).length >= 3)
  t.equal(asked.length, 9)
})

await t.test('a cancellation ends it too, and a bundle will do', async t => {
  const { observe, read } = await stage(t, [chain.slice(0, 2), cancel(chain.slice(0, 2))], 'bundle')
  const ended = await observe('--follow', '--interval', '1')
  t.match(ended, { code: 0, stderr: /saw statement 2 \(cancellation\)/ })
  t.same(lengths(read()), [2, 3])
  t.match(read()[1]?.source, /\/bundle$/)
})

await t.test('too late is said', async t => {
  const late = createRaffle({ closesIn: -3600 })
  const { observe } = await stage(t, [late])
  const ended = await observe()
  t.equal(ended.code, 0)
  t.match(
    ended.stderr,
    /commitment seen at .*, TOO LATE: .*\nseal seen at .*, TOO LATE: it had to be seen by/,
  )
})

await t.test('what an honest operator does not do is proof, and the exit code says so', async t => {
  const other = createRaffle({ name: 'Winter', entries: 143 })
  const cases: readonly (readonly [name: string, then: readonly EnvelopeJson[], alarm: RegExp])[] = [
    [
      'a second commitment',
      other,
      /ALARM: there are two of the commitment: statement 0 .* sha256:[0-9a-f]{64} and /,
    ],
    ['a second seal', [...chain.slice(0, 2), other[1]!], /ALARM: there are two of the seal/],
    [
      'a statement that vanished',
      chain.slice(0, 1),
      /ALARM: statement 1 \(seal\) .* was shown before and is missing now/,
    ],
    ['everything vanished', [], /ALARM: statement 0 .*vanish|ALARM: statement 0 .*missing now/],
  ]
  await Promise.all(
    cases.map(async ([name, then, alarm], index) => {
      await t.test(name, async t => {
        const { observe, read } = await stage(t, [chain.slice(0, 2), then])
        const ended = await observe('--follow', '--interval', '1')
        t.match(ended, { code: 1, stderr: alarm, stdout: /contradicts itself: keep this file/ })
        t.same(lengths(read()), [2, then.length], `${index}`)
        t.same(read()[1]?.envelopes, then)
        t.equal((await observe()).code, 1, 'and so it stays')
      })
    }),
  )
})

await t.test('only what the operator signed counts against it, where the auditor knows its key', async t => {
  const forged = createRaffle({ name: 'Forged', secretKey: createKey('stranger').secretKey })
  const { observe, read, folder } = await stage(t, [[...chain.slice(0, 1), forged[0]!], chain.slice(0, 1)])
  writeFileSync(`${folder}/trust.json`, JSON.stringify(keysView))
  const ended = await observe('--trust', 'trust.json')
  t.match(ended, { code: 0, stderr: /warning: 1 statements are not signed by a key of the trust file\n/ })
  t.match(ended.stderr, /warning: the trust file does not have this observer/)
  t.same(lengths(read()), [2], 'it is kept all the same')
  t.equal((await observe('--trust', 'trust.json')).code, 0)
  t.equal((await observe()).code, 1, 'without a trust file it looks like two')
  writeFileSync(`${folder}/other.json`, JSON.stringify({ trust: 'drawaudit/v1' }))
  t.match(await observe('--trust', 'other.json'), {
    code: 1,
    stderr: /warning: the trust file does not have the operator "Example Raffles Ltd": anybody/,
  })
})

await t.test('what is no statement is not signed', async t => {
  const strange = [{ hello: 1 }, 'x', { ...chain[0], signatures: [] }]
  const { observe, read } = await stage(t, [
    answer(200, { date: new Date(Date.now() - 300_000).toUTCString() }, body([...strange, ...chain])),
  ])
  const ended = await observe()
  t.match(ended, { code: 0, stderr: /warning: 3 of the served items are not statements of this raffle/ })
  t.match(ended.stderr, /warning: the clock of this machine is \d+ s ahead of the service's/)
  t.same(read()[0]?.envelopes, chain)
})

await t.test('nothing is written of what was not seen', async t => {
  const other = '11111111-51d9-4a41-9a52-0c92cdbd1d6a'
  const cases: readonly (readonly [name: string, step: Step, error: RegExp])[] = [
    ['HTML', answer(200, {}, '<!doctype html>'), /does not show the statements/],
    ['another raffle', answer(200, {}, body(chain, other)), /it is of raffle "1111/],
    ['nothing yet', [], /no statement of this raffle yet/],
    ['only strange things', answer(200, {}, body([{}, {}])), /no statement of this raffle yet/],
    ['an error', answer(500, {}, body(chain)), /status 500/],
    ['a huge answer', answer(200, {}, body(['x'.repeat(9_000_000)])), /bytes/],
    ['404', answer(404), /shows no statements of this raffle/],
    ['a limit', answer(429, { 'retry-after': '1000' }), /asks to wait 1000 seconds/],
    ['a redirect to nowhere', answer(302, { location: 'http://127.0.0.1:1/' }), /127\.0\.0\.1/],
  ]
  await Promise.all(
    cases.map(async ([name, step, error]) => {
      await t.test(name, async t => {
        const { observe, folder } = await stage(t, [step])
        t.match(await observe(), { code: 4, stdout: '', stderr: error })
        t.notOk(existsSync(`${folder}/seen.json`))
      })
    }),
  )
})

await t.test('a service that is slow is not waited for', async t => {
  const { folder } = await stage(t, [])
  const { url } = await serveRaw(t, () => undefined)
  const args = ['observe', url, '--raffle', raffleId, '--allow-private', '--timeout', '0.3', '--follow']
  t.match(await run(args, { cwd: folder }), { code: 4, stderr: /no complete answer/ })
  t.notOk(existsSync(`${folder}/observation-${raffleId}.json`))
})

await t.test('a file is never lost', async t => {
  const { observe, folder, read } = await stage(t, [chain])
  const file = `${folder}/seen.json`
  const observation = {
    raffle_id: '11111111-51d9-4a41-9a52-0c92cdbd1d6a',
    source: 'x',
    observed_at_utc: '2026-11-20T16:15:00+00:00',
    envelopes: [],
  }
  const sign = (value: Observation): EnvelopeJson =>
    encodeEnvelope(signEnvelope(observationType, encodeObservation(value), observer.secretKey))
  for (const [content, error] of [
    [
      JSON.stringify([sign(observation)]),
      /seen\.json: the observations are of raffle 1111.*\nhint: name another file/,
    ],
    ['{"x":1}', /seen\.json.*not an observation/],
    ['[', /seen\.json/],
    [JSON.stringify(chain), /not an observation/],
  ] as const) {
    writeFileSync(file, content)
    t.match(await observe(), { code: 2, stderr: error })
    t.equal(readFileSync(file, 'utf8'), content)
  }
  writeFileSync(file, JSON.stringify(sign(observation)))
  t.throws(() => readObservationFile(file, raffleId), { code: 'raffle-other', where: { file } })
  writeFileSync(file, '{}')
  t.throws(() => readObservationFile(file, raffleId), { code: 'observation-invalid', where: { file } })
  const [large] = createObservations(
    { raffleId, source: 'x'.repeat(700_000), observedAt: new Date(), envelopes: [] },
    observer.secretKey,
  )
  const many = Array.from({ length: 80 }, () => large!)
  t.throws(() => appendObservations(`${folder}/large.json`, raffleId, many), { code: 'file-too-large' })
  t.notOk(existsSync(`${folder}/large.json`))
  writeFileSync(file, JSON.stringify(sign({ ...observation, raffle_id: raffleId })))
  t.equal((await observe()).code, 0)
  t.same(lengths(read()), [0, 4], 'one envelope becomes a list')
})

await t.test('what somebody else signed does not stand for one’s own word', async t => {
  const { observe, folder, read } = await stage(t, [chain])
  const other = createKey('bob')
  const bob = {
    ...keyFile,
    public_key: other.publicKey,
    secret_key: Buffer.from(other.secretKey).toString('hex'),
  }
  writeFileSync(`${folder}/bob.json`, JSON.stringify(bob), { mode: 0o600 })
  t.match(await observe('--observer-key', 'bob.json'), { code: 0, stdout: /^1 observation / })
  t.match(await observe(), { code: 0, stdout: /^2 observations /, stderr: /nothing is new/ })
  t.match(await observe(), { code: 0, stdout: /^2 observations / })
  t.throws(() => read(), /not signed/, 'the first is of Bob')
})

await t.test('wrong calls', async t => {
  const { observe, folder, args } = await stage(t, [chain])
  const cases: readonly (readonly [args: readonly string[], error: RegExp])[] = [
    [['--raffle', '11111111-51d9-4a41-9a52-0c92cdbd1d6a'], /one raffle is observed at a time/],
    [['--interval', '0.5'], /--interval takes seconds from 1/],
    [['--interval', 'x'], /--interval takes a number of seconds/],
    [
      ['--observer-key', 'none.json'],
      /none\.json: there is no such file.*\nhint: drawaudit trust init --observer NAME/,
    ],
    [['--trust', 'none.json'], /none\.json: there is no such file.*\nhint: drawaudit trust init makes/],
    [['--trust', 'observer.key.json'], /not a trust file/],
  ]
  for (const [more, error] of cases)
    t.match(await observe(...more), { code: 2, stderr: error }, more.join(' '))
  const [word = '', url = ''] = args
  t.match(await run([word, url, '--raffle', 'x'], { cwd: folder }), { code: 2, stderr: /named by its UUID/ })
  t.match(await run([word, url], { cwd: folder }), { code: 2 })
  t.match(await run([word, url, '--raffle', raffleId], { cwd: folder }), {
    code: 2,
    stderr: /--allow-private|public/,
  })
  t.notOk(existsSync(`${folder}/seen.json`))

  writeFileSync(`${folder}/pass`, 'correct horse\n')
  await run(
    [
      'trust',
      'init',
      '-o',
      't.json',
      '--observer',
      'B',
      '--observer-key',
      'b.json',
      '--passphrase-file',
      'pass',
    ],
    { cwd: folder },
  )
  t.match(await observe('--observer-key', 'b.json'), {
    code: 2,
    stderr: /the key is encrypted, and there is no passphrase/,
  })
  t.match(await observe('--observer-key', 'b.json', '--passphrase-file', 'seen.json'), { code: 2 })
  t.match(await observe('--observer-key', 'b.json', '--passphrase-file', 'pass'), { code: 0 })
})

await t.test('Ctrl-C ends it, and what was seen is there', async t => {
  const { args, folder, read } = await stage(t, [chain.slice(0, 1)])
  const child = start(process.execPath, [bin, ...args, '--follow'], { cwd: folder })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('commitment seen') && !said.includes('interrupted')) child.kill('SIGINT')
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  t.equal(code, null)
  t.equal(signal, 'SIGINT', 'which a shell reports as 130')
  t.match(said, /interrupted; what was seen so far is in the file\n/)
  t.same(lengths(read()), [1])
})
