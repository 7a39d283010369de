/**
 * The tables of the consoles that sign from a database. An SQLite store has none: it has one journal.
 *
 * @packageDocumentation
 */
import type { ConsoleRow, ConsoleWriter, GivenUp, LastSigned } from '../consoles.js'
import type { Sql } from '../tables/sql.js'

/** PUBLIC may query all parts, unless revoked or missing in a hosted service. */
const identityParts = [
  '(SELECT system_identifier::text FROM pg_control_system())',
  // The current timeline: that of the control file only changes with the first checkpoint.
  "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text",
  '(SELECT oid::text FROM pg_database WHERE datname = current_database())',
]

export class ConsoleTables implements ConsoleWriter {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async readIdentity(): Promise<string> {
    const whole = await this.#tryToRead(identityParts.join(" || '/' || "))
    if (whole !== undefined) return whole
    const parts: string[] = []
    for (const part of identityParts) parts.push((await this.#tryToRead(part)) ?? '-')
    return parts.join('/')
  }

  async #tryToRead(expression: string): Promise<string | undefined> {
    const sql = this.#sql
    await sql.run('SAVEPOINT identity')
    try {
      const row = await sql.get<{ value: string }>(`SELECT ${expression} AS value`)
      await sql.run('RELEASE SAVEPOINT identity')
      return row?.value
    } catch (error) {
      // Rejects if the connection is lost.
      await sql.run('ROLLBACK TO SAVEPOINT identity')
      if (!isForbidden(error)) throw error
      return undefined
    }
  }

  listConsoles(): Promise<readonly ConsoleRow[]> {
    return this.#sql.all<ConsoleRow>(
      'SELECT journal::text AS journal, place, database FROM drawaudit_console ORDER BY place, journal',
    )
  }

  async addConsole({ place, database }: Omit<ConsoleRow, 'journal'>): Promise<string> {
    const row = await this.#sql.get<{ journal: string }>(
      'INSERT INTO drawaudit_console (place, database) VALUES (?, ?) RETURNING journal::text AS journal',
      [place, database],
    )
    return row?.journal ?? ''
  }

  async writeConsole({ journal, place, database }: ConsoleRow): Promise<void> {
    await this.#sql.run(
      `INSERT INTO drawaudit_console (journal, place, database) VALUES (?::uuid, ?, ?)
       ON CONFLICT (journal) DO UPDATE SET place = excluded.place, database = excluded.database`,
      [journal, place, database],
    )
  }

  async readGivenUp(): Promise<GivenUp> {
    const rows = await this.#sql.all<{ kind: string; name: string }>(
      'SELECT kind, name FROM drawaudit_given_up ORDER BY kind, name',
    )
    const of = (kind: string): readonly string[] =>
      rows.filter(row => row.kind === kind).map(({ name }) => name)
    return { raffles: of('raffle'), logs: of('log') }
  }

  async giveUp(raffles: readonly string[], logs: readonly string[]): Promise<void> {
    const rows = [
      ...raffles.map(name => ({ kind: 'raffle', name })),
      ...logs.map(name => ({ kind: 'log', name })),
    ]
    await this.#sql.insert(
      'drawaudit_given_up',
      { kind: 'text', name: 'text' },
      rows,
      'ON CONFLICT DO NOTHING',
    )
  }

  async readLastSigned(): Promise<LastSigned> {
    const row = await this.#sql.get<LastSigned>('SELECT number, digest FROM drawaudit_last_signed')
    return row ?? { number: 0, digest: '' }
  }

  async swapLastSigned({ number, digest: before }: LastSigned, digest: string): Promise<boolean> {
    const changed = await this.#sql.run(
      'UPDATE drawaudit_last_signed SET number = number + 1, digest = ? WHERE number = ? AND digest = ?',
      [digest, number, before],
    )
    return changed === 1
  }
}

/**
 * Whether the query is not permitted, not supported or not available, as on a standby. Other errors do not
 * mean an unknown identity.
 */
function isForbidden(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { readonly code?: unknown }
  return ['42501', '42883', '0A000', '55000'].includes(String(code))
}
