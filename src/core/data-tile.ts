/**
 * Entries of Certificate Transparency logs, in the data tiles of c2sp.org/static-ct-api.
 *
 * @packageDocumentation
 */
import { abytes } from '@noble/hashes/utils.js'
import { DrawauditError } from '../errors.js'
import { concatBytes } from './encoding.js'
import { assertCount } from './merkle.js'

/** Start of a MerkleTreeLeaf: v1, timestamped_entry (RFC 6962 section 3.4). */
const leafPrefix = Uint8Array.of(0, 0)

const issuerKeyHashLength = 32
const fingerprintLength = 32
const indexLength = 5

/**
 * Reads a data tile of exactly `count` entries. Leaves are those of RFC 6962; the submitted precertificate
 * and its issuers' fingerprints are in no hash and are left out.
 *
 * ```
 * TileLeaf:          TimestampedEntry   ( u24 length, precertificate )?   u16 length, ( 32 bytes )*
 * TimestampedEntry:  u64 timestamp   00 00  u24 length, certificate                           u16 length, extensions
 *                    u64 timestamp   00 01  issuer key hash, u24 length, TBSCertificate       u16 length, extensions
 * ```
 *
 * @param first - index of the first entry in the log; the leaf_index extension of each entry must match.
 * @returns each MerkleTreeLeaf, for `hashLeaf`.
 * @throws DrawauditError `tile-invalid` unless the entries fill it exactly.
 */
export function decodeDataTile(bytes: Uint8Array, count: number, first: number): Uint8Array[] {
  abytes(bytes, undefined, 'bytes')
  assertCount(count, 'count')
  assertCount(first, 'first')
  const reader = new ByteReader(bytes)
  const leaves = Array.from({ length: count }, (_, index) => readLeaf(reader, first + index))
  if (reader.left > 0) {
    throw invalid(`expected a data tile of ${count} entries, found ${reader.left} bytes more`)
  }
  return leaves
}

function readLeaf(reader: ByteReader, place: number): Uint8Array {
  const start = reader.at
  reader.take(8)
  const type = reader.number(2)
  if (type > 1) throw invalid(`entry ${place} has type ${type}, which RFC 6962 does not define`)
  if (type === 1) reader.take(issuerKeyHashLength)
  reader.take(reader.number(3))
  const index = readLeafIndex(reader.take(reader.number(2)), place)
  if (index !== place) throw invalid(`the entry ${place} says that it is the entry ${index}`)
  const leaf = concatBytes(leafPrefix, reader.since(start))
  if (type === 1) reader.take(reader.number(3))
  if (reader.take(reader.number(2)).length % fingerprintLength !== 0) {
    throw invalid(`entry ${place} has malformed fingerprints`)
  }
  return leaf
}

/**
 * The extension of type 0.
 *
 * ```
 * ( u8 type   u16 length, data )*
 * ```
 */
function readLeafIndex(extensions: Uint8Array, place: number): number {
  const reader = new ByteReader(extensions)
  let index: number | undefined
  const seen = new Set<number>()
  while (reader.left > 0) {
    const type = reader.number(1)
    const data = new ByteReader(reader.take(reader.number(2)))
    if (seen.has(type)) throw invalid(`the entry ${place} has two extensions of type ${type}`)
    seen.add(type)
    if (type === 0 && data.left === indexLength) index = data.number(indexLength)
  }
  if (index === undefined) throw invalid(`the entry ${place} does not say its place (leaf_index)`)
  return index
}

/** Reads bytes from left to right. */
class ByteReader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.at)
  }

  /** @throws DrawauditError `tile-invalid` if fewer bytes are left. */
  take(length: number): Uint8Array {
    if (length > this.left) throw invalid(`expected ${length} bytes more, found ${this.left}`)
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  /** A big-endian integer of `length` bytes. */
  number(length: number): number {
    return this.take(length).reduce((value, byte) => value * 256 + byte, 0)
  }
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('tile-invalid', message)
}
