/**
 * The claims of a subject, sorted for whoever shows them. The verdict is there already: this follows it.
 *
 * @packageDocumentation
 */
import { levelNames, type Claim, type Report, type Subject } from '../model/report.js'

/** The claims of one subject, each in one of these lists, in their order. */
export interface Outcomes {
  readonly refuted: readonly Claim[]
  /** Asked for, and not shown. */
  readonly open: readonly Claim[]
  readonly kept: readonly Claim[]
  readonly notApplicable: readonly Claim[]
  /** Not shown, and not asked for. */
  readonly notAsked: readonly Claim[]
  /** Why the verdict is not `proven`, where no claim says so. */
  readonly remark?: string
}

/** Sorts the claims of a subject of a report in which `require` was asked for. */
export function sortClaims(subject: Subject, require: readonly string[] = []): Outcomes {
  const named = subject.kind === 'service' ? [] : require
  const isOpen = ({ id, status, asked }: Claim): boolean =>
    status === 'not-provable' ? asked !== false : status === 'not-applicable' && named.includes(id)
  const of = (status: Claim['status']): readonly Claim[] =>
    subject.claims.filter(claim => claim.status === status && !isOpen(claim))
  const [refuted, open] = [of('refuted'), subject.claims.filter(isOpen)]
  const unexplained = subject.verdict !== 'proven' && refuted.length + open.length === 0
  return {
    refuted,
    open,
    kept: of('proven'),
    notApplicable: of('not-applicable'),
    notAsked: of('not-provable'),
    ...(unexplained && { remark: 'nothing that was asked for is there to be checked' }),
  }
}

/** What a verdict of a service or a raffle is about, where it could be taken for more; undefined elsewhere. */
export function describeScope({ kind, claims }: Subject): string | undefined {
  if (kind === 'service') return 'the rules that a service keeps whatever the raffle'
  const winner = claims.find(({ id }) => id === 'winner.derived')
  if (kind !== 'raffle' || winner?.asked !== false || winner.status === 'proven') return undefined
  return 'the rules, and whether the record agrees with itself; not how the winner was found'
}

/** `block_hash from --given, beacon from round.json, verified`; undefined where everything was published. */
export function describeSupplied({ supplied }: Subject): string | undefined {
  if (supplied === undefined || supplied.length === 0) return undefined
  return supplied.map(({ name, from }) => `${name} from ${from}`).join('; ')
}

/** `level 3, reproducible, stopped by evidence.timely`; undefined for what has no level. */
export function describeReached({ level, stopped_by }: Subject): string | undefined {
  if (level === undefined) return undefined
  const name = (levelNames[level] ?? '').replace('-', ' ')
  return [`level ${level}`, ...(stopped_by === undefined ? [] : [name, `stopped by ${stopped_by}`])].join(
    ', ',
  )
}

/** What a report without subjects says instead. */
export const nothingVerified = 'nothing to verify'

/** Whether a report has a verdict on nothing at all. */
export function isEmpty({ error, subjects, counts }: Report): boolean {
  return error === undefined && subjects.length === 0 && counts.subjects === 0
}

/** Kinds whose claims are so many that those without news are only counted. */
export function isChecklist({ kind }: Pick<Subject, 'kind'>): boolean {
  return kind === 'service' || kind === 'raffle'
}

/** What to show of a subject at first sight, and the rest. */
export interface Selection {
  readonly shown: readonly Claim[]
  readonly folded: readonly Claim[]
}

/** Of a service and its raffles, rules that are kept, do not apply or were not asked for are folded. */
export function selectClaims(subject: Subject, require?: readonly string[]): Selection {
  if (!isChecklist(subject)) return { shown: subject.claims, folded: [] }
  const { refuted, open } = sortClaims(subject, require)
  const isNews = (claim: Claim): boolean =>
    refuted.includes(claim) ||
    open.includes(claim) ||
    (claim.status === 'proven' && claim.code !== 'rule-kept' && claim.asked !== false)
  return { shown: subject.claims.filter(isNews), folded: subject.claims.filter(claim => !isNews(claim)) }
}

/** `61 rules kept, 5 not applicable, 3 not probed`; empty when there are none. */
export function countClaims(claims: readonly Claim[]): string {
  const words = claims.map(({ status, code }) => {
    if (code === 'rule-kept') return 'kept'
    if (code === 'rule-not-probed') return 'not probed'
    return status === 'not-provable' ? 'not asked for' : status.replace('-', ' ')
  })
  return ['kept', 'proven', 'not applicable', 'not probed', 'not asked for']
    .map(word => [words.filter(other => other === word).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word === 'kept' ? `rule${count === 1 ? '' : 's'} kept` : word}`)
    .join(', ')
}

/** `3 verified: 1 proven, 1 refuted, 1 not provable`. */
export function describeCounts({ counts }: Report): string {
  if (counts.subjects === 0) return nothingVerified
  const { proven, refuted, not_provable } = counts
  return `${counts.subjects} verified: ${proven} proven, ${refuted} refuted, ${not_provable} not provable`
}
