/**
 * What `store check` looks for in the list of raffles.
 *
 * @packageDocumentation
 */
import { parseStatement } from '../../model/statement.js'
import { groupKey, placeOf, summarizeStatements, type CeremonySummary } from '../summaries.js'
import type { Sql } from '../tables/sql.js'
import { tryTo } from './try-to.js'

interface RowOfList {
  readonly raffle_id: string
  readonly name: string | null
  readonly operator: string | null
  readonly state: string | null
  readonly place_key: string | null
  readonly long_key: string | null
}

/**
 * Goes through the list: each raffle stands in it, as its signed statements say. The level is what was found when it
 * was published, and is not found again here.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export async function checkSummaries(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all<RowOfList>(
    `SELECT raffle_id, name, operator, state, place_key, long_key
     FROM raffle LEFT JOIN raffle_summary USING (raffle_id) ORDER BY raffle_id`,
  )
  const problems: string[] = []
  for (const row of rows) {
    const payloads = await readSigned(sql, row.raffle_id)
    // What is wrong with statements that cannot be read is said elsewhere.
    const signed = tryTo(() => ({ summary: summarizeStatements(payloads.map(parseStatement)) }))
    if (signed === undefined || isRight(row, signed.summary)) continue
    problems.push(`raffle ${row.raffle_id}: its line in the list is not what was signed`)
  }
  return problems
}

function isRight(row: RowOfList, summary: CeremonySummary | undefined): boolean {
  const { placeKey, longKey } = placeOf(groupKey(summary))
  return (
    row.name === (summary?.name ?? null) &&
    row.operator === (summary?.operator ?? null) &&
    row.state === (summary?.state ?? 'unsigned') &&
    row.place_key === placeKey &&
    row.long_key === longKey
  )
}

async function readSigned(sql: Sql, raffleId: string): Promise<readonly Uint8Array[]> {
  const rows = await sql.all<{ payload: Uint8Array }>(
    `SELECT payload FROM statement JOIN ceremony ON number = ceremony
     WHERE raffle_id = ? AND signature IS NOT NULL ORDER BY sequence`,
    [raffleId],
  )
  return rows.map(({ payload }) => payload)
}
