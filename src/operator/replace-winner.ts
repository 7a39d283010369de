/**
 * Replaces a winner who was disqualified or did not answer.
 *
 * @packageDocumentation
 */
import { decodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { Replacement } from '../model/statement.js'
import { checkText } from './create-raffle.js'
import type { Desk } from './desk.js'
import { deriveListPick, listWinners } from './draw-raffle.js'
import { requireOpen } from './refusals.js'
import { carryOut } from './steps.js'

/** A replaced winner. */
export interface WinnerReplaced {
  readonly replacement: Replacement
  /** False if that winner was replaced before. */
  readonly signed: boolean
}

/**
 * Derives the next winner of a prize from the same seed and randomness, with a public reason.
 *
 * @param winner - the replaced entry, so that repeating the call does not replace the next one too.
 * @throws DrawauditError `raffle-state` before the last draw, for an entry that did not win, or if no entry
 * is left; `raffle-missing`, `raffle-invalid` for an invalid reason, and as `carryOut` does.
 */
export async function replaceWinner(
  desk: Desk,
  raffleId: string,
  winner: string,
  reason: string,
): Promise<WinnerReplaced> {
  checkText('the reason', reason)
  const { result, signed } = await carryOut(
    desk,
    raffleId,
    async ({ transaction: { ceremonies }, chain: found, issuedAt }) => {
      const chain = requireOpen(raffleId, found)
      const { draws, picks, seal } = chain
      if (draws.length === 0 || seal === undefined) {
        throw new DrawauditError('raffle-state', 'no prize is drawn yet', {
          hint: `draw first: drawaudit raffle draw ${raffleId}`,
        })
      }
      const lost = picks.find(({ winner_entry_id }) => winner_entry_id === winner)
      const draw = draws.find(({ position }) => position === lost?.position)
      if (lost === undefined || draw === undefined) {
        const winners = listWinners(chain).map(one => JSON.stringify(one.winner_entry_id))
        throw new DrawauditError('raffle-state', `entry ${JSON.stringify(winner)} is not a winner`, {
          hint: `the winners are ${winners.join(', ')}`,
        })
      }
      const replacements = picks.filter(
        (one): one is Replacement => one.type === 'replacement' && one.position === lost.position,
      )
      const next = replacements.find(({ sequence }) => sequence > lost.sequence)
      if (next !== undefined) return { done: next }
      if (picks.length >= seal.total_entries) {
        throw new DrawauditError('raffle-state', 'every entry has been picked: there is no one left to win', {
          hint: 'the prize cannot be given to anyone else by this draw',
        })
      }
      const prize = { position: lost.position, attempt: replacements.length + 1 }
      const seed = decodeHex(draw.rng_seed)
      const taken = picks.map(({ winner_index }) => winner_index)
      const beacon = chain.commitment.beacon === null ? undefined : await ceremonies.readBeacon(raffleId)
      const made = await deriveListPick(ceremonies, chain, { ...prize, seed }, taken, beacon)
      return {
        plan: {
          operator: chain.commitment.operator,
          statements: [
            {
              type: 'replacement' as const,
              draw_id: draw.draw_id,
              ...prize,
              reason,
              drawn_at_utc: issuedAt,
              ...made,
            },
          ],
        },
      }
    },
  )
  return { replacement: result, signed }
}
