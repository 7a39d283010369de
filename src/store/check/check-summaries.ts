/**
 * Part of `store check`: the list of raffles.
 *
 * @packageDocumentation
 */
import { isAuditRecord, parseAuditRecord, type AuditDraw } from '../../model/audit-record.js'
import { parseStatement } from '../../model/statement.js'
import {
  describeSought,
  summarizePrizes,
  summarizeWinners,
  summarizeStatements,
  type CeremonySummary,
} from '../summaries.js'
import type { Sql } from '../tables/sql.js'
import { parseObject } from './check-published.js'
import { tryTo } from './try-to.js'

interface RowOfList {
  readonly raffle_id: string
  readonly name: string | null
  readonly operator: string | null
  readonly state: string | null
  readonly closes_at: string | null
  readonly draw_at: string | null
  readonly is_rehearsal: number | null
  readonly prizes: string | null
  readonly winners: string | null
  readonly place_key: string | null
  readonly sought: string | null
}

/**
 * Checks that each raffle is in the list, and matches its signed statements or its record. The level was
 * computed at publication and is not checked here.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function checkSummaries(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all<RowOfList>(
    `SELECT raffle_id, name, operator, state, closes_at, draw_at, is_rehearsal, prizes, winners, place_key, sought
     FROM raffle LEFT JOIN raffle_summary USING (raffle_id) ORDER BY raffle_id`,
  )
  const problems: string[] = []
  for (const row of rows) {
    const payloads = await readSigned(sql, row.raffle_id)
    // Unreadable statements and records are reported elsewhere.
    const signed = tryTo(() => ({ summary: summarizeStatements(payloads.map(parseStatement)) }))
    if (signed === undefined) continue
    const { summary } = signed
    const draws = await readDraws(sql, row.raffle_id)
    if (draws === undefined || isRight(row, summary, draws)) continue
    const source = summary === undefined ? 'published' : 'signed'
    problems.push(`raffle ${row.raffle_id}: its line in the list is not what was ${source}`)
  }
  return problems
}

function isRight(row: RowOfList, summary: CeremonySummary | undefined, draws: readonly AuditDraw[]): boolean {
  const prizes = summary?.prizes ?? summarizePrizes(draws.map(({ prize_name: prize }) => prize))
  const { placeKey, sought } = describeSought(summary, prizes)
  return (
    row.name === (summary?.name ?? null) &&
    row.operator === (summary?.operator ?? null) &&
    row.state === (summary?.state ?? 'unsigned') &&
    row.closes_at === (summary?.closesAt ?? null) &&
    row.draw_at === (summary?.drawAt ?? null) &&
    row.is_rehearsal === (summary === undefined ? null : Number(summary.isRehearsal)) &&
    row.prizes === JSON.stringify(prizes) &&
    row.winners === JSON.stringify(summarizeWinners(draws)) &&
    row.place_key === placeKey &&
    row.sought === sought
  )
}

/** The draws of the last version of a record; undefined if unreadable. */
async function readDraws(sql: Sql, raffleId: string): Promise<readonly AuditDraw[] | undefined> {
  const row = await sql.get<{ record: string }>(
    'SELECT record FROM audit_version WHERE raffle_id = ? ORDER BY version DESC LIMIT 1',
    [raffleId],
  )
  if (row === undefined) return []
  const json = parseObject(row.record)
  const record = isAuditRecord(json) ? parseAuditRecord(json) : undefined
  return record === undefined || 'problems' in record ? undefined : record.draws
}

async function readSigned(sql: Sql, raffleId: string): Promise<readonly Uint8Array[]> {
  const rows = await sql.all<{ payload: Uint8Array }>(
    `SELECT payload FROM statement JOIN ceremony ON number = ceremony
     WHERE raffle_id = ? AND signature IS NOT NULL ORDER BY sequence`,
    [raffleId],
  )
  return rows.map(({ payload }) => payload)
}
