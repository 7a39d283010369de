/**
 * Time-stamp tokens of documents and beside them.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { TrustRoot } from '../../model/trust.js'
import type { Document } from '../../verify/read-document.js'
import type { CheckedTimestamp } from '../../verify/timestamps.js'
import { readFile } from '../../io/files.js'
import { checkStampFiles } from '../shared/stamp-files.js'

/** What the options name. */
export interface Stamps {
  /** Files with a token each. */
  readonly files: readonly string[]
  /** Files in which the commitment of a draw was published. */
  readonly committed: readonly Uint8Array[]
}

interface StampArguments {
  readonly timestamp?: readonly string[] | undefined
  readonly committed?: readonly string[] | undefined
}

/** @throws DrawauditError `usage`, or as reading a file does. */
export function readStamps({ timestamp: files = [], committed = [] }: StampArguments): Stamps {
  if (committed.length > 0 && files.length === 0) {
    throw new DrawauditError('usage', '--committed names the file that a time-stamp is of', {
      hint: 'give the token with --timestamp',
    })
  }
  return { files, committed: committed.map(readFile) }
}

/**
 * Checks the tokens of a document, and those that were given.
 *
 * @returns undefined where there is none.
 * @throws DrawauditError `timestamp-invalid` for a file that has no token in it.
 */
export async function checkStamps(
  document: Document,
  { files }: Pick<Stamps, 'files'>,
  trust: TrustRoot,
  now: Date,
): Promise<readonly CheckedTimestamp[] | undefined> {
  const bundled = document.kind === 'bundle' ? (document.bundle.timestamps ?? []) : []
  if (bundled.length + files.length === 0) return undefined
  return checkStampFiles(
    files,
    trust,
    now,
    bundled.map(({ token }) => token),
  )
}
