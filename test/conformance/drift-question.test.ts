import t from 'tap'
import { askDrift, describeDrift } from '../../src/conformance/drift-question.js'
import type { ProbeName } from '../../src/conformance/probe-names.js'
import { broken, kept, undecided, type Decision } from '../../src/conformance/rule.js'
import { parseAuditRecord, type AuditRecord } from '../../src/model/audit-record.js'
import { createLock, lookUp, withSeen, type LockedRaffle } from '../../src/model/lock.js'
import { baseUrl, raffle, sample, seenOf, timeout, told, type Given } from './made-up.js'

const other = '11234567-89ab-cdef-0123-456789abcdef'
const at = '2026-09-01T08:00:00+00:00'
const record = { json: sample }
const [first, ...rest] = sample.draws
const changed = { json: { ...sample, draws: [{ ...first, winner_entry_id: '1' }, ...rest] } }

function saw(json: object): LockedRaffle {
  const lock = withSeen(
    createLock(),
    baseUrl,
    raffle,
    { record: parseAuditRecord(json) as AuditRecord },
    new Date(at),
  )
  return lookUp(lock, baseUrl, raffle)!
}

const historyOf = (...records: readonly Given[]): Given => ({
  json: {
    raffle_id: raffle,
    versions: records.map(({ json }, index) => ({
      version: index + 1,
      published_at: at,
      reason: null,
      record: json,
    })),
  },
})

const probes = ['audit', 'audit-vendor', 'audit-again'] as const
const ask = (seen: LockedRaffle | undefined = saw(sample), asked: readonly ProbeName[] = probes) =>
  askDrift(asked, { raffle, seen })

await t.test('each way of asking is a question, with the history beside it', t => {
  t.strictSame(
    ask().map(question => [question.probes, question.beside]),
    probes.map(probe => [[probe], ['history']]),
  )
  t.strictSame(
    ask(undefined, ['stats', 'audit-again', 'bundle']).map(question => [question.probes, question.beside]),
    [[['audit-again'], ['history']]],
    'and no bundle where nobody is trusted',
  )
  t.end()
})

const differs = 'broken: what was seen | something else'

await t.test('an answer in each way, beside what was seen', t => {
  const none = 'absent: there is no such answer'
  const cases: readonly (readonly [
    given: Given | typeof timeout,
    plain: RegExp | string,
    otherWay?: string,
  ])[] = [
    [record, 'kept'],
    [changed, differs],
    [{ status: 404 }, differs, none],
    [{ status: 410 }, differs, none],
    [{ ...record, status: 403 }, /^undecided, rule-undecided: .*the service answers 403$/, none],
    [timeout, /^undecided, remote-timeout: .*no answer in time$/, none],
    [{ json: { ...sample, draws: 7 } }, /^undecided, schema-invalid: .*the record breaks its schema$/, none],
    [{ json: { ...sample, raffle_id: other } }, differs, none],
    [{ json: { ...sample, raffle_id: raffle.toUpperCase() } }, 'kept'],
  ]
  for (const [given, plain, otherWay] of cases) {
    const [main, ...others] = ask()
    t.match(told(main!.judge(seenOf({ audit: given }))), plain)
    for (const question of others) {
      const [probe] = question.probes
      t.match(
        told(question.judge(seenOf({ audit: timeout, [probe!]: given }))),
        otherWay ?? plain,
        String(probe),
      )
    }
  }
  t.end()
})

await t.test('the history counts with the plain answer only', t => {
  const [main, vendor] = ask()
  const judge = (history: Given | typeof timeout) => {
    const seen = seenOf({ audit: record, 'audit-vendor': record, history })
    return [main, vendor].map(question => told(question!.judge(seen)))
  }
  t.strictSame(judge(historyOf(record)), ['kept', 'kept'])
  t.strictSame(judge(historyOf(changed)), [differs, 'kept'])
  const unread = (because: string, code = 'remote-error'): string =>
    `undecided, ${code}: the service’s history shows every record that was seen: the history could not be read: ${because}`
  t.strictSame(judge(timeout), [unread('no answer in time', 'remote-timeout'), 'kept'])
  for (const status of [429, 502, 503, 504])
    t.strictSame(judge({ status }), [unread(`it is answered with ${status}`), 'kept'], String(status))
  for (const status of [404, 500]) t.strictSame(judge({ status }), ['kept', 'kept'], String(status))
  t.strictSame(judge({ text: '{' }), ['kept', 'kept'], 'what is no history says nothing')
  t.end()
})

/** An answer, and how it was decided. */
type Answered = readonly [given: Given | typeof timeout, decision: Decision]

/** What is said after the plain answer and the other two. */
function describe(...given: readonly Answered[]) {
  const questions = ask().slice(0, given.length)
  return describeDrift(
    questions.map((question, index) => {
      const [answer, decision] = given[index]!
      question.judge(seenOf({ [question.probes[0]!]: answer }))
      return { question, decision, answer: undefined }
    }),
  )
}

const wrong = broken('what was seen', 'something else')
const unsteady: Decision = { is: 'unsteady', expected: '', found: '', times: 2, of: 3 }

await t.test('the worst of all ways is said, and how it was asked for', t => {
  const said = (...given: readonly Answered[]) => {
    const { claims, accept } = describe(...given)
    const [{ status, code, message } = { status: '', code: '', message: '' }] = claims
    return { ends: `${status} ${code}`, message, accept: accept !== undefined }
  }
  t.match(said([record, kept]), { ends: 'proven draws-kept', accept: true })
  t.match(said([record, kept], [record, kept]), { ends: 'proven draws-kept', accept: true })
  t.match(said([changed, wrong]), {
    ends: 'refuted draw-changed',
    message: /shows no history$/,
    accept: false,
  })
  t.match(said([record, kept], [changed, wrong]), {
    ends: 'refuted draw-changed',
    message: /, asked for as its own media type$/,
    accept: false,
  })
  t.match(said([record, kept], [record, kept], [changed, unsteady]), {
    ends: 'not-provable rule-unsteady',
    message: /asked whether it is still what it was; so it is in 2 of 3 answers, and not in the others$/,
    accept: false,
  })
  t.match(said([timeout, undecided('no answer', 'remote-timeout')], [record, kept]), {
    ends: 'not-provable remote-timeout',
    accept: false,
  })
  t.end()
})

await t.test('a plain answer that never came leaves the claims open', t => {
  const [main, vendor] = ask()
  const describeUnjudged = (decision: Decision) =>
    describeDrift([
      { question: main!, decision, answer: undefined },
      { question: vendor!, decision, answer: undefined },
    ]).claims.map(({ status, code, message }) => `${status} ${code}: ${message}`)
  t.strictSame(describeUnjudged(undecided('no answer', 'remote-timeout')), [
    'not-provable remote-timeout: every draw that was seen before still says what it said: no answer',
    'not-provable remote-timeout: the service’s history shows every record that was seen: no answer',
  ])
  t.match(describeUnjudged(kept)[0], /^not-provable rule-undecided: .*: nothing was answered$/)
  t.throws(() => describeDrift([]), { message: 'no record was asked for' })
  t.end()
})
