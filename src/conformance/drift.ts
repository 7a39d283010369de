/**
 * Compares a service with what it was seen to publish. Only a signature with a trusted key excuses a change;
 * a service's own reasons are its word, and are shown.
 *
 * @packageDocumentation
 */
import { parseTime } from '../core/time.js'
import type { AuditDraw, AuditRecord } from '../model/audit-record.js'
import { compareDraws, listDraws, type DrawChange } from '../model/draw-changes.js'
import {
  digestRecord,
  type LockedCorrection,
  type LockedRaffle,
  type LockedRecord,
  type SeenRecord,
} from '../model/lock.js'
import { addFinding, type Claim, type Finding } from '../model/report.js'
import type { SignedDraw } from '../verify/bundle/signed-draws.js'
import { show } from './answer.js'
import { describeChanges, describeNew, describeOld } from './describe-changes.js'
import { listHistoryCorrections, type AuditHistory, type HistoryCorrection } from './history.js'

/** Why something could not be read: the code for the undecided claim, and a few words. */
export interface UnreadReason {
  readonly code: Claim['code']
  /** Lower case, no full stop. */
  readonly because: string
}

/** An answer about another raffle than requested. */
export interface OtherRaffle {
  readonly asked: string
  readonly answered: string
}

export interface DriftInput {
  /** What was seen before, if anything. */
  readonly seen: LockedRaffle | undefined
  /** The current record; `unknown-raffle` if the service says that there is none. */
  readonly record: AuditRecord | 'unknown-raffle' | OtherRaffle | UnreadReason
  /** Requested after `record`. Undefined if the service has no readable history. */
  readonly history: AuditHistory | UnreadReason | undefined
  /** The signed draws for this record, as from `listSignedDraws`; called if something changed. */
  readonly signed?: () => readonly (readonly SignedDraw[])[] | UnreadReason | undefined
}

export interface Drift {
  /** `drift.changed`. */
  readonly changed: Claim
  /** `drift.recorded`. */
  readonly recorded: Claim
  readonly findings: readonly Finding[]
  /** What the lock may accept: no change without a reason. */
  readonly accept?: SeenRecord
}

type DriftResult = Omit<Claim, 'id' | 'message'> & { readonly because?: string }

/** Compares a service's answers about a raffle with what was seen before. */
export function compareWithLock(input: DriftInput): Drift {
  const { seen, record, history } = input
  const current = isRecord(record) ? record : undefined
  const corrections = isHistory(history) ? listHistoryCorrections(history) : []
  const { ending, correction } = decideChanged(input)
  const recorded = decideRecorded(seen, current, history)
  const findings: Finding[] = []
  if (correction?.signed === true) addFinding(findings, describeSigned(correction))
  const told = correction?.signed === true && current !== undefined ? digestRecord(current) : undefined
  for (const one of corrections.toReversed()) {
    if (one.sha256 !== told) addFinding(findings, describeRecorded(one, seen))
  }
  for (const one of seen?.records.toReversed() ?? []) {
    const isTold = corrections.some(({ sha256 }) => sha256 === one.sha256)
    if (one.correction !== undefined && !isTold) addFinding(findings, describeLocked(one, one.correction))
  }
  if (current !== undefined) findNewDraws(seen?.draws ?? [], listDraws(current), findings)
  const isShown =
    ending.status === 'proven' || ending.code === 'seen-first' || ending.code === 'correction-recorded'
  const accepts =
    current !== undefined && isShown && recorded.status !== 'refuted' && isUnambiguous(current.draws)
  return {
    changed: claim('drift.changed', 'every draw that was seen before still says what it said', ending),
    recorded: claim('drift.recorded', 'the service’s history shows every record that was seen', recorded),
    findings,
    ...(accepts && { accept: { record: current, ...(correction && { correction }) } }),
  }
}

function claim(id: string, message: string, { because, ...ending }: DriftResult): Claim {
  return { id, message: because === undefined ? message : `${message}: ${because}`, ...ending }
}

const seenFirst: DriftResult = {
  status: 'not-applicable',
  code: 'seen-first',
  because: 'nothing of this raffle was seen before',
}

function leaveOpen({ code, because }: UnreadReason): DriftResult {
  return { status: 'not-provable', code, because }
}

function isRecord(record: DriftInput['record']): record is AuditRecord {
  return typeof record === 'object' && 'draws' in record
}

function isHistory(history: DriftInput['history']): history is AuditHistory {
  return history !== undefined && 'versions' in history
}

/** A lock has each draw once: a record with duplicates is never accepted. */
function isUnambiguous(draws: readonly AuditDraw[]): boolean {
  return new Set(draws.map(({ draw_id }) => draw_id.toLowerCase())).size === draws.length
}

interface DriftDecision {
  readonly ending: DriftResult
  /** For an acceptable change. */
  readonly correction?: LockedCorrection
}

function decideChanged({ seen, record, history, signed }: DriftInput): DriftDecision {
  if (record === 'unknown-raffle') {
    const because = 'the service knows no such raffle any more'
    return { ending: seen === undefined ? seenFirst : describeVanished(seen, because, 'no record') }
  }
  if ('answered' in record) {
    const because = `the answer is about raffle ${record.answered}`
    if (seen === undefined) return { ending: leaveOpen({ code: 'rule-undecided', because }) }
    return { ending: describeVanished(seen, because, `a record of raffle ${record.answered}`) }
  }
  if (!isRecord(record)) return { ending: leaveOpen(record) }
  if (seen === undefined) return { ending: seenFirst }
  const now = listDraws(record)
  const changes = compareDraws(seen.draws, now)
  if (changes.length === 0) return { ending: { status: 'proven', code: 'draws-kept' } }
  const what = describeChanges(changes)
  const values = { expected: describeOld(changes), found: describeNew(changes) }
  const draws = signed?.()
  const unread = draws !== undefined && 'because' in draws ? draws : undefined
  const reasons =
    draws === undefined || 'because' in draws ? undefined : findSigned(changes, seen, now, draws)
  if (reasons !== undefined) {
    const because = `${what}; the organiser signed that, and why`
    return {
      ending: { status: 'proven', code: 'correction-signed', because, ...values },
      correction: { changes, reasons, signed: true },
    }
  }
  const told = readCorrection(seen, record, history)
  if ('reasons' in told) {
    const because = `${what}; the service gives a reason, and no trusted key signed it`
    return {
      ending: { status: 'not-provable', code: 'correction-recorded', because, ...values },
      correction: { changes, reasons: told.reasons, signed: false },
    }
  }
  const because = `${what}; ${unread === undefined ? told.because : unread.because}`
  if (told.code !== undefined || unread !== undefined) {
    const code = told.code ?? 'correction-unread'
    return { ending: { status: 'not-provable', code, because, ...values } }
  }
  const isGone = changes.some(({ member }) => member === 'draw')
  const code = isGone ? 'draw-vanished' : 'draw-changed'
  return { ending: { status: 'refuted', code, because, ...values } }
}

function describeVanished({ records }: LockedRaffle, because: string, found: string): DriftResult {
  const last = records.at(-1)
  return {
    status: 'refuted',
    code: 'record-vanished',
    because,
    ...(last && { expected: `the record ${last.sha256}, first seen at ${last.first_seen}` }),
    found,
  }
}

/**
 * The signed reasons for the changes: each changed draw was signed as it was seen, and later as it is now.
 */
function findSigned(
  changes: readonly DrawChange[],
  seen: LockedRaffle,
  now: readonly AuditDraw[],
  signed: readonly (readonly SignedDraw[])[],
): readonly string[] | undefined {
  if (changes.some(({ member }) => member === 'draw' || member === 'place')) return undefined
  const reasons: string[] = []
  for (const id of new Set(changes.map(({ draw_id }) => draw_id))) {
    const before = seen.draws.filter(({ draw_id }) => draw_id === id)
    const after = now.filter(({ draw_id }) => draw_id === id)
    const steps = signed.find(([first]) => first?.draw.draw_id === id) ?? []
    const is = (draws: readonly AuditDraw[], { draw }: SignedDraw): boolean =>
      compareDraws(draws, listDraws({ raffle_id: '', draws: [draw], unknown: [] })).length === 0
    const old = steps.findIndex(step => is(before, step))
    const latest = steps.at(-1)
    if (old === -1 || latest === undefined || !is(after, latest)) return undefined
    const said = steps.slice(old + 1).flatMap(({ reason }) => reason ?? [])
    if (said.length === 0) return undefined
    reasons.push(...said)
  }
  return reasons
}

type CorrectionReading =
  | { readonly reasons: readonly string[] }
  /** `code`: the history cannot be held against the service. */
  | { readonly because: string; readonly code?: Claim['code'] }

/**
 * A recorded correction: the history contains the record seen last, ends with the current one, and gives a
 * reason for every version in between that changes a draw.
 */
function readCorrection(
  seen: LockedRaffle,
  record: AuditRecord,
  history: DriftInput['history'],
): CorrectionReading {
  if (history === undefined) return { because: 'it shows no history' }
  if (!isHistory(history)) return { because: history.because, code: 'correction-unread' }
  const { versions } = history
  const digests = versions.map(version => digestRecord(version.record))
  const current = digests.lastIndexOf(digestRecord(record))
  const last = versions.at(-1)
  // The history is requested after the record, but a cache may be behind.
  const isStale = last !== undefined && compareDraws(seen.draws, listDraws(last.record)).length === 0
  if (current === -1) return { because: 'its history does not show the record that it answers now' }
  if (current !== versions.length - 1) {
    return isStale
      ? {
          because: 'its history ends with the draws that were seen: the answer may be an old copy',
          code: 'rule-unsteady',
        }
      : { because: 'its history does not end with the record that it answers now' }
  }
  const before = digests.lastIndexOf(seen.records.at(-1)?.sha256 ?? '')
  if (before === -1) return { because: 'its history does not show the record that was seen last' }
  const changes = listHistoryCorrections(history).filter(({ version }) => version > before + 1)
  const silent = changes.find(({ reason }) => reason === undefined)
  if (silent !== undefined) {
    return { because: `its history gives no reason for the change of ${silent.published_at}` }
  }
  return { reasons: changes.flatMap(({ reason }) => reason ?? []) }
}

function decideRecorded(
  seen: LockedRaffle | undefined,
  current: AuditRecord | undefined,
  history: DriftInput['history'],
): DriftResult {
  if (seen === undefined) return seenFirst
  if (history === undefined) return describeNoHistory(seen)
  if (!isHistory(history)) return leaveOpen(history)
  const digests = history.versions.map(({ record }) => digestRecord(record))
  let from = 0
  for (const { sha256, first_seen } of seen.records.filter(one => !isEmpty(one, current))) {
    const index = digests.indexOf(sha256, from)
    if (index === -1) {
      return {
        status: 'refuted',
        code: 'history-incomplete',
        because: digests.includes(sha256)
          ? 'it has them in another order'
          : 'one that was seen is not among its versions',
        expected: `the record ${sha256}, first seen at ${first_seen}`,
        found: describeVersions(digests),
      }
    }
    from = index + 1
  }
  if (current !== undefined && current.draws.length > 0 && digests.at(-1) !== digestRecord(current)) {
    const because = 'its last version is not the record that the service answers, which may be an old copy'
    return { ...leaveOpen({ code: 'rule-unsteady', because }), found: describeVersions(digests) }
  }
  return { status: 'proven', code: 'history-complete' }
}

/** A history whose word was accepted must remain. */
function describeNoHistory({ records }: LockedRaffle): DriftResult {
  const resting = records.findLast(({ correction }) => correction?.signed === false)
  if (resting === undefined) {
    return { status: 'not-applicable', code: 'rule-not-applicable', because: 'the service shows no history' }
  }
  return {
    status: 'refuted',
    code: 'history-incomplete',
    because: 'it showed why a draw was changed, and shows no history any more',
    expected: `the correction that was first seen at ${resting.first_seen}`,
    found: 'no history',
  }
}

/** A record without draws need not be in a history, which begins with the first draw. */
function isEmpty({ sha256 }: LockedRecord, current: AuditRecord | undefined): boolean {
  return current !== undefined && sha256 === digestRecord({ ...current, draws: [] })
}

/** Max versions listed. */
const mostListed = 5

function describeVersions(digests: readonly string[]): string {
  if (digests.length === 0) return 'no version'
  const more = digests.length - mostListed
  return digests.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function describeSigned({ changes, reasons }: LockedCorrection): Finding {
  const message = `the organiser signed a correction: ${describeChanges(changes)}; ${describeReasons(reasons)}`
  return { code: 'record-corrected', message }
}

function describeRecorded(
  { published_at, reason, changes, before }: HistoryCorrection,
  seen: LockedRaffle | undefined,
): Finding {
  const first = seen?.records.find(({ sha256 }) => sha256 === before)?.first_seen
  const isBackdated = first !== undefined && parseTime(published_at) < parseTime(first)
  const message = [
    `the record was corrected at ${published_at}, the service says: ${describeChanges(changes)}`,
    ...(isBackdated ? [`what that replaces was first seen after it, at ${first}`] : []),
    describeReasons(reason === undefined ? [] : [reason]),
  ].join('; ')
  return { code: 'record-corrected', message }
}

function describeLocked({ first_seen }: LockedRecord, correction: LockedCorrection): Finding {
  const { changes, reasons, signed } = correction
  const who = signed ? 'the organiser signed that' : 'the service said so, but no longer shows it'
  const message = `the record was corrected before ${first_seen}: ${describeChanges(changes)}; ${who}; ${describeReasons(reasons)}`
  return { code: 'record-corrected', message }
}

function describeReasons(reasons: readonly string[]): string {
  return reasons.length === 0 ? 'no reason is given' : `the reason given: ${reasons.map(show).join(', ')}`
}

function findNewDraws(seen: readonly AuditDraw[], draws: readonly AuditDraw[], findings: Finding[]): void {
  const known = new Set(seen.map(({ draw_id }) => draw_id))
  for (const { draw_id, prize_name, winner_entry_id } of draws) {
    if (known.has(draw_id)) continue
    const what = `${show(prize_name)}, won by entry ${show(winner_entry_id)}`
    addFinding(findings, { code: 'draw-new', message: `draw ${draw_id} is new: ${what}` })
  }
}
