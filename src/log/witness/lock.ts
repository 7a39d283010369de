/**
 * One process at a time works with the folder of a witness. SQLite holds the lock, for the operating system gives it
 * back when a process is killed: a file with a process id would stay, or be taken by two at once.
 *
 * @packageDocumentation
 */
import { resolve } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { loadDriver } from '../../store/sqlite/database.js'
import { describeFailure } from '../../store/sqlite/errors.js'

/**
 * Takes a lock, until it is closed or the process ends.
 *
 * @param file - made where it is missing; it stays empty.
 * @throws DrawauditError `witness-busy` when another process has it, `store-unavailable`.
 */
export async function takeLock(file: string): Promise<{ readonly close: () => void }> {
  const Sqlite = await loadDriver()
  let database
  try {
    database = new Sqlite(resolve(file), { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    const held = database
    return {
      close() {
        held.close()
      },
    }
  } catch (cause) {
    database?.close()
    const failure = describeFailure(cause)
    if (!(failure instanceof DrawauditError)) throw failure
    if (failure.code !== 'store-busy') throw failure.at({ file })
    throw new DrawauditError('witness-busy', 'another process works with the folder of this witness', {
      hint: 'end that one first: two would cosign two histories of one log',
      where: { file },
      cause,
    })
  }
}
