/**
 * Cancelling a raffle: the last statement of its chain.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
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
 * @param options - `althoughDrawn`: its winners are known.
 * @throws DrawauditError `raffle-state` for a raffle that is drawn, `raffle-missing`, `raffle-invalid` for a reason that is none, and as `carryOut` does.
 */
export async function cancelRaffle(
  desk: Desk,
  raffleId: string,
  reason: string,
  { althoughDrawn = false } = {},
): Promise<RaffleCancelled> {
  checkText('the reason', reason)
  const { result, signed } = await carryOut(desk, raffleId, ({ chain }) => {
    if (chain === undefined) throw missing(raffleId)
    if (chain.cancelled !== undefined) return Promise.resolve({ done: chain.cancelled })
    if (chain.draws.length > 0 && !althoughDrawn) {
      throw new DrawauditError(
        'raffle-state',
        'this raffle is drawn: cancelling it takes the prizes from its winners',
        {
          hint: 'drawaudit raffle replace takes the next winner of one prize; to cancel all the same give --although-drawn',
        },
      )
    }
    const statements = [{ type: 'cancellation' as const, reason }]
    return Promise.resolve({ plan: { operator: chain.commitment.operator, statements } })
  })
  return { reason: result, signed }
}
