/**
 * Finds raffles of a store with the same list of entries. Two draws from one list are legitimate; repeating a
 * draw until the result pleases is not, and an auditor who is shown one sees nothing of the others.
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256 } from '../core/digest.js'
import type { Engine } from '../core/engine.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import { buildTree } from '../store/entry-tree.js'
import { listStatuses, type RaffleStatus } from './raffle-status.js'

/** A list, described as in a seal. */
export interface ListOfEntries {
  readonly entries: number
  readonly root: Uint8Array
}

/** Raffles with the same entries in the same order, sealed or not, by time of creation. */
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
