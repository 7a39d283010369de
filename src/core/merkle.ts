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
 *
 * @param data - the bytes of the entry.
 */
export function hashLeaf(data: Uint8Array, engine: Engine = portable): Uint8Array {
  return engine.hash('sha256', concatBytes(leafPrefix, data))
}

/**
 * The hash of two subtrees side by side, RFC 6962 section 2.1. The prefix separates it from leaf hashes.
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

/** Input of {@link verifyInclusion}. */
export interface Inclusion {
  /** Position of the entry in the list, from 0. */
  readonly index: number
  /** Number of entries, from a signed statement, never from the proof's author. */
  readonly size: number
  /** {@link hashLeaf} of the entry. */
  readonly leafHash: Uint8Array
  /** Sibling hashes, the leaf's first. */
  readonly proof: readonly Uint8Array[]
  /** Root of the list, 32 bytes, from the same signed statement. */
  readonly root: Uint8Array
}

/**
 * Whether the leaf is at `index` of the list of `size` entries with this root: RFC 9162 section 2.1.3.2.
 * False for an index outside the list, a proof of the wrong length, and if any hash is not 32 bytes long.
 *
 * @param engine - the hash engine; portable by default.
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

  // No bitwise operators: they are limited to 32 bits.
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = hashNode(sibling, hash, engine)
      // The last node of a level moves up unchanged until it has a left sibling.
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
 * Called with every subtree as soon as it is complete: the `index`-th from the left of those with 2^`level`
 * leaves. Level 0 is a leaf. A tree of n leaves has fewer than 2n subtrees.
 */
export type NodeListener = (level: number, index: number, hash: Uint8Array) => void

/** Two sibling subtrees in one buffer, hashed in place: 01 ‖ left ‖ right. */
interface NodePair {
  readonly message: Uint8Array
  readonly left: Uint8Array
  readonly right: Uint8Array
}

function createPair(): NodePair {
  const message = new Uint8Array(1 + 2 * hashLength).fill(1, 0, 1)
  return {
    message,
    left: message.subarray(1, 1 + hashLength),
    right: message.subarray(1 + hashLength),
  }
}

/**
 * A tree that grows leaf by leaf and keeps one hash a level.
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
  /** By level. The left hash is pending if `#size` has that bit, and stale otherwise. */
  readonly #pairs: NodePair[] = []
  #size = 0

  /**
   * @param engine - the hash engine.
   * @param onNode - receives every complete subtree: `InclusionProofs.add`, or a store that keeps every
   * eighth level.
   */
  constructor(engine: Engine = portable, onNode?: NodeListener) {
    this.#engine = engine
    this.#onNode = onNode
  }

  /**
   * A tree that continues another one, of whose leaves it needs only the `frontier`.
   *
   * @param frontier - 32 bytes each.
   * @param onNode - receives the subtrees that become complete from now on.
   * @throws RangeError for a size that is not an integer from 0 to 2^53 − 1, the wrong number of hashes, or a
   * hash of another length; TypeError for a hash that is not a Uint8Array.
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

  /** The hashes of the complete subtrees of the leaves so far, largest first: the whole state of the tree. */
  get frontier(): readonly Uint8Array[] {
    return waitingLevels(this.#size).map(level => this.#place(level, 0).slice())
  }

  /** Number of leaves so far. */
  get size(): number {
    return this.#size
  }

  /**
   * Appends {@link hashLeaf} of the next entry.
   *
   * @throws TypeError for anything that is not a Uint8Array, RangeError unless it is 32 bytes long.
   */
  append(leafHash: Uint8Array): void {
    assertHash(leafHash, 'leafHash')
    const index = this.#size
    this.#place(0, index).set(leafHash)
    this.#complete(0, index)
  }

  /**
   * Hashes and appends the next entry.
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
   * Appends all leaves of another tree by its frontier alone. `onNode` receives its subtrees and those above.
   *
   * @throws RangeError if the other tree's subtrees do not fit at the end of this one, for the wrong number
   * of hashes, or a hash of another length; TypeError for a hash that is not a Uint8Array.
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

  /** The root over all leaves so far; SHA-256 of nothing for an empty tree. The tree can grow on. */
  root(): Uint8Array {
    const [smallest, ...larger] = [...this.frontier].reverse()
    if (smallest === undefined) return this.#engine.hash('sha256', new Uint8Array())
    return larger.reduce((right, left) => hashNode(left, right, this.#engine), smallest)
  }

  /** The buffer slot for the hash of the `index`-th subtree of a level. */
  #place(level: number, index: number): Uint8Array {
    const { left, right } = (this.#pairs[level] ??= createPair())
    return index % 2 === 1 ? right : left
  }

  /** Called with a subtree in its slot: joins a right one with its left sibling, and so on upwards. */
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

/** The levels at which a tree of this size has an unpaired subtree, highest first. */
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
