// What is given to the page beside a document: what of it is used, and what is said of the rest.
import t from 'tap'
import { checkDocument, hasTimestamps } from '../../src/page/check-document.js'
import type { CheckRequest } from '../../src/page/messages.js'
import { readGood } from '../protocol/scenario-files.js'
import { answerOf, check, checkEvidence, engine, readText, requestOf } from './requests.js'

const record: CheckRequest = {
  document: readText('fixtures/records/three-prizes.json'),
  trustFrom: 'none',
  now: Date.parse('2027-01-01T00:00:00Z'),
}

await t.test('a time-stamp beside a record was not used, and one that is not there was not', async t => {
  t.notOk('isStampUnused' in (await check(record)))
  t.notOk('isStampUnused' in (await check({ ...record, timestamps: [] })))
  t.equal((await check({ ...record, timestamps: [new ArrayBuffer(1)] })).isStampUnused, true)
})

await t.test('what is no record is not taken for one', async t => {
  const request = requestOf(readGood('observed'))
  for (const text of ['[]', 'null', '7', '"record"']) {
    t.match(
      await check({ ...request, record: text }),
      {
        kind: 'unreadable',
        claims: [{ message: 'the audit record cannot be read: expected a JSON object' }],
      },
      text,
    )
  }
})

await t.test('the secret number of a receipt has 32 hex digits, not one more or less', async t => {
  const evidence = readGood('observed')
  const ask = async (nonce: string) =>
    answerOf(await checkEvidence(evidence, { receipt: { envelope: '{}', nonce } }), 'ticket').text[0]
  const bad = 'The receipt cannot be read: the nonce beside it is not 32 hex digits.'
  const good = '00112233445566778899aAbBccddeeff'
  for (const nonce of ['', good.slice(1), `${good}0`, `${good}00`, `0${good}`, `x${good.slice(1)}`]) {
    t.equal(await ask(nonce), bad, nonce)
  }
  t.not(await ask(good), bad, 'it is the receipt that cannot be read')
  t.match(await ask(good), /^The receipt cannot be read: /)
})

const stampers = (request: CheckRequest): CheckRequest => {
  const certificate = readGood('stamped').trust.timestampers
  const trust = JSON.parse(request.trust ?? '{}') as object
  return { ...request, trust: JSON.stringify({ ...trust, timestampers: certificate }) }
}

await t.test(
  'what checks time-stamps is needed where there are some, and someone is believed for them',
  t => {
    const request = stampers(requestOf(readGood('observed')))
    const given = { ...request, timestamps: [new ArrayBuffer(1)] }
    t.equal(hasTimestamps(request), false, 'there is none')
    t.equal(hasTimestamps({ ...request, timestamps: [] }), false)
    t.equal(hasTimestamps(given), true, 'one beside it')
    t.equal(hasTimestamps(stampers(requestOf(readGood('stamped')))), true, 'one in it')
    t.equal(hasTimestamps({ ...given, trustFrom: 'service' }), false, 'a site names its own')
    t.equal(hasTimestamps({ ...given, trust: '{"trust":"drawaudit/v1"}' }), false, 'nobody is believed')
    t.equal(hasTimestamps({ ...record, ...given, document: record.document }), false, 'a record has none')
    t.end()
  },
)

await t.test('time-stamps that were not checked are said not to be', async t => {
  const limits = async (request: CheckRequest) =>
    answerOf(await checkDocument(request, { engine }), 'limits').text.join(' ')
  const request = requestOf(readGood('stamped'))
  t.match(await limits(stampers(request)), /the command line tool can check them/)
  t.match(await limits({ ...request, trustFrom: 'service' }), /count only under an authority/)
  t.notMatch(await limits(requestOf(readGood('observed'))), /time-stamp/)
})
