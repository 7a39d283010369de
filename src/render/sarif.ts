/**
 * Renders a report as SARIF 2.1.0 (OASIS), the exchange format of code scanners.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { portable } from '../core/portable.js'
import type { Claim, Failure, Finding, LongReport, Subject } from '../model/report.js'
import { escapeText } from './escape.js'
import { listEvidence } from './evidence.js'
import { renderJson } from './json.js'
import { locate } from './location.js'
import { describeCounts, isEmpty, nothingVerified, sortClaims } from './outcome.js'

/** What a SARIF file says about its maker. */
export interface SarifOptions {
  /** Version of drawaudit. */
  readonly version: string
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Max results per run that readers accept. */
const most = 25_000

/**
 * A result and its subject. Every result has the kind `fail`, the only one that may have a level (3.27.10).
 * By definition a claim that cannot be proven would be `open`; but then its level must be `none`, and gates
 * on levels would miss that something required is missing. `properties.status` has the status.
 */
interface SarifResult {
  readonly level: 'error' | 'warning' | 'note'
  readonly rule: string
  readonly status: string
  readonly text: string
  readonly code: string
  readonly subject: Pick<Subject, 'kind' | 'source' | 'recipe'>
  /** Distinguishes it from the subject's other results, identical on every run. */
  readonly mark: string
}

/**
 * Renders a report as a SARIF log with one run: errors are refuted, warnings not provable, notes are
 * findings.
 *
 * @param report - the report; its subjects may be an iterable.
 * @param options - the version of drawaudit.
 *
 * @example
 * ```js
 * parseJson(renderSarif(verifyRecord(read('record.json')), { version: '1.0.0' })).version // 2.1.0
 * ```
 */
export function renderSarif(report: LongReport, { version }: SarifOptions): string {
  const { listed, omitted } = listResults(report)
  const rules = new Map<string, object>()
  for (const { rule, text, level } of listed) {
    if (!rules.has(rule)) rules.set(rule, describeRule(rule, text, level))
  }
  const indexes = new Map([...rules.keys()].map((rule, index) => [rule, index]))
  return renderJson({
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'drawaudit', version, rules: [...rules.values()] } },
        columnKind: 'utf16CodeUnits',
        invocations: [describeInvocation(report, omitted)],
        results: listed.map(result => ({
          ruleId: escapeText(result.rule),
          ruleIndex: indexes.get(result.rule),
          kind: 'fail',
          level: result.level,
          message: { text: result.text },
          locations: [{ physicalLocation: { artifactLocation: { uri: locate(result.subject.source) } } }],
          partialFingerprints: { 'drawauditResult/v1': fingerprint(result) },
          properties: { status: result.status, code: result.code, ...describeRecipe(result.subject) },
        })),
        properties: describeRun(report),
      },
    ],
  })
}

/** The recipe by which a draw was judged. */
function describeRecipe({ recipe }: Pick<Subject, 'recipe'>): object {
  return recipe === undefined
    ? {}
    : { recipe: { name: escapeText(recipe.name), digest: escapeText(recipe.digest) } }
}

/** The results to include, most severe first, and the number of the rest. */
function listResults({ subjects, require }: LongReport): {
  readonly listed: readonly SarifResult[]
  readonly omitted: number
} {
  const byLevel: Record<SarifResult['level'], SarifResult[]> = { error: [], warning: [], note: [] }
  let count = 0
  for (const subject of subjects) {
    const findings = subject.findings.map(finding => describeFinding(finding, subject))
    for (const result of [...listClaims(subject, require), ...findings]) {
      count += 1
      // More results of one level than the total max are never included.
      if (byLevel[result.level].length < most) byLevel[result.level].push(result)
    }
  }
  const listed = [...byLevel.error, ...byLevel.warning, ...byLevel.note].slice(0, most)
  return { listed, omitted: count - listed.length }
}

function listClaims(subject: Subject, require?: readonly string[]): readonly SarifResult[] {
  const { refuted, open, remark } = sortClaims(subject, require)
  const about = nameOf(subject)
  const result = (claim: Claim, level: SarifResult['level'], word: string): SarifResult => ({
    level,
    rule: claim.id,
    status: claim.status,
    text: describeItem(word, claim),
    code: claim.code,
    subject: about,
    mark: claim.id,
  })
  const { verdict } = subject
  return [
    ...refuted.map(claim => result(claim, 'error', 'refuted')),
    ...open.map(claim => result(claim, 'warning', 'not provable')),
    ...(remark === undefined
      ? []
      : [
          {
            level: 'warning' as const,
            rule: 'verdict',
            status: verdict,
            text: escapeMessage(`not provable: ${remark}`),
            code: verdict,
            subject: about,
            mark: 'verdict',
          },
        ]),
  ]
}

/** The part of a subject that its results keep in memory. */
const nameOf = ({ kind, source, recipe }: Subject): SarifResult['subject'] => ({
  kind,
  source,
  ...(recipe && { recipe }),
})

function describeFinding(finding: Finding, subject: Subject): SarifResult {
  const { code, rule, message } = finding
  return {
    level: 'note',
    rule: rule ?? code,
    status: 'finding',
    text: describeItem(code, finding),
    code,
    subject: nameOf(subject),
    mark: `${code}\n${rule ?? message}`,
  }
}

function describeItem(word: string, item: Claim | Finding): string {
  const evidence = listEvidence(item).map(({ name, text }) => `${name} ${escapeText(text, 5000)}`)
  return escapeMessage([`${word}: ${escapeText(item.message, 4000)}`, ...evidence].join('\n'))
}

/**
 * Escapes braces, which would be placeholders (3.11.5), and brackets before parentheses, which would be links
 * (3.11.6).
 */
function escapeMessage(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (')
}

function describeRule(rule: string, text: string, level: SarifResult['level']): object {
  const [line = ''] = text.split('\n')
  return {
    id: escapeText(rule),
    shortDescription: { text: line.replace(/^[a-z -]+: /, '') },
    help: { text: 'docs/CLAIMS.md says what claims and their codes mean, docs/CONFORMANCE.md what rules do' },
    defaultConfiguration: { level },
  }
}

/** Identical for the same thing on every run, different for different things in one run. */
function fingerprint({ subject, mark }: SarifResult): string {
  const text = [subject.kind, subject.source, mark].join('\n').toWellFormed()
  return encodeHex(portable.hash('sha256', new TextEncoder().encode(text)))
}

function describeInvocation(report: LongReport, omitted: number): object {
  const { error, verdict, exit_code } = report
  const notifications = [
    ...(error === undefined ? [] : [describeFailure(error)]),
    ...(isEmpty(report) ? [{ level: 'warning', message: { text: `not provable: ${nothingVerified}` } }] : []),
    ...(omitted === 0
      ? []
      : [{ level: 'warning', message: { text: `${omitted} more results are left out` } }]),
  ]
  return {
    executionSuccessful: error === undefined,
    exitCode: exit_code,
    exitCodeDescription: verdict ?? 'error',
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  }
}

function describeFailure({ code, message, hint, where = {} }: Failure): object {
  const { file, line, column } = where
  const text = [message, ...(hint === undefined ? [] : [`hint: ${hint}`])]
  const region = {
    startLine: Number(line),
    ...(column !== undefined && { startColumn: Math.max(1, Number(column)) }),
  }
  return {
    level: 'error',
    message: { text: escapeMessage(text.map(line => escapeText(line, 4000)).join('\n')) },
    descriptor: { id: code },
    ...(file !== undefined && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: locate(String(file)) },
            ...(line !== undefined && region.startLine > 0 && { region }),
          },
        },
      ],
    }),
  }
}

/** The report's own members, for which SARIF has no place. */
function describeRun(report: LongReport): object {
  const { verdict, exit_code, counts, require, rules, skip, seed } = report
  const supplied: object[] = []
  for (const { source, supplied: given = [] } of report.subjects) {
    if (supplied.length >= most) break
    for (const { name, from } of given) {
      supplied.push({ source: escapeText(source), name: escapeText(name), from: escapeText(from) })
    }
  }
  return {
    summary: describeCounts(report),
    exit_code,
    counts,
    ...(verdict !== undefined && { verdict }),
    ...(require !== undefined && { require: require.map(one => escapeText(one)) }),
    ...(rules !== undefined && { rules: rules.map(one => escapeText(one)) }),
    ...(skip !== undefined && { skip: skip.map(one => escapeText(one)) }),
    ...(seed !== undefined && { seed }),
    ...(supplied.length > 0 && { supplied: supplied.slice(0, most) }),
  }
}
