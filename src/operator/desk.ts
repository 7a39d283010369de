/**
 * An operator's working environment: a store, its journal, the passphrase or key file, and a clock.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import { formatTime, parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { KeyUse } from '../model/trust.js'
import type { CeremonyReader, SigningKeyRow } from '../store/ceremonies.js'
import type { Store } from '../store/store.js'
import { assertJournalFile } from './journal.js'
import { openSecretBox, type RandomBytes, type SecretBox, type Unlock } from './secrets.js'

export interface DeskOptions {
  readonly store: Store
  /** File of the journal: `journalOf` the store's. */
  readonly journal: string
  /** Whether other machines sign from the same database, each with its own journal; false by default. */
  readonly isShared?: boolean
  /** Returns what opens the secrets, or will open new ones; called when the first secret is needed. */
  readonly unlock: (use: 'open' | 'make') => Unlock | Promise<Unlock>
  readonly now: () => Date
  /** Clock of the machine with the database, if there is one; none by default. */
  readonly otherClock?: () => Promise<Date | undefined>
  /** Whether a person has confirmed the clock, despite later signed dates; false by default. */
  readonly isClockChecked?: boolean
  readonly random: RandomBytes
  /** Engine that hashes the list; portable by default. */
  readonly engine?: Engine
}

/** An operator's desk. */
export interface Desk extends Required<DeskOptions> {
  /**
   * The secrets of the store, opened once.
   *
   * @throws DrawauditError `secret-locked`, `signing-key` for a store without keys, and as `unlock` does.
   */
  readonly openSecrets: () => Promise<SecretBox>
}

/**
 * Sets up a desk. Nothing is read yet.
 *
 * @throws DrawauditError `file-kind`, `file-access` for a journal that is not a file.
 */
export function createDesk(options: DeskOptions): Desk {
  assertJournalFile(options.journal)
  let opened: Promise<SecretBox> | undefined
  async function open(): Promise<SecretBox> {
    const row = await options.store.ceremonies.readSecretBox()
    if (row === undefined) throw noKey('the store has no signing key')
    return openSecretBox(row, await options.unlock('open'), options.random)
  }
  return {
    engine: portable,
    isShared: false,
    otherClock: () => Promise.resolve(undefined),
    isClockChecked: false,
    ...options,
    openSecrets() {
      opened ??= open().catch((error: unknown) => {
        // The store may become available again.
        if (error instanceof DrawauditError && error.code.startsWith('store-')) opened = undefined
        throw error
      })
      return opened
    },
  }
}

/** Whole seconds since 1970, as statements have them. */
export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Whole seconds since 1970, from a time as in statements. */
export const readSeconds = (time: string): number => Number(parseTime(time) / 1_000_000_000n)

/** The time of a number of seconds since 1970, as in statements. */
export const formatSeconds = (seconds: number): string => formatTime(new Date(seconds * 1000))

/** Whether a key may sign at a time, in seconds since 1970. */
export function isValidAt(key: SigningKeyRow, seconds: number): boolean {
  const until = key.validUntil === undefined ? Infinity : readSeconds(key.validUntil)
  const revoked = key.revokedAt === undefined ? Infinity : readSeconds(key.revokedAt)
  return readSeconds(key.validFrom) <= seconds && seconds < Math.min(until, revoked)
}

/**
 * The signing key of an operator at a time.
 *
 * @throws DrawauditError `signing-key` if there is none.
 */
export async function findSigningKey(
  reader: CeremonyReader,
  operator: string,
  seconds: number,
  use: KeyUse = 'statements',
): Promise<SigningKeyRow> {
  const keys = (await reader.readSigningKeys()).filter(key => key.operator === operator && key.use === use)
  const key = keys.find(one => isValidAt(one, seconds))
  if (key !== undefined) return key
  if (keys.length === 0)
    throw noKey(`there is no ${nameKey(use)} of operator ${JSON.stringify(operator)}`, use)
  const next = keys.map(one => readSeconds(one.validFrom)).filter(from => from > seconds)
  if (next.length > 0 && keys.every(one => one.revokedAt === undefined)) {
    throw new DrawauditError(
      'signing-key',
      `the ${nameKey(use)} of operator ${JSON.stringify(operator)} is valid from ${formatSeconds(Math.min(...next))} on`,
      { hint: 'wait for it, or look at the clock of this machine' },
    )
  }
  const what = `no ${nameKey(use)} of operator ${JSON.stringify(operator)} is valid now`
  throw new DrawauditError('signing-key', what, {
    hint: `make a new one: drawaudit key rotate${use === 'receipts' ? ' --use receipts' : ''}`,
  })
}

/** A key in words. */
export const nameKey = (use: KeyUse): string => (use === 'receipts' ? 'key for receipts' : 'key')

export function noKey(message: string, use: KeyUse = 'statements'): DrawauditError {
  return new DrawauditError('signing-key', message, {
    hint: `make one: drawaudit key generate --operator NAME${use === 'receipts' ? ' --use receipts' : ''}`,
  })
}
