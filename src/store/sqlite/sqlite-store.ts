/**
 * The embedded store: one SQLite file.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import type { Database, Statement } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import type { Store, TransactOptions, Transaction } from '../store.js'
import { StoreTables } from '../tables/store-tables.js'
import { TableStore } from '../tables/table-store.js'
import { Turns } from '../turns.js'
import { checkVersion, openDatabase, type SqliteOptions } from './database.js'
import { withSqliteErrors, describeFailure } from './errors.js'
import { createSql } from './sql.js'
import { StoreFile } from './store-file.js'

/**
 * Opens the store in a file, which is locked only during a write, so that others can read and write it too.
 *
 * @throws DrawauditError with a code that begins with `store-`.
 */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const database = await openDatabase(file, options)
  const opened = new StoreFile(file, options.access)
  if (options.access === 'read') return new SqliteStore(file, opened, { reader: database, writer: database })
  let reader: Database | undefined
  try {
    reader = await openDatabase(file, { access: 'read', isPatient: true })
    opened.check()
    return new SqliteStore(file, opened, { reader, writer: database })
  } catch (error) {
    reader?.close()
    database.close()
    throw error
  }
}

/** The two connections of a writable store; the same one twice for a read-only store. */
interface Connections {
  /** Does not see uncommitted writes of the other connection. */
  readonly reader: Database
  readonly writer: Database
}

class SqliteStore extends TableStore {
  readonly #file: string
  readonly #opened: StoreFile
  readonly #connections: Connections
  readonly #tables: StoreTables
  readonly #dataVersion: Statement<[], number>
  readonly #turns = new Turns()
  #seen = 0

  constructor(file: string, opened: StoreFile, connections: Connections) {
    super(createSql(connections.reader))
    this.#file = file
    this.#opened = opened
    this.#connections = connections
    this.#tables = new StoreTables(createSql(connections.writer), 'write')
    this.#dataVersion = withSqliteErrors(() =>
      connections.reader.prepare<[], number>('PRAGMA data_version').pluck(),
    )
  }

  generation(): number {
    this.#opened.check()
    return withSqliteErrors(() => {
      const version = this.#dataVersion.get() ?? 0
      if (version !== this.#seen) checkVersion(this.#connections.reader, this.#file)
      this.#seen = version
      return version
    })
  }

  /** Serialized: a connection has one transaction at a time. */
  transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    { goesOn = false }: TransactOptions = {},
  ): Promise<T> {
    return this.#turns.take(() => this.#carryOut(work), goesOn)
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      const { reader, writer } = this.#connections
      withSqliteErrors(() => reader.close())
      withSqliteErrors(() => writer.close())
      resolve()
    })
  }

  async #carryOut<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { writer: database } = this.#connections
    try {
      await begin(database)
      this.#opened.check()
      const result = await work(this.#tables)
      // A commit to a file that has lost its name would be lost.
      this.#opened.check()
      withSqliteErrors(() => database.exec('COMMIT'))
      return result
    } catch (error) {
      // A full disk has rolled back already.
      if (database.inTransaction) database.exec('ROLLBACK')
      throw describeFailure(error)
    }
  }
}

/**
 * Milliseconds between attempts to lock: shorter than the gaps left by a process that writes continuously.
 */
const pause = 2

/**
 * Takes the lock as soon as it is free. SQLite's own back-off soon tries only ten times a second, and hardly
 * ever succeeds while another process writes continuously.
 *
 * @throws DrawauditError `store-busy` after the connection's lock time-out.
 */
async function begin(database: Database): Promise<void> {
  const patience = Number(database.pragma('busy_timeout', { simple: true }))
  const until = performance.now() + patience
  for (;;) {
    database.pragma('busy_timeout = 0')
    try {
      withSqliteErrors(() => database.exec('BEGIN IMMEDIATE'))
      return
    } catch (error) {
      const isBusy = error instanceof DrawauditError && error.code === 'store-busy'
      if (!isBusy || performance.now() >= until) throw error
    } finally {
      database.pragma(`busy_timeout = ${patience}`)
    }
    await setTimeout(pause)
  }
}
