/**
 * The target database of a copy.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import {
  applicationId,
  channel,
  checkVersion,
  findSchema,
  lockSpace,
  lockWriters,
  migrateDatabase,
  readStoreId,
  versionOfFilling,
} from '../postgres/database.js'
import type { GivenUp } from '../consoles.js'
import { ConsoleTables } from '../postgres/console-tables.js'
import { currentVersion } from '../tables/migrations.js'
import { createSql, formatInsert, listCells, type Queryable } from '../postgres/sql.js'
import type { Cell, Sql } from '../tables/sql.js'
import {
  keyColumns,
  listColumns,
  selectRange,
  typesOf,
  type RowKey,
  type Range,
  type Row,
  type Table,
} from './tables.js'

/** State of the database: empty tables, an unfinished copy, or a store. */
export type TargetState = 'empty' | 'filling' | 'store'

/**
 * One connection to the database. While it is filled, the table `drawaudit_copy` records progress and the
 * references to restore at the end, where they are checked all at once.
 */
export class CopyTarget {
  readonly #sql: Sql
  readonly #url: string
  #schema = ''

  constructor(client: Queryable, url: string) {
    this.#sql = createSql(client)
    this.#url = url
  }

  /**
   * Waits for other copies to end, and creates missing tables.
   *
   * @throws DrawauditError as opening a store does; `store-busy` if another copy is running.
   */
  async open(tables: readonly Table[]): Promise<TargetState> {
    const sql = this.#sql
    await sql.run('SET statement_timeout = 0')
    if ((await findSchema(sql)) === undefined) {
      await this.#refuseOthers()
      await migrateDatabase(this.#url)
    }
    this.#schema = (await findSchema(sql)) ?? ''
    await sql.get('SELECT pg_advisory_lock(?::int, hashtext(?))', [lockSpace, `copy ${this.#schema}`])
    const row = await sql.get<{ application_id: string; version: number }>('SELECT * FROM drawaudit_store')
    if (row?.application_id === applicationId && row.version === versionOfFilling) {
      await this.#checkBegun()
      return 'filling'
    }
    await checkVersion(sql)
    return (await this.findRows(tables)) === undefined ? 'empty' : 'store'
  }

  readStoreId(): Promise<string> {
    return readStoreId(this.#sql)
  }

  /** Requires a schema without foreign tables: names like `entry` and `log` are common. */
  async #refuseOthers(): Promise<void> {
    const row = await this.#sql.get<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') LIMIT 1`,
    )
    if (row === undefined) return
    throw new DrawauditError('store-kind', `something else lives there: ${row.name}`, {
      hint: 'name an empty database, or a schema of its own: ?options=-c%20search_path=NAME',
    })
  }

  /** The first table with rows. */
  async findRows(tables: readonly Table[]): Promise<string | undefined> {
    for (const { name } of tables) {
      const row = await this.#sql.get<{ found: boolean }>(`SELECT EXISTS (SELECT 1 FROM "${name}") AS found`)
      if (row?.found === true) return name
    }
    return undefined
  }

  /** From here on it cannot be opened as a store. */
  async begin(tables: readonly Table[]): Promise<void> {
    const sql = this.#sql
    await this.#transact(async () => {
      const found = await this.findRows(tables)
      if (found !== undefined) throw refuseRows(found)
      await sql.run('CREATE TABLE drawaudit_copy (part text COLLATE "C" PRIMARY KEY, value text NOT NULL)')
      await this.#note('version', String(currentVersion))
      // Without references, rows can be added and removed in any order and without look-ups.
      const references = await sql.all<{ table: string; name: string; definition: string }>(
        `SELECT quote_ident(relname) AS "table", quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
         FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
         WHERE contype = 'f' AND relname::text = ANY (?) AND relnamespace = quote_ident(?)::regnamespace`,
        [tables.map(({ name }) => name), this.#schema],
      )
      for (const { table, name, definition } of references) {
        await sql.run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
        await this.#note(
          `reference ${table} ${name}`,
          `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
        )
      }
      for (const { name } of tables) await sql.run(`ALTER TABLE "${name}" DISABLE TRIGGER USER`)
      await this.#setVersion(versionOfFilling)
    })
  }

  /** The last copied key of a table. */
  async readProgress(table: Table): Promise<RowKey | undefined> {
    const row = await this.#sql.get<{ value: string }>('SELECT value FROM drawaudit_copy WHERE part = ?', [
      `table ${table.name}`,
    ])
    return row && (JSON.parse(row.value) as RowKey)
  }

  /** Adds rows and records their last key as progress, atomically. */
  async add(table: Table, rows: readonly Row[], last?: RowKey): Promise<void> {
    const insert = formatInsert(`"${table.name}"`, typesOf(table))
    const values = table.columns.map((_, place) => listCells(rows.map(row => row[place] ?? null)))
    if (last === undefined) {
      await this.#sql.run(insert, values)
      return
    }
    await this.#sql.run(
      `WITH added AS (${insert})
       INSERT INTO drawaudit_copy (part, value) VALUES (?, ?)
       ON CONFLICT (part) DO UPDATE SET value = excluded.value`,
      [...values, `table ${table.name}`, JSON.stringify(last)],
    )
  }

  async remove(table: Table, keys: readonly RowKey[]): Promise<void> {
    const columns = keyColumns(table)
    await this.#sql.run(
      `DELETE FROM "${table.name}" WHERE (${listColumns(columns)}) IN (
         SELECT * FROM unnest(${columns.map(({ type }) => `?::${type}[]`).join(', ')}))`,
      columns.map((_, place) => listCells(keys.map(key => key[place] ?? null))),
    )
  }

  /** The first rows of a range in key order. */
  async read(table: Table, range: Range, limit: number): Promise<readonly Row[]> {
    const { text, values } = selectRange(table, range, limit)
    const rows = await this.#sql.all<Readonly<Record<string, Cell>>>(text, values)
    return rows.map(row => table.columns.map(({ name }) => row[name] ?? null))
  }

  /** Turns it into a store, in one transaction that ends with `last`. */
  async finish(tables: readonly Table[], last: () => Promise<void>): Promise<void> {
    const sql = this.#sql
    await this.#transact(async () => {
      const references = await sql.all<{ value: string }>(
        "SELECT value FROM drawaudit_copy WHERE part LIKE 'reference %' ORDER BY part",
      )
      for (const { value } of references) await sql.run(value)
      for (const { name } of tables) await sql.run(`ALTER TABLE "${name}" ENABLE TRIGGER USER`)
      for (const { name } of tables) await this.#setSequences(name)
      await sql.run('DROP TABLE drawaudit_copy')
      await this.#setVersion(currentVersion)
      await last()
    })
    for (const { name } of tables) await sql.run(`ANALYZE "${name}"`)
  }

  /** Tells the consoles that sign from the copy which raffles and logs are given up. */
  async giveUp({ raffles, logs }: GivenUp = { raffles: [], logs: [] }): Promise<void> {
    await new ConsoleTables(this.#sql).giveUp(raffles, logs)
  }

  async #setSequences(table: string): Promise<void> {
    const columns = await this.#sql.all<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute
       WHERE attrelid = to_regclass(?) AND attidentity <> '' AND NOT attisdropped`,
      [table],
    )
    for (const { name } of columns) {
      await this.#sql.get(
        `SELECT setval(pg_get_serial_sequence(?, ?), max("${name}")) FROM "${table}" HAVING count(*) > 0`,
        [table, name],
      )
    }
  }

  /** @throws DrawauditError `store-outdated`, `store-newer` if another version has begun the copy. */
  async #checkBegun(): Promise<void> {
    const row = await this.#sql.get<{ value: string }>(
      "SELECT value FROM drawaudit_copy WHERE part = 'version'",
    )
    const version = Number(row?.value)
    if (version === currentVersion) return
    throw new DrawauditError(
      version > currentVersion ? 'store-newer' : 'store-outdated',
      `a copy to version ${version} was begun there by another drawaudit`,
      { hint: 'make a new database and copy to that' },
    )
  }

  #note(part: string, value: string): Promise<number> {
    return this.#sql.run('INSERT INTO drawaudit_copy (part, value) VALUES (?, ?)', [part, value])
  }

  /** Sets the version, and notifies everyone who has the database open. */
  async #setVersion(version: number): Promise<void> {
    await this.#sql.run('UPDATE drawaudit_store SET version = ?', [version])
    await this.#sql.get('SELECT pg_notify(?, ?)', [channel, `migrated ${this.#schema}`])
  }

  async #transact(work: () => Promise<void>): Promise<void> {
    const sql = this.#sql
    await sql.run('BEGIN')
    try {
      await lockWriters(sql, this.#schema)
      await work()
      await sql.run('COMMIT')
    } catch (error) {
      // A lost connection has rolled back already.
      await sql.run('ROLLBACK').catch(() => undefined)
      throw error
    }
  }
}

/** The error for a database with rows of another store. */
export function refuseRows(table: string): DrawauditError {
  return new DrawauditError('store-kind', `there are other rows than in the file: in the table ${table}`, {
    hint: 'if it is a copy of the file and one of them has gone on since, go on with that one and copy nothing; if it is another store, name an empty database',
  })
}
