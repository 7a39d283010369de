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
  const failed = subjects.flatMap(({ claims }) => claims.filter(({ status }) => status === 'refuted'))
  const isPraised = subjects.every(subject => greens.some(is => is(subject)))
  const isBroken = failed.length > 0 && failed.every(({ id }) => /^[A-Z]{3}-/.test(id))
  const mark =
    error !== undefined
      ? '❗ '
      : verdict === 'proven'
        ? isPraised
          ? '✅ '
          : ''
        : verdict === 'refuted'
          ? isBroken
            ? '🟠 '
            : '❌ '
          : '❔ '
  t.match(
    lines[0]?.bare,
    new RegExp(`^## ${mark}drawaudit${error === undefined ? '' : ': no verdict'}$`, 'u'),
  )
  t.ok(lines.some(({ bare }) => new RegExp(`exit code ${exit_code}(?:,|$)`).test(bare)))
  const rows = lines
    .map(({ bare }) => bare.split(' | '))
    .filter(cells => cells.length === 4 && cells[0] !== '| subject' && cells[0] !== '| ---')
  t.strictSame(
    rows.map(cells => cells[2]?.replace(/^[✅❌❔🟠] /u, '')),
    subjects.map(subject => {
      const { kind, level, verdict } = subject
      const word = shownOf(subject)
      // A raffle of a service has both: whether rules are kept, and its level.
      const isBoth = kind === 'raffle' && level !== undefined && verdict !== 'refuted'
      return isBoth ? `${word}, ${names[level] ?? ''}` : word
    }),
  )

  const page = readHtml(written.html)
  const heading = textOf(findElements(page, 'h1')[0]!)
  const [only, ...others] = subjects
  if (error !== undefined) t.match(heading, /^! No verdict$/)
  else if (only === undefined) t.match(heading, /Nothing to verify$/)
  else if (others.length > 0 && isBroken) {
    const rules =
      failed.length === 1
        ? '1 rule of the specification is'
        : `${failed.length} rules of the specification are`
    t.equal(heading, `! ${rules} not kept`)
  } else if (others.length > 0) t.match(heading, new RegExp(`^. ${counts.subjects} checked: `, 'u'))
  else t.match(heading, /^. (Nobody could|Reproducible|Refuted|Nothing|Undecided|Keeps|Breaks)/u)
  t.match(textOf(findElements(page, 'footer')[0]!), `exit code ${exit_code}.`)
  const badges = findElements(page, 'section', 'subject').map(section =>
    textOf(findElements(section, 'span', 'badge')[0]!),
  )
  t.strictSame(
    badges.map(badge => badge.slice(2)),
    subjects.map(shownOf),
  )
}

const names = ['unverified', 'well formed', 'authentic', 'reproducible', 'unsteerable', 'witnessed']

/** What a reader is told became of a subject, in a word. */
function shownOf({ kind, verdict, level = 0 }: Report['subjects'][number]): string {
  if (kind === 'service' || kind === 'raffle') {
    return { proven: 'keeps', refuted: 'breaks', 'not-provable': 'undecided' }[verdict]
  }
  if (kind === 'published-draw') return verdict === 'refuted' ? 'refuted' : (names[level] ?? '')
  return { proven: 'holds', refuted: 'refuted', 'not-provable': 'undecided' }[verdict]
}

/** What may be green: draws that nobody could have steered, and what is no draw. */
const greens: readonly ((subject: Report['subjects'][number]) => boolean)[] = [
  ({ level = 0 }) => level >= 4,
  ({ kind }) => kind === 'service',
]
