/**
 * The operator's desk that options describe.
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
import { askNewPassphrase, askPassphrase, findPassphrase, passphraseOption } from './passphrase.js'
import { random } from './random.js'
import { readSettings } from './settings.js'

/** What every command takes that opens secrets. */
export const secretOptions = {
  'passphrase-file': {
    ...passphraseOption,
    describe:
      'A file whose first line is the passphrase of the store (default: DRAWAUDIT_PASSPHRASE_FILE, or the settings, or it is asked for)',
  },
  'key-file': {
    ...valueOption,
    describe: 'A file with a key of 32 bytes in hex, instead of a passphrase (default: the settings)',
  },
}

/** What every command takes that signs a step of a raffle. */
export const signingOptions = {
  ...secretOptions,
  'clock-checked': {
    ...switchOption,
    describe: 'The clock is right, although something was signed with a later date',
  },
}

/** The options as yargs gives them. */
export interface DeskArguments {
  readonly store: string | undefined
  readonly 'passphrase-file'?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly 'clock-checked'?: boolean | undefined
  /** What opens the secrets, where that is known already. */
  readonly unlock?: Unlock
}

/**
 * Works at the desk of a store, and closes it.
 *
 * @param open - how the store is opened.
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
 * What opens the secrets of a store, or will once they are made.
 *
 * @throws DrawauditError `secret-locked`, `usage`, and as reading a file does.
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

/** What options name goes before the environment, and that before the settings, whichever of the two each has. */
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
 * @throws DrawauditError `secret-locked`, or as reading any file does.
 */
export const readUnlock = (file: string): Unlock => ({
  key: hintIfMissing('drawaudit init --key-file FILE makes one where there is none', () =>
    readKeyFile(file, parseKey),
  ),
})

function parseKey(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes).trim()
  if (/^[0-9a-fA-F]{64}$/.test(text)) return decodeHex(text)
  throw new DrawauditError('secret-locked', 'the key file does not have 32 bytes in hex', {
    hint: 'drawaudit key generate makes one where there is none',
  })
}
