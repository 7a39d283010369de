/**
 * Part of `store check`: receipts and withdrawals.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../../core/digest.js'
import { verifyEnvelope } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import type { PublicKey } from '../../core/signature.js'
import { hashWithdrawn, parseReceipt, receiptType } from '../../model/receipt.js'
import type { CeremonyRow } from '../ceremonies.js'
import { findSeal } from '../public-ceremony.js'
import type { Sql } from '../tables/sql.js'
import type { StoreTables } from '../tables/store-tables.js'
import { tryTo, tryToRead } from './try-to.js'

const pageSize = 1000

/** Max problems of one kind that are reported; there may be millions. */
const most = 20

const ceremony = '(SELECT number FROM ceremony WHERE raffle_id = @raffleId)'

interface CheckedReceiptRow {
  readonly id: string
  readonly issued_at: string
  readonly payload: Uint8Array
  readonly key_id: string
  readonly signature: Uint8Array
  /** Digest of the withdrawal, if any. */
  readonly digest: string | null
}

/** A signing key and its owner. */
export interface OwnKey {
  readonly key: PublicKey
  readonly operator: string
}

/** Checks that each receipt belongs to its entry and is signed by its key. */
export async function checkReceipts(
  sql: Sql,
  { raffleId }: CeremonyRow,
  keys: ReadonlyMap<string, OwnKey>,
  engine: Engine,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (let after = '', done = false; !done && problems.length < most;) {
    const rows = await sql.all<CheckedReceiptRow>(
      `SELECT receipt.id, issued_at, payload, key_id, signature, digest
       FROM receipt LEFT JOIN withdrawal ON withdrawal.ceremony = receipt.ceremony AND withdrawal.id = receipt.id
       WHERE receipt.ceremony = ${ceremony} AND receipt.id > @after ORDER BY receipt.id LIMIT ${pageSize}`,
      { raffleId, after },
    )
    problems.push(
      ...rows.flatMap(row => {
        const fault = findFault(row, raffleId, keys, engine)
        return fault === undefined ? [] : [`the receipt of ${JSON.stringify(row.id)} ${fault}`]
      }),
    )
    after = rows.at(-1)?.id ?? after
    done = rows.length < pageSize
  }
  const lost = await sql.all<{ id: string }>(
    `SELECT id FROM receipt
     WHERE ceremony = ${ceremony}
       AND NOT EXISTS (SELECT 1 FROM entry_place
                       WHERE entry_place.ceremony = receipt.ceremony AND entry_place.id = receipt.id)
       AND NOT EXISTS (SELECT 1 FROM withdrawal
                       WHERE withdrawal.ceremony = receipt.ceremony AND withdrawal.id = receipt.id)
     ORDER BY id LIMIT ${most}`,
    { raffleId },
  )
  return [
    ...problems.slice(0, most),
    ...lost.map(({ id }) => `the receipt of ${JSON.stringify(id)} has no entry`),
  ]
}

function findFault(
  { id, issued_at: issuedAt, payload, key_id: keyId, signature, digest }: CheckedReceiptRow,
  raffleId: string,
  keys: ReadonlyMap<string, OwnKey>,
  engine: Engine,
): string | undefined {
  const receipt = tryTo(() => parseReceipt(payload))
  if (receipt === undefined) return 'is none'
  if (receipt.raffle_id !== raffleId || receipt.entry_id !== id || receipt.issued_at_utc !== issuedAt) {
    return 'is of something else'
  }
  if (digest !== null && digest !== encodeHex(engine.hash('sha256', payload))) {
    return 'is not the one that was withdrawn'
  }
  const own = keys.get(keyId)
  const envelope = { payloadType: receiptType, payload, keyId, signature }
  if (own === undefined || !verifyEnvelope(envelope, own.key, engine)) return 'is not signed by its key'
  return own.operator === receipt.operator ? undefined : 'is of another operator than its key'
}

/** Checks that withdrawn entries are in no list, and that sealed withdrawals are in the store. */
export async function checkWithdrawals(
  sql: Sql,
  { ceremonies }: StoreTables,
  row: CeremonyRow,
): Promise<readonly string[]> {
  const { raffleId } = row
  const back = await sql.all<{ id: string }>(
    `SELECT withdrawal.id FROM withdrawal
     JOIN entry_place ON entry_place.ceremony = withdrawal.ceremony AND entry_place.id = withdrawal.id
     WHERE withdrawal.ceremony = ${ceremony} ORDER BY withdrawal.id LIMIT ${most}`,
    { raffleId },
  )
  const problems = back.map(({ id }) => `the entry ${JSON.stringify(id)} was withdrawn, and is in its list`)
  // Unreadable statements were reported already.
  const seal = tryTo(() => findSeal(row))
  if (seal === undefined) return problems
  const withdrawn = (await tryToRead(() => ceremonies.readWithdrawn(raffleId))) ?? []
  const isSealed =
    withdrawn.length === (seal.withdrawn?.count ?? 0) &&
    (seal.withdrawn === undefined || formatSha256(hashWithdrawn(withdrawn)) === seal.withdrawn.root)
  return isSealed ? problems : [...problems, 'its withdrawn receipts are not those that were sealed']
}
