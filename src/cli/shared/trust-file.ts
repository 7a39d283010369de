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

/** Its name, where none is given. */
export const trustName = 'trust.json'

/**
 * Reads a trust file.
 *
 * @throws DrawauditError `trust-invalid`, a code that begins with `json-`, or as reading any file does.
 */
export function readTrustFile(path: string): TrustRoot {
  return parseTrust(readTrustJson(path))
}

/** {@link readTrustFile}; without a file nobody is believed. */
export const readTrust = (path: string | undefined): TrustRoot =>
  path === undefined ? emptyTrust : readTrustFile(path)

/**
 * Reads a trust file as it stands, so that it can be written again with more in it.
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
 * Reads whatever JSON stands where a trust file should.
 *
 * @throws DrawauditError a code that begins with `json-`, or as reading any file does.
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
 * Writes a trust file, in one step.
 *
 * @param options - `isNew`: the file must not be there yet.
 * @throws DrawauditError `trust-invalid` for what is none, `file-exists`, `file-missing` or `file-access`; the file is
 * as it was then.
 */
export function writeTrustFile(path: string, trust: TrustJson, { isNew = false } = {}): void {
  parseTrust(trust)
  const text = `${JSON.stringify(trust, null, 2)}\n`
  if (isNew) writeNew(path, new TextEncoder().encode(text))
  else writeWhole(path, text)
}

/**
 * `--trust-on-first-use`: takes an operator's keys from whoever serves them, where the file does not know the operator
 * yet. Never a key more for an operator that it knows, and never beacons, logs, witnesses or observers.
 *
 * Whoever does this has not verified who signed: `statement.signed` stays not provable in that run, so the trust file
 * to verify with is the one from before.
 *
 * @param path - made when it is not there.
 * @param fragment - what a service answers at `/keys`.
 * @returns the trust file from before, and what was added to the file.
 * @throws DrawauditError `trust-invalid` for a fragment or a file that is no trust file, or as files do.
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
