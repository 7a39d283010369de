/**
 * The tables of a store: the published data, and access to all other tables.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { AuditRecord } from '../../model/audit-record.js'
import type { Statistics } from '../../model/statistics.js'
import type { AuditVersion, Page, Raffle, Transaction, View } from '../store.js'
import type { CeremonySummary, RaffleSummary } from '../summaries.js'
import {
  createEtag,
  createView,
  formatAuditHistory,
  formatAuditRecord,
  formatStatistics,
  type VersionRow,
  hashOf,
} from '../views.js'
import type { ConsoleWriter } from '../consoles.js'
import { CeremonyTables } from './ceremony-tables.js'
import { DeskTables } from './desk-tables.js'
import { LogTables } from './log-tables.js'
import { OutboxTables } from './outbox-tables.js'
import type { Sql } from './sql.js'
import { SummaryTable } from './summary-table.js'

type ViewName = 'audit' | 'audit-history' | 'statistics' | 'statements' | 'bundle'

interface RaffleRow {
  readonly raffle_id: string
  readonly total_draws: number
  readonly total_entries: number | null
  readonly changed_at: string
}

type ViewRow = View & { readonly name: ViewName }

/** All tables, through one connection in a transaction, or any connection for reading. */
export class StoreTables implements Transaction {
  readonly ceremonies: CeremonyTables
  readonly log: LogTables
  readonly outbox: OutboxTables
  readonly desk: DeskTables
  readonly summaries: SummaryTable
  readonly consoles: ConsoleWriter | undefined
  readonly #sql: Sql

  /** @param access - `write` in a transaction: rows read may be locked until its end. */
  constructor(sql: Sql, access: 'read' | 'write', consoles?: ConsoleWriter) {
    this.#sql = sql
    this.consoles = consoles
    this.ceremonies = new CeremonyTables(sql, (id, name, text) => this.#writeView(id, name, text))
    this.log = new LogTables(sql)
    this.outbox = new OutboxTables(sql, access)
    this.desk = new DeskTables(sql)
    this.summaries = new SummaryTable(sql)
  }

  async readRaffle(raffleId: string): Promise<Raffle | undefined> {
    // One statement, so that everything is of the same moment.
    const rows = await this.#sql.all<RaffleRow & ViewRow>(
      `SELECT raffle.*, name, body, etag FROM raffle JOIN view USING (raffle_id)
       WHERE raffle_id = ? AND name IN ('audit', 'statistics')`,
      [raffleId],
    )
    const find = (name: ViewName): View | undefined => {
      const row = rows.find(one => one.name === name)
      return row && checkView(raffleId, row)
    }
    const [row] = rows
    const [audit, statistics] = [find('audit'), find('statistics')]
    if (row === undefined || audit === undefined) return undefined
    return {
      raffleId,
      totalDraws: row.total_draws,
      ...(row.total_entries !== null && { totalEntries: row.total_entries }),
      audit,
      ...(statistics && { statistics }),
    }
  }

  async readView(raffleId: string, name: ViewName): Promise<View | undefined> {
    const row = await this.#sql.get<ViewRow>(
      'SELECT name, body, etag FROM view WHERE raffle_id = ? AND name = ?',
      [raffleId, name],
    )
    return row && checkView(raffleId, row)
  }

  async listRaffles({ after = '', limit }: Page): Promise<readonly RaffleSummary[]> {
    const rows = await this.#sql.all<RaffleRow>(
      'SELECT * FROM raffle WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
      [after, limit],
    )
    return rows.map(row => ({
      raffleId: row.raffle_id,
      totalDraws: row.total_draws,
      ...(row.total_entries !== null && { totalEntries: row.total_entries }),
      changedAt: row.changed_at,
    }))
  }

  async readAuditRecord(raffleId: string): Promise<AuditRecord | undefined> {
    const view = await this.readView(raffleId, 'audit')
    return view && { ...(parseBody(view) as AuditRecord), unknown: [] }
  }

  async readStatistics(raffleId: string): Promise<Statistics | undefined> {
    const view = await this.readView(raffleId, 'statistics')
    return view && (parseBody(view) as Statistics)
  }

  async writeAuditRecord(record: AuditRecord, { publishedAt, reason }: AuditVersion): Promise<void> {
    const id = record.raffle_id
    await this.#sql.run(
      `INSERT INTO raffle (raffle_id, total_draws, changed_at) VALUES (?, ?, ?)
       ON CONFLICT (raffle_id) DO UPDATE SET total_draws = excluded.total_draws, changed_at = excluded.changed_at`,
      [id, record.draws.length, publishedAt],
    )
    await this.summaries.add(id, record.draws)
    const text = formatAuditRecord(record)
    await this.#sql.run(
      `INSERT INTO audit_version (raffle_id, version, record, published_at, reason)
       SELECT CAST(@id AS text), count(*) + 1, CAST(@record AS text), CAST(@publishedAt AS text), CAST(@reason AS text)
       FROM audit_version WHERE raffle_id = @id`,
      { id, record: text, publishedAt, reason: reason ?? null },
    )
    await this.#writeView(id, 'audit', text)
    await this.#writeHistory(id)
  }

  async writeStatistics(statistics: Statistics, at: string): Promise<void> {
    const id = statistics.raffle_id
    const isNew =
      (await this.#sql.get('SELECT raffle_id FROM raffle WHERE raffle_id = ?', [id])) === undefined
    await this.#sql.run(
      `INSERT INTO raffle (raffle_id, total_draws, total_entries, changed_at) VALUES (?, 0, ?, ?)
       ON CONFLICT (raffle_id) DO UPDATE
       SET total_entries = excluded.total_entries, changed_at = excluded.changed_at`,
      [id, statistics.total_entries, at],
    )
    await this.summaries.add(id)
    await this.#writeView(id, 'statistics', formatStatistics(statistics))
    if (!isNew) return
    await this.#writeView(id, 'audit', formatAuditRecord({ raffle_id: id, draws: [] }))
    await this.#writeHistory(id)
  }

  writeSummary(raffleId: string, summary: CeremonySummary): Promise<void> {
    return this.summaries.write(raffleId, summary)
  }

  async #writeHistory(id: string): Promise<void> {
    const versions = await this.#sql.all<VersionRow>(
      'SELECT record, published_at, reason FROM audit_version WHERE raffle_id = ? ORDER BY version',
      [id],
    )
    await this.#writeView(id, 'audit-history', formatAuditHistory(id, versions))
  }

  async #writeView(id: string, name: ViewName, text: string): Promise<void> {
    const { body, etag } = createView(text)
    const sha256 = hashOf(body)
    await this.#sql.run(
      `INSERT INTO view (raffle_id, name, body, etag, sha256) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (raffle_id, name) DO UPDATE
       SET body = excluded.body, etag = excluded.etag, sha256 = excluded.sha256`,
      [id, name, body, etag, sha256],
    )
  }
}

/** @throws DrawauditError `store-damaged`: a database detects damage to its structure, not to its content. */
function checkView(id: string, { name, body, etag }: ViewRow): View {
  if (createEtag(body) === etag) return { body, etag }
  throw new DrawauditError('store-damaged', `the view ${name} of raffle ${id} is not what was stored`, {
    hint: 'restore a backup: drawaudit store restore; of a database, pg_restore',
  })
}

const parseBody = ({ body }: View): unknown => JSON.parse(Buffer.from(body).toString())
