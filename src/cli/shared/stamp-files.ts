/**
 * Files with a time-stamp token each. What reads them is loaded where there is one.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import type { TrustRoot } from '../../model/trust.js'
import type { CheckedTimestamp } from '../../verify/timestamps.js'

/**
 * Checks tokens, and those of files.
 *
 * @param others - DER of tokens that stand before those of the files.
 * @throws DrawauditError `timestamp-invalid` for a file that has no token in it, or as reading a file does.
 */
export async function checkStampFiles(
  files: readonly string[],
  trust: TrustRoot,
  now: Date,
  others: readonly Uint8Array[] = [],
): Promise<readonly CheckedTimestamp[]> {
  if (files.length + others.length === 0) return []
  const { checkTimestamps, readToken } = await import('../../timestamp/index.js')
  const given = files.map(file => DrawauditError.within({ file }, () => readToken(readFile(file))))
  return checkTimestamps([...others, ...given], trust, now)
}
