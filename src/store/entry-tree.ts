/**
 * The tree over the entries of a raffle: its root, and proofs from its stored levels.
 *
 * @packageDocumentation
 */
import { encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { deriveInclusionProof, tileHeight } from '../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { maxLeafLength, type Entry } from '../model/entry.js'
import type { CeremonyReader, TreeNode } from './ceremonies.js'

/** Entries a page. */
const pageSize = 5000

/** All entries in import order, in pages. */
export async function* listEntries(
  reader: CeremonyReader,
  raffleId: string,
  total: number,
): AsyncGenerator<readonly Entry[]> {
  for (const [start, end] of pagesOf(total)) yield await reader.readEntries(raffleId, start, end)
}

function* pagesOf(total: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < total; start += pageSize) yield [start, Math.min(start + pageSize, total)]
}

/** The root over the entries of a raffle, and the nodes that proofs need. */
export async function buildTree(
  reader: CeremonyReader,
  raffleId: string,
  total: number,
  engine: Engine,
): Promise<{ readonly root: Uint8Array; readonly size: number; readonly nodes: readonly TreeNode[] }> {
  const nodes: TreeNode[] = []
  const message = new LeafMessage()
  const tree = new MerkleTree(engine, (level, index, hash) => {
    if (level > 0 && level % tileHeight === 0) nodes.push({ level, index, hash })
  })
  for (const [start, end] of pagesOf(total)) {
    for (const leaf of await reader.readLeaves(raffleId, start, end)) tree.appendMessage(message.of(leaf))
  }
  return { root: tree.root(), size: tree.size, nodes }
}

const encoder = new TextEncoder()

/** The hashed message of each leaf in turn: 00 ‖ leaf in UTF-8. Each overwrites the one before. */
class LeafMessage {
  readonly #bytes = new Uint8Array(1 + maxLeafLength)
  readonly #text = this.#bytes.subarray(1)
  /** By length: making a view takes longer than filling it. */
  readonly #views: Uint8Array[] = []

  of(leaf: string): Uint8Array {
    const { written } = encoder.encodeInto(leaf, this.#text)
    return (this.#views[written] ??= this.#bytes.subarray(0, 1 + written))
  }
}

/** The inclusion proof of an entry in a sealed list, in hex. */
export async function deriveProof(
  reader: CeremonyReader,
  raffleId: string,
  index: number,
  size: number,
): Promise<readonly string[]> {
  const proof = await deriveInclusionProof(index, size, async (level, start, end) => {
    if (level > 0) return reader.readNodes(raffleId, level, start, end)
    const leaves = await reader.readLeaves(raffleId, start, end)
    return leaves.map(leaf => hashLeaf(encodeUtf8(leaf)))
  })
  return proof.map(encodeHex)
}
