/**
 * Seals the list of entries: signs its root before the randomness exists.
 *
 * @packageDocumentation
 */
import { parseChainInfo, roundTime } from '../core/beacon.js'
import { formatSha256 } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import { hashWithdrawn } from '../model/receipt.js'
import type { Seal } from '../model/statement.js'
import { buildTree } from '../store/entry-tree.js'
import { formatSeconds, readSeconds, secondsOf, type Desk } from './desk.js'
import { describeWait } from './describe-wait.js'
import { late, requireOpen } from './refusals.js'
import { carryOut, type CeremonyChain } from './steps.js'

/** A list with a signed seal. */
export interface RaffleSealed {
  readonly seal: Seal
  /** False if it was sealed before. */
  readonly signed: boolean
  /** Seconds from the seal to the randomness. */
  readonly margin: number
}

/** Seconds before the randomness by which an auditor requires a seal to be seen. */
export const evidenceMargin = 30

/**
 * Seals the list, in import order. Takes as long as hashing the entries.
 *
 * @throws DrawauditError `raffle-early` before entries close, `raffle-late` once the randomness could be known,
 * `raffle-state` for fewer entries than prizes or a cancelled raffle, `raffle-missing`, and as `carryOut` does.
 */
export async function sealRaffle(desk: Desk, raffleId: string): Promise<RaffleSealed> {
  const { result, signed } = await carryOut(desk, raffleId, async ({ transaction, chain: found, now }) => {
    const chain = requireOpen(raffleId, found)
    const deadline = findDrawTime(chain)
    if (chain.seal !== undefined) {
      return { done: { seal: chain.seal, margin: deadline - readSeconds(chain.seal.issued_at_utc) } }
    }
    const close = readSeconds(chain.commitment.entries_close_at_utc)
    if (now < close) {
      throw new DrawauditError(
        'raffle-early',
        `entries close at ${chain.commitment.entries_close_at_utc}, in ${describeWait(close - now)}`,
        { hint: 'seal after that, when all entries are imported' },
      )
    }
    if (now >= deadline) throw late(raffleId, formatSeconds(deadline))
    const { paidEntries, freeEntries } = chain.ceremony
    const total = paidEntries + freeEntries
    const prizes = chain.commitment.prizes.length
    if (total < prizes) {
      throw new DrawauditError('raffle-state', `there are fewer entries (${total}) than prizes (${prizes})`, {
        hint: `import more: drawaudit raffle import ${raffleId} FILE; or cancel it: drawaudit raffle cancel ${raffleId} --reason TEXT`,
      })
    }
    const withdrawn = await transaction.ceremonies.readWithdrawn(raffleId)
    const { root, nodes } = await buildTree(transaction.ceremonies, raffleId, total, desk.engine)
    // Hashing millions of entries takes a while.
    const issuedAt = secondsOf(desk.now())
    if (issuedAt >= deadline) throw late(raffleId, formatSeconds(deadline))
    return {
      plan: {
        operator: chain.commitment.operator,
        issuedAt,
        statements: [
          {
            type: 'seal' as const,
            total_entries: total,
            paid_entries: paidEntries,
            free_entries: freeEntries,
            entries_root: formatSha256(root),
            ...(withdrawn.length > 0 && {
              withdrawn: {
                count: withdrawn.length,
                consented: withdrawn.filter(({ nonce }) => nonce !== undefined).length,
                root: formatSha256(hashWithdrawn(withdrawn, desk.engine)),
              },
            }),
          },
        ],
        nodes,
      },
    }
  })
  return { ...result, signed }
}

/** When the randomness of a raffle becomes known, in seconds since 1970: at its round, or its draw. */
export function findDrawTime({ ceremony, commitment }: CeremonyChain): number {
  const { beacon } = commitment
  if (beacon === null) return readSeconds(commitment.draw_at_utc)
  return roundTime(parseChainInfo(ceremony.chain, { chainHash: beacon.chain_hash }), beacon.round)
}
