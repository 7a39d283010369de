/**
 * The passphrase that secrets are encrypted under.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
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
  const text =
    file === undefined ? process.env['DRAWAUDIT_PASSPHRASE'] : new TextDecoder().decode(readFile(file))
  if (text === undefined) return undefined
  const [passphrase = ''] = file === undefined ? [text] : text.split(/\r?\n/)
  if (passphrase !== '') return passphrase
  throw new DrawauditError('usage', 'the passphrase is empty', {
    hint: 'give one, or leave DRAWAUDIT_PASSPHRASE unset',
  })
}
