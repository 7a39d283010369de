/**
 * Continues with a copy of a store whose journal differs.
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
import { findBehind, placeOfJournal } from './check-consoles.js'
import { readLogState } from './check-journal.js'
import { findUnnoted, findUnnotedHead } from './compare-journal.js'
import {
  appendJournal,
  readJournal,
  type Journal,
  type JournalHead,
  type JournalLine,
  type JournalReceipts,
  type JournalContent,
} from './journal.js'

/** The result for a journal. */
export interface StoreAdopted {
  /** Number of statements added to the journal. */
  readonly added: number
  /** Raffles of which the journal knows more: no further signatures for them. */
  readonly lost: readonly string[]
  /** Logs of which the journal knows more, by origin: no further signatures for them. */
  readonly lostLogs: readonly string[]
  /** Raffles whose last receipts are lost: some entries may get a second one. */
  readonly lostReceipts: readonly string[]
  /** Databases only. */
  readonly database?: DatabaseAdopted
}

/** The state of a database compared with a journal. */
export interface DatabaseAdopted {
  /** Its identity at the last comparison; absent for a new journal. */
  readonly was?: string
  readonly is: string
  /** Statements in the journal but not in the store. */
  readonly missing: readonly JournalLine[]
  /** Statements in the store that the journal lacked. */
  readonly added: readonly JournalLine[]
  /** Journals that must be compared as well before anything is signed. */
  readonly waitsFor: readonly ConsoleRow[]
}

interface AdoptOptions {
  /** Names of journals that are lost for ever: nobody waits for them. */
  readonly lostJournals?: readonly string[]
}

/** The parts of a transaction that are read, and written in a database. */
interface Adopted {
  readonly ceremonies: CeremonyReader
  readonly log: LogReader
  readonly consoles?: ConsoleWriter | undefined
}

/**
 * Makes a journal match a store that a person has declared the newest copy. Raffles and logs of which the
 * journal knows more are given up; in a database, by all its consoles.
 *
 * @throws DrawauditError `usage` for a lost journal unknown to the database; as `readJournal` does.
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

/** Records in the database that a journal was compared with it, and what is given up. */
async function attach(
  file: string,
  journal: Journal,
  consoles: ConsoleWriter,
  { lost, lostLogs, lostJournals }: Record<'lost' | 'lostLogs' | 'lostJournals', readonly string[]>,
): Promise<{
  readonly lines: readonly JournalContent[]
  readonly found: Pick<DatabaseAdopted, 'was' | 'is' | 'waitsFor'>
}> {
  const { self } = journal
  const place = placeOfJournal(file)
  const database = await consoles.readIdentity()
  const before = await consoles.listConsoles()
  // Consoles unknown to an older copy: they must be compared with it as well.
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

/** Whether the store's entries lead to a signed head. */
async function leadsTo(log: LogReader, { size, root }: JournalHead, engine: Engine): Promise<boolean> {
  const found = await deriveRoot(log, size, engine)
  return found !== undefined && formatSha256(found) === root
}
