/**
 * The Merkle path from an entry to the root of the sealed list, recorded while the verifier computes it.
 *
 * @packageDocumentation
 */
import { equalBytes, parseSha256 } from '../core/digest.js'
import { encodeHex } from '../core/encoding.js'
import { traceHashes, type Engine } from '../core/engine.js'
import { hashLeaf, verifyInclusion } from '../core/merkle.js'
import type { Bundle, EntryProof } from '../model/bundle.js'
import { encodeLeaf } from '../model/entry.js'
import type { Seal } from '../model/statement.js'
import type { ProvenEntry } from '../explain/explain-pick.js'
import type { HashedList } from './hashed-list.js'
import type { TreePath } from './model.js'

/** Max winners shown with their paths. */
const mostPaths = 20

/** The paths of the requested ticket and of winners, in this order. */
export function createPaths(
  { winners = [] }: Bundle,
  seal: Seal,
  ticket: ProvenEntry | undefined,
  engine: Engine,
): readonly TreePath[] {
  const others = winners.filter(({ entry, index }) => entry.id !== ticket?.entry.id || index !== ticket.index)
  const shown = [...(ticket === undefined ? [] : [ticket]), ...others.slice(0, mostPaths)]
  return shown.map(placed => createPath(placed, seal, engine))
}

/**
 * One path. Every hash is recorded while `verifyInclusion` computes it, so the page shows exactly what was
 * checked.
 */
export function createPath({ entry, index, inclusion }: ProvenEntry, seal: Seal, engine: Engine): TreePath {
  const { traced, hashes: nodes } = traceHashes(engine)
  const leaf = hashLeaf(encodeLeaf(entry), engine)
  const root = parseSha256(seal.entries_root)
  const proof = { index, size: seal.total_entries, leafHash: leaf, proof: inclusion, root }
  const holds = verifyInclusion(proof, traced)
  const siblings = nodes.map(({ bytes }, level) => {
    const left = bytes.subarray(1, 33)
    const isLeft = !equalBytes(left, nodes[level - 1]?.digest ?? leaf)
    const hash = encodeHex(isLeft ? left : bytes.subarray(33))
    return { side: isLeft ? ('left' as const) : ('right' as const), hash }
  })
  return {
    entryId: entry.id,
    index,
    leaf: encodeHex(leaf),
    siblings,
    root: encodeHex(nodes.at(-1)?.digest ?? leaf),
    holds,
  }
}

/** A ticket's place, from its own proof, the whole list, or the proof of its win. */
export function placeTicket(
  { winners }: Bundle,
  { raffle_id }: Seal,
  { id, proof }: { readonly id: string; readonly proof?: EntryProof },
  list: HashedList | undefined,
): ProvenEntry | undefined {
  if (proof !== undefined) return proof.entry.id === id && proof.raffleId === raffle_id ? proof : undefined
  return list?.place(id) ?? winners?.find(winner => winner.entry.id === id)
}
