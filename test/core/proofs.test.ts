import t, { type Test } from 'tap'
import {
  deriveConsistencyProof,
  derivePrefixRoot,
  verifyConsistency,
} from '../../src/core/consistency-proof.js'
import { encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { deriveInclusionProof, tileHeight, type ReadNodes } from '../../src/core/inclusion-proof.js'
import { hashLeaf, MerkleTree, verifyInclusion, type Inclusion } from '../../src/core/merkle.js'
import { native } from '../../src/native/engine.js'
import { consistencyShape, inclusionShape, NaiveTrees } from './naive-tree.js'

// Every proof of every tree up to a size, against RFC 6962 word for word, and every one of them spoilt in every place.
// PROOFS=256 says up to which size, SHARD=i/n which of the sizes; `npm run campaign proofs`.
const { PROOFS = '48', SHARD = '1/1' } = process.env
const largest = Number(PROOFS)
const [shard = 1, shards = 1] = SHARD.split('/').map(Number)
const sizes = Array.from({ length: largest }, (_, at) => at + 1).filter(size => size % shards === shard - 1)

const leafHashes = Array.from({ length: largest + 1 }, (_, index) =>
  hashLeaf(encodeUtf8(`statement-${index}`), native),
)
const naive = new NaiveTrees(leafHashes)
const rootOf = (size: number): Uint8Array => naive.root(0, size)

const levels = new Map<number, Uint8Array[]>()
const tree = new MerkleTree(native, (level, _index, hash) => {
  if (level % tileHeight !== 0) return
  if (!levels.has(level)) levels.set(level, [])
  levels.get(level)?.push(hash)
})
for (const leafHash of leafHashes) tree.append(leafHash)
const readNodes: ReadNodes = (level, start, end) =>
  Promise.resolve((levels.get(level) ?? []).slice(start, end))

/** What became of the proofs, and of those that were spoilt. */
class Tally {
  proofs = 0
  negatives = 0
  /** Another size that leads through the same steps: nothing about the calculation is different. */
  same = 0
  readonly wrong: string[] = []

  check(right: boolean, what: () => string): void {
    if (!right) this.wrong.push(what())
  }

  refuse(accepted: boolean, what: () => string): void {
    this.negatives += 1
    if (accepted) this.wrong.push(what())
  }

  end(t: Test, kind: string): void {
    t.strictSame(this.wrong.slice(0, 50), [])
    const counts = `${this.proofs} ${kind} proofs, ${this.negatives} negatives, accepted negatives = ${this.wrong.length}`
    t.comment(`${counts}; ${this.same} other sizes with the same steps`)
    if (largest >= 256) console.error(`sizes up to ${largest}, share ${SHARD}: ${counts}`)
    t.end()
  }
}

const flip = (hash: Uint8Array, bit: number): Uint8Array =>
  hash.map((byte, at) => (at === (bit >> 3) % 32 ? byte ^ (1 << (bit & 7)) : byte))

/** Every proof that is wrong in one place. Two hashes that are the same would be no swap: there are none. */
function* spoil(proof: readonly Uint8Array[], seed: number): Generator<readonly [string, Uint8Array[]]> {
  for (const [at, hash] of proof.entries()) {
    yield [`altered ${at}`, proof.with(at, flip(hash, seed * 31 + at * 7))]
    yield [`dropped ${at}`, proof.toSpliced(at, 1)]
    yield [`doubled ${at}`, proof.toSpliced(at, 0, hash)]
    const next = proof[at + 1]
    if (next !== undefined) yield [`swapped ${at}`, proof.with(at, next).with(at + 1, hash)]
  }
  yield ['one more', [...proof, leafHashes[largest]!]]
}

const same = (ours: readonly Uint8Array[], theirs: readonly Uint8Array[]): boolean =>
  ours.length === theirs.length && ours.every((hash, at) => encodeHex(hash) === encodeHex(theirs[at]!))

await t.test('every inclusion proof, and nothing else', async t => {
  const tally = new Tally()
  for (const size of sizes) {
    const root = rootOf(size)
    for (let index = 0; index < size; index += 1) {
      const name = (what: string) => (): string => `${index} of ${size}: ${what}`
      const proof = await deriveInclusionProof(index, size, readNodes, native)
      const inclusion: Inclusion = { index, size, leafHash: leafHashes[index]!, proof, root }
      tally.proofs += 1
      tally.check(same(proof, naive.inclusion(index, size)), name('not as RFC 6962 makes it'))
      tally.check(verifyInclusion(inclusion, native), name('refused'))

      const refuse = (what: string, change: Partial<Inclusion>): void => {
        tally.refuse(verifyInclusion({ ...inclusion, ...change }, native), name(what))
      }
      for (const [what, spoilt] of spoil(proof, size + index)) refuse(what, { proof: spoilt })
      refuse('altered leaf', { leafHash: flip(inclusion.leafHash, size + index) })
      refuse('the next leaf', { leafHash: leafHashes[index + 1]! })
      refuse('altered root', { root: flip(root, index) })
      refuse('root of one more', { root: rootOf(size + 1) })
      refuse('root of one less', { root: rootOf(size - 1) })
      refuse('index + 1', { index: index + 1 })
      if (index > 0) refuse('index - 1', { index: index - 1 })
      for (const other of [size - 1, size + 1]) {
        refuse(`root and size ${other}`, { size: other, root: rootOf(other) })
        if (index < other && inclusionShape(index, other) === inclusionShape(index, size)) tally.same += 1
        else refuse(`size ${other}`, { size: other })
      }
    }
  }
  t.equal(
    tally.proofs,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  tally.end(t, 'inclusion')
})

await t.test('every consistency proof, and nothing else', async t => {
  const tally = new Tally()
  let prefixes = 0
  for (const size2 of sizes) {
    const root2 = rootOf(size2)
    for (let size1 = 1; size1 <= size2; size1 += 1) {
      const name = (what: string) => (): string => `${size1} to ${size2}: ${what}`
      const root1 = rootOf(size1)
      const proof = await deriveConsistencyProof(size1, size2, readNodes, native)
      const consistency = { size1, root1, size2, root2, proof }
      tally.proofs += 1
      tally.check(same(proof, naive.consistency(size1, size2)), name('not as RFC 6962 makes it'))
      tally.check(verifyConsistency(consistency, native), name('refused'))

      const refuse = (what: string, change: Partial<typeof consistency>): void => {
        tally.refuse(verifyConsistency({ ...consistency, ...change }, native), name(what))
      }
      for (const [what, spoilt] of spoil(proof, size1 + size2)) refuse(what, { proof: spoilt })
      refuse('altered first root', { root1: flip(root1, size2) })
      refuse('altered second root', { root2: flip(root2, size1) })
      for (const other of [size1 - 1, size1 + 1]) {
        refuse(`first root of ${other}`, { root1: rootOf(other) })
        refuse(`first root and size ${other}`, { size1: other, root1: rootOf(other) })
        refuse(`first size ${other}`, { size1: other })
      }
      for (const other of [size2 - 1, size2 + 1]) {
        refuse(`second root of ${other}`, { root2: rootOf(other) })
        refuse(`second root and size ${other}`, { size2: other, root2: rootOf(other) })
        if (size1 < other && consistencyShape(size1, other) === consistencyShape(size1, size2))
          tally.same += 1
        else refuse(`second size ${other}`, { size2: other })
      }

      // The same hashes without the first root: what they lead to is that root, or they lead nowhere.
      const whole = consistencyShape(size1, size2).startsWith('known')
      const hashes = whole && size1 < size2 ? [root1, ...proof] : proof
      const prefix = derivePrefixRoot({ size1, size2, root2, hashes }, native)
      prefixes += 1
      tally.check(prefix !== undefined && same([prefix], [root1]), name('another beginning'))
      for (const [what, spoilt] of spoil(hashes, size1 * size2)) {
        const found = derivePrefixRoot({ size1, size2, root2, hashes: spoilt }, native)
        tally.refuse(found !== undefined, name(`prefix, ${what}`))
      }
      for (const other of [size1 - 1, size1 + 1]) {
        const found = derivePrefixRoot({ size1: other, size2, root2, hashes }, native)
        tally.refuse(found !== undefined, name(`prefix of ${other}`))
      }
    }
  }
  t.equal(prefixes, tally.proofs)
  t.equal(
    tally.proofs,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  tally.end(t, 'consistency')
})
