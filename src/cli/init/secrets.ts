/**
 * The passphrase or key file of a store.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { DrawauditError } from '../../errors.js'
import type { Desk } from '../../operator/desk.js'
import { isPostgresUrl } from '../../store/open-store.js'
import { makeKeyFile, makePassphraseFile } from '../shared/key-file.js'
import { findPassphrase } from '../shared/passphrase.js'
import type { Settings } from '../shared/settings.js'
import type { SettingsJson } from './members.js'

/** Whether the settings or the environment name a passphrase or key file. */
export const isOpened = (members: SettingsJson): boolean =>
  members['passphrase_file'] !== undefined ||
  members['key_file'] !== undefined ||
  process.env['DRAWAUDIT_PASSPHRASE_FILE'] !== undefined ||
  process.env['DRAWAUDIT_PASSPHRASE'] !== undefined

/** Creates the passphrase or key file unless it exists. */
export async function makeSecrets(
  desk: Desk,
  { store = '', passphrase_file: passphraseFile, key_file: keyFile }: Settings,
): Promise<void> {
  const file = passphraseFile ?? keyFile
  if (file === undefined || existsSync(file)) {
    // A weak or empty passphrase fails before a key is made.
    if (passphraseFile !== undefined) findPassphrase(passphraseFile)
    return
  }
  if ((await desk.store.ceremonies.readSecretBox()) !== undefined) {
    const name = isPostgresUrl(store) ? 'the database' : store
    throw new DrawauditError('file-missing', `there is no such file, and ${name} has its secrets already`, {
      where: { file },
      hint: 'put the passphrase or key that opens them into the file; drawaudit key passphrase changes it',
    })
  }
  if (passphraseFile === undefined) makeKeyFile(file)
  else makePassphraseFile(file)
}
