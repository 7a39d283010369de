/**
 * Maintenance of an SQLite store: check, backup, restore.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import { syncPath } from '../../io/durable-files.js'
import { withFile } from '../../io/errno.js'
import { checkTables, type StoreCheck } from '../check/check-tables.js'
import { makePrivate, openDatabase, refuseMissingFolder } from './database.js'
import { withSqliteErrors, describeFailure } from './errors.js'
import { createSql } from './sql.js'
import { refuseLinks } from './store-file.js'

export { migrateDatabase as migrateSqliteStore } from './database.js'

/**
 * Runs SQLite's integrity check and all checks of {@link checkTables}.
 *
 * @throws DrawauditError as `openSqliteStore` does, if it cannot be read at all.
 */
export async function checkSqliteStore(file: string, engine: Engine = portable): Promise<StoreCheck> {
  const database = await openDatabase(file, { access: 'read' })
  try {
    // A snapshot, whatever others write meanwhile.
    withSqliteErrors(() => database.exec('BEGIN'))
    const damage = withSqliteErrors(() =>
      database.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all(),
    )
      .filter(line => line !== 'ok')
      .map(line => `SQLite: ${line}`)
    const { problems, ...counts } = await checkTables(createSql(database), engine)
    return { ...counts, problems: [...damage, ...problems] }
  } finally {
    database.close()
  }
}

/**
 * Copies a store to a new file while others use it.
 *
 * @returns once it would survive a power failure.
 * @throws DrawauditError `file-exists`, `file-access`, or as `openSqliteStore` does.
 */
export async function backupSqliteStore(file: string, to: string): Promise<StoreCheck> {
  refuseExisting(to, 'name a new file')
  const database = await openDatabase(file, { access: 'read' })
  const partial = `${to}.partial`
  try {
    // A killed run may have left a file of any mode.
    await rm(partial, { force: true })
    await copy(database, partial)
    const result = await checkSqliteStore(partial)
    await putInPlace(partial, to)
    return result
  } finally {
    database.close()
    await rm(partial, { force: true })
  }
}

export interface RestoreOptions {
  readonly replace?: boolean
  /** Called once the backup has passed its check and before any change; it may refuse by throwing. */
  readonly beforeCopy?: () => Promise<void>
}

/**
 * Restores a backup. An existing `file` is kept unless `replace` is given; then it is overwritten in one
 * transaction, visible to running servers.
 *
 * @throws DrawauditError `store-damaged` for a backup that does not pass its check, `file-exists`,
 * `store-kind` for a file that is not a store, or as `openSqliteStore` and `beforeCopy` do.
 */
export async function restoreSqliteStore(
  from: string,
  file: string,
  { replace = false, beforeCopy }: RestoreOptions = {},
): Promise<StoreCheck> {
  if (!replace) refuseExisting(file, 'move it away, or give --replace to overwrite it')
  else if (existsSync(file)) await refuseOther(file)
  const result = await checkSqliteStore(from)
  const [problem] = result.problems
  if (problem !== undefined) {
    throw new DrawauditError('store-damaged', problem, {
      hint: `drawaudit store check --store ${from} lists all that is wrong`,
      where: { file: from },
    })
  }
  await beforeCopy?.()
  const database = await openDatabase(from, { access: 'read' })
  try {
    await copy(database, file)
    return result
  } finally {
    database.close()
  }
}

function refuseExisting(file: string, hint: string): void {
  if (existsSync(file))
    throw new DrawauditError('file-exists', 'there is such a file', { hint, where: { file } })
}

/** A renamed file survives a power failure only if its folder is synced too. */
async function putInPlace(partial: string, to: string): Promise<void> {
  await withFile(to, 'write', () => rename(partial, to))
  withFile(to, 'write', () => {
    syncPath(dirname(resolve(to)))
  })
}

/** A backup may replace any store, however damaged, but no other file. */
async function refuseOther(file: string): Promise<void> {
  try {
    const database = await openDatabase(file, { access: 'read' })
    database.close()
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'store-kind') throw error
  }
}

async function copy(database: Database, to: string): Promise<void> {
  refuseMissingFolder(to)
  refuseLinks(to)
  const isMade = makePrivate(to)
  try {
    await fill(database, to)
    // While others have the `-wal` open, SQLite commits a restore without syncing.
    for (const path of [to, `${to}-wal`]) {
      if (existsSync(path))
        withFile(to, 'write', () => {
          syncPath(path)
        })
    }
  } catch (error) {
    if (isMade) await rm(to, { force: true })
    throw error
  }
}

async function fill(database: Database, to: string): Promise<void> {
  try {
    const { totalPages } = await database.backup(resolve(to))
    if (totalPages > 0) return
  } catch (error) {
    const described = describeFailure(error)
    throw described instanceof DrawauditError ? described.at({ file: to }) : described
  }
  // The driver reports success although another process has the lock.
  throw new DrawauditError('store-busy', 'the store is locked by another process', {
    hint: 'try again when that one is done',
    where: { file: to },
  })
}
