/**
 * Raffles of a store that have the same list of entries. Two draws from one list are lawful; drawing until the result
 * pleases is not, and an auditor who is shown one of them sees nothing of the others.
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256 } from '../core/digest.js'
import type { Engine } from '../core/engine.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import { buildTree } from '../store/entry-tree.js'
import { listStatuses, type RaffleStatus } from './raffle-status.js'

/** A list, as a seal would say it. */
export interface ListOfEntries {
  readonly entries: number
  readonly root: Uint8Array
}

/** The raffles whose list has these entries in this order, sealed or not, by the time at which they were created. */
export async function findSameList(
  reader: CeremonyReader,
  list: ListOfEntries,
  engine: Engine,
  now: Date,
): Promise<readonly RaffleStatus[]> {
  const found: RaffleStatus[] = []
  for (const status of await listStatuses(reader, now)) {
    if (await hasList(reader, status, list, engine)) found.push(status)
  }
  const created = ({ commitment }: RaffleStatus): string => commitment?.issued_at_utc ?? ''
  return found.toSorted(
    (one, other) => Number(created(one) > created(other)) - Number(created(one) < created(other)),
  )
}

async function hasList(
  reader: CeremonyReader,
  { raffleId, statements, paidEntries, freeEntries }: RaffleStatus,
  { entries, root }: ListOfEntries,
  engine: Engine,
): Promise<boolean> {
  const seal = statements.find(({ type }) => type === 'seal')
  if (seal?.type === 'seal') return seal.entries_root === formatSha256(root)
  if (paidEntries + freeEntries !== entries) return false
  return equalBytes((await buildTree(reader, raffleId, entries, engine)).root, root)
}
