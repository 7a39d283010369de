/**
 * The tables of the log in an SQLite file.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import type { NoteSignature } from '../../core/note.js'
import type { Head, LogEntryRow, LogRow, LogWriter, Tile, WitnessRow } from '../log.js'
import { attempt } from './database.js'
import { settle } from './ceremony-tables.js'

/** The log in the tables of one connection. */
export class LogTables implements LogWriter {
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#sql = attempt(() => prepareStatements(database))
  }

  readLog(): Promise<LogRow | undefined> {
    return settle(() => {
      const row = this.#sql.log.get()
      if (row === undefined) return undefined
      const { origin, public_key: publicKey, secret, created_at: createdAt } = row
      return { origin, publicKey: Uint8Array.from(publicKey), secret, createdAt }
    })
  }

  countEntries(): Promise<number> {
    return settle(() => this.#sql.count.get() ?? 0)
  }

  readLogEntries(start: number, end: number): Promise<readonly LogEntryRow[]> {
    return settle(() =>
      this.#sql.entries.all(start, end).map(({ place, raffle_id: raffleId, sequence, data, hash }) => ({
        place,
        raffleId,
        sequence,
        data: Uint8Array.from(data),
        hash: Uint8Array.from(hash),
      })),
    )
  }

  findLogEntry(raffleId: string, sequence: number): Promise<number | undefined> {
    return settle(() => this.#sql.place.get(raffleId, sequence))
  }

  readTile(level: number, index: number): Promise<Uint8Array | undefined> {
    return settle(() => {
      const hashes = this.#sql.tile.get(level, index)
      return hashes && Uint8Array.from(hashes)
    })
  }

  readHead(): Promise<Head | undefined> {
    return settle(() => this.#readHeads(this.#sql.last.all())[0])
  }

  listHeads(from: number, limit: number): Promise<readonly Head[]> {
    return settle(() => this.#readHeads(this.#sql.heads.all(from, limit)))
  }

  findHead(from: number, cosignatures: number): Promise<Head | undefined> {
    return settle(() => this.#readHeads(this.#sql.cosigned.all(from, cosignatures))[0])
  }

  findHeadBelow(size: number, cosignatures: number): Promise<Head | undefined> {
    return settle(() => this.#readHeads(this.#sql.below.all(size, cosignatures))[0])
  }

  findCosigned(name: string, keyId: string): Promise<number | undefined> {
    return settle(() => this.#sql.cosignedBy.get(name, keyId) ?? undefined)
  }

  listWitnesses(): Promise<readonly WitnessRow[]> {
    return settle(() => this.#sql.witnesses.all())
  }

  writeLog({ origin, publicKey, secret, createdAt }: LogRow): Promise<void> {
    return settle(() => {
      for (const clear of this.#sql.clear) clear.run()
      this.#sql.writeLog.run(origin, publicKey, secret, createdAt)
    })
  }

  append(entries: readonly Omit<LogEntryRow, 'place'>[]): Promise<void> {
    return settle(() => {
      for (const { raffleId, sequence, data, hash } of entries) {
        this.#sql.append.run({ raffleId, sequence, data, hash })
      }
    })
  }

  writeHead(
    { size, root, signedAt, signature }: Omit<Head, 'cosignatures'>,
    tiles: readonly Tile[],
  ): Promise<void> {
    return settle(() => {
      for (const { level, index, hashes } of tiles) this.#sql.writeTile.run(level, index, hashes)
      this.#sql.writeHead.run(size, root, signedAt, signature.keyId, signature.signature)
    })
  }

  writeCosignature(size: number, { name, keyId, signature }: NoteSignature): Promise<void> {
    return settle(() => {
      this.#sql.writeCosignature.run(size, name, keyId, signature)
    })
  }

  writeWitness({ url, vkey }: WitnessRow): Promise<void> {
    return settle(() => {
      this.#sql.writeWitness.run(url, vkey)
    })
  }

  removeWitness(url: string): Promise<void> {
    return settle(() => {
      this.#sql.removeWitness.run(url)
    })
  }

  #readHeads(rows: readonly HeadRow[]): readonly Head[] {
    const name = this.#sql.log.get()?.origin ?? ''
    return rows.map(({ size, root, signed_at: signedAt, key_id: keyId, signature }) => ({
      size,
      root: Uint8Array.from(root),
      signedAt,
      signature: { name, keyId, signature: Uint8Array.from(signature) },
      cosignatures: this.#sql.cosignatures.all(size).map(row => ({
        name: row.name,
        keyId: row.key_id,
        signature: Uint8Array.from(row.signature),
      })),
    }))
  }
}

interface HeadRow {
  readonly size: number
  readonly root: Uint8Array
  readonly signed_at: string
  readonly key_id: string
  readonly signature: Uint8Array
}

const countOfCosignatures =
  '(SELECT count(*) FROM log_cosignature WHERE log_cosignature.size = log_head.size)'

function prepareStatements(database: Database) {
  return {
    log: database.prepare<
      [],
      { origin: string; public_key: Uint8Array; secret: Uint8Array; created_at: string }
    >('SELECT * FROM log'),
    // The table ends with its largest place: counting it would read all of it.
    count: database.prepare<[], number>('SELECT coalesce(max(place) + 1, 0) FROM log_entry').pluck(),
    entries: database.prepare<
      [number, number],
      { place: number; raffle_id: string; sequence: number; data: Uint8Array; hash: Uint8Array }
    >('SELECT * FROM log_entry WHERE place >= ? AND place < ? ORDER BY place'),
    place: database
      .prepare<[string, number], number>('SELECT place FROM log_entry WHERE raffle_id = ? AND sequence = ?')
      .pluck(),
    tile: database
      .prepare<[number, number], Uint8Array>('SELECT hashes FROM log_tile WHERE level = ? AND place = ?')
      .pluck(),
    last: database.prepare<[], HeadRow>('SELECT * FROM log_head ORDER BY size DESC LIMIT 1'),
    heads: database.prepare<[number, number], HeadRow>(
      'SELECT * FROM log_head WHERE size >= ? ORDER BY size LIMIT ?',
    ),
    cosigned: database.prepare<[number, number], HeadRow>(
      `SELECT * FROM log_head WHERE size >= ? AND ${countOfCosignatures} >= ? ORDER BY size LIMIT 1`,
    ),
    below: database.prepare<[number, number], HeadRow>(
      `SELECT * FROM log_head WHERE size < ? AND ${countOfCosignatures} >= ? ORDER BY size DESC LIMIT 1`,
    ),
    cosignedBy: database
      .prepare<[string, string], number | null>(
        'SELECT max(size) FROM log_cosignature WHERE name = ? AND key_id = ?',
      )
      .pluck(),
    cosignatures: database.prepare<[number], { name: string; key_id: string; signature: Uint8Array }>(
      'SELECT name, key_id, signature FROM log_cosignature WHERE size = ? ORDER BY number',
    ),
    witnesses: database.prepare<[], WitnessRow>('SELECT url, vkey FROM log_witness ORDER BY url'),
    clear: ['log_cosignature', 'log_head', 'log_tile', 'log_entry', 'log'].map(table =>
      database.prepare(`DELETE FROM ${table}`),
    ),
    writeLog: database.prepare<[string, Uint8Array, Uint8Array, string]>(
      'INSERT INTO log (id, origin, public_key, secret, created_at) VALUES (1, ?, ?, ?, ?)',
    ),
    append: database.prepare<{ raffleId: string; sequence: number; data: Uint8Array; hash: Uint8Array }>(
      `INSERT INTO log_entry (place, raffle_id, sequence, data, hash)
       SELECT coalesce(max(place) + 1, 0), @raffleId, @sequence, @data, @hash FROM log_entry`,
    ),
    writeTile: database.prepare<[number, number, Uint8Array]>(
      'INSERT OR REPLACE INTO log_tile (level, place, hashes) VALUES (?, ?, ?)',
    ),
    writeHead: database.prepare<[number, Uint8Array, string, string, Uint8Array]>(
      'INSERT INTO log_head (size, root, signed_at, key_id, signature) VALUES (?, ?, ?, ?, ?)',
    ),
    writeCosignature: database.prepare<[number, string, string, Uint8Array]>(
      'INSERT OR REPLACE INTO log_cosignature (size, name, key_id, signature) VALUES (?, ?, ?, ?)',
    ),
    writeWitness: database.prepare<[string, string]>(
      'INSERT OR REPLACE INTO log_witness (url, vkey) VALUES (?, ?)',
    ),
    removeWitness: database.prepare<[string]>('DELETE FROM log_witness WHERE url = ?'),
  }
}
