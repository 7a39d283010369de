/**
 * The consoles that sign from one database. Each journal is attached to one identity of the database, and
 * nothing is signed while the identities differ: after a failover a console that is behind cannot sign what
 * another journal already has, and a console that still reaches the old server cannot sign there once its
 * journal is attached to the new one.
 *
 * @packageDocumentation
 */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { DrawauditError } from '../errors.js'
import type { ConsoleRow, ConsoleWriter } from '../store/consoles.js'
import type { Transaction } from '../store/store.js'
import type { Desk } from './desk.js'
import type { Journal, JournalContent } from './journal.js'

/**
 * Compares a journal with the database's record of its consoles.
 *
 * @returns lines that the journal lacks.
 * @throws DrawauditError `store-rolled-back`.
 */
export async function checkConsoles(
  file: string,
  journal: Omit<Journal, 'lines'>,
  consoles: ConsoleWriter,
): Promise<readonly JournalContent[]> {
  const { self } = journal
  const identity = await consoles.readIdentity()
  const rows = await consoles.listConsoles()
  const refuse = (message: string, hint = adoptEach): never => {
    throw new DrawauditError('store-rolled-back', message, {
      hint: `${hint}. Nothing was signed`,
      where: { file },
    })
  }
  if (self !== undefined && self.database !== identity) {
    refuse(`the database is ${identity} now, and this journal was last compared with ${self.database}`)
  }
  const own = rows.find(row => row.journal === self?.journal)
  if (own !== undefined && own.database !== identity) {
    refuse(
      own.database === null
        ? 'this journal was given up as lost'
        : 'the database does not know that this journal was compared with it',
      'if this is the newest copy: drawaudit store adopt --is-newest',
    )
  }
  const forgotten = [...journal.consoles.values()].find(one => !rows.some(row => row.journal === one.journal))
  if (forgotten !== undefined) {
    refuse(`the database does not know the journal ${forgotten.journal} (${forgotten.place}) any more`)
  }
  const behind = findBehind(rows, identity).find(row => row !== own)
  if (behind !== undefined) {
    refuse(
      `the journal ${behind.journal} (${behind.place}) was not compared with the database ${identity} yet`,
      'on that machine: drawaudit store adopt --is-newest; if that journal is lost for ever: drawaudit store adopt --is-newest --lost-journal ID',
    )
  }
  const last = await consoles.readLastSigned()
  if (
    journal.last !== undefined &&
    (last.number < journal.last.number ||
      (last.number === journal.last.number && last.digest !== journal.last.digest))
  ) {
    refuse(
      `the database had signed ${journal.last.number} times, and says ${last.number} now or something else`,
    )
  }
  // Its row was rolled back with the transaction that added it.
  if (self !== undefined && own === undefined) {
    await consoles.writeConsole({ journal: self.journal, place: placeOfJournal(file), database: identity })
  }
  const { raffles, logs } = await consoles.readGivenUp()
  // What this journal gave up before the database knew, no other console may sign.
  await consoles.giveUp(
    [...journal.lost].filter(id => !raffles.includes(id)),
    [...journal.lostLogs].filter(origin => !logs.includes(origin)),
  )
  return [
    ...findUnknown(journal, rows, self?.journal),
    ...raffles.filter(id => !journal.lost.has(id)).map(lost => ({ lost })),
    ...logs.filter(origin => !journal.lostLogs.has(origin)).map(lostLog => ({ lostLog })),
    ...(last.number === (journal.last?.number ?? 0) ? [] : [{ last }]),
  ]
}

const adoptEach =
  'it may be an older copy, as after a failover: restore the newer one, or stop what signs and give drawaudit store adopt --is-newest on every machine that signs'

/** Registers a journal that was compared with the store. @returns lines that the journal lacks. */
export async function joinConsoles(
  file: string,
  consoles: ConsoleWriter,
): Promise<readonly JournalContent[]> {
  const database = await consoles.readIdentity()
  const journal = await consoles.addConsole({ place: placeOfJournal(file), database })
  return [{ self: { journal, database } }]
}

/** Consoles that were last compared with another database. */
export const findBehind = (rows: readonly ConsoleRow[], identity: string): readonly ConsoleRow[] =>
  rows.filter(({ database }) => database !== null && database !== identity)

/** Other consoles unknown to a journal. */
const findUnknown = (
  journal: Omit<Journal, 'lines'>,
  rows: readonly ConsoleRow[],
  own: string | undefined,
): readonly JournalContent[] =>
  rows
    .filter(row => row.journal !== own && !journal.consoles.has(row.journal))
    .map(({ journal: name, place }) => ({ console: { journal: name, place } }))

/** Location of a journal, for people. */
export const placeOfJournal = (file: string): string => `${hostname()}:${resolve(file)}`

/**
 * Takes the turn to sign by a compare-and-swap of the last signature, before anything is signed: of two
 * consoles that both passed the checks, only one gets it.
 *
 * @param journal - as read in this transaction.
 * @throws DrawauditError `store-busy`.
 */
export async function claimTurn(
  { isShared }: Pick<Desk, 'isShared'>,
  { consoles }: Pick<Transaction, 'consoles'>,
  { last = { number: 0, digest: '' } }: Pick<Journal, 'last'>,
  digest: string,
): Promise<void> {
  if (!isShared || consoles === undefined) return
  if (await consoles.swapLastSigned(last, digest)) return
  throw new DrawauditError('store-busy', 'another process has signed meanwhile', {
    hint: 'try again when that one is done',
  })
}
