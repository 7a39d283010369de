/**
 * Every audit record that a service says it published of a raffle: an extension, answered at `/audit/history`.
 *
 * @packageDocumentation
 */
import { isTime } from '../core/time.js'
import { isReason, parseAuditRecord, type AuditRecord } from '../model/audit-record.js'
import { digestRecord } from '../model/lock.js'
import { compareDraws, listDraws, type DrawChange } from '../model/draw-changes.js'
import { withUtcTimes } from './utc-times.js'
import { respellHashes } from './served-record.js'

/** One record as it was published. */
export interface HistoryVersion {
  readonly published_at: string
  /** Why it replaced the version before; absent where the service gives none. */
  readonly reason?: string
  readonly record: AuditRecord
}

export interface AuditHistory {
  /** Oldest first. */
  readonly versions: readonly HistoryVersion[]
}

/** A version that says something else than the one before it. */
export interface HistoryCorrection extends HistoryVersion {
  /** Its number, from 1 on. */
  readonly version: number
  readonly sha256: string
  /** The digest of the version before it. */
  readonly before: string
  readonly changes: readonly DrawChange[]
}

/** Every version that changes a draw of the one before it, in their order. */
export function listCorrections({ versions }: AuditHistory): readonly HistoryCorrection[] {
  return versions.flatMap((version, index) => {
    const before = versions[index - 1]
    const changes =
      before === undefined ? [] : compareDraws(listDraws(before.record), listDraws(version.record))
    if (before === undefined || changes.length === 0) return []
    const sha256 = digestRecord(version.record)
    return [{ ...version, version: index + 1, sha256, before: digestRecord(before.record), changes }]
  })
}

/**
 * Reads a history, whatever else the service puts into it.
 *
 * @param raffle - the UUID that was asked about.
 * @returns undefined for what is no history of this raffle: another form, a record that is none or is of another
 * raffle, versions that are not numbered from 1 on in their order, or another number of them than is said.
 */
export function parseHistory(value: unknown, raffle: string): AuditHistory | undefined {
  const { raffle_id, total_versions, versions } = membersOf(value)
  if (!Array.isArray(versions) || !isSame(raffle_id, raffle)) return undefined
  if (total_versions !== undefined && total_versions !== versions.length) return undefined
  const read = versions.map((item, index) => parseVersion(item, index + 1, raffle))
  return read.every(version => version !== undefined) ? { versions: read } : undefined
}

function parseVersion(value: unknown, number: number, raffle: string): HistoryVersion | undefined {
  const { version, published_at, reason, record } = membersOf(value)
  if (version !== number || typeof published_at !== 'string' || !isTime(published_at)) return undefined
  if (reason !== undefined && reason !== null && typeof reason !== 'string') return undefined
  if (typeof record !== 'object' || record === null) return undefined
  const parsed = parseAuditRecord(withUtcTimes(respellHashes(record).value))
  if ('problems' in parsed || !isSame(parsed.raffle_id, raffle)) return undefined
  const said = typeof reason === 'string' && isReason(reason) ? reason.trim() : undefined
  return { published_at, ...(said !== undefined && { reason: said }), record: parsed }
}

function isSame(raffleId: unknown, raffle: string): boolean {
  return typeof raffleId === 'string' && raffleId.toLowerCase() === raffle.toLowerCase()
}

/** The own members of an object; none of anything else. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object.assign(Object.create(null) as Record<string, unknown>, typeof value === 'object' ? value : {})
}
