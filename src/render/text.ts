/**
 * A report for people.
 *
 * @packageDocumentation
 */
import type { Claim, Finding, Report, Subject } from '../model/report.js'
import { escapeText, onOneLine } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import {
  countClaims,
  describeCounts,
  describeReached,
  describeScope,
  describeSupplied,
  selectClaims,
  toneOf,
  toneOfClaim,
  wordOf,
} from './outcome.js'
import { describeOrigin } from './origin.js'
import { createStyle, describeStatus, type Style } from './style.js'
import { wrap } from './wrap.js'

export interface TextOptions {
  /** Colour the words; they stay the same. */
  readonly colour?: boolean
  /** Columns to wrap at; 100 when left out. */
  readonly width?: number
  /** One line a subject instead of all claims. */
  readonly brief?: boolean
  /** Every rule of a service, also those that are kept; by default they are counted. */
  readonly all?: boolean
}

const statusWidth = 'not applicable'.length

/**
 * The report as text, one block a subject and a line of totals, with a newline at the end.
 *
 * @example
 * ```js
 * renderText(verifyRecord(read('record.json'))).includes('record.consistent') // true
 * ```
 */
export function renderText(report: Report, options: TextOptions = {}): string {
  if (report.error !== undefined) return renderError(report.error)
  const subjects = report.subjects.map(subject => renderSubject(subject, report.require, options))
  return [...subjects, `${describeCounts(report)}\n`].join('')
}

/** The part of {@link renderText} about one subject. */
export function renderSubject(
  subject: Subject,
  require: Report['require'],
  { colour = false, width = 100, brief = false, all = false }: TextOptions = {},
): string {
  const style = createStyle(colour)
  if (brief) return `${renderLine(subject, style)}\n`
  const selected = all ? { shown: subject.claims, folded: [] } : selectClaims(subject, require)
  return `${renderBlock(subject, selected, style, Math.max(width, 60))}\n\n`
}

function renderLine(subject: Subject, style: Style): string {
  const { source, claims, findings } = subject
  // What was corrected is never left out.
  const corrected = findings.find(({ code }) => code === 'record-corrected')
  const isOwn = subject.recipe !== undefined && describeOrigin(subject.recipe) !== undefined
  const note =
    claims.find(isUnread)?.code ?? corrected?.code ?? (isOwn ? 'recipe not drawaudit’s' : undefined)
  const why = note === undefined ? '' : ` (${note})`
  return `${style.status(toneOf(subject), wordOf(subject).padEnd(statusWidth))} ${escapeText(source)}${why}`
}

function renderBlock(
  subject: Subject,
  { shown, folded }: ReturnType<typeof selectClaims>,
  style: Style,
  columns: number,
): string {
  const { source, kind, title, recipe, findings, headline } = subject
  const reached = describeReached(subject)
  const about = [
    kind.replace('-', ' '),
    ...(recipe
      ? [`recipe ${escapeText(recipe.name)} (${recipe.digest.slice(0, 'sha256:'.length + 8)}…)`]
      : []),
  ]
  const origin = recipe && describeOrigin(recipe)
  const width = Math.max(0, ...[...shown, ...findings].map(item => nameOf(item).length))
  // Padded before it is coloured: colours have no width.
  const row: Row = (status, name, message) =>
    wrap(`  ${status}  ${name.padEnd(width)}  `, message, statusWidth + width + 6, columns)
  const rest = countClaims(folded)
  const scope = describeScope(subject)
  const supplied = describeSupplied(subject)
  return [
    style.strong(wrap('', onOneLine(source), 2, columns)),
    ...(title === undefined ? [] : [wrap('  ', onOneLine(title), 2, columns)]),
    style.status(toneOf(subject), style.strong(wrap('  ', onOneLine(headline), 2, columns))),
    `  ${style.faint(about.join(', '))}`,
    ...(origin === undefined ? [] : [wrap('  the recipe is ', origin, 4, columns)]),
    ...(supplied === undefined ? [] : [wrap('  not published: ', supplied, 4, columns)]),
    '',
    ...shown.flatMap(claim => renderClaim(claim, subject, row, style, columns)),
    ...(rest === '' ? [] : [`  ${rest}`]),
    ...findings.flatMap(finding => [
      row('finding'.padEnd(statusWidth), nameOf(finding), finding.message),
      ...renderEvidence(finding, columns),
    ]),
    '',
    ...(reached === undefined ? [] : [wrap('  ', reached, 4, columns)]),
    ...(scope === undefined ? [] : [wrap('  about: ', scope, 4, columns)]),
    // A service is not a draw; its raffles say it.
    ...(kind === 'service'
      ? []
      : [wrap('  who could have chosen the winner: ', subject.who_could_choose, 4, columns)]),
  ].join('\n')
}

/** The id of a claim; what kind of finding, and the rule that it is about: `should-broken AUD-15`. */
function nameOf(item: Claim | Finding): string {
  if ('id' in item) return escapeText(item.id)
  return item.rule === undefined ? item.code : `${item.code} ${escapeText(item.rule)}`
}

/** A document that could not be read makes no claim of its own; the code says why. */
const isUnread = ({ id }: Claim): boolean => id === 'document.read'

type Row = (status: string, name: string, message: string) => string

function renderClaim(
  claim: Claim,
  subject: Subject,
  row: Row,
  style: Style,
  columns: number,
): readonly string[] {
  const { status, code, message } = claim
  const why = isUnread(claim) ? ` (${code})` : ''
  return [
    row(
      style.status(toneOfClaim(claim, subject), describeStatus(status).padEnd(statusWidth)),
      nameOf(claim),
      message + why,
    ),
    ...renderEvidence(claim, columns),
  ]
}

function renderEvidence(item: Claim | Finding, columns: number): readonly string[] {
  // Below the id, so that a digest fits on the line.
  const start = ' '.repeat(statusWidth + 4)
  const indent = start.length + 'expected '.length
  return listEvidence(item).map(({ name, text }) =>
    // A command stays on one line of its own, to be copied.
    name === 'reproduce'
      ? `${start}${escapeText(text, text.length)}`
      : wrap(start, `${labels[name]}${text}`, indent, columns),
  )
}

/** What is expected and what was found stand one below the other. */
const labels = { expected: 'expected ', found: 'found    ', section: 'section ' } as const

/** An error as the CLI prints it: what, where, and what to do. */
export function renderError(failure: NonNullable<Report['error']>): string {
  const { message, hint } = failure
  const place = describePlace(failure)
  return [
    `error: ${place === '' ? '' : `${escapeText(place)}: `}${escapeText(message)}`,
    ...(hint === undefined ? [] : [`hint: ${escapeText(hint)}`]),
    '',
  ].join('\n')
}
