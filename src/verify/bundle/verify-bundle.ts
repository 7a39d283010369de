/**
 * Verifies a bundle by the method of docs/PROTOCOL.md, claim by claim.
 *
 * @packageDocumentation
 */
import { parseTime, formatTime } from '../../core/time.js'
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { parseBundle, type Bundle } from '../../model/bundle.js'
import { addFinding, type Claim, type Finding, type Report } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import { isStatement, nameStatement } from './chain.js'
import { checkLogged } from './checks/evidence-unique.js'
import { checks, receiptCheck, ticketCheck } from './checks/index.js'
import { findCommittedRoundTime, type Evidence } from './checks/evidence.js'
import { checkReceiptHonoured } from './checks/receipt-honoured.js'
import { checkTicketIncluded } from './checks/ticket-included.js'
import {
  describeBundleChoice,
  describeNetwork,
  describeVouching,
  findLightReader,
  joinChoice,
  type BundleChoice,
} from './bundle-choice.js'
import { describeDraw, type Aside } from '../headline.js'
import { gatherEvidence } from './gather-evidence.js'
import { findReachedLevel } from './levels.js'
import type { BundleOptions } from '../options.js'
import { findUnpublished } from './unpublished.js'
import { createReport, decideSubject, examineUnread, type Examination } from '../verdict.js'
import { findOddities } from './record-alone.js'

/**
 * Verifies a bundle. A bad bundle gives a report, never an exception.
 *
 * @param bundle - from `parseJson`.
 * @param trust - whom the auditor trusts; never taken from the author of the bundle.
 * @param options - the time, and evidence beside the bundle.
 *
 * @example
 * ```js
 * const report = verifyBundle(read('bundle.json'), parseTrust(read('trust.json')), { now: new Date() })
 * report.verdict // not-provable
 * report.subjects[0].level // 3
 * ```
 */
export function verifyBundle(bundle: unknown, trust: TrustRoot, options: BundleOptions): Report {
  const subject = decideSubject(examineBundle(bundle, trust, options), options.require)
  return createReport([subject], options.require && { require: options.require })
}

/** Examines a bundle: its claims in the published order, the level that they reach, and findings. */
export function examineBundle(value: unknown, trust: TrustRoot, options: BundleOptions): Examination {
  const bundle = readBundle(value)
  return bundle instanceof UnreadableBundle
    ? examineUnread(options.source ?? 'bundle', 'bundle', bundle)
    : examineParsed(bundle, trust, options)
}

/** Examines a parsed bundle. */
export function examineParsed(bundle: Bundle, trust: TrustRoot, options: BundleOptions): Examination {
  return examineWithChoice(bundle, trust, options).examination
}

/**
 * An examination, and the parts of who could have chosen the winner; absent for another bundle than was asked
 * for.
 */
export interface ExaminedBundle {
  readonly examination: Examination
  readonly choice?: BundleChoice
}

/** Examines a parsed bundle, for callers that word the choice themselves. */
export function examineWithChoice(bundle: Bundle, trust: TrustRoot, options: BundleOptions): ExaminedBundle {
  const { source = 'bundle' } = options
  const evidence = gatherEvidence(bundle, trust, options)
  const { chain } = evidence
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  const { raffle, operator, ticket } = options
  if (raffle !== undefined && about?.raffle_id !== raffle.toLowerCase()) {
    const found = about === undefined ? 'of no raffle' : `of raffle ${about.raffle_id}`
    const message = `the bundle is the one that was asked for: it is ${found}, not of ${raffle.toLowerCase()}`
    return { examination: examineUnread(source, 'bundle', { code: 'raffle-other', message }) }
  }

  if (operator !== undefined && about?.operator !== operator) {
    const found = about === undefined ? 'of nobody' : `of ${JSON.stringify(about.operator)}`
    const message = `the bundle is of the operator that was asked for: it is ${found}, not of ${JSON.stringify(operator)}`
    return { examination: examineUnread(source, 'bundle', { code: 'operator-other', message }) }
  }

  const claimed: Claim[] = []
  for (const { id, check } of checks) claimed.push({ id, ...check(evidence, claimed) })
  const honoured = options.receipt && checkReceiptHonoured(evidence, options.receipt, options)
  const claims = [
    ...claimed,
    ...(ticket === undefined ? [] : [claimTicket(evidence, ticket)]),
    ...(honoured === undefined ? [] : [{ id: receiptCheck.id, ...honoured.ending }]),
  ]
  const replaced = chain.picks.some(({ type }) => type === 'replacement')
  const isAttested = evidence.attestations.reader !== undefined
  const reached = findReachedLevel(claims, replaced && options.acceptReplacements !== true, isAttested)
  const unsure = reached.stoppedBy === 'log-unread' ? describeLog(evidence) : undefined
  const stoppedBy = unsure?.code ?? reached.stoppedBy
  const unpublished = findUnpublished(evidence, claims)
  const choice = describeBundleChoice(claims, evidence, unpublished.length > 0)
  const examination: Examination = {
    source,
    kind: 'bundle',
    ...(chain.commitment && {
      title: `${chain.commitment.raffle_name}, raffle ${chain.commitment.raffle_id} of ${chain.commitment.operator}`,
    }),
    ...(evidence.supplied && { supplied: evidence.supplied }),
    level: reached.level,
    ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
    headline: describeDraw(reached.level, describeAside(evidence, claims, unpublished, raffle !== undefined)),
    claims,
    findings: [
      ...unpublished,
      ...findFindings(evidence, options.now),
      ...(honoured?.findings ?? []),
      ...(unsure ? [unsure] : []),
    ],
    who_could_choose: joinChoice(choice),
  }
  return { examination, choice }
}

/** @param isNamed - whether the auditor named the raffle. */
function describeAside(
  { chain, sightings, attestations, log, beaconChain }: Evidence,
  claims: readonly Claim[],
  unpublished: readonly Finding[],
  isNamed: boolean,
): Aside {
  const isWitnessed = log.heads.some(({ witnessed }) => witnessed !== undefined)
  const isRead = log.hasEntries && log.fault === undefined && log.damage === undefined
  return {
    ...(chain.cancellation !== undefined
      ? { state: 'cancelled' }
      : !chain.drawn && {
          state: unpublished.length > 0 ? 'unpublished' : 'not-drawn',
        }),
    honest: [
      { kind: 'network', says: describeNetwork(beaconChain) },
      ...describeVouching(sightings, isWitnessed, findLightReader(claims, attestations)),
    ],
    // Reading the whole log shows every raffle of the operator.
    isOnlyOne: !isNamed && !isRead,
    isOnlyEntry: chain.seal?.statement.total_entries === 1,
    isRepeated: chain.commitment?.supersedes != null,
    isReplaced: chain.picks.some(({ type }) => type === 'replacement'),
  }
}

/** Why the log does not show that there was one list. */
function describeLog(evidence: Evidence): Finding {
  const { fault, damage } = evidence.log
  const read = fault === undefined && damage === undefined ? checkLogged(evidence) : undefined
  return read === undefined
    ? {
        code: 'log-unread',
        message:
          'the log was not read, and may have another commitment of this raffle in it: give the log as well',
      }
    : { code: 'log-inconclusive', message: `the log was read, and does not show enough: ${read.message}` }
}

/** Why a bundle cannot be read. */
export class UnreadableBundle {
  readonly code: ErrorCode
  readonly message: string

  constructor({ code, message }: DrawauditError) {
    this.code = code
    this.message = `the bundle can be read: ${message}`
  }
}

/** A parsed bundle, or why it cannot be read. */
export function readBundle(value: unknown): Bundle | UnreadableBundle {
  try {
    return parseBundle(value)
  } catch (error) {
    if (error instanceof DrawauditError) return new UnreadableBundle(error)
    throw error
  }
}

function claimTicket(evidence: Evidence, { id, proof }: NonNullable<BundleOptions['ticket']>): Claim {
  return { id: ticketCheck.id, ...checkTicketIncluded(evidence, id, proof) }
}

/** Max replaced winners with a finding of their own: of more findings only the first would be kept. */
const mostNamed = 10

function findFindings(evidence: Evidence, now: Date): readonly Finding[] {
  const { chain, record, sightings, log } = evidence
  const findings: Finding[] = []
  const { commitment, cancellation } = chain
  if (commitment?.supersedes != null) {
    const message = `it repeats raffle ${commitment.supersedes}, which the operator says was cancelled: see how that one ended`
    addFinding(findings, { code: 'raffle-repeated', message })
  }
  for (const [order, pick] of chain.picks.entries()) {
    if (pick.type !== 'replacement') continue
    const before = chain.picks
      .slice(0, order)
      .filter(({ position }) => position === pick.position)
      .at(-1)
    const change = `${before?.winner_entry_id ?? 'nobody'} by ${pick.winner_entry_id}`
    const message = `the winner of prize ${pick.position} was replaced, ${change}: ${pick.reason}`
    addFinding(findings, { code: 'winner-replaced', message })
  }
  const replaced = chain.picks.filter(({ type }) => type === 'replacement')
  if (replaced.length > mostNamed) {
    const prizes = [...new Set(replaced.map(({ position }) => position))].sort((a, b) => a - b)
    const message = `${replaced.length} winners were replaced, of the prizes ${prizes.join(', ')}`
    findings.push({ code: 'winner-replaced', message })
  }
  const withdrawn = chain.seal?.statement.withdrawn
  if (withdrawn !== undefined && withdrawn.consented < withdrawn.count) {
    const alone = withdrawn.count - withdrawn.consented
    const receipts = withdrawn.count === 1 ? 'receipt' : 'receipts'
    const message = `of ${withdrawn.count} withdrawn ${receipts} the operator took ${alone} back alone: nothing shows that their buyers agreed`
    addFinding(findings, { code: 'withdrawn-alone', message })
  }
  const roundTime = findCommittedRoundTime(evidence)
  if (cancellation !== undefined && commitment?.beacon && roundTime !== undefined) {
    const round = BigInt(roundTime) * 1_000_000_000n
    const seen = sightings.earliest[chain.links.findIndex(({ statement }) => statement === cancellation)]
    const message =
      parseTime(cancellation.issued_at_utc) >= round
        ? 'it was cancelled when the winners could be known to the operator'
        : 'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round'
    const isLate = parseTime(cancellation.issued_at_utc) >= round || seen === undefined || seen.at >= round
    if (isLate) addFinding(findings, { code: 'cancelled-late', message })
  }
  const late = chain.links.map(({ statement }) => statement).filter(isStatement)
  const future = late.find(
    ({ issued_at_utc }) => parseTime(issued_at_utc) > BigInt(now.getTime()) * 1_000_000n,
  )
  if (future !== undefined) {
    const message = `${nameStatement(future)} is dated ${future.issued_at_utc}, and it is ${formatTime(now)}`
    addFinding(findings, { code: 'time-in-future', message })
  }
  const oddities =
    record === undefined || 'problems' in record
      ? []
      : findOddities(record).filter(
          ({ code }) => chain.picks.length === chain.draws.length || code !== 'record-time-order',
        )
  return [...findings, ...sightings.findings, ...evidence.attestations.findings, ...log.findings, ...oddities]
}
