/**
 * The tables of ceremonies: reading.
 *
 * @packageDocumentation
 */
import type { Beacon } from '../../core/beacon.js'
import type { ChainJson } from '../../core/beacon-json.js'
import { decodeHex } from '../../core/encoding.js'
import type { Entry, EntryKind } from '../../model/entry.js'
import type { Withdrawal } from '../../model/receipt.js'
import type { KeyUse } from '../../model/trust.js'
import type {
  CeremonyRow,
  CeremonyReader,
  DigestsOf,
  ReceiptRow,
  SecretBoxRow,
  SigningKeyRow,
  StatementDigest,
  StatementRow,
  TokenRow,
  WithdrawalCount,
  WithdrawalRow,
} from '../ceremonies.js'
import { readStored } from './read-stored.js'
import type { Dialect, Sql } from './sql.js'

export const numberOf = '(SELECT number FROM ceremony WHERE raffle_id = @raffleId)'

interface RowOfEntry {
  readonly id: string
  readonly kind: EntryKind
  readonly nonce: string | null
}

/** What is hashed of an entry, with @feed between: concatenated by the database, in half the time. */
export const leafOf = (dialect: Dialect): string =>
  `id || @feed || kind || CASE WHEN nonce_hash IS NULL THEN '' ELSE @feed || ${dialect.hex('nonce_hash')} END`

/** Ceremonies in the tables, to read. */
export class CeremonyReads implements CeremonyReader {
  protected readonly sql: Sql

  constructor(sql: Sql) {
    this.sql = sql
  }

  async readSecretBox(): Promise<SecretBoxRow | undefined> {
    const row = await this.sql.get<RowOfBox>('SELECT * FROM secret_box')
    if (row === undefined) return undefined
    const { cost, block_size: blockSize, parallelization, salt, proof } = row
    if (cost === null || blockSize === null || parallelization === null || salt === null) return { proof }
    return { scrypt: { cost, blockSize, parallelization, salt }, proof }
  }

  async readSigningKeys(): Promise<readonly SigningKeyRow[]> {
    const rows = await this.sql.all<RowOfKey>(
      'SELECT * FROM signing_key ORDER BY operator, valid_from, key_id',
    )
    return rows.map(row => ({
      keyId: row.key_id,
      operator: row.operator,
      publicKey: row.public_key,
      validFrom: row.valid_from,
      ...(row.valid_until !== null && { validUntil: row.valid_until }),
      ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
      use: row.use,
      secret: row.secret,
    }))
  }

  async readCeremony(raffleId: string): Promise<CeremonyRow | undefined> {
    // One statement, so that both parts are of the same moment.
    const rows = await this.sql.all<RowOfCeremony>(
      `SELECT chain, paid_entries, free_entries, receipts, sequence, payload, key_id, signature
       FROM ceremony LEFT JOIN statement ON ceremony = number WHERE raffle_id = ? ORDER BY sequence`,
      [raffleId],
    )
    const [first] = rows
    if (first === undefined) return undefined
    return {
      raffleId,
      ...(first.chain !== null && { chain: readChain(first.chain) }),
      paidEntries: first.paid_entries,
      freeEntries: first.free_entries,
      receipts: first.receipts,
      statements: rows.flatMap(readStatementRow),
    }
  }

  async listCeremonies(after: string, limit: number): Promise<readonly string[]> {
    return this.sql.column<string>(
      'SELECT raffle_id FROM ceremony WHERE raffle_id > ? ORDER BY raffle_id LIMIT ?',
      [after, limit],
    )
  }

  async listChains(limit: number): Promise<readonly ChainJson[]> {
    // Jumps from the latest raffle of each chain to the next in the index: DISTINCT would scan all raffles.
    const chains = await this.sql.column<string>(
      `WITH RECURSIVE found (chain, number) AS (
         SELECT chain, number FROM ceremony
         WHERE number = (SELECT number FROM ceremony WHERE chain IS NOT NULL ORDER BY chain DESC, number DESC LIMIT 1)
         UNION ALL
         SELECT other.chain, other.number FROM found JOIN ceremony AS other ON other.number = (
           SELECT number FROM ceremony WHERE chain < found.chain ORDER BY chain DESC, number DESC LIMIT 1
         )
       )
       SELECT chain FROM found ORDER BY number DESC LIMIT ?`,
      [limit],
    )
    return chains.map(readChain)
  }

  async readDigests(which?: DigestsOf): Promise<readonly StatementDigest[]> {
    const wanted =
      which === undefined
        ? 'ORDER BY number, sequence'
        : 'from' in which
          ? 'WHERE signing >= @from ORDER BY signing'
          : 'WHERE raffle_id = @raffleId ORDER BY sequence'
    const rows = await this.sql.all<RowOfDigest>(
      `SELECT raffle_id, sequence, digest, signing, CASE WHEN signature IS NULL THEN 0 ELSE 1 END AS signed
       FROM statement JOIN ceremony ON number = ceremony ${wanted}`,
      which ?? [],
    )
    return rows.map(({ raffle_id: raffleId, sequence, digest, signing, signed }) => ({
      raffleId,
      sequence,
      digest,
      signed: signed === 1,
      ...(signing !== null && { signing }),
    }))
  }

  async readLastDate(): Promise<string | undefined> {
    const row = await this.sql.get<{ last: string | null }>(
      'SELECT max(issued_at) AS last FROM statement WHERE signature IS NOT NULL',
    )
    return row?.last ?? undefined
  }

  async readSeeds(raffleId: string): Promise<readonly Uint8Array[]> {
    return this.sql.column<Uint8Array>(
      `SELECT secret FROM seed WHERE ceremony = ${numberOf} ORDER BY position`,
      { raffleId },
    )
  }

  async readBeacon(raffleId: string): Promise<Beacon | undefined> {
    const row = await this.sql.get<RowOfBeacon>(
      `SELECT round, signature, previous_signature FROM beacon WHERE ceremony = ${numberOf}`,
      { raffleId },
    )
    if (row === undefined) return undefined
    const { round, signature, previous_signature: previousSignature } = row
    return { round, signature, ...(previousSignature !== null && { previousSignature }) }
  }

  async readTokens(raffleId: string): Promise<readonly TokenRow[]> {
    return this.sql.all<TokenRow>(
      `SELECT sequence, authority, token FROM statement_token
       WHERE ceremony = ${numberOf} ORDER BY sequence, authority`,
      { raffleId },
    )
  }

  async readEntries(raffleId: string, start: number, end: number): Promise<readonly Entry[]> {
    const rows = await this.sql.all<RowOfEntry>(
      `SELECT id, kind, ${this.sql.dialect.hex('nonce_hash')} AS nonce FROM entry
       WHERE ceremony = ${numberOf} AND place >= @start AND place < @end ORDER BY place`,
      { raffleId, start, end },
    )
    return rows.map(({ id, kind, nonce }) => (nonce === null ? { id, kind } : { id, kind, nonceHash: nonce }))
  }

  async readLeaves(raffleId: string, start: number, end: number): Promise<readonly string[]> {
    return this.sql.column<string>(
      `SELECT ${leafOf(this.sql.dialect)} FROM entry
       WHERE ceremony = ${numberOf} AND place >= @start AND place < @end ORDER BY place`,
      { raffleId, start, end, feed: '\n' },
    )
  }

  async findEntry(raffleId: string, id: string): Promise<number | undefined> {
    const row = await this.sql.get<{ place: number }>(
      `SELECT place FROM entry_place WHERE ceremony = ${numberOf} AND id = @id`,
      { raffleId, id },
    )
    return row?.place
  }

  async readReceipt(raffleId: string, entryId: string): Promise<ReceiptRow | undefined> {
    return (await this.readReceipts(raffleId, [entryId])).get(entryId)
  }

  async readReceipts(
    raffleId: string,
    entryIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReceiptRow>> {
    const { dialect } = this.sql
    const rows = await this.sql.all<RowOfReceipt>(
      `SELECT id, issued_at, payload, key_id, signature FROM receipt
       WHERE ceremony = ${numberOf} AND ${dialect.isAmong('id', dialect.listed('@entryIds', 'text'))}`,
      { raffleId, entryIds },
    )
    return new Map(
      rows.map(({ id, issued_at: issuedAt, payload, key_id: keyId, signature }) => [
        id,
        { entryId: id, issuedAt, payload, keyId, signature },
      ]),
    )
  }

  async listUnreceipted(raffleId: string, after: string, limit: number): Promise<readonly string[]> {
    return this.sql.column<string>(
      `SELECT id FROM entry_place AS listed
       WHERE ceremony = ${numberOf} AND id > @after
         AND NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.ceremony = listed.ceremony AND receipt.id = listed.id)
       ORDER BY id LIMIT @limit`,
      { raffleId, after, limit },
    )
  }

  async readLastReceipt(keyId: string): Promise<string | undefined> {
    const row = await this.sql.get<{ last: string | null }>(
      'SELECT max(issued_at) AS last FROM receipt WHERE key_id = ?',
      [keyId],
    )
    return row?.last ?? undefined
  }

  async readWithdrawal(raffleId: string, entryId: string): Promise<WithdrawalRow | undefined> {
    const row = await this.sql.get<RowOfWithdrawal>(
      `SELECT id, withdrawn_at, reason, digest, nonce FROM withdrawal
       WHERE ceremony = ${numberOf} AND id = @entryId`,
      { raffleId, entryId },
    )
    if (row === undefined) return undefined
    const { id, withdrawn_at: withdrawnAt, reason, digest, nonce } = row
    return {
      ...{ entryId: id, withdrawnAt, reason },
      ...(digest !== null && { digest }),
      ...(nonce !== null && { nonce }),
    }
  }

  async countWithdrawals(raffleId: string): Promise<readonly WithdrawalCount[]> {
    const rows = await this.sql.all<{ reason: string; count: number; last: string }>(
      `SELECT reason, count(*) AS count, max(withdrawn_at) AS last FROM withdrawal
       WHERE ceremony = ${numberOf} GROUP BY reason ORDER BY last, reason`,
      { raffleId },
    )
    return rows.map(({ reason, count, last }) => ({ reason, count, lastAt: last }))
  }

  async readWithdrawn(raffleId: string): Promise<readonly Withdrawal[]> {
    const rows = await this.sql.all<{ digest: string; nonce: Uint8Array | null }>(
      `SELECT digest, nonce FROM withdrawal WHERE ceremony = ${numberOf} AND digest IS NOT NULL`,
      { raffleId },
    )
    // Sorted here: databases collate text differently.
    return rows
      .toSorted((one, other) => (one.digest < other.digest ? -1 : 1))
      .map(({ digest, nonce }) => ({
        digest: readStored('the digest of a withdrawal', () => decodeHex(digest)),
        ...(nonce !== null && { nonce }),
      }))
  }

  async readNodes(
    raffleId: string,
    level: number,
    start: number,
    end: number,
  ): Promise<readonly Uint8Array[]> {
    return this.sql.column<Uint8Array>(
      `SELECT hash FROM tree_node
       WHERE ceremony = ${numberOf} AND level = @level AND place >= @start AND place < @end ORDER BY place`,
      { raffleId, level, start, end },
    )
  }
}

type NullableCount = number | null

interface RowOfBox {
  readonly cost: NullableCount
  readonly block_size: NullableCount
  readonly parallelization: NullableCount
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
  readonly use: KeyUse
}

interface RowOfReceipt {
  readonly id: string
  readonly issued_at: string
  readonly payload: Uint8Array
  readonly key_id: string
  readonly signature: Uint8Array
}

interface RowOfWithdrawal {
  readonly id: string
  readonly withdrawn_at: string
  readonly reason: string
  readonly digest: string | null
  readonly nonce: Uint8Array | null
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
  readonly receipts: number
}

interface RowOfDigest {
  readonly raffle_id: string
  readonly sequence: number
  readonly digest: string
  readonly signing: number | null
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

const readChain = (text: string): ChainJson =>
  readStored('the chain of a raffle', () => JSON.parse(text) as ChainJson)
