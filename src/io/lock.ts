/**
 * An inter-process lock, held by SQLite: the operating system releases it when the process is killed. A file
 * with a process id could be stale, taken by two at once, or from another container.
 *
 * @packageDocumentation
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DrawauditError } from '../errors.js'
import { loadSqlite } from './sqlite.js'

/** Held until released or the process ends. */
export interface FileLock {
  /** Whether its file is still the locked one: removing it lets another process in. */
  isHeld(): boolean
  release(): void
}

/**
 * Takes a lock, or fails at once if another process has it.
 *
 * @param file - created if missing; it stays, and stays empty.
 * @param busy - the error if another process has it.
 * @throws DrawauditError that of `busy`, `file-missing`, `file-access`, `store-unavailable` without SQLite.
 */
export async function takeLock(file: string, busy: () => DrawauditError): Promise<FileLock> {
  const Sqlite = await loadSqlite()
  const path = resolve(file)
  if (!existsSync(dirname(path))) {
    throw new DrawauditError('file-missing', 'there is no such folder', { where: { file } })
  }
  let database
  try {
    database = new Sqlite(path, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database?.close()
    const { code } = cause as { readonly code?: unknown }
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(String(code))) throw busy()
    throw new DrawauditError('file-access', `cannot be locked (${String(code)})`, { where: { file }, cause })
  }
  const held = database
  const inode = readInode(path)
  return {
    isHeld: () => readInode(path) === inode,
    release() {
      held.close()
    },
  }
}

function readInode(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
