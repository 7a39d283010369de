/**
 * Location of a store's signing journal.
 *
 * @packageDocumentation
 */
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { makeFolders } from '../../io/durable-files.js'
import { journalOf } from '../../operator/journal.js'
import type { Store } from '../../store/store.js'

/**
 * Path of the signing journal. For a store file: beside it. For a database: DRAWAUDIT_JOURNAL, or a file in this
 * user's state folder named by the id stored in the database, which is independent of its URL and survives a
 * restore.
 *
 * @throws DrawauditError `file-access` if the folder cannot be created.
 */
export const findJournal = (name: string, { storeId }: Pick<Store, 'storeId'>): string =>
  storeId === undefined ? journalOf(name) : findJournalOf(storeId)

/** {@link findJournal} for a database. */
export const findJournalOf = (storeId: string): string => makeFolder(nameJournalOf(storeId))

/** {@link findJournal} for who only reads: nothing is created. */
export const nameJournal = (name: string, { storeId }: Pick<Store, 'storeId'>): string =>
  storeId === undefined ? journalOf(name) : nameJournalOf(storeId)

function nameJournalOf(storeId: string): string {
  const given = process.env['DRAWAUDIT_JOURNAL'] ?? ''
  if (given !== '') return given
  const state = process.env['XDG_STATE_HOME'] ?? ''
  const folder = state === '' ? join(homedir(), '.local', 'state') : state
  return join(folder, 'drawaudit', `${storeId}.signed`)
}

function makeFolder(file: string): string {
  try {
    makeFolders(dirname(file), 0o700)
    return file
  } catch (cause) {
    throw new DrawauditError('file-access', 'the folder of the journal cannot be made', {
      hint: 'name a file with DRAWAUDIT_JOURNAL',
      where: { file: dirname(file) },
      cause,
    })
  }
}
