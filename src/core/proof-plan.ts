/**
 * The composition of Merkle proofs (RFC 6962 section 2.1): which complete subtrees, in which order.
 * Arithmetic only, no hashing.
 *
 * @packageDocumentation
 */
import type { Engine } from './engine.js'
import { hashNode } from './merkle.js'

/** A complete subtree: the index-th from the left of those with 2^level leaves. */
export interface Subtree {
  readonly level: number
  readonly index: number
}

/**
 * The hashes of a proof in order. Each covers one complete subtree or, at the right edge of the tree, several
 * from left to right.
 */
export type ProofPlan = readonly (readonly Subtree[])[]

/** An inclusion proof, RFC 6962 section 2.1.1: the leaf's sibling first. */
export function planInclusion(index: number, size: number): ProofPlan {
  const siblings: (readonly Subtree[])[] = []
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

/**
 * A consistency proof, RFC 6962 section 2.1.2: the deepest subtree first; it is omitted if it is the whole
 * first tree, whose hash the verifier has.
 */
export function planConsistency(size1: number, size2: number): ProofPlan {
  const subtrees: (readonly Subtree[])[] = []
  let start = 0
  let end = size2
  while (end > size1) {
    const middle = start + largestPowerBelow(end - start)
    if (size1 <= middle) {
      subtrees.push(completeSubtrees(middle, end))
      end = middle
    } else {
      subtrees.push(completeSubtrees(start, middle))
      start = middle
    }
  }
  if (start > 0) subtrees.push(completeSubtrees(start, end))
  return subtrees.reverse()
}

/** The fewest complete subtrees that cover these leaves, largest first; a subtree begins at `start`. */
export function completeSubtrees(start: number, end: number): readonly Subtree[] {
  const nodes: Subtree[] = []
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

/** The joint hash of adjacent complete subtrees, each larger than the next. */
export function joinSubtrees(hashes: readonly Uint8Array[], engine: Engine): Uint8Array {
  return hashes.reduceRight((right, left) => hashNode(left, right, engine))
}
