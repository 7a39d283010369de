import t from 'tap'
import type { Report } from '../../src/model/report.js'
import { renderSarif } from '../../src/render/sarif.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import {
  broken,
  drawOf,
  finding,
  hostileFailure,
  hostileReport,
  kept,
  open,
  outcomes,
  service,
} from './reports.js'
import { readSarif, type Run } from './sarif.js'

const render = (report: Report): Run => readSarif(renderSarif(report, { version: '1.2.3' }))
const uriOf = (source: string): string | undefined =>
  render(createReport([decideSubject(drawOf([broken], { source }))])).results[0]?.locations[0]
    .physicalLocation.artifactLocation.uri

await t.test('refuted is an error, asked for and not provable a warning, a finding a note', t => {
  const claims = [kept, open, broken, { ...open, id: 'log.included', asked: false as const }]
  const run = render(
    createReport([
      decideSubject(
        drawOf(claims, { findings: [finding] }),
        claims.slice(0, 3).map(({ id }) => id),
      ),
    ]),
  )
  t.strictSame(
    run.results.map(({ level, kind, ruleId, properties }) => [level, kind, ruleId, properties.status]),
    [
      ['error', 'fail', 'winner.named', 'refuted'],
      ['warning', 'fail', 'beacon.genuine', 'not-provable'],
      ['note', 'fail', 'modulo-bias', 'finding'],
    ],
  )
  t.equal(
    run.results[0]?.message.text,
    'refuted: what winner.named says holds\nexpected entry 4\nfound entry 5',
  )
  t.match(run.tool.driver, { name: 'drawaudit', version: '1.2.3' })
  t.match(run.invocations, [{ executionSuccessful: true, exitCode: 1, exitCodeDescription: 'refuted' }])
  t.match(run.properties, { verdict: 'refuted', counts: { subjects: 1, refuted: 1 } })
  t.end()
})

await t.test('a finding about a rule has the name of the rule', t => {
  const { results } = render(createReport([decideSubject(service)]))
  t.strictSame(
    results.map(({ level, ruleId, properties }) => [level, ruleId, properties.code]),
    [
      ['error', 'ERR-04', 'rule-broken'],
      ['warning', 'LIM-01', 'rule-unsteady'],
      ['note', 'ERR-14', 'should-broken'],
      ['note', 'HDR-07', 'left-open'],
    ],
  )
  t.match(
    results[0]?.message.text,
    /expected NOT_FOUND\nfound not_found\nsection 7\nreproduce curl .* \| head$/,
  )
  t.end()
})

await t.test('a source is a URI', t => {
  for (const [source, uri] of [
    ['draws/one.json', 'draws/one.json'],
    ['./a b/ü%.json', 'a%20b/%C3%BC%25.json'],
    ['/tmp/x.json', 'file:///tmp/x.json'],
    ['a:b/c?d#e', 'a%3Ab/c%3Fd%23e'],
    ['-', '-'],
    ['\ud800', '%EF%BF%BD'],
    ['https://raffles.example/api/v1?a=b c', 'https://raffles.example/api/v1?a=b%20c'],
    [
      'https://me:secret@raffles.example/[a]{b}|c?%zz#d#e',
      'https://raffles.example/%5Ba%5D%7Bb%7D%7Cc?%25zz#d%23e',
    ],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['https://', 'https%3A//'],
  ] as const) {
    t.equal(uriOf(source), uri, source)
  }
  t.end()
})

await t.test('a result has the same fingerprint on every run, and each its own', t => {
  const prints = (report: Report): readonly unknown[] =>
    render(report).results.map(({ partialFingerprints }) => partialFingerprints['drawauditResult/v1'])
  const report = createReport([
    decideSubject(service),
    decideSubject(drawOf([broken], { findings: [finding] })),
  ])
  const first = prints(report)
  t.equal(new Set(first).size, first.length)
  t.match(
    first,
    Array.from({ length: first.length }, () => /^[0-9a-f]{64}$/),
  )
  const changed = { ...broken, message: 'said otherwise', found: 'entry 6' }
  t.strictSame(prints(createReport([decideSubject(drawOf([kept, changed]))])), first.slice(1, 2))
  t.end()
})

await t.test('an error is no result: the execution was not successful', t => {
  const run = render(outcomes['a wrong file']!)
  t.strictSame(run.results, [])
  t.match(run.invocations, [
    {
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [
        {
          level: 'error',
          message: { text: 'no recipe' },
          descriptor: { id: 'recipe-schema' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'my%20recipe.json' },
                region: { startLine: 3, startColumn: 7 },
              },
            },
          ],
        },
      ],
    },
  ])
  t.end()
})

await t.test('text from outside makes no placeholder and no link', t => {
  const { results } = render(hostileReport)
  t.match(results[0]?.message.text, '[x] (javascript:alert(1))')
  t.match(results[0]?.message.text, '{{0}} {{{{1}}}}')
  t.match(render(hostileFailure).invocations[0].toolExecutionNotifications?.[0]?.message.text, '{{0}}')
  t.end()
})

await t.test('of very many results those that weigh most are kept, and the others counted', t => {
  const findings = Array.from({ length: 60 }, (_, index) => ({ ...finding, message: `m${index}` }))
  const one = decideSubject(drawOf([kept], { findings }))
  const last = decideSubject(drawOf([kept, broken]))
  const run = render(createReport([...Array.from({ length: 450 }, () => one), last]))
  t.equal(run.results.length, 25_000)
  t.equal(run.results[0]?.level, 'error')
  t.match(run.invocations[0].toolExecutionNotifications, [
    { message: { text: '2001 more results are left out' } },
  ])
  t.end()
})
