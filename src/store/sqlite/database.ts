/**
 * Opening an SQLite file as a store: the driver, the settings of a connection, the version of the tables.
 *
 * @packageDocumentation
 */
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import { loadSqlite } from '../../io/sqlite.js'
import { currentVersion, steps } from '../tables/migrations.js'
import { attempt, describeFailure } from './errors.js'
import { dialect } from './sql.js'
import { refuseLinks, type Access } from './store-file.js'

/** `PRAGMA application_id` of our files: `draw` in ASCII. The version of the tables is `PRAGMA user_version`. */
export const applicationId = 0x64726177

export interface OpenOptions {
  /** `read` refuses every write on this connection, and does not wait for another process's lock. */
  readonly access: Access
  /** Waits for it all the same. */
  readonly isPatient?: boolean
  /** Make a store where there is no file yet. */
  readonly create?: boolean
}

/**
 * Opens a store of the version that this program knows.
 *
 * @throws DrawauditError `store-missing`, `store-kind`, `store-outdated`, `store-newer`, `store-unavailable` for a
 * file with several names that is to be written, `file-missing` for the folder of a new one, or as {@link attempt} does.
 */
export async function openDatabase(file: string, options: OpenOptions): Promise<Database> {
  const database = await connect(file, options)
  try {
    if (options.create === true && isEmpty(database)) migrate(database)
    checkVersion(database, file)
    if (options.access === 'read') attempt(() => database.pragma('query_only = ON'))
    return database
  } catch (error) {
    database.close()
    throw nameFile(error, file)
  }
}

/**
 * Brings the tables to the version that this program knows, in one transaction.
 *
 * @returns the version before, 0 for a new store, and the one after.
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
  { access, create, isPatient = access === 'write' }: OpenOptions,
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
    // A path with a folder is never `:memory:`. Whoever serves must not stand still for a lock.
    database = new Sqlite(resolve(file), { timeout: isPatient ? 5000 : 100 })
    database.pragma('trusted_schema = OFF')
    database.pragma('foreign_keys = ON')
    // A commit survives the loss of power, not only of the process.
    database.pragma('synchronous = FULL')
    // An import of millions of entries writes each page once, and not again and again.
    if (access === 'write') database.pragma('cache_size = -65536')
    // Sales of random ids change the same pages again and again: they go to the file once for some of them.
    if (access === 'write') database.pragma('wal_autocheckpoint = 16384')
    return database
  } catch (error) {
    database?.close()
    throw nameFile(describeFailure(error), file)
  }
}

/**
 * Makes an empty file that only its owner may read, unless there is one: SQLite would let the umask decide, and gives
 * `-wal` and `-shm` the mode of the file.
 *
 * @returns whether it was made.
 */
export function makePrivate(file: string): boolean {
  if (existsSync(file)) return false
  try {
    // Not `wx`: another process may be faster, and a link may lead to where nothing is yet.
    closeSync(openSync(file, 'a', 0o600))
    return true
  } catch {
    // SQLite fails too, and says why.
    return false
  }
}

/** @throws DrawauditError `file-missing`. */
export function refuseMissingFolder(file: string): void {
  if (existsSync(dirname(file))) return
  throw new DrawauditError('file-missing', 'there is no such folder', { where: { file } })
}

const readPragma = (database: Database, name: string): number =>
  attempt(() => Number(database.pragma(name, { simple: true })))

/** Nothing was ever written to it: a file that was just made, or that someone else made with nothing in it. */
function isEmpty(database: Database): boolean {
  return readPragma(database, 'application_id') === 0 && readPragma(database, 'schema_version') === 0
}

function migrate(database: Database): number {
  if (isEmpty(database)) attempt(() => database.pragma('journal_mode = WAL'))
  return attempt(() =>
    database
      .transaction(() => {
        // Another process may have been faster.
        if (isEmpty(database)) database.pragma(`application_id = ${applicationId}`)
        const from = readVersion(database)
        for (const { both, sqlite } of steps.slice(from)) database.exec(dialect.declare(both) + sqlite)
        database.pragma(`user_version = ${currentVersion}`)
        return from
      })
      .exclusive(),
  )
}

/** The version of the tables, which is at most ours. */
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
