import t from 'tap'
import { renderHtml } from '../../src/render/html.js'
import { renderMarkdown } from '../../src/render/markdown.js'
import { describeCounts } from '../../src/render/outcome.js'
import { renderText } from '../../src/render/text.js'
import { createReport, decideSubject, examineUnread, type Examination } from '../../src/verify/verdict.js'
import { readMarkdown } from './markdown.js'
import { broken, claimOf, drawOf, findUnsafe, hostile, kept, open, rules, service } from './reports.js'

const unsteerable = drawOf([kept])
const reproducible = drawOf([kept, open])
const refuted = drawOf([kept, broken])
const unread = examineUnread('notes.json', 'unknown', { code: 'json-syntax', message: 'no JSON' })
const feed: Examination = {
  source: 'draws',
  kind: 'feed',
  claims: [claimOf('feed.consistent', 'proven')],
  findings: [],
  who_could_choose: 'unknown',
}
const raffle: Examination = { ...unsteerable, kind: 'raffle', claims: rules.slice(0, 1) }

function describe(examinations: readonly Examination[], require?: readonly string[]): string {
  const subjects = examinations.map(one => decideSubject(one, require))
  return describeCounts(createReport(subjects, require && { require }))
}

await t.test('draws are named by their level, whatever else is in the report', t => {
  const cases: readonly (readonly [examinations: readonly Examination[], words: string])[] = [
    [[], 'nothing to verify'],
    [[unread], '1 checked: 1 undecided'],
    [[feed, feed], '2 checked: 2 hold'],
    [[unsteerable], '1 checked: 1 unsteerable; asked for unsteerable: 1 of 1 reaches it'],
    [
      [unsteerable, reproducible, unsteerable],
      '3 checked: 2 unsteerable, 1 reproducible; asked for unsteerable: 2 of 3 reach it',
    ],
    [
      [reproducible, refuted, reproducible],
      '3 checked: 1 refuted, 2 reproducible; asked for unsteerable: none of 3 reaches it',
    ],
    [
      [reproducible, unread, reproducible],
      '3 checked: 2 reproducible, 1 undecided; asked for unsteerable: none of 2 draws reaches it',
    ],
    [
      [unsteerable, feed, refuted, unread],
      '4 checked: 1 refuted, 1 unsteerable, 1 holds, 1 undecided; asked for unsteerable: 1 of 2 draws reaches it',
    ],
    [[refuted], '1 checked: 1 refuted'],
    [[refuted, unread], '2 checked: 1 refuted, 1 undecided'],
  ]
  for (const [examinations, words] of cases) t.equal(describe(examinations), words)
  t.end()
})

await t.test('a service and its raffles keep the specification or break it', t => {
  t.equal(describe([service, raffle, raffle]), '3 checked: 1 breaks, 2 keep')
  t.equal(describe([{ ...service, claims: [claimOf('AUD-01', 'not-provable')] }]), '1 checked: 1 undecided')
  const short: Examination = { ...raffle, level: 3, stopped_by: 'beacon.rule' }
  t.equal(
    describe([short], ['unsteerable']),
    '1 checked: 1 keeps; asked for unsteerable',
    'whatever level was asked of its draws',
  )
  t.equal(
    describe([raffle, reproducible]),
    '2 checked: 1 reproducible, 1 keeps; asked for unsteerable: none of 1 draw reaches it',
  )
  t.end()
})

await t.test('what was asked for instead is named, and how many show it', t => {
  t.equal(
    describe([reproducible, unsteerable], ['reproducible']),
    '2 checked: 1 unsteerable, 1 reproducible; asked for reproducible: 2 of 2 reach it',
  )
  t.equal(
    describe([reproducible, unsteerable], ['authentic', 'unsteerable']),
    '2 checked: 1 unsteerable, 1 reproducible; asked for authentic, unsteerable: 1 of 2 reaches them',
  )
  t.equal(
    describe([reproducible, unread], ['winner.derived']),
    '2 checked: 1 reproducible, 1 undecided; asked for winner.derived: 1 of 2 shows it',
  )
  t.equal(
    describe([reproducible], ['reproducible', 'beacon.genuine']),
    '1 checked: 1 reproducible; asked for reproducible, beacon.genuine: none of 1 shows them',
  )
  t.equal(
    describe([refuted], ['winner.named']),
    '1 checked: 1 refuted; asked for winner.named: none of 1 shows it',
  )
  t.end()
})

await t.test('ids that were asked for are text from outside', t => {
  const asked = createReport([decideSubject(reproducible, [hostile])], { require: [hostile] })
  t.strictSame(findUnsafe(describeCounts(asked)), [])
  t.strictSame(findUnsafe(renderText(asked)), [])
  for (const page of [renderHtml(asked), renderMarkdown(asked)]) t.strictSame(findUnsafe(page), [])
  t.notMatch(renderHtml(asked), /<script|<img|<!--/)
  t.ok(readMarkdown(renderMarkdown(asked)).lines.some(({ bare }) => bare.includes('; asked for ')))
  t.end()
})
