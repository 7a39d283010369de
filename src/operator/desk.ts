/**
 * What an operator works with: a store, its journal, what opens its secrets, and a clock.
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
import { openSecretBox, type Random, type SecretBox, type Unlock } from './secrets.js'

export interface DeskOptions {
  readonly store: Store
  /** The file of the journal: `journalOf` the store's. */
  readonly journal: string
  /** The store is a database that other machines sign with too, each with a journal of its own; false when left out. */
  readonly isShared?: boolean
  /** What opens the secrets, or will once they are made; asked for when the first secret is needed. */
  readonly unlock: (use: 'open' | 'make') => Unlock | Promise<Unlock>
  readonly now: () => Date
  /** The clock of another machine that has the store, where one has; nobody is asked when left out. */
  readonly otherClock?: () => Promise<Date | undefined>
  /** Somebody says that the clock is right, whatever was signed with a later date; false when left out. */
  readonly isClockChecked?: boolean
  readonly random: Random
  /** What hashes the list; portable when left out. */
  readonly engine?: Engine
}

/** An operator's desk. */
export interface Desk extends Required<DeskOptions> {
  /**
   * The secrets of the store, opened once.
   *
   * @throws DrawauditError `secret-locked`, `signing-key` for a store that has no key yet, and as `unlock` does.
   */
  readonly openSecrets: () => Promise<SecretBox>
}

/**
 * Sets up a desk. Nothing is read before it is needed.
 *
 * @throws DrawauditError `file-kind`, `file-access` for a journal that is no file.
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
        // The store may come back.
        if (error instanceof DrawauditError && error.code.startsWith('store-')) opened = undefined
        throw error
      })
      return opened
    },
  }
}

/** Whole seconds since 1970, as statements have them. */
export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Whole seconds since 1970 of a time as statements have it. */
export const readSeconds = (time: string): number => Number(parseTime(time) / 1_000_000_000n)

/** The time of so many seconds since 1970, as statements have it. */
export const formatSeconds = (seconds: number): string => formatTime(new Date(seconds * 1000))

/** Whether a key may sign at a time, in seconds since 1970. */
export function isValidAt(key: SigningKeyRow, seconds: number): boolean {
  const until = key.validUntil === undefined ? Infinity : readSeconds(key.validUntil)
  const revoked = key.revokedAt === undefined ? Infinity : readSeconds(key.revokedAt)
  return readSeconds(key.validFrom) <= seconds && seconds < Math.min(until, revoked)
}

/**
 * The key with which an operator signs at a time.
 *
 * @throws DrawauditError `signing-key` when there is none.
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
