import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { encodeLogEntry } from '../../src/core/dsse.js'
import { parseBundle } from '../../src/model/bundle.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { stampStatements } from '../../src/operator/stamp-statements.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { checkTimestamps, readTimestampResponse, readCertificates } from '../../src/timestamp/index.js'
import { close, goTo, raffleId, setUp, type Stage } from './stage.js'

type Answer = (stamp: () => Buffer, response: ServerResponse) => void
interface Authority {
  readonly url: string
  readonly pem: string
  readonly close: () => void
}
const { startAuthority } = await import('../../scripts/time-stamp-authority.js')

const replyType = 'application/timestamp-reply'
const env = {}

async function start(
  test: { teardown: (action: () => void) => void },
  name: string,
  answer?: Answer,
): Promise<Authority> {
  const authority = await startAuthority(join(folder, name), answer && { answer })
  test.teardown(authority.close)
  return authority
}

const folder = t.testdir()

const faultsOf = (stamped: Awaited<ReturnType<typeof stampStatements>>): readonly string[] =>
  stamped.map(({ sequence, fault }) => `${sequence} ${fault === undefined ? 'kept' : fault.code}`)

await t.test('the commitment and the seal are stamped once, and an auditor can check it', async t => {
  const stage = await setUp(t)
  const authority = await start(t, 'honest')
  await goTo(stage, 'imported')
  const urls = [authority.url, authority.url]
  t.strictSame(faultsOf(await stampStatements(stage.desk, raffleId, urls, { env })), ['0 kept'])
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  t.strictSame(faultsOf(await stampStatements(stage.desk, raffleId, urls, { env })), ['1 kept'])
  t.strictSame(await stampStatements(stage.desk, raffleId, urls, { env }), [], 'nothing is asked twice')

  const { timestamps = [], statements } = parseBundle(await stage.bundle())
  t.strictSame(
    timestamps.map(({ sequence }) => sequence),
    [0, 1],
  )
  const [certificate] = readCertificates(readFileSync(authority.pem))
  const trust = parseTrust({
    trust: 'drawaudit/v1',
    timestampers: [{ name: 'Stamps', certificates: [Buffer.from(certificate!).toString('base64')] }],
  })
  const checked = await checkTimestamps(
    timestamps.map(({ token }) => token),
    trust,
    new Date(Date.now() + 5000),
  )
  for (const [place, result] of checked.entries()) {
    t.match(result, { who: 'Stamps', algorithm: 'sha256' })
    const entry = encodeLogEntry(statements[place]!)
    t.strictSame(
      'imprint' in result && result.imprint,
      new Uint8Array(createHash('sha256').update(entry).digest()),
    )
  }
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('what fails is said, takes its time and no more, and harms nothing', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const answers: readonly (readonly [name: string, answer: Answer, code: string])[] = [
    ['hangs', () => undefined, 'remote-timeout'],
    ['down', (_, response) => response.writeHead(500).end(), 'timestamp-invalid'],
    [
      'page',
      (stamp, response) => response.setHeader('content-type', 'text/html').end(stamp()),
      'timestamp-invalid',
    ],
    [
      'garbage',
      (_, response) => response.setHeader('content-type', replyType).end('no token'),
      'timestamp-invalid',
    ],
    [
      'huge',
      (_, response) => response.setHeader('content-type', replyType).end(Buffer.alloc(70_000)),
      'remote-too-large',
    ],
    ['closes', (_, response) => response.socket?.destroy(), 'remote-closed'],
  ]
  // What was stamped for somebody else, and what was stamped for us before.
  let before: Buffer | undefined
  const replays = await start(t, 'replays', (stamp, response) => {
    before ??= stamp()
    response.setHeader('content-type', replyType).end(before)
  })
  const honest = await start(t, 'beside')
  const faulty = await Promise.all(answers.map(([name, answer]) => start(t, name, answer)))
  const began = performance.now()
  const urls = [...faulty.map(({ url }) => url), honest.url, replays.url, 'ftp://time.example']
  const stamped = await stampStatements(stage.desk, raffleId, urls, { env, deadline: 1500 })
  t.ok(performance.now() - began < 6000, 'all at once, and bounded')
  t.strictSame(faultsOf(stamped), [
    ...answers.map(([, , code]) => `0 ${code}`),
    '0 kept',
    '0 kept',
    '0 url-invalid',
  ])
  t.equal(tokensOf(await stage.bundle()).length, 2, 'what came is kept')
  t.match(
    faultsOf(await stampStatements(stage.desk, raffleId, [honest.url, faulty[1]!.url], { env })),
    ['0 timestamp-invalid'],
    'who has answered is not asked again',
  )
  await cancelRaffle(stage.desk, raffleId, 'too few entries')
  t.strictSame(
    faultsOf(await stampStatements(stage.desk, raffleId, [replays.url, honest.url], { env })),
    ['1 timestamp-invalid', '1 kept'],
    'a token of something else is not kept',
  )
})

await t.test('an answer to another query is refused, although it stamps the same statement', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  let before: Buffer | undefined
  const { url } = await start(t, 'again', (stamp, response) => {
    before ??= stamp()
    response.setHeader('content-type', replyType).end(before)
  })
  const [first, second] = await stampStatements(stage.desk, raffleId, [`${url}1`, `${url}2`], { env })
  const faults = [first, second].flatMap(one => (one?.fault === undefined ? [] : [one.fault]))
  t.match(faults, [
    {
      code: 'timestamp-invalid',
      message: /^the answer is not a token for this request: it answers another query: its nonce/,
    },
  ])
  t.equal(faults.length, 1)
  t.equal((await stage.store.ceremonies.readTokens(raffleId)).length, 1)
})

await t.test('what is wrong with an answer is said of the answer', t => {
  const query = { imprint: new Uint8Array(32), nonce: new Uint8Array(8) }
  const answers: readonly (readonly [bytes: Uint8Array, message: string])[] = [
    [Buffer.from('no token'), 'the answer is not a token for this request: the answer is not ASN.1'],
    [
      Uint8Array.of(0x30, 0x00, 0x00),
      'the answer is not a token for this request: there are bytes after the end of the answer',
    ],
    [Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02), 'the authority did not stamp it: status 2'],
  ]
  for (const [bytes, message] of answers) {
    t.throws(() => readTimestampResponse(bytes, query), { code: 'timestamp-invalid', message })
  }
  t.end()
})

await t.test('URLs that differ by a slash at the end are one authority', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const { url } = await start(t, 'slashes')
  const { host } = new URL(url)
  const stamp = (...urls: readonly string[]) => stampStatements(stage.desk, raffleId, urls, { env })
  t.strictSame(faultsOf(await stamp(`http://${host}`, url, `HTTP://${host}/`)), ['0 kept'])
  t.strictSame(await stamp(url), [])
  t.strictSame(faultsOf(await stamp(`${url}tsr/`, `${url}tsr`, `${url}tsr?a`)), ['0 kept', '0 kept'])
  t.strictSame(await stamp(`${url}tsr`, `${url}tsr/`), [])
  t.equal((await stage.store.ceremonies.readTokens(raffleId)).length, 3)
})

await t.test('a raffle that is not there has no time-stamps', async t => {
  const stage = await setUp(t)
  await t.rejects(stampStatements(stage.desk, raffleId, ['http://127.0.0.1:1/'], { env }), {
    code: 'raffle-missing',
  })
})

await t.test('a bundle has four tokens of a statement, however many were asked for', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const { url } = await start(t, 'many')
  const urls = [1, 2, 3, 4, 5].map(number => `${url}${number}`)
  t.equal((await stampStatements(stage.desk, raffleId, urls, { env })).length, 5)
  t.equal((await stage.store.ceremonies.readTokens(raffleId)).length, 5)
  t.equal(tokensOf(await stage.bundle()).length, 4)
  t.ok(parseBundle(await stage.bundle()))
})

await t.test('the nonce is a positive number of 8 bytes, whatever is drawn', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  for (const fill of [0, 0xff, 0x80]) {
    const { url } = await start(t, `nonce-${fill}`)
    const desk = { store: stage.store, random: (length: number) => new Uint8Array(length).fill(fill) }
    t.strictSame(faultsOf(await stampStatements(desk, raffleId, [url], { env })), ['0 kept'], String(fill))
  }
})

function tokensOf(bundle: Awaited<ReturnType<Stage['bundle']>>) {
  return parseBundle(bundle).timestamps ?? []
}

await t.test('a token that is too long for a bundle is not kept', t => {
  const query = { imprint: new Uint8Array(32), nonce: new Uint8Array(8) }
  for (const size of [65_537, 65_538]) {
    const bytes = new Uint8Array(size)
    const body = size - 4
    bytes.set([0x30, 0x82, body >> 8, body & 0xff])
    bytes.set([0x06, 0x82, (body - 4) >> 8, (body - 4) & 0xff], 4)
    t.throws(() => readTimestampResponse(bytes, query), {
      code: 'timestamp-invalid',
      message: /more than 65536 bytes/,
    })
  }
  t.end()
})

await t.test('of two runs at once one keeps its token, and the other says so', async t => {
  const stage = await setUp(t)
  const authority = await start(t, 'raced')
  await goTo(stage, 'imported')
  const ask = () => stampStatements(stage.desk, raffleId, [authority.url], { env })
  const answers = (await Promise.all([ask(), ask()])).flat()
  t.strictSame(answers.map(({ sequence, isKeptBefore = false }) => [sequence, isKeptBefore]).sort(), [
    [0, false],
    [0, true],
  ])
  t.equal((await stage.store.ceremonies.readTokens(raffleId)).length, 1)
})
