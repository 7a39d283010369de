/**
 * Consistency proofs (RFC 6962 section 2.1.2, RFC 9162 section 2.1.4): that a tree has only grown, and the
 * root of an earlier prefix of it.
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

/**
 * Input of {@link verifyConsistency}. Sizes and roots come from signed checkpoints, never from the proof's
 * author.
 */
export interface Consistency {
  /** Leaves of the earlier tree. */
  readonly size1: number
  /** Root of the earlier tree, 32 bytes. */
  readonly root1: Uint8Array
  /** Leaves of the later one. */
  readonly size2: number
  /** Root of the later tree, 32 bytes. */
  readonly root2: Uint8Array
  /** Hashes of subtrees, the deepest first. */
  readonly proof: readonly Uint8Array[]
}

/**
 * Whether the first `size1` leaves of the tree with `root2` are the tree with `root1`: RFC 9162 section
 * 2.1.4.2. False for `size1` = 0, about which the RFC says nothing (every tree begins with none, and there is
 * no proof to check), for a first tree that is larger than the second, for a proof of the wrong length, and
 * if any hash is not 32 bytes long. Two trees of the same size are consistent if the roots are equal and the
 * proof is empty; nothing is hashed then.
 *
 * @param engine - the hash engine; portable by default.
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

/** Input of {@link derivePrefixRoot}. */
export interface Prefix {
  /** Number of leaves in the prefix. */
  readonly size1: number
  /** Number of leaves in the whole tree. */
  readonly size2: number
  /** The root that the hashes must lead to. */
  readonly root2: Uint8Array
  /**
   * The hashes of a consistency proof, but always with the first one, which a proof omits if `size1` is a
   * power of two; none if the sizes are equal.
   */
  readonly hashes: readonly Uint8Array[]
}

/**
 * The root of the first `size1` leaves of the tree with `size2` leaves and `root2`. No hashes lead to the
 * root of one tree and to the prefix of another: if the result differs from the root signed at `size1`, two
 * histories were signed.
 *
 * @returns undefined if the hashes do not lead to `root2`, are of the wrong number or length, or if `size1`
 * is 0 or above `size2`.
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
 * @returns undefined for the wrong number of hashes.
 */
function joinHashes(
  size1: number,
  size2: number,
  [first, ...rest]: readonly Uint8Array[],
  engine: Engine,
): { readonly root1: Uint8Array; readonly root2: Uint8Array } | undefined {
  if (first === undefined) return undefined
  // No bitwise operators: they are limited to 32 bits.
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
      // The last node of a level moves up unchanged until it has a left sibling.
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
 * The consistency proof between any two sizes, from the stored levels of the tree: every eighth, as
 * `MerkleTree` reports them (the tiles of C2SP tlog-tiles).
 *
 * @param size1 - leaves of the earlier tree.
 * @param size2 - leaves of the later tree.
 * @param readNodes - reads hashes of complete subtrees.
 * @returns hashes as {@link Consistency} has them, 32 bytes each, only as correct as the stored ones; none
 * for equal sizes.
 * @throws RangeError unless 1 ≤ `size1` ≤ `size2` ≤ 2^53 − 1, or if the number of hashes read is not the
 * number asked for.
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
 * The complete subtrees that a tree of `size` leaves is made up of, largest first, from the stored levels:
 * the input of `MerkleTree.resume`.
 *
 * @throws RangeError for a size that is not an integer from 0 to 2^53 − 1, or if the number of hashes read is
 * not the number asked for.
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
