import fc from 'fast-check'
import t from 'tap'
import type { Claim, Report, Status, Verdict } from '../../src/model/report.js'
import { validateReport } from '../../src/model/validators/report.js'
import {
  createReport,
  decideExitCode,
  decideSubject,
  decideVerdict,
  examineUnread,
  type Examination,
} from '../../src/verify/verdict.js'

const statuses = ['proven', 'refuted', 'not-provable', 'not-applicable'] as const
const words: Readonly<Record<string, Status>> = {
  p: 'proven',
  r: 'refuted',
  n: 'not-provable',
  a: 'not-applicable',
}

const claim = (id: string, status: Status): Claim => ({
  id,
  status,
  code: 'values-equal',
  message: 'it holds',
})

/** Claims `a.a`, `b.b`, … with the statuses of the letters. */
const claims = (letters: string): readonly Claim[] =>
  Array.from(letters, (letter, index) =>
    claim(`${'abcd'.charAt(index)}.${'abcd'.charAt(index)}`, words[letter]!),
  )

/** Of a log: of a draw the level is asked for. */
const examination = (letters: string): Examination => ({
  source: 'draw.json',
  kind: 'log',
  claims: claims(letters),
  findings: [],
  who_could_choose: 'the organiser',
})

const isValid = (report: Report): boolean => validateReport(JSON.parse(JSON.stringify(report)))

await t.test('the weakest claim among those asked for decides', t => {
  const cases: readonly (readonly [
    letters: string,
    require: readonly string[] | undefined,
    verdict: Verdict,
  ])[] = [
    ['p', undefined, 'proven'],
    ['pp', undefined, 'proven'],
    ['pa', undefined, 'proven'],
    ['pn', undefined, 'not-provable'],
    ['pr', undefined, 'refuted'],
    ['pnr', undefined, 'refuted'],
    ['rnap', undefined, 'refuted'],
    // Nothing is left to count.
    ['', undefined, 'not-provable'],
    ['a', undefined, 'not-provable'],
    ['pp', [], 'not-provable'],
    ['pa', ['b.b'], 'not-provable'],
    ['pp', ['c.c'], 'not-provable'],
    // Asked for less; what is refuted counts all the same.
    ['pn', ['a.a'], 'proven'],
    ['pn', ['b.b'], 'not-provable'],
    ['pna', ['a.a'], 'proven'],
    // What was asked for by name has to be shown.
    ['pna', ['a.a', 'c.c'], 'not-provable'],
    ['pr', ['a.a'], 'refuted'],
    ['pr', [], 'refuted'],
    ['pr', ['d.d'], 'refuted'],
  ]
  for (const [letters, require, verdict] of cases) {
    t.equal(decideSubject(examination(letters), require).verdict, verdict, `${letters} ${String(require)}`)
  }
  t.end()
})

await t.test('every draw is asked for level 4, unless something else was asked for', t => {
  for (const kind of ['published-draw', 'bundle', 'audit-record'] as const) {
    const draw: Examination = { ...examination('p'), kind, level: 3, stopped_by: 'choice.bound' }
    const subject = decideSubject(draw)
    t.equal(subject.verdict, 'not-provable', kind)
    t.strictSame(
      subject.claims.map(({ id, code, asked }) => [id, code, asked]),
      [
        ['a.a', 'values-equal', false],
        ['level.reached', 'level-short', undefined],
      ],
      kind,
    )
    t.equal(subject.claims[1]?.message, 'the draws reach level 4, unsteerable: stopped by choice.bound')
    t.equal(decideSubject(draw, ['a.a']).verdict, 'proven')
    t.equal(decideSubject(draw, ['reproducible']).verdict, 'proven')
    t.equal(decideSubject({ ...draw, level: 4 }).verdict, 'proven')
    const refuted = decideSubject({ ...draw, claims: claims('pr') }, ['a.a'])
    t.strictSame([refuted.verdict, refuted.headline], ['refuted', 'Refuted: it holds'])
  }
  const unread: Examination = {
    ...examination(''),
    kind: 'bundle',
    claims: [claim('document.read', 'not-provable')],
  }
  t.strictSame(
    decideSubject(unread).claims.map(({ id }) => id),
    ['document.read'],
    'of what cannot be read nothing is asked',
  )
  t.end()
})

await t.test('a draw whose next level only the network kept from being reached ends with 4', t => {
  const remote: Claim = { ...claim('beacon.genuine', 'not-provable'), code: 'remote-timeout' }
  const draw: Examination = {
    ...examination('p'),
    kind: 'published-draw',
    claims: [remote],
    level: 3,
    stopped_by: 'beacon.genuine',
  }
  t.equal(createReport([decideSubject(draw)]).exit_code, 4)
  t.equal(createReport([decideSubject({ ...draw, stopped_by: 'choice.bound' })]).exit_code, 3)
  t.end()
})

await t.test('property: a claim more never makes a verdict better, but for the first that is proven', t => {
  const weight = (verdict: Verdict): number => ['refuted', 'not-provable', 'proven'].indexOf(verdict)
  const some = fc.array(fc.constantFrom(...statuses), { maxLength: 6 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(some, fc.constantFrom(...statuses), (list, more) => {
        const before = decideVerdict(list.map(status => claim('a.a', status)))
        const after = decideVerdict([...list, more].map(status => claim('a.a', status)))
        const first = more === 'proven' && list.every(status => status === 'not-applicable')
        return first ? after === 'proven' : weight(after) <= weight(before)
      }),
    )
  })
  t.end()
})

await t.test('a claim that was asked for and is not made stands in the report as not provable', t => {
  const subject = decideSubject(examination('p'), ['a.a', 'winner.derived'])
  t.equal(subject.verdict, 'not-provable')
  t.strictSame(
    subject.claims.map(({ id, code }) => [id, code]),
    [
      ['a.a', 'values-equal'],
      ['winner.derived', 'claim-not-made'],
    ],
  )
  t.equal(decideSubject(examination('p'), ['a.a']).verdict, 'proven')
  t.equal(decideSubject(examination('pr'), ['winner.derived']).verdict, 'refuted')
  t.equal(
    decideSubject(examineUnread('x', 'unknown', { code: 'json-empty', message: 'x' }), ['a.a']).verdict,
    'not-provable',
  )
  t.end()
})

await t.test('a level is asked for by name or number', t => {
  const at = (level: number | undefined, ...require: readonly string[]): readonly unknown[] => {
    const subject = decideSubject({ ...examination('n'), ...(level !== undefined && { level }) }, require)
    const made = subject.claims.find(({ id }) => id === 'level.reached')
    return [subject.verdict, made?.code, made?.expected]
  }
  const unsteerable = 'level 4, unsteerable'
  t.strictSame(at(4, 'unsteerable'), ['proven', 'level-reached', unsteerable])
  t.strictSame(at(5, '4'), ['proven', 'level-reached', unsteerable])
  t.strictSame(at(3, '4'), ['not-provable', 'level-short', unsteerable])
  t.strictSame(at(3, 'well-formed', '4'), ['not-provable', 'level-short', unsteerable], 'the highest counts')
  t.strictSame(at(undefined, '0'), ['not-provable', 'level-short', 'level 0, unverified'])
  t.strictSame(at(4, '4', 'a.a'), ['not-provable', 'level-reached', unsteerable], 'and the claim')
  t.end()
})

await t.test('every bundle is asked that nobody could steer it, unless it cannot be read', t => {
  const bundle: Examination = { ...examination('pn'), kind: 'bundle', level: 3 }
  const say = (made: Examination, require?: readonly string[]) => {
    const { verdict, claims } = decideSubject(made, require)
    return [verdict, ...claims.map(({ id, asked }) => (asked === false ? `(${id})` : id))]
  }
  t.strictSame(say(bundle), ['not-provable', '(a.a)', '(b.b)', 'level.reached'])
  t.strictSame(say({ ...bundle, level: 4 }), ['proven', '(a.a)', '(b.b)', 'level.reached'])
  t.strictSame(say(bundle, ['a.a']), ['proven', 'a.a', '(b.b)'])
  t.strictSame(say({ ...bundle, claims: [...claims('r')], level: 4 }), ['refuted', '(a.a)', 'level.reached'])
  const [ticket] = claims('n')
  const ticketed = { ...bundle, claims: [{ ...ticket!, id: 'ticket.included' }], level: 4 }
  t.strictSame(
    say(ticketed),
    ['not-provable', 'ticket.included', 'level.reached'],
    'who names a ticket asks for it',
  )
  const unread = examineUnread('x', 'bundle', { code: 'json-empty', message: 'x' })
  t.strictSame(say(unread), ['not-provable', 'document.read'])
  // Whatever else is said of it.
  t.strictSame(say({ ...unread, claims: [...unread.claims, ...claims('p')] }), [
    'not-provable',
    'document.read',
    'a.a',
  ])
  t.end()
})

await t.test('what is not shown is said in words', t => {
  const absent = (kind: Examination['kind']): unknown =>
    decideSubject({ ...examination('p'), kind }, ['z.z']).claims.at(-1)
  const about = (what: string) => ({
    id: 'z.z',
    status: 'not-provable',
    code: 'claim-not-made',
    message: `nothing in this ${what} makes this claim`,
  })
  t.strictSame(absent('unknown'), about('document'))
  t.strictSame(absent('audit-record'), about('audit record'))
  const short = (level?: number): unknown => {
    const { claims } = decideSubject({ ...examination(''), ...(level !== undefined && { level }) }, ['1'])
    return claims.at(-1)
  }
  const asked = {
    id: 'level.reached',
    status: 'not-provable',
    code: 'level-short',
    message: 'the draws reach level 1, well formed',
    expected: 'level 1, well formed',
  }
  t.strictSame(short(), { ...asked, found: 'what has no level' })
  t.strictSame(short(0), { ...asked, found: 'level 0, unverified' })
  t.strictSame(short(1), {
    ...asked,
    status: 'proven',
    code: 'level-reached',
    found: 'level 1, well formed',
  })
  t.end()
})

await t.test('a message of any length is cut, and says so', t => {
  const messageOf = (length: number): string | undefined => {
    const [made] = claims('p')
    return decideSubject({ ...examination(''), claims: [{ ...made!, message: 'x'.repeat(length) }] })
      .claims[0]?.message
  }
  t.equal(messageOf(4000), 'x'.repeat(4000))
  t.equal(messageOf(4001), `${'x'.repeat(4000)}… (1 characters more)`)
  t.end()
})

await t.test('a service is asked everything that can be asked, and its draws what is required on top', t => {
  const raffle = (letters: string): Examination => {
    const made = claims(letters).map((claim, index): Claim =>
      index === 1 ? { ...claim, asked: false } : claim,
    )
    return { ...examination(''), kind: 'raffle', claims: made, level: 1 }
  }
  t.equal(decideSubject(raffle('pn')).verdict, 'proven')
  t.equal(decideSubject(raffle('pr')).verdict, 'refuted')
  t.equal(decideSubject(raffle('pn'), ['b.b']).verdict, 'not-provable')
  t.equal(decideSubject(raffle('np'), ['b.b']).verdict, 'not-provable', 'all else is still asked')
  t.equal(decideSubject(raffle('pn'), ['1']).verdict, 'proven')
  t.equal(decideSubject(raffle('pn'), ['2']).verdict, 'not-provable')
  const service: Examination = { ...examination('p'), kind: 'service' }
  t.equal(decideSubject(service, ['winner.derived', '5']).verdict, 'proven', 'a service draws nothing')
  t.end()
})

await t.test('what only the network kept from being decided ends with 4', t => {
  const remote: Claim = { ...claim('a.a', 'not-provable'), code: 'remote-timeout' }
  const exit = (...made: readonly Claim[]): number =>
    createReport([decideSubject({ ...examination(''), claims: made })]).exit_code
  t.equal(exit(remote), 4)
  t.equal(exit(remote, claim('b.b', 'proven')), 4)
  t.equal(exit(remote, claim('b.b', 'not-provable')), 3)
  t.equal(exit(remote, claim('b.b', 'refuted')), 1)
  t.equal(exit({ ...remote, asked: false }, claim('b.b', 'proven')), 0)
  const report = createReport(
    [remote, claim('a.a', 'proven')].map(made => decideSubject({ ...examination(''), claims: [made] })),
  )
  t.strictSame([report.exit_code, isValid(report)], [4, true])
  t.end()
})

await t.test('one refuted subject outweighs all others, and decides the exit code', t => {
  const cases: readonly (readonly [
    subjects: readonly string[],
    verdict: Verdict,
    exit: number,
    counts: readonly number[],
  ])[] = [
    [[], 'not-provable', 3, [0, 0, 0, 0]],
    [['p'], 'proven', 0, [1, 1, 0, 0]],
    [['p', 'pa'], 'proven', 0, [2, 2, 0, 0]],
    [['p', 'n'], 'not-provable', 3, [2, 1, 0, 1]],
    [['p', 'a'], 'not-provable', 3, [2, 1, 0, 1]],
    [['p', 'n', 'r'], 'refuted', 1, [3, 1, 1, 1]],
    [['r', 'r'], 'refuted', 1, [2, 0, 2, 0]],
  ]
  for (const [letters, verdict, exit, [subjects, proven, refuted, not_provable]] of cases) {
    const report = createReport(letters.map(of => decideSubject(examination(of))))
    t.strictSame([report.verdict, report.exit_code], [verdict, exit], letters.join())
    t.strictSame(report.counts, { subjects, proven, refuted, not_provable, levels: [0, 0, 0, 0, 0, 0] })
    t.notOk('require' in report)
    t.ok(isValid(report))
  }
  t.end()
})

await t.test('what was asked for stands in the report', t => {
  for (const require of [[], ['a.a'], ['a.a', 'b.b']]) {
    const report = createReport([decideSubject(examination('p'), require)], { require })
    t.strictSame(report.require, require)
    t.ok(isValid(report), JSON.stringify(validateReport.errors))
  }
  t.end()
})

await t.test('an error is never a verdict', t => {
  const report = createReport([])
  const error = { code: 'usage', message: 'name a command' }
  t.notOk(validateReport({ ...report, error }))
  const { verdict, ...rest } = report
  t.equal(verdict, 'not-provable')
  t.notOk(validateReport(rest))
  t.ok(validateReport({ ...rest, exit_code: 2, error }))
  t.end()
})

await t.test('what only the network kept from being decided ends with 4', t => {
  const open = (code: Claim['code'], asked?: false): Claim => ({
    ...claim('a.a', 'not-provable'),
    code,
    ...(asked === false && { asked }),
  })
  const unreached = open('remote-timeout')
  const cases: readonly (readonly [claims: readonly Claim[], code: number])[] = [
    [[unreached], 4],
    [[unreached, claim('b.b', 'proven')], 4],
    [[unreached, open('remote-tls')], 4],
    [[unreached, open('evidence-missing')], 3],
    [[open('evidence-missing')], 3],
    // What nobody asked for decides nothing.
    [[unreached, open('evidence-missing', false)], 4],
    [[open('evidence-missing'), open('remote-timeout', false)], 3],
  ]
  for (const [claims, code] of cases) {
    const subject = decideSubject({ ...examination(''), claims })
    t.equal(decideExitCode({ ...subject, claims, verdict: 'not-provable' }), code, JSON.stringify(claims))
  }
  const proven = decideSubject(examination('p'))
  t.equal(decideExitCode(proven), 0)
  t.equal(decideExitCode({ ...proven, claims: [unreached], verdict: 'refuted' }), 1)
  t.end()
})
