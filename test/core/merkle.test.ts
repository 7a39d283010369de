import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { concatBytes, decodeBase64, decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { InclusionProofs } from '../../src/core/inclusion-proof.js'
import { hashLeaf, hashNode, MerkleTree, verifyInclusion, type Inclusion } from '../../src/core/merkle.js'
import { portable } from '../../src/core/portable.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'

const slow = process.env['SLOW'] === '1'
const runs = slow ? 20_000 : 100

const sha256 = (...parts: Uint8Array[]): Uint8Array => native.hash('sha256', concatBytes(...parts))

/** RFC 6962 section 2.1, word for word. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const [leaf] = leaves
  if (leaf === undefined) return sha256()
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaf)
  const k = split(leaves.length)
  return sha256(Uint8Array.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

/** RFC 6962 section 2.1.1, word for word. */
function path(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return []
  const k = split(leaves.length)
  return index < k
    ? [...path(index, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...path(index - k, leaves.slice(k)), treeHash(leaves.slice(0, k))]
}

function split(count: number): number {
  let k = 1
  while (2 * k < count) k *= 2
  return k
}

const makeLeaves = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => encodeUtf8(`ticket-${index}\npaid`))

/** The tree of `leaves`, and its proofs as they are collected on the way. */
function build(leaves: readonly Uint8Array[], indices: readonly number[], engine = native) {
  const proofs = new InclusionProofs(indices, leaves.length, engine)
  const tree = new MerkleTree(engine, proofs.add)
  for (const leaf of leaves) tree.append(hashLeaf(leaf, engine))
  return { tree, proofs }
}

await t.test('the root is that of RFC 6962, after every leaf', t => {
  const leaves = makeLeaves(130)
  for (const engine of [portable, native]) {
    const tree = new MerkleTree(engine)
    t.equal(encodeHex(tree.root()), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    leaves.forEach((leaf, index) => {
      tree.append(hashLeaf(leaf, engine))
      t.equal(tree.size, index + 1)
      t.strictSame(tree.root(), treeHash(leaves.slice(0, index + 1)), `${engine.name}, ${index + 1} leaves`)
    })
  }
  t.end()
})

// Certificate Transparency's own test data: testdata of the reference implementation has the same roots.
await t.test('the roots of the leaves that everyone tests with', t => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map(decodeHex)
  const tree = new MerkleTree()
  const roots = leaves.map(leaf => {
    tree.append(hashLeaf(leaf))
    return encodeHex(tree.root())
  })
  t.equal(roots[0], '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  t.equal(roots[1], 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
  t.equal(roots[7], '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  t.end()
})

await t.test('a listener hears of every complete subtree once, from left to right', t => {
  const leaves = makeLeaves(77)
  const heard: [level: number, index: number, hash: Uint8Array][] = []
  const tree = new MerkleTree(native, (...node) => heard.push(node))
  for (const leaf of leaves) tree.append(hashLeaf(leaf))
  for (let level = 0; level < 8; level++) {
    const ofLevel = heard.filter(node => node[0] === level)
    t.strictSame(
      ofLevel.map(node => node[1]),
      Array.from({ length: Math.floor(77 / 2 ** level) }, (_, index) => index),
    )
    for (const [, index, hash] of ofLevel) {
      t.strictSame(hash, treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))
    }
  }
  t.end()
})

await t.test('a tree goes on with the leaves of another, where these are whole subtrees', t => {
  const leaves = makeLeaves(45)
  const part = (from: number, to: number): MerkleTree => {
    const tree = new MerkleTree(native)
    for (const leaf of leaves.slice(from, to)) tree.appendMessage(concatBytes(Uint8Array.of(0), leaf))
    return tree
  }
  const heard: string[] = []
  const tree = new MerkleTree(native, (level, index) => heard.push(`${level}/${index}`))
  for (const [from, to] of [
    [0, 16],
    [16, 32],
    [32, 45],
  ] as const) {
    tree.appendTree(to - from, part(from, to).frontier)
    t.strictSame(tree.root(), treeHash(leaves.slice(0, to)), `${to} leaves`)
  }
  t.strictSame(heard, ['4/0', '4/1', '5/0', '3/4', '2/10', '0/44'])
  t.strictSame(part(0, 45).root(), tree.root())
  const before = part(0, 3)
  const kept = before.frontier
  for (const leaf of leaves.slice(3, 5)) before.appendMessage(concatBytes(Uint8Array.of(0), leaf))
  t.strictSame(kept, part(0, 3).frontier, 'a frontier that was taken stays')
  t.throws(() => {
    tree.appendTree(2, part(0, 2).frontier)
  }, new RangeError('a subtree of 2 leaves cannot follow 45'))
  t.throws(() => {
    tree.appendTree(3, part(0, 2).frontier)
  }, new RangeError('expected 2 hashes, found 1'))
  t.throws(() => {
    tree.appendTree(1, [new Uint8Array(31)])
  }, RangeError)
  tree.appendTree(0, [])
  t.equal(tree.size, 45)
  t.end()
})

/** Every proof that is wrong in one place. */
function* spoil(proof: readonly Uint8Array[], other: Uint8Array): Generator<[string, Uint8Array[]]> {
  for (const [at, hash] of proof.entries()) {
    const flipped = hash.slice()
    flipped[at % 32]! ^= 1 << (at & 7)
    yield [`flipped ${at}`, proof.with(at, flipped)]
    yield [`replaced ${at}`, proof.with(at, other)]
    yield [`dropped ${at}`, proof.toSpliced(at, 1)]
    yield [`doubled ${at}`, proof.toSpliced(at, 0, hash)]
    yield [`shortened ${at}`, proof.with(at, hash.subarray(0, 31))]
    yield [`lengthened ${at}`, proof.with(at, concatBytes(hash, Uint8Array.of(0)))]
    const next = proof[at + 1]
    if (next !== undefined) yield [`swapped ${at}`, proof.with(at, next).with(at + 1, hash)]
  }
  yield ['one more', [...proof, other]]
  yield ['one before', [other, ...proof]]
}

await t.test('every proof up to 130 leaves proves its leaf at its place, and nothing else does', t => {
  const other = sha256(encodeUtf8('other'))
  let proven = 0
  let same = 0
  const accepted: string[] = []
  const all = Array.from({ length: 130 }, (_, index) => index + 1)
  const sizes = slow ? all : all.filter(size => size <= 34 || [63, 64, 65, 127, 128, 129, 130].includes(size))
  for (const size of sizes) {
    const leaves = makeLeaves(size)
    const indices = Array.from(leaves.keys())
    const { tree, proofs } = build(leaves, indices)
    const root = tree.root()
    for (const index of indices) {
      const proof = proofs.proof(index)
      const inclusion = { index, size, leafHash: sha256(Uint8Array.of(0), leaves[index]!), proof, root }
      if (verifyInclusion(inclusion, native)) proven += 1
      if (encodeHex(concatBytes(...path(index, leaves))) === encodeHex(concatBytes(...proof))) same += 1
      const wrong: [string, Inclusion][] = [...spoil(proof, other)].map(([name, spoilt]) => [
        name,
        { ...inclusion, proof: spoilt },
      ])
      wrong.push(
        ['leaf', { ...inclusion, leafHash: other }],
        ['root', { ...inclusion, root: other }],
        ['short leaf', { ...inclusion, leafHash: inclusion.leafHash.subarray(1) }],
        ['short root', { ...inclusion, root: root.subarray(1) }],
        ['index + 1', { ...inclusion, index: index + 1 }],
        ['index of the end', { ...inclusion, index: size }],
        ['no list', { ...inclusion, size: 0 }],
      )
      if (index > 0) wrong.push(['index - 1', { ...inclusion, index: index - 1 }])
      for (const [name, spoilt] of wrong) {
        if (verifyInclusion(spoilt, native)) accepted.push(`${index} of ${size}: ${name}`)
      }
    }
  }
  t.equal(
    proven,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  t.equal(same, proven, 'as RFC 6962 makes them')
  t.strictSame(accepted, [])
  t.end()
})

await t.test('a proof cannot hide the size: another size needs another length, or another root', t => {
  const leaves = makeLeaves(21)
  const { tree, proofs } = build(leaves, [20])
  const inclusion = { index: 20, leafHash: hashLeaf(leaves[20]!), proof: proofs.proof(20), root: tree.root() }
  const sizes = Array.from({ length: 64 }, (_, size) => size)
  t.strictSame(
    sizes.filter(size => verifyInclusion({ ...inclusion, size })),
    [21],
  )
  t.end()
})

await t.test('sizes beyond 32 bits', t => {
  const size = Number.MAX_SAFE_INTEGER
  const leafHash = hashLeaf(encodeUtf8('last'))
  // The last leaf of 2^53 - 1 stands alone under 52 subtrees to its left.
  const proof = Array.from({ length: 52 }, (_, level) => sha256(Uint8Array.of(level)))
  const root = proof.reduce((right, left) => hashNode(left, right), leafHash)
  const inclusion = { index: size - 1, size, leafHash, proof, root }
  t.ok(verifyInclusion(inclusion))
  t.notOk(verifyInclusion({ ...inclusion, index: size - 2 }))
  t.notOk(verifyInclusion({ ...inclusion, size: size - 1 }))
  t.notOk(verifyInclusion({ ...inclusion, index: (size - 1) % 2 ** 32, size: size % 2 ** 32 }))
  // One below the middle of 2^53 - 2: every sibling but the last is to the left.
  const middle = { index: 2 ** 52 - 1, size: size - 1, leafHash, proof: [...proof, leafHash] }
  const left = hashNode(root, leafHash)
  t.ok(verifyInclusion({ ...middle, root: left }))
  t.notOk(verifyInclusion({ ...middle, size: 2 ** 52, root: left }))
  t.end()
})

await t.test('what is no inclusion at all is an exception, not an answer', t => {
  const hash = sha256()
  const inclusion = { index: 0, size: 1, leafHash: hash, proof: [], root: hash }
  t.ok(verifyInclusion(inclusion))
  const hex = encodeHex(hash) as unknown as Uint8Array
  for (const count of [-1, 0.5, NaN, 2 ** 53, Infinity, '1' as unknown as number]) {
    t.throws(() => verifyInclusion({ ...inclusion, size: count }), RangeError, `size ${count}`)
    t.throws(() => verifyInclusion({ ...inclusion, index: count }), RangeError, `index ${count}`)
  }
  t.throws(() => verifyInclusion({ ...inclusion, leafHash: hex }), TypeError)
  t.throws(() => verifyInclusion({ ...inclusion, root: hex }), TypeError)
  t.throws(() => verifyInclusion({ ...inclusion, proof: [hex] }), TypeError)
  t.throws(() => hashNode(hash, hash.subarray(1)), RangeError)
  t.throws(() => hashNode(hex, hash), TypeError)
  const tree = new MerkleTree()
  t.throws(() => {
    tree.append(hash.subarray(1))
  }, RangeError)
  t.throws(() => {
    tree.append(hex)
  }, TypeError)
  t.equal(tree.size, 0)
  t.end()
})

await t.test('an entry beyond the end of the list, and hashes of another length, are in no tree', t => {
  const hash = sha256()
  const inclusion = { index: 0, size: 1, leafHash: hash, proof: [], root: hash }
  t.equal(verifyInclusion({ ...inclusion, index: 1 }), false)
  t.equal(verifyInclusion({ ...inclusion, index: 5 }), false)
  t.equal(verifyInclusion({ ...inclusion, size: 0 }), false)
  const short = hash.subarray(1)
  const long = new Uint8Array(33)
  const pair = { ...inclusion, size: 2, proof: [hash], root: hashNode(hash, hash) }
  t.equal(verifyInclusion(pair), true)
  for (const wrong of [short, long, new Uint8Array()]) {
    t.equal(verifyInclusion({ ...inclusion, leafHash: wrong, root: wrong }), false)
    t.equal(verifyInclusion({ ...pair, leafHash: wrong }), false)
    t.equal(verifyInclusion({ ...pair, proof: [wrong] }), false)
    t.equal(verifyInclusion({ ...pair, proof: [hash, wrong] }), false)
    t.equal(verifyInclusion({ ...pair, root: wrong }), false)
  }
  t.end()
})

await t.test('property: any list, any entry, both engines', t => {
  const lists = fc.array(fc.uint8Array({ maxLength: 70 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(lists, fc.nat(), (leaves, number) => {
      const index = number % leaves.length
      const { tree, proofs } = build(leaves, [index], portable)
      const root = tree.root()
      const proof = proofs.proof(index)
      t.strictSame(root, treeHash(leaves))
      t.strictSame(proof, path(index, leaves))
      const inclusion = { index, size: leaves.length, leafHash: hashLeaf(leaves[index]!), proof, root }
      return verifyInclusion(inclusion) && verifyInclusion(inclusion, native)
    }),
    { numRuns: runs },
  )
  t.end()
})

interface Probe {
  readonly file: string
  readonly leafIdx: string
  readonly treeSize: string
  readonly root: string
  readonly leafHash: string
  readonly proof: readonly string[] | null
  readonly wantErr: boolean
}

const probes = vectors('rfc6962/inclusion.json')
await t.test(
  'RFC 6962 inclusion probes',
  probes ? {} : { skip: 'shared vectors are not here: rfc6962/inclusion.json' },
  t => {
    if (probes === undefined) return void t.end()
    const rows = JSON.parse(readFileSync(probes, 'utf8')) as readonly Probe[]
    let outside = 0
    for (const { file, leafIdx, treeSize, root, leafHash, proof, wantErr } of rows) {
      const inclusion = {
        index: Number(leafIdx),
        size: Number(treeSize),
        leafHash: decodeBase64(leafHash),
        proof: (proof ?? []).map(decodeBase64),
        root: decodeBase64(root),
      }
      if (Number.isSafeInteger(inclusion.index) && Number.isSafeInteger(inclusion.size)) {
        for (const engine of [portable, native]) t.equal(verifyInclusion(inclusion, engine), !wantErr, file)
      } else {
        outside += 1
        t.ok(wantErr, file)
        t.throws(() => verifyInclusion(inclusion), RangeError, file)
      }
    }
    t.ok(rows.length >= 98)
    t.ok(rows.length - outside > 80, 'nearly all within 2^53')
    t.end()
  },
)
