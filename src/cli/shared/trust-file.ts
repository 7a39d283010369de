/**
 * Trust files on disk.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { addOperators, type TrustChange } from '../../model/trust-changes.js'
import { emptyTrust, parseTrust, type TrustJson, type TrustRoot } from '../../model/trust.js'
import { readFile } from '../../io/files.js'
import { writeNew, writeWhole } from '../../io/written-files.js'

/** Default file name. */
export const trustName = 'trust.json'

/**
 * Reads a trust file.
 *
 * @throws DrawauditError `trust-invalid`, `json-…`; as reading a file does.
 */
export function readTrustFile(path: string): TrustRoot {
  return parseTrust(readTrustJson(path))
}

/** {@link readTrustFile}; without a file, nothing is trusted. */
export const readTrust = (path: string | undefined): TrustRoot =>
  path === undefined ? emptyTrust : readTrustFile(path)

/**
 * Reads a trust file as JSON, for additions.
 *
 * @throws DrawauditError as {@link readTrustFile} does.
 */
export function readTrustJson(path: string): TrustJson {
  const value = readTrustValue(path)
  return DrawauditError.within({ file: path }, () => {
    parseTrust(value)
    return value as TrustJson
  })
}

/**
 * Reads any JSON from the path of a trust file.
 *
 * @throws DrawauditError `json-…`; as reading a file does.
 */
export function readTrustValue(path: string): unknown {
  if (!existsSync(path)) {
    throw new DrawauditError('file-missing', 'there is no such file', {
      where: { file: path },
      hint: 'drawaudit trust init makes a trust file',
    })
  }
  const bytes = readFile(path)
  return DrawauditError.within({ file: path }, () => parseJson(bytes))
}

/** @throws DrawauditError `file-exists`. */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new DrawauditError('file-exists', 'there is such a file', {
    where: { file: path },
    hint: 'drawaudit trust add adds to a trust file; -o names another file',
  })
}

/**
 * Writes a trust file, atomically.
 *
 * @param options - `isNew`: the file must not exist yet.
 * @throws DrawauditError `trust-invalid`, `file-exists`, `file-missing`, `file-access`; the file is then unchanged.
 */
export function writeTrustFile(path: string, trust: TrustJson, { isNew = false } = {}): void {
  parseTrust(trust)
  const text = `${JSON.stringify(trust, null, 2)}\n`
  if (isNew) writeNew(path, new TextEncoder().encode(text))
  else writeWhole(path, text)
}

/**
 * `--trust-on-first-use`: adds an operator's served keys to a trust file that does not know the operator. Never
 * adds keys of a known operator, and never beacons, logs, witnesses or observers.
 *
 * Verify with the trust file from before: keys from the service itself do not show who signed, so
 * `statement.signed` stays not provable in this run.
 *
 * @param path - created if absent.
 * @param fragment - the service's answer at `/keys`.
 * @returns the trust file from before, and what was added.
 * @throws DrawauditError `trust-invalid` for an invalid fragment or file; as reading and writing files do.
 */
export function trustOnFirstUse(
  path: string,
  fragment: unknown,
): { readonly before: TrustRoot; readonly changes: readonly TrustChange[] } {
  parseTrust(fragment)
  const known: TrustJson | undefined = existsSync(path) ? readTrustJson(path) : undefined
  const before = known === undefined ? emptyTrust : parseTrust(known)
  const { operators = [] } = fragment as TrustJson
  const names = new Set(before.operators.map(({ name }) => name))
  const unknown = operators.filter(({ name }) => !names.has(name))
  const { trust, changes } = addOperators(known ?? { trust: 'drawaudit/v1' }, unknown)
  if (changes.length > 0) writeTrustFile(path, trust)
  return { before, changes }
}
