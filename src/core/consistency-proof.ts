/**
 * Consistency proofs (RFC 6962 section 2.1.2, RFC 9162 section 2.1.4): that a tree only grew since it was smaller,
 * and what a tree shows of how it began.
 *
 * @packageDocumentation
 */
import { abytes } from '@noble/hashes/utils.js'
import { equalBytes } from './digest.js'
import type { Engine } from './engine.js'
import { assertCount, hashNode } from './merkle.js'
import { portable } from './portable.js'
import { completeSubtrees, planConsistency } from './proof-plan.js'
import { deriveHashes, type ReadNodes } from './tile-nodes.js'

const hashLength = 32

/** What {@link verifyConsistency} is told. Sizes and roots come from signed checkpoints, never from the proof's author. */
export interface Consistency {
  /** Leaves of the earlier tree. */
  readonly size1: number
  readonly root1: Uint8Array
  /** Leaves of the later one. */
  readonly size2: number
  readonly root2: Uint8Array
  /** Hashes of subtrees, the deepest first. */
  readonly proof: readonly Uint8Array[]
}

/**
 * The first `size1` leaves of the tree with `root2` are those of the tree with `root1`: RFC 9162 section 2.1.4.2.
 * False for `size1` = 0, about which the RFC says nothing (every tree begins with none, and there is no proof to
 * check), for a first tree that is larger than the second, for a proof of another length, and where any hash has not
 * 32 bytes. Two trees of one size are consistent when the roots are equal and the proof is empty: nothing is hashed
 * then, and what the roots are is not looked at.
 *
 * @param engine - what hashes; portable when left out.
 * @throws RangeError for a size that is not an integer from 0 to 2^53 − 1, TypeError for a hash that is not a
 * Uint8Array.
 */
export function verifyConsistency(consistency: Consistency, engine: Engine = portable): boolean {
  const { size1, root1, size2, root2, proof } = consistency
  assertCount(size1, 'size1')
  assertCount(size2, 'size2')
  const areAllHashes = areHashes([root1, root2, ...proof])
  if (size1 === 0 || size1 > size2) return false
  if (size1 === size2) return proof.length === 0 && equalBytes(root1, root2)
  if (!areAllHashes) return false
  const roots = joinHashes(size1, size2, isPowerOfTwo(size1) ? [root1, ...proof] : proof, engine)
  return roots !== undefined && equalBytes(roots.root1, root1) && equalBytes(roots.root2, root2)
}

/** What {@link derivePrefixRoot} is told. */
export interface Prefix {
  /** How many leaves are asked about. */
  readonly size1: number
  readonly size2: number
  /** The root that the hashes have to lead to. */
  readonly root2: Uint8Array
  /**
   * Those of a consistency proof, with the first one always there, also where `size1` is a power of two and a proof
   * leaves it out; none where the sizes are equal.
   */
  readonly hashes: readonly Uint8Array[]
}

/**
 * The root of the first `size1` leaves of the tree of `size2` leaves that has `root2`. Nobody can make hashes that
 * lead to the root of one tree and to the beginning of another: where this is not the root that was signed at
 * `size1`, two histories were signed.
 *
 * @returns undefined where the hashes do not lead to `root2`, are too many or too few or not of 32 bytes, or where
 * `size1` is 0 or above `size2`: then nothing is shown.
 * @throws RangeError and TypeError as {@link verifyConsistency} does.
 */
export function derivePrefixRoot(prefix: Prefix, engine: Engine = portable): Uint8Array | undefined {
  const { size1, size2, root2, hashes } = prefix
  assertCount(size1, 'size1')
  assertCount(size2, 'size2')
  if (!areHashes([root2, ...hashes])) return undefined
  if (size1 === 0 || size1 > size2) return undefined
  if (size1 === size2) return hashes.length === 0 ? root2 : undefined
  const roots = joinHashes(size1, size2, hashes, engine)
  return roots !== undefined && equalBytes(roots.root2, root2) ? roots.root1 : undefined
}

/**
 * Both roots, from the deepest subtree that ends where the first tree does, and the hashes beside it up to the top.
 *
 * @returns undefined for another number of hashes than these sizes have.
 */
function joinHashes(
  size1: number,
  size2: number,
  [first, ...rest]: readonly Uint8Array[],
  engine: Engine,
): { readonly root1: Uint8Array; readonly root2: Uint8Array } | undefined {
  if (first === undefined) return undefined
  // Not the operators of bits: they know 32 of them.
  let node = size1 - 1
  let last = size2 - 1
  while (node % 2 === 1) {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  let root1 = first
  let root2 = first
  for (const sibling of rest) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      root1 = hashNode(sibling, root1, engine)
      root2 = hashNode(sibling, root2, engine)
      // The last node of a level goes up unchanged until there is something to its left.
      while (node % 2 === 0 && node !== 0) {
        node = node / 2
        last = Math.floor(last / 2)
      }
    } else {
      root2 = hashNode(root2, sibling, engine)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? { root1, root2 } : undefined
}

/**
 * The consistency proof between any two sizes, from what a store keeps: every eighth level of the tree, as
 * `MerkleTree` told them while it was built (the tiles of C2SP tlog-tiles).
 *
 * @returns hashes as {@link Consistency} has them, 32 bytes each, as right as what was read; none for equal sizes.
 * @throws RangeError unless 1 ≤ `size1` ≤ `size2` ≤ 2^53 − 1, or if another number of hashes was read than asked for.
 */
export async function deriveConsistencyProof(
  size1: number,
  size2: number,
  readNodes: ReadNodes,
  engine: Engine = portable,
): Promise<Uint8Array[]> {
  assertCount(size1, 'size1')
  assertCount(size2, 'size2')
  if (size1 === 0 || size1 > size2) {
    throw new RangeError(`there is no proof from a tree of ${size1} leaves to one of ${size2}`)
  }
  return deriveHashes(planConsistency(size1, size2), size2, readNodes, engine)
}

/**
 * The complete subtrees that a tree of `size` leaves is made up of, largest first, from what a store keeps: what
 * `MerkleTree.resume` goes on from.
 *
 * @throws RangeError for a size that is not an integer from 0 to 2^53 − 1, or if another number of hashes was read
 * than asked for.
 */
export async function deriveFrontier(
  size: number,
  readNodes: ReadNodes,
  engine: Engine = portable,
): Promise<Uint8Array[]> {
  assertCount(size, 'size')
  const plan = completeSubtrees(0, size).map(node => [node])
  return deriveHashes(plan, size, readNodes, engine)
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  for (const hash of hashes) abytes(hash, undefined, 'hash')
  return hashes.every(hash => hash.length === hashLength)
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count)) && 2 ** Math.log2(count) === count
}
