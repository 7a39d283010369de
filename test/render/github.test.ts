import t from 'tap'
import type { Claim, Finding } from '../../src/model/report.js'
import { renderAnnotations } from '../../src/render/github.js'
import { createReport, decideSubject, type Examination } from '../../src/verify/verdict.js'
import {
  broken,
  claimOf,
  drawOf,
  findUnsafe,
  finding,
  hostileFailure,
  hostileReport,
  kept,
  outcomes,
} from './reports.js'

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
  const findings = Array.from({ length: 11 }, (_, index): Finding => ({ ...finding, rule: `R-${index}` }))
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

await t.test('many of one kind are one, with their number', t => {
  const of = (count: number): readonly Annotation[] => {
    const draws = Array.from({ length: count }, (_, at) =>
      drawOf([broken, claimOf('beacon.genuine', 'not-provable')], {
        source: `draws/${at}.json`,
        findings: [finding, { ...finding, message: 'another' }],
      }),
    )
    return read(renderAnnotations(createReport(draws.map(draw => decideSubject(draw)))))
  }
  t.strictSame(
    of(1).map(({ level, title }) => [level, title]),
    [
      ['error', 'drawaudit: refuted winner.named in draws/0.json'],
      ['warning', 'drawaudit: not provable level.reached in draws/0.json'],
      ['notice', 'drawaudit: finding modulo-bias, 2 times'],
    ],
  )
  const [error, warning, notice, ...more] = of(12)
  t.strictSame(more, [])
  t.equal(error?.title, 'drawaudit: refuted winner.named, 12 times')
  t.equal(
    error?.message,
    ['0', '1', '2']
      .map(at => `in draws/${at}.json:\n${broken.message}\nexpected entry 4\nfound entry 5\n`)
      .join('') + 'and 9 more: the report has them all',
  )
  t.equal(warning?.title, 'drawaudit: not provable level.reached, 12 times')
  t.equal(notice?.title, 'drawaudit: finding modulo-bias, 24 times')
  t.end()
})

await t.test('what the step fails for is an error, and nothing is said of what is left open', t => {
  const levelsOf = (name: string): readonly string[] =>
    read(renderAnnotations(outcomes[name]!)).map(({ level }) => level)
  t.strictSame(levelsOf('not provable'), ['error'])
  t.strictSame(levelsOf('unreachable'), ['error', 'notice'])
  const texts = Object.values(outcomes).map(renderAnnotations).join('')
  t.match(texts, 'ERR-14', 'a recommendation that is broken')
  t.notMatch(texts, 'HDR-07')
  t.notMatch(texts, 'LIM-08', 'what was not probed')
  t.end()
})

await t.test('what another input would show is one notice, or stands with what was asked for', t => {
  const raffle = (id: string, code: Claim['code'], more: Partial<Examination> = {}): Examination =>
    drawOf([kept, claimOf(id, 'not-provable', { code, asked: false })], { kind: 'raffle', ...more })
  const unread: Finding = { code: 'log-unread', message: 'the log was not read: no connection' }
  const raffles = [
    raffle('statement.signed', 'operator-unknown'),
    raffle('statement.signed', 'operator-unknown'),
    raffle('log.included', 'log-unknown'),
    raffle('log.included', 'evidence-missing', { findings: [unread], stopped_by: 'log-unread' }),
    raffle('evidence.timely', 'evidence-missing'),
    raffle('statement.signed', 'evidence-missing'),
  ]
  const say = (require?: readonly string[]): readonly Annotation[] =>
    read(
      renderAnnotations(
        createReport(
          raffles.map(one => decideSubject(one, require)),
          require && { require },
        ),
      ),
    )
  t.strictSame(say(), [
    {
      level: 'notice',
      title: 'drawaudit: another input would show more',
      message: [
        '2 draws: give trust: a trust file that has the operator and its key',
        'one draw: give trust: a trust file that names the log of the operator, and has its key',
        'one draw: give log: where the entries of the operator’s log are, a URL or a folder',
      ].join('\n'),
    },
  ])
  const asked = [raffles[4]!, raffles[3]!].map(one =>
    read(
      renderAnnotations(createReport([decideSubject(one, ['unsteerable'])], { require: ['unsteerable'] })),
    ),
  )
  t.match(asked[0], [{ level: 'error', message: /\ngive observation: / }])
  t.match(asked[1], [{ level: 'error', message: /\ngive log: / }])
  t.strictSame(
    asked.map(({ length }) => length),
    [1, 1],
  )
  t.strictSame(
    say(['reproducible']).map(({ level }) => level),
    ['notice'],
  )
  t.strictSame(read(renderAnnotations(createReport([decideSubject(raffles[4]!)]))), [])
  t.end()
})

await t.test(
  'a level that is not reached says why; a key that the trust file does not have is a warning; one outage is one',
  t => {
    const stopped = drawOf(
      [
        kept,
        claimOf('evidence.timely', 'not-provable', {
          code: 'evidence-missing',
          asked: false,
          message: 'seen in time: it was seen too late',
        }),
      ],
      { kind: 'raffle', stopped_by: 'evidence.timely', level: 3 },
    )
    const [short] = read(
      renderAnnotations(
        createReport([decideSubject(stopped, ['unsteerable'])], { require: ['unsteerable'] }),
      ),
    )
    t.match(
      short?.message,
      /^level 4, unsteerable, is not reached\nevidence\.timely: seen in time: it was seen too late\n/,
    )
    const stranger = drawOf(
      [kept, claimOf('statement.signed', 'not-provable', { code: 'key-unknown', asked: false })],
      { kind: 'raffle' },
    )
    t.match(read(renderAnnotations(createReport([decideSubject(stranger)]))), [
      { level: 'warning', title: /signed by a key that the trust file does not have/ },
      { level: 'notice', message: /once its fingerprint is confirmed elsewhere/ },
    ])
    const down = ['STA-01', 'STA-02', 'STA-03'].map(id =>
      claimOf(id, 'not-provable', { code: 'remote-closed' }),
    )
    t.match(read(renderAnnotations(createReport([decideSubject(drawOf(down, { kind: 'service' }))]))), [
      { title: 'drawaudit: the service does not answer, 3 times' },
    ])
    t.end()
  },
)

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
