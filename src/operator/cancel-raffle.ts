/**
 * Cancels a raffle: the last statement of its chain.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { checkText } from './create-raffle.js'
import { formatSeconds, type Desk } from './desk.js'
import { missingRaffle } from './refusals.js'
import { findDrawTime } from './seal-raffle.js'
import { carryOut } from './steps.js'

/** A cancelled raffle. */
export interface RaffleCancelled {
  readonly reason: string
  /** False if it was cancelled before; the reason is the earlier one. */
  readonly signed: boolean
}

/**
 * Ends the chain of a raffle, at any time.
 *
 * @param options - `althoughDrawn`: cancel it even though its winners are known.
 * @throws DrawauditError `raffle-state` for a raffle that is drawn or whose winners anyone can compute,
 * `raffle-missing`, `raffle-invalid` for an invalid reason, and as `carryOut` does.
 */
export async function cancelRaffle(
  desk: Desk,
  raffleId: string,
  reason: string,
  { althoughDrawn = false } = {},
): Promise<RaffleCancelled> {
  checkText('the reason', reason)
  const { result, signed } = await carryOut(desk, raffleId, ({ chain, now }) => {
    if (chain === undefined) throw missingRaffle(raffleId)
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
    const isPublic = chain.seal !== undefined && chain.commitment.seeds === 'public'
    if (isPublic && chain.draws.length === 0 && now >= findDrawTime(chain) && !althoughDrawn) {
      throw new DrawauditError(
        'raffle-state',
        `the seeds are public: since ${formatSeconds(findDrawTime(chain))} whoever has the list knows the winners, and a cancellation refutes that nobody could stop the draw`,
        {
          hint: `drawaudit raffle draw ${raffleId} signs them; to cancel all the same give --although-drawn`,
        },
      )
    }
    const statements = [{ type: 'cancellation' as const, reason }]
    return Promise.resolve({ plan: { operator: chain.commitment.operator, statements } })
  })
  return { reason: result, signed }
}
