/**
 * Compares a journal with its store: whether the store is the newest copy.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { StatementDigest } from '../store/ceremonies.js'
import type { Journal, JournalHead, JournalLine } from './journal.js'

/** The state of a store's log, for comparison. */
export interface ComparedLog {
  readonly origin: string
  readonly entries: number
  /** The latest signed head. */
  readonly head?: JournalHead
}

/** Where a statement stands, as a text. */
export const keyOf = ({ raffleId, sequence }: Pick<JournalLine, 'raffleId' | 'sequence'>): string =>
  `${raffleId} ${sequence}`

/**
 * Compares a journal with the statements of its store.
 *
 * @param later - the journal as it was read after the statements, where the store is not locked: what was signed
 * meanwhile is in it.
 * @throws DrawauditError `store-rolled-back` when the journal has what the store lacks, `journal-missing` when the
 * store has what the journal lacks.
 */
export function compareJournal(
  file: string,
  journal: Journal,
  digests: readonly StatementDigest[],
  later = journal,
): void {
  const stored = new Map(digests.map(one => [keyOf(one), one.digest]))
  const ahead = journal.lines.find(
    line => stored.get(keyOf(line)) !== line.digest && !journal.lost.has(line.raffleId),
  )
  if (ahead !== undefined) {
    throw new DrawauditError(
      'store-rolled-back',
      `statement ${ahead.sequence} of raffle ${ahead.raffleId} was signed, and the store does not have it`,
      {
        hint: 'the store is an older copy: restore the newer one; drawaudit store adopt gives that raffle up. Nothing was signed',
        where: { file },
      },
    )
  }
  const [behind] = findUnnoted(later, digests)
  if (behind === undefined) return
  throw new DrawauditError(
    'journal-missing',
    later.exists
      ? `the journal lacks statement ${behind.sequence} of raffle ${behind.raffleId}, which the store has`
      : 'the store has signed statements, and its journal is not there',
    {
      hint: 'put the journal back: beside a file, and of a database where DRAWAUDIT_JOURNAL or the home of this user says; drawaudit store adopt --is-newest makes one from the store, if that is the newest copy. Nothing was signed',
      where: { file },
    },
  )
}

/** @throws DrawauditError `store-rolled-back` for a store that was copied to a database. */
export function refuseMoved(file: string, { movedTo }: Pick<Journal, 'movedTo'>): void {
  if (movedTo === undefined) return
  throw new DrawauditError(
    'store-rolled-back',
    `the store was moved to ${movedTo}: this file is an older copy`,
    {
      hint: 'go on there; only if nothing was signed there, drawaudit store adopt --is-newest goes on here. Nothing was signed',
      where: { file },
    },
  )
}

/**
 * Checks that no receipts are missing: an older copy of a store would issue second ones.
 *
 * @param issued - number of the raffle's receipts in the store.
 * @throws DrawauditError `store-rolled-back`.
 */
export function compareReceipts(
  file: string,
  { receipts }: Pick<Journal, 'receipts'>,
  raffleId: string,
  issued: number,
): void {
  const noted = receipts.get(raffleId) ?? 0
  if (noted <= issued) return
  throw new DrawauditError(
    'store-rolled-back',
    `${noted} receipts or more of raffle ${raffleId} were issued, and the store knows of ${issued}`,
    {
      hint: 'the store is an older copy: restore the newer one; after drawaudit store adopt --is-newest entries may get a second receipt. The list can be sealed and drawn as it is',
      where: { file },
    },
  )
}

/**
 * Whether the number of receipts is worth a line: one line for each increase of 1 %, so that neither the
 * lines nor the time for them grow with the number of receipts.
 */
export function isWorthNoting(
  { receipts }: Pick<Journal, 'receipts'>,
  raffleId: string,
  issued: number,
): boolean {
  const noted = receipts.get(raffleId) ?? 0
  return issued > noted + noted / 100
}

/** Statements signed in the store that the journal lacks. */
export function findUnnoted(
  journal: Pick<Journal, 'lines'>,
  digests: readonly StatementDigest[],
): readonly StatementDigest[] {
  const noted = new Set(journal.lines.map(keyOf))
  return digests.filter(one => one.signed && !noted.has(keyOf(one)))
}

/** The latest head signed in the store, if the journal lacks it. */
export function findUnnotedHead(
  { heads }: Pick<Journal, 'heads'>,
  stored: ComparedLog | undefined,
): JournalHead | undefined {
  const { head } = stored ?? {}
  return head === undefined || (heads.get(head.origin)?.size ?? -1) >= head.size ? undefined : head
}

/**
 * Compares a journal with the log of its store: its entries and its latest head.
 *
 * @param later - as for {@link compareJournal}.
 * @throws DrawauditError as {@link compareJournal} does. A head in the journal that the store can still sign,
 * because it has the entries, is not an error.
 */
export function compareHeads(
  file: string,
  journal: Pick<Journal, 'heads' | 'lostLogs'>,
  stored: ComparedLog | undefined,
  later: Pick<Journal, 'heads'> = journal,
): void {
  const { heads, lostLogs } = journal
  const behind = [...heads.values()].find(({ origin, size, root }) => {
    if (lostLogs.has(origin)) return false
    if (origin !== stored?.origin || size > stored.entries) return true
    return size === stored.head?.size && root !== stored.head.root
  })
  if (behind !== undefined) {
    throw new DrawauditError(
      'store-rolled-back',
      `a head of ${behind.size} entries was signed for the log ${behind.origin}, and the store does not have it`,
      {
        hint: 'the store is an older copy: restore the newer one; drawaudit store adopt gives that log up. Nothing was signed',
        where: { file },
      },
    )
  }
  const head = findUnnotedHead(later, stored)
  if (head === undefined) return
  throw new DrawauditError(
    'journal-missing',
    `the journal lacks the head of ${head.size} entries of the log ${head.origin}, which the store has`,
    {
      hint: 'put the journal back beside the store; drawaudit store adopt makes one from the store, if it is the newest copy. Nothing was signed',
      where: { file },
    },
  )
}
