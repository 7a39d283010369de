/**
 * What a service says of its own draws in its list, for readers to find again themselves.
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
 * The level that a draw reaches when nobody is believed but the operators whose keys the store has: 3 at most, since
 * the levels above are about what others saw, which a service cannot say of itself. Undefined where its own keys are no
 * trust file, which is no reason to keep a draw from its publication.
 *
 * @param at - when, as statements have times.
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
    // No chain: the beacon was verified before anything was signed, and its claims are above what is said here.
    const root = { ...parseTrust({ trust, operators }), chains: [] }
    return examineBundle(bundle, root, { now, record, engine }).level ?? 0
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
