/**
 * Rows of the table of summaries, and what they mean.
 *
 * @packageDocumentation
 */
import type { ListedRaffle, RaffleState } from './summaries.js'

/** Of `raffle_summary`, with what `raffle` has of the same raffle. */
export interface RowOfSummary {
  readonly number: number
  readonly raffle_id: string
  readonly name: string | null
  readonly operator: string | null
  readonly state: RaffleState
  readonly level: number | null
  readonly group_key: string
  readonly total_draws: number
  readonly total_entries: number | null
  readonly changed_at: string
}

/** A line of the list from its row. */
export function readSummary(row: RowOfSummary, sameName: number): ListedRaffle {
  const { name, operator, level, total_entries: total } = row
  return {
    raffleId: row.raffle_id,
    ...(name !== null && { name }),
    ...(operator !== null && { operator }),
    state: row.state,
    ...(level !== null && { level }),
    sameName,
    totalDraws: row.total_draws,
    ...(total !== null && { totalEntries: total }),
    changedAt: row.changed_at,
  }
}
