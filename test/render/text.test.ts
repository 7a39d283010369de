import t from 'tap'
import { renderJson, renderJsonLine } from '../../src/render/json.js'
import { renderText } from '../../src/render/text.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import {
  brokenRule,
  claimOf,
  drawOf,
  findCommands,
  findUnsafe,
  hostile,
  hostileFailure,
  hostileReport,
  kept,
  rules,
  service,
} from './reports.js'

const report = createReport([decideSubject(service)])

await t.test('of a service what is not kept is shown, and the rest counted', t => {
  const text = renderText(report)
  const ids = [...text.matchAll(/^ {2}(?:refuted|not provable|proven|not applicable) +(\S+)/gm)].map(
    ([, id]) => id,
  )
  t.strictSame(ids, ['ERR-04', 'LIM-01'])
  const of = (code: string): number => rules.filter(rule => rule.code === code).length
  t.strictSame([of('rule-kept'), of('rule-not-applicable'), of('rule-not-probed')], [61, 2, 1])
  t.match(text, '\n  61 rules kept, 2 not applicable, 1 not probed\n')
  t.match(
    text,
    /\n {2}finding +should-broken ERR-14 +the generated id is a UUID\n +expected a UUID\n +found {4}req-8812\n/,
  )
  t.match(text, /\n {2}finding +left-open HDR-07 +no request was redirected\n/)
  t.notMatch(text, 'who could have chosen')
  t.end()
})

await t.test('`all` shows every rule', t => {
  const text = renderText(report, { all: true })
  for (const { id } of rules) t.match(text, ` ${id} `)
  t.notMatch(text, 'rules kept')
  t.notMatch(text, /AUD-01.*\n +section/, 'of a kept rule there is nothing to look up')
  t.end()
})

await t.test('below a broken rule: expected, found, section, and a command on one line', t => {
  const lines = renderText(report, { width: 60 })
    .split('\n')
    .map(line => line.trim())
  t.equal(lines[1], 'Breaks the specification: ERR-04')
  const at = lines.findIndex(line => /^refuted +ERR-04/.test(line))
  t.match(lines[at + 1], /^this rule is broken: a 404 has the code/)
  t.strictSame(lines.slice(at + 2, at + 6), [
    'expected NOT_FOUND',
    'found    not_found',
    'section 7',
    brokenRule.reproduce,
  ])
  t.end()
})

await t.test('a raffle says who could have chosen, and shows what is more than a rule', t => {
  const claims = [...rules.slice(0, 1), claimOf('draws.kept', 'proven', { code: 'draws-kept' })]
  const asked = claimOf('level.short', 'not-applicable')
  const subject = decideSubject(drawOf([...claims, asked], { kind: 'raffle' }), ['level.short'])
  const text = renderText(createReport([subject], { require: ['level.short'] }))
  t.match(text, /proven +draws\.kept/)
  t.match(text, /not applicable +level\.short/, 'it was asked for, and so decides')
  t.match(text, '\n  1 rule kept\n')
  t.match(text, 'who could have chosen the winner: nobody who is known')
  t.end()
})

await t.test('a draw shows every claim', t => {
  const text = renderText(createReport([decideSubject(drawOf([kept, claimOf('a.b', 'not-applicable')]))]))
  t.match(text, /proven +winner\.derived/)
  t.match(text, /not applicable +a\.b/)
  t.end()
})

await t.test('a command that is cut would be another command', t => {
  const long = { ...brokenRule, reproduce: `curl ${'x'.repeat(4000)}` }
  t.notMatch(renderText(createReport([decideSubject({ ...service, claims: [long] })])), 'curl xxx')
  t.end()
})

await t.test('nothing that a terminal or a CI runner acts on', t => {
  for (const report of [hostileReport, hostileFailure]) {
    const texts = [
      renderText(report),
      renderText(report, { brief: true }),
      renderText(report, { width: 60 }),
      renderJson(report),
      renderJsonLine(report),
    ]
    for (const text of texts) {
      t.strictSame(findUnsafe(text), [])
      t.strictSame(findCommands(text), [])
    }
    t.same(JSON.parse(renderJson(report)), report, 'JSON is escaped, not changed')
    t.same(JSON.parse(renderJsonLine(report)), report)
    t.equal(renderJsonLine(report).split('\n').length, 2)
  }
  const title = '::add-mask::x ##[set-output name=a]b ::stop-commands::y'
  const text = renderText(createReport([decideSubject(drawOf([kept], { title, source: '::debug::x' }))]))
  t.strictSame(findCommands(text), [])
  t.match(text, '\\u{3a}:add-mask::x \\u{23}#[set-output')
  t.equal(findCommands(hostile).length, 2, 'there is something to escape')
  t.end()
})
