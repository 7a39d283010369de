/**
 * Entries that wait to be added, in a temporary table: an import fills the real ones once, each in its own order,
 * which stays fast for millions of entries.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import type { EntryKind } from '../../model/entry.js'
import type { EntryConflict, NumberedEntry, StagedEntries } from '../ceremonies.js'
import { attempt } from './errors.js'

/** So many conflicts are worth reading. */
const most = 20

/** The temporary table of one connection. */
export class StagedTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Takes the place of whatever was staged before. */
  async stage(ceremony: number, batches: AsyncIterable<readonly NumberedEntry[]>): Promise<StagedEntries> {
    const database = this.#database
    attempt(() => {
      database.exec('DROP TABLE IF EXISTS temp.staged')
      database.exec(`
        CREATE TEMP TABLE staged (
          line INTEGER PRIMARY KEY,
          id TEXT NOT NULL,
          kind TEXT NOT NULL,
          fresh INTEGER NOT NULL DEFAULT 1
        ) STRICT`)
    })
    const add = attempt(() =>
      database.prepare<[number, string, string]>('INSERT INTO temp.staged (line, id, kind) VALUES (?, ?, ?)'),
    )
    for await (const batch of batches) {
      attempt(() => {
        for (const { line, id, kind } of batch) add.run(line, id, kind)
      })
    }
    return attempt(() => this.#examine(ceremony))
  }

  /** Adds what is new after the entries that are there, and removes the temporary table. */
  add(ceremony: number): void {
    const database = this.#database
    const count = 'SELECT paid_entries + free_entries FROM ceremony WHERE number = ?'
    const start = database.prepare<[number], number>(count).pluck().get(ceremony) ?? 0
    database
      .prepare<[number, number]>(
        `INSERT INTO entry (ceremony, place, id, kind)
         SELECT ?, ? + row_number() OVER (ORDER BY line) - 1, id, kind
         FROM temp.staged WHERE fresh = 1 ORDER BY line`,
      )
      .run(ceremony, start)
    database
      .prepare<[number, number]>(
        `INSERT INTO entry_place (ceremony, id, place)
         SELECT ceremony, id, place FROM entry WHERE ceremony = ? AND place >= ? ORDER BY id`,
      )
      .run(ceremony, start)
    database
      .prepare<[number]>(
        `UPDATE ceremony SET
           paid_entries = paid_entries + (SELECT count(*) FROM temp.staged WHERE fresh = 1 AND kind = 'paid'),
           free_entries = free_entries + (SELECT count(*) FROM temp.staged WHERE fresh = 1 AND kind = 'free')
         WHERE number = ?`,
      )
      .run(ceremony)
    database.exec('DROP TABLE temp.staged')
  }

  #examine(ceremony: number): StagedEntries {
    const database = this.#database
    const repeated = `
      SELECT line, id, earlier
      FROM (SELECT line, id, min(line) OVER (PARTITION BY id) AS earlier FROM temp.staged)
      WHERE line <> earlier`
    const alreadyThere = database
      .prepare<[number]>(
        `UPDATE temp.staged SET fresh = 0
         WHERE EXISTS (SELECT 1 FROM entry_place WHERE ceremony = ? AND entry_place.id = staged.id)`,
      )
      .run(ceremony).changes
    const ofOtherKind = `
      SELECT line, staged.id AS id, NULL AS earlier
      FROM temp.staged
      JOIN entry_place ON entry_place.ceremony = @ceremony AND entry_place.id = staged.id
      JOIN entry ON entry.ceremony = @ceremony AND entry.place = entry_place.place
      WHERE fresh = 0 AND entry.kind <> staged.kind`
    const conflicts = database
      .prepare<
        { ceremony: number; most: number },
        { line: number; id: string; earlier: number | null; total: number }
      >(
        `SELECT *, count(*) OVER () AS total FROM (${repeated} UNION ALL ${ofOtherKind}) ORDER BY line LIMIT @most`,
      )
      .all({ ceremony, most })
    const counts = database
      .prepare<[], { kind: EntryKind; count: number }>(
        'SELECT kind, count(*) AS count FROM temp.staged WHERE fresh = 1 GROUP BY kind',
      )
      .all()
    const of = (kind: EntryKind): number => counts.find(one => one.kind === kind)?.count ?? 0
    return {
      paid: of('paid'),
      free: of('free'),
      alreadyThere,
      conflicts: conflicts.map(({ line, id, earlier }): EntryConflict => ({
        line,
        id,
        ...(earlier !== null && { earlier }),
      })),
      totalConflicts: conflicts[0]?.total ?? 0,
    }
  }
}
