/**
 * Where the journal of a store is.
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
 * Beside a file. Of a database it is the file that DRAWAUDIT_JOURNAL names, or one of this user's state, which has the
 * name that the database carries itself, however its URL is written and wherever it is restored.
 *
 * @throws DrawauditError `file-access` for a folder that cannot be made.
 */
export const findJournal = (name: string, { storeId }: Pick<Store, 'storeId'>): string =>
  storeId === undefined ? journalOf(name) : findJournalOf(storeId)

/** {@link findJournal} of a database. */
export function findJournalOf(storeId: string): string {
  const given = process.env['DRAWAUDIT_JOURNAL'] ?? ''
  if (given !== '') return makeFolder(given)
  const state = process.env['XDG_STATE_HOME'] ?? ''
  const folder = join(state === '' ? join(homedir(), '.local', 'state') : state, 'drawaudit')
  return makeFolder(join(folder, `${storeId}.signed`))
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
