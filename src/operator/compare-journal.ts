/**
 * A journal and its store side by side: whether the store is the newest copy.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { StatementDigest } from '../store/ceremonies.js'
import type { Journal, JournalHead, JournalLine } from './journal.js'

/** What of a store's log is compared. */
export interface LogState {
  readonly origin: string
  readonly entries: number
  /** The last that was signed. */
  readonly head?: JournalHead
}

/**
 * Compares a journal with the statements of its store.
 *
 * @throws DrawauditError `store-rolled-back` when the journal has what the store lacks, `journal-missing` when the
 * store has what the journal lacks.
 */
export function compareJournal(file: string, journal: Journal, digests: readonly StatementDigest[]): void {
  const key = ({ raffleId, sequence }: Pick<JournalLine, 'raffleId' | 'sequence'>): string =>
    `${raffleId} ${sequence}`
  const stored = new Map(digests.map(one => [key(one), one.digest]))
  const ahead = journal.lines.find(
    line => stored.get(key(line)) !== line.digest && !journal.lost.has(line.raffleId),
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
  const noted = new Set(journal.lines.map(key))
  const behind = digests.find(one => one.signed && !noted.has(key(one)))
  if (behind === undefined) return
  throw new DrawauditError(
    'journal-missing',
    journal.exists
      ? `the journal lacks statement ${behind.sequence} of raffle ${behind.raffleId}, which the store has`
      : 'the store has signed statements, and there is no journal beside it',
    {
      hint: 'put the journal back beside the store; drawaudit store adopt makes one from the store, if it is the newest copy. Nothing was signed',
      where: { file },
    },
  )
}

/**
 * Compares a journal with the log of its store: with its entries and its last head.
 *
 * @throws DrawauditError as {@link compareJournal} does. A head in the journal that the store can still sign, since
 * it has the entries, is no fault.
 */
export function compareHeads(
  file: string,
  { heads, lostLogs }: Pick<Journal, 'heads' | 'lostLogs'>,
  stored: LogState | undefined,
): void {
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
  const { head } = stored ?? {}
  if (head === undefined || (heads.get(head.origin)?.size ?? -1) >= head.size) return
  throw new DrawauditError(
    'journal-missing',
    `the journal lacks the head of ${head.size} entries of the log ${head.origin}, which the store has`,
    {
      hint: 'put the journal back beside the store; drawaudit store adopt makes one from the store, if it is the newest copy. Nothing was signed',
      where: { file },
    },
  )
}
