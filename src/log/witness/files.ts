/**
 * Files of a witness, replaced atomically and durably.
 *
 * @packageDocumentation
 */
import { readFile } from 'node:fs/promises'
import { decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { replaceInTime } from '../../io/durable-files.js'
import { isAbsent } from '../../io/errno.js'

/**
 * Replaces a file; resolves when it would survive a power loss.
 *
 * @throws DrawauditError `witness-state`; the file is then the old or the new one.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  try {
    await replaceInTime(path, text)
  } catch (error) {
    throw explainFile(path, error)
  }
}

/**
 * Text of a file; undefined if it does not exist.
 *
 * @throws DrawauditError `witness-state`, also if it is not UTF-8.
 */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return decodeUtf8(await readFile(path))
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw explainFile(path, error)
  }
}

/** The error for a file that cannot be read or written. */
export function explainFile(path: string, error: unknown): DrawauditError {
  const { code = 'unknown' } = error as { readonly code?: string }
  return new DrawauditError('witness-state', `cannot be read or written (${code})`, {
    hint: 'look at the disk and the permissions; nothing is cosigned until it works',
    where: { file: path },
    cause: error,
  })
}
