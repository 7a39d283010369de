/**
 * Refusals of a ceremony's steps, with hints.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { CeremonyChain } from './steps.js'

/** @throws DrawauditError `raffle-missing` for no raffle, `raffle-state` for a cancelled one. */
export function requireOpen(raffleId: string, chain: CeremonyChain | undefined): CeremonyChain {
  if (chain === undefined) throw missingRaffle(raffleId)
  if (chain.cancelled === undefined) return chain
  throw new DrawauditError('raffle-state', `the raffle is cancelled: ${chain.cancelled}`, {
    hint: `nothing follows a cancellation; run it again: drawaudit raffle create --supersedes ${raffleId}`,
  })
}

export function missingRaffle(raffleId: string): DrawauditError {
  return new DrawauditError(
    'raffle-missing',
    `there is no raffle ${raffleId} that is drawn by the protocol`,
    {
      hint: 'drawaudit raffle list shows the existing ones',
    },
  )
}

/** The list was not sealed in time. */
export function late(raffleId: string, deadline: string): DrawauditError {
  return new DrawauditError(
    'raffle-late',
    `the list had to be sealed before ${deadline}, when the randomness could be known`,
    {
      hint: `cancel it: drawaudit raffle cancel ${raffleId} --reason TEXT, then run it again: drawaudit raffle create --supersedes ${raffleId}`,
    },
  )
}
