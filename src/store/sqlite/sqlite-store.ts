/**
 * The embedded store: one SQLite file.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import type { AuditRecord } from '../../model/audit-record.js'
import type { Entry } from '../../model/entry.js'
import type { Statistics } from '../../model/statistics.js'
import type { TrustJson } from '../../model/trust.js'
import { buildTrust, findEntryProof, findSealedEntries } from '../public-ceremony.js'
import type {
  AuditVersion,
  EntryProofJson,
  Page,
  Raffle,
  Store,
  TransactOptions,
  Transaction,
  View,
} from '../store.js'
import { Turns } from '../turns.js'
import {
  createEtag,
  createView,
  formatAuditHistory,
  formatAuditRecord,
  formatStatistics,
  type VersionRow,
} from '../views.js'
import type { CeremonySummary, ListedRaffle, RaffleSummary, SummaryQuery } from '../summaries.js'
import { CeremonyTables, settle } from './ceremony-tables.js'
import { LogTables } from '../tables/log-tables.js'
import { createSql } from './sql.js'
import { OutboxTables } from './outbox-tables.js'
import { SummaryTable } from './summary-table.js'
import { checkVersion, openDatabase, type OpenOptions } from './database.js'
import { attempt, describeFailure } from './errors.js'

/**
 * Opens the store in a file, which is locked while something is written and at no other time: others can read and
 * write it too.
 *
 * @throws DrawauditError with a code that begins with `store-`.
 */
export async function openSqliteStore(file: string, options: OpenOptions): Promise<Store> {
  return new SqliteStore(await openDatabase(file, options), file)
}

interface RaffleRow {
  readonly raffle_id: string
  readonly total_draws: number
  readonly total_entries: number | null
  readonly changed_at: string
}

type ViewName = 'audit' | 'audit-history' | 'statistics' | 'statements' | 'bundle'

class SqliteStore implements Store, Transaction {
  readonly ceremonies: CeremonyTables
  readonly log: LogTables
  readonly outbox: OutboxTables
  readonly #database: Database
  readonly #file: string
  readonly #summaries: SummaryTable
  readonly #statements: ReturnType<typeof prepareStatements>
  /** Commits of this connection, which SQLite's counter leaves out. */
  #commits = 0
  #seen = 0
  readonly #turns = new Turns()

  constructor(database: Database, file: string) {
    this.#database = database
    this.#file = file
    this.#statements = attempt(() => prepareStatements(database))
    this.ceremonies = new CeremonyTables(database, (id, name, text) => {
      this.#writeView(id, name, text)
    })
    this.log = new LogTables(createSql(database))
    this.outbox = new OutboxTables(database)
    this.#summaries = attempt(() => new SummaryTable(database))
  }

  generation(): number {
    return attempt(() => {
      const version = this.#statements.dataVersion.get() ?? 0
      if (version !== this.#seen) checkVersion(this.#database, this.#file)
      this.#seen = version
      return version + this.#commits
    })
  }

  readRaffle(raffleId: string): Promise<Raffle | undefined> {
    return settle(() => {
      const row = this.#statements.raffle.get(raffleId)
      const audit = this.#readView(raffleId, 'audit')
      if (row === undefined || audit === undefined) return undefined
      const statistics = this.#readView(raffleId, 'statistics')
      return {
        raffleId,
        totalDraws: row.total_draws,
        ...(row.total_entries !== null && { totalEntries: row.total_entries }),
        audit,
        ...(statistics && { statistics }),
      }
    })
  }

  readAuditHistory(raffleId: string): Promise<View | undefined> {
    return settle(() => this.#readView(raffleId, 'audit-history'))
  }

  readStatements(raffleId: string): Promise<View | undefined> {
    return settle(() => this.#readView(raffleId, 'statements'))
  }

  readBundle(raffleId: string): Promise<View | undefined> {
    return settle(() => this.#readView(raffleId, 'bundle'))
  }

  readEntries(raffleId: string): Promise<AsyncIterable<readonly Entry[]> | undefined> {
    return findSealedEntries(this.ceremonies, raffleId)
  }

  readEntryProof(raffleId: string, entryId: string): Promise<EntryProofJson | undefined> {
    return findEntryProof(this.ceremonies, raffleId, entryId)
  }

  readTrust(): Promise<TrustJson> {
    return buildTrust(this.ceremonies, this.log, this.outbox)
  }

  listRaffles({ after = '', limit }: Page): Promise<readonly RaffleSummary[]> {
    return settle(() =>
      this.#statements.list.all(after, limit).map(row => ({
        raffleId: row.raffle_id,
        totalDraws: row.total_draws,
        ...(row.total_entries !== null && { totalEntries: row.total_entries }),
        changedAt: row.changed_at,
      })),
    )
  }

  async listSummaries(query: SummaryQuery): Promise<readonly ListedRaffle[]> {
    try {
      return await this.#summaries.list(query)
    } catch (error) {
      throw describeFailure(error)
    }
  }

  /** One after the other: a connection has one transaction at a time. */
  transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    { goesOn = false }: TransactOptions = {},
  ): Promise<T> {
    return this.#turns.take(() => this.#carryOut(work), goesOn)
  }

  async #carryOut<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      attempt(() => this.#database.exec('BEGIN IMMEDIATE'))
      const result = await work(this)
      attempt(() => this.#database.exec('COMMIT'))
      this.#commits += 1
      return result
    } catch (error) {
      // A full disk has rolled back already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      throw describeFailure(error)
    }
  }

  close(): Promise<void> {
    return settle(() => {
      this.#database.close()
    })
  }

  readAuditRecord(raffleId: string): Promise<AuditRecord | undefined> {
    return settle(() => {
      const view = this.#readView(raffleId, 'audit')
      return view && { ...(parseBody(view) as AuditRecord), unknown: [] }
    })
  }

  readStatistics(raffleId: string): Promise<Statistics | undefined> {
    return settle(() => {
      const view = this.#readView(raffleId, 'statistics')
      return view && (parseBody(view) as Statistics)
    })
  }

  writeAuditRecord(record: AuditRecord, { publishedAt, reason }: AuditVersion): Promise<void> {
    return settle(() => {
      const id = record.raffle_id
      this.#statements.writeDraws.run(id, record.draws.length, publishedAt)
      this.#summaries.add(id)
      const text = formatAuditRecord(record)
      this.#statements.addVersion.run({ id, record: text, publishedAt, reason: reason ?? null })
      this.#writeView(id, 'audit', text)
      this.#writeHistory(id)
    })
  }

  writeStatistics(statistics: Statistics, at: string): Promise<void> {
    return settle(() => {
      const id = statistics.raffle_id
      const isNew = this.#statements.raffle.get(id) === undefined
      this.#statements.writeEntries.run(id, statistics.total_entries, at)
      this.#summaries.add(id)
      this.#writeView(id, 'statistics', formatStatistics(statistics))
      if (!isNew) return
      this.#writeView(id, 'audit', formatAuditRecord({ raffle_id: id, draws: [], unknown: [] }))
      this.#writeHistory(id)
    })
  }

  writeSummary(raffleId: string, summary: CeremonySummary): Promise<void> {
    return settle(() => {
      this.#summaries.write(raffleId, summary)
    })
  }

  #readView(id: string, name: ViewName): View | undefined {
    const view = this.#statements.view.get(id, name)
    // SQLite notices damage to its own structure, not to what it keeps.
    if (view !== undefined && createEtag(view.body) !== view.etag) {
      throw new DrawauditError('store-damaged', `the view ${name} of raffle ${id} is not what was stored`, {
        hint: 'restore a backup: drawaudit store restore',
      })
    }
    return view
  }

  #writeHistory(id: string): void {
    this.#writeView(id, 'audit-history', formatAuditHistory(id, this.#statements.versions.all(id)))
  }

  #writeView(id: string, name: ViewName, text: string): void {
    const { body, etag } = createView(text)
    const sha256 = createHash('sha256').update(body).digest('hex')
    this.#statements.writeView.run(id, name, body, etag, sha256)
  }
}

function prepareStatements(database: Database) {
  return {
    dataVersion: database.prepare<[], number>('PRAGMA data_version').pluck(),
    raffle: database.prepare<[string], RaffleRow>('SELECT * FROM raffle WHERE raffle_id = ?'),
    list: database.prepare<[string, number], RaffleRow>(
      'SELECT * FROM raffle WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
    ),
    view: database.prepare<[string, ViewName], View>(
      'SELECT body, etag FROM view WHERE raffle_id = ? AND name = ?',
    ),
    versions: database.prepare<[string], VersionRow>(
      'SELECT record, published_at, reason FROM audit_version WHERE raffle_id = ? ORDER BY version',
    ),
    writeDraws: database.prepare<[string, number, string]>(
      `INSERT INTO raffle (raffle_id, total_draws, changed_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET total_draws = excluded.total_draws, changed_at = excluded.changed_at`,
    ),
    writeEntries: database.prepare<[string, number, string]>(
      `INSERT INTO raffle (raffle_id, total_draws, total_entries, changed_at) VALUES (?, 0, ?, ?)
       ON CONFLICT DO UPDATE SET total_entries = excluded.total_entries, changed_at = excluded.changed_at`,
    ),
    addVersion: database.prepare<{ id: string; record: string; publishedAt: string; reason: string | null }>(
      `INSERT INTO audit_version (raffle_id, version, record, published_at, reason)
       SELECT @id, count(*) + 1, @record, @publishedAt, @reason FROM audit_version WHERE raffle_id = @id`,
    ),
    writeView: database.prepare<[string, ViewName, Uint8Array, string, string]>(
      'INSERT OR REPLACE INTO view (raffle_id, name, body, etag, sha256) VALUES (?, ?, ?, ?, ?)',
    ),
  }
}

const parseBody = ({ body }: View): unknown => JSON.parse(Buffer.from(body).toString())
