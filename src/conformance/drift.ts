/**
 * Whether a service still says what it was seen to say. The reasons for a change are the service's own; that it shows
 * them is all that is judged here.
 *
 * @packageDocumentation
 */
import { normalizeAuditRecord, type AuditDraw, type AuditRecord } from '../model/audit-record.js'
import { digestRecord, lockDraws, type LockedDraw, type LockedRaffle } from '../model/lock.js'
import { addFinding, type Claim, type Finding } from '../model/report.js'
import { show } from './answer.js'
import type { AuditHistory, HistoryVersion } from './history.js'

/** Why something could not be read: the code of the claim that this leaves open, and a few words. */
export interface Unread {
  readonly code: Claim['code']
  /** Lower case, no full stop. */
  readonly because: string
}

export interface DriftInput {
  /** What was seen before, if anything was. */
  readonly seen: LockedRaffle | undefined
  /** What the service answers now, of the raffle that was asked about; `unknown-raffle` for a status of 404. */
  readonly record: AuditRecord | 'unknown-raffle' | Unread
  /** Asked for after `record`. Undefined where the service has none, or none that can be read as one. */
  readonly history: AuditHistory | Unread | undefined
}

export interface Drift {
  /** `drift.kept`, then `drift.recorded`. */
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
  /** The lock may take this record over: nothing that was seen was lost without a word. */
  readonly accept: boolean
}

type Ending = Omit<Claim, 'id' | 'message'> & { readonly because?: string }

/** Compares what a service answers about a raffle with what was seen of it before. */
export function compareWithLock({ seen, record, history }: DriftInput): Drift {
  const current = record !== 'unknown-raffle' && 'draws' in record ? normalizeAuditRecord(record) : undefined
  const findings: Finding[] = []
  const kept = decideKept({ seen, record, history }, findings)
  const recorded = decideRecorded(seen, history)
  if (current !== undefined) findNewDraws(seen?.draws ?? [], current.draws, findings)
  const claims = [
    claim('drift.kept', 'every draw that was seen before is still there, unchanged and in its place', kept),
    claim('drift.recorded', 'the service’s history shows every record that was seen', recorded),
  ]
  const shown = kept.status === 'proven' || kept.code === 'seen-first'
  return {
    claims,
    findings,
    accept: current !== undefined && shown && recorded.status !== 'refuted',
  }
}

function claim(id: string, message: string, { because, ...ending }: Ending): Claim {
  return { id, message: because === undefined ? message : `${message}: ${because}`, ...ending }
}

const seenFirst: Ending = {
  status: 'not-applicable',
  code: 'seen-first',
  because: 'nothing of this raffle was seen before',
}

function leaveOpen({ code, because }: Unread): Ending {
  return { status: 'not-provable', code, because }
}

function decideKept({ seen, record, history }: DriftInput, findings: Finding[]): Ending {
  if (record === 'unknown-raffle') return seen === undefined ? seenFirst : describeVanished(seen)
  if (!('draws' in record)) return leaveOpen(record)
  if (seen === undefined) return seenFirst
  const now = lockDraws(record)
  if (digestRecord(record) === seen.records.at(-1)?.sha256 || beginsWith(now, seen.draws)) {
    return { status: 'proven', code: 'draws-kept' }
  }
  const change = describeChange(seen.draws, normalizeAuditRecord(record).draws, now)
  if (history === undefined) return { ...change, because: `${change.because}, and it shows no history` }
  if (!('versions' in history)) {
    return { ...change, ...leaveOpen({ ...history, because: `${change.because}; ${history.because}` }) }
  }
  const correction = readCorrection(seen, record, history)
  if ('reasons' in correction) {
    for (const { published_at, reason } of correction.reasons) {
      addFinding(findings, {
        code: 'record-corrected',
        message: `the record was corrected at ${published_at}: ${show(reason)}`,
      })
    }
    return {
      status: 'proven',
      code: 'correction-recorded',
      because: `${change.because}, and its history shows what was there before and why it was replaced`,
    }
  }
  const because = `${change.because}, and ${correction.because}`
  return correction.isStale
    ? { ...change, status: 'not-provable', code: 'rule-unsteady', because }
    : { ...change, because }
}

type Refuted = Ending & { readonly because: string }

function describeVanished({ records }: LockedRaffle): Refuted {
  const last = records.at(-1)
  return {
    status: 'refuted',
    code: 'record-vanished',
    because: 'the service knows no such raffle any more',
    ...(last && { expected: `the record ${last.sha256}, first seen at ${last.first_seen}` }),
    found: 'no record',
  }
}

/** What became of the first draw that is not as it was seen. */
function describeChange(
  seen: readonly LockedDraw[],
  draws: readonly AuditDraw[],
  now: readonly LockedDraw[],
): Refuted {
  const index = seen.findIndex(({ sha256 }, at) => now[at]?.sha256 !== sha256)
  const missing = seen[index]
  if (missing === undefined) throw new TypeError('the draws are as they were seen')
  const expected = `${missing.sha256} as draw ${index + 1}`
  const named = `draw ${missing.draw_id}`
  const moved = now.findIndex(({ sha256 }) => sha256 === missing.sha256)
  if (moved !== -1) {
    const before = now[index]
    const inserted = before !== undefined && !seen.some(({ draw_id }) => draw_id === before.draw_id)
    return {
      status: 'refuted',
      code: 'draw-changed',
      because: inserted
        ? `draw ${before.draw_id} was put before ${named}`
        : `${named} stands in another place`,
      expected,
      found: `the same as draw ${moved + 1}`,
    }
  }
  const changed = now.findIndex(({ draw_id }) => draw_id === missing.draw_id)
  const draw = draws[changed]
  if (draw === undefined) {
    return {
      status: 'refuted',
      code: 'draw-vanished',
      because: `${named} is not in the record any more`,
      expected,
      found: `${now.length} draws, none with this id`,
    }
  }
  return {
    status: 'refuted',
    code: 'draw-changed',
    because: `${named} says something else now`,
    expected,
    found: `${now[changed]?.sha256 ?? ''} as draw ${changed + 1}: ${describeDraw(draw)}`,
  }
}

type Correction =
  | { readonly reasons: readonly Required<Pick<HistoryVersion, 'published_at' | 'reason'>>[] }
  /** `isStale`: the history ends with the draws that were seen, so that the record itself may be an old copy. */
  | { readonly because: string; readonly isStale?: true }

/**
 * A recorded correction: the record that was seen last is in the history, the one of now is its last, and wherever a
 * version between them changes a draw, it says why.
 */
function readCorrection(seen: LockedRaffle, record: AuditRecord, { versions }: AuditHistory): Correction {
  const digests = versions.map(version => digestRecord(version.record))
  const current = digests.lastIndexOf(digestRecord(record))
  const draws = versions.map(version => lockDraws(version.record))
  if (current === -1) return { because: 'its history does not show the record that it answers now' }
  if (current !== versions.length - 1) {
    const isStale = beginsWith(draws.at(-1) ?? [], seen.draws)
    return isStale
      ? { because: 'its history ends with the draws that were seen: the answer may be an old copy', isStale }
      : { because: 'its history does not end with the record that it answers now' }
  }
  const before = digests.lastIndexOf(seen.records.at(-1)?.sha256 ?? '')
  if (before === -1) return { because: 'its history does not show the record that was seen last' }
  const changes = versions.filter(
    (_, index) => index > before && !beginsWith(draws[index] ?? [], draws[index - 1] ?? []),
  )
  if (changes.length === 0) {
    return { because: 'its history shows no change after the record that was seen last' }
  }
  const silent = changes.find(({ reason }) => reason === undefined)
  if (silent !== undefined) {
    return { because: `its history gives no reason for the change of ${silent.published_at}` }
  }
  return {
    reasons: changes.flatMap(({ published_at, reason }) =>
      reason === undefined ? [] : [{ published_at, reason }],
    ),
  }
}

/** `draws` are those of `before`, and perhaps more after them. */
function beginsWith(draws: readonly LockedDraw[], before: readonly LockedDraw[]): boolean {
  return before.every(({ sha256 }, index) => draws[index]?.sha256 === sha256)
}

function decideRecorded(seen: LockedRaffle | undefined, history: DriftInput['history']): Ending {
  if (seen === undefined) return seenFirst
  if (history === undefined) {
    return { status: 'not-applicable', code: 'rule-not-applicable', because: 'the service shows no history' }
  }
  if (!('versions' in history)) return leaveOpen(history)
  const digests = history.versions.map(({ record }) => digestRecord(record))
  let from = 0
  for (const { sha256, first_seen } of seen.records) {
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
  return { status: 'proven', code: 'history-complete' }
}

/** So many versions are listed. */
const mostListed = 5

function describeVersions(digests: readonly string[]): string {
  if (digests.length === 0) return 'no version'
  const more = digests.length - mostListed
  return digests.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function findNewDraws(seen: readonly LockedDraw[], draws: readonly AuditDraw[], findings: Finding[]): void {
  const known = new Set(seen.map(({ draw_id }) => draw_id))
  for (const draw of draws) {
    if (known.has(draw.draw_id)) continue
    addFinding(findings, { code: 'draw-new', message: `draw ${draw.draw_id} is new: ${describeDraw(draw)}` })
  }
}

function describeDraw({ prize_name, winner_entry_id }: AuditDraw): string {
  return `${show(prize_name)}, won by entry ${show(winner_entry_id)}`
}
