/**
 * The source of a copy: a snapshot of an SQLite file.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import { openDatabase } from '../sqlite/database.js'
import { withSqliteErrors } from '../sqlite/errors.js'
import { createSql } from '../sqlite/sql.js'
import type { Sql } from '../tables/sql.js'
import {
  describeTable,
  keyOf,
  selectRange,
  tableNames,
  type RowKey,
  type Range,
  type Row,
  type Table,
} from './tables.js'

/** Rows that are read, written and compared together. */
export interface RowBatch {
  readonly rows: readonly Row[]
  /** Key of the last row. */
  readonly last: RowKey
}

/** Max bytes of text and blobs in a batch; the last row may exceed it. */
const maxBytes = 8_000_000

/** A snapshot of a file, whatever others write to it meanwhile. */
export class CopySource {
  readonly file: string
  /** Statements on the snapshot. */
  readonly sql: Sql
  readonly tables: readonly Table[]
  readonly #database: Database
  readonly #batchRows: number
  readonly #version: number

  /** @throws DrawauditError as opening an SQLite store does. */
  static async open(file: string, batchRows: number): Promise<CopySource> {
    return new CopySource(file, await openDatabase(file, { access: 'read' }), batchRows)
  }

  private constructor(file: string, database: Database, batchRows: number) {
    this.file = file
    this.sql = createSql(database)
    this.#database = database
    this.#batchRows = batchRows
    withSqliteErrors(() => database.exec('BEGIN'))
    this.tables = tableNames.map(name => describeTable(database, name))
    this.#version = this.#readVersion()
  }

  /** The rows of a range in key order. */
  *read(table: Table, range: Range = {}): Generator<RowBatch> {
    let { after } = range
    for (;;) {
      const batch = withSqliteErrors(() => this.#readBatch(table, { ...range, after }))
      if (batch === undefined) return
      yield batch
      after = batch.last
    }
  }

  /**
   * Ends the snapshot.
   *
   * @throws DrawauditError `store-busy` if the file was written meanwhile.
   */
  finish(): void {
    withSqliteErrors(() => this.#database.exec('COMMIT'))
    if (this.#readVersion() === this.#version) return
    throw new DrawauditError('store-busy', 'something was written to it while it was copied', {
      hint: 'stop whatever writes to it, and run the command again: it copies new and changed rows',
      where: { file: this.file },
    })
  }

  close(): void {
    this.#database.close()
  }

  #readBatch(table: Table, range: Range): RowBatch | undefined {
    const { text, values } = selectRange(table, range, this.#batchRows)
    const rows: Row[] = []
    let bytes = 0
    const statement = this.#database.prepare<(string | number)[], Row>(text).raw()
    for (const row of statement.iterate(...values)) {
      rows.push(row)
      for (const cell of row) if (cell !== null && typeof cell !== 'number') bytes += cell.length
      if (bytes >= maxBytes) break
    }
    const last = rows.at(-1)
    return last && { rows, last: keyOf(table, last) }
  }

  /** A number that changes with every commit by others. */
  #readVersion(): number {
    return withSqliteErrors(() => {
      this.#database.prepare('SELECT count(*) FROM sqlite_schema').get()
      return Number(this.#database.pragma('data_version', { simple: true }))
    })
  }
}
