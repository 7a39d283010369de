/**
 * Where the journal of a store is.
 *
 * @packageDocumentation
 */
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { DrawauditError } from '../errors.js'
import { journalOf } from '../operator/journal.js'
import { describeStore, isPostgresUrl } from '../store/open-store.js'

/**
 * Beside a file. Of a database it is the file that DRAWAUDIT_JOURNAL names, or one of this user's state, which is made
 * where there is none.
 *
 * @throws DrawauditError `file-access` for a folder that cannot be made.
 */
export function findJournal(store: string): string {
  if (!isPostgresUrl(store)) return journalOf(store)
  const given = process.env['DRAWAUDIT_JOURNAL'] ?? ''
  if (given !== '') return given
  const state = process.env['XDG_STATE_HOME'] ?? ''
  const folder = join(state === '' ? join(homedir(), '.local', 'state') : state, 'drawaudit')
  const name = describeStore(store).slice('postgres://'.length)
  return makeFolder(join(folder, `${name.replace(/[^\w.-]+/g, '_')}.signed`))
}

function makeFolder(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return file
  } catch (cause) {
    throw new DrawauditError('file-access', 'the folder of the journal cannot be made', {
      hint: 'name a file with DRAWAUDIT_JOURNAL',
      where: { file: dirname(file) },
      cause,
    })
  }
}
