/**
 * From claims to a verdict, and from verdicts to a report with its exit code. The only place that decides.
 *
 * @packageDocumentation
 */
import { errorCodes } from '../errors.js'
import {
  isDraw,
  levelNames,
  type Claim,
  type ExitCode,
  type Finding,
  type Report,
  type Subject,
  type Subjects,
  type Verdict,
} from '../model/report.js'
import { describeHeadline, type DrawHeadline } from './headline.js'

/** The first of these among several verdicts is the overall one: a single refutation outweighs all proofs. */
const byWeight = ['refuted', 'not-provable', 'proven'] as const

/**
 * The verdict on a subject: that of the weakest required claim. Refuted claims always count. Not applicable
 * claims count only if required by name: what is required must be shown.
 *
 * @param require - ids of required claims.
 * @returns `not-provable` if no required claim is left to count.
 */
export function decideVerdict(claims: readonly Claim[], require: readonly string[] = []): Verdict {
  const statuses = claims
    .filter(({ status, asked }) => status === 'refuted' || asked !== false)
    .map(({ id, status }) => (status === 'not-applicable' && require.includes(id) ? 'not-provable' : status))
  return byWeight.find(verdict => statuses.includes(verdict)) ?? 'not-provable'
}

/** Findings of one verification, before its verdict. */
export type Examination = Omit<Subject, 'verdict' | 'headline'> & {
  /** Headline of a draw, unless a claim is refuted. */
  readonly headline?: DrawHeadline
}

/** Max characters of a message: a longer one contains outside text. */
const longestMessage = 4000

function shorten(claim: Claim): Claim {
  const more = claim.message.length - longestMessage
  if (more <= 0) return claim
  return { ...claim, message: `${claim.message.slice(0, longestMessage)}… (${more} characters more)` }
}

function describeKind(kind: Subject['kind']): string {
  return kind === 'unknown' ? 'document' : kind.replace('-', ' ')
}

/**
 * Level required of every draw: with less, a draw that its organiser could have steered would be called
 * proven.
 */
const askedOfDraws = ['unsteerable']

/** Claims made only because an entry or a receipt was named, hence always required. */
const namedClaims: readonly string[] = ['ticket.included', 'receipt.honoured']

function isRead({ claims }: Examination): boolean {
  return !claims.some(({ id }) => id === 'document.read')
}

/** Whether all claims are always required, and levels only in addition. */
function isChecked(kind: Subject['kind']): boolean {
  return kind === 'service' || kind === 'raffle'
}

/**
 * A subject with its verdict. A required claim that the subject does not make is not provable.
 *
 * @param given - required ids of claims, and names or numbers of levels. For a document, nothing else is then
 * required; for a raffle of a service, this comes in addition.
 */
export function decideSubject(examination: Examination, given?: readonly string[]): Subject {
  const { kind, claims } = examination
  const require = given ?? (isDraw(examination) && isRead(examination) ? askedOfDraws : undefined)
  const named = kind === 'service' ? [] : (require?.filter(one => findLevel(one) === undefined) ?? [])
  const absent = named.filter(id => !claims.some(claim => claim.id === id))
  const made: readonly Claim[] = [
    ...claims.map(claim => markAsked(shorten(claim), kind, require)),
    ...absent.map((id): Claim => ({
      id,
      status: 'not-provable',
      code: findUnreached(examination) ?? 'claim-not-made',
      message: `nothing in this ${describeKind(kind)} makes this claim`,
    })),
    ...(kind === 'service' ? [] : claimLevels(examination, require ?? [])),
  ]
  const verdict = decideVerdict(made, named)
  const headline = describeHeadline({ kind, claims: made }, verdict, examination.headline)
  return extend(examination, { claims: made, verdict, headline })
}

/** A copy with more members: as `{ ...one, ...more }`, which takes V8 six times as long, for millions of draws. */
function extend<A extends object, B extends object>(one: A, more: B): Omit<A, keyof B> & B {
  return Object.assign({}, one, more)
}

function markAsked(claim: Claim, kind: Subject['kind'], require?: readonly string[]): Claim {
  const counts =
    namedClaims.includes(claim.id) ||
    require?.includes(claim.id) === true ||
    (require === undefined || isChecked(kind) ? claim.asked !== false : false)
  if (!counts) return extend(claim, { asked: false as const })
  if (claim.asked === undefined) return claim
  const counted: { -readonly [Member in keyof Claim]: Claim[Member] } = { ...claim }
  delete counted.asked
  return counted
}

/** Number of a level, by its name or number; undefined if there is no such level. */
export function findLevel(nameOrNumber: string): number | undefined {
  const level = levelNames.findIndex((name, index) => nameOrNumber === name || nameOrNumber === String(index))
  return level === -1 ? undefined : level
}

/** A level in words. */
export function describeLevel(level: number): string {
  return `level ${level}, ${(levelNames[level] ?? '').replace('-', ' ')}`
}

/** The code of the claim that stopped the examination, if only the network prevented a decision. */
function findUnreached({ stopped_by, claims }: Examination): Claim['code'] | undefined {
  const stopper = claims.find(({ id }) => id === stopped_by)
  return stopper !== undefined && remoteCodes.includes(stopper.code) ? stopper.code : undefined
}

/** The claim that the subject has reached the highest required level. */
function claimLevels(examination: Examination, require: readonly string[]): readonly Claim[] {
  const { level, stopped_by } = examination
  const wanted = Math.max(-1, ...require.flatMap(one => findLevel(one) ?? []))
  if (wanted === -1) return []
  const reached = level !== undefined && level >= wanted
  return [
    {
      id: 'level.reached',
      status: reached ? 'proven' : 'not-provable',
      code: reached ? 'level-reached' : (findUnreached(examination) ?? 'level-short'),
      message: `the draws reach ${describeLevel(wanted)}${reached || stopped_by === undefined ? '' : `: stopped by ${stopped_by}`}`,
      expected: describeLevel(wanted),
      found: level === undefined ? 'what has no level' : describeLevel(level),
    },
  ]
}

const exitCodes: Readonly<Record<Verdict, ExitCode>> = { proven: 0, refuted: 1, 'not-provable': 3 }

const remoteCodes: readonly string[] = errorCodes.filter(code => code.startsWith('remote-'))

/** Exit code for a single subject; 4 if only the network prevented a decision. */
export function decideExitCode({ verdict, claims }: Subject): ExitCode {
  const open = claims.filter(({ status, asked }) => status === 'not-provable' && asked !== false)
  const unreached = open.length > 0 && open.every(({ code }) => remoteCodes.includes(code))
  return verdict === 'not-provable' && unreached ? 4 : exitCodes[verdict]
}

/** The first of these among several exit codes is the overall one. */
const exitCodesByWeight: readonly ExitCode[] = [1, 3, 4, 0]

/** The requirements, as repeated in a report. */
export type ReportRequest = Pick<Report, 'require' | 'rules' | 'skip' | 'seed'>

/** Totals over all subjects, for callers that do not keep the subjects. */
export class Tally {
  readonly #of: Record<Verdict, number> = { proven: 0, refuted: 0, 'not-provable': 0 }
  readonly #levels = levelNames.map(() => 0)
  readonly #exits = new Set<ExitCode>()

  add(subject: Subject): void {
    this.#of[subject.verdict] += 1
    const { level = 0, verdict } = subject
    if (isDraw(subject) && verdict !== 'refuted') this.#levels[level] = (this.#levels[level] ?? 0) + 1
    this.#exits.add(decideExitCode(subject))
  }

  /** @param subjects - those to include in the report. */
  report<S extends Subjects>(
    subjects: S,
    asked: ReportRequest = {},
  ): Omit<Report, 'subjects'> & { readonly subjects: S } {
    const { proven, refuted, 'not-provable': open } = this.#of
    return {
      report: 'drawaudit/v1',
      verdict: byWeight.find(candidate => this.#of[candidate] > 0) ?? 'not-provable',
      exit_code: exitCodesByWeight.find(code => this.#exits.has(code)) ?? 3,
      ...asked,
      subjects,
      counts: {
        subjects: proven + refuted + open,
        proven,
        refuted,
        not_provable: open,
        levels: [...this.#levels],
      },
    }
  }
}

/**
 * The report on subjects. Without subjects nothing was verified: not provable.
 *
 * @param subjects - from {@link verifyDocument} and its like.
 * @param asked - what was required, as the report repeats it.
 *
 * @example
 * ```js
 * const options = { source: 'record.json', now: new Date(), findRecipe: () => undefined }
 * createReport([verifyDocument(read('record.json'), options)]).exit_code // 3
 * ```
 */
export function createReport(subjects: readonly Subject[], asked: ReportRequest = {}): Report {
  const tally = new Tally()
  for (const subject of subjects) tally.add(subject)
  return tally.report(subjects, asked)
}

/** Examination of a document of no known kind. */
export function examineUnread(
  source: string,
  kind: Subject['kind'],
  { code, message }: Pick<Claim, 'code' | 'message'>,
  findings: readonly Finding[] = [],
): Examination {
  return {
    source,
    kind,
    claims: [{ id: 'document.read', status: 'not-provable', code, message }],
    findings,
    who_could_choose: 'unknown: the document was not verified',
  }
}
