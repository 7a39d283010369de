/**
 * Making inclusion proofs (RFC 6962 section 2.1.1) without the whole list in memory: while it streams by, or later
 * from every eighth level of the tree.
 *
 * @packageDocumentation
 */
import type { Engine } from './engine.js'
import { hashNode } from './merkle.js'
import { portable } from './portable.js'

/** A complete subtree: of 2^level leaves, the index-th of these from the left. */
interface Node {
  readonly level: number
  readonly index: number
}

/**
 * What a proof consists of, the leaf's sibling first. Each hash is that of the complete subtrees in it, from left to
 * right: of one, or at the right edge of the tree of several.
 */
function planProof(index: number, size: number): readonly (readonly Node[])[] {
  const siblings: (readonly Node[])[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start)
    if (index < middle) {
      siblings.push(completeSubtrees(middle, end))
      end = middle
    } else {
      siblings.push(completeSubtrees(start, middle))
      start = middle
    }
  }
  return siblings.reverse()
}

/** The fewest complete subtrees that make up these leaves; `start` is one where a subtree begins. */
function completeSubtrees(start: number, end: number): readonly Node[] {
  const nodes: Node[] = []
  let from = start
  while (from < end) {
    const width = largestPowerBelow(end - from + 1)
    nodes.push({ level: Math.log2(width), index: from / width })
    from += width
  }
  return nodes
}

/** The largest power of two below `count`, which is at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1
  while (2 * power < count) power *= 2
  return power
}

/** The hash over complete subtrees side by side, each larger than the next. */
function joinSubtrees(hashes: readonly Uint8Array[], engine: Engine): Uint8Array {
  return hashes.reduceRight((right, left) => hashNode(left, right, engine))
}

function assertIndex(index: number, size: number): void {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`there is no entry ${index} in a list of ${size}`)
  }
}

/** What is collected at one level: in the order of `indices`, as the subtrees come from left to right. */
interface Wanted {
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
  readonly #plans: ReadonlyMap<number, readonly (readonly Node[])[]>
  readonly #wanted: readonly Wanted[]

  /**
   * @param indices - positions of entries, from 0, in any order.
   * @param size - how many leaves the tree will have in the end.
   * @throws RangeError for a position outside of the list.
   */
  constructor(indices: Iterable<number>, size: number, engine: Engine = portable) {
    this.#engine = engine
    this.#size = size
    this.#plans = new Map(
      [...indices].map(index => {
        assertIndex(index, size)
        return [index, planProof(index, size)]
      }),
    )
    const levels: Set<number>[] = []
    for (const { level, index } of [...this.#plans.values()].flat(2)) {
      for (let missing = levels.length; missing <= level; missing++) levels.push(new Set())
      levels[level]?.add(index)
    }
    this.#wanted = levels.map(level => ({ indices: [...level].sort((a, b) => a - b), hashes: new Map() }))
  }

  /** To be told of every complete subtree: a `NodeListener` for the tree, bound to this collection. */
  readonly add = (level: number, index: number, hash: Uint8Array): void => {
    const wanted = this.#wanted[level]
    if (wanted?.indices[wanted.hashes.size] === index) wanted.hashes.set(index, hash)
  }

  /**
   * The proof for one of the entries, once the tree is whole: siblings, that of the leaf first, 32 bytes each.
   *
   * @throws RangeError for an entry that was not asked for, or while there are fewer leaves than were announced. A
   * tree that has more leaves is another tree: its root does not agree with the proof.
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

  #find({ level, index }: Node): Uint8Array {
    const hash = this.#wanted[level]?.hashes.get(index)
    if (hash === undefined) throw new RangeError(`the tree has not come to ${this.#size} leaves`)
    return hash
  }
}

/** Levels from one that is kept to the next, so that the nodes between two of them are one tile: 256 hashes. */
export const tileHeight = 8

const tileWidth = 2 ** tileHeight

/**
 * Reads hashes of complete subtrees of 2^`level` leaves, those with numbers from `start` to before `end`, counted
 * from the left. `level` is a multiple of 8, at level 0 they are leaves; all lie in one tile of 256, and all exist in
 * a tree of the size that was given.
 */
export type ReadNodes = (level: number, start: number, end: number) => Promise<readonly Uint8Array[]>

/**
 * The inclusion proof for any entry, from what a store keeps: every eighth level of the tree, as `MerkleTree` told
 * them while it was built (the tiles of C2SP tlog-tiles). Reads at each of these levels the tile above or below the
 * entry and, where the right edge of the tree is in another, that one: 256 hashes each, at most.
 *
 * @returns siblings, that of the leaf first, 32 bytes each. They are as right as what was read: whoever does not
 * trust the store verifies the proof.
 * @throws RangeError for a position outside of the list, or if another number of hashes was read than asked for.
 */
export async function deriveInclusionProof(
  index: number,
  size: number,
  readNodes: ReadNodes,
  engine: Engine = portable,
): Promise<Uint8Array[]> {
  assertIndex(index, size)
  const tiles = new Map<string, readonly Uint8Array[]>()

  async function readTile(level: number, tile: number): Promise<readonly Uint8Array[]> {
    const key = `${level} ${tile}`
    const known = tiles.get(key)
    if (known !== undefined) return known
    const start = tile * tileWidth
    const end = Math.min(start + tileWidth, Math.floor(size / 2 ** level))
    const hashes = await readNodes(level, start, end)
    if (hashes.length !== end - start) {
      throw new RangeError(`expected ${end - start} hashes of level ${level}, read ${hashes.length}`)
    }
    tiles.set(key, hashes)
    return hashes
  }

  async function readNode(node: Node): Promise<Uint8Array> {
    const above = node.level % tileHeight
    const first = node.index * 2 ** above
    const tile = Math.floor(first / tileWidth)
    const start = first - tile * tileWidth
    let hashes = (await readTile(node.level - above, tile)).slice(start, start + 2 ** above)
    while (hashes.length > 1) hashes = joinPairs(hashes, engine)
    // joinPairs leaves one of a power of two.
    return hashes[0] ?? new Uint8Array()
  }

  const proof: Uint8Array[] = []
  for (const nodes of planProof(index, size)) {
    const hashes: Uint8Array[] = []
    for (const node of nodes) hashes.push(await readNode(node))
    proof.push(joinSubtrees(hashes, engine))
  }
  return proof
}

function joinPairs(hashes: readonly Uint8Array[], engine: Engine): Uint8Array[] {
  const joined: Uint8Array[] = []
  hashes.forEach((left, index) => {
    const right = hashes[index + 1]
    if (index % 2 === 0 && right !== undefined) joined.push(hashNode(left, right, engine))
  })
  return joined
}
