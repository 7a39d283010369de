/**
 * Files of a witness: whole and on the disk, or as they were.
 *
 * @packageDocumentation
 */
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'

/**
 * Puts a file in its place, and returns when it would survive the loss of power.
 *
 * @throws DrawauditError `witness-state`; the file may be the old one or the new one then.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
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
    // A name survives only when its folder is synced too.
    await syncFolder(dirname(path))
  } catch (error) {
    // What is left behind is written over the next time.
    await rm(partial, { force: true }).catch(() => undefined)
    throw explainFile(path, error)
  }
}

/**
 * The text of a file; undefined where there is none.
 *
 * @throws DrawauditError `witness-state`, also for what is not UTF-8.
 */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return decodeUtf8(await readFile(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainFile(path, error)
  }
}

/** A file that cannot be read or written, in our words. */
export function explainFile(path: string, error: unknown): DrawauditError {
  const { code = 'unknown' } = error as { readonly code?: string }
  return new DrawauditError('witness-state', `cannot be read or written (${code})`, {
    hint: 'look at the disk and the permissions; nothing is cosigned until it works',
    where: { file: path },
    cause: error,
  })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
