/**
 * The tree over the entries of a raffle: its root, and proofs from the part of it that is kept.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { deriveInclusionProof, tileHeight } from '../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { encodeLeaf, type Entry } from '../model/entry.js'
import { LeafBuffer } from '../model/entry-lines.js'
import type { CeremonyReader, TreeNode } from './ceremonies.js'

/** Entries that are read at once. */
const pageSize = 5000

/** All entries in the order of their import, in pages. */
export async function* listEntries(
  reader: CeremonyReader,
  raffleId: string,
  total: number,
): AsyncGenerator<readonly Entry[]> {
  for (let start = 0; start < total; start += pageSize) {
    yield await reader.readEntries(raffleId, start, Math.min(start + pageSize, total))
  }
}

/** The root over the entries of a raffle, and what proofs need of the tree. */
export async function buildTree(
  reader: CeremonyReader,
  raffleId: string,
  total: number,
  engine: Engine,
): Promise<{ readonly root: Uint8Array; readonly size: number; readonly nodes: readonly TreeNode[] }> {
  const nodes: TreeNode[] = []
  const leaf = new LeafBuffer()
  const tree = new MerkleTree(engine, (level, index, hash) => {
    if (level > 0 && level % tileHeight === 0) nodes.push({ level, index, hash })
  })
  for await (const page of listEntries(reader, raffleId, total)) {
    for (const entry of page) {
      leaf.setEntry(entry)
      tree.appendMessage(leaf.leaf())
    }
  }
  return { root: tree.root(), size: tree.size, nodes }
}

/** The inclusion proof of one entry of a sealed list, in hex. */
export async function deriveProof(
  reader: CeremonyReader,
  raffleId: string,
  index: number,
  size: number,
): Promise<readonly string[]> {
  const proof = await deriveInclusionProof(index, size, async (level, start, end) => {
    if (level > 0) return reader.readNodes(raffleId, level, start, end)
    const entries = await reader.readEntries(raffleId, start, end)
    return entries.map(entry => hashLeaf(encodeLeaf(entry)))
  })
  return proof.map(encodeHex)
}
