/**
 * The table of what lists show of raffles, in an SQLite file.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import { parseStatement } from '../../model/statement.js'
import {
  foldQuery,
  groupKey,
  summarizeStatements,
  type CeremonySummary,
  type ListedRaffle,
  type SummaryQuery,
} from '../summaries.js'
import { readSummary, type RowOfSummary } from '../summary-rows.js'

type Place = Pick<RowOfSummary, 'group_key' | 'number'>

/** Raffles that are searched at once: some two milliseconds. */
const pieceSize = 5000

/** Summaries in the table of one connection. What fails in SQLite is thrown as it is. */
export class SummaryTable {
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#sql = prepareStatements(database)
  }

  /** A raffle of which something was published, until more is known of it. */
  add(raffleId: string): void {
    this.#sql.add.run(raffleId, groupKey(undefined))
  }

  write(raffleId: string, summary: CeremonySummary): void {
    const { name, operator, state, level = null } = summary
    const { changes } = this.#sql.write.run({
      raffleId,
      name,
      operator,
      state,
      level,
      group: groupKey(summary),
    })
    if (changes !== 1) throw new DrawauditError('internal', `raffle ${raffleId} is not published`)
  }

  async list({
    q = '',
    after,
    limit,
    takeTurn = setImmediate,
  }: SummaryQuery): Promise<readonly ListedRaffle[]> {
    const query = foldQuery(q)
    const from = after === undefined ? undefined : this.#sql.place.get(after)
    const place = from ?? { group_key: '', number: 0 }
    if (query !== undefined) return this.#search(query, place, limit, takeTurn)
    return this.#count(this.#sql.all.all(place.group_key, place.number, limit))
  }

  /** In pieces, so that everybody else is answered in between. */
  async #search(
    query: string,
    from: Place,
    limit: number,
    takeTurn: () => Promise<unknown>,
  ): Promise<readonly ListedRaffle[]> {
    const found: number[] = []
    for (let place: Place | undefined = from; place !== undefined && found.length < limit;) {
      await takeTurn()
      const { group_key: group, number }: Place = place
      found.push(...this.#sql.search.all(group, number, pieceSize, query, query))
      place = this.#sql.skip.get(group, number, pieceSize - 1)
    }
    return this.#count(found.slice(0, limit).flatMap(one => this.#sql.one.get(one) ?? []))
  }

  /** Adds how many raffles of each name there are: once for each, since there may be many. */
  #count(rows: readonly RowOfSummary[]): readonly ListedRaffle[] {
    const counts = new Map<string, number>()
    return rows.map(row => {
      const { name, group_key: group } = row
      const sameName = name === null ? 1 : (counts.get(group) ?? this.#sql.count.get(group) ?? 1)
      counts.set(group, sameName)
      return readSummary(row, sameName)
    })
  }
}

/** Adds what lists show of the raffles that a store had before it had the table. Nothing was checked of them. */
export function fillSummaries(database: Database): void {
  const table = new SummaryTable(database)
  for (const id of database
    .prepare<[], string>('SELECT raffle_id FROM raffle ORDER BY rowid')
    .pluck()
    .all()) {
    table.add(id)
    const summary = tryTo(() => summarizeSigned(database, id))
    if (summary !== undefined) table.write(id, summary)
  }
}

/**
 * What `store check` looks for in the table: each raffle stands in it, as its signed statements say. The level is what
 * was found when it was published, and is not found again here.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export function checkSummaries(database: Database): readonly string[] {
  const rows = database.prepare<
    [],
    Pick<RowOfSummary, 'raffle_id' | 'name' | 'operator'> & { state: string | null; group_key: string | null }
  >(
    'SELECT raffle_id, name, operator, state, group_key FROM raffle LEFT JOIN raffle_summary USING (raffle_id) ORDER BY raffle_id',
  )
  const problems: string[] = []
  for (const { raffle_id: id, name, operator, state, group_key: group } of rows.all()) {
    // What is wrong with statements that cannot be read is said elsewhere.
    const signed = tryTo(() => ({ summary: summarizeSigned(database, id) }))
    if (signed === undefined) continue
    const { summary } = signed
    const isRight =
      name === (summary?.name ?? null) &&
      operator === (summary?.operator ?? null) &&
      state === (summary?.state ?? 'unsigned') &&
      group === groupKey(summary)
    if (!isRight) problems.push(`raffle ${id}: its line in the list is not what was signed`)
  }
  return problems
}

function summarizeSigned(database: Database, raffleId: string): CeremonySummary | undefined {
  const payloads = database.prepare<[string], Uint8Array>(
    `SELECT payload FROM statement JOIN ceremony ON number = ceremony
     WHERE raffle_id = ? AND signature IS NOT NULL ORDER BY sequence`,
  )
  const statements = payloads
    .pluck()
    .all(raffleId)
    .map(payload => parseStatement(Uint8Array.from(payload)))
  return summarizeStatements(statements)
}

function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

const columns = 'raffle_id, name, operator, state, level, group_key, total_draws, total_entries, changed_at'

function prepareStatements(database: Database) {
  return {
    add: database.prepare<[string, string]>(
      `INSERT INTO raffle_summary (raffle_id, state, group_key) VALUES (?, 'unsigned', ?)
       ON CONFLICT (raffle_id) DO NOTHING`,
    ),
    write: database.prepare<{
      raffleId: string
      name: string
      operator: string
      state: string
      level: number | null
      group: string
    }>(
      `UPDATE raffle_summary
       SET name = @name, operator = @operator, state = @state, level = @level, group_key = @group
       WHERE raffle_id = @raffleId`,
    ),
    place: database.prepare<[string], Place>(
      'SELECT group_key, number FROM raffle_summary WHERE raffle_id = ?',
    ),
    all: database.prepare<[string, number, number], RowOfSummary>(
      `SELECT ${columns} FROM raffle_summary JOIN raffle USING (raffle_id)
       WHERE (group_key, number) > (?, ?) ORDER BY group_key, number LIMIT ?`,
    ),
    one: database.prepare<[number], RowOfSummary>(
      `SELECT ${columns} FROM raffle_summary JOIN raffle USING (raffle_id) WHERE number = ?`,
    ),
    // Both from the index alone: most raffles are not what is looked for.
    search: database
      .prepare<[string, number, number, string, string], number>(
        `SELECT number FROM (
           SELECT group_key, number, raffle_id FROM raffle_summary
           WHERE (group_key, number) > (?, ?) ORDER BY group_key, number LIMIT ?
         ) WHERE instr(group_key, ?) OR instr(raffle_id, ?) ORDER BY group_key, number`,
      )
      .pluck(),
    skip: database.prepare<[string, number, number], Place>(
      `SELECT group_key, number FROM raffle_summary
       WHERE (group_key, number) > (?, ?) ORDER BY group_key, number LIMIT 1 OFFSET ?`,
    ),
    count: database
      .prepare<[string], number>('SELECT count(*) FROM raffle_summary WHERE group_key = ?')
      .pluck(),
  }
}
