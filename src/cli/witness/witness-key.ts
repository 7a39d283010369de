/**
 * The folder of a witness: its key.
 *
 * @packageDocumentation
 */
import { join } from 'node:path'
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { encodeWitnessKey, parseWitnessKey, type WitnessKey } from '../../log/witness/key.js'
import { readKeyFile } from '../shared/key-file.js'
import { makeFolder, writeNew } from '../../io/written-files.js'

/** Where the key is in the folder of a witness. */
export const keyFileOf = (folder: string): string => join(folder, 'witness.key.json')

/**
 * Puts a key into the folder of a witness, which is made where it is missing.
 *
 * @throws DrawauditError `file-exists` when there is a witness, `file-access`.
 */
export function writeWitnessKey(folder: string, key: WitnessKey): void {
  makeFolder(folder)
  try {
    writeNew(keyFileOf(folder), encodeUtf8(encodeWitnessKey(key)), 0o600)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'file-exists') throw error
    throw new DrawauditError('file-exists', 'there is a witness in this folder', {
      hint: 'drawaudit witness show prints its vkey; a new witness needs a new folder',
      where: { file: keyFileOf(folder) },
      cause: error,
    })
  }
}

/**
 * Reads the key of a witness, and warns of one that others may read.
 *
 * @throws DrawauditError `file-missing` where there is no witness, `key-invalid`, a code that begins with `json-`, or
 * as reading any file does.
 */
export function readWitnessKey(folder: string): WitnessKey {
  const file = keyFileOf(folder)
  try {
    return readKeyFile(file, bytes => parseWitnessKey(parseJson(bytes)))
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'file-missing') throw error
    throw new DrawauditError('file-missing', 'there is no witness in this folder', {
      hint: 'drawaudit witness init makes one',
      where: { file },
      cause: error,
    })
  }
}
