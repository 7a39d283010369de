/**
 * Files that commands write: whole, or not at all.
 *
 * @packageDocumentation
 */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { replaceFile } from './durable-files.js'
import { withFile } from './errno.js'

/**
 * Puts a file in its place in one step: who reads it sees what was there before, or all of the new content.
 *
 * @throws DrawauditError `file-access`, and then the file is as it was.
 */
export function writeWhole(path: string, content: Uint8Array | string): void {
  withFile(path, 'write', () => {
    // A link stays one: what it leads to is replaced.
    const target = existsSync(path) ? realpathSync(path) : path
    replaceFile(target, [content], `${target}.${process.pid}.partial`)
  })
}

/** Writes a file that is not there yet. */
export function writeNew(path: string, content: Uint8Array, mode = 0o644): void {
  withFile(path, 'write', () => {
    writeFileSync(path, content, { flag: 'wx', mode })
  })
}

/** Makes a folder and those above it, where they are missing. */
export function makeFolder(path: string): void {
  withFile(path, 'write', () => mkdirSync(path, { recursive: true, mode: 0o755 }))
}
