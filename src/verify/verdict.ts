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

/** Of several verdicts the first that occurs: one refuted thing outweighs everything that is proven. */
const byWeight = ['refuted', 'not-provable', 'proven'] as const

/**
 * The verdict on the claims of one subject: that of its weakest claim among those asked for. A refuted claim
 * counts whether or not it was asked for. A claim that is not applicable does not count, unless it was asked for
 * by name: what is asked for has to be shown.
 *
 * @param require - claims asked for by name.
 * @returns `not-provable` when nothing that was asked for is left to count.
 */
export function decideVerdict(claims: readonly Claim[], require: readonly string[] = []): Verdict {
  const statuses = claims
    .filter(({ status, asked }) => status === 'refuted' || asked !== false)
    .map(({ id, status }) => (status === 'not-applicable' && require.includes(id) ? 'not-provable' : status))
  return byWeight.find(verdict => statuses.includes(verdict)) ?? 'not-provable'
}

/** What a verification of one thing found, before its verdict. */
export type Examination = Omit<Subject, 'verdict' | 'headline'> & {
  /** Of a draw, unless a claim is refuted. */
  readonly headline?: DrawHeadline
}

/** A message is a sentence: what makes it longer is text from outside. */
const longestMessage = 4000

function shorten(claim: Claim): Claim {
  const more = claim.message.length - longestMessage
  if (more <= 0) return claim
  return { ...claim, message: `${claim.message.slice(0, longestMessage)}… (${more} characters more)` }
}

function describeKind(kind: Subject['kind']): string {
  return kind === 'unknown' ? 'document' : kind.replace('-', ' ')
}

/** What every draw is asked: anything less would call a draw proven that its organiser could have steered. */
const askedOfDraws = ['unsteerable']

/** Made only because an entry or a receipt was named, so they are always asked for. */
const namedClaims: readonly string[] = ['ticket.included', 'receipt.honoured']

function isRead({ claims }: Examination): boolean {
  return !claims.some(({ id }) => id === 'document.read')
}

/** A service is checked whole, and its draws are asked for more on top of that. */
function isChecked(kind: Subject['kind']): boolean {
  return kind === 'service' || kind === 'raffle'
}

/**
 * A subject with its verdict. A claim that was asked for and that the subject does not make cannot be proven.
 *
 * @param given - ids of claims, and names or numbers of levels, to ask for. Of a document, nothing else is then
 * asked; of a raffle of a service, this beside everything else.
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
  return { ...examination, claims: made, verdict, headline }
}

function markAsked(claim: Claim, kind: Subject['kind'], require?: readonly string[]): Claim {
  const counts =
    namedClaims.includes(claim.id) ||
    require?.includes(claim.id) === true ||
    (require === undefined || isChecked(kind) ? claim.asked !== false : false)
  if (!counts) return { ...claim, asked: false }
  if (claim.asked === undefined) return claim
  const counted: { -readonly [Member in keyof Claim]: Claim[Member] } = { ...claim }
  delete counted.asked
  return counted
}

/** The number of a level, by its name or number; undefined when it is no level. */
export function findLevel(nameOrNumber: string): number | undefined {
  const level = levelNames.findIndex((name, index) => nameOrNumber === name || nameOrNumber === String(index))
  return level === -1 ? undefined : level
}

/** A level in words. */
export function describeLevel(level: number): string {
  return `level ${level}, ${(levelNames[level] ?? '').replace('-', ' ')}`
}

/** The code of what stopped the examination, where only the network kept that from being decided. */
function findUnreached({ stopped_by, claims }: Examination): Claim['code'] | undefined {
  const stopper = claims.find(({ id }) => id === stopped_by)
  return stopper !== undefined && remoteCodes.includes(stopper.code) ? stopper.code : undefined
}

/** The claim that the subject has reached the highest of the levels that are asked for. */
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

/** How a subject alone would end the process: what only the network kept from being decided ends it with 4. */
export function decideExitCode({ verdict, claims }: Subject): ExitCode {
  const open = claims.filter(({ status, asked }) => status === 'not-provable' && asked !== false)
  const unreached = open.length > 0 && open.every(({ code }) => remoteCodes.includes(code))
  return verdict === 'not-provable' && unreached ? 4 : exitCodes[verdict]
}

/** Of several exit codes the first that occurs. */
const exitCodesByWeight: readonly ExitCode[] = [1, 3, 4, 0]

/** What was asked for, as a report repeats it. */
export type ReportRequest = Pick<Report, 'require' | 'rules' | 'skip' | 'seed'>

/** What a report says of all subjects together, for whoever does not keep them. */
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

  /** @param subjects - those that are shown in it. */
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

/** The report on subjects. Without any subject nothing was verified, which is not provable. */
export function createReport(subjects: readonly Subject[], asked: ReportRequest = {}): Report {
  const tally = new Tally()
  for (const subject of subjects) tally.add(subject)
  return tally.report(subjects, asked)
}

/** The examination of a document that could not be read as anything that drawaudit verifies. */
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
