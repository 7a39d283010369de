/**
 * Files that survive a power failure, complete or not at all. Errors are those of node:fs: callers translate
 * them.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errnoOf } from './errno.js'

/** Writes and syncs a file, replacing one left behind by a killed run. */
export function writeSynced(path: string, pieces: readonly (Uint8Array | string)[]): void {
  rmSync(path, { force: true })
  const descriptor = openSync(path, 'wx', 0o644)
  try {
    for (const piece of pieces) writeFileSync(descriptor, piece)
    // Otherwise a name may survive without its content.
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Replaces a file atomically; on failure the old one stays. The name is durable after {@link syncPath}.
 *
 * @param partial - temporary file, on the same file system.
 */
export function replaceFile(path: string, pieces: readonly (Uint8Array | string)[], partial: string): void {
  try {
    writeSynced(partial, pieces)
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Syncs the content of a file, by any writer, or the names in a folder. */
export function syncPath(path: string): void {
  // Windows cannot sync folders, or files that are open read-only.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Creates a folder and its missing parents, and syncs their names. */
export function makeFolders(path: string, mode: number): void {
  for (const place of makeMissing(path, mode).toReversed()) syncPath(dirname(place))
}

/**
 * Makes a folder and those above it, where they are missing. One by one: `recursive` of Node never returns where no
 * folder can be made, as in /proc.
 *
 * @returns what was made, from the top.
 */
export function makeMissing(path: string, mode: number): readonly string[] {
  const missing: string[] = []
  for (let place = resolve(path); !existsSync(place); place = dirname(place)) missing.unshift(place)
  // What is there and is no folder fails as it does for `mkdir`.
  if (missing.length === 0 && !statSync(path).isDirectory()) mkdirSync(path)
  for (const place of missing) makeFolder(place, mode)
  return missing
}

function makeFolder(place: string, mode: number): void {
  try {
    mkdirSync(place, mode)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (errnoOf(error) !== 'EEXIST' || !statSync(place).isDirectory()) throw error
  }
}

/** Replaces a file with a text without blocking, durably. On failure the file is the old or the new one. */
export async function replaceInTime(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`
  try {
    const file = await open(partial, 'w', 0o644)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
    const folder = await open(dirname(path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (error) {
    // A leftover is overwritten the next time.
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
}
