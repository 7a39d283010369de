/**
 * A report for people.
 *
 * @packageDocumentation
 */
import type { Claim, Report, Subject } from '../model/report.js'
import { escapeText, onOneLine } from './escape.js'
import { createStyle, describeStatus, type Style } from './style.js'

export interface TextOptions {
  /** Colour the words; they stay the same. */
  readonly colour?: boolean
  /** Columns to wrap at; 100 when left out. */
  readonly width?: number
  /** One line a subject instead of all claims. */
  readonly brief?: boolean
}

const statusWidth = 'not applicable'.length

/** The report as text, one block a subject and a line of totals, with a newline at the end. */
export function renderText(report: Report, options: TextOptions = {}): string {
  const style = createStyle(options.colour ?? false)
  const columns = Math.max(options.width ?? 100, 60)
  if (report.error !== undefined) return renderError(report.error)
  const subjects = report.subjects.map(subject =>
    options.brief === true ? renderLine(subject, style) : `${renderSubject(subject, style, columns)}\n`,
  )
  return `${[...subjects, renderCounts(report, style)].join('\n')}\n`
}

function renderLine(subject: Subject, style: Style): string {
  const { verdict, source, claims } = subject
  const unread = claims.find(isUnread)
  const why = unread === undefined ? '' : ` (${unread.code})`
  return `${style.status(verdict, describeStatus(verdict).padEnd(statusWidth))} ${escapeText(source)}${why}`
}

function renderSubject(subject: Subject, style: Style, columns: number): string {
  const { source, kind, title, recipe, level, claims, findings, verdict } = subject
  const about = [
    kind.replace('-', ' '),
    ...(recipe ? [`recipe ${recipe.name} (${recipe.digest.slice(0, 'sha256:'.length + 8)}…)`] : []),
    ...(level === undefined ? [] : [`level ${level}`]),
  ]
  const width = Math.max(...claims.map(({ id }) => id.length), ...findings.map(({ code }) => code.length))
  // Padded before it is coloured: colours have no width.
  const row: Row = (status, name, message) =>
    wrap(`  ${status}  ${name.padEnd(width)}  `, message, statusWidth + width + 6, columns)
  return [
    style.strong(wrap('', onOneLine(source), 2, columns)),
    ...(title === undefined ? [] : [wrap('  ', onOneLine(title), 2, columns)]),
    `  ${style.faint(about.join(', '))}`,
    '',
    ...claims.flatMap(claim => renderClaim(claim, row, style, columns)),
    ...findings.map(({ code, message }) => row('finding'.padEnd(statusWidth), code, message)),
    '',
    `  verdict: ${style.status(verdict, style.strong(describeStatus(verdict)))}`,
    wrap('  who could have chosen the winner: ', subject.who_could_choose, 4, columns),
  ].join('\n')
}

/** A document that could not be read makes no claim of its own; the code says why. */
const isUnread = ({ id }: Claim): boolean => id === 'document.read'

type Row = (status: string, name: string, message: string) => string

function renderClaim(claim: Claim, row: Row, style: Style, columns: number): readonly string[] {
  const { id, status, code, message, expected, found } = claim
  const why = isUnread(claim) ? ` (${code})` : ''
  // Below the id, so that a digest fits on the line.
  const start = ' '.repeat(statusWidth + 4)
  const value = (text: string): string => wrap(start, text, start.length + 'expected '.length, columns)
  const skipped = commonStart(expected, found)
  return [
    row(style.status(status, describeStatus(status).padEnd(statusWidth)), id, message + why),
    ...(expected === undefined ? [] : [value(`expected ${skip(expected, skipped)}`)]),
    ...(found === undefined ? [] : [value(`found    ${skip(found, skipped)}`)]),
  ]
}

/** Long values are shown from a little before the place where they part. */
const before = 40

/** How much of two long values is the same from the beginning and need not be shown. */
function commonStart(expected = '', found = ''): number {
  let same = 0
  while (same < expected.length && expected[same] === found[same]) same++
  return Math.max(expected.length, found.length) > 300 ? Math.max(0, same - before) : 0
}

function skip(text: string, length: number): string {
  return length === 0 ? text : `(${length} characters the same) …${text.slice(length)}`
}

/** Text from outside after `start`, in lines of at most `columns` where words allow it, `indent` from the second on. */
function wrap(start: string, text: string, indent: number, columns: number): string {
  const lines: string[] = []
  let line = start
  // eslint-disable-next-line no-control-regex -- colours have no width
  let used = start.replace(/\u001b\[\d+m/g, '').length
  for (const word of escapeText(text).split(/(?<= )/)) {
    if (used + word.trimEnd().length > columns && used > indent) {
      lines.push(line.trimEnd())
      line = ' '.repeat(indent)
      used = indent
    }
    line += word
    used += word.length
  }
  return [...lines, line].join('\n')
}

function renderCounts({ counts, require }: Report, style: Style): string {
  if (counts.subjects === 0) return 'nothing to verify'
  const word = (verdict: Subject['verdict'], count: number): string => {
    const text = `${count} ${describeStatus(verdict)}`
    return count === 0 ? text : style.status(verdict, text)
  }
  const parts = [
    word('proven', counts.proven),
    word('refuted', counts.refuted),
    word('not-provable', counts.not_provable),
  ]
  const asked = require === undefined ? '' : `, asked for ${require.map(id => escapeText(id)).join(', ')}`
  return `${counts.subjects} verified: ${parts.join(', ')}${asked}`
}

/** An error as the CLI prints it: what, where, and what to do. */
export function renderError({ message, hint, where }: NonNullable<Report['error']>): string {
  const { file, line, column, pointer, byte, character } = where ?? {}
  const place = [
    ...(file === undefined ? [] : [String(file)]),
    ...(line === undefined ? [] : [`line ${line}, column ${column ?? 1}`]),
    ...(byte === undefined ? [] : [`byte ${byte}`]),
    ...(character === undefined ? [] : [`character ${Number(character) + 1}`]),
    ...(pointer === undefined || pointer === '' ? [] : [`at ${pointer}`]),
  ].join(', ')
  return [
    `error: ${place === '' ? '' : `${escapeText(place)}: `}${escapeText(message)}`,
    ...(hint === undefined ? [] : [`hint: ${escapeText(hint)}`]),
    '',
  ].join('\n')
}
