/**
 * Part of `store check`: published views.
 *
 * @packageDocumentation
 */
import { isAuditRecord, parseAuditRecord } from '../../model/audit-record.js'
import { parseStatistics } from '../../model/statistics.js'
import type { Sql } from '../tables/sql.js'
import { createEtag, formatAuditHistory, hashOf, type VersionRow } from '../views.js'

/** Numbers of raffles and versions checked. */
export interface PublishedCounts {
  raffles: number
  versions: number
}

interface RowOfRaffle {
  readonly raffle_id: string
  readonly total_draws: number
  readonly total_entries: number | null
}

interface RowOfView {
  readonly name: string
  readonly body: Uint8Array
  readonly etag: string
  readonly sha256: string
}

type RowOfVersion = VersionRow & { readonly version: number }

/** Raffles a page. */
const pageSize = 1000

/**
 * Checks that every published body has its stored hashes, and that the views match what was published.
 *
 * @param counts - counts what was checked.
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function* checkPublished(sql: Sql, counts: PublishedCounts): AsyncGenerator<string> {
  const orphans = await sql.all<{ raffle_id: string }>(
    `SELECT raffle_id FROM (SELECT raffle_id FROM audit_version UNION SELECT raffle_id FROM view
                            UNION SELECT raffle_id FROM raffle_summary) AS published
     WHERE NOT EXISTS (SELECT 1 FROM raffle WHERE raffle.raffle_id = published.raffle_id) ORDER BY raffle_id`,
  )
  for (const { raffle_id: id } of orphans) yield `raffle ${id}: it is not in the list of raffles`
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly RowOfRaffle[] = await sql.all<RowOfRaffle>(
      'SELECT * FROM raffle WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
      [after, pageSize],
    )
    for (const raffle of page) {
      const id = raffle.raffle_id
      const views = await sql.all<RowOfView>('SELECT * FROM view WHERE raffle_id = ?', [id])
      const versions = await sql.all<RowOfVersion>(
        'SELECT * FROM audit_version WHERE raffle_id = ? ORDER BY version',
        [id],
      )
      counts.raffles += 1
      counts.versions += versions.length
      const bodies = new Map(views.map(({ name, body }) => [name, Buffer.from(body).toString()]))
      for (const problem of new Set([
        ...checkBodies(views),
        ...checkVersions(id, versions, bodies),
        ...checkRecord(raffle, bodies.get('audit')),
        ...checkStatistics(raffle, bodies.get('statistics')),
      ])) {
        yield `raffle ${id}: ${problem}`
      }
    }
    after = page.at(-1)?.raffle_id
  }
}

function* checkBodies(views: readonly RowOfView[]): Generator<string> {
  for (const { name, body, etag, sha256 } of views) {
    if (hashOf(body) !== sha256) {
      yield `the view ${name} is not what was stored`
    }
    if (createEtag(body) !== etag) yield `the ETag of the view ${name} is not that of its body`
  }
}

function* checkVersions(
  id: string,
  versions: readonly RowOfVersion[],
  bodies: ReadonlyMap<string, string>,
): Generator<string> {
  for (const [index, { version }] of versions.entries()) {
    if (version !== index + 1) yield `version ${index + 1} of the audit record is missing`
  }
  const history = bodies.get('audit-history')
  if (history !== formatAuditHistory(id, versions)) {
    const etags = readEtags(history)
    const altered = versions.findIndex(({ record }, at) => createEtag(Buffer.from(record)) !== etags[at])
    if (altered !== -1) yield `version ${altered + 1} of the audit record is not what was published`
    yield 'the history is not that of the published versions'
  }
  const last = versions.at(-1)
  if (last !== undefined && last.record !== bodies.get('audit')) {
    yield 'the audit view is not the last published version'
  }
}

function* checkRecord(
  { raffle_id: id, total_draws }: RowOfRaffle,
  body: string | undefined,
): Generator<string> {
  const json = parseObject(body)
  const record = isAuditRecord(json) ? parseAuditRecord(json) : { problems: [] }
  if ('problems' in record) {
    yield 'the audit view is not an audit record'
    return
  }
  if (record.raffle_id !== id) yield 'the audit view is that of another raffle'
  if (record.draws.length !== total_draws) yield 'the number of draws is not that of the audit view'
}

function* checkStatistics(
  { raffle_id: id, total_entries }: RowOfRaffle,
  body: string | undefined,
): Generator<string> {
  if (body === undefined) {
    if (total_entries !== null) yield 'the statistics are missing'
    return
  }
  const statistics = parseStatistics(parseObject(body))
  if ('problems' in statistics) {
    yield 'the statistics view is not statistics'
    return
  }
  if (statistics.raffle_id !== id) yield 'the statistics view is that of another raffle'
  if (statistics.total_entries !== total_entries) yield 'the number of entries is not that of the statistics'
}

/** The ETags in a history, as far as it is readable. */
function readEtags(history: string | undefined): readonly unknown[] {
  const { versions } = parseObject(history) as { readonly versions?: unknown }
  return Array.isArray(versions) ? versions.map(one => (one as { readonly etag?: unknown } | null)?.etag) : []
}

export function parseObject(text = ''): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
