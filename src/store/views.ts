/**
 * The bodies of the public views, made at publication and served unchanged.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { AuditRecord } from '../model/audit-record.js'
import type { Statistics } from '../model/statistics.js'
import type { View } from './store.js'

/** A view with the JSON text in its served form. */
export function createView(text: string): View {
  const body = Buffer.from(text)
  return { body, etag: createEtag(body) }
}

/** SHA-256 in hex, by which a check recognizes a value. */
export const hashOf = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex')

/** The entity tag of a body. */
export function createEtag(body: Uint8Array): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

/** The audit record of the specification (2.1), members in its order. */
export function formatAuditRecord({ raffle_id, draws }: Pick<AuditRecord, 'raffle_id' | 'draws'>): string {
  return JSON.stringify({ raffle_id, total_draws: draws.length, draws })
}

/** The statistics of the specification (2.2), members in its order. */
export function formatStatistics(statistics: Statistics): string {
  return JSON.stringify(statistics)
}

/** A row of `audit_version`. */
export interface VersionRow {
  readonly record: string
  readonly published_at: string
  readonly reason: string | null
}

/** Every version of a record, oldest first, each with the bytes served as `record`. */
export function formatAuditHistory(raffleId: string, versions: readonly VersionRow[]): string {
  const items = versions.map(({ published_at, reason, record }, index) => {
    const about = JSON.stringify({ version: index + 1, published_at, reason, etag: createView(record).etag })
    return `${about.slice(0, -1)},"record":${record}}`
  })
  return `{"raffle_id":"${raffleId}","total_versions":${versions.length},"versions":[${items.join(',')}]}`
}
