/**
 * One process at a time works with something. SQLite holds the lock, for the operating system gives it back when a
 * process is killed: a file with a process id would stay, be taken by two at once, or be that of another container.
 *
 * @packageDocumentation
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DrawauditError } from '../errors.js'
import { loadSqlite } from './sqlite.js'

/** A lock that is held until it is released or the process ends. */
export interface Lock {
  /** Whether its file is still the one that was locked: whoever removes it lets another process in. */
  isHeld(): boolean
  release(): void
}

/**
 * Takes a lock, or says at once that another process has it.
 *
 * @param file - made where it is missing; it stays, and stays empty.
 * @param busy - what is said where another process has it.
 * @throws DrawauditError that of `busy`, `file-missing`, `file-access`, `store-unavailable` without SQLite.
 */
export async function takeLock(file: string, busy: () => DrawauditError): Promise<Lock> {
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
