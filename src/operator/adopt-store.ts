/**
 * Going on with a copy of a store whose journal says something else.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import type { Engine } from '../core/engine.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import type { LogReader } from '../store/log.js'
import { deriveRoot } from '../store/log-tree.js'
import { readLogState } from './check-journal.js'
import { findUnnoted, findUnnotedHead } from './compare-journal.js'
import { appendJournal, readJournal, type JournalHead } from './journal.js'

/** What became of a journal. */
export interface StoreAdopted {
  /** Statements that were added to the journal. */
  readonly added: number
  /** Raffles of which the journal knows more: nothing more is signed of them. */
  readonly lost: readonly string[]
  /** Logs of which the journal knows more, by their origin: nothing more is signed of them. */
  readonly lostLogs: readonly string[]
}

/**
 * Makes a journal say what a store says, where someone who knows has decided that the store is the newest copy. What
 * the journal knows more of is given up.
 */
export async function adoptStore(
  file: string,
  { ceremonies, log }: { readonly ceremonies: CeremonyReader; readonly log: LogReader },
  engine: Engine,
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
  const head = findUnnotedHead(journal, state)
  const lines = [
    ...missing,
    ...(head === undefined ? [] : [{ head }]),
    ...lost.map(raffle => ({ lost: raffle })),
    ...lostLogs.map(lostLog => ({ lostLog })),
    ...(journal.movedTo === undefined ? [] : [{ movedTo: null }]),
  ]
  if (lines.length > 0 || !journal.exists) appendJournal(file, journal, lines)
  return { added: missing.length, lost, lostLogs }
}

/** The entries that the store has lead to a head that was signed. */
async function leadsTo(log: LogReader, { size, root }: JournalHead, engine: Engine): Promise<boolean> {
  const found = await deriveRoot(log, size, engine)
  return found !== undefined && formatSha256(found) === root
}
