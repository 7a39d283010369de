/**
 * What a server and an operator need of a store, whatever database is below it.
 *
 * @packageDocumentation
 */
import type { AuditRecord } from '../model/audit-record.js'
import type { Entry, EntryKind } from '../model/entry.js'
import type { Statistics } from '../model/statistics.js'
import type { TrustJson } from '../model/trust.js'
import type { CeremonyReader, CeremonyWriter } from './ceremonies.js'
import type { ConsoleWriter } from './consoles.js'
import type { DeskReader, DeskWriter } from './desk.js'
import type { LogReader, LogWriter } from './log.js'
import type { OutboxReader, OutboxWriter } from './outbox.js'
import type { CeremonySummary, ListedRaffle, RaffleState, RaffleSummary, SummaryQuery } from './summaries.js'

/** The body of a view as it goes over the wire, made when something was published. */
export interface View {
  readonly body: Uint8Array
  /** Strong entity tag with its quotes: the lower-case hex MD5 of `body`. */
  readonly etag: string
}

/** What is published of one raffle. */
export interface Raffle {
  /** A UUID in lower case, like every raffle id that a store takes or gives. */
  readonly raffleId: string
  readonly totalDraws: number
  /** Without statistics nobody knows. */
  readonly totalEntries?: number
  readonly audit: View
  readonly statistics?: View
}

export interface Page {
  /** Begin after this raffle id. */
  readonly after?: string
  readonly limit: number
}

/**
 * A durable store of what was published. Every method but `generation` rejects with a DrawauditError `store-busy`,
 * `store-damaged` or `store-unavailable` when the database cannot do its work.
 */
export interface Store {
  /** Of a database, a UUID that whatever it is copied to by a dump has too. */
  readonly storeId?: string
  /**
   * A number that is another one after anything was committed, by this process or by another.
   *
   * @throws DrawauditError as the other methods.
   */
  generation(): number
  readRaffle(raffleId: string): Promise<Raffle | undefined>
  /** Every audit record that was ever published of a raffle, as one JSON body. */
  readAuditHistory(raffleId: string): Promise<View | undefined>
  /** The signed statements of a raffle that is drawn by the protocol. */
  readStatements(raffleId: string): Promise<View | undefined>
  /** The light bundle of a raffle that is drawn by the protocol, from its commitment on. */
  readBundle(raffleId: string): Promise<View | undefined>
  /** The sealed list in its order, in pages; undefined while it is not sealed. */
  readEntries(raffleId: string): Promise<AsyncIterable<readonly Entry[]> | undefined>
  /** Undefined while the list is not sealed, and for what is not in it. */
  readEntryProof(raffleId: string, entryId: string): Promise<EntryProofJson | undefined>
  /** The operators' keys and that of the log as a trust file to review. */
  readTrust(): Promise<TrustJson>
  /** What the operator's side reads. */
  readonly ceremonies: CeremonyReader
  /** The transparency log, where there is one. */
  readonly log: LogReader
  /** Who is told of what is published, and what became of it. */
  readonly outbox: OutboxReader
  /** Who may use the desk, and what it was asked to do. */
  readonly desk: DeskReader
  /** In the order of their ids. */
  listRaffles(page: Page): Promise<readonly RaffleSummary[]>
  /** The newest first: in the order in which they were first published, turned around. */
  listSummaries(query: SummaryQuery): Promise<readonly ListedRaffle[]>
  /** One line of that list; undefined for what was not published. */
  readSummary(raffleId: string): Promise<ListedRaffle | undefined>
  /** How many raffles have come how far. */
  countSummaries(): Promise<Readonly<Record<RaffleState, number>>>
  /** How many raffles are neither drawn nor cancelled although their draw was due before a time: RFC 3339, `+00:00`. */
  countOverdue(before: string): Promise<number>
  /** The clock of the database, where that is another than this machine's may be; undefined for a file. */
  readonly readClock: () => Promise<Date | undefined>
  /** Carries out all that `work` writes, durably, or nothing of it when `work` rejects. */
  transact<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactOptions): Promise<T>
  close(): Promise<void>
}

/** How a transaction waits for others. */
export interface TransactOptions {
  /**
   * It ends what an earlier one began, and goes before those that begin something: what a hundred raffles sign at once
   * would else wait for the last of them before any of it is published.
   */
  readonly goesOn?: boolean
  /**
   * It delivers webhooks, and writes nothing else. Where the database lets several write at once, it does not wait for
   * the others, and `generation` may stay as it was.
   */
  readonly outboxOnly?: boolean
}

/** What can be read and written in one step. */
export interface Transaction {
  /** The current record, in the form of `normalizeAuditRecord`; without draws where none was published. */
  readAuditRecord(raffleId: string): Promise<AuditRecord | undefined>
  readStatistics(raffleId: string): Promise<Statistics | undefined>
  /** Adds a version of the audit record, which becomes the current one, and makes its views. */
  writeAuditRecord(record: AuditRecord, version: AuditVersion): Promise<void>
  /** Replaces the statistics, and makes their view; a raffle that is new gets a record without draws. */
  writeStatistics(statistics: Statistics, at: string): Promise<void>
  /** Says what lists show of a raffle that is drawn by the protocol; it has to have a record or statistics. */
  writeSummary(raffleId: string, summary: CeremonySummary): Promise<void>
  readonly ceremonies: CeremonyWriter
  readonly log: LogWriter
  readonly outbox: OutboxWriter
  readonly desk: DeskWriter
  /** Of a database, which several consoles may sign from. */
  readonly consoles?: ConsoleWriter | undefined
}

/** The proof that an entry stands in a sealed list: its form is that of schemas/entry-proof.json. */
export interface EntryProofJson {
  readonly raffle_id: string
  readonly entry_id: string
  readonly kind: EntryKind
  /** 64 lower-case hex digits. */
  readonly nonce_hash?: string
  readonly index: number
  readonly total_entries: number
  readonly entries_root: string
  readonly inclusion: readonly string[]
}

export interface AuditVersion {
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly publishedAt: string
  /** Why it replaces the version before; absent where it only adds draws. */
  readonly reason?: string
}
