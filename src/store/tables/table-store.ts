/**
 * The database-independent part of a store.
 *
 * @packageDocumentation
 */
import type { Entry } from '../../model/entry.js'
import type { TrustJson } from '../../model/trust.js'
import { buildTrust, findEntryProof, findSealedEntries } from '../public-ceremony.js'
import type { EntryProofJson, Page, Raffle, Store, TransactOptions, Transaction, View } from '../store.js'
import type { ListedRaffle, RaffleState, RaffleSummary, SummaryQuery } from '../summaries.js'
import type { Sql } from './sql.js'
import { StoreTables } from './store-tables.js'

/** A store on its tables; opening, writing and closing are up to the database. */
export abstract class TableStore implements Store {
  readonly ceremonies: StoreTables['ceremonies']
  readonly log: StoreTables['log']
  readonly outbox: StoreTables['outbox']
  readonly desk: StoreTables['desk']
  readonly readClock: () => Promise<Date | undefined>
  readonly #tables: StoreTables

  /** @param sql - reads committed data only. */
  constructor(sql: Sql) {
    this.#tables = new StoreTables(sql, 'read')
    this.ceremonies = this.#tables.ceremonies
    this.log = this.#tables.log
    this.outbox = this.#tables.outbox
    this.desk = this.#tables.desk
    this.readClock = () => readClock(sql)
  }

  abstract generation(): number
  abstract transact<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactOptions): Promise<T>
  abstract close(): Promise<void>

  readRaffle(raffleId: string): Promise<Raffle | undefined> {
    return this.#tables.readRaffle(raffleId)
  }

  readAuditHistory(raffleId: string): Promise<View | undefined> {
    return this.#tables.readView(raffleId, 'audit-history')
  }

  readStatements(raffleId: string): Promise<View | undefined> {
    return this.#tables.readView(raffleId, 'statements')
  }

  readBundle(raffleId: string): Promise<View | undefined> {
    return this.#tables.readView(raffleId, 'bundle')
  }

  readEntries(raffleId: string): Promise<AsyncIterable<readonly Entry[]> | undefined> {
    return findSealedEntries(this.ceremonies, raffleId)
  }

  readEntryProof(raffleId: string, entryId: string): Promise<EntryProofJson | undefined> {
    return findEntryProof(this.ceremonies, raffleId, entryId)
  }

  readTrust(): Promise<TrustJson> {
    return buildTrust(this.ceremonies, this.log)
  }

  listRaffles(page: Page): Promise<readonly RaffleSummary[]> {
    return this.#tables.listRaffles(page)
  }

  listSummaries(query: SummaryQuery): Promise<readonly ListedRaffle[]> {
    return this.#tables.summaries.list(query)
  }

  readSummary(raffleId: string): Promise<ListedRaffle | undefined> {
    return this.#tables.summaries.read(raffleId)
  }

  countSummaries(): Promise<Readonly<Record<RaffleState, number>>> {
    return this.#tables.summaries.count()
  }

  countOverdue(before: string): Promise<number> {
    return this.#tables.summaries.countOverdue(before)
  }
}

async function readClock(sql: Sql): Promise<Date | undefined> {
  const { clock } = sql.dialect
  if (clock === undefined) return undefined
  const row = await sql.get<{ now: number }>(`SELECT ${clock} AS now`)
  return row && new Date(row.now)
}
