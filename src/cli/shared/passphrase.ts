/**
 * The passphrase that encrypts secrets.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { refuseWeakPassphrase } from '../../operator/passphrase.js'
import { askSecret } from './ask-secret.js'
import { hintIfMissing, readKeyFile } from './key-file.js'
import { valueOption } from './options.js'
import { talk } from './terminal.js'

/** Environment variables with a passphrase: its file, or itself. */
export const passphraseVariables = ['DRAWAUDIT_PASSPHRASE_FILE', 'DRAWAUDIT_PASSPHRASE'] as const

export const passphraseOption = {
  ...valueOption,
  describe: 'A file whose first line is the passphrase of the key',
  fallback: { environment: passphraseVariables },
}

/**
 * The given passphrase: the first line of the file named by an option or DRAWAUDIT_PASSPHRASE_FILE, else
 * DRAWAUDIT_PASSPHRASE.
 *
 * @param given - path of the file, from an option.
 * @returns undefined if none is given.
 * @throws DrawauditError `usage` for an empty one; as reading a file does.
 */
export function findPassphrase(given: string | undefined): string | undefined {
  const file = given ?? process.env['DRAWAUDIT_PASSPHRASE_FILE']
  const passphrase = file === undefined ? process.env['DRAWAUDIT_PASSPHRASE'] : readPassphraseFile(file)
  return passphrase === undefined ? undefined : refuseEmpty(passphrase)
}

/**
 * The given passphrase, else one typed at the terminal.
 *
 * @param name - name of the passphrase, for the prompt.
 * @returns undefined if none is given and there is no terminal.
 * @throws DrawauditError as {@link findPassphrase} does.
 */
export async function findOrAskPassphrase(
  given: string | undefined,
  name: string,
): Promise<string | undefined> {
  return findPassphrase(given) ?? (await askPassphrase(name))
}

/** Maximum number of tries. */
const mostTries = 3

/**
 * A passphrase typed at the terminal, with a limited number of tries.
 *
 * @returns undefined without a terminal.
 * @throws DrawauditError `usage` if it stays empty.
 */
export async function askPassphrase(name: string): Promise<string | undefined> {
  return askAgain(async () => {
    const passphrase = await askSecret(`${name}: `)
    return passphrase === undefined ? undefined : refuseEmpty(passphrase)
  })
}

/**
 * A new passphrase, typed twice, with a limited number of tries.
 *
 * @returns undefined without a terminal.
 * @throws DrawauditError `usage` for an empty one or two that differ; `secret-locked` for a weak one.
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

/** Retries, so that a typing error does not lose the answers of a long dialogue. */
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
    hint: 'without a passphrase, anyone with the store has its keys: run it again, and type or give one',
  })
}

const readPassphraseFile = (file: string): string =>
  hintIfMissing(
    'its first line must be the passphrase; drawaudit init --passphrase-file FILE makes one',
    () => readKeyFile(file, readFirstLine),
  )

const readFirstLine = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).split(/\r?\n/)[0] ?? ''
