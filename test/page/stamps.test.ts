import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import t from 'tap'
import { decodeEnvelope, encodeLogEntry } from '../../src/core/dsse.js'
import { checkDocument, hasTimestamps } from '../../src/page/check-document.js'
import { limits, receipts } from '../../src/page/catalogue/en/answers.js'
import { stamper } from '../../src/page/stamper.js'
import { absent, desk, held, loser } from '../protocol/scenarios/receipts.js'
import { altered, ceremony } from '../protocol/scenarios/scenario.js'
import { buildToken, createSelfSigned } from '../timestamp/build-token.js'
import { utc } from '../protocol/second-opinion.js'
import { createStamper } from '../protocol/stamper.js'
import { built } from './browser.js'
import { firstWorker, wholeWorker } from './file-blocks.js'
import { answerOf, checkEvidence } from './requests.js'

const { times } = ceremony()
const seed = 'A time-stamper'

function createRequest(isStamped = true, isPinned = true) {
  const { bundle, trust, now } = altered(() => undefined)
  const timestamps = bundle.statements.slice(0, 2).map((envelope, sequence) => {
    const entry = encodeLogEntry(decodeEnvelope(envelope))
    const token = buildToken({
      seed,
      at: new Date(1000 * (sequence === 0 ? times.commitmentSeen : times.sealSeen) - 1000),
      imprint: new Uint8Array(createHash('sha256').update(entry).digest()),
    })
    return { sequence, token: Buffer.from(token).toString('base64') }
  })
  const certificates = [Buffer.from(createSelfSigned(seed)).toString('base64')]
  const timestampers = [{ name: 'Stampers Ltd', certificates }]
  return {
    document: JSON.stringify({ ...bundle, ...(isStamped && { timestamps }) }),
    trust: JSON.stringify({ ...trust, ...(isPinned && { timestampers }) }),
    trustFrom: 'file' as const,
    now: new Date(now).getTime(),
  }
}

const timelyOf = (model: object): string =>
  /"[^"]*saw the commitment and the seal[^}]*/.exec(JSON.stringify(model))?.[0] ?? JSON.stringify(model)

await t.test('time-stamps are checked by the program that can, and otherwise said not to be', async t => {
  const request = createRequest()
  t.match(JSON.stringify(await checkDocument(request, { stamper })), /Stampers Ltd time-stamped/)
  const without = await checkDocument(request)
  t.match(JSON.stringify(without), /time-stamps, which were not checked here/, timelyOf(without))
  t.ok(answerOf(without, 'limits').text.includes(limits.stamps['no-program']), 'and what checks them')
  const unanchored = await checkDocument(createRequest(true, false), { stamper })
  t.ok(answerOf(unanchored, 'limits').text.includes(limits.stamps['no-anchors']))
  t.ok(hasTimestamps(request))
  t.notOk(hasTimestamps(createRequest(false)), 'no token')
  t.notOk(hasTimestamps(createRequest(true, false)), 'no anchor')
  t.notOk(hasTimestamps({ ...request, trustFrom: 'service' }), 'a service names its own')
  t.notOk(hasTimestamps({ ...request, document: '{' }))
  t.notOk(hasTimestamps({ ...request, document: '{"bundle":"drawaudit/v1"}' }))
})

await t.test('a time-stamp of a receipt whose key was revoked', async t => {
  const stampers = createStamper('Stampers Ltd')
  const { evidence, receipt } = held(
    it => it.issue(loser, absent),
    { desk },
    ({ trust }) => {
      trust.operators[0]!.keys.at(-1)!.revoked_at = utc(times.sealed)
      trust.timestampers = [stampers.pinned]
    },
  )
  const envelope = JSON.stringify(receipt)
  const ask = (files: readonly Uint8Array[], trust: object = evidence.trust, has = true) =>
    checkEvidence(
      { ...evidence, trust: trust as typeof evidence.trust },
      { receipt: { envelope }, timestamps: files.map(file => Uint8Array.from(file).buffer) },
      has ? { stamper } : {},
    )
  const before = stampers.stamp(receipt, times.sealed - 2)
  const revoked = receipts.openings['key-revoked']!
  const said = await ask([before])
  t.match(answerOf(said, 'ticket'), {
    word: 'refuted',
    text: [
      receipts.openings['receipt-dishonoured'],
      /^Your receipt is dated/,
      /^Stampers Ltd time-stamped your receipt\. It was/,
    ],
  })
  const pem = `-----BEGIN TOKEN-----\n${Buffer.from(before).toString('base64')}\n-----END TOKEN-----\n`
  t.match(answerOf(await ask([Buffer.from(pem)]), 'ticket'), { word: 'refuted' })
  const late = await ask([stampers.stamp(receipt, times.sealed - 1)])
  t.match(answerOf(late, 'ticket').text, [revoked, /Stampers Ltd, did not see it before that/, /^Stampers/])
  const bad = Uint8Array.from(before)
  bad[bad.length - 1]! ^= 1
  for (const [files, words] of [
    [[bad], /^A time-stamp does not count: /],
    [[stampers.stamp(evidence.bundle.statements[0]!, times.committed)], receipts.stamps.other],
    [[Buffer.from('cat')], /^The file is not a time-stamp token/],
    [[new Uint8Array()], /^The file/],
  ] as const) {
    const model = await ask(files)
    t.match(answerOf(model, 'ticket').text, [revoked, /nothing shows that it was there before/, words])
    t.equal(model.verdict, 'proven', 'and nothing else changes')
  }
  t.match(
    answerOf(await ask([before], evidence.trust, false), 'ticket').text[2],
    receipts.stamps['no-program'],
  )
  const nobody = { ...evidence.trust, timestampers: [] }
  t.match(answerOf(await ask([before], nobody), 'ticket').text[2], receipts.stamps['no-anchors'])
  t.notMatch(JSON.stringify(said), /something else than a statement/, 'it is no fault of the bundle')
  const record = await checkDocument(
    { ...createRequest(), document: JSON.stringify(evidence.record), timestamps: [new ArrayBuffer()] },
    { stamper },
  )
  t.equal(record.isStampUnused, true)
})

await t.test('who has no time-stamp does not load what checks them', t => {
  const read = (name: string): Buffer => readFileSync(join(built, name))
  t.notOk(read('worker.js').includes('1.2.840.113549.1.9.16.1.4'))
  t.notOk(firstWorker.includes('1.2.840.113549.1.9.16.1.4'))
  t.ok(wholeWorker.includes('1.2.840.113549.1.9.16.1.4'), 'which has no network')
  const stamps = read('worker-stamps.js')
  t.ok(stamps.includes('1.2.840.113549.1.9.16.1.4'))
  const size = brotliCompressSync(stamps).length
  t.ok(size < 112_000, `${size} bytes`)
  t.end()
})
