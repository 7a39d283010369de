import { readFileSync } from 'node:fs'
import t from 'tap'
import { decodeDataTile } from '../../src/core/data-tile.js'
import { encodeHex } from '../../src/core/encoding.js'
import { hashLeaf } from '../../src/core/merkle.js'
import { native } from '../../src/native/engine.js'
import { bytesOf, leafIndex, tileLeaf } from '../log/make-ct-log.js'

// Of a public log, which others wrote.
const file = new URL('../../test/core/navigli2025h2.json', import.meta.url)
const real = JSON.parse(readFileSync(file, 'utf8')) as { first: number; tile: string; hashes: string[] }
const tile = new Uint8Array(Buffer.from(real.tile, 'base64'))
const hashes = (bytes: Uint8Array, count = 10, first = real.first): string[] =>
  decodeDataTile(bytes, count, first).map(leaf => encodeHex(hashLeaf(leaf, native)))

void t.test('the entries of a public log have the hashes that its tiles have', t => {
  t.strictSame(hashes(tile), real.hashes)
  t.end()
})

void t.test('certificates, precertificates, extensions that nobody knows, and no issuers', t => {
  const made = [
    tileLeaf(0, { kind: 'x509', chain: 0 }),
    tileLeaf(1, { kind: 'precert', chain: 3 }),
    tileLeaf(2, { kind: 'x509', extensions: bytesOf([7, 0, 2, 1, 1], leafIndex(2)) }),
  ]
  const leaves = decodeDataTile(bytesOf(...made.map(({ bytes }) => bytes)), 3, 0)
  t.same(
    leaves,
    made.map(({ leaf }) => leaf),
  )
  t.same(decodeDataTile(new Uint8Array(), 0, 0), [])
  t.end()
})

void t.test('what is no data tile', t => {
  const good = tileLeaf(5, { kind: 'precert', chain: 1 }).bytes
  const refused = (bytes: Uint8Array, message: RegExp, count = 1): void => {
    t.throws(() => decodeDataTile(bytes, count, 5), { code: 'tile-invalid', message })
  }
  for (let length = 0; length < good.length; length += 1) {
    refused(good.slice(0, length), /expected \d+ bytes more, found \d+/)
  }
  refused(bytesOf(good, [0]), /expected a data tile of 1 entries, found 1 bytes more/)
  refused(good, /bytes more/, 2)
  refused(tileLeaf(4, { kind: 'x509' }).bytes, /the entry 5 says that it is the entry 4/)
  const withExtensions = (...extensions: readonly (Uint8Array | readonly number[])[]) =>
    tileLeaf(5, { kind: 'x509', extensions: bytesOf(...extensions) }).bytes
  refused(withExtensions(), /does not say its place/)
  refused(withExtensions([0, 0, 4, 0, 0, 0, 5]), /does not say its place/)
  refused(withExtensions(leafIndex(5), leafIndex(5)), /two extensions of type 0/)
  refused(withExtensions(leafIndex(5), [1, 0]), /expected 2 bytes more, found 1/)
  const type = good.slice()
  type[9] = 2
  refused(type, /has type 2/)
  const chain = bytesOf(good.slice(0, -34), [0, 31], new Uint8Array(31))
  refused(chain, /has malformed fingerprints/)
  t.end()
})

void t.test('a flipped bit is another hash, or no tile', t => {
  const { bytes, leaf } = tileLeaf(5, { kind: 'x509', chain: 1 })
  const inHash = leaf.length - 2
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const flipped = bytes.slice()
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    let found: Uint8Array | undefined
    try {
      found = decodeDataTile(flipped, 1, 5)[0]
    } catch (error) {
      t.match(error, { code: 'tile-invalid' })
      continue
    }
    // The fingerprints after it are in no hash.
    t.equal(Buffer.compare(found ?? new Uint8Array(), leaf) === 0, bit >> 3 >= inHash, `bit ${bit}`)
  }
  t.end()
})
