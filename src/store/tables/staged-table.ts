/**
 * Staged entries in a temporary table: an import fills each real table once, in its own order, which stays
 * fast for millions of entries.
 *
 * @packageDocumentation
 */
import type { EntryKind } from '../../model/entry.js'
import type { EntryConflict, NumberedEntry, StagedEntries, StageOptions } from '../ceremonies.js'
import { KnownPrefix } from './known-prefix.js'
import type { Sql } from './sql.js'

/** Max conflicts reported. */
const most = 20

/** Max lines left in the temporary table until the next import. */
const mostKept = 1000

interface RowOfConflict {
  readonly line: number
  readonly id: string
  readonly earlier: number | null
  readonly other: 'kind' | 'nonce' | 'withdrawn' | null
  readonly total: number
}

/** Whether the entry of a row was withdrawn from the raffle. */
const isWithdrawn = (ceremony: string): string =>
  `EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.ceremony = ${ceremony} AND withdrawal.id = staged.id)`

/** The temporary table of one transaction. */
export class StagedTable {
  readonly #sql: Sql
  /** Its unique name. */
  readonly #staged: string
  #isSmall = false

  constructor(sql: Sql) {
    this.#sql = sql
    this.#staged = `${sql.dialect.temporary}.staged`
  }

  /** Replaces the staged entries; if none is new, none stays staged. */
  async stage(
    ceremony: number,
    batches: AsyncIterable<readonly NumberedEntry[]>,
    { leaveOutWithdrawn = false }: StageOptions = {},
  ): Promise<StagedEntries> {
    const sql = this.#sql
    for (const text of sql.dialect.beforeFilling) await sql.run(text)
    if (!sql.dialect.ownsConnections) await sql.run(`DROP TABLE IF EXISTS ${this.#staged}`)
    await sql.run(
      sql.dialect.declare(`
        CREATE TEMP TABLE IF NOT EXISTS staged (
          line INTEGER PRIMARY KEY,
          id TEXT NOT NULL,
          kind TEXT NOT NULL,
          nonce_hash BLOB,
          fresh INTEGER NOT NULL DEFAULT 1
        ) STRICT;`),
    )
    await sql.run(`DELETE FROM ${this.#staged}`)
    let lines = 0
    const columns = { line: 'bigint', id: 'text', kind: 'text', nonce_hash: 'bytea' } as const
    const known = new KnownPrefix(sql, ceremony)
    for await (const batch of batches) {
      const rest = await known.skip(batch)
      if (rest.length === 0) continue
      const rows = rest.map(({ line, id, kind, nonceHash }) => ({
        ...{ line, id, kind },
        nonce_hash: nonceHash === undefined ? null : Buffer.from(nonceHash, 'hex'),
      }))
      await sql.insert(this.#staged, columns, rows)
      lines += rows.length
    }
    this.#isSmall = lines <= mostKept
    for (const text of sql.dialect.afterFilling(this.#staged)) await sql.run(text)
    const leftOut = leaveOutWithdrawn
      ? await sql.run(`DELETE FROM ${this.#staged} WHERE ${isWithdrawn('?')}`, [ceremony])
      : 0
    const examined = { ...(await this.#examine(ceremony, known)), leftOut }
    if (examined.paid + examined.free === 0) await this.#remove()
    return examined
  }

  /** Appends the new entries, and removes the temporary table. */
  async add(ceremony: number): Promise<void> {
    const sql = this.#sql
    const row = await sql.get<{ count: number }>(
      'SELECT paid_entries + free_entries AS count FROM ceremony WHERE number = ?',
      [ceremony],
    )
    const start = row?.count ?? 0
    await sql.run(
      `INSERT INTO entry (ceremony, place, id, kind, nonce_hash)
       SELECT CAST(? AS bigint), CAST(? AS bigint) + row_number() OVER (ORDER BY line) - 1, id, kind,
              nonce_hash
       FROM ${this.#staged} WHERE fresh = 1 ORDER BY line`,
      [ceremony, start],
    )
    await sql.run(
      `INSERT INTO entry_place (ceremony, id, place)
       SELECT ceremony, id, place FROM entry WHERE ceremony = ? AND place >= ? ORDER BY id`,
      [ceremony, start],
    )
    await sql.run(
      `UPDATE ceremony SET
         paid_entries = paid_entries + (SELECT count(*) FROM ${this.#staged} WHERE fresh = 1 AND kind = 'paid'),
         free_entries = free_entries + (SELECT count(*) FROM ${this.#staged} WHERE fresh = 1 AND kind = 'free')
       WHERE number = ?`,
      [ceremony],
    )
    await this.#remove()
  }

  /**
   * A long list would stay with the connection; dropping a short one would force preparing every statement
   * again.
   */
  async #remove(): Promise<void> {
    if (this.#isSmall && this.#sql.dialect.ownsConnections) return
    await this.#sql.run(`DROP TABLE ${this.#staged}`)
  }

  async #examine(ceremony: number, { range, count }: KnownPrefix): Promise<Omit<StagedEntries, 'leftOut'>> {
    const sql = this.#sql
    const isOnKnownLine = `
      EXISTS (SELECT 1 FROM entry_place WHERE ceremony = @ceremony AND entry_place.id = lines.id
                AND place >= @start AND place < @end)`
    const repeatsKnown = `
      SELECT line, lines.id, place + CAST(@ahead AS bigint) AS earlier, CAST(NULL AS text) AS other
      FROM ${this.#staged} AS lines JOIN entry_place ON ceremony = @ceremony AND entry_place.id = lines.id
      WHERE place >= @start AND place < @end`
    const repeated = `
      SELECT line, id, earlier, CAST(NULL AS text) AS other
      FROM (SELECT line, id, min(line) OVER (PARTITION BY id) AS earlier FROM ${this.#staged}) AS lines
      WHERE line <> earlier AND NOT ${isOnKnownLine}`
    const alreadyThere = await sql.run(
      `UPDATE ${this.#staged} SET fresh = 0
       WHERE EXISTS (SELECT 1 FROM entry_place WHERE ceremony = ? AND entry_place.id = staged.id)`,
      [ceremony],
    )
    const others = `
      SELECT line, staged.id, CAST(NULL AS bigint) AS earlier,
             CASE WHEN entry.kind <> staged.kind THEN 'kind' ELSE 'nonce' END AS other
      FROM ${this.#staged}
      JOIN entry_place ON entry_place.ceremony = @ceremony AND entry_place.id = staged.id
      JOIN entry ON entry.ceremony = @ceremony AND entry.place = entry_place.place
      WHERE fresh = 0 AND NOT (entry_place.place >= @start AND entry_place.place < @end)
        AND (entry.kind <> staged.kind OR entry.nonce_hash IS DISTINCT FROM staged.nonce_hash)`
    const withdrawn = `
      SELECT line, id, CAST(NULL AS bigint) AS earlier, 'withdrawn' AS other
      FROM ${this.#staged} WHERE ${isWithdrawn('@ceremony')}`
    const conflicts = await sql.all<RowOfConflict>(
      `SELECT *, count(*) OVER () AS total
       FROM (${repeated} UNION ALL ${repeatsKnown} UNION ALL ${others} UNION ALL ${withdrawn}) AS conflict
       ORDER BY line LIMIT @most`,
      { ceremony, most, ...range },
    )
    const counts = await sql.all<{ kind: EntryKind; count: number }>(
      `SELECT kind, count(*) AS count FROM ${this.#staged} WHERE fresh = 1 GROUP BY kind`,
    )
    const of = (kind: EntryKind): number => counts.find(one => one.kind === kind)?.count ?? 0
    return {
      paid: of('paid'),
      free: of('free'),
      alreadyThere: count + alreadyThere,
      conflicts: conflicts.map(({ line, id, earlier, other }): EntryConflict => ({
        line,
        id,
        ...(earlier !== null && { earlier }),
        ...(other !== null && { other }),
      })),
      totalConflicts: conflicts[0]?.total ?? 0,
    }
  }
}
