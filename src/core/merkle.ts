/**
 * The Merkle tree of RFC 6962 over SHA-256: the root of a list, and proofs that an entry is in it.
 *
 * @packageDocumentation
 */
import { abytes } from '@noble/hashes/utils.js'
import { equalBytes } from './digest.js'
import { concatBytes } from './encoding.js'
import { hashInto, type Engine } from './engine.js'
import { portable } from './portable.js'

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)
const hashLength = 32

/**
 * The hash of one entry of the list, RFC 6962 section 2.1.
 *
 * ```
 * SHA-256( 00 ‖ data )
 * ```
 */
export function hashLeaf(data: Uint8Array, engine: Engine = portable): Uint8Array {
  return engine.hash('sha256', concatBytes(leafPrefix, data))
}

/**
 * The hash of two subtrees side by side, RFC 6962 section 2.1. The prefix keeps it apart from that of any leaf.
 *
 * ```
 * SHA-256( 01 ‖ left ‖ right )
 * ```
 *
 * @param left - 32 bytes, and so is `right`.
 * @throws TypeError for anything that is not a Uint8Array, RangeError for another length.
 */
export function hashNode(left: Uint8Array, right: Uint8Array, engine: Engine = portable): Uint8Array {
  assertHash(left, 'left')
  assertHash(right, 'right')
  return engine.hash('sha256', concatBytes(nodePrefix, left, right))
}

/** What {@link verifyInclusion} is told. */
export interface Inclusion {
  /** Position of the entry in the list, from 0. */
  readonly index: number
  /** Entries in the list, from a source that the proof's author does not choose: a signed statement. */
  readonly size: number
  /** {@link hashLeaf} of the entry. */
  readonly leafHash: Uint8Array
  /** Hashes of the sibling subtrees, that of the leaf first. */
  readonly proof: readonly Uint8Array[]
  readonly root: Uint8Array
}

/**
 * The leaf stands at `index` of the list of `size` entries that has this root: RFC 9162 section 2.1.3.2. False for
 * an index outside of the list, for a proof of another length, and where any hash has not 32 bytes.
 *
 * @param engine - what hashes; portable when left out.
 * @throws RangeError for an index or size that is not an integer from 0 to 2^53 − 1, TypeError for a hash that is
 * not a Uint8Array.
 *
 * @example
 * ```js
 * const leaf = hashLeaf(new TextEncoder().encode('a'))
 * const other = hashLeaf(new TextEncoder().encode('b'))
 * verifyInclusion({ leafHash: leaf, index: 0, size: 2, proof: [other], root: hashNode(leaf, other) }) // true
 * ```
 */
export function verifyInclusion(inclusion: Inclusion, engine: Engine = portable): boolean {
  const { index, size, leafHash, proof, root } = inclusion
  assertCount(index, 'index')
  assertCount(size, 'size')
  const hashes = [leafHash, root, ...proof]
  for (const hash of hashes) abytes(hash, undefined, 'hash')
  if (index >= size || hashes.some(hash => hash.length !== hashLength)) return false

  // Not the operators of bits: they know 32 of them.
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = hashNode(sibling, hash, engine)
      // The last node of a level goes up unchanged until there is something to its left.
      while (node % 2 === 0 && node !== 0) {
        node = node / 2
        last = Math.floor(last / 2)
      }
    } else {
      hash = hashNode(hash, sibling, engine)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && equalBytes(hash, root)
}

/**
 * Told of every complete subtree in the moment it is complete: of 2^`level` leaves, the `index`-th of these from the
 * left. Level 0 is a leaf. A tree of n leaves has fewer than 2n of them.
 */
export type NodeListener = (level: number, index: number, hash: Uint8Array) => void

/** The two subtrees of a level that will be one: 01 ‖ left ‖ right, hashed where they stand. */
interface Pair {
  readonly message: Uint8Array
  readonly left: Uint8Array
  readonly right: Uint8Array
}

function createPair(): Pair {
  const message = new Uint8Array(1 + 2 * hashLength).fill(1, 0, 1)
  return {
    message,
    left: message.subarray(1, 1 + hashLength),
    right: message.subarray(1 + hashLength),
  }
}

/**
 * A tree that grows by one leaf after the other, and keeps one hash a level.
 *
 * @example
 * ```js
 * const tree = new MerkleTree()
 * for (const id of ['a', 'b', 'c']) tree.append(hashLeaf(new TextEncoder().encode(id)))
 * tree.root().length // 32
 * ```
 */
export class MerkleTree {
  readonly #engine: Engine
  readonly #onNode: NodeListener | undefined
  /** By level. The left one waits for the right one where `#size` has that bit, and is stale elsewhere. */
  readonly #pairs: Pair[] = []
  #size = 0

  /**
   * @param engine - what hashes.
   * @param onNode - told of every complete subtree: `InclusionProofs.add`, or a store that keeps every eighth level.
   */
  constructor(engine: Engine = portable, onNode?: NodeListener) {
    this.#engine = engine
    this.#onNode = onNode
  }

  /**
   * A tree that goes on where another was: all that it needs of the leaves that were appended is `frontier` of that
   * other one.
   *
   * @param frontier - 32 bytes each.
   * @param onNode - told of the subtrees that become complete from now on.
   * @throws RangeError for a size that is not an integer from 0 to 2^53 − 1, another number of hashes than such a
   * tree has, or a hash of another length; TypeError for a hash that is not a Uint8Array.
   */
  static resume(
    size: number,
    frontier: readonly Uint8Array[],
    engine: Engine = portable,
    onNode?: NodeListener,
  ): MerkleTree {
    const tree = new MerkleTree(engine, onNode)
    for (const [level, hash] of readFrontier(size, frontier)) tree.#place(level, 0).set(hash)
    tree.#size = size
    return tree
  }

  /** The hashes of the complete subtrees that the leaves so far make up, largest first: all that the tree knows. */
  get frontier(): readonly Uint8Array[] {
    return waitingLevels(this.#size).map(level => this.#place(level, 0).slice())
  }

  /** How many leaves were appended. */
  get size(): number {
    return this.#size
  }

  /**
   * Appends {@link hashLeaf} of the next entry.
   *
   * @throws TypeError for anything that is not a Uint8Array, RangeError for another length than 32.
   */
  append(leafHash: Uint8Array): void {
    assertHash(leafHash, 'leafHash')
    const index = this.#size
    this.#place(0, index).set(leafHash)
    this.#complete(0, index)
  }

  /**
   * Appends the next entry, hashed here.
   *
   * @param message - 00 ‖ data: what {@link hashLeaf} hashes.
   * @returns the leaf hash, valid until the next one is appended.
   */
  appendMessage(message: Uint8Array): Uint8Array {
    const index = this.#size
    const leafHash = this.#place(0, index)
    hashInto(this.#engine, 'sha256', message, leafHash)
    this.#complete(0, index)
    return leafHash
  }

  /**
   * Appends all leaves of another tree, of which only the frontier is known. `onNode` is told of its subtrees and of
   * those above.
   *
   * @throws RangeError where this tree does not end with subtrees of the sizes that the other one has, for another
   * number of hashes than such a tree has, or a hash of another length; TypeError for a hash that is not a Uint8Array.
   */
  appendTree(size: number, frontier: readonly Uint8Array[]): void {
    for (const [level, hash] of readFrontier(size, frontier)) {
      const index = this.#size / 2 ** level
      if (!Number.isInteger(index)) {
        throw new RangeError(`a subtree of ${2 ** level} leaves cannot follow ${this.#size}`)
      }
      this.#place(level, index).set(hash)
      this.#complete(level, index)
    }
  }

  /** The root over all leaves so far; of none, SHA-256 of no bytes. The tree may grow on. */
  root(): Uint8Array {
    const [smallest, ...larger] = [...this.frontier].reverse()
    if (smallest === undefined) return this.#engine.hash('sha256', new Uint8Array())
    return larger.reduce((right, left) => hashNode(left, right, this.#engine), smallest)
  }

  /** Where the hash of the `index`-th subtree of a level belongs. */
  #place(level: number, index: number): Uint8Array {
    const { left, right } = (this.#pairs[level] ??= createPair())
    return index % 2 === 1 ? right : left
  }

  /** A subtree is in its place: joins it with the one to its left, if it is a right one, and so on upwards. */
  #complete(level: number, index: number): void {
    this.#size = (index + 1) * 2 ** level
    this.#onNode?.(level, index, this.#place(level, index).slice())
    if (index % 2 === 0) return
    const message = this.#pairs[level]?.message
    const above = (index - 1) / 2
    if (message === undefined) return
    hashInto(this.#engine, 'sha256', message, this.#place(level + 1, above))
    this.#complete(level + 1, above)
  }
}

/** The levels at which a tree of so many leaves has a subtree that waits for one to its right, the highest first. */
function waitingLevels(size: number): readonly number[] {
  const levels: number[] = []
  for (let level = 0, subtrees = size; subtrees > 0; level += 1, subtrees = Math.floor(subtrees / 2)) {
    if (subtrees % 2 === 1) levels.unshift(level)
  }
  return levels
}

/** The hashes of a frontier with their levels, checked. */
function readFrontier(
  size: number,
  frontier: readonly Uint8Array[],
): readonly (readonly [level: number, hash: Uint8Array])[] {
  assertCount(size, 'size')
  const levels = waitingLevels(size)
  if (frontier.length !== levels.length) {
    throw new RangeError(`expected ${levels.length} hashes, found ${frontier.length}`)
  }
  return frontier.map((hash, order) => {
    assertHash(hash, 'frontier')
    return [levels[order] ?? 0, hash]
  })
}

function assertHash(hash: Uint8Array, name: string): void {
  abytes(hash, hashLength, name)
}

/** @throws RangeError unless `count` is an integer from 0 to 2^53 − 1. */
export function assertCount(count: number, name: string): void {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`${name} must be an integer from 0 to 2^53 - 1, found ${count}`)
  }
}
