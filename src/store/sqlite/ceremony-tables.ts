/**
 * The tables of ceremonies in an SQLite file.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Beacon } from '../../core/beacon.js'
import { DrawauditError } from '../../errors.js'
import type { Entry, EntryKind } from '../../model/entry.js'
import type { ChainJson } from '../../core/beacon-json.js'
import type {
  CeremonyRow,
  CeremonyWriter,
  Noted,
  NumberedEntry,
  SecretBoxRow,
  SigningKeyRow,
  StagedEntries,
  StatementDigest,
  StatementRow,
} from '../ceremonies.js'
import { attempt } from './errors.js'
import { StagedTable } from './staged-table.js'

/** Writes the view of a raffle. */
export type WriteView = (raffleId: string, name: 'statements' | 'bundle', text: string) => void

/** What the driver does at once, as the promise that another driver would give. */
export function settle<T>(action: () => T): Promise<T> {
  return new Promise(resolve => {
    resolve(attempt(action))
  })
}

/** Ceremonies in the tables of one connection. */
export class CeremonyTables implements CeremonyWriter {
  readonly #sql: ReturnType<typeof prepareStatements>
  readonly #staged: StagedTable
  readonly #writeView: WriteView

  constructor(database: Database, writeView: WriteView) {
    this.#sql = attempt(() => prepareStatements(database))
    this.#staged = new StagedTable(database)
    this.#writeView = writeView
  }

  readSecretBox(): Promise<SecretBoxRow | undefined> {
    return settle(() => {
      const row = this.#sql.secretBox.get()
      if (row === undefined) return undefined
      const { cost, block_size: blockSize, parallelization, salt, proof } = row
      if (cost === null || blockSize === null || parallelization === null || salt === null) return { proof }
      return { scrypt: { cost, blockSize, parallelization, salt }, proof }
    })
  }

  readSigningKeys(): Promise<readonly SigningKeyRow[]> {
    return settle(() =>
      this.#sql.keys.all().map(row => ({
        keyId: row.key_id,
        operator: row.operator,
        publicKey: Uint8Array.from(row.public_key),
        validFrom: row.valid_from,
        ...(row.valid_until !== null && { validUntil: row.valid_until }),
        ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
        secret: row.secret,
      })),
    )
  }

  readCeremony(raffleId: string): Promise<CeremonyRow | undefined> {
    return settle(() => {
      const row = this.#sql.ceremony.get(raffleId)
      if (row === undefined) return undefined
      return {
        raffleId,
        ...(row.chain !== null && { chain: JSON.parse(row.chain) as ChainJson }),
        paidEntries: row.paid_entries,
        freeEntries: row.free_entries,
        statements: this.#sql.statements.all(row.number).map(readStatementRow),
      }
    })
  }

  listCeremonies(after: string, limit: number): Promise<readonly string[]> {
    return settle(() => this.#sql.ceremonies.all(after, limit))
  }

  readDigests(): Promise<readonly StatementDigest[]> {
    return settle(() =>
      this.#sql.digests.all().map(({ raffle_id: raffleId, sequence, digest, signed }) => ({
        raffleId,
        sequence,
        digest,
        signed: signed === 1,
      })),
    )
  }

  readSeeds(raffleId: string): Promise<readonly Uint8Array[]> {
    return settle(() => this.#sql.seeds.all(this.#number(raffleId)))
  }

  readBeacon(raffleId: string): Promise<Beacon | undefined> {
    return settle(() => {
      const row = this.#sql.beacon.get(this.#number(raffleId))
      return (
        row && {
          round: row.round,
          signature: Uint8Array.from(row.signature),
          ...(row.previous_signature !== null && {
            previousSignature: Uint8Array.from(row.previous_signature),
          }),
        }
      )
    })
  }

  readEntries(raffleId: string, start: number, end: number): Promise<readonly Entry[]> {
    return settle(() => this.#sql.entries.all(this.#number(raffleId), start, end))
  }

  findEntry(raffleId: string, id: string): Promise<number | undefined> {
    return settle(() => this.#sql.place.get(this.#number(raffleId), id))
  }

  readNodes(raffleId: string, level: number, start: number, end: number): Promise<readonly Uint8Array[]> {
    return settle(() =>
      this.#sql.nodes.all(this.#number(raffleId), level, start, end).map(hash => Uint8Array.from(hash)),
    )
  }

  writeSecretBox({ scrypt, proof }: SecretBoxRow): Promise<void> {
    return settle(() => {
      const { cost = null, blockSize = null, parallelization = null, salt = null } = scrypt ?? {}
      this.#sql.writeSecretBox.run(cost, blockSize, parallelization, salt, proof)
    })
  }

  writeSigningKey(key: SigningKeyRow): Promise<void> {
    return settle(() => {
      const { keyId, operator, publicKey, validFrom, validUntil = null, revokedAt = null, secret } = key
      this.#sql.writeKey.run({ keyId, operator, publicKey, validFrom, validUntil, revokedAt, secret })
    })
  }

  note(raffleId: string, { statements, seeds, chain, nodes = [], beacon }: Noted): Promise<void> {
    return settle(() => {
      if (seeds !== undefined) {
        this.#sql.addCeremony.run(raffleId, chain === undefined ? null : JSON.stringify(chain))
      }
      const number = this.#number(raffleId)
      seeds?.forEach((secret, index) => this.#sql.addSeed.run(number, index + 1, secret))
      for (const { sequence, payload, keyId } of statements) {
        const digest = `sha256:${createHash('sha256').update(payload).digest('hex')}`
        this.#sql.addStatement.run(number, sequence, digest, payload, keyId)
      }
      for (const { level, index, hash } of nodes) this.#sql.addNode.run(number, level, index, hash)
      if (beacon === undefined) return
      const { round, signature, previousSignature = null } = beacon
      this.#sql.writeBeacon.run(number, round, signature, previousSignature)
    })
  }

  discardNoted(raffleId: string): Promise<void> {
    return settle(() => {
      const number = this.#number(raffleId)
      this.#sql.discardStatements.run(number)
      const left = this.#sql.countStatements.get(number) ?? 0
      // What is noted beside a statement goes with it: seeds with 0, nodes with 1.
      if (left <= 1) this.#sql.discardNodes.run(number)
      if (left > 0) return
      this.#sql.discardSeeds.run(number)
      this.#sql.discardCeremony.run(number)
    })
  }

  writeSignature(raffleId: string, sequence: number, signature: Uint8Array): Promise<void> {
    return settle(() => {
      const { changes } = this.#sql.sign.run(signature, this.#number(raffleId), sequence)
      if (changes !== 1) throw new DrawauditError('internal', `statement ${sequence} is not noted`)
    })
  }

  writeCeremonyViews(
    raffleId: string,
    views: { readonly statements: string; readonly bundle: string },
  ): Promise<void> {
    return settle(() => {
      this.#writeView(raffleId, 'statements', views.statements)
      this.#writeView(raffleId, 'bundle', views.bundle)
    })
  }

  stageEntries(raffleId: string, batches: AsyncIterable<readonly NumberedEntry[]>): Promise<StagedEntries> {
    return this.#staged.stage(this.#number(raffleId), batches)
  }

  addStagedEntries(raffleId: string): Promise<void> {
    return settle(() => {
      this.#staged.add(this.#number(raffleId))
    })
  }

  #number(raffleId: string): number {
    return attempt(() => this.#sql.ceremony.get(raffleId)?.number ?? -1)
  }
}

interface Row {
  readonly sequence: number
  readonly payload: Uint8Array
  readonly key_id: string
  readonly signature: Uint8Array | null
}

function readStatementRow({ sequence, payload, key_id, signature }: Row): StatementRow {
  return {
    sequence,
    payload: Uint8Array.from(payload),
    keyId: key_id,
    ...(signature !== null && { signature: Uint8Array.from(signature) }),
  }
}

type Count = number | null

function prepareStatements(database: Database) {
  return {
    secretBox: database.prepare<
      [],
      { cost: Count; block_size: Count; parallelization: Count; salt: Uint8Array | null; proof: Uint8Array }
    >('SELECT * FROM secret_box'),
    keys: database.prepare<
      [],
      {
        key_id: string
        operator: string
        public_key: Uint8Array
        valid_from: string
        valid_until: string | null
        revoked_at: string | null
        secret: Uint8Array
      }
    >('SELECT * FROM signing_key ORDER BY operator, valid_from, key_id'),
    ceremony: database.prepare<
      [string],
      { number: number; chain: string | null; paid_entries: number; free_entries: number }
    >('SELECT * FROM ceremony WHERE raffle_id = ?'),
    ceremonies: database
      .prepare<[string, number], string>(
        'SELECT raffle_id FROM ceremony WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
      )
      .pluck(),
    statements: database.prepare<[number], Row>(
      'SELECT sequence, payload, key_id, signature FROM statement WHERE ceremony = ? ORDER BY sequence',
    ),
    digests: database.prepare<[], { raffle_id: string; sequence: number; digest: string; signed: number }>(
      `SELECT raffle_id, sequence, digest, signature IS NOT NULL AS signed
       FROM statement JOIN ceremony ON number = ceremony ORDER BY number, sequence`,
    ),
    seeds: database
      .prepare<[number], Uint8Array>('SELECT secret FROM seed WHERE ceremony = ? ORDER BY position')
      .pluck(),
    beacon: database.prepare<
      [number],
      { round: number; signature: Uint8Array; previous_signature: Uint8Array | null }
    >('SELECT * FROM beacon WHERE ceremony = ?'),
    entries: database.prepare<[number, number, number], { id: string; kind: EntryKind }>(
      'SELECT id, kind FROM entry WHERE ceremony = ? AND place >= ? AND place < ? ORDER BY place',
    ),
    place: database
      .prepare<[number, string], number>('SELECT place FROM entry_place WHERE ceremony = ? AND id = ?')
      .pluck(),
    nodes: database
      .prepare<[number, number, number, number], Uint8Array>(
        'SELECT hash FROM tree_node WHERE ceremony = ? AND level = ? AND place >= ? AND place < ? ORDER BY place',
      )
      .pluck(),
    writeSecretBox: database.prepare<[Count, Count, Count, Uint8Array | null, Uint8Array]>(
      `INSERT OR REPLACE INTO secret_box (id, cost, block_size, parallelization, salt, proof)
       VALUES (1, ?, ?, ?, ?, ?)`,
    ),
    writeKey: database.prepare<{
      keyId: string
      operator: string
      publicKey: Uint8Array
      validFrom: string
      validUntil: string | null
      revokedAt: string | null
      secret: Uint8Array
    }>(
      `INSERT INTO signing_key (key_id, operator, public_key, valid_from, valid_until, revoked_at, secret)
       VALUES (@keyId, @operator, @publicKey, @validFrom, @validUntil, @revokedAt, @secret)
       ON CONFLICT DO UPDATE SET valid_from = @validFrom, valid_until = @validUntil, revoked_at = @revokedAt`,
    ),
    addCeremony: database.prepare<[string, string | null]>(
      'INSERT INTO ceremony (raffle_id, chain, paid_entries, free_entries) VALUES (?, ?, 0, 0)',
    ),
    addSeed: database.prepare<[number, number, Uint8Array]>(
      'INSERT INTO seed (ceremony, position, secret) VALUES (?, ?, ?)',
    ),
    addStatement: database.prepare<[number, number, string, Uint8Array, string]>(
      'INSERT INTO statement (ceremony, sequence, digest, payload, key_id) VALUES (?, ?, ?, ?, ?)',
    ),
    addNode: database.prepare<[number, number, number, Uint8Array]>(
      'INSERT INTO tree_node (ceremony, level, place, hash) VALUES (?, ?, ?, ?)',
    ),
    writeBeacon: database.prepare<[number, number, Uint8Array, Uint8Array | null]>(
      'INSERT OR REPLACE INTO beacon (ceremony, round, signature, previous_signature) VALUES (?, ?, ?, ?)',
    ),
    discardStatements: database.prepare<[number]>(
      'DELETE FROM statement WHERE ceremony = ? AND signature IS NULL',
    ),
    countStatements: database
      .prepare<[number], number>('SELECT count(*) FROM statement WHERE ceremony = ?')
      .pluck(),
    discardNodes: database.prepare<[number]>('DELETE FROM tree_node WHERE ceremony = ?'),
    discardSeeds: database.prepare<[number]>('DELETE FROM seed WHERE ceremony = ?'),
    discardCeremony: database.prepare<[number]>('DELETE FROM ceremony WHERE number = ?'),
    sign: database.prepare<[Uint8Array, number, number]>(
      'UPDATE statement SET signature = ? WHERE ceremony = ? AND sequence = ? AND signature IS NULL',
    ),
  }
}
