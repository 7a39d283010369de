/**
 * A service's history of published audit records of a raffle: an extension at `/audit/history`.
 *
 * @packageDocumentation
 */
import { isTime } from '../core/time.js'
import { isReason, parseAuditRecord, type AuditRecord } from '../model/audit-record.js'
import { digestRecord } from '../model/lock.js'
import { compareDraws, listDraws, type DrawChange } from '../model/draw-changes.js'
import { withUtcTimes } from './utc-times.js'
import { respellHashes } from './served-record.js'

/** A record as published. */
export interface HistoryVersion {
  readonly published_at: string
  /** Why it replaced the previous version; absent if the service gives no reason. */
  readonly reason?: string
  readonly record: AuditRecord
}

export interface AuditHistory {
  /** Oldest first. */
  readonly versions: readonly HistoryVersion[]
}

/** A version that differs from the previous one. */
export interface HistoryCorrection extends HistoryVersion {
  /** Version number, from 1. */
  readonly version: number
  readonly sha256: string
  /** Digest of the previous version. */
  readonly before: string
  readonly changes: readonly DrawChange[]
}

/** Every version that changes a draw of the previous one, in order. */
export function listHistoryCorrections({ versions }: AuditHistory): readonly HistoryCorrection[] {
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
 * Reads a history, ignoring unknown members.
 *
 * @param raffle - the requested UUID.
 * @returns undefined for anything but a history of this raffle: another form, an invalid record or one of
 * another raffle, versions not numbered in order from 1, or a wrong count.
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

/** The own members of an object; empty for anything else. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object.assign(Object.create(null) as Record<string, unknown>, typeof value === 'object' ? value : {})
}
