/**
 * Files that commands write: whole, or not at all.
 *
 * @packageDocumentation
 */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { DrawauditError } from '../errors.js'
import { replaceFile } from './durable-files.js'

/**
 * Puts a file in its place in one step: who reads it sees what was there before, or all of the new content.
 *
 * @throws DrawauditError `file-access`, and then the file is as it was.
 */
export function writeWhole(path: string, content: Uint8Array | string): void {
  attempt(path, () => {
    // A link stays one: what it leads to is replaced.
    const target = existsSync(path) ? realpathSync(path) : path
    replaceFile(target, [content], `${target}.${process.pid}.partial`)
  })
}

/** Writes a file that is not there yet. */
export function writeNew(path: string, content: Uint8Array, mode = 0o644): void {
  attempt(path, () => {
    writeFileSync(path, content, { flag: 'wx', mode })
  })
}

/** Makes a folder and those above it, where they are missing. */
export function makeFolder(path: string): void {
  attempt(path, () => mkdirSync(path, { recursive: true, mode: 0o755 }))
}

function attempt(path: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const [kind, message] = describe(code)
    throw new DrawauditError(kind, message, { where: { file: path }, cause: error })
  }
}

function describe(code: string): readonly ['file-access' | 'file-exists' | 'file-missing', string] {
  switch (code) {
    case 'EEXIST':
      return ['file-exists', 'there is such a file or folder']
    case 'ENOENT':
      return ['file-missing', 'there is no such folder']
    case 'ENOTDIR':
      return ['file-access', 'cannot be written: a part of its path is a file']
    case 'EACCES':
    case 'EPERM':
      return ['file-access', 'permission denied']
    case 'EROFS':
      return ['file-access', 'cannot be written: the file system is read-only']
    case 'ENOSPC':
    case 'EDQUOT':
      return ['file-access', 'cannot be written: the disk is full']
    case 'EISDIR':
      return ['file-access', 'cannot be written: there is a folder of this name']
    default:
      return ['file-access', `cannot be written (${code})`]
  }
}
