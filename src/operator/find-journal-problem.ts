/**
 * Part of `store check`: all of the journal beside all of the store. A step compares only what came since the one before.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Store } from '../store/store.js'
import { readLogState } from './check-journal.js'
import { compareHeads, compareJournal } from './compare-journal.js'
import { readJournal, type Journal } from './journal.js'

/**
 * Compares a journal with its store, which may be in use.
 *
 * @returns what does not agree, as one sentence: lower case, no full stop; undefined where all does, or no journal is
 * there. A journal of a database may lack what other machines signed.
 * @throws DrawauditError `file-kind`, `file-access`; as the store does.
 */
export async function findJournalProblem(
  file: string,
  { ceremonies, log, storeId }: Pick<Store, 'ceremonies' | 'log' | 'storeId'>,
): Promise<string | undefined> {
  const find = (compare: () => void): string | undefined => {
    try {
      compare()
      return undefined
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code.startsWith('file-')) throw error
      const isOthers = storeId !== undefined && error.code === 'journal-missing'
      return isOthers ? undefined : error.message
    }
  }
  let journal: Journal | undefined
  const torn = find(() => (journal = readJournal(file)))
  if (torn !== undefined || journal?.exists !== true) return torn
  const before = journal
  const digests = await ceremonies.readDigests()
  const state = await readLogState(log)
  // What is signed meanwhile is in the journal first.
  const later = readJournal(file)
  return (
    find(() => {
      compareJournal(file, before, digests, later)
    }) ??
    find(() => {
      compareHeads(file, before, state, later)
    })
  )
}
