/**
 * From claims to a verdict, and from verdicts to a report with its exit code. The only place that decides.
 *
 * @packageDocumentation
 */
import type { Claim, ExitCode, Finding, Report, Subject, Verdict } from '../model/report.js'

/** Of several verdicts the first that occurs: one refuted thing outweighs everything that is proven. */
const byWeight = ['refuted', 'not-provable', 'proven'] as const

/**
 * The verdict on the claims of one subject: that of its weakest claim among those asked for. A refuted claim
 * counts whether or not it was asked for. A claim that is not applicable does not count, unless it was asked for
 * by name: what is asked for has to be shown.
 *
 * @param require - claim ids; all of the subject's claims when left out.
 * @returns `not-provable` when nothing that was asked for is left to count.
 */
export function decideVerdict(claims: readonly Claim[], require?: readonly string[]): Verdict {
  const statuses = claims
    .filter(({ id, status }) => status === 'refuted' || (require?.includes(id) ?? true))
    .map(({ status }) => (require !== undefined && status === 'not-applicable' ? 'not-provable' : status))
  return byWeight.find(verdict => statuses.includes(verdict)) ?? 'not-provable'
}

/** What a verification of one thing found, before its verdict. */
export type Examination = Omit<Subject, 'verdict'>

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

/** What every published draw is asked, whatever its recipe claims: a draw names its recipe itself. */
const askedOfDraws = ['winner.derived']

function isCheckedDraw({ kind, claims }: Examination): boolean {
  return kind === 'published-draw' && !claims.some(({ id }) => id === 'document.read')
}

/** A subject with its verdict. A claim that was asked for and that the subject does not make cannot be proven. */
export function decideSubject(examination: Examination, require?: readonly string[]): Subject {
  const asked = require ?? (isCheckedDraw(examination) ? askedOfDraws : [])
  const absent = asked.filter(id => !examination.claims.some(claim => claim.id === id))
  const claims = [
    ...examination.claims.map(shorten),
    ...absent.map((id): Claim => ({
      id,
      status: 'not-provable',
      code: 'claim-not-made',
      message: `nothing in this ${describeKind(examination.kind)} makes this claim`,
    })),
  ]
  return { ...examination, claims, verdict: decideVerdict(claims, require) }
}

const exitCodes: Readonly<Record<Verdict, ExitCode>> = { proven: 0, refuted: 1, 'not-provable': 3 }

/** The report on subjects. Without any subject nothing was verified, which is not provable. */
export function createReport(subjects: readonly Subject[], require?: readonly string[]): Report {
  const of = (verdict: Verdict): number => subjects.filter(subject => subject.verdict === verdict).length
  const verdict = byWeight.find(candidate => of(candidate) > 0) ?? 'not-provable'
  return {
    report: 'drawaudit/v1',
    verdict,
    exit_code: exitCodes[verdict],
    ...(require && { require }),
    subjects,
    counts: {
      subjects: subjects.length,
      proven: of('proven'),
      refuted: of('refuted'),
      not_provable: of('not-provable'),
    },
  }
}

/** The examination of a document that could not be read as anything that drawaudit verifies. */
export function examineUnread(
  source: string,
  kind: Subject['kind'],
  claim: Pick<Claim, 'code' | 'message'>,
  findings: readonly Finding[] = [],
): Examination {
  return {
    source,
    kind,
    claims: [{ id: 'document.read', status: 'not-provable', ...claim }],
    findings,
    who_could_choose: 'unknown: the document was not verified',
  }
}
