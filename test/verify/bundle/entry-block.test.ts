import t from 'tap'
import { encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { fingerprintLength } from '../../../src/core/fingerprints.js'
import { hashLeaf, MerkleTree } from '../../../src/core/merkle.js'
import { encodeLeaf, formatEntryLine, maxLineLength, type Entry } from '../../../src/model/entry.js'
import { native } from '../../../src/native/engine.js'
import { blockLines, cutLines, mostBlockBytes, readBlock } from '../../../src/verify/bundle/entry-block.js'

const lineFeed = 0x0a

/** Lines of one letter. */
const lines = (count: number): Uint8Array => encodeUtf8('x\n'.repeat(count))

/** So many bytes of a line that goes on. */
const open = (length: number): Uint8Array => new Uint8Array(length).fill(0x78)

/** The bytes and the line feeds of each block of a file that comes in pieces. */
function blocksOf(...pieces: readonly Uint8Array[]): readonly (readonly [bytes: number, lines: number])[] {
  return Array.from(cutLines(pieces), parts => [
    parts.reduce((sum, { length }) => sum + length, 0),
    parts.reduce((sum, part) => sum + countLines(part), 0),
  ])
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  return count
}

await t.test('a file is cut where every 2,048th line ends', t => {
  t.strictSame([blockLines, mostBlockBytes], [2048, 2048 * (maxLineLength + 1)])
  const whole = [2 * blockLines, blockLines] as const
  const cases: readonly (readonly [what: string, ...pieces: readonly Uint8Array[]])[] = [
    ['nothing'],
    ['empty pieces', lines(0), lines(0)],
    ['one line', lines(1)],
    ['a line that is not ended', open(3)],
    ['a block', lines(blockLines)],
    ['a block in two', lines(5), lines(blockLines - 5)],
    ['a block and a line', lines(blockLines + 1)],
    ['three blocks, cut elsewhere', lines(blockLines + 7), lines(2 * blockLines - 7)],
    ['a block and the beginning of a line', lines(blockLines - 1), open(3), lines(1), open(2)],
  ]
  t.strictSame(
    cases.map(([what, ...pieces]) => [what, blocksOf(...pieces)]),
    [
      ['nothing', []],
      ['empty pieces', []],
      ['one line', [[2, 1]]],
      ['a line that is not ended', [[3, 0]]],
      ['a block', [whole]],
      ['a block in two', [whole]],
      ['a block and a line', [whole, [2, 1]]],
      ['three blocks, cut elsewhere', [whole, whole, whole]],
      [
        'a block and the beginning of a line',
        [
          [2 * blockLines + 3, blockLines],
          [2, 0],
        ],
      ],
    ],
  )
  t.end()
})

await t.test(
  'no block has more bytes than the longest lines take; a line that is too long ends its block',
  t => {
    const most = mostBlockBytes
    const end = encodeUtf8('\n')
    const full = open(most - 1)
    full.set(lines(1), most - 3)
    const cases: readonly (readonly [what: string, ...pieces: readonly Uint8Array[]])[] = [
      ['as many as there may be', full, end],
      ['one more', full, open(1), end, lines(1)],
      ['many more, with what follows', lines(3), open(most + 5), end, lines(2)],
      ['many more, without an end', lines(1), open(most - 1), open(most)],
    ]
    t.strictSame(
      cases.map(([what, ...pieces]) => [what, blocksOf(...pieces)]),
      [
        ['as many as there may be', [[most, 2]]],
        [
          'one more',
          [
            [most, 1],
            [2, 1],
          ],
        ],
        [
          'many more, with what follows',
          [
            [most, 3],
            [4, 2],
          ],
        ],
        ['many more, without an end', [[most, 1]]],
      ],
    )
    // In one piece: what is before the line, the line and what follows it.
    const piece = new Uint8Array(most + 20).fill(0x78)
    piece.set(lines(2), 0)
    piece.set(lines(5), most + 10)
    t.strictSame(blocksOf(open(7), piece), [
      [most, 2],
      [8, 4],
    ])
    t.end()
  },
)

const entries: readonly Entry[] = [
  { id: 'a', kind: 'paid' },
  { id: 'b', kind: 'free' },
  { id: 'a', kind: 'free' },
]
const file = encodeUtf8(entries.map(formatEntryLine).join(''))
const newPrints = (): Uint8Array => new Uint8Array(4 * fingerprintLength).fill(0xee)

await t.test('a block is counted, hashed and given a print for each entry, of it as a paid one', t => {
  const prints = newPrints()
  const tree = new MerkleTree(native)
  for (const entry of entries) tree.append(hashLeaf(encodeLeaf(entry), native))
  t.strictSame(readBlock(file, native, prints), { count: 3, paid: 1, frontier: tree.frontier })
  const [a = '', b = ''] = ['a', 'b'].map(id =>
    encodeHex(hashLeaf(encodeLeaf({ id, kind: 'paid' }), native).subarray(0, 7)),
  )
  t.equal(encodeHex(prints), `${a}${b}${a}${'ee'.repeat(7)}`)
  t.end()
})

await t.test('an entry that is looked for, where it stands first, and what cannot be one', t => {
  const found = (find: string): object | undefined => readBlock(file, native, newPrints(), find).found
  t.strictSame(found('a'), { index: 0, kind: 'paid' })
  t.strictSame(found('b'), { index: 1, kind: 'free' })
  for (const find of ['c', '', '\ud800', 'x'.repeat(129)]) {
    t.strictSame(
      Object.keys(readBlock(file, native, newPrints(), find)),
      ['count', 'paid', 'frontier'],
      JSON.stringify(find.slice(0, 9)),
    )
  }
  t.end()
})

await t.test('a line at fault: what stands before it', t => {
  const tree = new MerkleTree(native)
  tree.append(hashLeaf(encodeLeaf({ id: 'z', kind: 'free' }), native))
  t.strictSame(readBlock(encodeUtf8('["z","free"]\n{}\n["a","paid"]\n'), native, newPrints(), 'a'), {
    count: 1,
    paid: 0,
    frontier: tree.frontier,
    fault: { line: 2, problem: 'expected an array [id, kind] or [id, kind, nonce_hash]' },
  })
  t.end()
})
