/**
 * Cancelling a raffle: the last statement of its chain.
 *
 * @packageDocumentation
 */
import { checkText } from './create-raffle.js'
import type { Desk } from './desk.js'
import { missing } from './refusals.js'
import { carryOut } from './steps.js'

/** A raffle that is cancelled. */
export interface RaffleCancelled {
  readonly reason: string
  /** False where it had been cancelled before; the reason is the one of then. */
  readonly signed: boolean
}

/**
 * Ends the chain of a raffle, at any time.
 *
 * @throws DrawauditError `raffle-missing`, `raffle-invalid` for a reason that is none, and as `carryOut` does.
 */
export async function cancelRaffle(desk: Desk, raffleId: string, reason: string): Promise<RaffleCancelled> {
  checkText('the reason', reason)
  const { result, signed } = await carryOut(desk, raffleId, ({ chain }) => {
    if (chain === undefined) throw missing(raffleId)
    if (chain.cancelled !== undefined) return Promise.resolve({ done: chain.cancelled })
    const statements = [{ type: 'cancellation' as const, reason }]
    return Promise.resolve({ plan: { operator: chain.commitment.operator, statements } })
  })
  return { reason: result, signed }
}
