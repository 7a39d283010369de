import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import t from 'tap'
import { decodeEnvelope, encodeLogEntry } from '../../src/core/dsse.js'
import { checkDocument, hasTimestamps } from '../../src/page/check-document.js'
import { checkTimestamps } from '../../src/timestamp/index.js'
import { altered, ceremony } from '../protocol/scenarios/scenario.js'
import { buildToken, createSelfSigned } from '../timestamp/build-token.js'
import { built } from './browser.js'

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
  t.match(JSON.stringify(await checkDocument(request, { checkTimestamps })), /Stampers Ltd time-stamped/)
  const without = await checkDocument(request)
  t.match(JSON.stringify(without), /time-stamps, which were not checked here/, timelyOf(without))
  t.ok(hasTimestamps(request))
  t.notOk(hasTimestamps(createRequest(false)), 'no token')
  t.notOk(hasTimestamps(createRequest(true, false)), 'no anchor')
  t.notOk(hasTimestamps({ ...request, trustFrom: 'service' }), 'a service names its own')
  t.notOk(hasTimestamps({ ...request, document: '{' }))
  t.notOk(hasTimestamps({ ...request, document: '{"bundle":"drawaudit/v1"}' }))
})

await t.test('who has no time-stamp does not load what checks them', t => {
  const read = (name: string): Buffer => readFileSync(join(built, name))
  t.notOk(read('worker.js').includes('1.2.840.113549.1.9.16.1.4'))
  t.notOk(read('verify.html').includes('1.2.840.113549.1.9.16.1.4'))
  const stamps = read('worker-stamps.js')
  t.ok(stamps.includes('1.2.840.113549.1.9.16.1.4'))
  const size = brotliCompressSync(stamps).length
  t.ok(size < 185_000, `${size} bytes`)
  t.end()
})
