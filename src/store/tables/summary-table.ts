/**
 * The table behind the list of raffles.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import type { AuditDraw } from '../../model/audit-record.js'
import {
  describeSought,
  foldQuery,
  summarizePrizes,
  summarizeWinners,
  type CeremonySummary,
  type ListedRaffle,
  type RaffleState,
  type SummaryQuery,
  type WinningTicket,
} from '../summaries.js'
import type { Sql } from './sql.js'

/** A row of `raffle_summary`, joined with `raffle`. */
interface RowOfSummary {
  readonly raffle_id: string
  readonly name: string | null
  readonly operator: string | null
  readonly state: RaffleState
  readonly level: number | null
  readonly closes_at: string | null
  readonly draw_at: string | null
  readonly is_rehearsal: number | null
  readonly prizes: string
  readonly winners: string
  readonly place_key: string | null
  readonly total_draws: number
  readonly total_entries: number | null
  readonly changed_at: string
}

/** Raffles searched at once, in some milliseconds. */
const pieceSize = 5000

/** A direction through the list. Numbers are assigned at first publication. */
interface PageDirection {
  /** The number to begin after. */
  readonly from: number
  readonly isBeyond: '<' | '>'
  readonly order: 'ASC' | 'DESC'
}

/** A filter of the list. */
interface Which {
  readonly states: readonly RaffleState[]
  readonly due: Pick<SummaryQuery, 'dueBefore' | 'dueFrom'>
}

/** An SQL condition to append. */
const isDue = ({ dueBefore, dueFrom }: Which['due']): string =>
  `${dueBefore === undefined ? '' : ' AND draw_at < @dueBefore'}${dueFrom === undefined ? '' : ' AND draw_at >= @dueFrom'}`

const allStates: readonly RaffleState[] = ['open', 'sealed', 'drawn', 'cancelled', 'unsigned']

const listed = `SELECT raffle_id, name, operator, state, level, closes_at, draw_at, is_rehearsal, prizes, winners, place_key,
    total_draws, total_entries, changed_at
  FROM raffle_summary JOIN raffle USING (raffle_id)`

/** Summaries in the table. */
export class SummaryTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /**
   * Adds a published raffle: its winners, and its prizes until there are statements.
   *
   * @param draws - draws of its record; unchanged if left out.
   */
  async add(raffleId: string, draws?: readonly AuditDraw[]): Promise<void> {
    const prizes = summarizePrizes((draws ?? []).map(draw => draw.prize_name))
    const { placeKey, sought } = describeSought(undefined, prizes)
    // Statements know the prizes better than a record, but nothing about winners.
    const ofRecord = (column: 'prizes' | 'sought'): string =>
      `${column} = CASE raffle_summary.state WHEN 'unsigned' THEN excluded.${column} ELSE raffle_summary.${column} END`
    const onConflict =
      draws === undefined
        ? 'DO NOTHING'
        : `DO UPDATE SET winners = excluded.winners, ${ofRecord('prizes')}, ${ofRecord('sought')}`
    await this.#sql.run(
      `INSERT INTO raffle_summary (raffle_id, state, prizes, winners, place_key, sought)
       VALUES (?, 'unsigned', ?, ?, ?, ?) ON CONFLICT (raffle_id) ${onConflict}`,
      [raffleId, JSON.stringify(prizes), JSON.stringify(summarizeWinners(draws ?? [])), placeKey, sought],
    )
  }

  async write(raffleId: string, summary: CeremonySummary): Promise<void> {
    const { name, operator, state, level = null, closesAt, drawAt, isRehearsal, prizes } = summary
    const { placeKey, sought } = describeSought(summary, prizes)
    const changes = await this.#sql.run(
      `UPDATE raffle_summary
       SET name = @name, operator = @operator, state = @state, level = @level,
         closes_at = @closesAt, draw_at = @drawAt, is_rehearsal = @rehearsal,
         prizes = @prizes, place_key = @placeKey, sought = @sought
       WHERE raffle_id = @raffleId`,
      {
        ...{ raffleId, name, operator, state, level, closesAt, drawAt, placeKey, sought },
        rehearsal: isRehearsal ? 1 : 0,
        prizes: JSON.stringify(prizes),
      },
    )
    if (changes !== 1) throw new DrawauditError('internal', `raffle ${raffleId} is not published`)
  }

  async list(asked: SummaryQuery): Promise<readonly ListedRaffle[]> {
    const { q = '', limit, takeTurn = setImmediate, states = allStates, dueBefore, dueFrom } = asked
    const due = { ...(dueBefore !== undefined && { dueBefore }), ...(dueFrom !== undefined && { dueFrom }) }
    const which: Which = { states, due }
    const query = foldQuery(q)
    const way = await this.#findWay(asked)
    const found =
      query === undefined
        ? await this.#walk(way, which, limit)
        : await this.#search(query, way, which, limit, takeTurn)
    const { dialect } = this.#sql
    const rows = await this.#sql.all<RowOfSummary>(
      `${listed} WHERE ${dialect.isAmong('raffle_summary.number', dialect.listed('@found', 'bigint'))}
       ORDER BY raffle_summary.number DESC`,
      { found },
    )
    return this.#addCounts(rows)
  }

  async read(raffleId: string): Promise<ListedRaffle | undefined> {
    const rows = await this.#sql.all<RowOfSummary>(`${listed} WHERE raffle_id = ?`, [raffleId])
    return (await this.#addCounts(rows))[0]
  }

  async count(): Promise<Readonly<Record<RaffleState, number>>> {
    const rows = await this.#sql.all<{ state: RaffleState; count: number }>(
      'SELECT state, count(*) AS count FROM raffle_summary GROUP BY state',
    )
    const counts = { open: 0, sealed: 0, drawn: 0, cancelled: 0, unsigned: 0 }
    for (const { state, count } of rows) counts[state] = count
    return counts
  }

  async countOverdue(before: string): Promise<number> {
    // Few raffles are open at a time, and the index finds those.
    const row = await this.#sql.get<{ count: number }>(
      "SELECT count(*) AS count FROM raffle_summary WHERE state IN ('open', 'sealed') AND draw_at < ?",
      [before],
    )
    return row?.count ?? 0
  }

  async #findWay({ after, before }: SummaryQuery): Promise<PageDirection> {
    const newer = before === undefined ? undefined : await this.#findNumber(before)
    if (newer !== undefined) return { from: newer, isBeyond: '>', order: 'ASC' }
    const older = after === undefined ? undefined : await this.#findNumber(after)
    return { from: older ?? Number.MAX_SAFE_INTEGER, isBeyond: '<', order: 'DESC' }
  }

  async #findNumber(raffleId: string): Promise<number | undefined> {
    const row = await this.#sql.get<{ number: number }>(
      'SELECT number FROM raffle_summary WHERE raffle_id = ?',
      [raffleId],
    )
    return row?.number
  }

  /** Merges the next raffles of each state. */
  #walk(
    { from, isBeyond, order }: PageDirection,
    { states, due }: Which,
    limit: number,
  ): Promise<readonly number[]> {
    const ofState = (state: RaffleState): string =>
      `SELECT number FROM (
         SELECT number FROM raffle_summary WHERE state = '${state}' AND number ${isBeyond} @from${isDue(due)}
         ORDER BY number ${order} LIMIT @limit
       ) AS ${state}`
    return this.#sql.column<number>(
      `SELECT number FROM (${states.map(ofState).join(' UNION ALL ')}) AS found ORDER BY number ${order} LIMIT @limit`,
      { from, limit, ...due },
    )
  }

  /** In pieces, so that other requests are answered in between. */
  async #search(
    query: string,
    way: PageDirection,
    { states, due }: Which,
    limit: number,
    takeTurn: () => Promise<unknown>,
  ): Promise<readonly number[]> {
    const { dialect } = this.#sql
    const found: number[] = []
    const among = states.map(state => `'${state}'`).join(', ')
    const beyond = `number ${way.isBeyond} @from ORDER BY number ${way.order}`
    for (let from: number | undefined = way.from; from !== undefined && found.length < limit;) {
      await takeTurn()
      // SQLite answers this from an index alone: most raffles do not match.
      const numbers: readonly number[] = await this.#sql.column<number>(
        `SELECT number FROM (
           SELECT number, sought, raffle_id, state${isDue(due) === '' ? '' : ', draw_at'} FROM raffle_summary WHERE ${beyond} LIMIT @pieceSize
         ) AS piece
         WHERE state IN (${among})${isDue(due)}
           AND (${dialect.contains('sought', '@query')} OR ${dialect.contains('raffle_id', '@query')})
         ORDER BY number ${way.order}`,
        { from, pieceSize, query, ...due },
      )
      found.push(...numbers)
      const next: { readonly number: number } | undefined = await this.#sql.get<{ number: number }>(
        `SELECT number FROM raffle_summary WHERE ${beyond} LIMIT 1 OFFSET @skipped`,
        { from, skipped: pieceSize - 1 },
      )
      from = next?.number
    }
    return found.slice(0, limit)
  }

  /** Adds the number of raffles of each name, once a name, since there may be many. */
  async #addCounts(rows: readonly RowOfSummary[]): Promise<readonly ListedRaffle[]> {
    const { dialect } = this.#sql
    const keys = [...new Set(rows.flatMap(row => row.place_key ?? []))]
    const groups = await this.#sql.all<{ place_key: string; count: number }>(
      `SELECT place_key, count(*) AS count FROM raffle_summary
       WHERE ${dialect.isAmong('place_key', dialect.listed('@keys', 'text'))} GROUP BY place_key`,
      { keys },
    )
    const counts = new Map(groups.map(({ place_key: key, count }) => [key, count]))
    return rows.map(row => readSummary(row, counts.get(row.place_key ?? '') ?? 1))
  }
}

/** A list entry from its row. */
function readSummary(row: RowOfSummary, sameName: number): ListedRaffle {
  const { name, operator, level, closes_at: closesAt, draw_at: drawAt, total_entries: total } = row
  return {
    raffleId: row.raffle_id,
    ...(name !== null && { name }),
    ...(operator !== null && { operator }),
    prizes: JSON.parse(row.prizes) as readonly string[],
    winners: JSON.parse(row.winners) as readonly WinningTicket[],
    state: row.state,
    ...(level !== null && { level }),
    ...(closesAt !== null && { closesAt }),
    ...(drawAt !== null && { drawAt }),
    ...(row.is_rehearsal !== null && { isRehearsal: row.is_rehearsal === 1 }),
    sameName,
    totalDraws: row.total_draws,
    ...(total !== null && { totalEntries: total }),
    changedAt: row.changed_at,
  }
}
