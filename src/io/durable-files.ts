/**
 * Files that survive the loss of power, and are there whole or not at all. What fails is thrown as node:fs throws it:
 * each owner of files has words of its own for that.
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

/** Writes a file, in the place of one that a run that was killed left behind, and syncs it. */
export function writeSynced(path: string, pieces: readonly (Uint8Array | string)[]): void {
  rmSync(path, { force: true })
  const descriptor = openSync(path, 'wx', 0o644)
  try {
    for (const piece of pieces) writeFileSync(descriptor, piece)
    // Otherwise a name may survive that its content does not.
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Puts a file in its place in one step; where that fails, what was there stays. Its name is sure to survive after
 * {@link syncPath}.
 *
 * @param partial - where it is written first, on the same file system.
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

/** Returns when what is in a file, whoever wrote it, or the names in a folder would survive. */
export function syncPath(path: string): void {
  // Windows syncs nothing that is open for reading alone, and no folder at all.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes a folder and those above it, where they are missing, and returns when their names would survive. */
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
    if (!existsSync(place) || !statSync(place).isDirectory()) throw error
  }
}

/**
 * Puts a text in the place of a file while others are answered, and returns when it would survive the loss of power,
 * its name too. Where that fails, the file is the old one or the new one.
 */
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
    // What is left behind is written over the next time.
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
}
