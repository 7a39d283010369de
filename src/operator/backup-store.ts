/**
 * Backup and restore of a store file with its journal.
 *
 * @packageDocumentation
 */
import { chmodSync, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DrawauditError } from '../errors.js'
import { replaceFile, syncPath } from '../io/durable-files.js'
import { withFile } from '../io/errno.js'
import { readIfThere } from '../io/files.js'
import type { StoreCheck } from '../store/check/check-tables.js'
import { openSqliteStore } from '../store/sqlite/sqlite-store.js'
import { backupSqliteStore, restoreSqliteStore } from '../store/sqlite/maintenance.js'
import { readLogState } from './check-journal.js'
import { compareHeads, compareJournal } from './compare-journal.js'
import { journalOf, readJournal, type Journal } from './journal.js'

/** The secret that opens a store, which is neither in it nor in its journal. */
export type Opener = 'passphrase' | 'key file'

export interface StoreBackedUp extends StoreCheck {
  /** The copy of the journal; absent if nothing was signed. */
  readonly journal?: string
  /** Absent if the store has no secrets. */
  readonly opener?: Opener
}

/** Max copies made of a store if it is signed with meanwhile. */
const attempts = 5

/**
 * Copies a store while others use it, with its journal beside the copy, both of the same moment.
 *
 * @throws DrawauditError `file-exists`; `journal-missing` for a journal that is older than the store, and
 * `store-rolled-back` for a store that is older than the journal; and as `backupSqliteStore` does.
 */
export async function backUpStore(file: string, to: string): Promise<StoreBackedUp> {
  const names = [to, journalOf(to)]
  for (const name of names) {
    if (!existsSync(name)) continue
    throw new DrawauditError('file-exists', 'there is such a file', {
      hint: 'name a new file: the journal is saved beside it, with the suffix .signed',
      where: { file: name },
    })
  }
  const copy = `${to}.copy`
  try {
    for (let left = attempts - 1; ; left -= 1) {
      // Left behind by a killed run.
      await rm(copy, { force: true })
      const result = await backupSqliteStore(file, copy)
      const journal = readJournal(journalOf(file))
      const fault = await findFault(copy, journalOf(file), journal)
      if (fault?.code === 'store-rolled-back' && left > 0) continue
      if (fault !== undefined) throw fault
      const opener = await findOpener(copy)
      // The store last: a store always has its journal.
      if (journal.exists) putJournal(journalOf(file), journal, journalOf(to))
      await withFile(to, 'write', () => rename(copy, to))
      syncPath(dirname(resolve(to)))
      return { ...result, ...(journal.exists && { journal: journalOf(to) }), ...(opener && { opener }) }
    }
  } finally {
    await rm(copy, { force: true })
  }
}

export interface StoreRestored extends StoreCheck {
  /**
   * `restored`: the backup's journal was put in place; `kept`: the existing one has everything that the
   * backup's has; `none`: there is none, and signatures since then are unknown.
   */
  readonly journal: 'restored' | 'kept' | 'none'
  /** Why nothing can be signed with it, if so. */
  readonly fault?: DrawauditError
  /** The latest date of a statement in it. */
  readonly lastDate?: string
}

/**
 * Restores a backup: the store, and its journal unless there is a newer one.
 *
 * @param isNewest - restores the backup's journal if there is none: nothing was signed since.
 * @throws DrawauditError `journal-missing` for a backup whose journal is older than its store,
 * `journal-invalid` if the existing journal has another history than the backup's; and as
 * `restoreSqliteStore` does. Nothing has changed then.
 */
export async function restoreStore(
  from: string,
  file: string,
  { replace = false, isNewest = false } = {},
): Promise<StoreRestored> {
  let isRestored = false as boolean
  const given = readJournal(journalOf(from))
  const beforeCopy = async (): Promise<void> => {
    const fault = given.exists ? await findFault(from, journalOf(from), given) : undefined
    if (fault?.code === 'journal-missing') throw refuseOlder(fault, journalOf(from))
    const there = readJournal(journalOf(file))
    isRestored = given.exists && (there.exists ? mayReplace(there, given, journalOf(file)) : isNewest)
  }
  const result = await restoreSqliteStore(from, file, { replace, beforeCopy })
  if (isRestored) putJournal(journalOf(from), given, journalOf(file))
  const journal = readJournal(journalOf(file))
  const fault = await findFault(file, journalOf(file), journal)
  const lastDate = await findLastDate(file)
  return {
    ...result,
    journal: isRestored ? 'restored' : journal.exists ? 'kept' : 'none',
    ...(fault && { fault }),
    ...(lastDate !== undefined && { lastDate }),
  }
}

function refuseOlder(cause: DrawauditError, journal: string): DrawauditError {
  return new DrawauditError('journal-missing', `${cause.message}: it is older than the store beside it`, {
    hint: 'with an older journal a second history could be signed: put the journal of this backup beside it, or move this one away to restore the store alone, which then signs nothing',
    where: { file: journal },
    cause,
  })
}

/**
 * Whether the journal of a backup knows more than the existing one.
 *
 * @throws DrawauditError `journal-invalid` if each knows something that the other does not.
 */
function mayReplace(there: Journal, given: Journal, file: string): boolean {
  if (hasAll(there, given)) return false
  if (hasAll(given, there)) return true
  throw new DrawauditError(
    'journal-invalid',
    'the journal that is there has another history than that of the backup',
    {
      hint: 'it belongs to another store, or both were used for signing: compare the two before you move one away',
      where: { file },
    },
  )
}

/** Whether a journal contains every line of another. */
function hasAll(one: Journal, other: Journal): boolean {
  const digests = new Map(
    one.lines.map(({ raffleId, sequence, digest }) => [`${raffleId} ${sequence}`, digest]),
  )
  return (
    other.lines.every(
      ({ raffleId, sequence, digest }) => digests.get(`${raffleId} ${sequence}`) === digest,
    ) &&
    [...other.heads.values()].every(({ origin, size }) => (one.heads.get(origin)?.size ?? -1) >= size) &&
    [...other.lost].every(id => one.lost.has(id)) &&
    [...other.lostLogs].every(origin => one.lostLogs.has(origin))
  )
}

/** Why nothing may be signed with a store and a journal, if so. */
async function findFault(file: string, name: string, journal: Journal): Promise<DrawauditError | undefined> {
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    compareJournal(name, journal, await store.ceremonies.readDigests())
    compareHeads(name, journal, await readLogState(store.log))
    return undefined
  } catch (error) {
    if (!(error instanceof DrawauditError) || !['store-rolled-back', 'journal-missing'].includes(error.code))
      throw error
    return error
  } finally {
    await store.close()
  }
}

async function findOpener(file: string): Promise<Opener | undefined> {
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    const box = await store.ceremonies.readSecretBox()
    return box && (box.scrypt === undefined ? 'key file' : 'passphrase')
  } finally {
    await store.close()
  }
}

async function findLastDate(file: string): Promise<string | undefined> {
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    return await store.ceremonies.readLastDate()
  } finally {
    await store.close()
  }
}

/** Copies the complete lines of a journal, readable by the operator only. */
function putJournal(from: string, { length }: Journal, to: string): void {
  const bytes = readIfThere(from)?.subarray(0, length) ?? new Uint8Array()
  withFile(to, 'write', () => {
    replaceFile(to, [bytes], `${to}.partial`)
    chmodSync(to, 0o600)
    syncPath(dirname(resolve(to)))
  })
}
