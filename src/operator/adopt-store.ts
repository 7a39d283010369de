/**
 * Going on with a copy of a store whose journal says something else.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import type { ConsoleRow, ConsoleWriter } from '../store/consoles.js'
import type { LogReader } from '../store/log.js'
import { deriveRoot } from '../store/log-tree.js'
import { findBehind, placeOf } from './check-consoles.js'
import { readLogState } from './check-journal.js'
import { findUnnoted, findUnnotedHead } from './compare-journal.js'
import {
  appendJournal,
  readJournal,
  type Journal,
  type JournalHead,
  type JournalLine,
  type JournalReceipts,
  type Line,
} from './journal.js'

/** What became of a journal. */
export interface StoreAdopted {
  /** Statements that were added to the journal. */
  readonly added: number
  /** Raffles of which the journal knows more: nothing more is signed of them. */
  readonly lost: readonly string[]
  /** Logs of which the journal knows more, by their origin: nothing more is signed of them. */
  readonly lostLogs: readonly string[]
  /** Raffles whose last receipts are lost: entries of theirs may get a second one. */
  readonly lostReceipts: readonly string[]
  /** Of a database. */
  readonly database?: DatabaseAdopted
}

/** What was found of a database that a journal is compared with. */
export interface DatabaseAdopted {
  /** Its identity when the journal was last compared with it; absent for a new journal. */
  readonly was?: string
  readonly is: string
  /** Statements that the journal knows and the store lacks. */
  readonly missing: readonly JournalLine[]
  /** Statements that the store has and the journal lacked. */
  readonly added: readonly JournalLine[]
  /** Journals that have to be compared too before anything is signed. */
  readonly waitsFor: readonly ConsoleRow[]
}

interface AdoptOptions {
  /** Journals that are lost for ever, by their names in the database: nobody waits for them. */
  readonly lostJournals?: readonly string[]
}

/** What of a transaction is read, and of a database written. */
interface Adopted {
  readonly ceremonies: CeremonyReader
  readonly log: LogReader
  readonly consoles?: ConsoleWriter | undefined
}

/**
 * Makes a journal say what a store says, where someone who knows has decided that the store is the newest copy. What
 * the journal knows more of is given up, of a database by all who sign from it.
 *
 * @throws DrawauditError `usage` for a lost journal that the database does not know; as `readJournal` does.
 */
export async function adoptStore(
  file: string,
  { ceremonies, log, consoles }: Adopted,
  engine: Engine,
  { lostJournals = [] }: AdoptOptions = {},
): Promise<StoreAdopted> {
  const journal = readJournal(file)
  const digests = await ceremonies.readDigests()
  const stored = new Map(digests.map(one => [`${one.raffleId} ${one.sequence}`, one]))
  const ahead = journal.lines.filter(
    line => stored.get(`${line.raffleId} ${line.sequence}`)?.digest !== line.digest,
  )
  const lost = [...new Set(ahead.map(({ raffleId }) => raffleId))].filter(id => !journal.lost.has(id))
  const missing = findUnnoted(journal, digests)

  const state = await readLogState(log)
  const lostLogs: string[] = []
  for (const head of journal.heads.values()) {
    if (journal.lostLogs.has(head.origin)) continue
    if (head.origin !== state?.origin || !(await leadsTo(log, head, engine))) lostLogs.push(head.origin)
  }
  const fewer: JournalReceipts[] = []
  for (const [raffleId, noted] of journal.receipts) {
    const count = (await ceremonies.readCeremony(raffleId))?.receipts ?? 0
    if (count < noted) fewer.push({ raffleId, count })
  }
  const head = findUnnotedHead(journal, state)
  const attached =
    consoles &&
    (await attach(file, journal, consoles, {
      lost: [...journal.lost, ...lost],
      lostLogs: [...journal.lostLogs, ...lostLogs],
      lostJournals,
    }))
  const lines = [
    ...missing,
    ...(head === undefined ? [] : [{ head }]),
    ...fewer.map(receipts => ({ receipts })),
    ...lost.map(raffle => ({ lost: raffle })),
    ...lostLogs.map(lostLog => ({ lostLog })),
    ...(journal.movedTo === undefined ? [] : [{ movedTo: null }]),
    ...(attached?.lines ?? []),
  ]
  if (lines.length > 0 || !journal.exists) appendJournal(file, journal, lines)
  return {
    added: missing.length,
    lost,
    lostLogs,
    lostReceipts: fewer.map(({ raffleId }) => raffleId),
    ...(attached && {
      database: {
        ...attached.found,
        missing: ahead.filter(({ raffleId }) => !journal.lost.has(raffleId)),
        added: missing,
      },
    }),
  }
}

/** Says in the database that a journal was compared with it, and what is given up. */
async function attach(
  file: string,
  journal: Journal,
  consoles: ConsoleWriter,
  { lost, lostLogs, lostJournals }: Record<'lost' | 'lostLogs' | 'lostJournals', readonly string[]>,
): Promise<{
  readonly lines: readonly Line[]
  readonly found: Pick<DatabaseAdopted, 'was' | 'is' | 'waitsFor'>
}> {
  const { self } = journal
  const place = placeOf(file)
  const database = await consoles.readIdentity()
  const before = await consoles.listConsoles()
  // Of whom an older copy does not know: they have to be compared with it as well.
  for (const other of journal.consoles.values()) {
    if (before.some(row => row.journal === other.journal)) continue
    await consoles.writeConsole({ ...other, database: '' })
  }
  const name = self?.journal ?? (await consoles.addConsole({ place, database }))
  if (self !== undefined) await consoles.writeConsole({ journal: name, place, database })
  const rows = await consoles.listConsoles()
  for (const id of lostJournals) {
    const row = rows.find(one => one.journal === id && id !== name)
    if (row === undefined)
      throw new DrawauditError('usage', `no other journal ${JSON.stringify(id)} signs from here`)
    await consoles.writeConsole({ ...row, database: null })
  }
  await consoles.giveUp(lost, lostLogs)
  return {
    lines: [{ self: { journal: name, database } }, { last: await consoles.readLastSigned() }],
    found: {
      ...(self && { was: self.database }),
      is: database,
      waitsFor: findBehind(await consoles.listConsoles(), database),
    },
  }
}

/** The entries that the store has lead to a head that was signed. */
async function leadsTo(log: LogReader, { size, root }: JournalHead, engine: Engine): Promise<boolean> {
  const found = await deriveRoot(log, size, engine)
  return found !== undefined && formatSha256(found) === root
}
