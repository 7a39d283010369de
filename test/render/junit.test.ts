import t from 'tap'
import { renderJunit } from '../../src/render/junit.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { readJunit } from './junit.js'
import {
  broken,
  claimOf,
  drawOf,
  finding,
  hostileFailure,
  hostileReport,
  kept,
  open,
  outcomes,
} from './reports.js'

const endings = (xml: string): readonly (readonly string[])[] =>
  readJunit(xml).suites.map(({ cases }) =>
    cases.map(({ failure, error, skipped }) => {
      if (failure !== undefined) return `failure ${failure.type}`
      if (error !== undefined) return `error ${error.type}`
      return skipped === undefined ? 'passed' : skipped.message
    }),
  )

await t.test('a claim is a test case: passed, failed, in error or skipped', t => {
  const claims = [kept, broken, open, claimOf('entries.eligible', 'not-applicable')]
  const notAsked = { ...claimOf('log.included', 'not-provable'), asked: false as const }
  const report = createReport([
    decideSubject(drawOf([...claims, notAsked], { findings: [finding], level: 2 })),
  ])
  const { counts, suites } = readJunit(renderJunit(report))
  t.strictSame(counts, { tests: 6, failures: 1, errors: 1, skipped: 4 })
  t.strictSame(endings(renderJunit(report)), [
    [
      // Not in green: the organiser could have chosen.
      'proven, and not asked for (values-equal)',
      'failure values-differ',
      'not asked for (value-missing)',
      'not applicable (nothing-to-show)',
      'not asked for (value-missing)',
      'error level-short',
    ],
  ])
  const asked = claims.map(({ id }) => id)
  t.strictSame(
    endings(renderJunit(createReport([decideSubject(drawOf(claims), asked)], { require: asked }))),
    [['passed', 'failure values-differ', 'error value-missing', 'error nothing-to-show']],
  )
  const [suite] = suites
  t.equal(suite?.name, 'draws/one.json')
  t.equal(suite?.cases[0]?.classname, 'published-draw draws/one.json')
  t.equal(suite?.cases[0]?.name, 'winner.derived: what winner.derived says holds')
  t.strictSame(suite?.cases[1]?.failure, {
    type: 'values-differ',
    message: 'refuted: what winner.named says holds',
    text: 'expected entry 4\nfound entry 5',
  })
  t.match(suite?.properties, {
    kind: 'published-draw',
    verdict: 'refuted',
    level: '2',
    title: 'The first draw',
  })
  t.equal(suite?.output, 'modulo-bias: a remainder is not exactly even')
  t.end()
})

await t.test('what no claim says is a test case of its own', t => {
  const of = (name: string): unknown => endings(renderJunit(outcomes[name]!))
  t.strictSame(of('without subjects'), [['error not-provable']])
  t.strictSame(of('not applicable, and asked for'), [['passed', 'error nothing-to-show', 'passed']])
  t.match(of('nothing that was asked for'), [
    ['passed', /not applicable/, 'passed'],
    [/not applicable/, /not applicable/, 'error not-provable'],
  ])
  t.strictSame(of('a wrong call'), [['error usage']])
  const [suite] = readJunit(renderJunit(outcomes['a wrong file']!)).suites
  t.match(suite?.cases[0]?.error, {
    message: 'no recipe',
    text: 'my recipe.json, line 3, column 7, at /steps',
  })
  t.end()
})

await t.test('text from outside stays text', t => {
  for (const report of [hostileReport, hostileFailure]) {
    const { suites } = readJunit(renderJunit(report))
    t.match(JSON.stringify(suites), ']]> <script>alert(1)</script>')
    t.match(JSON.stringify(suites), 'k\\\\u{d800}l\\\\u{dc00}m\\\\u{fffe}n\\\\u{ffff}')
  }
  const [suite] = readJunit(renderJunit(hostileReport)).suites
  t.equal(suite?.cases.length, 5)
  t.end()
})

await t.test('a long text is cut, and says so', t => {
  const long = claimOf('winner.derived', 'refuted', { message: 'm'.repeat(1e6), found: 'f'.repeat(1e6) })
  const xml = renderJunit(createReport([decideSubject(drawOf([long]))]))
  t.ok(xml.length < 30_000, `${xml.length} characters`)
  t.match(readJunit(xml).suites[0]?.cases[0]?.failure, {
    message: /characters more/,
    text: /characters more/,
  })
  t.end()
})

await t.test('the root has no attribute that the schema of Jenkins lacks', t => {
  const xml = renderJunit(createReport([decideSubject(drawOf([kept, open]))]))
  t.match(xml, /^<testsuites name="drawaudit" tests="\d+" failures="\d+" errors="\d+">$/m)
  t.throws(() => readJunit(xml.replace('<testsuites', '<testsuites skipped="1"')), /no skipped in the schema/)
  t.throws(() => readJunit(xml.replace(/<testsuite name="[^"]*"/, '<testsuite')), /no attribute name/)
  t.end()
})
