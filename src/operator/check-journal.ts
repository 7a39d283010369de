/**
 * Checks that the store is the newest copy, before anything is signed.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import type { CeremonyReader, StatementDigest } from '../store/ceremonies.js'
import type { ConsoleWriter } from '../store/consoles.js'
import type { LogReader } from '../store/log.js'
import { checkConsoles, joinConsoles } from './check-consoles.js'
import {
  compareHeads,
  compareJournal,
  findUnnoted,
  findUnnotedHead,
  refuseMoved,
  type LogState,
} from './compare-journal.js'
import type { Desk } from './desk.js'
import { appendJournal, readJournal, type Journal, type Line } from './journal.js'

/** The parts of a transaction that are checked. */
interface Checked {
  readonly ceremonies: CeremonyReader
  readonly log: LogReader
  readonly consoles?: ConsoleWriter | undefined
}

/**
 * Asserts that the store is the newest copy.
 *
 * @throws DrawauditError `store-rolled-back`, `journal-missing`, `journal-invalid`.
 */
export async function checkJournal(
  { journal: file, isShared }: Pick<Desk, 'journal' | 'isShared'>,
  { ceremonies, log, consoles }: Checked,
  raffleId?: string,
): Promise<Journal> {
  const digests = await ceremonies.readDigests()
  const state = await readLogState(log)
  let journal = readJournal(file)
  refuseMoved(file, journal)
  const others = isShared ? consoles : undefined
  const news = others === undefined ? [] : await checkConsoles(file, journal, others)
  if (isShared && journal.exists) {
    journal = takeUp(file, journal, [...news, ...findNews(journal, digests, state)])
  }
  compareJournal(file, journal, digests)
  compareHeads(file, journal, state)
  if (others !== undefined && journal.self === undefined) {
    const joined = await joinConsoles(file, others)
    journal = takeUp(file, journal, journal.exists ? joined : [...news, ...joined])
  }
  if (raffleId === undefined || !journal.lost.has(raffleId)) return journal
  throw new DrawauditError('store-rolled-back', 'this raffle was given up: later statements of it are lost', {
    hint: 'run the raffle again under another id, and say so where it is announced',
    where: { file },
  })
}

/** Statements signed by other consoles, which have journals of their own. */
function findNews(
  journal: Journal,
  digests: readonly StatementDigest[],
  state: LogState | undefined,
): readonly Line[] {
  const head = findUnnotedHead(journal, state)
  return [...findUnnoted(journal, digests), ...(head === undefined ? [] : [{ head }])]
}

function takeUp(file: string, journal: Journal, lines: readonly Line[]): Journal {
  if (lines.length === 0) return journal
  appendJournal(file, journal, lines)
  return readJournal(file)
}

/** The state of a store's log for comparison with its journal; undefined without a log. */
export async function readLogState(log: LogReader): Promise<LogState | undefined> {
  const row = await log.readLog()
  if (row === undefined) return undefined
  const { origin } = row
  const head = await log.readHead()
  return {
    origin,
    entries: await log.countEntries(),
    ...(head && { head: { origin, size: head.size, root: formatSha256(head.root) } }),
  }
}
