/**
 * The table of what lists show of raffles.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import {
  foldQuery,
  groupKey,
  placeOf,
  type CeremonySummary,
  type ListedRaffle,
  type RaffleState,
  type SummaryQuery,
} from '../summaries.js'
import type { Sql } from './sql.js'

/** Of `raffle_summary`, with what `raffle` has of the same raffle. */
interface RowOfSummary extends Place {
  readonly raffle_id: string
  readonly name: string | null
  readonly operator: string | null
  readonly state: RaffleState
  readonly level: number | null
  readonly total_draws: number
  readonly total_entries: number | null
  readonly changed_at: string
}

/** What rows are sorted by. */
interface Place {
  readonly place_key: string
  readonly number: number
}

/** Raffles that are searched at once: some milliseconds. */
const pieceSize = 5000

const listed = `SELECT raffle_summary.number, raffle_id, name, operator, state, level, place_key,
    total_draws, total_entries, changed_at
  FROM raffle_summary JOIN raffle USING (raffle_id)`

/** Summaries in the table. */
export class SummaryTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** A raffle of which something was published, until more is known of it. */
  async add(raffleId: string): Promise<void> {
    const { placeKey, longKey } = placeOf(groupKey(undefined))
    await this.#sql.run(
      `INSERT INTO raffle_summary (raffle_id, state, place_key, long_key) VALUES (?, 'unsigned', ?, ?)
       ON CONFLICT (raffle_id) DO NOTHING`,
      [raffleId, placeKey, longKey],
    )
  }

  async write(raffleId: string, summary: CeremonySummary): Promise<void> {
    const { name, operator, state, level = null } = summary
    const changes = await this.#sql.run(
      `UPDATE raffle_summary
       SET name = @name, operator = @operator, state = @state, level = @level,
         place_key = @placeKey, long_key = @longKey
       WHERE raffle_id = @raffleId`,
      { raffleId, name, operator, state, level, ...placeOf(groupKey(summary)) },
    )
    if (changes !== 1) throw new DrawauditError('internal', `raffle ${raffleId} is not published`)
  }

  async list({
    q = '',
    after,
    limit,
    takeTurn = setImmediate,
  }: SummaryQuery): Promise<readonly ListedRaffle[]> {
    const query = foldQuery(q)
    const place = (await this.#findPlace(after)) ?? { place_key: '', number: 0 }
    if (query !== undefined) return this.#search(query, place, limit, takeTurn)
    const rows = await this.#sql.all<RowOfSummary>(
      `${listed} WHERE (place_key, raffle_summary.number) > (?, ?)
       ORDER BY place_key, raffle_summary.number LIMIT ?`,
      [place.place_key, place.number, limit],
    )
    return this.#count(rows)
  }

  async #findPlace(raffleId: string | undefined): Promise<Place | undefined> {
    if (raffleId === undefined) return undefined
    return this.#sql.get<Place>('SELECT place_key, number FROM raffle_summary WHERE raffle_id = ?', [
      raffleId,
    ])
  }

  /** In pieces, so that everybody else is answered in between. */
  async #search(
    query: string,
    from: Place,
    limit: number,
    takeTurn: () => Promise<unknown>,
  ): Promise<readonly ListedRaffle[]> {
    const { dialect } = this.#sql
    const found: number[] = []
    for (let place: Place | undefined = from; place !== undefined && found.length < limit;) {
      await takeTurn()
      const { place_key: key, number }: Place = place
      // In SQLite both are read from the index alone: most raffles are not what is looked for.
      const rows = await this.#sql.all<{ number: number }>(
        `SELECT number FROM (
           SELECT place_key, long_key, number, raffle_id FROM raffle_summary
           WHERE (place_key, number) > (@key, @number) ORDER BY place_key, number LIMIT @pieceSize
         ) AS piece
         WHERE ${dialect.contains('coalesce(long_key, place_key)', '@query')}
           OR ${dialect.contains('raffle_id', '@query')}
         ORDER BY place_key, number`,
        { key, number, pieceSize, query },
      )
      found.push(...rows.map(row => row.number))
      place = await this.#sql.get<Place>(
        `SELECT place_key, number FROM raffle_summary
         WHERE (place_key, number) > (?, ?) ORDER BY place_key, number LIMIT 1 OFFSET ?`,
        [key, number, pieceSize - 1],
      )
    }
    const rows = await this.#sql.all<RowOfSummary>(
      `${listed} WHERE ${dialect.isAmong('raffle_summary.number', dialect.listed('@found', 'bigint'))}
       ORDER BY place_key, raffle_summary.number`,
      { found: found.slice(0, limit) },
    )
    return this.#count(rows)
  }

  /** Adds how many raffles of each name there are: once for each, since there may be many. */
  async #count(rows: readonly RowOfSummary[]): Promise<readonly ListedRaffle[]> {
    const { dialect } = this.#sql
    const keys = [...new Set(rows.filter(({ name }) => name !== null).map(row => row.place_key))]
    const groups = await this.#sql.all<{ place_key: string; count: number }>(
      `SELECT place_key, count(*) AS count FROM raffle_summary
       WHERE ${dialect.isAmong('place_key', dialect.listed('@keys', 'text'))} GROUP BY place_key`,
      { keys },
    )
    const counts = new Map(groups.map(({ place_key: key, count }) => [key, count]))
    return rows.map(row => readSummary(row, counts.get(row.place_key) ?? 1))
  }
}

/** A line of the list from its row. */
function readSummary(row: RowOfSummary, sameName: number): ListedRaffle {
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
