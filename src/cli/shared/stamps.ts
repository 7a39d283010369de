/**
 * Time-stamp tokens inside documents and beside them.
 *
 * @packageDocumentation
 */
import type { Gathered } from '../../conformance/evidence.js'
import { DrawauditError } from '../../errors.js'
import type { Bundle, BundleTimestamp } from '../../model/bundle.js'
import type { TrustRoot } from '../../model/trust.js'
import type { Document } from '../../verify/read-document.js'
import type { CheckedTimestamp } from '../../verify/timestamps.js'
import { readFile } from '../../io/files.js'

/** Files named by options. */
export interface NamedStamps {
  /** Paths of token files. */
  readonly files: readonly string[]
  /** Contents of files in which the commitment of a draw was published. */
  readonly committed: readonly Uint8Array[]
}

interface StampArguments {
  readonly timestamp?: readonly string[] | undefined
  readonly committed?: readonly string[] | undefined
}

/** @throws DrawauditError `usage`; as reading a file does. */
export function readStampOptions({ timestamp: files = [], committed = [] }: StampArguments): NamedStamps {
  if (committed.length > 0 && files.length === 0) {
    throw new DrawauditError('usage', '--committed names the file that a time-stamp is of', {
      hint: 'give the token with --timestamp',
    })
  }
  return { files, committed: committed.map(readFile) }
}

/**
 * Reads token files.
 *
 * @returns DER of each token.
 * @throws DrawauditError `timestamp-invalid` for a file without a token; as reading a file does.
 */
export async function readTokens(files: readonly string[] = []): Promise<readonly Uint8Array[]> {
  if (files.length === 0) return []
  const { readTokenFile } = await import('../../timestamp/index.js')
  return files.map(file => DrawauditError.within({ file }, () => readTokenFile(readFile(file))))
}

/**
 * Checks the tokens of a bundle, and given ones.
 *
 * @param given - DER of each token.
 * @returns undefined if there are none.
 */
export async function checkTokens(
  bundled: readonly BundleTimestamp[] = [],
  given: readonly Uint8Array[],
  trust: TrustRoot,
  now: Date,
): Promise<readonly CheckedTimestamp[] | undefined> {
  if (bundled.length + given.length === 0) return undefined
  const { checkTimestamps } = await import('../../timestamp/index.js')
  return checkTimestamps([...bundled.map(({ token }) => token), ...given], trust, now)
}

/**
 * Checks the tokens of a document, and those in files.
 *
 * @returns undefined if there are none.
 * @throws DrawauditError `timestamp-invalid` for a file without a token.
 */
export async function checkStamps(
  document: Document,
  { files }: Pick<NamedStamps, 'files'>,
  trust: TrustRoot,
  now: Date,
): Promise<readonly CheckedTimestamp[] | undefined> {
  const bundled = document.kind === 'bundle' ? document.bundle.timestamps : undefined
  return checkTokens(bundled, await readTokens(files), trust, now)
}

/** Checks the tokens of each bundle of a service, and given ones. */
export function gatherStamps(
  given: readonly Uint8Array[],
  trust: TrustRoot,
  now: () => Date,
): (bundle: Bundle) => Promise<Gathered> {
  return async ({ timestamps: bundled }) => {
    const timestamps = await checkTokens(bundled, given, trust, now())
    return { beside: { ...(timestamps && { timestamps }) } }
  }
}
