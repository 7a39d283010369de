import fc from 'fast-check'
import t from 'tap'
import { encodeUtf8 } from '../../src/core/encoding.js'
import {
  deriveInclusionProof,
  InclusionProofs,
  tileHeight,
  type ReadNodes,
} from '../../src/core/inclusion-proof.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../../src/core/merkle.js'
import { native } from '../../src/native/engine.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 67

/** What a store keeps of a tree: every eighth level. */
class Tiles {
  readonly levels = new Map<number, Uint8Array[]>()
  readonly reads: [level: number, start: number, end: number][] = []

  readonly add = (level: number, _index: number, hash: Uint8Array): void => {
    if (level % tileHeight !== 0) return
    const hashes = this.levels.get(level) ?? []
    this.levels.set(level, hashes)
    hashes.push(hash)
  }

  readonly read: ReadNodes = (level, start, end) => {
    this.reads.push([level, start, end])
    return Promise.resolve((this.levels.get(level) ?? []).slice(start, end))
  }
}

/** Tells several listeners. */
function build(size: number, indices: readonly number[]) {
  const tiles = new Tiles()
  const proofs = new InclusionProofs(indices, size, native)
  const tree = new MerkleTree(native, (level, index, hash) => {
    tiles.add(level, index, hash)
    proofs.add(level, index, hash)
  })
  for (let index = 0; index < size; index++)
    tree.append(hashLeaf(encodeUtf8(`ticket-${index}\npaid`), native))
  return { tree, tiles, proofs }
}

await t.test('proofs from every eighth level are those that were collected on the way', async t => {
  for (const size of [1, 2, 3, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 65_793]) {
    const near = [
      0, 1, 2, 127, 128, 254, 255, 256, 257, 511, 512, 32_767, 32_768, 65_279, 65_280, 65_535, 65_536,
    ]
    const indices = [...new Set([...near, size >> 1, size - 2, size - 1])].filter(
      index => index >= 0 && index < size,
    )
    const { tree, tiles, proofs } = build(size, indices)
    const root = tree.root()
    for (const index of indices) {
      tiles.reads.length = 0
      const proof = await deriveInclusionProof(index, size, tiles.read, native)
      t.strictSame(proof, proofs.proof(index), `${index} of ${size}`)
      const leafHash = tiles.levels.get(0)?.[index] ?? new Uint8Array()
      t.ok(verifyInclusion({ index, size, leafHash, proof, root }, native), `${index} of ${size} is proven`)
      for (const [level, start, end] of tiles.reads) {
        t.equal(start % 256, 0)
        t.ok(end > start && end - start <= 256 && end <= Math.floor(size / 2 ** level), 'within one tile')
      }
      const levels = tiles.reads.map(([level]) => level)
      t.ok(
        levels.every(level => level % 8 === 0 && levels.filter(other => other === level).length <= 2),
        'two tiles a level at most',
      )
      t.equal(new Set(tiles.reads.map(read => read.join())).size, tiles.reads.length, 'no tile twice')
    }
  }
})

await t.test('property: every proof from tiles is proven', async t => {
  const size = 1500
  const tiles = new Tiles()
  const tree = new MerkleTree(native, tiles.add)
  const roots = Array.from({ length: size }, (_, index) => {
    tree.append(hashLeaf(encodeUtf8(`${index}`), native))
    return tree.root()
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: size }), fc.nat(), async (count, number) => {
      const index = number % count
      const proof = await deriveInclusionProof(index, count, tiles.read, native)
      const leafHash = hashLeaf(encodeUtf8(`${index}`), native)
      return verifyInclusion({ index, size: count, leafHash, proof, root: roots[count - 1]! }, native)
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('a proof for a size that no list here has reads only what it needs', async t => {
  const size = 2 ** 53 - 1
  const reads: [level: number, start: number, end: number][] = []
  const hash = hashLeaf(new Uint8Array())
  const proof = await deriveInclusionProof(size - 1, size, (level, start, end) => {
    reads.push([level, start, end])
    return Promise.resolve(Array<Uint8Array>(end - start).fill(hash))
  })
  t.equal(proof.length, 52)
  t.strictSame(
    reads.map(([level, , end]) => [level, end]),
    [0, 8, 16, 24, 32, 40, 48].map(level => [level, Math.floor(size / 2 ** level)]),
  )
  t.end()
})

await t.test('entries that are not there are refused', async t => {
  const read: ReadNodes = (_level, start, end) => Promise.resolve(Array(end - start).fill(new Uint8Array(32)))
  for (const [index, size] of [
    [0, 0],
    [5, 5],
    [-1, 5],
    [0.5, 5],
    [NaN, 5],
    [0, 2 ** 53],
  ] as const) {
    t.throws(() => new InclusionProofs([index], size), RangeError, `${index} of ${size}`)
    await t.rejects(deriveInclusionProof(index, size, read), RangeError, `${index} of ${size}`)
  }
  const { proofs } = build(5, [1, 3])
  t.equal(proofs.proof(3).length, 3)
  t.throws(() => proofs.proof(2), RangeError, 'not asked for')
  await t.rejects(
    deriveInclusionProof(1, 5, () => Promise.resolve([])),
    new RangeError('expected 5 hashes of level 0, read 0'),
    'a store that has less than it says',
  )
  const hashes = [32, 32, 31, 32, 32].map(length => new Uint8Array(length))
  await t.rejects(
    deriveInclusionProof(1, 5, () => Promise.resolve(hashes)),
    new RangeError('a hash is not 32 bytes long'),
  )
})

await t.test('a tree that stopped early has no proof, and one that went on has another root', t => {
  const proofs = new InclusionProofs([2], 5)
  const tree = new MerkleTree(native, proofs.add)
  const leaves = Array.from({ length: 6 }, (_, index) => hashLeaf(encodeUtf8(`${index}`)))
  for (const leaf of leaves.slice(0, 4)) tree.append(leaf)
  t.throws(() => proofs.proof(2), RangeError)
  tree.append(leaves[4]!)
  const inclusion = { index: 2, leafHash: leaves[2]!, proof: proofs.proof(2) }
  t.ok(verifyInclusion({ ...inclusion, size: 5, root: tree.root() }))
  tree.append(leaves[5]!)
  t.notOk(verifyInclusion({ ...inclusion, size: 6, root: tree.root() }))
  t.end()
})
