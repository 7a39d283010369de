/**
 * The key file in the folder of a witness.
 *
 * @packageDocumentation
 */
import { join } from 'node:path'
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { encodeWitnessKeys, parseWitnessKeys, type WitnessKeys } from '../../log/witness/key.js'
import { readKeyFile } from '../shared/key-file.js'
import { makeFolder, writeNew } from '../../io/written-files.js'

/** Path of the key file. */
export const keyFileOf = (folder: string): string => join(folder, 'witness.key.json')

/**
 * Writes the keys of a new witness, creating the folder if necessary.
 *
 * @throws DrawauditError `file-exists` if the folder has a witness, `file-access`.
 */
export function writeWitnessKeys(folder: string, keys: WitnessKeys): void {
  makeFolder(folder)
  try {
    writeNew(keyFileOf(folder), encodeUtf8(encodeWitnessKeys(keys)), 0o600)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'file-exists') throw error
    throw new DrawauditError('file-exists', 'there is a witness in this folder', {
      hint: 'drawaudit witness show prints its vkeys; a new witness needs a new folder',
      where: { file: keyFileOf(folder) },
      cause: error,
    })
  }
}

/**
 * Reads the keys of a witness, and warns if others can read the file.
 *
 * @throws DrawauditError `file-missing` if there is no witness, `key-invalid`, `json-…`; as reading a file does.
 */
export function readWitnessKeys(folder: string): WitnessKeys {
  const file = keyFileOf(folder)
  try {
    return readKeyFile(file, bytes => parseWitnessKeys(parseJson(bytes)))
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'file-missing') throw error
    throw new DrawauditError('file-missing', 'there is no witness in this folder', {
      hint: 'drawaudit witness init makes one',
      where: { file },
      cause: error,
    })
  }
}
