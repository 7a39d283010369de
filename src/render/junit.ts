/**
 * A report as JUnit XML, in the form that CI systems read: a test suite for each subject, a test case for each claim.
 *
 * @packageDocumentation
 */
import type { Finding, Report, Subject } from '../model/report.js'
import { describePlace, listEvidence } from './evidence.js'
import { escapeMarkup } from './markup.js'
import {
  describeSupplied,
  earnsPraise,
  isChecklist,
  isEmpty,
  nothingVerified,
  sortClaims,
} from './outcome.js'
import { describeOrigin } from './origin.js'

/** So much of a message, and of what was expected or found. */
const longest = 4000

interface Case {
  readonly name: string
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** The element in it, without its name. */
  readonly content: string
}

interface Suite {
  readonly name: string
  readonly classname: string
  readonly properties: readonly (readonly [name: string, value: string])[]
  readonly cases: readonly Case[]
  readonly output: readonly string[]
}

/**
 * The report as JUnit XML. What is refuted is a failure, what was asked for and cannot be proven an error; what was
 * not asked for or is not applicable is skipped. There is a failure or an error exactly when the exit code is not 0.
 */
export function renderJunit(report: Report): string {
  const suites = listSuites(report)
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Jenkins' schema (junit-10.xsd of its xunit plugin) has no count of what was skipped here, and refuses the file.
    `<testsuites name="drawaudit" ${countBad(all)}>`,
    ...suites.flatMap(suite => renderSuite(suite)),
    '</testsuites>',
    '',
  ].join('\n')
}

function listSuites(report: Report): readonly Suite[] {
  const { error, subjects, require } = report
  if (error !== undefined) {
    const lines = [describePlace(error), error.hint === undefined ? '' : `hint: ${error.hint}`]
    return [suiteOf('error', failed('error', error.code, error.message, lines))]
  }
  if (isEmpty(report)) return [suiteOf('verdict', failed('error', report.verdict ?? '', nothingVerified, []))]
  return subjects.map(subject => describeSubject(subject, require))
}

/** A suite about the run as a whole. */
function suiteOf(name: string, test: Pick<Case, 'outcome' | 'content'>): Suite {
  return { name: 'drawaudit', classname: 'drawaudit', properties: [], cases: [{ name, ...test }], output: [] }
}

function describeSubject(subject: Subject, require?: readonly string[]): Suite {
  const { source, kind, title, recipe, level, verdict, headline, who_could_choose, findings } = subject
  const outcomes = sortClaims(subject, require)
  const cases = subject.claims.map((claim): Case => {
    const name = `${claim.id}: ${claim.message}`
    const lines = listEvidence(claim).map(({ name, text }) => `${name} ${text}`)
    if (outcomes.refuted.includes(claim)) {
      return { name, ...failed('failure', claim.code, `refuted: ${claim.message}`, lines) }
    }
    if (outcomes.open.includes(claim)) {
      return { name, ...failed('error', claim.code, `not provable: ${claim.message}`, lines) }
    }
    // What nobody asked for is not shown in green where the organiser could have chosen the winner.
    const isQuiet = claim.asked === false && !earnsPraise(subject)
    if (outcomes.kept.includes(claim) && !isQuiet) return { name, outcome: 'passed', content: '' }
    const why =
      claim.status === 'not-applicable'
        ? 'not applicable'
        : claim.status === 'proven'
          ? 'proven, and not asked for'
          : 'not asked for'
    return { name, outcome: 'skipped', content: attribute('message', `${why} (${claim.code})`) }
  })
  const { remark } = outcomes
  const supplied = describeSupplied(subject)
  const origin = recipe && describeOrigin(recipe)
  return {
    name: source,
    classname: `${kind} ${source}`,
    properties: [
      ['kind', kind],
      ['verdict', verdict],
      ['headline', headline],
      ...(title === undefined ? [] : [['title', title] as const]),
      ...(recipe === undefined ? [] : [['recipe', `${recipe.name} ${recipe.digest}`] as const]),
      ...(origin === undefined ? [] : [['recipe_origin', origin] as const]),
      ...(supplied === undefined ? [] : [['supplied', supplied] as const]),
      ...(level === undefined ? [] : [['level', String(level)] as const]),
      ...(isChecklist(subject) ? [] : [['who_could_choose', who_could_choose] as const]),
    ],
    cases:
      remark === undefined ? cases : [...cases, { name: 'verdict', ...failed('error', verdict, remark, []) }],
    output: findings.flatMap(describeFinding),
  }
}

function describeFinding(finding: Finding): readonly string[] {
  const { code, rule, message } = finding
  return [
    `${code}${rule === undefined ? '' : ` ${rule}`}: ${message}`,
    ...listEvidence(finding).map(({ name, text }) => `  ${name} ${text}`),
  ]
}

function failed(
  outcome: 'failure' | 'error',
  type: string,
  message: string,
  lines: readonly string[],
): Pick<Case, 'outcome' | 'content'> {
  const content = lines.filter(line => line !== '').map(line => escapeMarkup(line, 2 * longest))
  return {
    outcome,
    content: `${attribute('type', type)}${attribute('message', message)}>${content.join('\n')}`,
  }
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeMarkup(value, longest)}"`
}

const numberOf = (cases: readonly Case[], outcome: Case['outcome']): number =>
  cases.filter(one => one.outcome === outcome).length

function countBad(cases: readonly Case[]): string {
  return `tests="${cases.length}" failures="${numberOf(cases, 'failure')}" errors="${numberOf(cases, 'error')}"`
}

function count(cases: readonly Case[]): string {
  return `${countBad(cases)} skipped="${numberOf(cases, 'skipped')}"`
}

function renderSuite({ name, classname, properties, cases, output }: Suite): readonly string[] {
  return [
    `  <testsuite${attribute('name', name)} ${count(cases)}>`,
    ...(properties.length === 0
      ? []
      : [
          '    <properties>',
          ...properties.map(
            ([name, value]) => `      <property${attribute('name', name)}${attribute('value', value)}/>`,
          ),
          '    </properties>',
        ]),
    ...cases.flatMap(test => renderCase(test, classname)),
    ...(output.length === 0
      ? []
      : [`    <system-out>${output.map(line => escapeMarkup(line, 2 * longest)).join('\n')}</system-out>`]),
    '  </testsuite>',
  ]
}

function renderCase({ name, outcome, content }: Case, classname: string): readonly string[] {
  const start = `    <testcase${attribute('classname', classname)}${attribute('name', name)}`
  if (outcome === 'passed') return [`${start}/>`]
  const end = outcome === 'skipped' ? '/>' : `</${outcome}>`
  return [`${start}>`, `      <${outcome}${content}${end}`, '    </testcase>']
}
