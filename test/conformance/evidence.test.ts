import t from 'tap'
import type { Answer, AnswersByProbe } from '../../src/conformance/answer.js'
import {
  askEvidence,
  describeEvidence,
  gatherBeside,
  parseAnsweredBundle,
  readObject,
  type BundleEvidence,
  type Gathered,
} from '../../src/conformance/evidence.js'
import type { ProbeName } from '../../src/conformance/probe-names.js'
import { broken, kept, undecided, type Decision } from '../../src/conformance/rule.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { createRaffle, type Evidence } from '../protocol/factory.js'
import { base } from '../protocol/scenarios/scenario.js'
import { answer, sample, seenOf, timeout, told, type Given } from './made-up.js'

const plain = createRaffle(base)
const light = createRaffle({ ...base, list: 'light' })
const record = plain.record as { readonly raffle_id: string }
const raffle = record.raffle_id
const other = '11234567-89ab-cdef-0123-456789abcdef'
const source = 'https://raffles.example/api/v1'

const bundleOf = ({ trust }: Evidence): BundleEvidence => ({
  trust: parseTrust(JSON.parse(JSON.stringify(trust))),
  options: { observations: [], engine: native },
  now: () => new Date(),
})

function ask(
  probes: readonly ProbeName[],
  bundle?: BundleEvidence,
  gathered = new WeakMap<Answer, Gathered>(),
) {
  return askEvidence(probes, { raffle, source, gathered, ...(bundle && { bundle }) })
}

await t.test(
  'the record is asked for in both media types, and the bundle where there is trust in somebody',
  t => {
    const all = ['audit', 'audit-vendor', 'bundle'] as const
    const asked = (...given: Parameters<typeof ask>): unknown => ask(...given).map(({ probes }) => probes)
    t.strictSame(asked(all, bundleOf(plain)), [['audit'], ['audit-vendor'], ['bundle', 'audit']])
    t.strictSame(asked(all), [['audit'], ['audit-vendor']])
    t.strictSame(asked(['audit'], bundleOf(plain)), [['audit']])
    t.end()
  },
)

await t.test('a record that is not the one that was asked for decides nothing', t => {
  const [plainly, vendor] = ask(['audit', 'audit-vendor'])
  const cases: readonly (readonly [is: string | RegExp, given: Given | typeof timeout])[] = [
    ['kept', { json: record }],
    ['kept', { json: { ...record, raffle_id: raffle.toUpperCase() } }],
    [`absent: the service knows no raffle ${raffle}`, { status: 404 }],
    [
      `undecided, rule-undecided: the answer is about raffle ${other}`,
      { json: { ...record, raffle_id: other } },
    ],
    ['undecided, rule-undecided: the service answers 410', { status: 410 }],
    ['undecided, rule-undecided: the service answers 499', { status: 499 }],
    ['undecided, remote-error: the service answers 500', { status: 500 }],
    ['undecided, remote-timeout: no answer in time', timeout],
    ['undecided, document-unknown: the answer is not a JSON object', { json: [] }],
    ['undecided, document-unknown: the answer is not a JSON object', { json: null }],
    ['undecided, document-unknown: the answer is not a JSON object', { json: 7 }],
    [/^undecided, json-duplicate-name: /, { text: '{"a":1,"a":2}' }],
    ['broken: a record that nothing refutes | another one', { json: { ...record, draws: 7 } }],
  ]
  for (const [is, given] of cases) {
    const endings = [
      plainly!.judge(seenOf({ audit: given })),
      vendor!.judge(seenOf({ audit: timeout, 'audit-vendor': given })),
    ]
    for (const ending of endings.map(told)) t.match(ending, is)
  }
  t.equal(told(plainly!.judge(seenOf())), 'undecided, rule-undecided: the record was not asked for')
  t.end()
})

await t.test('a bundle is read from an answer that has one', async t => {
  const answered = answer({ json: plain.bundle })
  t.equal(parseAnsweredBundle(answered)?.statements.length, plain.bundle.statements.length)
  for (const none of [{}, { json: [] }, { json: plain.bundle, status: 500 }])
    t.equal(parseAnsweredBundle(answer(none)), undefined)
  t.strictSame(readObject(answer({ json: { a: 1 } })), { value: { a: 1 } })
  const gathered: Gathered = { beside: {} }
  const evidence = { ...bundleOf(plain), gather: () => Promise.resolve(gathered) }
  t.equal(await gatherBeside(answered, evidence), gathered)
  t.equal(await gatherBeside(answer(), evidence), undefined)
  t.equal(await gatherBeside(answered, bundleOf(plain)), undefined)
})

/** What a bundle shows beside which this was gathered. */
function examine(evidence: Evidence, gathered: Partial<Gathered>, change: object = {}) {
  const seen = seenOf({
    audit: { json: evidence.record },
    bundle: { json: { ...evidence.bundle, ...change } },
  })
  const beside = new WeakMap([[seen.get('bundle')!, { beside: {}, ...gathered }]])
  const question = ask(['audit', 'bundle'], bundleOf(evidence), beside).at(-1)!
  const decision = question.judge(seen)
  t.equal(told(decision), 'kept')
  return question.describe({ decision, answer: undefined })
}

const failed = { code: 'remote-error', because: 'it is down' } as const
const refused = { code: 'json-syntax', because: 'it is no list' } as const

await t.test('a log that nobody could read is said, and stops only what it could have shown', t => {
  const message = 'the log was not read, and may have another commitment of this raffle in it: it is down'
  const unread = examine(plain, { unreadLog: failed })
  t.strictSame(unread.findings, [{ code: 'log-unread', message }])
  t.equal(unread.stopped_by, 'document.read')
  t.match(unread.claims.at(-1), {
    id: 'document.read',
    status: 'not-provable',
    code: 'remote-error',
    message: 'the log of the operator can be read: it is down',
  })
  t.equal(examine(plain, {}).stopped_by, 'evidence.timely')
  t.equal(examine(plain, { unreadLog: refused }).stopped_by, 'evidence.timely', 'another time it is no other')
  t.equal(examine(light, { unreadLog: failed }).stopped_by, 'entries.sealed', 'it shows nothing of the list')
  t.end()
})

await t.test('what else is found is told beside the log that was not read', t => {
  const early = { ...bundleOf(plain), now: () => new Date('2000-01-01T00:00:00Z') }
  const seen = seenOf({ bundle: { json: plain.bundle } })
  const codes = (unreadLog?: Gathered['unreadLog']): readonly string[] => {
    const beside = new WeakMap([[seen.get('bundle')!, { beside: {}, ...(unreadLog && { unreadLog }) }]])
    const question = ask(['audit', 'bundle'], early, beside).at(-1)!
    return question
      .describe({ decision: question.judge(seen), answer: undefined })
      .findings.map(({ code }) => code)
  }
  const before = codes()
  t.ok(before.includes('time-in-future'))
  t.strictSame(codes(failed), [...before, 'log-unread'])
  t.end()
})

await t.test('a list that nobody could read is said of a bundle without its list', t => {
  const said = ({ claims }: ReturnType<typeof examine>) =>
    claims.find(({ id }) => id === 'entries.sealed')?.message
  const unread = examine(light, { unreadList: failed })
  t.equal(unread.stopped_by, 'document.read')
  t.equal(unread.claims.at(-1)?.message, 'the sealed list can be read: it is down')
  t.equal(said(unread), `${said(examine(light, {})) ?? ''}; the list was not read: it is down`)
  t.equal(unread.claims.filter(({ message }) => message.includes('the list was not read')).length, 1)
  const none = examine(light, { unreadList: refused })
  t.equal(none.stopped_by, 'entries.sealed')
  t.match(said(none), /; the list was not read: it is no list$/)
  const whole = examine(plain, { unreadList: failed })
  t.equal(whole.stopped_by, 'evidence.timely', 'the bundle has its list')
  t.notMatch(said(whole), 'not read')
  t.end()
})

await t.test('a bundle that is not answered as one', t => {
  const question = ask(['bundle', 'audit'], bundleOf(plain)).at(-1)!
  const judge = (bundle?: Given | typeof timeout): string =>
    told(question.judge(seenOf({ audit: { json: record }, ...(bundle && { bundle }) })))
  t.equal(judge(), 'undecided, rule-undecided: the bundle was not answered')
  t.equal(judge(timeout), 'undecided, rule-undecided: the bundle was not answered')
  for (const status of [400, 404, 499]) t.equal(judge({ status }), 'absent: the service has no bundle')
  t.equal(judge({ status: 429 }), 'undecided, rule-undecided: the service answers 429')
  t.equal(judge({ status: 399 }), 'undecided, rule-undecided: the service answers 399')
  t.equal(judge({ status: 500 }), 'undecided, remote-error: the service answers 500')
  t.match(judge({}), /^undecided, /, 'an object that is no bundle')
  t.end()
})

/** What is said where the record, the record of the other media type and the bundle end so. */
function describe(...decisions: readonly Decision[]) {
  const seen: AnswersByProbe = seenOf({
    audit: { json: record },
    'audit-vendor': { json: { ...record, draws: 7 } },
    bundle: { json: plain.bundle },
  })
  const questions = ask(['audit', 'audit-vendor', 'bundle'], bundleOf(plain))
  for (const question of questions) question.judge(seen)
  return describeEvidence(
    questions.map((question, index) => ({ question, decision: decisions[index]!, answer: undefined })),
    source,
  )
}

const wrong = broken('a record that nothing refutes', 'another one')
const unsteady: Decision = { is: 'unsteady', expected: '', found: '', times: 1, of: 3 }

await t.test('the record counts with its bundle, and the other media type where it refutes', t => {
  const codesOf = ({ claims }: ReturnType<typeof describe>, id: string): unknown =>
    claims.filter(claim => claim.id === id).map(({ status, code, asked }) => [status, code, asked])
  t.equal(describe(kept, kept, kept).kind, 'bundle')
  const alone = describe(kept, kept, { is: 'absent', because: 'the service has no bundle' })
  t.equal(alone.kind, 'audit-record')
  t.strictSame(codesOf(alone, 'document.read'), [])
  t.strictSame(codesOf(describe(kept, wrong, kept), 'record.schema'), [
    ['refuted', 'schema-invalid', undefined],
  ])
  const sometimes = describe(kept, unsteady, kept)
  t.strictSame(codesOf(sometimes, 'record.schema'), [['not-provable', 'rule-unsteady', undefined]])
  t.match(
    sometimes.claims.find(({ id }) => id === 'record.schema')?.message,
    /; so it is in 1 of 3 answers, and not in the others$/,
  )
  const open = describe(kept, kept, undecided('no answer', 'remote-timeout'))
  t.equal(open.kind, 'audit-record')
  t.match(open.claims.at(-1), {
    id: 'document.read',
    status: 'not-provable',
    code: 'remote-timeout',
    message: 'the bundle of the raffle can be read: no answer',
  })
  for (const [decision, code] of [
    [{ is: 'absent', because: 'no raffle' }, 'raffle-unknown'],
    [undecided('no raffle', 'remote-timeout'), 'remote-timeout'],
  ] as const) {
    const unseen = describe(decision, kept, { is: 'absent', because: 'the service has no bundle' })
    t.match(unseen, { kind: 'raffle', level: 0, stopped_by: 'record.schema', findings: [] })
    t.strictSame(
      unseen.claims.map(({ id, status, code, message }) => [id, status, code, message]),
      ['record.schema', 'record.consistent'].map(id => [
        id,
        'not-provable',
        code,
        'there is a record to examine: no raffle',
      ]),
    )
  }
  t.end()
})

await t.test('a record with hashes in another form has a form that the specification leaves open', t => {
  const bytes = Buffer.from('x'.repeat(32)).toString('base64')
  const schema = (changes: object): unknown => {
    const [question] = ask(['audit'])
    const draws = sample.draws.map(draw => ({ ...draw, ...changes }))
    const decision = question!.judge(seenOf({ audit: { json: { ...sample, raffle_id: raffle, draws } } }))
    const { claims } = question!.describe({ decision, answer: undefined })
    return claims.filter(({ id }) => id === 'record.schema').map(({ status, code }) => `${status} ${code}`)
  }
  t.strictSame(schema({}), ['proven schema-valid'])
  t.strictSame(schema({ signature_hash: bytes }), ['not-applicable rule-not-applicable'])
  t.strictSame(schema({ signature_hash: bytes, total_entries: 'x' }), ['refuted schema-invalid'])
  t.end()
})
