/**
 * Makes inclusion proofs (RFC 6962 section 2.1.1) without the whole list in memory: while it streams past, or
 * later from every eighth level of the tree.
 *
 * @packageDocumentation
 */
import type { Engine } from './engine.js'
import { portable } from './portable.js'
import { joinSubtrees, planInclusion, type Subtree, type ProofPlan } from './proof-plan.js'
import { deriveHashes, type ReadNodes } from './tile-nodes.js'

export { tileHeight } from './tiles.js'
export type { ReadNodes }

function assertIndex(index: number, size: number): void {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`there is no entry ${index} in a list of ${size}`)
  }
}

/** Nodes collected at one level, left to right like `indices`. */
interface LevelNodes {
  readonly indices: readonly number[]
  readonly hashes: Map<number, Uint8Array>
}

/**
 * Collects proofs for some entries of a list while its tree is built, in one pass and without keeping the leaves.
 *
 * @example
 * ```ts
 * const proofs = new InclusionProofs([3, 99], 100)
 * const tree = new MerkleTree(portable, proofs.add)
 * for (const data of list) tree.append(hashLeaf(data))
 * proofs.proof(99)
 * ```
 */
export class InclusionProofs {
  readonly #engine: Engine
  readonly #size: number
  readonly #plans: ReadonlyMap<number, ProofPlan>
  readonly #wanted: readonly LevelNodes[]

  /**
   * @param indices - positions of the entries, from 0, in any order.
   * @param size - final number of leaves.
   * @throws RangeError for a position outside the list.
   */
  constructor(indices: Iterable<number>, size: number, engine: Engine = portable) {
    this.#engine = engine
    this.#size = size
    this.#plans = new Map(
      [...indices].map(index => {
        assertIndex(index, size)
        return [index, planInclusion(index, size)]
      }),
    )
    const levels: Set<number>[] = []
    for (const { level, index } of [...this.#plans.values()].flat(2)) {
      for (let missing = levels.length; missing <= level; missing++) levels.push(new Set())
      levels[level]?.add(index)
    }
    this.#wanted = levels.map(level => ({ indices: [...level].sort((a, b) => a - b), hashes: new Map() }))
  }

  /** Receives every complete subtree: pass it to the tree as its `NodeListener`. */
  readonly add = (level: number, index: number, hash: Uint8Array): void => {
    const wanted = this.#wanted[level]
    if (wanted?.indices[wanted.hashes.size] === index) wanted.hashes.set(index, hash)
  }

  /**
   * The proof for one of the entries, once the tree is complete: sibling hashes, the leaf's first, 32 bytes
   * each.
   *
   * @throws RangeError for an entry that was not asked for, or before `size` leaves. With more leaves the
   * root does not match the proof.
   */
  proof(index: number): Uint8Array[] {
    const plan = this.#plans.get(index)
    if (plan === undefined) throw new RangeError(`entry ${index} was not asked for`)
    return plan.map(nodes =>
      joinSubtrees(
        nodes.map(node => this.#find(node)),
        this.#engine,
      ),
    )
  }

  #find({ level, index }: Subtree): Uint8Array {
    const hash = this.#wanted[level]?.hashes.get(index)
    if (hash === undefined) throw new RangeError(`the tree does not have ${this.#size} leaves yet`)
    return hash
  }
}

/**
 * The inclusion proof for any entry, from the stored levels of the tree: every eighth, as `MerkleTree`
 * reports them (the tiles of C2SP tlog-tiles). Reads one tile of each level, two at the right edge of the
 * tree: at most 256 hashes each.
 *
 * @param index - position of the leaf, from 0.
 * @param size - leaves of the tree.
 * @param readNodes - reads hashes of complete subtrees.
 * @returns sibling hashes, the leaf's first, 32 bytes each. They are only as correct as the stored ones:
 * verify the proof if you do not trust the store.
 * @throws RangeError for a position outside the list, or if the number of hashes read is not the number asked
 * for.
 */
export async function deriveInclusionProof(
  index: number,
  size: number,
  readNodes: ReadNodes,
  engine: Engine = portable,
): Promise<Uint8Array[]> {
  assertIndex(index, size)
  return deriveHashes(planInclusion(index, size), size, readNodes, engine)
}
