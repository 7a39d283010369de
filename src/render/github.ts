/**
 * A report as annotations of GitHub Actions: workflow commands that a runner shows beside the log.
 *
 * @packageDocumentation
 */
import type { Claim, Finding, Report, Subject } from '../model/report.js'
import { escapeText } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import { isEmpty, nothingVerified, sortClaims } from './outcome.js'

/** GitHub shows so many of each level in one step. */
const most = 10

interface Annotation {
  readonly title: string
  readonly lines: readonly string[]
}

/**
 * The annotations, one a line: an error for what is refuted, a warning for what was asked for and cannot be proven, a
 * notice for a finding. Empty when there is nothing to say.
 */
export function renderAnnotations(report: Report): string {
  const { error, subjects, require } = report
  if (error !== undefined) {
    const lines = [error.message, describePlace(error), error.hint ?? ''].filter(line => line !== '')
    return renderLevel('error', [{ title: 'drawaudit could not do it', lines }])
  }
  const sorted = subjects.map(subject => ({ subject, outcomes: sortClaims(subject, require) }))
  const refuted = sorted.flatMap(({ subject, outcomes }) =>
    outcomes.refuted.map(claim => annotate('refuted', claim.id, claim, subject)),
  )
  const open = sorted.flatMap(({ subject, outcomes: { open, remark } }) => [
    ...open.map(claim => annotate('not provable', claim.id, claim, subject)),
    ...(remark === undefined ? [] : [{ title: titleOf('not provable', '', subject), lines: [remark] }]),
  ])
  const findings = subjects.flatMap(subject =>
    subject.findings.map(finding => annotate('finding', finding.rule ?? finding.code, finding, subject)),
  )
  const empty = isEmpty(report) ? [{ title: 'not provable', lines: [nothingVerified] }] : []
  return (
    renderLevel('error', refuted) +
    renderLevel('warning', [...empty, ...open]) +
    renderLevel('notice', findings)
  )
}

function annotate(word: string, name: string, item: Claim | Finding, subject: Subject): Annotation {
  const evidence = listEvidence(item).map(({ name, text }) => `${name} ${text}`)
  return { title: titleOf(word, name, subject), lines: [item.message, ...evidence] }
}

function titleOf(word: string, name: string, { source }: Subject): string {
  return `${[word, name].filter(part => part !== '').join(' ')} in ${escapeText(source, 120)}`
}

/** The last of those that are shown counts the others. */
function renderLevel(level: string, annotations: readonly Annotation[]): string {
  const more = annotations.length - most
  const counted =
    more > 0
      ? [...annotations.slice(0, most - 1), { title: `${more + 1} more`, lines: ['the report has them all'] }]
      : annotations
  return counted
    .map(({ title, lines }) => {
      const message = lines.map(line => escapeText(line, 5000)).join('\n')
      return `::${level} title=${escapeProperty(`drawaudit: ${escapeText(title)}`)}::${escapeData(message)}\n`
    })
    .join('')
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
