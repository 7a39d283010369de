/**
 * Renders a report as annotations of GitHub Actions: workflow commands that the runner shows beside the log.
 *
 * @packageDocumentation
 */
import type { Claim, Finding, FindingCode, LongReport, Subject } from '../model/report.js'
import { escapeText } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import { isEmpty, nothingVerified, sortClaims } from './outcome.js'

/** Number of annotations of each level that GitHub shows per step. */
const most = 10

/** Max items of one kind with an annotation of their own. */
const mostOfKind = 3

interface Annotation {
  readonly title: string
  readonly lines: readonly string[]
}

/** Something to annotate, with its kind. */
interface Item {
  readonly kind: string
  readonly source: string
  readonly lines: readonly string[]
}

/**
 * The annotations, one a line: an error for each cause of failure; besides, a warning for anything required
 * and not shown; a notice for each finding, and one for all that another input could show. Many of one kind
 * are combined, with their number. Empty if there is nothing to act on.
 */
export function renderAnnotations(report: LongReport): string {
  const { error, subjects, require } = report
  if (error !== undefined) {
    const lines = [error.message, describePlace(error), error.hint ?? ''].filter(line => line !== '')
    return renderLevel('error', [{ title: 'drawaudit could not do it', lines }])
  }
  const [refuted, open, findings, strangers] = [new Groups(), new Groups(), new Groups(), new Groups()]
  const draws = new Map<string, number>()
  for (const subject of subjects) {
    const outcomes = sortClaims(subject, require)
    for (const claim of outcomes.refuted) refuted.add(describeItem(`refuted ${claim.id}`, claim, subject))
    for (const claim of outcomes.open) {
      open.add(describeItem(kindOf(claim), claim, subject, findRemedy(claim, subject)))
    }
    const { remark } = outcomes
    if (remark !== undefined) open.add({ kind: 'not provable', source: subject.source, lines: [remark] })
    for (const finding of subject.findings.filter(({ code }) => !unacted.includes(code))) {
      findings.add(describeItem(`finding ${finding.rule ?? finding.code}`, finding, subject))
    }
    for (const item of describeStrangers(subject)) strangers.add(item)
    const remedy = findSubjectRemedy(subject)
    if (remedy !== undefined) draws.set(remedy, (draws.get(remedy) ?? 0) + 1)
  }
  const empty = isEmpty(report) ? [{ title: 'not provable', lines: [nothingVerified] }] : []
  const notShown = [...empty, ...open.describe()]
  const fails = report.exit_code !== 1
  return (
    renderLevel('error', [...refuted.describe(), ...(fails ? notShown : [])]) +
    renderLevel('warning', [...(fails ? [] : notShown), ...strangers.describe()]) +
    renderLevel('notice', [...describeRemedies(draws), ...findings.describe()])
  )
}

/**
 * Findings that nobody can act on, or that are part of a remedy: what a specification leaves open, and what a
 * log could show.
 */
const unacted: readonly FindingCode[] = ['left-open', 'log-unread']

/** Missing answers of a service have one cause, whatever they keep from being shown. */
const kindOf = ({ id, code }: Claim): string =>
  code.startsWith('remote-') ? 'the service does not answer' : `not provable ${id}`

function describeItem(kind: string, item: Claim | Finding, subject: Subject, remedy?: string): Item {
  const evidence = listEvidence(item).map(({ name, text }) => `${name} ${text}`)
  return {
    kind,
    source: subject.source,
    lines: [
      ...(describeShort(item, subject) ?? [item.message]),
      ...evidence,
      ...(subject.recipe === undefined ? [] : [`by the recipe ${subject.recipe.name}`]),
      ...(remedy === undefined ? [] : [`give ${remedy}`]),
    ],
  }
}

/** For a level that was not reached: what blocks it, in words. */
function describeShort(
  item: Claim | Finding,
  { stopped_by, claims }: Subject,
): readonly string[] | undefined {
  if (!('id' in item) || item.id !== 'level.reached') return undefined
  const stopper = claims.find(({ id }) => id === stopped_by)
  return stopper && [`${item.expected ?? 'the level'}, is not reached`, `${stopper.id}: ${stopper.message}`]
}

/** Items by kind: those to show, and their number. */
class Groups {
  readonly #kinds = new Map<string, { readonly shown: Item[]; count: number }>()

  add(item: Item): void {
    const same = this.#kinds.get(item.kind) ?? { shown: [], count: 0 }
    this.#kinds.set(item.kind, same)
    same.count += 1
    if (same.shown.length < mostOfKind) same.shown.push(item)
  }

  describe(): readonly Annotation[] {
    return [...this.#kinds].map(([kind, { shown, count }]) => {
      const [first] = shown
      if (count === 1 && first !== undefined) {
        return { title: `${kind} in ${escapeText(first.source, 120)}`, lines: first.lines }
      }
      const told = shown.flatMap(({ source, lines }) => [`in ${escapeText(source, 120)}:`, ...lines])
      const more = count - shown.length
      return {
        title: `${kind}, ${count} times`,
        lines: [...told, ...(more > 0 ? [`and ${more} more: the report has them all`] : [])],
      }
    })
  }
}

/** Action inputs that would show a claim, by its code; the CLI's options have the same names. */
const remedies: Readonly<Partial<Record<Claim['code'], string>>> = {
  'operator-unknown': 'trust: a trust file that has the operator and its key',
  'key-unknown':
    'trust: a trust file that has the key that signed, once its fingerprint is confirmed elsewhere',
  'observation-untrusted': 'trust: a trust file that has the observer',
  'timestamp-untrusted': 'trust: a trust file that has the time-stamper',
  'log-unknown': 'trust: a trust file that names the log of the operator, and has its key',
  'witness-unknown': 'trust: a trust file that has witnesses',
}

const seen =
  'observation: what an observer signed in time; or log, and trust with witnesses: the log of the operator, which they cosigned in time'

/** Evidence that may not exist: named only if it was required. */
const missing: Readonly<Record<string, string>> = {
  'entries.sealed': 'observation: what an observer signed who read the list (drawaudit observe --list)',
  'evidence.timely': seen,
  'evidence.unique': seen,
}

const logRemedy = 'log: where the entries of the operator’s log are, a URL or a folder'

/** The input that would show a required claim; undefined if none would. */
function findRemedy(claim: Claim, subject: Subject): string | undefined {
  const { stopped_by, claims, findings } = subject
  const stopper = claim.id === 'level.reached' ? claims.find(({ id }) => id === stopped_by) : claim
  const isLog = stopped_by === 'log-unread' || stopper?.id === 'document.read'
  if (isLog && findings.some(({ code }) => code === 'log-unread')) return logRemedy
  if (stopper === undefined) return undefined
  const isMissing = ['evidence-missing', 'entries-light'].includes(stopper.code)
  return remedies[stopper.code] ?? (isMissing ? missing[stopper.id] : undefined)
}

/**
 * Draws in an operator's name under a key that is not in the trust file: one warning, even if no level was
 * required.
 */
function describeStrangers(subject: Subject): readonly Item[] {
  if (subject.verdict !== 'proven') return []
  return subject.claims
    .filter(({ code }) => code === 'key-unknown')
    .map(claim => describeItem('signed by a key that the trust file does not have', claim, subject))
}

/** The input with which a draw would show more, even if not required. */
function findSubjectRemedy({ verdict, stopped_by, claims, findings }: Subject): string | undefined {
  if (verdict !== 'proven') return undefined
  const stopper = claims.find(({ id }) => id === stopped_by)
  return (
    (stopper && remedies[stopper.code]) ??
    (findings.some(({ code }) => code === 'log-unread') ? logRemedy : undefined)
  )
}

/** One notice for all draws that would show more with another input, with their number. */
function describeRemedies(draws: ReadonlyMap<string, number>): readonly Annotation[] {
  if (draws.size === 0) return []
  const lines = [...draws].map(
    ([remedy, count]) => `${count === 1 ? 'one draw' : `${count} draws`}: give ${remedy}`,
  )
  return [{ title: 'another input would show more', lines }]
}

/** The last one shown counts the others. */
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
