/**
 * The tables of the log.
 *
 * @packageDocumentation
 */
import { parseVerifierKey, type NoteSignature } from '../../core/note.js'
import type { Head, LogEntryRow, LogRow, LogWriter, Tile, WitnessRow } from '../log.js'
import type { Sql, SqlValues } from './sql.js'

const countOfCosignatures =
  '(SELECT count(*) FROM log_cosignature WHERE log_cosignature.size = log_head.size)'

/** The log in the tables. */
export class LogTables implements LogWriter {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async readLog(): Promise<LogRow | undefined> {
    const row = await this.#sql.get<RowOfLog>('SELECT * FROM log')
    if (row === undefined) return undefined
    const { origin, public_key: publicKey, secret, created_at: createdAt } = row
    return { origin, publicKey, secret, createdAt }
  }

  async countEntries(): Promise<number> {
    // The largest place gives the count: counting would scan the table.
    const row = await this.#sql.get<{ count: number }>(
      'SELECT coalesce(max(place) + 1, 0) AS count FROM log_entry',
    )
    return row?.count ?? 0
  }

  async readLogEntries(start: number, end: number): Promise<readonly LogEntryRow[]> {
    const rows = await this.#sql.all<RowOfLogEntry>(
      'SELECT * FROM log_entry WHERE place >= ? AND place < ? ORDER BY place',
      [start, end],
    )
    return rows.map(({ raffle_id: raffleId, ...row }) => ({ raffleId, ...row }))
  }

  async findLogEntry(raffleId: string, sequence: number): Promise<number | undefined> {
    const row = await this.#sql.get<{ place: number }>(
      'SELECT place FROM log_entry WHERE raffle_id = ? AND sequence = ?',
      [raffleId, sequence],
    )
    return row?.place
  }

  async readTile(level: number, index: number): Promise<Uint8Array | undefined> {
    const row = await this.#sql.get<{ hashes: Uint8Array }>(
      'SELECT hashes FROM log_tile WHERE level = ? AND place = ?',
      [level, index],
    )
    return row?.hashes
  }

  async readHead(): Promise<Head | undefined> {
    return (await this.#readHeads('ORDER BY size DESC LIMIT 1', []))[0]
  }

  listHeads(from: number, limit: number): Promise<readonly Head[]> {
    return this.#readHeads('WHERE size >= ? ORDER BY size LIMIT ?', [from, limit])
  }

  async findHead(from: number, cosignatures: number): Promise<Head | undefined> {
    const which = `WHERE size >= ? AND ${countOfCosignatures} >= ? ORDER BY size LIMIT 1`
    return (await this.#readHeads(which, [from, cosignatures]))[0]
  }

  async findHeadBelow(size: number, cosignatures: number): Promise<Head | undefined> {
    const which = `WHERE size < ? AND ${countOfCosignatures} >= ? ORDER BY size DESC LIMIT 1`
    return (await this.#readHeads(which, [size, cosignatures]))[0]
  }

  async findCosigned(name: string, keyId: string): Promise<number | undefined> {
    const row = await this.#sql.get<{ size: number | null }>(
      'SELECT max(size) AS size FROM log_cosignature WHERE name = ? AND key_id = ?',
      [name, keyId],
    )
    return row?.size ?? undefined
  }

  listWitnesses(): Promise<readonly WitnessRow[]> {
    return this.#sql.all('SELECT url, vkey FROM log_witness ORDER BY url, type')
  }

  async writeLog({ origin, publicKey, secret, createdAt }: LogRow): Promise<void> {
    for (const table of ['log_cosignature', 'log_head', 'log_tile', 'log_entry', 'log']) {
      await this.#sql.run(`DELETE FROM ${table}`)
    }
    await this.#sql.run(
      'INSERT INTO log (id, origin, public_key, secret, created_at) VALUES (1, ?, ?, ?, ?)',
      [origin, publicKey, secret, createdAt],
    )
  }

  async writeLogSecret(secret: Uint8Array): Promise<void> {
    await this.#sql.run('UPDATE log SET secret = ?', [secret])
  }

  async append(entries: readonly Omit<LogEntryRow, 'place'>[]): Promise<void> {
    const start = await this.countEntries()
    await this.#sql.insert(
      'log_entry',
      { place: 'bigint', raffle_id: 'text', sequence: 'bigint', data: 'bytea', hash: 'bytea' },
      entries.map(({ raffleId, ...entry }, index) => ({
        place: start + index,
        raffle_id: raffleId,
        ...entry,
      })),
    )
  }

  async writeHead(
    { size, root, signedAt, signature }: Omit<Head, 'cosignatures'>,
    tiles: readonly Tile[],
  ): Promise<void> {
    await this.#sql.insert(
      'log_tile',
      { level: 'bigint', place: 'bigint', hashes: 'bytea' },
      tiles.map(({ level, index, hashes }) => ({ level, place: index, hashes })),
      'ON CONFLICT (level, place) DO UPDATE SET hashes = excluded.hashes',
    )
    await this.#sql.run(
      'INSERT INTO log_head (size, root, signed_at, key_id, signature) VALUES (?, ?, ?, ?, ?)',
      [size, root, signedAt, signature.keyId, signature.signature],
    )
  }

  async writeCosignature(size: number, { name, keyId, signature }: NoteSignature): Promise<void> {
    // A replaced cosignature becomes the last.
    await this.#sql.run('DELETE FROM log_cosignature WHERE size = ? AND name = ? AND key_id = ?', [
      size,
      name,
      keyId,
    ])
    await this.#sql.run('INSERT INTO log_cosignature (size, name, key_id, signature) VALUES (?, ?, ?, ?)', [
      size,
      name,
      keyId,
      signature,
    ])
  }

  async writeWitness({ url, vkey }: WitnessRow): Promise<void> {
    await this.#sql.run(
      'INSERT INTO log_witness (url, type, vkey) VALUES (?, ?, ?) ON CONFLICT (url, type) DO UPDATE SET vkey = excluded.vkey',
      [url, parseVerifierKey(vkey).type, vkey],
    )
  }

  async removeWitness(url: string): Promise<void> {
    await this.#sql.run('DELETE FROM log_witness WHERE url = ?', [url])
  }

  /** @param which - selects heads, in the wanted order. */
  async #readHeads(which: string, values: SqlValues): Promise<readonly Head[]> {
    // One statement: otherwise a new cosignature could miss its head.
    const rows = await this.#sql.all<RowOfHead>(
      `SELECT head.*, log.origin, name, log_cosignature.key_id AS cosigner, log_cosignature.signature AS cosignature
       FROM (SELECT size, root, signed_at, key_id, signature FROM log_head ${which}) AS head
       CROSS JOIN log
       LEFT JOIN log_cosignature ON log_cosignature.size = head.size
       ORDER BY head.size, log_cosignature.number`,
      values,
    )
    const heads = new Map<number, Head & { readonly cosignatures: NoteSignature[] }>()
    for (const { size, root, signed_at: signedAt, origin, key_id: keyId, signature, ...row } of rows) {
      const head = heads.get(size) ?? {
        size,
        root,
        signedAt,
        signature: { name: origin, keyId, signature },
        cosignatures: [],
      }
      heads.set(size, head)
      if (row.name !== null) {
        head.cosignatures.push({ name: row.name, keyId: row.cosigner, signature: row.cosignature })
      }
    }
    return [...heads.values()]
  }
}

interface RowOfLog {
  readonly origin: string
  readonly public_key: Uint8Array
  readonly secret: Uint8Array
  readonly created_at: string
}

interface RowOfLogEntry {
  readonly place: number
  readonly raffle_id: string
  readonly sequence: number
  readonly data: Uint8Array
  readonly hash: Uint8Array
}

/** A head with one of its cosignatures, or none. */
type RowOfHead = {
  readonly size: number
  readonly root: Uint8Array
  readonly signed_at: string
  readonly origin: string
  readonly key_id: string
  readonly signature: Uint8Array
} & (
  | { readonly name: string; readonly cosigner: string; readonly cosignature: Uint8Array }
  | { readonly name: null }
)
