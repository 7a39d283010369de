import t from 'tap'
import {
  askRules,
  decideJudged,
  describeDecisions,
  describeUnprobed,
  type DecidedAnswer,
} from '../../src/conformance/decisions.js'
import { raffleProbes, serviceProbes } from '../../src/conformance/probe-names.js'
import {
  absent,
  broken,
  decide,
  does,
  kept,
  undecided,
  worst,
  type AnswerRule,
  type Decision,
  type Severity,
} from '../../src/conformance/rule.js'
import { rules } from '../../src/conformance/rules/index.js'
import { answered, baseUrl, raffle, seenOf, timeout, told } from './made-up.js'

const ruleOf = (severity: Severity): AnswerRule => ({
  id: 'AUD-99',
  section: '9.9',
  severity,
  requires: 'something',
  sends: '',
  on: [],
  judge: () => kept,
})
const about = { id: 'AUD-99', section: '9.9' }
const [first, last] = [answered({ url: 'https://a.example/1' }), answered({ url: 'https://a.example/2' })]
const reproduce = 'curl -sSi -H Accept: https://a.example/1'

const unsteady: Decision = { is: 'unsteady', expected: 'this', found: 'that', times: 1, of: 3 }

function describe(severity: Severity, ...decisions: readonly Decision[]) {
  const decided = decisions.map((decision): DecidedAnswer => ({ decision, answer: first }))
  return describeDecisions([{ rule: ruleOf(severity), decided }])
}

await t.test('of a rule that must be kept, a claim says how it ended', t => {
  const cases = [
    [kept, { status: 'proven', code: 'rule-kept', message: 'something' }],
    [absent('none'), { status: 'not-applicable', code: 'rule-not-applicable', message: 'something: none' }],
    [
      undecided('no answer', 'remote-timeout'),
      { status: 'not-provable', code: 'remote-timeout', message: 'something: no answer', reproduce },
    ],
    [
      broken('this', 'that'),
      {
        status: 'refuted',
        code: 'rule-broken',
        message: 'something',
        expected: 'this',
        found: 'that',
        reproduce,
      },
    ],
    [
      unsteady,
      {
        status: 'not-provable',
        code: 'rule-unsteady',
        message: 'something: broken in 1 of 3 answers',
        expected: 'this',
        found: 'that',
        reproduce,
      },
    ],
  ] as const
  for (const [decision, claim] of cases) {
    t.strictSame(describe('must', decision), { claims: [{ ...about, ...claim }], findings: [] }, decision.is)
  }
  const shown = { decision: broken('this', 'that'), answer: { probe: 'audit', fault: timeout } } as const
  for (const one of [shown, { ...shown, answer: undefined }]) {
    const { claims } = describeDecisions([{ rule: ruleOf('must'), decided: [one] }])
    t.notOk('reproduce' in claims[0]!, 'what was not answered shows nothing')
  }
  t.strictSame(describe('must'), { claims: [], findings: [] }, 'what was not asked is not said')
  t.end()
})

await t.test('of a rule that should be kept, a finding says that it was not', t => {
  const finding = {
    code: 'should-broken',
    rule: 'AUD-99',
    section: '9.9',
    expected: 'this',
    found: 'that',
    reproduce,
  }
  for (const [decision, message] of [
    [broken('this', 'that'), 'something'],
    [unsteady, 'something: broken in 1 of 3 answers'],
  ] as const) {
    t.strictSame(
      describe('should', decision),
      { claims: [], findings: [{ ...finding, message }] },
      decision.is,
    )
  }
  for (const decision of [kept, absent('none'), undecided('no answer')])
    t.strictSame(describe('should', decision), { claims: [], findings: [] }, decision.is)
  t.end()
})

await t.test('of what is left open, a finding says what a service does', t => {
  const findings = ['one', 'two'].map(message => ({
    code: 'left-open',
    rule: 'AUD-99',
    section: '9.9',
    message,
  }))
  t.strictSame(describe('open', does('one'), does('two')), { claims: [], findings }, 'of every alternative')
  for (const decision of [kept, absent('none'), undecided('no answer')])
    t.strictSame(describe('open', decision), { claims: [], findings: [] }, decision.is)
  t.end()
})

await t.test('the worst of several alternatives counts', t => {
  const order: readonly Decision[] = [
    broken('this', 'that'),
    unsteady,
    undecided('no answer'),
    kept,
    absent('none'),
  ]
  for (const [index, decision] of order.entries()) {
    const judged = order.slice(index).toReversed()
    t.equal(worst(judged.map(one => ({ decision: one })))?.decision, decision, decision.is)
  }
  t.end()
})

await t.test('without a breach, what was kept counts, then what was absent, then the last word', t => {
  const [one, two] = [undecided('first'), undecided('last')]
  t.equal(decide([one, absent('none'), kept, two]), kept)
  t.strictSame(decide([one, absent('none'), two]), absent('none'))
  t.equal(decide([one, two]), two)
  t.end()
})

await t.test('a breach is shown by the first answer that has it, anything else by the last', t => {
  const judged = (endings: readonly (typeof kept)[]) =>
    endings.map((ending, index) => ({ ending, answer: index === 0 ? first : last }))
  t.equal(decideJudged(judged([broken('this', 'that'), kept]), 5).answer, first)
  t.equal(decideJudged(judged([kept, broken('this', 'that')]), 5).answer, last)
  t.equal(decideJudged(judged([undecided('no answer'), kept]), 5).answer, last)
  t.equal(decideJudged([], 5).answer, undefined)
  t.end()
})

await t.test('a rule is asked on each alternative whose probes there are', t => {
  const setting = { baseUrl, raffle, vendorType: 'a/b' }
  const asked = (id: string, ...probes: Parameters<typeof askRules>[1]) =>
    askRules(
      rules.filter(rule => rule.id === id),
      probes,
      ['generated-0'],
      setting,
    ).map(question => [question.probes, question.once])
  t.strictSame(asked('ERR-13', ...raffleProbes, ...serviceProbes), [
    [['unknown-odds', 'unknown-stats'], false],
  ])
  t.strictSame(asked('ERR-13', 'unknown-odds'), [])
  t.strictSame(asked('LIM-14', 'stats', 'unknown-audit'), [
    [['stats'], true],
    [['unknown-audit'], true],
  ])
  t.strictSame(asked('HDR-01', 'stats'), [
    [['stats'], false],
    [['generated-0'], false],
  ])
  t.strictSame(asked('LIM-08', ...raffleProbes), [], 'many requests are another matter')
  const [question] = askRules(rules, ['post'], [], setting).filter(({ rule }) => rule.id === 'HDR-04')
  t.equal(told(question!.judge(seenOf({ post: { status: 405 } }))), 'kept')
  t.throws(() => question!.judge(seenOf()), { message: 'HDR-04 is judged without its answer' })
  t.throws(() => question!.judge(seenOf({ post: timeout })), {
    message: 'HDR-04 is judged without its answer',
  })
  t.end()
})

await t.test('a rule that is not probed is neither asked for nor proven', t => {
  t.strictSame(describeUnprobed(ruleOf('must')), {
    ...about,
    status: 'not-provable',
    code: 'rule-not-probed',
    message: 'something: give --probe-rate-limit to try it',
    asked: false,
  })
  t.end()
})
