import t from 'tap'
import type { Finding } from '../../src/model/report.js'
import { renderAnnotations } from '../../src/render/github.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { claimOf, drawOf, findUnsafe, finding, hostileFailure, hostileReport, outcomes } from './reports.js'

interface Annotation {
  readonly level: string
  readonly title: string
  readonly message: string
}

/** Reads workflow commands as the runner does: one a line, properties and data unescaped. */
function read(text: string): readonly Annotation[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => {
      const [, level = '', title = '', message = ''] =
        /^::(error|warning|notice) title=([^,:]*)::(.*)$/.exec(line) ?? []
      t.not(level, '', line)
      return { level, title: unescape(title), message: unescape(message) }
    })
}

const unescape = (text: string): string =>
  text
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%')

await t.test('an error, a warning and a notice', t => {
  t.strictSame(read(renderAnnotations(outcomes['a broken rule']!)).slice(0, 2), [
    {
      level: 'error',
      title: 'drawaudit: refuted ERR-04 in https://raffles.example/api/v1',
      message: `a 404 has the code NOT_FOUND\nexpected NOT_FOUND\nfound not_found\nsection 7\nreproduce curl -sS -i -H 'Accept: application/json' '${'https://raffles.example/api/v1/raffles/'.repeat(4)}audit' | head`,
    },
    {
      level: 'warning',
      title: 'drawaudit: not provable LIM-01 in https://raffles.example/api/v1',
      message: 'what LIM-01 says holds\nfound 60;w=60\nsection 8',
    },
  ])
  t.match(read(renderAnnotations(outcomes['a wrong file']!)), [
    { level: 'error', message: 'no recipe\nmy recipe.json, line 3, column 7, at /steps' },
  ])
  t.equal(renderAnnotations(outcomes['proven']!), '')
  t.end()
})

await t.test('percent signs, colons and commas', t => {
  const claim = claimOf('winner.derived', 'refuted', { message: '100%0A, 50%: yes' })
  const text = renderAnnotations(createReport([decideSubject(drawOf([claim], { source: 'a,b:100%.json' }))]))
  t.equal(
    text,
    '::error title=drawaudit%3A refuted winner.derived in a%2Cb%3A100%25.json::100%250A, 50%25: yes\n',
  )
  t.end()
})

await t.test('ten of each level, the last of which counts the rest', t => {
  const findings = Array.from({ length: 11 }, (_, index): Finding => ({ ...finding, message: `m${index}` }))
  const claims = (['refuted', 'not-provable'] as const).flatMap(status =>
    Array.from({ length: status === 'refuted' ? 10 : 25 }, (_, index) =>
      claimOf(`${status}.${index}`, status),
    ),
  )
  const require = claims.map(({ id }) => id)
  const all = read(renderAnnotations(createReport([decideSubject(drawOf(claims, { findings }), require)])))
  const of = (wanted: string): readonly Annotation[] => all.filter(({ level }) => level === wanted)
  t.strictSame([of('error').length, of('warning').length, of('notice').length], [10, 10, 10])
  t.match(of('error').at(-1)?.title, 'refuted.9')
  t.equal(of('warning').at(-1)?.title, 'drawaudit: 16 more')
  t.equal(of('notice').at(-1)?.title, 'drawaudit: 2 more')
  t.end()
})

await t.test('text from outside makes no command of its own', t => {
  for (const report of [hostileReport, hostileFailure]) {
    const text = renderAnnotations(report)
    t.ok(read(text).length > 0)
    t.strictSame(findUnsafe(text), [])
    t.notMatch(text, '##[error]')
    t.notMatch(text, '%0A::error')
  }
  t.end()
})
