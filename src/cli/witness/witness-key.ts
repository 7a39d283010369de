/**
 * The folder of a witness: its keys.
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

/** Where the keys are in the folder of a witness. */
export const keyFileOf = (folder: string): string => join(folder, 'witness.key.json')

/**
 * Puts keys into the folder of a witness, which is made where it is missing.
 *
 * @throws DrawauditError `file-exists` when there is a witness, `file-access`.
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
 * Reads the keys of a witness, and warns of a file that others may read.
 *
 * @throws DrawauditError `file-missing` where there is no witness, `key-invalid`, a code that begins with `json-`, or
 * as reading any file does.
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
