/**
 * Files of a witness: whole and on the disk, or as they were.
 *
 * @packageDocumentation
 */
import { readFile } from 'node:fs/promises'
import { decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { replaceInTime } from '../../io/durable-files.js'
import { isAbsent } from '../../io/errno.js'

/**
 * Puts a file in its place, and returns when it would survive the loss of power.
 *
 * @throws DrawauditError `witness-state`; the file may be the old one or the new one then.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  try {
    await replaceInTime(path, text)
  } catch (error) {
    throw explainFile(path, error)
  }
}

/**
 * The text of a file; undefined where there is none.
 *
 * @throws DrawauditError `witness-state`, also for what is not UTF-8.
 */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return decodeUtf8(await readFile(path))
  } catch (error) {
    if (isAbsent(error)) return undefined
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
