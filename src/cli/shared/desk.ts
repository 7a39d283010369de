/**
 * The operator's desk, from options.
 *
 * @packageDocumentation
 */
import { decodeHex } from '../../core/encoding.js'
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { createDesk, type Desk } from '../../operator/desk.js'
import type { Unlock } from '../../operator/secrets.js'
import { isPostgresUrl, openStore } from '../../store/open-store.js'
import { findJournal } from './journal.js'
import { hintIfMissing, readKeyFile } from './key-file.js'
import { findStore, switchOption, valueOption } from './options.js'
import { askNewPassphrase, askPassphrase, findPassphrase, passphraseVariables } from './passphrase.js'
import { random } from './random.js'
import { readSettings } from './settings.js'

/** Options of commands that open secrets. */
export const secretOptions = {
  'passphrase-file': {
    ...valueOption,
    describe: 'A file whose first line is the passphrase of the store',
    fallback: {
      environment: passphraseVariables,
      setting: 'passphrase_file' as const,
      otherwise: 'it is asked for',
    },
  },
  'key-file': {
    ...valueOption,
    describe: 'A file with a key of 32 bytes in hex, instead of a passphrase',
    fallback: { setting: 'key_file' as const },
  },
}

/** Options of commands that sign a step of a raffle. */
export const signingOptions = {
  ...secretOptions,
  'clock-checked': {
    ...switchOption,
    describe: 'Confirm that the clock is right, although something was signed with a later date',
  },
}

/** Options of a desk, as parsed by yargs. */
export interface DeskArguments {
  readonly store: string | undefined
  readonly 'passphrase-file'?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly 'clock-checked'?: boolean | undefined
  /** Passphrase or key, if already known. */
  readonly unlock?: Unlock
}

/**
 * Opens the desk of a store for the duration of `work`.
 *
 * @param create - whether to create the store if it is absent.
 * @param open - opens the store.
 */
export async function atDesk<T>(
  args: DeskArguments,
  work: (desk: Desk) => Promise<T>,
  create = false,
  open: typeof openStore = openStore,
): Promise<T> {
  const file = findStore(args.store)
  const store = await open(file, { access: 'write', create })
  try {
    return await work(
      createDesk({
        store,
        journal: findJournal(file, store),
        isShared: isPostgresUrl(file),
        unlock: use => args.unlock ?? findUnlock(args, use),
        now: () => new Date(),
        otherClock: () => store.readClock(),
        isClockChecked: args['clock-checked'] === true,
        random,
        engine: native,
      }),
    )
  } finally {
    await store.close()
  }
}

/** @throws DrawauditError `usage`. */
export function readRaffleId(text: string): string {
  const id = parseUuid(text)
  if (id !== undefined) return id
  throw new DrawauditError('usage', `a raffle is named by its UUID, found ${JSON.stringify(text)}`, {
    hint: 'drawaudit raffle list shows them',
  })
}

/**
 * Passphrase or key for the secrets of a store, asked for if necessary.
 *
 * @param use - `make` for a store without secrets: a new passphrase is asked for.
 * @throws DrawauditError `secret-locked`, `usage`; as reading a file does.
 */
export async function findUnlock(args: DeskArguments, use: 'open' | 'make'): Promise<Unlock> {
  const unlock = findGivenUnlock(args)
  if (unlock !== undefined) return unlock
  const passphrase = await (use === 'open' ? askPassphrase('passphrase') : askNewPassphrase('new passphrase'))
  if (passphrase !== undefined) return { passphrase }
  throw new DrawauditError('secret-locked', 'no passphrase is given, and no key file', {
    hint: 'give --passphrase-file FILE or --key-file FILE, or set DRAWAUDIT_PASSPHRASE',
  })
}

/** Precedence: options, environment, settings, each for passphrase and key file together. */
export function findGivenUnlock({
  'key-file': keyFile,
  'passphrase-file': file,
}: Pick<DeskArguments, 'key-file' | 'passphrase-file'>): Unlock | undefined {
  if (keyFile !== undefined) return readUnlock(keyFile)
  const said = findPassphrase(file)
  if (said !== undefined) return { passphrase: said }
  const settings = readSettings()
  if (settings.key_file !== undefined) return readUnlock(settings.key_file)
  const passphrase =
    settings.passphrase_file === undefined ? undefined : findPassphrase(settings.passphrase_file)
  return passphrase === undefined ? undefined : { passphrase }
}

/**
 * The key in a key file.
 *
 * @throws DrawauditError `secret-locked`; as reading a file does.
 */
export const readUnlock = (file: string): Unlock => ({
  key: hintIfMissing('drawaudit init --key-file FILE creates it', () => readKeyFile(file, parseKey)),
})

function parseKey(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes).trim()
  if (/^[0-9a-fA-F]{64}$/.test(text)) return decodeHex(text)
  throw new DrawauditError('secret-locked', 'the key file does not have 32 bytes in hex', {
    hint: 'drawaudit key generate creates a missing one',
  })
}
