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
  /** Create the store if there is none. */
  readonly create?: boolean
}

/**
 * Whether a store's name is the URL of a PostgreSQL database.
 *
 * @throws DrawauditError `url-invalid` for any other URL. It may be a mistyped database URL with a password,
 * so only its scheme is repeated.
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
 * Opens a store by name.
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
 * Migrates a store to the current version, or creates it.
 *
 * @returns the version before, 0 for a new store, and after.
 * @throws DrawauditError as {@link openStore} does.
 */
export async function migrateStore(name: string): Promise<{ readonly from: number; readonly to: number }> {
  if (isPostgresUrl(name)) {
    return (await import('./postgres/postgres-store.js')).migratePostgresStore(name)
  }
  return (await import('./sqlite/maintenance.js')).migrateSqliteStore(name)
}

/**
 * Reads a whole store and compares it with what was published and signed.
 *
 * @throws DrawauditError as {@link openStore} does, if it cannot be read at all.
 */
export async function checkStore(name: string, engine: Engine): Promise<StoreCheck> {
  if (isPostgresUrl(name)) {
    return (await import('./postgres/maintenance.js')).checkPostgresStore(name, engine)
  }
  return (await import('./sqlite/maintenance.js')).checkSqliteStore(name, engine)
}

/** The displayed name of a store: a URL without user, password and settings. */
export function describeStore(name: string): string {
  return isPostgresUrl(name) ? describeDatabase(name) : name
}
