import t from 'tap'
import { broken, absent, kept, undecided, type Decision } from '../../src/conformance/rule.js'
import { askSchemas } from '../../src/conformance/schema-question.js'
import { raffle, seenOf, timeout, told, type Given } from './made-up.js'

const statistics = {
  raffle_id: raffle,
  total_entries: 142,
  paid_entries: 140,
  free_entries: 2,
  max_entries: 150,
  updated_at: '2026-11-20T16:15:00+00:00',
}

await t.test('a view is judged by its schema', t => {
  const [question, ...more] = askSchemas(['audit', 'stats'])
  if (question === undefined) throw new Error('nothing is asked')
  t.strictSame([more, question.probes], [[], ['stats']])
  const judge = (stats: Given | typeof timeout): string => told(question.judge(seenOf({ stats })))
  t.equal(judge({ json: statistics }), 'kept')
  t.match(
    judge({ json: { ...statistics, free_entries: 'x' } }),
    /^broken: schemas\/statistics.json \| .*free_entries/,
  )
  t.equal(judge({ text: '{' }), 'undecided, rule-undecided: the content is not read')
  t.equal(judge({ status: 404 }), 'absent: the service answers 404')
  t.equal(judge(timeout), 'undecided, remote-timeout: no answer in time')
  t.equal(told(question.judge(seenOf())), 'undecided, rule-undecided: nothing was asked')
  t.strictSame(
    askSchemas(['odds', 'stats']).map(({ probes }) => probes),
    [['stats'], ['odds']],
  )
  t.end()
})

await t.test('a claim says how it ended', t => {
  const [question] = askSchemas(['odds'])
  const cases: readonly (readonly [decision: Decision, ending: string, because: string])[] = [
    [kept, 'proven schema-valid', ''],
    [absent('none'), 'not-applicable rule-not-applicable', ': none'],
    [undecided('no answer', 'remote-timeout'), 'not-provable remote-timeout', ': no answer'],
    [broken('a schema', 'no text'), 'refuted schema-invalid', ': no text'],
    [
      { is: 'unsteady', expected: 'a schema', found: 'no text', times: 2, of: 3 },
      'not-provable rule-unsteady',
      ': no text; so it is in 2 of 3 answers',
    ],
  ]
  for (const [decision, ending, because] of cases) {
    const { id, status, code, message } = question!.describe({ decision, answer: undefined })
    t.strictSame([id, `${status} ${code}`], ['odds.schema', ending])
    t.equal(message, `the answer has the form of schemas/odds.json${because}`)
  }
  t.end()
})
