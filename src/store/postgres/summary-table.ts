/**
 * The table of what lists show of raffles, in PostgreSQL.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import {
  foldQuery,
  groupKey,
  type CeremonySummary,
  type ListedRaffle,
  type SummaryQuery,
} from '../summaries.js'
import { readSummary, type RowOfSummary } from '../summary-rows.js'
import type { Sql } from '../tables/sql.js'

/** A row, and what it is sorted by. */
type Row = RowOfSummary & Place

interface Place {
  /** The group key, short enough for an index. */
  readonly short_key: string
  readonly number: number
}

/** Raffles that are searched at once: some milliseconds. */
const pieceSize = 5000

const columns = `raffle_summary.number, raffle_id, name, operator, state, level, group_key, short_key,
  total_draws, total_entries, changed_at`
const listed = `SELECT ${columns} FROM raffle_summary JOIN raffle USING (raffle_id)`

/** Summaries through one connection, or any. */
export class SummaryTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** A raffle of which something was published, until more is known of it. */
  async add(raffleId: string): Promise<void> {
    await this.#sql.run(
      `INSERT INTO raffle_summary (raffle_id, state, group_key) VALUES (?, 'unsigned', ?)
       ON CONFLICT (raffle_id) DO NOTHING`,
      [raffleId, groupKey(undefined)],
    )
  }

  async write(raffleId: string, summary: CeremonySummary): Promise<void> {
    const { name, operator, state, level = null } = summary
    const changes = await this.#sql.run(
      `UPDATE raffle_summary
       SET name = @name, operator = @operator, state = @state, level = @level, group_key = @group
       WHERE raffle_id = @raffleId`,
      { raffleId, name, operator, state, level, group: groupKey(summary) },
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
    const from =
      after === undefined
        ? undefined
        : await this.#sql.get<Place>('SELECT short_key, number FROM raffle_summary WHERE raffle_id = ?', [
            after,
          ])
    const place = from ?? { short_key: '', number: 0 }
    if (query !== undefined) return this.#search(query, place, limit, takeTurn)
    const rows = await this.#sql.all<Row>(
      `${listed} WHERE (short_key, raffle_summary.number) > (?, ?)
       ORDER BY short_key, raffle_summary.number LIMIT ?`,
      [place.short_key, place.number, limit],
    )
    return this.#count(rows)
  }

  /** In pieces, so that nobody keeps the database busy with one question. */
  async #search(
    query: string,
    from: Place,
    limit: number,
    takeTurn: () => Promise<unknown>,
  ): Promise<readonly ListedRaffle[]> {
    const found: number[] = []
    for (let place: Place | undefined = from; place !== undefined && found.length < limit;) {
      await takeTurn()
      const { short_key: key, number }: Place = place
      const rows = await this.#sql.all<{ number: number }>(
        `SELECT number FROM (
           SELECT short_key, group_key, number, raffle_id FROM raffle_summary
           WHERE (short_key, number) > (@key, @number) ORDER BY short_key, number LIMIT @pieceSize
         ) AS piece
         WHERE strpos(group_key, @query) > 0 OR strpos(raffle_id, @query) > 0 ORDER BY short_key, number`,
        { key, number, pieceSize, query },
      )
      found.push(...rows.map(row => row.number))
      place = await this.#sql.get<Place>(
        `SELECT short_key, number FROM raffle_summary
         WHERE (short_key, number) > (?, ?) ORDER BY short_key, number LIMIT 1 OFFSET ?`,
        [key, number, pieceSize - 1],
      )
    }
    const rows = await this.#sql.all<Row>(
      `${listed} WHERE raffle_summary.number = ANY(?::bigint[]) ORDER BY short_key, raffle_summary.number`,
      [found.slice(0, limit)],
    )
    return this.#count(rows)
  }

  /** Adds how many raffles of each name there are. */
  async #count(rows: readonly Row[]): Promise<readonly ListedRaffle[]> {
    const named = rows.filter(({ name }) => name !== null)
    const keys = [...new Set(named.map(row => row.short_key))]
    const groups = await this.#sql.all<{ group_key: string; count: number }>(
      'SELECT group_key, count(*) FROM raffle_summary WHERE short_key = ANY(?::text[]) GROUP BY group_key',
      [keys],
    )
    const counts = new Map(groups.map(({ group_key, count }) => [group_key, count]))
    return rows.map(row => readSummary(row, row.name === null ? 1 : (counts.get(row.group_key) ?? 1)))
  }
}
