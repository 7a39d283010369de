/**
 * The passphrase that secrets are encrypted under.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { readKeyFile } from './key-file.js'
import { valueOption } from './options.js'

export const passphraseOption = {
  ...valueOption,
  describe: 'A file whose first line is the passphrase of the key (default: DRAWAUDIT_PASSPHRASE)',
}

/**
 * The passphrase: the first line of a file, or what the environment has.
 *
 * @throws DrawauditError `usage` for an empty one, or as reading a file does.
 */
export function findPassphrase(file: string | undefined): string | undefined {
  const passphrase =
    file === undefined ? process.env['DRAWAUDIT_PASSPHRASE'] : readKeyFile(file, readFirstLine)
  if (passphrase !== '') return passphrase
  throw new DrawauditError('usage', 'the passphrase is empty', {
    hint: 'give one, or leave DRAWAUDIT_PASSPHRASE unset',
  })
}

const readFirstLine = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split(/\r?\n/)[0] ?? ''
