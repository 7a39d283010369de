/**
 * Renders a report for people.
 *
 * @packageDocumentation
 */
import type { Claim, Finding, FindingCode, Report, Status, Subject } from '../model/report.js'
import { describeClaim } from './claim-text.js'
import { escapeText, onOneLine } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import {
  countClaims,
  describeCounts,
  describeReachedLevel,
  describeScope,
  describeSupplied,
  isChecklist,
  selectClaims,
  sortClaims,
  subjectTone,
  toneOfClaim,
  wordOf,
} from './outcome.js'
import { describeOrigin } from './origin.js'
import { createStyle, describeStatus, type Style } from './style.js'
import { widthOf } from './width.js'
import { textWords, type TextWords } from './text-words.js'
import { usualWidth, wrap } from './wrap.js'

/** Options of {@link renderText}. */
export interface TextOptions {
  /** Whether to colour the words. */
  readonly colour?: boolean
  /** Columns to wrap at; 80 by default, at least 40. */
  readonly width?: number
  /** One line per subject instead of all claims. */
  readonly brief?: boolean
  /**
   * Whether to show every claim and finding, which is the default; otherwise one screen per subject: what
   * decides, and the names of the rest.
   */
  readonly details?: boolean
  /** Whether to show all rules of a service; by default those that are kept are counted. */
  readonly all?: boolean
}

/** What to say about a subject beyond its report. */
export interface Beside {
  /** Published winners: `prize 1, Mug: 10042`. Not escaped. */
  readonly winners?: readonly string[]
  /** The next step, with its command. Not escaped. */
  readonly next?: { readonly says: string; readonly command: string }
  /** What it says in another language; English otherwise. Not escaped. */
  readonly told?: Told
}

/** What a subject says in another language than English. */
export interface Told {
  /** What it is about; that of the subject otherwise. */
  readonly title?: string
  readonly headline: string
  readonly claim: (claim: Claim) => string
  readonly finding: (finding: Finding) => string
  /** What a claim or a finding is about, by its id or code. */
  readonly label: (code: string) => string | undefined
  readonly statuses: Readonly<Record<Status, string>>
  /** The level that is reached: `Stufe 3 von 5: …`. */
  readonly level?: string
  /** The next level, as one that is not reached: `Stufe 4 von 5, nicht erreicht`. */
  readonly missing?: string
  /** Who could have chosen the winner, and what else there is to say of that, each with what it answers. */
  readonly choice: readonly { readonly label: string; readonly says: string }[]
  readonly words: TextWords
}

/** Min columns. */
const leastWidth = 40

const statusWidth = 'not applicable'.length

/** Columns of the statuses, which other languages may have longer ones of. */
const widthOfStatuses = ({ told }: Beside): number =>
  Math.max(statusWidth, ...[...Object.values(told?.statuses ?? {}), told?.words.finding ?? ''].map(widthOf))

const padTo = (text: string, width: number): string =>
  `${text}${' '.repeat(Math.max(0, width - widthOf(text)))}`

/**
 * Renders a report as text: a block per subject and a line of totals, with a newline at the end.
 *
 * @param report - the report of a verification.
 * @param options - width, colour and detail.
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
  { colour = false, width = usualWidth, brief = false, details = true, all = false }: TextOptions = {},
  beside: Beside = {},
): string {
  const style = createStyle(colour)
  if (brief) return `${renderLine(subject, style)}\n`
  const columns = Math.max(width, leastWidth)
  if (!details && !all) return `${renderScreen(subject, require, style, columns, beside)}\n\n`
  const selected = all ? { shown: subject.claims, folded: [] } : selectClaims(subject, require)
  return `${renderBlock(subject, selected, style, columns, beside)}\n\n`
}

function renderLine(subject: Subject, style: Style): string {
  const { source, claims, findings } = subject
  // Corrections are never left out.
  const corrected = findings.find(({ code }) => code === 'record-corrected')
  const isOwn = subject.recipe !== undefined && describeOrigin(subject.recipe) !== undefined
  const note =
    claims.find(isUnread)?.code ?? corrected?.code ?? (isOwn ? 'recipe not drawaudit’s' : undefined)
  const why = note === undefined ? '' : ` (${note})`
  return `${style.status(subjectTone(subject), wordOf(subject).padEnd(statusWidth))} ${escapeText(source)}${why}`
}

/** The lines above the claims. */
function renderHead(subject: Subject, style: Style, columns: number, { told }: Beside): readonly string[] {
  const { source, recipe } = subject
  const { headline } = told ?? subject
  const title = told?.title ?? subject.title
  const origin = recipe && describeOrigin(recipe)
  const supplied = describeSupplied(subject)
  return [
    style.strong(wrap('', onOneLine(source), 2, columns)),
    ...(title === undefined ? [] : [wrap('  ', onOneLine(title), 4, columns)]),
    style.status(subjectTone(subject), style.strong(wrap('  ', onOneLine(headline), 4, columns))),
    `  ${style.faint(describeKind(subject, told?.words))}`,
    ...(origin === undefined ? [] : [wrap('  the recipe is ', origin, 4, columns)]),
    ...(supplied === undefined ? [] : [wrap('  not published: ', supplied, 4, columns)]),
  ]
}

/** Kind of document, and the recipe. */
function describeKind({ kind, recipe }: Subject, words = textWords): string {
  const name = recipe && `${escapeText(recipe.name)} (${recipe.digest.slice(0, 'sha256:'.length + 8)}…)`
  return [words.kind(kind), ...(name === undefined ? [] : [words.recipe(name)])].join(', ')
}

/** The lines below the claims: the level, who could have chosen, the next step. */
function renderFoot(
  subject: Subject,
  { missing = [], rest = [] }: { readonly missing?: readonly string[]; readonly rest?: readonly string[] },
  columns: number,
  { next, told }: Beside,
): readonly string[] {
  const isStopNamed = missing.length === 0
  const reached = told ? tellLevel(subject, told, isStopNamed) : describeReachedLevel(subject, isStopNamed)
  const choice = told?.choice ?? [
    { label: 'who could have chosen the winner:', says: subject.who_could_choose },
  ]
  const scope = describeScope(subject)
  return [
    ...(reached === undefined ? [] : [wrap('  ', reached, 4, columns)]),
    ...missing,
    ...rest,
    ...(scope === undefined ? [] : [wrap('  about: ', scope, 4, columns)]),
    // A service is not a draw; its raffles have the sentence.
    ...(subject.kind === 'service'
      ? []
      : choice.map(({ label, says }) => wrap(`  ${label} `, says, 4, columns))),
    ...(next === undefined ? [] : renderNext(next, columns, told?.words)),
  ]
}

/** @param isStopNamed - false if what blocks the next level is shown elsewhere. */
function tellLevel(
  { stopped_by }: Subject,
  { level, missing }: Told,
  isStopNamed: boolean,
): string | undefined {
  const stop =
    isStopNamed && missing !== undefined && stopped_by !== undefined ? `; ${missing}: ${stopped_by}` : ''
  return level === undefined ? undefined : `${level}${stop}`
}

/** A command is on a line of its own, for copying. */
function renderNext(
  { says, command }: NonNullable<Beside['next']>,
  columns: number,
  words = textWords,
): readonly string[] {
  return [
    wrap(`  ${words.next}${words.colon}`, `${says}${words.colon.trimEnd()}`, 4, columns),
    `    ${escapeText(command, command.length)}`,
  ]
}

function renderBlock(
  subject: Subject,
  { shown, folded }: ReturnType<typeof selectClaims>,
  style: Style,
  columns: number,
  beside: Beside,
): string {
  const { findings } = subject
  const row = createRow([...shown, ...findings], columns, beside)
  const rest = countClaims(folded)
  return [
    ...renderHead(subject, style, columns, beside),
    '',
    ...renderWinners(subject, beside, columns),
    ...shown.flatMap(claim => renderClaim(claim, subject, row, style, columns, beside)),
    ...(rest === '' ? [] : [`  ${rest}`]),
    ...findings.flatMap(finding => renderFinding(finding, row, columns, beside)),
    '',
    ...renderFoot(subject, {}, columns, beside),
  ].join('\n')
}

/** Findings about events rather than the method of a draw: always shown, however little room there is. */
const events: readonly FindingCode[] = [
  'entry-repeated',
  'winner-repeated',
  'seed-reused',
  'commitment-reused',
  'id-repeated',
  'record-corrected',
  'winner-replaced',
  'cancelled-late',
  'winner-unpublished',
  'list-other',
  'raffle-repeated',
  'time-in-future',
  'log-set-back',
  'statement-outdated',
]

/** Max findings of one code shown in full. */
const mostEvents = 3

/** What decides in full; the names of the rest. */
function renderScreen(
  subject: Subject,
  require: Report['require'],
  style: Style,
  columns: number,
  beside: Beside,
): string {
  const { claims, findings, stopped_by, verdict } = subject
  const { refuted, open } = sortClaims(subject, require)
  const named = claims.filter(
    ({ id, status }) =>
      status !== 'refuted' &&
      id !== 'level.reached' &&
      ((isChecklist(subject) && id === open[0]?.id) ||
        isNamed(id) ||
        require?.includes(id) === true ||
        (isUnreadId(id) && status === 'not-provable')),
  )
  const listed = findings.filter(
    ({ code }, at) =>
      events.includes(code) && findings.slice(0, at).filter(one => one.code === code).length < mostEvents,
  )
  const shown = claims.filter(claim => refuted.includes(claim) || named.includes(claim))
  const row = createRow([...shown, ...listed], columns, beside)
  const folded = countClaims(isChecklist(subject) ? selectClaims(subject, require).folded : [])
  const isMissing = ({ id, status }: Claim): boolean =>
    status === 'not-provable' && id !== 'level.reached' && !isUnreadId(id)
  const unshown = (isChecklist(subject) ? open : claims).filter(
    claim => isMissing(claim) && !named.includes(claim),
  )
  const { told } = beside
  const words = told?.words ?? textWords
  const { colon } = words
  const stopper = verdict === 'refuted' ? undefined : findStopper(subject, told)
  const above = [
    ...renderWinners(subject, beside, columns),
    ...shown.flatMap(claim => renderClaim(claim, subject, row, style, columns, beside)),
    ...listed.flatMap(finding => renderFinding(finding, row, columns, beside)),
    ...(folded === '' ? [] : [wrap('  ', folded, 4, columns)]),
  ]
  const missing =
    stopper === undefined || stopped_by === undefined
      ? []
      : [
          wrap(
            `  ${told?.missing === undefined ? `${nextLevel(subject)}${stopped_by}` : `${told.missing} (${stopped_by})`}${colon}`,
            stopper,
            4,
            columns,
          ),
        ]
  const rest = [
    ...listNames(
      words.unproven,
      unshown.map(claim => labelOf(claim, told)),
      columns,
      words,
    ),
    ...listNames(
      words.findings,
      findings.filter(one => !listed.includes(one)).map(finding => labelOf(finding, told)),
      columns,
      words,
    ),
  ]
  return [
    ...renderHead(subject, style, columns, beside),
    '',
    ...(above.length === 0 ? [] : [...above, '']),
    ...renderFoot(subject, { missing, rest }, columns, beside),
  ].join('\n')
}

/** Claims made because somebody asked for one entry. */
const isNamed = (id: string): boolean => id === 'ticket.included' || id === 'receipt.honoured'

const isUnreadId = (id: string): boolean => id === 'document.read'

const nextLevel = ({ level }: Subject): string =>
  level === undefined ? 'missing: ' : `missing for level ${level + 1}: `

/** Why a draw does not reach the next level, in words. */
function findStopper({ stopped_by, claims, findings }: Subject, told: Told | undefined): string | undefined {
  const claim = claims.find(({ id }) => id === stopped_by)
  if (claim !== undefined) return (told?.claim ?? describeClaim)(claim)
  const finding = findings.find(({ code }) => code === stopped_by)
  return finding && told ? told.finding(finding) : finding?.message
}

/** Max names listed. */
const mostNames = 20

/** `4 not provable: a, b, c, d`, each name once; empty without names. */
function listNames(
  count: (names: number) => string,
  names: readonly string[],
  columns: number,
  { colon, comma }: TextWords,
): readonly string[] {
  if (names.length === 0) return []
  const counted = [...new Set(names)].map(name => {
    const times = names.filter(other => other === name).length
    return times === 1 ? name : `${name} (${times})`
  })
  const more = counted.length - mostNames
  const listed = [...counted.slice(0, mostNames), ...(more > 0 ? [`and ${more} more`] : [])]
  return [wrap(`  ${count(names.length)}${colon}`, listed.join(comma), 4, columns)]
}

/** Its name in a list, in another language with what it is about. */
function labelOf(item: Claim | Finding, told: Told | undefined): string {
  // Findings about what a specification leaves open are counted: nobody can act on them.
  const name = item.code === 'left-open' ? item.code : nameOf(item)
  const label = told?.label('id' in item ? item.id : item.code)
  return label === undefined ? name : `${label} (${name})`
}

/** Max winners listed. */
const mostWinners = 10

/** Below level 3 nothing shows that the rule gives them. */
const reproducible = 3

function renderWinners(
  { level = 0, verdict }: Subject,
  { winners = [], told }: Beside,
  columns: number,
): readonly string[] {
  const isShown = verdict !== 'refuted' && level >= reproducible
  const { published, moreWinners } = told?.words ?? textWords
  const more = winners.length - mostWinners
  return [
    ...winners
      .slice(0, mostWinners)
      .map(winner => wrap('  ', onOneLine(isShown ? winner : published(winner)), 4, columns)),
    ...(more > 0 ? [`  ${moreWinners(more)}`] : []),
  ]
}

/** Id of a claim; for a finding its kind, and the rule that it is about: `should-broken AUD-15`. */
function nameOf(item: Claim | Finding): string {
  if ('id' in item) return escapeText(item.id)
  return item.rule === undefined ? item.code : `${item.code} ${escapeText(item.rule)}`
}

/** An unreadable document has no claims of its own; the code says why. */
const isUnread = ({ id }: Claim): boolean => id === 'document.read'

type RowRenderer = (
  status: string,
  name: string,
  message: string,
  paint?: (status: string) => string,
) => string

/** Min columns for a message beside its claim's name; otherwise it goes below. */
const leastMessage = 36

/** Indent below a name: leaves room for a digest. */
const below = statusWidth + 4

/** Formats rows with aligned messages. */
function createRow(items: readonly (Claim | Finding)[], columns: number, beside: Beside): RowRenderer {
  const ofStatus = widthOfStatuses(beside)
  const width = Math.max(0, ...items.map(item => nameOf(item).length))
  const start = ofStatus + width + 6
  // Padded before colouring: colours have no width.
  return (status, name, message, paint = one => one) => {
    const word = paint(padTo(status, ofStatus))
    return columns - start < leastMessage
      ? `  ${word}  ${name}\n${wrap(' '.repeat(narrow(columns)), message, narrow(columns), columns)}`
      : wrap(`  ${word}  ${name.padEnd(width)}  `, message, start, columns)
  }
}

/** Indent of what belongs to a claim. */
const narrow = (columns: number): number => (columns - below < 64 + 'expected '.length ? 6 : below)

function renderClaim(
  claim: Claim,
  subject: Subject,
  row: RowRenderer,
  style: Style,
  columns: number,
  { told }: Beside,
): readonly string[] {
  const { status, code } = claim
  const word = told?.statuses[status] ?? describeStatus(status)
  const why = isUnread(claim) ? ` (${code})` : ''
  return [
    row(word, nameOf(claim), (told?.claim ?? describeClaim)(claim) + why, text =>
      style.status(toneOfClaim(claim, subject), text),
    ),
    ...renderEvidence(claim, columns, told?.words),
  ]
}

function renderFinding(
  finding: Finding,
  row: RowRenderer,
  columns: number,
  { told }: Beside,
): readonly string[] {
  const { message } = finding
  const { finding: word } = told?.words ?? textWords
  return [
    row(word, nameOf(finding), told?.finding(finding) ?? message),
    ...renderEvidence(finding, columns, told?.words),
  ]
}

function renderEvidence(
  item: Claim | Finding,
  columns: number,
  { expected, found } = textWords,
): readonly string[] {
  const start = ' '.repeat(narrow(columns))
  // Expected and found values are aligned.
  const width = Math.max(widthOf(expected), widthOf(found)) + 1
  const labels = { expected: padTo(expected, width), found: padTo(found, width), section: 'section ' }
  const indent = start.length + width
  return listEvidence(item).map(({ name, text }) =>
    // A command stays on one line, for copying.
    name === 'reproduce'
      ? `${start}${escapeText(text, text.length)}`
      : wrap(`${start}${labels[name]}`, text, indent, columns),
  )
}

/** An error in the CLI's form: what, where, and what to do, one line each. */
export function renderError(failure: NonNullable<Report['error']>): string {
  const { message, hint } = failure
  const place = describePlace(failure)
  return [
    `error: ${place === '' ? '' : `${escapeText(place)}: `}${escapeText(message)}`,
    ...(hint === undefined ? [] : [`hint: ${escapeText(hint)}`]),
    '',
  ].join('\n')
}
