/**
 * Opens a store by its name: a file, or the URL of a database.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { StoreCheck } from './check/check-tables.js'
import { describeDatabase } from './postgres/database.js'
import type { Store } from './store.js'

/** How a store is opened. */
export interface OpenStoreOptions {
  /** `read` refuses every write. */
  readonly access: 'read' | 'write'
  /** Make a store where there is none yet. */
  readonly create?: boolean
}

/**
 * Whether a store's name is the URL of a PostgreSQL database.
 *
 * @throws DrawauditError `url-invalid` for any other URL. It may be that of a database, mistyped: what follows its scheme,
 * which may be a password, is not repeated.
 */
export function isPostgresUrl(name: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(name)?.[1]
  if (scheme === undefined) return false
  if (/^postgres(?:ql)?$/i.test(scheme)) return true
  throw new DrawauditError('url-invalid', `no store has a URL that begins with ${scheme}://`, {
    hint: 'a store is the path of a file, or postgres://user@host/database',
  })
}

/**
 * Opens the store of a name.
 *
 * @param name - `postgres://user@host:5432/database`, or else the path of an SQLite file.
 * @throws DrawauditError `url-invalid`, `file-missing`, or with a code that begins with `store-`.
 */
export async function openStore(name: string, options: OpenStoreOptions): Promise<Store> {
  if (isPostgresUrl(name)) {
    return (await import('./postgres/postgres-store.js')).openPostgresStore(name, options)
  }
  return (await import('./sqlite/sqlite-store.js')).openSqliteStore(name, options)
}

/**
 * Brings the tables of a store to the version that this program knows, or makes it.
 *
 * @returns the version before, 0 for a new store, and the one after.
 * @throws DrawauditError as {@link openStore} does.
 */
export async function migrateStore(name: string): Promise<{ readonly from: number; readonly to: number }> {
  if (isPostgresUrl(name)) {
    return (await import('./postgres/postgres-store.js')).migratePostgresStore(name)
  }
  return (await import('./sqlite/maintenance.js')).migrateSqliteStore(name)
}

/**
 * Reads a whole store and compares all that is in it with what was published and signed.
 *
 * @throws DrawauditError as {@link openStore} does, when it cannot be read at all.
 */
export async function checkStore(name: string, engine: Engine): Promise<StoreCheck> {
  if (isPostgresUrl(name)) {
    return (await import('./postgres/maintenance.js')).checkPostgresStore(name, engine)
  }
  return (await import('./sqlite/maintenance.js')).checkSqliteStore(name, engine)
}

/** The name of a store as it may be shown: a URL without user, password and settings. */
export function describeStore(name: string): string {
  return isPostgresUrl(name) ? describeDatabase(name) : name
}
