import t from 'tap'
import type { Subject } from '../../src/model/report.js'
import { renderSubject } from '../../src/render/text.js'
import { decideSubject } from '../../src/verify/verdict.js'
import {
  broken,
  brokenRule,
  claimOf,
  drawOf,
  finding,
  findUnsafe,
  hostileReport,
  kept,
  open,
  service,
} from './reports.js'

const show = (subject: Subject, require?: readonly string[], width = 80): string =>
  renderSubject(subject, require, { details: false, width }, { winners: ['winning ticket: 10042'] })

await t.test('of a draw what decides it, and the rest by name', t => {
  const draw = drawOf([kept, open, claimOf('choice.bound', 'not-provable')], { findings: [finding, finding] })
  const text = renderSubject(
    decideSubject(draw),
    undefined,
    { details: false },
    {
      winners: ['winning ticket: 10042'],
      next: { says: 'ask drand', command: 'drawaudit verify draws/one.json --online' },
    },
  )
  t.equal(
    text,
    `draws/one.json
  The first draw
  Reproducible: the winners are the ones the rule gives
  published draw

  winning ticket: 10042

  level 3 of 5, reproducible; asked for level 4 (unsteerable), not reached
  missing for level 4: beacon.genuine: not shown that what beacon.genuine says
    holds
  2 not provable: beacon.genuine, choice.bound
  2 findings: modulo-bias (2)
  who could have chosen the winner: nobody who is known
  next: ask drand:
    drawaudit verify draws/one.json --online

`,
  )
  t.end()
})

await t.test('everything that is refuted, with its evidence', t => {
  const other = claimOf('seed.committed', 'refuted', { expected: 'a'.repeat(64), found: 'b'.repeat(64) })
  for (const width of [60, 80, 120]) {
    const text = show(decideSubject(drawOf([kept, broken, other, open])), undefined, width)
    for (const { id, expected = '', found = '' } of [broken, other]) {
      t.match(text, new RegExp(`\\n  refuted +${id}`))
      t.ok(text.includes(expected) && text.includes(found))
    }
    t.match(text, '\n  published winning ticket: 10042\n')
    t.notMatch(text, /\n {2}proven/)
    t.notMatch(text, 'missing for level')
  }
  t.end()
})

await t.test('what was asked for by name, and events, are told', t => {
  const replaced = { code: 'winner-replaced', message: 'the winner of prize 1 was replaced' } as const
  const draw = decideSubject(
    drawOf([kept, open, claimOf('ticket.included', 'proven')], { findings: [replaced] }),
    ['winner.derived'],
  )
  const text = show(draw, ['winner.derived'])
  t.match(text, /\n {2}proven +winner\.derived /)
  t.match(text, /\n {2}proven +ticket\.included /)
  t.match(text, /\n {2}finding +winner-replaced +the winner of prize 1 was replaced\n/)
  t.notMatch(text, '1 finding:')
  t.end()
})

await t.test('of a service the broken rules, and how many are kept', t => {
  const text = show(decideSubject(service))
  t.match(text, /\n {2}refuted +ERR-04 +this rule is broken: a 404 has the code/)
  t.ok(text.includes(`\n      ${brokenRule.reproduce ?? ''}\n`), 'its command is whole')
  t.match(text, /\n {2}61 rules kept, 2 not applicable, 1 not probed\n/)
  t.match(text, /\n {2}not provable +LIM-01 +not shown that /)
  t.notMatch(text, 'AUD-01')
  t.end()
})

await t.test('nothing that a terminal acts on', t => {
  for (const subject of hostileReport.subjects) {
    const text = renderSubject(
      subject,
      undefined,
      { details: false },
      { winners: ['\u001b[2J\nx'], next: { says: '\u202e', command: 'a\u0007\nb' } },
    )
    t.strictSame(findUnsafe(text), [])
  }
  t.end()
})
