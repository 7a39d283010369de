import fc from 'fast-check'
import t from 'tap'
import { concatBytes, decodeHex } from '../../src/core/encoding.js'
import {
  decodeEntries,
  decodeHashes,
  encodeEntries,
  formatTilePath,
  parseTilePath,
  tileAt,
  tileWidth,
  type TilePlace,
} from '../../src/core/tiles.js'
import { refusal } from './refusal.js'

const numRuns = process.env['SLOW'] === '1' ? 20_000 : 167

await t.test('paths', t => {
  const paths: readonly (readonly [string, TilePlace])[] = [
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/entries/000.p/5', { level: 'entries', index: 0, width: 5 }],
    ['tile/0/005', { level: 0, index: 5, width: 256 }],
    ['tile/0/999', { level: 0, index: 999, width: 256 }],
    ['tile/0/x001/000', { level: 0, index: 1000, width: 256 }],
    ['tile/1/x999/999.p/255', { level: 1, index: 999_999, width: 255 }],
    ['tile/63/000.p/1', { level: 63, index: 0, width: 1 }],
    ['tile/entries/x009/x007/x199/x254/x740/991', { level: 'entries', index: 2 ** 53 - 1, width: 256 }],
  ]
  for (const [path, place] of paths) {
    t.equal(formatTilePath(place), path)
    t.strictSame(parseTilePath(path), place)
  }
  for (const path of [
    '',
    'tile',
    'tile/',
    'tile/0',
    'tile/0/',
    'checkpoint',
    '/tile/0/000',
    'tile/0/000/',
    'tile//0/000',
    'tile/0/0',
    'tile/0/00',
    'tile/0/0000',
    'tile/0/x000',
    'tile/0/x000/000',
    'tile/0/x000/x001/000',
    'tile/0/001/000',
    'tile/0/001/x000',
    'tile/0/X001/000',
    'tile/0/x1/000',
    'tile/0/-01',
    'tile/0/+01',
    'tile/0/1e1',
    'tile/0/ 01',
    'tile/0/٠٠١',
    'tile/00/000',
    'tile/01/000',
    'tile/64/000',
    'tile/100/000',
    'tile/-1/000',
    'tile/1.0/000',
    'tile/x/000',
    'tile/data/000',
    'tile/Entries/000',
    'tile/0/000.p',
    'tile/0/000.p/',
    'tile/0/000.p/0',
    'tile/0/000.p/00',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/257',
    'tile/0/000.p/-1',
    'tile/0/000.p/1/',
    'tile/0/000.P/1',
    'tile/0/000p/1',
    'tile/0/000.p/1.p/1',
    'tile/0/000\n',
    'tile/0/000?x',
    'tile/0/000%00',
    'tile/0/../0/000',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/0/x999/x999/x999/x999/x999/999',
    'tile/0/x001/x000/x000/x000/x000/x000/000',
    `tile/0/${'x001/'.repeat(100_000)}000`,
  ]) {
    t.equal(parseTilePath(path), undefined, path.slice(0, 80))
  }
  for (const place of [
    { level: 64, index: 0, width: 1 },
    { level: -1, index: 0, width: 1 },
    { level: 0.5, index: 0, width: 1 },
    { level: NaN, index: 0, width: 1 },
    { level: 0, index: -1, width: 1 },
    { level: 0, index: 2 ** 53, width: 1 },
    { level: 0, index: 0, width: 0 },
    { level: 0, index: 0, width: 257 },
    { level: 0, index: 0, width: 1.5 },
  ]) {
    t.throws(() => formatTilePath(place), RangeError, JSON.stringify(place))
  }
  t.end()
})

await t.test('property: a path is its place, and a place has one path', t => {
  const places = fc.record(
    {
      level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      index: fc.oneof(fc.nat(2000), fc.maxSafeNat()),
      width: fc.integer({ min: 1, max: 256 }),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(places, place => {
      t.strictSame(parseTilePath(formatTilePath(place)), place)
    }),
    { numRuns },
  )
  const edits = fc.tuple(
    places,
    fc.nat(40),
    fc.nat(2),
    fc.constantFrom('', '0', 'x', '/', '.p/', '9', 'x000/'),
  )
  fc.assert(
    fc.property(edits, ([place, at, drop, piece]) => {
      const path = formatTilePath(place)
      const changed = path.slice(0, at) + piece + path.slice(at + drop)
      const read = parseTilePath(changed)
      return read === undefined || formatTilePath(read) === changed
    }),
    { numRuns: 10 * numRuns },
  )
  t.end()
})

// The sizes that tlog-tiles gives as examples.
await t.test('the tiles of a log', t => {
  const widths = (level: number | 'entries', size: number): readonly number[] => {
    const found: number[] = []
    for (let place = tileAt(level, 0, size); place !== undefined; place = tileAt(level, found.length, size)) {
      found.push(place.width)
    }
    return found
  }
  t.strictSame(widths(0, 70_000), [...Array<number>(273).fill(256), 112])
  t.strictSame(widths('entries', 70_000), widths(0, 70_000))
  t.strictSame(widths(1, 70_000), [256, 17])
  t.strictSame(widths(2, 70_000), [1])
  t.strictSame(widths(3, 70_000), [])
  t.strictSame(widths(0, 256), [256])
  t.strictSame(widths(1, 256), [1])
  t.strictSame(widths(2, 256), [])
  for (const size of [0, 1, 255, 257, 65_535, 65_536, 65_537]) {
    for (const level of [0, 1, 2, 3]) {
      const count = Math.floor(size / 256 ** level)
      t.equal(
        widths(level, size).reduce((sum, width) => sum + width, 0),
        count,
        `level ${level} of ${size}`,
      )
      t.equal(widths(level, size).at(-1) ?? 0, count === 0 ? 0 : count % 256 || 256)
    }
  }
  t.strictSame(tileAt(0, 5, 70_000), { level: 0, index: 5, width: 256 })
  t.equal(tileAt(0, 274, 70_000), undefined)
  t.equal(tileAt(63, 0, 2 ** 53 - 1), undefined)
  t.strictSame(tileAt(6, 0, 2 ** 53 - 1), { level: 6, index: 0, width: 31 })
  t.strictSame(tileAt(0, 2 ** 45 - 1, 2 ** 53 - 1), { level: 0, index: 2 ** 45 - 1, width: 255 })
  t.equal(tileAt(0, 2 ** 53 - 1, 2 ** 53 - 1), undefined)
  for (const bad of [-1, 0.5, NaN, 2 ** 53]) {
    t.throws(() => tileAt(bad, 0, 1), RangeError)
    t.throws(() => tileAt(0, bad, 1), RangeError)
    t.throws(() => tileAt(0, 0, bad), RangeError)
  }
  t.equal(tileWidth, 256)
  t.end()
})

await t.test('bundles of entries', t => {
  const entries = ['', '61', '6262'].map(decodeHex)
  const bytes = encodeEntries(entries)
  t.strictSame(bytes, decodeHex('0000' + '000161' + '00026262'))
  t.strictSame(decodeEntries(bytes, 3), entries)
  t.strictSame(encodeEntries([]), new Uint8Array())
  t.strictSame(decodeEntries(new Uint8Array(), 0), [])

  const longest = new Uint8Array(65_535).fill(7)
  t.strictSame(encodeEntries([longest]).subarray(0, 3), decodeHex('ffff07'))
  t.strictSame(decodeEntries(encodeEntries([longest, longest]), 2), [longest, longest])
  t.throws(() => encodeEntries([new Uint8Array(65_536)]), RangeError)
  t.throws(() => encodeEntries(['ab' as unknown as Uint8Array]), TypeError)

  for (const count of [0, 1, 2, 4, 256, -1, NaN]) {
    t.equal(
      refusal(() => decodeEntries(bytes, count)),
      'tile-invalid',
      `${count} entries`,
    )
  }
  for (let cut = 1; cut <= bytes.length; cut += 1) {
    t.equal(
      refusal(() => decodeEntries(bytes.subarray(0, -cut), 3)),
      'tile-invalid',
      `${cut} bytes less`,
    )
  }
  t.equal(
    refusal(() => decodeEntries(concatBytes(bytes, Uint8Array.of(0)), 3)),
    'tile-invalid',
  )
  t.equal(
    refusal(() => decodeEntries(concatBytes(bytes, Uint8Array.of(0, 0)), 3)),
    'tile-invalid',
  )
  t.equal(
    refusal(() => decodeEntries(decodeHex('0002ff'), 1)),
    'tile-invalid',
  )
  t.equal(
    refusal(() => decodeEntries(decodeHex('ff'), 1)),
    'tile-invalid',
  )
  t.throws(() => decodeEntries('ab' as unknown as Uint8Array, 1), TypeError)
  t.end()
})

await t.test('property: entries that are written are read again, and no two lists have one bundle', t => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 }), entries => {
      t.strictSame(decodeEntries(encodeEntries(entries), entries.length), entries)
    }),
    { numRuns },
  )
  const bytes = fc.array(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(255)), { maxLength: 20 })
  let read = 0
  fc.assert(
    fc.property(bytes, fc.nat(6), (given, count) => {
      const bundle = Uint8Array.from(given)
      if (refusal(() => decodeEntries(bundle, count)) === 'tile-invalid') return true
      read += 1
      return encodeEntries(decodeEntries(bundle, count)).every((byte, at) => byte === bundle[at])
    }),
    { numRuns: 10 * numRuns },
  )
  t.ok(read > 0)
  t.end()
})

await t.test('tiles', t => {
  const hashes = [1, 2, 3].map(byte => new Uint8Array(32).fill(byte))
  const bytes = concatBytes(...hashes)
  t.strictSame(decodeHashes(bytes, 3), hashes)
  t.strictSame(decodeHashes(new Uint8Array(8192), 256).length, 256)
  for (const count of [0, 2, 4, 256, -1, NaN]) {
    t.equal(
      refusal(() => decodeHashes(bytes, count)),
      'tile-invalid',
      `${count} hashes`,
    )
  }
  t.equal(
    refusal(() => decodeHashes(bytes.subarray(1), 3)),
    'tile-invalid',
  )
  t.equal(
    refusal(() => decodeHashes(concatBytes(bytes, Uint8Array.of(0)), 3)),
    'tile-invalid',
  )
  t.throws(() => decodeHashes('ab' as unknown as Uint8Array, 1), TypeError)
  t.end()
})
