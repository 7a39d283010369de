/**
 * The store interface for server and operator, independent of the database.
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

/** The body of a view as sent to clients, made at publication. */
export interface View {
  readonly body: Uint8Array
  /** Strong entity tag with quotes: the lower-case hex MD5 of `body`. */
  readonly etag: string
}

/** The published data of one raffle. */
export interface Raffle {
  /** A UUID in lower case, like every raffle id of a store. */
  readonly raffleId: string
  readonly totalDraws: number
  /** Unknown without statistics. */
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
 * A durable store of published data. Every method but `generation` rejects with a DrawauditError
 * `store-busy`, `store-damaged` or `store-unavailable` if the database fails.
 */
export interface Store {
  /** Databases only: a UUID, which dumps and their copies share. */
  readonly storeId?: string
  /**
   * A number that changes with every commit, by this or another process.
   *
   * @throws DrawauditError as the other methods.
   */
  generation(): number
  readRaffle(raffleId: string): Promise<Raffle | undefined>
  /** Every published version of a raffle's audit record, as one JSON body. */
  readAuditHistory(raffleId: string): Promise<View | undefined>
  /** The signed statements of a raffle drawn by the protocol. */
  readStatements(raffleId: string): Promise<View | undefined>
  /** The light bundle of a raffle drawn by the protocol, from its commitment on. */
  readBundle(raffleId: string): Promise<View | undefined>
  /** The sealed list in order, in pages; undefined before the seal. */
  readEntries(raffleId: string): Promise<AsyncIterable<readonly Entry[]> | undefined>
  /** Undefined before the seal, and for an entry that is not in the list. */
  readEntryProof(raffleId: string, entryId: string): Promise<EntryProofJson | undefined>
  /** The keys of the operators and of the log as a trust file to review. */
  readTrust(): Promise<TrustJson>
  /** Read access for the operator. */
  readonly ceremonies: CeremonyReader
  /** The transparency log, if any. */
  readonly log: LogReader
  /** Webhook endpoints, and their deliveries. */
  readonly outbox: OutboxReader
  /** Tokens and requests of the desk. */
  readonly desk: DeskReader
  /** By id. */
  listRaffles(page: Page): Promise<readonly RaffleSummary[]>
  /** Newest first, by first publication. */
  listSummaries(query: SummaryQuery): Promise<readonly ListedRaffle[]>
  /** One line of that list; undefined for an unpublished raffle. */
  readSummary(raffleId: string): Promise<ListedRaffle | undefined>
  /** Number of raffles in each state. */
  countSummaries(): Promise<Readonly<Record<RaffleState, number>>>
  /** Number of raffles neither drawn nor cancelled whose draw was due before a time: RFC 3339, `+00:00`. */
  countOverdue(before: string): Promise<number>
  /** The database's clock, if it may differ from this machine's; undefined for a file. */
  readonly readClock: () => Promise<Date | undefined>
  /** Commits everything that `work` writes, durably, or nothing if `work` rejects. */
  transact<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactOptions): Promise<T>
  close(): Promise<void>
}

/** Scheduling of a transaction. */
export interface TransactOptions {
  /**
   * It completes what an earlier transaction began, and takes precedence: otherwise a hundred raffles signed
   * at once would all wait for the last before any is published.
   */
  readonly goesOn?: boolean
  /**
   * It only writes deliveries of webhooks. If the database allows concurrent writes, it does not wait for
   * others, and `generation` may stay the same.
   */
  readonly outboxOnly?: boolean
}

/** Reads and writes of one transaction. */
export interface Transaction {
  /** The current record, as `normalizeAuditRecord` returns it; without draws if none was published. */
  readAuditRecord(raffleId: string): Promise<AuditRecord | undefined>
  readStatistics(raffleId: string): Promise<Statistics | undefined>
  /** Adds a version of the audit record, makes it the current one, and updates its views. */
  writeAuditRecord(record: AuditRecord, version: AuditVersion): Promise<void>
  /** Replaces the statistics and their view; a new raffle gets a record without draws. */
  writeStatistics(statistics: Statistics, at: string): Promise<void>
  /** Sets the list entry of a raffle drawn by the protocol, which must have a record or statistics. */
  writeSummary(raffleId: string, summary: CeremonySummary): Promise<void>
  readonly ceremonies: CeremonyWriter
  readonly log: LogWriter
  readonly outbox: OutboxWriter
  readonly desk: DeskWriter
  /** Databases only: several consoles may sign from one. */
  readonly consoles?: ConsoleWriter | undefined
}

/** The proof that an entry is in a sealed list, as schemas/entry-proof.json defines it. */
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
  /** Why it replaces the previous version; absent if it only adds draws. */
  readonly reason?: string
}
