/**
 * The tables of ceremonies: writing.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { ChainJson } from '../../core/beacon-json.js'
import { DrawauditError } from '../../errors.js'
import type { EntryKind } from '../../model/entry.js'
import type {
  CeremonyWriter,
  PendingStatements,
  NumberedEntry,
  ReceiptRow,
  SecretBoxRow,
  SigningKeyRow,
  StagedEntries,
  StageOptions,
  TokenRow,
  WithdrawalRow,
} from '../ceremonies.js'
import { CeremonyReads, numberOf } from './ceremony-reads.js'
import type { Sql } from './sql.js'
import { StagedTable } from './staged-table.js'

/** Writes the view of a raffle. */
export type WriteView = (raffleId: string, name: 'statements' | 'bundle', text: string) => Promise<void>

/** Ceremonies in the tables. */
export class CeremonyTables extends CeremonyReads implements CeremonyWriter {
  readonly #staged: StagedTable
  readonly #writeView: WriteView

  constructor(sql: Sql, writeView: WriteView) {
    super(sql)
    this.#staged = new StagedTable(sql)
    this.#writeView = writeView
  }

  async writeSecretBox({ scrypt, proof }: SecretBoxRow): Promise<void> {
    const { cost = null, blockSize = null, parallelization = null, salt = null } = scrypt ?? {}
    await this.sql.run(
      `INSERT INTO secret_box (id, cost, block_size, parallelization, salt, proof)
       VALUES (1, @cost, @blockSize, @parallelization, @salt, @proof)
       ON CONFLICT (id) DO UPDATE SET cost = @cost, block_size = @blockSize, parallelization = @parallelization,
         salt = @salt, proof = @proof`,
      { cost, blockSize, parallelization, salt, proof },
    )
  }

  async writeSigningKey(key: SigningKeyRow): Promise<void> {
    await this.sql.run(
      `INSERT INTO signing_key (key_id, operator, public_key, valid_from, valid_until, revoked_at, use, secret)
       VALUES (@keyId, @operator, @publicKey, @validFrom, @validUntil, @revokedAt, @use, @secret)
       ON CONFLICT (key_id) DO UPDATE
       SET valid_from = @validFrom, valid_until = @validUntil, revoked_at = @revokedAt, secret = @secret`,
      { ...key, validUntil: key.validUntil ?? null, revokedAt: key.revokedAt ?? null },
    )
  }

  async note(
    raffleId: string,
    { statements, issuedAt, seeds, chain, nodes = [], beacon }: PendingStatements,
  ): Promise<void> {
    if (seeds !== undefined) await this.#addCeremony(raffleId, chain)
    const ceremony = await this.#findNumber(raffleId)
    await this.#addSeeds(ceremony, seeds ?? [])
    await this.sql.insert(
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
    await this.sql.insert(
      'tree_node',
      { ceremony: 'bigint', level: 'bigint', place: 'bigint', hash: 'bytea' },
      nodes.map(({ level, index, hash }) => ({ ceremony, level, place: index, hash })),
    )
    if (beacon === undefined) return
    const { round, signature, previousSignature = null } = beacon
    await this.sql.run(
      `INSERT INTO beacon (ceremony, round, signature, previous_signature)
       VALUES (@ceremony, @round, @signature, @previousSignature)
       ON CONFLICT (ceremony) DO UPDATE
       SET round = @round, signature = @signature, previous_signature = @previousSignature`,
      { ceremony, round, signature, previousSignature },
    )
  }

  async #addCeremony(raffleId: string, chain: ChainJson | undefined): Promise<void> {
    await this.sql.run(
      'INSERT INTO ceremony (raffle_id, chain, paid_entries, free_entries) VALUES (?, ?, 0, 0)',
      [raffleId, chain === undefined ? null : JSON.stringify(chain)],
    )
  }

  async writeSeeds(raffleId: string, seeds: readonly Uint8Array[]): Promise<void> {
    await this.sql.run(`DELETE FROM seed WHERE ceremony = ${numberOf}`, { raffleId })
    await this.#addSeeds(await this.#findNumber(raffleId), seeds)
  }

  async #addSeeds(ceremony: number, seeds: readonly Uint8Array[]): Promise<void> {
    await this.sql.insert(
      'seed',
      { ceremony: 'bigint', position: 'bigint', secret: 'bytea' },
      seeds.map((secret, index) => ({ ceremony, position: index + 1, secret })),
    )
  }

  async discardNoted(raffleId: string): Promise<void> {
    const of = { raffleId }
    await this.sql.run(`DELETE FROM statement WHERE ceremony = ${numberOf} AND signature IS NULL`, of)
    const left = await this.sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM statement WHERE ceremony = ${numberOf}`,
      of,
    )
    const count = left?.count ?? 0
    // Data noted with a statement goes with it: seeds with 0, nodes with 1.
    if (count <= 1) await this.sql.run(`DELETE FROM tree_node WHERE ceremony = ${numberOf}`, of)
    if (count > 0) return
    await this.sql.run(`DELETE FROM seed WHERE ceremony = ${numberOf}`, of)
    await this.sql.run('DELETE FROM ceremony WHERE raffle_id = @raffleId', of)
  }

  async writeSignature(raffleId: string, sequence: number, signature: Uint8Array): Promise<void> {
    const changes = await this.sql.run(
      `UPDATE statement
       SET signature = @signature, signing = (SELECT coalesce(max(signing), 0) + 1 FROM statement)
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
    options?: StageOptions,
  ): Promise<StagedEntries> {
    return this.#staged.stage(await this.#findNumber(raffleId), batches, options)
  }

  async writeToken(raffleId: string, { sequence, authority, token }: TokenRow): Promise<void> {
    await this.sql.run(
      `INSERT INTO statement_token (ceremony, sequence, authority, token)
       VALUES (${numberOf}, @sequence, @authority, @token)
       ON CONFLICT DO NOTHING`,
      { raffleId, sequence, authority, token },
    )
  }

  async writeReceipts(raffleId: string, receipts: readonly ReceiptRow[]): Promise<void> {
    const ceremony = await this.#findNumber(raffleId)
    await this.sql.insert(
      'receipt',
      {
        ...{ ceremony: 'bigint', id: 'text', issued_at: 'text' },
        ...{ payload: 'bytea', key_id: 'text', signature: 'bytea' },
      } as const,
      receipts.map(({ entryId, issuedAt, payload, keyId, signature }) => ({
        ...{ ceremony, id: entryId, issued_at: issuedAt },
        ...{ payload, key_id: keyId, signature },
      })),
    )
    await this.sql.run('UPDATE ceremony SET receipts = receipts + ? WHERE number = ?', [
      receipts.length,
      ceremony,
    ])
  }

  async withdrawEntry(
    raffleId: string,
    kind: EntryKind,
    { entryId, withdrawnAt, reason, digest, nonce }: WithdrawalRow,
  ): Promise<void> {
    const ceremony = await this.#findNumber(raffleId)
    const sql = this.sql
    const row = await sql.get<{ place: number; last: number }>(
      `SELECT place, (SELECT max(place) FROM entry WHERE ceremony = @ceremony) AS last
       FROM entry_place WHERE ceremony = @ceremony AND id = @entryId`,
      { ceremony, entryId },
    )
    if (row === undefined) throw new DrawauditError('internal', 'there is no entry to withdraw')
    const { place, last } = row
    await sql.run('DELETE FROM entry WHERE ceremony = @ceremony AND place = @place', { ceremony, place })
    await sql.run('DELETE FROM entry_place WHERE ceremony = @ceremony AND id = @entryId', {
      ceremony,
      entryId,
    })
    // Before the seal the order is up to the operator: the last entry fills the gap.
    const moved = { ceremony, place, last }
    await sql.run(
      `UPDATE entry_place SET place = @place
       WHERE ceremony = @ceremony AND id = (SELECT id FROM entry WHERE ceremony = @ceremony AND place = @last)`,
      moved,
    )
    await sql.run('UPDATE entry SET place = @place WHERE ceremony = @ceremony AND place = @last', moved)
    const column = kind === 'paid' ? 'paid_entries' : 'free_entries'
    await sql.run(`UPDATE ceremony SET ${column} = ${column} - 1 WHERE number = ?`, [ceremony])
    await sql.run(
      `INSERT INTO withdrawal (ceremony, id, withdrawn_at, reason, digest, nonce)
       VALUES (@ceremony, @entryId, @withdrawnAt, @reason, @digest, @nonce)`,
      { ceremony, entryId, withdrawnAt, reason, digest: digest ?? null, nonce: nonce ?? null },
    )
  }

  async writeWithdrawalNonce(raffleId: string, entryId: string, nonce: Uint8Array): Promise<void> {
    await this.sql.run(
      `UPDATE withdrawal SET nonce = @nonce WHERE ceremony = ${numberOf} AND id = @entryId`,
      { raffleId, entryId, nonce },
    )
  }

  async addStagedEntries(raffleId: string): Promise<void> {
    await this.#staged.add(await this.#findNumber(raffleId))
  }

  async #findNumber(raffleId: string): Promise<number> {
    const row = await this.sql.get<{ number: number }>('SELECT number FROM ceremony WHERE raffle_id = ?', [
      raffleId,
    ])
    return row?.number ?? -1
  }
}
