/**
 * Reports of every outcome, and one whose every text is hostile.
 *
 * @packageDocumentation
 */
import type { Claim, ExitCode, Finding, Report, Status } from '../../src/model/report.js'
import { describeDraw } from '../../src/verify/headline.js'
import { createReport, decideSubject, type Examination } from '../../src/verify/verdict.js'

/** A claim with this status and a code that goes with it. */
export function claimOf(id: string, status: Status, more: Partial<Claim> = {}): Claim {
  const code = (
    {
      proven: 'values-equal',
      refuted: 'values-differ',
      'not-provable': 'value-missing',
      'not-applicable': 'nothing-to-show',
    } as const
  )[status]
  return { id, status, code, message: `what ${id} says holds`, ...more }
}

/** A draw that is examined and found so: what is not shown keeps it from level 4. */
export function drawOf(claims: readonly Claim[], more: Partial<Examination> = {}): Examination {
  const short = claims.find(({ status }) => status === 'not-provable')
  return {
    ...(short === undefined
      ? {
          level: 4,
          headline: describeDraw(4, {
            honest: [
              { kind: 'network', says: 'the beacon’s network' },
              { kind: 'stated', says: 'Ada' },
            ],
            isOnlyOne: false,
          }),
        }
      : {
          level: 3,
          stopped_by: short.id,
          headline: describeDraw(3),
        }),
    source: 'draws/one.json',
    kind: 'published-draw',
    title: 'The first draw',
    claims,
    findings: [],
    who_could_choose: 'nobody who is known',
    ...more,
  }
}

export const kept = claimOf('winner.derived', 'proven')
const ruleKept = claimOf('AUD-06', 'proven', { code: 'rule-kept' })
export const broken = claimOf('winner.named', 'refuted', { expected: 'entry 4', found: 'entry 5' })
export const open = claimOf('beacon.genuine', 'not-provable')
export const finding: Finding = { code: 'modulo-bias', message: 'a remainder is not exactly even' }

/** A broken rule, as a check of a service finds it. */
export const brokenRule: Claim = {
  id: 'ERR-04',
  status: 'refuted',
  code: 'rule-broken',
  message: 'a 404 has the code NOT_FOUND',
  expected: 'NOT_FOUND',
  found: 'not_found',
  section: '7',
  reproduce: `curl -sS -i -H 'Accept: application/json' '${'https://raffles.example/api/v1/raffles/'.repeat(4)}audit' | head`,
}

/** The claims of a service: one broken, one unsteady, and many without news. */
export const rules: readonly Claim[] = [
  ...Array.from({ length: 61 }, (_, index): Claim => {
    const id = `AUD-${String(index + 1).padStart(2, '0')}`
    return {
      id,
      status: 'proven',
      code: 'rule-kept',
      message: `rule ${index}`,
      section: '2.1',
      reproduce: 'curl',
    }
  }),
  brokenRule,
  claimOf('LIM-01', 'not-provable', { code: 'rule-unsteady', found: '60;w=60', section: '8' }),
  ...['LIM-06', 'LIM-07'].map(id => claimOf(id, 'not-applicable', { code: 'rule-not-applicable' })),
  claimOf('LIM-08', 'not-provable', { code: 'rule-not-probed', asked: false }),
]

export const service: Examination = {
  source: 'https://raffles.example/api/v1',
  kind: 'service',
  claims: rules,
  findings: [
    {
      code: 'should-broken',
      rule: 'ERR-14',
      message: 'the generated id is a UUID',
      expected: 'a UUID',
      found: 'req-8812',
      section: '5.2',
      reproduce: 'curl -i y',
    },
    { code: 'left-open', rule: 'HDR-07', message: 'no request was redirected' },
  ],
  who_could_choose: 'unknown',
}

const report = (...examinations: readonly Examination[]): Report =>
  createReport(examinations.map(one => decideSubject(one)))

const failure = (exit_code: ExitCode, error: NonNullable<Report['error']>): Report => ({
  report: 'drawaudit/v1',
  exit_code,
  subjects: [],
  counts: { subjects: 0, proven: 0, refuted: 0, not_provable: 0, levels: [0, 0, 0, 0, 0, 0] },
  error,
})

const require = ['winner.derived', 'entries.eligible', 'unsteerable']
const eligible = claimOf('entries.eligible', 'not-applicable')
const unreached = claimOf('AUD-01', 'not-provable', { code: 'remote-timeout' })

/** A report of every outcome, by its name. */
export const outcomes: Readonly<Record<string, Report>> = {
  proven: report(drawOf([kept, eligible]), drawOf([kept], { source: 'draws/two.json' })),
  'proven, with findings': report(drawOf([kept], { findings: [finding] })),
  refuted: report(drawOf([kept, broken, open], { findings: [finding, finding] }), drawOf([kept])),
  'a broken rule': report(service, drawOf([ruleKept, kept], { kind: 'raffle' })),
  'not provable': report(drawOf([kept, open]), drawOf([kept])),
  'not applicable, and asked for': createReport(
    [decideSubject(drawOf([kept, eligible], { level: 4 }), require)],
    {
      require,
    },
  ),
  'nothing that was asked for': report(drawOf([kept, eligible].map(claim => ({ ...claim, asked: false }))), {
    ...service,
    claims: rules.filter(({ status }) => status === 'not-applicable'),
  }),
  'without subjects': report(),
  unreachable: report({ ...service, claims: [unreached] }),
  'a wrong call': failure(2, { code: 'usage', message: 'no such option', hint: 'leave it out' }),
  'a wrong file': failure(2, {
    code: 'recipe-schema',
    message: 'no recipe',
    where: { file: 'my recipe.json', line: 3, column: 7, pointer: '/steps' },
  }),
  'a bug': failure(70, { code: 'internal', message: 'a bug in drawaudit' }),
}

/** Text that tries to leave its place in any of the formats. */
export const hostile =
  'a\u001b[2Jb\u009b31mc\u0007d\u202ee\u2066f\u200bg\ufeffh\u2028i\u{e0041}j\u0000k\ud800l\udc00m\ufffen\uffff' +
  ' ]]> <script>alert(1)</script> "><img src=x onerror=alert(1)> \' onclick=x | ` `` ``` \\| \\` \r\n' +
  '::error::x\n%0A::error::y ##[error]z ##vso[task.complete]q @everyone #1 GH-1 deadbeef0 [x](javascript:alert(1)) ' +
  '![x](https://evil.example/x.png) https://evil.example www.evil.example mail@evil.example {0} {{1}} &lt;b&gt; ' +
  '<!-- --> </td></tr></table> </style> **x** ~~~ $x$ :x: {% raw %}\n\n# heading\n| a | b |\n- [ ] item\t'

const hostileClaim = (status: Status, index: number): Claim =>
  claimOf(`${hostile} ${index}`, status, {
    message: `${hostile} message`,
    expected: `${hostile} expected`,
    found: `${hostile} found`,
    section: hostile,
    reproduce: `curl ${hostile}`,
  })

/** A report in which every text that can come from outside is hostile. */
export const hostileReport: Report = createReport(
  [
    decideSubject({
      source: `${hostile}.json`,
      kind: 'published-draw',
      title: hostile,
      recipe: { name: hostile, digest: `sha256:${'0'.repeat(64)}` },
      claims: (['proven', 'refuted', 'not-provable', 'not-applicable'] as const).map(hostileClaim),
      findings: [
        { code: 'value-unchecked', message: hostile },
        {
          code: 'should-broken',
          rule: hostile,
          message: hostile,
          expected: hostile,
          found: hostile,
          reproduce: hostile,
        },
      ],
      who_could_choose: hostile,
    }),
    decideSubject({ ...service, source: `https://user.example/${hostile}`, title: hostile }),
  ],
  { require: [hostile], rules: [hostile], skip: [hostile] },
)

export const hostileFailure: Report = failure(2, {
  code: 'usage',
  message: hostile,
  hint: hostile,
  where: { file: hostile, pointer: hostile },
})

/** Characters that a terminal acts on, or nobody sees, other than line feeds. */
export function findUnsafe(text: string): readonly string[] {
  return text.match(/[^\P{C}\n]|[\u2028\u2029]|\p{Default_Ignorable_Code_Point}/gu) ?? []
}

/** Lines that the runner of GitHub Actions, or of Azure Pipelines, would carry out. */
export function findCommands(text: string): readonly string[] {
  return text.split(/[\r\n]/).filter(line => line.trimStart().startsWith('::') || /##[a-z]*\[/i.test(line))
}
