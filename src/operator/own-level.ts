/**
 * The level that a service states for its own draws in its list, for readers to verify.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { BundleJson } from '../model/bundle.js'
import { parseTrust } from '../model/trust.js'
import { buildTrust } from '../store/public-ceremony.js'
import type { Transaction } from '../store/store.js'
import { examineBundle } from '../verify/bundle/verify-bundle.js'

/**
 * The level of a draw if only the operators with keys in the store are trusted: at most 3, since higher
 * levels depend on what others saw. Undefined if its keys do not make a trust file, which must not prevent
 * publication.
 *
 * @param at - time of publication, as in statements.
 */
export async function findOwnLevel(
  transaction: Transaction,
  raffleId: string,
  bundle: BundleJson,
  at: string,
  engine: Engine,
): Promise<number | undefined> {
  const { ceremonies, log } = transaction
  const { trust, operators = [] } = await buildTrust(ceremonies, log)
  const draws = (await transaction.readAuditRecord(raffleId))?.draws ?? []
  const record = { raffle_id: raffleId, total_draws: draws.length, draws }
  const now = new Date(Number(parseTime(at) / 1_000_000n))
  try {
    // No chain: the beacon was verified before signing, and its claims belong to higher levels.
    const root = { ...parseTrust({ trust, operators }), chains: [] }
    return examineBundle(bundle, root, { now, record, engine }).level ?? 0
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
