// Inclusion and consistency: a proof is accepted exactly where it is the one that the RFC's own recursion makes.
import { hash } from 'node:crypto'
import { verifyConsistency } from '../../../src/core/consistency-proof.js'
import { verifyInclusion } from '../../../src/core/merkle.js'
import { native } from '../../../src/native/index.js'
import { NaiveTrees } from '../../core/naive-tree.js'
import { assertHolds } from './expect.js'

const most = 64
const leaves = Array.from({ length: most }, (_, at) => hash('sha256', `leaf ${at}`, 'buffer'))
const trees = new NaiveTrees(leaves)

/** Every subtree, which is what a forger has. */
const nodes: readonly Uint8Array[] = [
  ...new Map(
    Array.from({ length: most }, (_, start) =>
      Array.from({ length: most - start }, (_, more) => trees.root(start, start + more + 1)),
    )
      .flat()
      .map(node => [Buffer.from(node).toString('hex'), node]),
  ).values(),
]

const same = (some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean =>
  some.length === others.length && some.every((node, at) => Buffer.compare(node, others[at]!) === 0)

const codeOf = (proof: readonly Uint8Array[]): number[] =>
  proof.flatMap(node => {
    const at = nodes.findIndex(other => Buffer.compare(node, other) === 0)
    return [at >> 8, at & 255]
  })

export const seeds = [
  ...[1, 2, 3, 7, 8, 33, 64].map(size =>
    Buffer.from([0, size, size >> 1, ...codeOf(trees.inclusion(size >> 1, size))]),
  ),
  ...[1, 2, 3, 7, 8, 33, 63].map(size => Buffer.from([1, 64, size, ...codeOf(trees.consistency(size, 64))])),
]

/** Kind, size, and index or smaller size; then two bytes for each hash. */
export function fuzz(data: Buffer): void {
  const [kind = 0, larger = 0, smaller = 0] = data
  const size = larger % (most + 1)
  const other = smaller % (most + 1)
  const count = Math.floor(Math.max(data.length - 3, 0) / 2)
  const proof = Array.from({ length: count }, (_, at) => nodes[data.readUInt16BE(3 + 2 * at) % nodes.length]!)
  const root = trees.root(0, size)
  if (kind % 2 === 0) {
    const leafHash = leaves[Math.min(other, most - 1)]!
    const accepted = verifyInclusion({ index: other, size, leafHash, proof, root }, native)
    const genuine = other < size && same(proof, trees.inclusion(other, size))
    assertHolds(accepted === genuine, `inclusion of ${other} in ${size}: ${accepted}`)
  } else {
    const step = { size1: other, root1: trees.root(0, other), size2: size, root2: root, proof }
    const genuine = other > 0 && other <= size && same(proof, trees.consistency(other, size))
    assertHolds(verifyConsistency(step, native) === genuine, `consistency of ${other} and ${size}`)
  }
}
