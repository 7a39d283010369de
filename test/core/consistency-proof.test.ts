import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import {
  deriveConsistencyProof,
  deriveFrontier,
  derivePrefixRoot,
  verifyConsistency,
} from '../../src/core/consistency-proof.js'
import { concatBytes, decodeBase64, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { tileHeight, type ReadNodes } from '../../src/core/inclusion-proof.js'
import { hashLeaf, hashNode, MerkleTree } from '../../src/core/merkle.js'
import { portable } from '../../src/core/portable.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 67

/** A log that grew leaf by leaf: what a store keeps of it, and its root at every size. */
function grow(leafHashes: Iterable<Uint8Array>) {
  const levels = new Map<number, Uint8Array[]>()
  const reads: [level: number, start: number, end: number][] = []
  const tree = new MerkleTree(native, (level, _index, hash) => {
    if (level % tileHeight !== 0) return
    if (!levels.has(level)) levels.set(level, [])
    levels.get(level)?.push(hash)
  })
  const roots = [tree.root()]
  for (const leafHash of leafHashes) {
    tree.append(leafHash)
    roots.push(tree.root())
  }
  const read: ReadNodes = (level, start, end) => {
    reads.push([level, start, end])
    return Promise.resolve((levels.get(level) ?? []).slice(start, end))
  }
  return { tree, roots, read, reads, leaves: levels.get(0) ?? [] }
}

function* leavesOf(size: number, name = 'statement'): Generator<Uint8Array> {
  for (let index = 0; index < size; index += 1) yield hashLeaf(encodeUtf8(`${name}-${index}`), native)
}

const flip = (hash: Uint8Array, bit: number): Uint8Array =>
  hash.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const isPower = (size: number): boolean => Number.isInteger(Math.log2(size))

const near = [
  1, 2, 3, 127, 128, 129, 255, 256, 257, 511, 512, 513, 32_768, 65_535, 65_536, 65_537, 65_792, 66_000,
]
const large = grow(leavesOf(66_000))

await t.test('between any sizes, from every eighth level', async t => {
  for (const size2 of near) {
    for (const size1 of near.filter(size => size <= size2)) {
      large.reads.length = 0
      const proof = await deriveConsistencyProof(size1, size2, large.read, native)
      const consistency = { size1, root1: large.roots[size1]!, size2, root2: large.roots[size2]!, proof }
      for (const engine of [portable, native])
        t.ok(verifyConsistency(consistency, engine), `${size1} to ${size2}`)
      t.ok(proof.length <= 2 * Math.ceil(Math.log2(size2 + 1)))
      for (const [level, start, end] of large.reads) {
        t.equal(start % 256, 0)
        t.ok(end > start && end - start <= 256 && end <= Math.floor(size2 / 2 ** level), 'within one tile')
      }
      t.equal(new Set(large.reads.map(read => read.join())).size, large.reads.length, 'no tile twice')
      t.ok(large.reads.length <= 6, 'two tiles a level at most')
    }
  }
})

await t.test('a tree goes on from what is kept of it', async t => {
  for (const size of [0, ...near]) {
    const frontier = await deriveFrontier(size, large.read, native)
    t.equal(frontier.length, size.toString(2).replaceAll('0', '').length, `${size}`)
    const heard: string[] = []
    const resumed = MerkleTree.resume(size, frontier, native, (level, index) =>
      heard.push(`${level} ${index}`),
    )
    t.equal(resumed.size, size)
    t.strictSame(resumed.root(), large.roots[size])
    t.strictSame(resumed.frontier, frontier)
    const more = Math.min(size + 300, 66_000)
    for (let index = size; index < more; index += 1) resumed.append(large.leaves[index]!)
    t.strictSame(resumed.root(), large.roots[more], `${size} and on`)
    t.strictSame(resumed.frontier, await deriveFrontier(more, large.read))
    t.equal(heard.filter(node => node.startsWith('0 ')).length, more - size)
    t.equal(new Set(heard).size, heard.length)
  }
})

await t.test('a tree is resumed from nothing else', t => {
  const { tree } = grow(leavesOf(11))
  const { frontier } = tree
  t.equal(frontier.length, 3)
  const [first, second, third] = frontier as [Uint8Array, Uint8Array, Uint8Array]
  for (const wrong of [[], [first], [first, second], [first, second, third, third]]) {
    t.throws(() => MerkleTree.resume(11, wrong), RangeError, `${wrong.length} hashes`)
  }
  t.throws(() => MerkleTree.resume(11, [first, second, third.subarray(1)]), RangeError)
  t.throws(() => MerkleTree.resume(11, [first, second, encodeHex(third) as unknown as Uint8Array]), TypeError)
  t.throws(() => MerkleTree.resume(0, [first]), RangeError)
  for (const size of [-1, 0.5, NaN, 2 ** 53])
    t.throws(() => MerkleTree.resume(size, []), RangeError, `${size}`)
  t.strictSame(MerkleTree.resume(11, [second, first, third]).frontier, [second, first, third])
  t.notSame(MerkleTree.resume(11, [second, first, third]).root(), tree.root())
  t.strictSame(new MerkleTree().frontier, [])
  // A tree of 2^53 - 1 leaves is one append from its end: 53 hashes, and none of its numbers is rounded.
  const many = Array.from({ length: 53 }, (_, at) => hashLeaf(Uint8Array.of(at)))
  t.strictSame(MerkleTree.resume(2 ** 53 - 1, many).frontier, many)
  t.strictSame(
    MerkleTree.resume(2 ** 53 - 1, many).root(),
    many.reduceRight((right, left) => hashNode(left, right)),
  )
  t.end()
})

await t.test('property: a log that is resumed anywhere is the log that was never stopped', async t => {
  const sizes = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(sizes, async stops => {
      let tree = new MerkleTree(native)
      for (const stop of [...stops].sort((a, b) => a - b)) {
        tree = MerkleTree.resume(tree.size, tree.frontier, native)
        for (const leaf of large.leaves.slice(tree.size, stop)) tree.append(leaf)
        if (encodeHex(tree.root()) !== encodeHex(large.roots[stop]!)) return false
      }
      const kept = await deriveFrontier(tree.size, large.read, native)
      return encodeHex(concatBytes(...kept)) === encodeHex(concatBytes(...tree.frontier))
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('property: any two sizes', async t => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 66_000 }), fc.integer({ min: 1, max: 66_000 }))
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(255), async (pair, bit) => {
      const [size1, size2] = [Math.min(...pair), Math.max(...pair)]
      const root1 = large.roots[size1]!
      const root2 = large.roots[size2]!
      const proof = await deriveConsistencyProof(size1, size2, large.read, native)
      const consistency = { size1, root1, size2, root2, proof }
      if (!verifyConsistency(consistency, native)) return false
      const hashes = size1 < size2 && isPower(size1) ? [root1, ...proof] : proof
      const prefix = derivePrefixRoot({ size1, size2, root2, hashes }, native)
      if (prefix === undefined || encodeHex(prefix) !== encodeHex(root1)) return false
      return hashes.every((hash, at) => {
        const spoilt = hashes.with(at, flip(hash, bit))
        return derivePrefixRoot({ size1, size2, root2, hashes: spoilt }, native) === undefined
      })
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test(
  'two logs that begin alike: each shows its own beginning, and neither that of the other',
  async t => {
    for (const [common, size1, size2] of [
      [0, 1, 2],
      [3, 4, 7],
      [5, 8, 8],
      [100, 130, 300],
      [256, 257, 513],
    ] as const) {
      const mine = grow([...leavesOf(common), ...leavesOf(size2 - common, 'mine')])
      const other = grow([...leavesOf(common), ...leavesOf(size2 - common, 'other')])
      t.notSame(mine.roots[size1], other.roots[size1])
      for (const [shown, hidden] of [
        [mine, other],
        [other, mine],
      ] as const) {
        const root2 = shown.roots[size2]!
        const proof = await deriveConsistencyProof(size1, size2, shown.read)
        const hashes = size1 < size2 && isPower(size1) ? [shown.roots[size1]!, ...proof] : proof
        t.strictSame(derivePrefixRoot({ size1, size2, root2, hashes }), shown.roots[size1])
        t.notOk(verifyConsistency({ size1, root1: hidden.roots[size1]!, size2, root2, proof }))
        t.equal(
          derivePrefixRoot({ size1, size2, root2: hidden.roots[size2]!, hashes }),
          size1 === size2 ? hidden.roots[size2] : undefined,
        )
        if (size1 === size2) continue
        // With the first root of the other log, where it stands among the hashes, nothing leads to the second root.
        if (isPower(size1)) {
          const crossed = [hidden.roots[size1]!, ...proof]
          t.equal(derivePrefixRoot({ size1, size2, root2, hashes: crossed }), undefined)
        }
        t.equal(derivePrefixRoot({ size1, size2, root2, hashes: [] }), undefined)
        t.equal(derivePrefixRoot({ size1, size2, root2, hashes: hashes.slice(1) }), undefined)
        t.equal(derivePrefixRoot({ size1, size2, root2, hashes: [...hashes, root2] }), undefined)
        t.equal(derivePrefixRoot({ size1: size2, size2: size1, root2, hashes }), undefined)
        t.equal(derivePrefixRoot({ size1: 0, size2, root2, hashes }), undefined)
        t.equal(derivePrefixRoot({ size1, size2, root2: root2.subarray(1), hashes }), undefined)
        t.equal(
          derivePrefixRoot({ size1, size2, root2, hashes: hashes.with(0, hashes[0]!.subarray(1)) }),
          undefined,
        )
      }
    }
    const hash = hashLeaf(new Uint8Array())
    t.strictSame(
      derivePrefixRoot({ size1: 7, size2: 7, root2: hash, hashes: [] }),
      hash,
      'equal sizes need no hash',
    )
    t.equal(derivePrefixRoot({ size1: 7, size2: 7, root2: hash, hashes: [hash] }), undefined)
    t.equal(derivePrefixRoot({ size1: 0, size2: 0, root2: hash, hashes: [] }), undefined)
  },
)

await t.test('sizes beyond 32 bits, and to the end of the numbers', async t => {
  const size2 = Number.MAX_SAFE_INTEGER
  const hash = hashLeaf(encodeUtf8('any'))
  for (const size1 of [1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 52 + 1, size2 - 1]) {
    const proof = await deriveConsistencyProof(size1, size2, (_level, start, end) =>
      Promise.resolve(Array<Uint8Array>(end - start).fill(hash)),
    )
    t.ok(proof.length > 0 && proof.length <= 104, `${size1}`)
    t.notOk(verifyConsistency({ size1, root1: hash, size2, root2: hash, proof }))
  }
  // From all leaves but the last to all: 52 subtrees to the left of it, the last of them a leaf.
  const lefts = Array.from({ length: 52 }, (_, at) => hashLeaf(Uint8Array.of(at)))
  const [last, ...rest] = lefts as [Uint8Array, ...Uint8Array[]]
  const root1 = rest.reduce((right, left) => hashNode(left, right), last)
  const root2 = rest.reduce((right, left) => hashNode(left, right), hashNode(last, hash))
  const consistency = { size1: size2 - 1, root1, size2, root2, proof: [last, hash, ...rest] }
  t.ok(verifyConsistency(consistency))
  t.notOk(verifyConsistency({ ...consistency, size1: size2 - 2 }))
  t.notOk(verifyConsistency({ ...consistency, size1: (size2 - 1) % 2 ** 32, size2: size2 % 2 ** 32 }))
  const { proof: hashes } = consistency
  t.strictSame(derivePrefixRoot({ size1: size2 - 1, size2, root2, hashes }), root1)
})

await t.test('what is no consistency at all is an exception, not an answer', async t => {
  const hash = hashLeaf(new Uint8Array())
  const consistency = { size1: 3, root1: hash, size2: 3, root2: hash, proof: [] }
  t.ok(verifyConsistency(consistency))
  t.notOk(verifyConsistency({ ...consistency, size1: 0 }))
  t.notOk(verifyConsistency({ ...consistency, size1: 0, size2: 0 }))
  t.notOk(verifyConsistency({ ...consistency, size1: 4 }))
  t.notOk(verifyConsistency({ ...consistency, proof: [hash] }))
  t.notOk(verifyConsistency({ ...consistency, root1: hash.subarray(1) }))
  const grown = { size1: 1, root1: hash, size2: 2, root2: hashNode(hash, hash), proof: [hash] }
  t.ok(verifyConsistency(grown))
  t.notOk(verifyConsistency({ ...grown, root1: hash.subarray(1) }))
  t.notOk(verifyConsistency({ ...grown, root2: new Uint8Array() }))
  t.notOk(verifyConsistency({ ...grown, proof: [concatBytes(hash, hash)] }))
  const hex = encodeHex(hash) as unknown as Uint8Array
  for (const count of [-1, 0.5, NaN, 2 ** 53, Infinity, '1' as unknown as number]) {
    for (const change of [{ size1: count }, { size2: count }]) {
      t.throws(() => verifyConsistency({ ...consistency, ...change }), RangeError, JSON.stringify(change))
      t.throws(() => derivePrefixRoot({ ...consistency, hashes: [], ...change }), RangeError)
    }
    await t.rejects(deriveConsistencyProof(count, 5, large.read), RangeError, `from ${count}`)
    await t.rejects(deriveConsistencyProof(1, count, large.read), RangeError, `to ${count}`)
    await t.rejects(deriveFrontier(count, large.read), RangeError, `frontier of ${count}`)
  }
  for (const change of [{ root1: hex }, { root2: hex }, { proof: [hex] }]) {
    t.throws(() => verifyConsistency({ ...consistency, ...change }), TypeError)
  }
  t.throws(() => derivePrefixRoot({ size1: 1, size2: 2, root2: hash, hashes: [hex] }), TypeError)
  await t.rejects(deriveConsistencyProof(0, 5, large.read), RangeError)
  await t.rejects(deriveConsistencyProof(6, 5, large.read), RangeError)
  await t.rejects(
    deriveConsistencyProof(3, 5, () => Promise.resolve([])),
    RangeError,
    'a store that has less than it says',
  )
  await t.rejects(
    deriveFrontier(5, () => Promise.resolve([])),
    RangeError,
  )
})

interface Probe {
  readonly file: string
  readonly size1: string
  readonly size2: string
  readonly root1: string
  readonly root2: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}

const probes = vectors('rfc6962/consistency.json')
await t.test(
  'RFC 6962 consistency probes',
  probes ? {} : { skip: 'shared vectors are not here: rfc6962/consistency.json' },
  t => {
    if (probes === undefined) return void t.end()
    const rows = JSON.parse(readFileSync(probes, 'utf8')) as readonly Probe[]
    let decided = 0
    for (const { file, size1, size2, root1, root2, proof, wantErr } of rows) {
      const consistency = {
        size1: Number(size1),
        size2: Number(size2),
        root1: decodeBase64(root1),
        root2: decodeBase64(root2),
        proof: (proof ?? []).map(decodeBase64),
      }
      if (Number.isSafeInteger(consistency.size1) && Number.isSafeInteger(consistency.size2)) {
        decided += 1
        for (const engine of [portable, native])
          t.equal(verifyConsistency(consistency, engine), !wantErr, file)
      } else {
        t.ok(wantErr, file)
        t.throws(() => verifyConsistency(consistency), RangeError, file)
      }
    }
    t.ok(rows.length >= 98)
    t.ok(decided > 80, 'nearly all within 2^53')
    t.end()
  },
)
