/**
 * The store in a PostgreSQL database, shared by any number of processes.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { DrawauditError } from '../../errors.js'
import type { Page, Store, TransactOptions, Transaction } from '../store.js'
import type { RaffleSummary } from '../summaries.js'
import { StoreTables } from '../tables/store-tables.js'
import { TableStore } from '../tables/table-store.js'
import { Turns } from '../turns.js'
import {
  channel,
  checkVersion,
  lockWriters,
  nameDatabase,
  openDatabase,
  type Database,
  type PostgresOptions,
} from './database.js'
import { ConsoleTables } from './console-tables.js'
import { describeFailure } from './errors.js'
import { NotificationListener } from './listener.js'
import { createSql } from './sql.js'

export { migrateDatabase as migratePostgresStore } from './database.js'

/**
 * Opens the store in a database. A writer waits for other writers of the same store, at most some seconds.
 *
 * @param url - `postgres://user@host:5432/database`; the tables are found by its `search_path`.
 * @throws DrawauditError `url-invalid`, or with a code that begins with `store-`.
 */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const database = await openDatabase(url, options)
  const store = new PostgresStore(database)
  try {
    await store.listen()
    return store
  } catch (error) {
    await store.close()
    throw nameDatabase(error, url)
  }
}

class PostgresStore extends TableStore {
  readonly storeId: string
  readonly #database: Database
  readonly #listener: NotificationListener
  /** Our name in notifications of commits. */
  readonly #self = randomUUID()
  readonly #turns = new Turns()
  #commits = 0
  /** Why the store no longer works: its tables have a newer version. */
  #outgrown: DrawauditError | undefined

  constructor(database: Database) {
    super(database.sql)
    this.#database = database
    this.storeId = database.storeId
    const { connect, schema, pool } = database
    const onMigrated = (): void => void this.#checkVersion()
    this.#listener = new NotificationListener({ connect, beside: pool, schema, self: this.#self, onMigrated })
  }

  /** Starts listening for commits by others. */
  listen(): Promise<void> {
    return this.#listener.open()
  }

  generation(): number {
    if (this.#outgrown !== undefined) throw this.#outgrown
    return this.#listener.count + this.#commits
  }

  /** Also rejects while commits by others are not heard: the server might serve stale data. */
  override async listRaffles(page: Page): Promise<readonly RaffleSummary[]> {
    const rows = await super.listRaffles(page)
    if (this.#listener.isConnected) return rows
    const { failure } = this.#listener
    throw failure instanceof DrawauditError
      ? failure
      : new DrawauditError('store-unavailable', 'the connection that hears of changes is lost', {
          hint: 'look whether the server of the database has connections left',
        })
  }

  /** Serialized, across processes too: nobody else changes what a transaction reads. */
  transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    { goesOn = false, outboxOnly = false }: TransactOptions = {},
  ): Promise<T> {
    return outboxOnly
      ? this.#carryOut(work, true)
      : this.#turns.take(() => this.#carryOut(work, false), goesOn)
  }

  async close(): Promise<void> {
    await this.#listener.close()
    await this.#database.pool.end()
  }

  async #carryOut<T>(work: (transaction: Transaction) => Promise<T>, outboxOnly: boolean): Promise<T> {
    const client = await this.#connect()
    let isWhole = false
    try {
      const sql = createSql(client)
      await sql.run('BEGIN')
      if (!outboxOnly) {
        await lockWriters(sql, this.#database.schema)
        // The store may have been migrated meanwhile.
        await checkVersion(sql)
      }
      const result = await work(new StoreTables(sql, 'write', new ConsoleTables(sql)))
      if (!outboxOnly) {
        await sql.get('SELECT pg_notify(?, ?)', [channel, `${this.#self} ${this.#database.schema}`])
      }
      await this.#commit(client)
      isWhole = true
      return result
    } catch (error) {
      isWhole = await rollBack(client)
      throw describeFailure(error)
    } finally {
      client.release(!isWhole)
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#database.pool.connect()
    } catch (error) {
      throw describeFailure(error)
    }
  }

  async #commit(client: PoolClient): Promise<void> {
    try {
      const { command } = await client.query('COMMIT')
      // A failed transaction is rolled back; that is not an error of the database.
      if (command !== 'COMMIT') {
        throw new DrawauditError('internal', 'a statement of the transaction failed unnoticed')
      }
      this.#commits += 1
    } catch (error) {
      const described = describeFailure(error)
      if (!(described instanceof DrawauditError) || described.code !== 'store-unavailable') throw described
      this.#commits += 1
      throw new DrawauditError(
        'store-unavailable',
        'the connection to the database was lost during a write: the outcome is unknown',
        { hint: 'do it again: what was done is found done', cause: error },
      )
    }
  }

  async #checkVersion(): Promise<void> {
    try {
      await checkVersion(this.#database.sql)
      this.#outgrown = undefined
    } catch (error) {
      // A missing database is reported elsewhere.
      const isOutgrown =
        error instanceof DrawauditError && ['store-newer', 'store-outdated'].includes(error.code)
      if (isOutgrown) this.#outgrown = error
    }
  }
}

/** @returns whether the connection is usable again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}
