/**
 * Renders a report as JUnit XML for CI systems: a test suite per subject, a test case per claim.
 *
 * @packageDocumentation
 */
import type { Finding, LongReport, Subject } from '../model/report.js'
import { describePlace, listEvidence } from './evidence.js'
import { escapeMarkup } from './markup.js'
import {
  describeSupplied,
  earnsPraise,
  isChecklist,
  isEmpty,
  mapEach,
  nothingVerified,
  sortClaims,
} from './outcome.js'
import { describeOrigin } from './origin.js'

/** Max characters of a message, and of an expected or found value. */
const longest = 4000

interface TestCase {
  readonly name: string
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** Child element, without its name attribute. */
  readonly content: string
}

interface Suite {
  readonly name: string
  readonly classname: string
  readonly properties: readonly (readonly [name: string, value: string])[]
  readonly cases: readonly TestCase[]
  readonly output: readonly string[]
}

/**
 * Renders a report as JUnit XML. A refuted claim is a failure, a required claim that cannot be proven an
 * error; claims that are not required or not applicable are skipped. There is a failure or an error exactly
 * if the exit code is not 0.
 *
 * @param report - the report; its subjects may be an iterable.
 *
 * @example
 * ```js
 * renderJunit(verifyRecord(read('record.json'))).includes('<testsuites name="drawaudit"') // true
 * ```
 */
export function renderJunit(report: LongReport): string {
  return [...renderJunitPieces(report)].join('')
}

/** The same in pieces: at most one subject is in memory at a time. */
export function* renderJunitPieces(report: LongReport): Generator<string> {
  const total = { tests: 0, failure: 0, error: 0 }
  for (const { cases } of listSuites(report)) {
    total.tests += cases.length
    total.failure += numberOf(cases, 'failure')
    total.error += numberOf(cases, 'error')
  }
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  // No count of skipped tests here: Jenkins' schema (junit-10.xsd of its xunit plugin) rejects files that
  // have one.
  yield `<testsuites name="drawaudit" ${formatBad(total)}>\n`
  for (const suite of listSuites(report)) yield `${renderSuite(suite).join('\n')}\n`
  yield '</testsuites>\n'
}

function listSuites(report: LongReport): Iterable<Suite> {
  const { error, subjects, require } = report
  if (error !== undefined) {
    const lines = [describePlace(error), error.hint === undefined ? '' : `hint: ${error.hint}`]
    return [suiteOf('error', failed('error', error.code, error.message, lines))]
  }
  if (isEmpty(report)) return [suiteOf('verdict', failed('error', report.verdict ?? '', nothingVerified, []))]
  return mapEach(subjects, subject => describeSubject(subject, require))
}

/** A suite about the run as a whole. */
function suiteOf(name: string, test: Pick<TestCase, 'outcome' | 'content'>): Suite {
  return { name: 'drawaudit', classname: 'drawaudit', properties: [], cases: [{ name, ...test }], output: [] }
}

function describeSubject(subject: Subject, require?: readonly string[]): Suite {
  const { source, kind, title, recipe, level, verdict, headline, who_could_choose, findings } = subject
  const outcomes = sortClaims(subject, require)
  const cases = subject.claims.map((claim): TestCase => {
    const name = `${claim.id}: ${claim.message}`
    const lines = listEvidence(claim).map(({ name, text }) => `${name} ${text}`)
    if (outcomes.refuted.includes(claim)) {
      return { name, ...failed('failure', claim.code, `refuted: ${claim.message}`, lines) }
    }
    if (outcomes.open.includes(claim)) {
      return { name, ...failed('error', claim.code, `not provable: ${claim.message}`, lines) }
    }
    // Claims that are not required are not green if the organiser could have chosen the winner.
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
): Pick<TestCase, 'outcome' | 'content'> {
  const content = lines.filter(line => line !== '').map(line => escapeMarkup(line, 2 * longest))
  return {
    outcome,
    content: `${attribute('type', type)}${attribute('message', message)}>${content.join('\n')}`,
  }
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeMarkup(value, longest)}"`
}

const numberOf = (cases: readonly TestCase[], outcome: TestCase['outcome']): number =>
  cases.filter(one => one.outcome === outcome).length

const formatBad = ({ tests, failure, error }: Record<'tests' | 'failure' | 'error', number>): string =>
  `tests="${tests}" failures="${failure}" errors="${error}"`

function count(cases: readonly TestCase[]): string {
  const bad = {
    tests: cases.length,
    failure: numberOf(cases, 'failure'),
    error: numberOf(cases, 'error'),
  }
  return `${formatBad(bad)} skipped="${numberOf(cases, 'skipped')}"`
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

function renderCase({ name, outcome, content }: TestCase, classname: string): readonly string[] {
  const start = `    <testcase${attribute('classname', classname)}${attribute('name', name)}`
  if (outcome === 'passed') return [`${start}/>`]
  const end = outcome === 'skipped' ? '/>' : `</${outcome}>`
  return [`${start}>`, `      <${outcome}${content}${end}`, '    </testcase>']
}
