/**
 * Splits a list file into blocks, each a separate subtree, so that several threads can read one list.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { fingerprintLength } from '../../core/fingerprints.js'
import { MerkleTree } from '../../core/merkle.js'
import { equalBytes } from '../../core/digest.js'
import { describeIdFault, maxLineLength, type EntryKind } from '../../model/entry.js'
import { EntryLines, LeafBuffer, type LineFault } from '../../model/entry-lines.js'

const lineFeed = 0x0a

/** Lines per block, a power of two; the last block has the rest. */
export const blockLines = 2048

/** Max bytes of a block. */
export const mostBlockBytes = blockLines * (maxLineLength + 1)

/** The content of a block, as plain data. */
export interface EntryBlock {
  /** Number of entries; with a `fault`, of those before it. */
  readonly count: number
  readonly paid: number
  /** Of the tree over them, for `MerkleTree.appendTree`. */
  readonly frontier: readonly Uint8Array[]
  /** The requested entry; indexes and lines are relative to the block. */
  readonly found?: { readonly index: number; readonly kind: EntryKind; readonly nonceHash?: string }
  readonly fault?: LineFault
}

/**
 * Splits a file after every 2,048th line.
 *
 * @param pieces - not kept; a buffer may be reused when the next piece is requested.
 * @returns the parts of each block, valid until the next block is requested.
 */
export function* cutLines(pieces: Iterable<Uint8Array>): Generator<readonly [Uint8Array, Uint8Array]> {
  const rest = new Uint8Array(mostBlockBytes)
  let length = 0
  let lines = 0
  for (const piece of pieces) {
    let start = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, at + 1)) {
      lines += 1
      // A block of more bytes contains a line that is too long, which its reader reports.
      if (lines < blockLines && length + at - start < mostBlockBytes) continue
      const end = Math.min(at + 1, start + mostBlockBytes - length)
      yield [rest.subarray(0, length), piece.subarray(start, end)]
      start = at + 1
      lines = 0
      length = 0
    }
    const begun = piece.subarray(start, start + mostBlockBytes - length)
    rest.set(begun, length)
    length += begun.length
  }
  if (length > 0) yield [rest.subarray(0, length), new Uint8Array()]
}

/**
 * Reads a block.
 *
 * @param prints - receives for each id the first 7 bytes of its hash as a paid entry without a nonce; one
 * slot per line.
 * @param find - id of an entry to look for.
 */
export function readBlock(bytes: Uint8Array, engine: Engine, prints: Uint8Array, find?: string): EntryBlock {
  const wanted = find === undefined || describeIdFault(find) !== undefined ? undefined : encodeUtf8(find)
  const leaf = new LeafBuffer()
  const tree = new MerkleTree(engine)
  let paid = 0
  let found: EntryBlock['found']
  const lines = new EntryLines(leaf, () => {
    const index = tree.size
    const isPaid = leaf.kind === 'paid'
    const leafHash = tree.appendMessage(leaf.leaf())
    const paidHash = leaf.isPaidLeaf ? leafHash : engine.hash('sha256', leaf.paidLeaf())
    for (let byte = 0; byte < fingerprintLength; byte += 1) {
      prints[index * fingerprintLength + byte] = paidHash[byte] ?? 0
    }
    if (isPaid) paid += 1
    if (wanted !== undefined && found === undefined && equalBytes(leaf.idBytes, wanted)) {
      const { kind, nonceHash } = leaf
      found = { index, kind, ...(nonceHash !== undefined && { nonceHash }) }
    }
  })
  lines.add(bytes)
  lines.end()
  const { fault } = lines
  return {
    count: tree.size,
    paid,
    frontier: tree.frontier,
    ...(found !== undefined && { found }),
    ...(fault !== undefined && { fault }),
  }
}
