/**
 * Opens an SQLite file as a store: the driver, the settings of a connection, the version of the tables.
 *
 * @packageDocumentation
 */
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import { loadSqlite } from '../../io/sqlite.js'
import { currentVersion, migrationSteps } from '../tables/migrations.js'
import { withSqliteErrors, describeFailure } from './errors.js'
import { dialect } from './sql.js'
import { refuseLinks, type Access } from './store-file.js'

/** `PRAGMA application_id` of our files: `draw` in ASCII. The version of the tables is `PRAGMA user_version`. */
export const applicationId = 0x64726177

export interface SqliteOptions {
  /** `read` refuses every write on this connection, and does not wait for another process's lock. */
  readonly access: Access
  /** Waits for locks even when reading. */
  readonly isPatient?: boolean
  /** Create the store if there is no file. */
  readonly create?: boolean
}

/**
 * Opens a store of the current version.
 *
 * @throws DrawauditError `store-missing`, `store-kind`, `store-outdated`, `store-newer`, `store-unavailable`
 * for writing to a file with several names, `file-missing` for the folder of a new one, or as {@link withSqliteErrors}
 * does.
 */
export async function openDatabase(file: string, options: SqliteOptions): Promise<Database> {
  const database = await connect(file, options)
  try {
    if (options.create === true && isEmpty(database)) migrate(database)
    checkVersion(database, file)
    if (options.access === 'read') withSqliteErrors(() => database.pragma('query_only = ON'))
    return database
  } catch (error) {
    database.close()
    throw nameFile(error, file)
  }
}

/**
 * Migrates the tables to the current version, in one transaction.
 *
 * @returns the version before, 0 for a new store, and after.
 * @throws DrawauditError as {@link openDatabase} does.
 */
export async function migrateDatabase(file: string): Promise<{ readonly from: number; readonly to: number }> {
  const database = await connect(file, { access: 'write', create: true })
  try {
    return { from: migrate(database), to: currentVersion }
  } catch (error) {
    throw nameFile(error, file)
  } finally {
    database.close()
  }
}

async function connect(
  file: string,
  { access, create, isPatient = access === 'write' }: SqliteOptions,
): Promise<Database> {
  const Sqlite = await loadSqlite()
  if (create !== true && !existsSync(file)) {
    throw new DrawauditError('store-missing', 'there is no store', {
      hint: `make one: drawaudit store migrate --store ${file}`,
      where: { file },
    })
  }
  refuseMissingFolder(file)
  if (access === 'write') refuseLinks(file)
  if (create === true) makePrivate(file)
  let database: Database | undefined
  try {
    // An absolute path is never `:memory:`. A server must not block on a lock.
    database = new Sqlite(resolve(file), { timeout: isPatient ? 5000 : 100 })
    database.pragma('trusted_schema = OFF')
    database.pragma('foreign_keys = ON')
    // Commits survive a power failure, not only a crash.
    database.pragma('synchronous = FULL')
    // A large cache, so that an import of millions of entries writes each page once.
    if (access === 'write') database.pragma('cache_size = -65536')
    // Sales of random ids change the same pages repeatedly; rare checkpoints write them once.
    if (access === 'write') database.pragma('wal_autocheckpoint = 16384')
    return database
  } catch (error) {
    database?.close()
    throw nameFile(describeFailure(error), file)
  }
}

/**
 * Creates an empty file that only its owner may read, unless it exists: SQLite would leave the mode to the
 * umask, and `-wal` and `-shm` inherit it.
 *
 * @returns whether it was created.
 */
export function makePrivate(file: string): boolean {
  if (existsSync(file)) return false
  try {
    // Not `wx`: another process may be faster, and a link may have no target yet.
    closeSync(openSync(file, 'a', 0o600))
    return true
  } catch {
    // SQLite will fail too, with the reason.
    return false
  }
}

/** @throws DrawauditError `file-missing`. */
export function refuseMissingFolder(file: string): void {
  if (existsSync(dirname(file))) return
  throw new DrawauditError('file-missing', 'there is no such folder', { where: { file } })
}

const readPragma = (database: Database, name: string): number =>
  withSqliteErrors(() => Number(database.pragma(name, { simple: true })))

/** Whether nothing was ever written to it: a new file, or one that was created empty. */
function isEmpty(database: Database): boolean {
  return readPragma(database, 'application_id') === 0 && readPragma(database, 'schema_version') === 0
}

function migrate(database: Database): number {
  if (isEmpty(database)) withSqliteErrors(() => database.pragma('journal_mode = WAL'))
  return withSqliteErrors(() =>
    database
      .transaction(() => {
        // Another process may have been faster.
        if (isEmpty(database)) database.pragma(`application_id = ${applicationId}`)
        const from = readVersion(database)
        for (const { both, sqlite } of migrationSteps.slice(from))
          database.exec(dialect.declare(both) + sqlite)
        database.pragma(`user_version = ${currentVersion}`)
        return from
      })
      .exclusive(),
  )
}

/** The version of the tables, at most the current one. */
function readVersion(database: Database): number {
  if (readPragma(database, 'application_id') !== applicationId) {
    throw new DrawauditError('store-kind', 'is not a store of drawaudit', { hint: 'name another file' })
  }
  const version = readPragma(database, 'user_version')
  if (version > currentVersion) {
    throw new DrawauditError('store-newer', `is a store of version ${version}, made by a newer drawaudit`, {
      hint: `this one knows version ${currentVersion}: update drawaudit`,
    })
  }
  return version
}

/** @throws DrawauditError `store-kind`, `store-outdated` or `store-newer`. */
export function checkVersion(database: Database, file: string): void {
  const version = readVersion(database)
  if (version < currentVersion) {
    throw new DrawauditError('store-outdated', `is a store of version ${version} of ${currentVersion}`, {
      hint: `back it up, then: drawaudit store migrate --store ${file}`,
    })
  }
}

function nameFile(error: unknown, file: string): unknown {
  return error instanceof DrawauditError ? error.at({ file }) : error
}
