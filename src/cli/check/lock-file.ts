/**
 * The lock file, `drawaudit.lock.json`.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { createLock, formatLock, lockHint, parseLock, type Lock } from '../../model/lock.js'
import { readFile } from '../../io/files.js'
import { writeWhole } from '../../io/written-files.js'

/** Default file name. */
export const lockName = 'drawaudit.lock.json'

/** A lock with the text it was read from; no text without a file. */
export interface LockFile {
  readonly lock: Lock
  readonly text?: string
}

/**
 * Reads a lock file.
 *
 * @param options - `optional`: a missing file is an empty lock; `now`: upper limit for times in it.
 * @throws DrawauditError `lock-schema`, `json-…`; as reading a file does.
 */
export function readLockFile(
  path: string,
  { optional = false, now }: { readonly optional?: boolean; readonly now?: Date } = {},
): LockFile {
  if (optional && !existsSync(path)) return { lock: createLock() }
  const bytes = readFile(path)
  const text = new TextDecoder().decode(bytes)
  const mark = text.search(/^(?:<{7} |={7}\s*$|>{7} )/m)
  if (mark !== -1) {
    throw new DrawauditError('lock-schema', 'not a lock file: it has the markers of a merge conflict', {
      where: { file: path, line: text.slice(0, mark).split('\n').length },
      hint: 'keep the raffles of both sides, for duplicates the side with the later records, and remove the markers',
    })
  }
  try {
    return { lock: parseLock(parseJson(bytes), now), text }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { code, message, where } = error.at({ file: path })
    // A truncated file is repaired like an inconsistent one.
    const what = message.startsWith('not a lock file') ? message : `not a lock file: ${message}`
    throw new DrawauditError(code, what, { where, hint: lockHint })
  }
}

/**
 * Writes a lock, unless the file already has this text.
 *
 * @param before - text read from the file.
 * @returns whether the file was written.
 * @throws DrawauditError `lock-schema` for a lock that could not be read back, `file-access`, `file-missing`; the
 * file is then unchanged.
 */
export function writeLockFile(path: string, lock: Lock, before?: string): boolean {
  const text = formatLock(lock)
  if (text === before) return false
  parseLock(parseJson(new TextEncoder().encode(text)))
  writeWhole(path, text)
  return true
}
