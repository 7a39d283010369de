/**
 * A raffle with an open list: from its commitment to its seal.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Transaction } from '../store/store.js'
import { checkJournal } from './check-journal.js'
import type { CheckedJournal } from './compared-journal.js'
import type { Desk } from './desk.js'
import { missingRaffle, requireOpen } from './refusals.js'
import { readCeremonyChain, settlePending, type CeremonyChain } from './steps.js'

/** A raffle with an open list, in a transaction. */
export interface OpenList {
  readonly raffleId: string
  readonly chain: CeremonyChain
  readonly journal: CheckedJournal
}

/** The error once the list is sealed: what is refused, and what to do instead. */
export interface SealedListRefusal {
  readonly message: string
  readonly hint: string
}

/**
 * The raffle, if its list is open.
 *
 * @throws DrawauditError `raffle-state` once the list is sealed or the raffle cancelled, `raffle-missing`, and as
 * `checkJournal` does.
 */
export async function openList(
  desk: Desk,
  transaction: Transaction,
  raffleId: string,
  { message, hint }: SealedListRefusal,
): Promise<OpenList> {
  const { ceremonies } = transaction
  const journal = await checkJournal(desk, transaction, raffleId)
  const pending = await settlePending(desk, ceremonies, raffleId, journal)
  const ceremony = await ceremonies.readCeremony(raffleId)
  if (ceremony === undefined) throw missingRaffle(raffleId)
  const chain = requireOpen(raffleId, readCeremonyChain(ceremony))
  if (chain.seal === undefined && pending.length === 0) return { raffleId, chain, journal }
  throw new DrawauditError('raffle-state', `the list is sealed: ${message}`, { hint })
}
