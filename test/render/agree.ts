/**
 * Holds every format of a report against the report itself.
 *
 * @packageDocumentation
 */
import type { Report } from '../../src/model/report.js'
import { sortClaims } from '../../src/render/outcome.js'
import type { Test } from 'tap'
import { findElements, readHtml, textOf } from './html.js'
import { readJunit } from './junit.js'
import { readMarkdown } from './markdown.js'
import { readSarif } from './sarif.js'

/** The formats of one run, as they were written. */
export interface Written {
  readonly junit: string
  readonly sarif: string
  readonly md: string
  readonly html: string
  readonly json: string
}

/** Parses every format, and compares verdicts, counts and exit code with the report. */
export function compareReports(t: Test, report: Report, written: Written): void {
  const { exit_code, verdict, error, counts, subjects } = report
  const isEmpty = error === undefined && subjects.length === 0
  const alone = isEmpty || error !== undefined
  const outcomes = subjects.map(subject => sortClaims(subject, report.require))
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
  const refuted = sum(outcomes.map(({ refuted }) => refuted.length))
  const open = sum(outcomes.map(({ open, remark }) => open.length + (remark === undefined ? 0 : 1)))
  const findings = sum(subjects.map(({ findings }) => findings.length))

  t.same(JSON.parse(written.json), report, 'JSON has all of it')

  const junit = readJunit(written.junit)
  const { tests, failures, errors } = junit.counts
  t.equal(failures + errors === 0, exit_code === 0, 'JUnit passes exactly when the exit code is 0')
  t.equal(failures > 0, verdict === 'refuted')
  t.strictSame([failures, errors], alone ? [0, 1] : [refuted, open])
  t.ok(tests >= sum(subjects.map(({ claims }) => claims.length)))
  t.equal(junit.suites.length, alone ? 1 : subjects.length)
  if (!alone)
    t.strictSame(
      junit.suites.map(({ properties }) => properties['verdict']),
      subjects.map(({ verdict }) => verdict),
    )

  const run = readSarif(written.sarif)
  const { executionSuccessful, exitCode, toolExecutionNotifications: notes = [] } = run.invocations[0]
  const level = (wanted: string): number => run.results.filter(({ level }) => level === wanted).length
  t.strictSame([level('error'), level('warning'), level('note')], [refuted, open, findings])
  t.strictSame([executionSuccessful, exitCode], [error === undefined, exit_code])
  t.equal(level('error') + level('warning') + notes.length === 0, exit_code === 0)
  t.equal(
    notes.some(({ level }) => level === 'error'),
    error !== undefined,
  )
  t.strictSame([run.properties.verdict, run.properties.counts], [verdict, counts])

  const { lines } = readMarkdown(written.md)
  const word = verdict?.replace('-', ' ') ?? 'no verdict'
  t.match(lines[0]?.bare, new RegExp(`^## . drawaudit: ${word}$`, 'u'))
  t.ok(lines.some(({ bare }) => new RegExp(`exit code ${exit_code}(?:,|$)`).test(bare)))
  const rows = lines
    .map(({ bare }) => bare.split(' | '))
    .filter(cells => cells.length > 1 && /^[✅❌❔] /u.test(cells[2] ?? ''))
  t.strictSame(
    rows.map(cells => cells[2]?.slice(2)),
    subjects.map(({ verdict }) => verdict.replace('-', ' ')),
  )

  const page = readHtml(written.html)
  t.match(textOf(findElements(page, 'h1')[0]!), new RegExp(`^. ${word}$`, 'iu'))
  t.match(textOf(findElements(page, 'footer')[0]!), `exit code ${exit_code}.`)
  const badges = findElements(page, 'section', 'subject').map(section =>
    textOf(findElements(section, 'span', 'badge')[0]!),
  )
  t.strictSame(
    badges.map(badge => badge.slice(2)),
    subjects.map(({ verdict }) => verdict.replace('-', ' ')),
  )
}
