/**
 * The passphrase that secrets are encrypted under.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { refuseWeakPassphrase } from '../../operator/passphrase.js'
import { askSecret } from './ask-secret.js'
import { hintIfMissing, readKeyFile } from './key-file.js'
import { valueOption } from './options.js'
import { talk } from './terminal.js'

export const passphraseOption = {
  ...valueOption,
  describe: 'A file whose first line is the passphrase of the key (default: DRAWAUDIT_PASSPHRASE_FILE)',
}

/**
 * The passphrase that is given: the first line of a file, which DRAWAUDIT_PASSPHRASE_FILE names where no option does, or
 * what the environment has itself.
 *
 * @throws DrawauditError `usage` for an empty one, or as reading a file does.
 */
export function findPassphrase(given: string | undefined): string | undefined {
  const file = given ?? process.env['DRAWAUDIT_PASSPHRASE_FILE']
  const passphrase = file === undefined ? process.env['DRAWAUDIT_PASSPHRASE'] : readPassphraseFile(file)
  return passphrase === undefined ? undefined : refuseEmpty(passphrase)
}

/**
 * The passphrase that is given, or that somebody at the terminal types.
 *
 * @param name - what is asked for.
 * @returns undefined where none is given and nobody is there.
 * @throws DrawauditError as {@link findPassphrase} does.
 */
export async function findOrAskPassphrase(
  given: string | undefined,
  name: string,
): Promise<string | undefined> {
  return findPassphrase(given) ?? (await askPassphrase(name))
}

/** Times that a passphrase may be typed. */
const mostTries = 3

/**
 * The passphrase that somebody at the terminal types, three times at most where nothing is typed.
 *
 * @returns undefined where nobody is there.
 * @throws DrawauditError `usage` for an empty one.
 */
export async function askPassphrase(name: string): Promise<string | undefined> {
  return askAgain(async () => {
    const passphrase = await askSecret(`${name}: `)
    return passphrase === undefined ? undefined : refuseEmpty(passphrase)
  })
}

/**
 * A new passphrase, typed twice; three times at most where it will not do.
 *
 * @returns undefined where nobody is at the terminal.
 * @throws DrawauditError `usage` for an empty one, or two that differ; `secret-locked` for a weak one.
 */
export async function askNewPassphrase(name: string): Promise<string | undefined> {
  return askAgain(async () => {
    const passphrase = await askSecret(`${name}: `)
    if (passphrase === undefined) return undefined
    refuseWeakPassphrase(refuseEmpty(passphrase))
    if ((await askSecret('once more: ')) === passphrase) return passphrase
    throw new DrawauditError('usage', 'the two passphrases differ', { hint: 'type it again' })
  })
}

/** Whoever has answered a dozen questions before does not lose them by a slip. */
async function askAgain(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof DrawauditError) || tries === mostTries) throw error
      talk(`${error.message}: type another\n`)
    }
  }
}

function refuseEmpty(passphrase: string): string {
  if (passphrase !== '') return passphrase
  throw new DrawauditError('usage', 'the passphrase is empty', {
    hint: 'without one whoever has the store has its keys: run it again, and type or give one',
  })
}

const readPassphraseFile = (file: string): string =>
  hintIfMissing(
    'its first line is to be the passphrase; drawaudit init --passphrase-file FILE makes one',
    () => readKeyFile(file, readFirstLine),
  )

const readFirstLine = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split(/\r?\n/)[0] ?? ''
