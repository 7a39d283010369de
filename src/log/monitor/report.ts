/**
 * States the result of a look at a log as claims (docs/CLAIMS.md, "Claims of a log").
 *
 * @packageDocumentation
 */
import type { Claim, ClaimCode, Finding } from '../../model/report.js'
import { formatTime } from '../../core/time.js'
import type { Examination } from '../../verify/verdict.js'
import type { Shared } from './others.js'
import { kindOf, type CheckpointContradiction, type LogLook, type LookFault } from './log.js'
import { findOverdue, type Grace } from './raffle.js'
import { entryClaims, type LogEntryFault, type LogState } from './state.js'

export interface ReportOptions {
  readonly now: Date
  readonly grace: Grace
  /**
   * The log may contain anything: an entry that is not a statement refutes nothing, as no claim about entries
   * was asked for.
   */
  readonly anyEntries?: boolean
  /** Seconds for which a log may serve an earlier checkpoint of the same history, as caches do. */
  readonly patience: number
  /** Prefix of the files for contradictions. */
  readonly proofs: string
  /** File of a contradiction. */
  readonly nameFile: (contradiction: CheckpointContradiction) => string
}

const says = {
  'log.signed': 'the log’s key signed the checkpoint',
  'log.consistent': 'the log goes on from what was seen before',
  'log.entries': 'every entry is a statement that a known key signed',
  'log.chains': 'the statements of every raffle follow one another by the rules',
  'log.unique': 'no raffle has two statements in one place',
  'log.draws': 'every raffle is sealed and drawn when it has to be',
  'log.shared': 'others were shown the same log',
} as const

type Id = keyof typeof says

/** All claims about a log. */
export const logClaims: readonly string[] = Object.keys(says)

type LogClaimResult = Pick<Claim, 'status' | 'code' | 'expected' | 'found'> & { readonly why?: string }

/** Claims and findings of a look. */
export function examineLook(look: LogLook, shared: Shared | undefined, options: ReportOptions): Examination {
  const { place, served, before, after } = look
  const log = after ?? before
  const claims = [
    claim('log.signed', endSigned(look)),
    claim('log.consistent', endConsistent(look, options)),
    ...entryClaims.map(id => claim(id, endEntries(id, look, options))),
    ...(shared === undefined ? [] : [claim('log.shared', endShared(shared, options))]),
  ]
  const origin = log?.origin ?? served?.origin
  return {
    source: place,
    kind: 'log',
    ...(origin !== undefined && { title: describeLog(origin, log, look) }),
    claims,
    findings: listFindings(look, log),
    who_could_choose: 'a log does not say; the bundle of a draw does',
  }
}

function describeLog(origin: string, log: LogState | undefined, { before }: LogLook): string {
  if (log === undefined) return origin
  const more = log.size - (before?.size ?? 0)
  const news = more === log.size ? '' : `, ${more} of them new`
  return `${origin}, ${log.size} ${log.size === 1 ? 'entry' : 'entries'}${news}`
}

function claim(id: Id, { why, ...ending }: LogClaimResult): Claim {
  return { id, message: why === undefined ? says[id] : `${says[id]}: ${why}`, ...ending }
}

/** A fault of the network, or of what was served, proves nothing. */
function endFault({ code, message, where }: LookFault): LogClaimResult {
  const place = where?.file === undefined ? '' : `${where.file}: `
  return { status: 'not-provable', code, why: `${place}${message}` }
}

function endSigned({ fault, served }: LogLook): LogClaimResult {
  if (fault !== undefined) return endFault(fault)
  return { status: 'proven', code: 'signature-verified', why: `it has ${served?.size ?? 0} entries` }
}

function endConsistent(look: LogLook, options: ReportOptions): LogClaimResult {
  const { fault, relation, before, after, served } = look
  const isContradiction = typeof relation === 'object' && 'kind' in relation
  if (isContradiction && relation.kind === 'forked') return endContradiction(relation, options)
  // A proven fork stays proven, whatever the log shows now.
  const { fork } = after ?? before ?? {}
  if (fork !== undefined) return endFork(fork.sizes, options.proofs + fork.name)
  if (isContradiction) return endContradiction(relation, options)
  if (fault !== undefined) return endFault(fault)
  if (relation === 'new' || relation === undefined) {
    return { status: 'not-applicable', code: 'seen-first', why: 'there is nothing to compare with yet' }
  }
  if (relation === 'grown') return { status: 'proven', code: 'log-consistent' }
  if (relation !== 'behind') return endFault(relation)
  const why = `it shows ${served?.size ?? 0} entries, ${before?.size ?? 0} of the same history were seen at ${before?.seen ?? ''}`
  const isStale = isLate(before?.seen ?? '', options)
  return isStale
    ? { status: 'not-provable', code: 'log-behind', why }
    : { status: 'proven', code: 'log-consistent', why }
}

function isLate(seen: string, { now, patience }: ReportOptions): boolean {
  return formatTime(new Date(Math.max(0, now.getTime() - patience * 1000))) > seen
}

function endContradiction(
  contradiction: CheckpointContradiction,
  { nameFile }: ReportOptions,
): LogClaimResult {
  const [a, b] = contradiction.checkpoints
  const file = nameFile(contradiction)
  if (contradiction.kind === 'forked') {
    return endFork([a.size, b.size], file)
  }
  const why = `nothing shows that its checkpoints of ${a.size} and of ${b.size} entries are of one history (${contradiction.why}); both are in ${file}`
  return { status: 'not-provable', code: 'log-unproven', why }
}

function endFork([a, b]: readonly [number, number], file: string): LogClaimResult {
  const why = `it signed two histories, of ${a} and of ${b} entries; the proof is in ${file}`
  return { status: 'refuted', code: 'log-forked', why }
}

/** Max faults listed in a message. */
const told = 10

function endEntries(id: (typeof entryClaims)[number], look: LogLook, options: ReportOptions): LogClaimResult {
  const log = look.after ?? look.before
  const faults = log?.faults.filter(({ claim: of }) => of === id) ?? []
  const overdue = id === 'log.draws' && log !== undefined ? listOverdue(log, options) : []
  const isForeign = ({ code }: LogEntryFault): boolean =>
    options.anyEntries === true && code === 'statement-invalid'
  const refuted = faults.find(fault => fault.status === 'refuted' && !isForeign(fault))
  if (refuted !== undefined) return tellFaults('refuted', refuted.code, faults, log)
  const [open] = faults
  if (open !== undefined) return tellFaults('not-provable', open.code, faults, log)
  const [late, ...more] = overdue
  if (late !== undefined) {
    const rest = more.length === 0 ? '' : `, and ${more.length} more`
    return { status: 'not-provable', code: late.code, why: `${late.why}${rest}` }
  }
  const { fault, relation } = look
  if (fault !== undefined) return endFault(fault)
  if (typeof relation === 'object') {
    return 'kind' in relation
      ? { status: 'not-provable', code: 'log-unproven', why: 'nobody can say which entries are the log’s' }
      : endFault(relation)
  }
  const unread = log?.faults.find(
    fault => fault.code === 'operator-unknown' || fault.code === 'key-unknown' || isForeign(fault),
  )
  if (unread !== undefined) {
    return { status: 'not-provable', code: unread.code, why: 'only what known keys signed was followed' }
  }
  return log === undefined || log.size === 0
    ? { status: 'not-applicable', code: 'nothing-to-show', why: 'the log is empty' }
    : { status: 'proven', code: 'log-kept' }
}

function listOverdue(
  log: LogState,
  { now, grace }: ReportOptions,
): { readonly code: ClaimCode; readonly why: string }[] {
  const overdue = [...log.raffles.values()].flatMap(raffle => findOverdue(raffle, now, grace) ?? [])
  // The worst of several is named.
  return overdue.toSorted((a, b) => Number(b.code === 'draw-withheld') - Number(a.code === 'draw-withheld'))
}

function tellFaults(
  status: LogEntryFault['status'],
  code: ClaimCode,
  faults: readonly LogEntryFault[],
  log: LogState | undefined,
): LogClaimResult {
  // Deciding faults first, the latest of them at the top, as it is the news.
  const ordered = faults.toSorted((a, b) =>
    a.status === b.status ? b.entry - a.entry : a.status === status ? -1 : 1,
  )
  const shown = ordered.slice(0, told).map(fault => `entry ${fault.entry}: ${fault.why} (${fault.code})`)
  const kinds = [...new Set(faults.map(kindOf))]
  const count = kinds.reduce((sum, kind) => sum + (log?.counts[kind] ?? 0), 0)
  const more = count - shown.length
  return { status, code, why: `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}` }
}

function endShared({ checked, worst }: Shared, options: ReportOptions): LogClaimResult {
  if (worst === undefined) {
    const why = checked === 1 ? 'the checkpoint given is of it' : `the ${checked} checkpoints given are of it`
    return { status: 'proven', code: 'log-consistent', why }
  }
  const ending = 'kind' in worst.fault ? endContradiction(worst.fault, options) : endFault(worst.fault)
  return { ...ending, why: `${worst.name}: ${ending.why ?? ''}` }
}

function listFindings({ relation, served, before }: LogLook, log: LogState | undefined): readonly Finding[] {
  const findings: Finding[] = []
  if (relation === 'behind') {
    const message = `the log shows an earlier checkpoint, of ${served?.size ?? 0} entries, than was seen before, of ${before?.size ?? 0}: a cache does that, and so does a log that was set back`
    findings.push({ code: 'log-set-back', message })
  }
  if (log !== undefined && log.repeated > 0) {
    const message = `${log.repeated} entries repeat statements that stand in the log before`
    findings.push({ code: 'log-entry-repeated', message })
  }
  return findings
}
