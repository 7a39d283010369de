/**
 * The tables of ceremonies.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { Beacon } from '../../core/beacon.js'
import type { ChainJson } from '../../core/beacon-json.js'
import { DrawauditError } from '../../errors.js'
import type { Entry, EntryKind } from '../../model/entry.js'
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
import type { Sql } from './sql.js'
import { StagedTable } from './staged-table.js'

/** Writes the view of a raffle. */
export type WriteView = (raffleId: string, name: 'statements' | 'bundle', text: string) => Promise<void>

const numberOf = '(SELECT number FROM ceremony WHERE raffle_id = @raffleId)'

interface RowOfEntry {
  readonly id: string
  readonly kind: EntryKind
  readonly nonce_hash: Uint8Array | null
}

/** In hex, by what the runtime has for it: there may be millions. */
const formatNonce = (hash: Uint8Array): string =>
  Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex')

/** Ceremonies in the tables. */
export class CeremonyTables implements CeremonyWriter {
  readonly #sql: Sql
  readonly #staged: StagedTable
  readonly #writeView: WriteView

  constructor(sql: Sql, writeView: WriteView) {
    this.#sql = sql
    this.#staged = new StagedTable(sql)
    this.#writeView = writeView
  }

  async readSecretBox(): Promise<SecretBoxRow | undefined> {
    const row = await this.#sql.get<RowOfBox>('SELECT * FROM secret_box')
    if (row === undefined) return undefined
    const { cost, block_size: blockSize, parallelization, salt, proof } = row
    if (cost === null || blockSize === null || parallelization === null || salt === null) return { proof }
    return { scrypt: { cost, blockSize, parallelization, salt }, proof }
  }

  async readSigningKeys(): Promise<readonly SigningKeyRow[]> {
    const rows = await this.#sql.all<RowOfKey>(
      'SELECT * FROM signing_key ORDER BY operator, valid_from, key_id',
    )
    return rows.map(row => ({
      keyId: row.key_id,
      operator: row.operator,
      publicKey: row.public_key,
      validFrom: row.valid_from,
      ...(row.valid_until !== null && { validUntil: row.valid_until }),
      ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
      secret: row.secret,
    }))
  }

  async readCeremony(raffleId: string): Promise<CeremonyRow | undefined> {
    // In one statement: another one could see what was written in between.
    const rows = await this.#sql.all<RowOfCeremony>(
      `SELECT chain, paid_entries, free_entries, sequence, payload, key_id, signature
       FROM ceremony LEFT JOIN statement ON ceremony = number WHERE raffle_id = ? ORDER BY sequence`,
      [raffleId],
    )
    const [first] = rows
    if (first === undefined) return undefined
    return {
      raffleId,
      ...(first.chain !== null && { chain: JSON.parse(first.chain) as ChainJson }),
      paidEntries: first.paid_entries,
      freeEntries: first.free_entries,
      statements: rows.flatMap(readStatementRow),
    }
  }

  async listCeremonies(after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#sql.all<{ raffle_id: string }>(
      'SELECT raffle_id FROM ceremony WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
      [after, limit],
    )
    return rows.map(row => row.raffle_id)
  }

  async readDigests(): Promise<readonly StatementDigest[]> {
    const rows = await this.#sql.all<RowOfDigest>(
      `SELECT raffle_id, sequence, digest, CASE WHEN signature IS NULL THEN 0 ELSE 1 END AS signed
       FROM statement JOIN ceremony ON number = ceremony ORDER BY number, sequence`,
    )
    return rows.map(({ raffle_id: raffleId, sequence, digest, signed }) => ({
      raffleId,
      sequence,
      digest,
      signed: signed === 1,
    }))
  }

  async readLastDate(): Promise<string | undefined> {
    const row = await this.#sql.get<{ last: string | null }>(
      'SELECT max(issued_at) AS last FROM statement WHERE signature IS NOT NULL',
    )
    return row?.last ?? undefined
  }

  async readSeeds(raffleId: string): Promise<readonly Uint8Array[]> {
    const rows = await this.#sql.all<{ secret: Uint8Array }>(
      `SELECT secret FROM seed WHERE ceremony = ${numberOf} ORDER BY position`,
      { raffleId },
    )
    return rows.map(({ secret }) => secret)
  }

  async readBeacon(raffleId: string): Promise<Beacon | undefined> {
    const row = await this.#sql.get<RowOfBeacon>(
      `SELECT round, signature, previous_signature FROM beacon WHERE ceremony = ${numberOf}`,
      { raffleId },
    )
    if (row === undefined) return undefined
    const { round, signature, previous_signature: previousSignature } = row
    return { round, signature, ...(previousSignature !== null && { previousSignature }) }
  }

  async readEntries(raffleId: string, start: number, end: number): Promise<readonly Entry[]> {
    const rows = await this.#sql.all<RowOfEntry>(
      `SELECT id, kind, nonce_hash FROM entry
       WHERE ceremony = ${numberOf} AND place >= @start AND place < @end ORDER BY place`,
      { raffleId, start, end },
    )
    return rows.map(({ id, kind, nonce_hash: nonce }) =>
      nonce === null ? { id, kind } : { id, kind, nonceHash: formatNonce(nonce) },
    )
  }

  async findEntry(raffleId: string, id: string): Promise<number | undefined> {
    const row = await this.#sql.get<{ place: number }>(
      `SELECT place FROM entry_place WHERE ceremony = ${numberOf} AND id = @id`,
      { raffleId, id },
    )
    return row?.place
  }

  async readNodes(
    raffleId: string,
    level: number,
    start: number,
    end: number,
  ): Promise<readonly Uint8Array[]> {
    const rows = await this.#sql.all<{ hash: Uint8Array }>(
      `SELECT hash FROM tree_node
       WHERE ceremony = ${numberOf} AND level = @level AND place >= @start AND place < @end ORDER BY place`,
      { raffleId, level, start, end },
    )
    return rows.map(({ hash }) => hash)
  }

  async writeSecretBox({ scrypt, proof }: SecretBoxRow): Promise<void> {
    const { cost = null, blockSize = null, parallelization = null, salt = null } = scrypt ?? {}
    await this.#sql.run(
      `INSERT INTO secret_box (id, cost, block_size, parallelization, salt, proof)
       VALUES (1, @cost, @blockSize, @parallelization, @salt, @proof)
       ON CONFLICT (id) DO UPDATE SET cost = @cost, block_size = @blockSize, parallelization = @parallelization,
         salt = @salt, proof = @proof`,
      { cost, blockSize, parallelization, salt, proof },
    )
  }

  async writeSigningKey(key: SigningKeyRow): Promise<void> {
    await this.#sql.run(
      `INSERT INTO signing_key (key_id, operator, public_key, valid_from, valid_until, revoked_at, secret)
       VALUES (@keyId, @operator, @publicKey, @validFrom, @validUntil, @revokedAt, @secret)
       ON CONFLICT (key_id) DO UPDATE
       SET valid_from = @validFrom, valid_until = @validUntil, revoked_at = @revokedAt, secret = @secret`,
      { ...key, validUntil: key.validUntil ?? null, revokedAt: key.revokedAt ?? null },
    )
  }

  async note(
    raffleId: string,
    { statements, issuedAt, seeds, chain, nodes = [], beacon }: Noted,
  ): Promise<void> {
    if (seeds !== undefined) await this.#addCeremony(raffleId, chain)
    const ceremony = await this.#findNumber(raffleId)
    await this.#addSeeds(ceremony, seeds ?? [])
    await this.#sql.insert(
      'statement',
      {
        ...{ ceremony: 'bigint', sequence: 'bigint', issued_at: 'text' },
        ...{ digest: 'text', payload: 'bytea', key_id: 'text' },
      } as const,
      statements.map(({ sequence, payload, keyId }) => ({
        ceremony,
        sequence,
        issued_at: issuedAt,
        digest: `sha256:${createHash('sha256').update(payload).digest('hex')}`,
        payload,
        key_id: keyId,
      })),
    )
    await this.#sql.insert(
      'tree_node',
      { ceremony: 'bigint', level: 'bigint', place: 'bigint', hash: 'bytea' },
      nodes.map(({ level, index, hash }) => ({ ceremony, level, place: index, hash })),
    )
    if (beacon === undefined) return
    const { round, signature, previousSignature = null } = beacon
    await this.#sql.run(
      `INSERT INTO beacon (ceremony, round, signature, previous_signature)
       VALUES (@ceremony, @round, @signature, @previousSignature)
       ON CONFLICT (ceremony) DO UPDATE
       SET round = @round, signature = @signature, previous_signature = @previousSignature`,
      { ceremony, round, signature, previousSignature },
    )
  }

  async #addCeremony(raffleId: string, chain: ChainJson | undefined): Promise<void> {
    await this.#sql.run(
      'INSERT INTO ceremony (raffle_id, chain, paid_entries, free_entries) VALUES (?, ?, 0, 0)',
      [raffleId, chain === undefined ? null : JSON.stringify(chain)],
    )
  }

  async writeSeeds(raffleId: string, seeds: readonly Uint8Array[]): Promise<void> {
    await this.#sql.run(`DELETE FROM seed WHERE ceremony = ${numberOf}`, { raffleId })
    await this.#addSeeds(await this.#findNumber(raffleId), seeds)
  }

  async #addSeeds(ceremony: number, seeds: readonly Uint8Array[]): Promise<void> {
    await this.#sql.insert(
      'seed',
      { ceremony: 'bigint', position: 'bigint', secret: 'bytea' },
      seeds.map((secret, index) => ({ ceremony, position: index + 1, secret })),
    )
  }

  async discardNoted(raffleId: string): Promise<void> {
    const of = { raffleId }
    await this.#sql.run(`DELETE FROM statement WHERE ceremony = ${numberOf} AND signature IS NULL`, of)
    const left = await this.#sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM statement WHERE ceremony = ${numberOf}`,
      of,
    )
    const count = left?.count ?? 0
    // What is noted beside a statement goes with it: seeds with 0, nodes with 1.
    if (count <= 1) await this.#sql.run(`DELETE FROM tree_node WHERE ceremony = ${numberOf}`, of)
    if (count > 0) return
    await this.#sql.run(`DELETE FROM seed WHERE ceremony = ${numberOf}`, of)
    await this.#sql.run('DELETE FROM ceremony WHERE raffle_id = @raffleId', of)
  }

  async writeSignature(raffleId: string, sequence: number, signature: Uint8Array): Promise<void> {
    const changes = await this.#sql.run(
      `UPDATE statement SET signature = @signature
       WHERE ceremony = ${numberOf} AND sequence = @sequence AND signature IS NULL`,
      { raffleId, sequence, signature },
    )
    if (changes !== 1) throw new DrawauditError('internal', `statement ${sequence} is not noted`)
  }

  async writeCeremonyViews(
    raffleId: string,
    views: { readonly statements: string; readonly bundle: string },
  ): Promise<void> {
    await this.#writeView(raffleId, 'statements', views.statements)
    await this.#writeView(raffleId, 'bundle', views.bundle)
  }

  async stageEntries(
    raffleId: string,
    batches: AsyncIterable<readonly NumberedEntry[]>,
  ): Promise<StagedEntries> {
    return this.#staged.stage(await this.#findNumber(raffleId), batches)
  }

  async addStagedEntries(raffleId: string): Promise<void> {
    await this.#staged.add(await this.#findNumber(raffleId))
  }

  async #findNumber(raffleId: string): Promise<number> {
    const row = await this.#sql.get<{ number: number }>('SELECT number FROM ceremony WHERE raffle_id = ?', [
      raffleId,
    ])
    return row?.number ?? -1
  }
}

type Count = number | null

interface RowOfBox {
  readonly cost: Count
  readonly block_size: Count
  readonly parallelization: Count
  readonly salt: Uint8Array | null
  readonly proof: Uint8Array
}

interface RowOfKey {
  readonly key_id: string
  readonly operator: string
  readonly public_key: Uint8Array
  readonly valid_from: string
  readonly valid_until: string | null
  readonly revoked_at: string | null
  readonly secret: Uint8Array
}

interface RowOfStatement {
  readonly sequence: number
  readonly payload: Uint8Array
  readonly key_id: string
  readonly signature: Uint8Array | null
}

/** Without a statement those columns are null. */
type RowOfCeremony = (RowOfStatement | { readonly sequence: null }) & {
  readonly chain: string | null
  readonly paid_entries: number
  readonly free_entries: number
}

interface RowOfDigest {
  readonly raffle_id: string
  readonly sequence: number
  readonly digest: string
  readonly signed: number
}

interface RowOfBeacon {
  readonly round: number
  readonly signature: Uint8Array
  readonly previous_signature: Uint8Array | null
}

function readStatementRow(row: RowOfCeremony): readonly StatementRow[] {
  if (row.sequence === null) return []
  const { sequence, payload, key_id: keyId, signature } = row
  return [{ sequence, payload, keyId, ...(signature !== null && { signature }) }]
}
