import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { fingerprintLength, Fingerprints, hashBits } from '../../../src/core/fingerprints.js'
import { InclusionProofs } from '../../../src/core/inclusion-proof.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../../../src/core/merkle.js'
import { encodeLeaf, formatEntryLine, type Entry } from '../../../src/model/entry.js'
import { blockLines, cutLines, mostBlockBytes, readBlock } from '../../../src/verify/bundle/entry-block.js'
import { native } from '../../../src/native/engine.js'
import {
  EntryListCheck,
  readEntryList,
  summarizeEntries,
  type ListOptions,
  type ListSummary,
} from '../../../src/verify/bundle/entry-list.js'
import { vectors } from '../../vectors.js'

const slow = process.env['SLOW'] === '1'

const paid = (id: string): Entry => ({ id, kind: 'paid' })
const free = (id: string): Entry => ({ id, kind: 'free' })

const encodeFile = (entries: readonly Entry[]): Uint8Array =>
  encodeUtf8(entries.map(formatEntryLine).join(''))

/** Pieces of some length, and how often they were asked for. */
function cut(bytes: Uint8Array, length: number) {
  const source = {
    passes: 0,
    pieces,
  }
  function* pieces(): Generator<Uint8Array> {
    source.passes += 1
    const piece = new Uint8Array(length)
    for (let at = 0; at < bytes.length; at += length) {
      const end = Math.min(bytes.length, at + length)
      // In the same array each time: nothing may be kept of it.
      piece.set(bytes.subarray(at, end))
      yield piece.subarray(0, end - at)
    }
  }
  return source
}

/** What can be compared: `at` is a function. */
function plain(summary: ListSummary): object {
  const { at, root, digest, ...rest } = summary
  return { ...rest, root: encodeHex(root), ...(digest && { digest: encodeHex(digest) }), zero: at(0) }
}

function rootOf(entries: readonly Entry[]): string {
  const tree = new MerkleTree(native)
  for (const entry of entries) tree.append(hashLeaf(encodeLeaf(entry)))
  return encodeHex(tree.root())
}

/** As several threads read a list, on one. */
function readBlocks(pieces: () => Iterable<Uint8Array>, options: ListOptions): ListSummary {
  const check = new EntryListCheck({ engine: native, ...options })
  const prints = new Uint8Array(blockLines * fingerprintLength)
  for (const parts of cutLines(check.hashPieces(pieces()))) {
    check.addBlock(readBlock(concatBytes(...parts), native, prints, options.find), prints)
  }
  for (let summary = check.endPass(); ; summary = check.endPass()) {
    if (summary !== undefined) return summary
    for (const piece of pieces()) check.addBytes(piece)
  }
}

/** Reads the same list in every way there is, and expects one answer. */
function summarize(t: Test, entries: readonly Entry[], options: ListOptions = {}): ListSummary {
  const file = encodeFile(entries)
  const fromMemory = summarizeEntries(entries, { engine: native, ...options })
  const digest = createHash('sha256').update(file).digest('hex')
  for (const length of [7, 64, 65_536]) {
    const fromFile = readEntryList(cut(file, length).pieces, { engine: native, ...options })
    t.strictSame(plain(fromFile), { ...plain(fromMemory), digest }, `in pieces of ${length}`)
    // Threads have no other fingerprints.
    if (options.fingerprint !== undefined) continue
    const inBlocks = readBlocks(cut(file, length).pieces, options)
    // Positions are asked for of lists in memory alone.
    t.strictSame(
      { ...plain(inBlocks), zero: fromFile.at(0) },
      plain(fromFile),
      `in blocks, pieces of ${length}`,
    )
  }
  return fromMemory
}

await t.test('root, counts and what was asked for', t => {
  const entries = [paid('a'), free('b'), paid('票-1'), free('🎟️'), paid('a"\\')]
  const summary = summarize(t, entries, { find: '🎟️', at: [2, 4, 2, 99] })
  t.match(summary, { count: 5, paid: 3, free: 2, found: { index: 3, kind: 'free' } })
  t.equal(encodeHex(summary.root), rootOf(entries))
  t.equal(summary.repeated, undefined)
  t.equal(summary.fault, undefined)
  t.strictSame([2, 4, 0, 99].map(summary.at), [entries[2], entries[4], undefined, undefined])
  for (const find of ['c', 'A', 'a ', '', '票', 'a\n', '\ud800', 'x'.repeat(200)]) {
    t.equal(summarizeEntries(entries, { find }).found, undefined, JSON.stringify(find.slice(0, 9)))
  }
  t.end()
})

await t.test('the empty list', t => {
  const summary = summarize(t, [], { find: 'a', at: [0] })
  t.match(summary, { count: 0, paid: 0, free: 0 })
  t.equal(encodeHex(summary.root), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  t.end()
})

await t.test('both engines and both digests say the same', t => {
  const entries = Array.from({ length: 1000 }, (_, index) =>
    index % 3 ? paid(`${index}`) : free(`${index}`),
  )
  const file = encodeFile(entries)
  const expected = plain(readEntryList(cut(file, 100).pieces))
  const createDigest = () => createHash('sha256')
  t.strictSame(plain(readEntryList(cut(file, 333).pieces, { engine: native, createDigest })), expected)
  t.match(expected, { count: 1000, paid: 666, free: 334, root: rootOf(entries) })
  t.end()
})

await t.test('the tree tells of its nodes, so that proofs are collected in the same pass', t => {
  const entries = Array.from({ length: 300 }, (_, index) => paid(`ticket ${index}`))
  const proofs = new InclusionProofs([0, 255, 299], 300)
  const { root } = readEntryList(cut(encodeFile(entries), 50).pieces, { onNode: proofs.add })
  for (const index of [0, 255, 299]) {
    const leafHash = hashLeaf(encodeLeaf(entries[index]!))
    t.ok(verifyInclusion({ index, size: 300, leafHash, proof: proofs.proof(index), root }))
  }
  t.end()
})

await t.test('ids that stand twice', t => {
  const many = Array.from({ length: 5000 }, (_, index) => (index % 7 ? paid(`${index}`) : free(`${index}`)))
  const rows: readonly (readonly [name: string, entries: readonly Entry[], repeated: object | undefined])[] =
    [
      ['the same line twice', [paid('a'), paid('a')], { id: 'a', first: 0, second: 1 }],
      ['whatever the kinds', [paid('a'), paid('b'), free('a')], { id: 'a', first: 0, second: 2 }],
      ['both free', [free('z'), free('z')], { id: 'z', first: 0, second: 1 }],
      ['three times', [free('z'), paid('z'), free('z')], { id: 'z', first: 0, second: 1 }],
      [
        'two of them: the one that repeats first',
        [paid('a'), paid('b'), paid('c'), paid('b'), paid('a')],
        { id: 'b', first: 1, second: 3 },
      ],
      ['the last of many', [...many, free('4999')], { id: '4999', first: 4999, second: 5000 }],
      ['the first of many', [...many, free('0')], { id: '0', first: 0, second: 5000 }],
      ['all of many', [...many, ...many], { id: '0', first: 0, second: 5000 }],
      ['none', many, undefined],
      ['alike', [paid('a'), paid('A'), paid('a '), paid('ａ'), paid('\u00e9'), paid('e\u0301')], undefined],
      ['one in the other', [paid('a'), paid('apaid'), paid('paid'), paid('afree')], undefined],
    ]
  for (const [name, entries, repeated] of rows) {
    const summary = summarize(t, entries)
    t.strictSame(summary.repeated, repeated, name)
    t.equal(encodeHex(summary.root), rootOf(entries), name)
  }
  t.end()
})

await t.test('another escape of the same id is the same id', t => {
  const file = encodeUtf8('["a","paid"]\n["b","paid"]\n["\\u0061","free"]\n')
  t.strictSame(readEntryList(cut(file, 10).pieces).repeated, { id: 'a', first: 0, second: 2 })
  t.end()
})

/** Keeps few bits of a hash, so that different ids look alike. */
const keepBits = (bits: number) => (hash: Uint8Array) =>
  hash.map((byte, index) => byte & ~(0xff >> Math.max(0, Math.min(8, bits - 8 * index))))

await t.test('fingerprints that collide are settled by the ids', t => {
  const entries = Array.from({ length: 300 }, (_, index) => (index % 5 ? paid(`${index}`) : free(`${index}`)))
  for (const bits of [0, 1, 4, 8, 12, 16, 56]) {
    const options = { engine: native, fingerprint: keepBits(bits) }
    const source = cut(encodeFile(entries), 4000)
    const summary = readEntryList(source.pieces, options)
    t.equal(summary.repeated, undefined, `${bits} bits`)
    t.equal(source.passes, bits === 56 ? 1 : 2, `${bits} bits: passes`)
    t.equal(encodeHex(summary.root), rootOf(entries))
    const again = summarize(t, [...entries, paid('150')], options)
    t.strictSame(again.repeated, { id: '150', first: 150, second: 300 }, `${bits} bits`)
  }
  t.end()
})

await t.test('bits of a fingerprint: the first 56, and no other', t => {
  const hash = Uint8Array.from({ length: 32 }, (_, index) => 17 * (index + 3))
  for (let bit = 0; bit < 256; bit++) {
    const flipped = hash.slice()
    flipped[bit >> 3]! ^= 0x80 >> (bit & 7)
    const fingerprints = new Fingerprints()
    fingerprints.add(hash)
    fingerprints.add(flipped)
    t.strictSame([...fingerprints.repeated()], bit < 56 ? [] : [hashBits(hash)], `bit ${bit}`)
  }
  t.equal(hashBits(new Uint8Array(32).fill(255)), 2 ** 48 - 1)
  t.equal(hashBits(decodeHex('ff000000000001ff')), 1)
  t.equal(hashBits(decodeHex('0080000000000000')), 2 ** 47)
  t.end()
})

await t.test('more repetitions than one pass settles take more passes, and the last is found', t => {
  // Pairs of ids collide and are different; one pair at the end of the last bucket is a repetition.
  const pairs = 70_000
  const entries: Entry[] = []
  for (let index = 0; index < pairs; index++) entries.push(paid(`a${index}`), paid(`b${index}`))
  const order = new Map(
    entries.map((entry, index) => [hashBits(hashLeaf(encodeLeaf(entry), native)), index >> 1]),
  )
  const fingerprint = (hash: Uint8Array): Uint8Array => {
    const pair = order.get(hashBits(hash))
    return pair === undefined
      ? new Uint8Array(8).fill(255)
      : Uint8Array.of(pair & 127, 0, 0, 0, pair >> 16, (pair >> 8) & 255, pair & 255, 0)
  }
  const source = cut(encodeFile(entries), 65_536)
  t.equal(readEntryList(source.pieces, { engine: native, fingerprint }).repeated, undefined)
  t.equal(source.passes, 3)
  const twice = cut(encodeFile([...entries, paid('last'), free('last')]), 65_536)
  const { repeated } = readEntryList(twice.pieces, { engine: native, fingerprint })
  t.strictSame(repeated, { id: 'last', first: 2 * pairs, second: 2 * pairs + 1 })
  t.equal(twice.passes, 3)
  t.end()
})

await t.test('property: repetitions are found exactly when there are some', t => {
  const entries = fc.array(
    fc.record({
      id: fc.nat({ max: 60 }).map(number => `ticket ${number}`),
      kind: fc.constantFrom('paid' as const, 'free' as const),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(entries, fc.constantFrom(0, 3, 56), (list, bits) => {
      const { repeated } = summarizeEntries(list, { engine: native, fingerprint: keepBits(bits) })
      const second = list.findIndex(({ id }, index) => list.findIndex(other => other.id === id) < index)
      const id = list[second]?.id
      const first = list.findIndex(other => other.id === id)
      t.strictSame(repeated, id === undefined ? undefined : { id, first, second })
    }),
    { numRuns: slow ? 50_000 : 333 },
  )
  t.end()
})

await t.test('a malformed line: what stands before it, and the digest of all', t => {
  const file = encodeUtf8('["a","paid"]\n["a","free"]\n["b"]\n["c","paid"]\n["d\n')
  for (const length of [1, 10, 100]) {
    const source = cut(file, length)
    const summary = readEntryList(source.pieces, { find: 'c', at: [0, 2] })
    t.match(summary, { count: 2, paid: 1, free: 1, fault: { line: 3, problem: /array/ } })
    t.equal(summary.repeated, undefined, 'not looked for')
    t.equal(summary.found, undefined)
    t.strictSame([summary.at(0), summary.at(2)], [paid('a'), undefined])
    t.equal(encodeHex(summary.digest!), createHash('sha256').update(file).digest('hex'))
    t.equal(source.passes, 1)
  }
  t.end()
})

await t.test('an id that is not allowed is no entry', t => {
  const check = new EntryListCheck()
  check.addEntry(paid('a'))
  for (const id of ['', 'a\nb', '\ud800', 'x'.repeat(129)]) {
    t.throws(
      () => {
        check.addEntry(paid(id))
      },
      { code: 'text-invalid', message: /^entry 1: the id / },
    )
  }
  t.equal(check.count, 1)
  t.match(check.endPass(), { count: 1, digest: undefined })
  t.end()
})

await t.test('a list that changes between the passes is refused', t => {
  const one = encodeFile([paid('a'), paid('b'), paid('a')])
  for (const other of [
    [paid('a'), paid('b'), paid('c')],
    [paid('b'), paid('b'), paid('a')],
    [paid('a'), paid('b')],
    [paid('a'), paid('b'), paid('a'), paid('c')],
  ]) {
    const check = new EntryListCheck()
    check.addBytes(one)
    t.equal(check.endPass(), undefined)
    t.equal(check.count, 0, 'counts anew')
    check.addBytes(encodeFile(other))
    t.throws(() => check.endPass(), { code: 'file-access' })
  }
  for (const other of [
    [paid('a'), paid('b')],
    [paid('a'), paid('b'), paid('a'), paid('c')],
  ]) {
    const check = new EntryListCheck()
    check.addEntries([paid('a'), paid('b'), paid('a')])
    t.equal(check.endPass(), undefined)
    check.addEntries(other)
    t.throws(() => check.endPass(), { code: 'file-access' }, 'entries that are no file have their number')
  }
  t.end()
})

interface Vector {
  readonly statements: readonly { readonly payload: string }[]
  readonly entries?: readonly (readonly [id: string, kind: 'paid' | 'free'])[]
}

const folder = vectors('drawaudit/')
await t.test(
  'lists that another implementation sealed',
  folder ? {} : { skip: 'shared vectors are not here: drawaudit/' },
  t => {
    if (folder === undefined) return void t.end()
    let lists = 0
    for (const name of [
      'every-entry-wins',
      'no-beacon',
      'replacements',
      'three-prizes-142-entries',
      'unicode-ids',
    ]) {
      const bundle = JSON.parse(readFileSync(new URL(`${name}/bundle.json`, folder), 'utf8')) as Vector
      if (bundle.entries === undefined) continue
      lists += 1
      const seal = JSON.parse(Buffer.from(bundle.statements[1]!.payload, 'base64').toString()) as Record<
        string,
        unknown
      >
      const summary = summarize(
        t,
        bundle.entries.map(([id, kind]) => ({ id, kind })),
      )
      t.equal(`sha256:${encodeHex(summary.root)}`, seal['entries_root'], name)
      t.match(summary, {
        count: seal['total_entries'],
        paid: seal['paid_entries'],
        free: seal['free_entries'],
      })
      t.equal(summary.repeated, undefined)
    }
    t.ok(lists >= 3)
    t.end()
  },
)

await t.test('a list of several blocks', t => {
  const entries = Array.from({ length: 2 * blockLines + 77 }, (_, index) =>
    index % 7 === 0 ? free(`票 ${index}`) : paid(`entry-${index}`),
  )
  const find = `entry-${blockLines + 5}`
  const summary = summarize(t, entries, { find })
  t.equal(encodeHex(summary.root), rootOf(entries))
  t.match(summary, { count: entries.length, found: { index: blockLines + 5, kind: 'paid' } })
  const again = [...entries, entries[3]!]
  t.match(summarize(t, again).repeated, { id: 'entry-3', first: 3, second: entries.length })
  summarize(t, entries.slice(0, blockLines))
  summarize(t, entries.slice(0, 2 * blockLines))
  t.end()
})

await t.test('a line at fault in any block is named, and nothing after it is believed', t => {
  const lines = Array.from({ length: 3 * blockLines }, (_, index) => `["entry-${index}","paid"]`)
  const long = `["${'x'.repeat(5000)}","paid"]`
  for (const [at, line] of [
    [0, '["a"]'],
    [blockLines - 1, '["a","gift"]'],
    [blockLines, long],
    [2 * blockLines + 3, '{}'],
    // More than a block may have: it ends in the middle of a line.
    [3, 'x'.repeat(mostBlockBytes + 10)],
  ] as const) {
    const file = encodeUtf8(lines.with(at, line).join('\n'))
    for (const length of [1000, 1 << 20]) {
      const inBlocks = readBlocks(cut(file, length).pieces, {})
      t.strictSame(plain(inBlocks), { ...plain(readEntryList(cut(file, length).pieces)), zero: undefined })
      t.equal(inBlocks.fault?.line, at + 1)
    }
  }
  t.end()
})
