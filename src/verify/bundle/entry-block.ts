/**
 * A list file in blocks, each of which is a subtree of its own: so that several threads read one list.
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

/** Lines of a block, a power of two; the last block of a list has what is left. */
export const blockLines = 2048

/** No block has more bytes. */
export const mostBlockBytes = blockLines * (maxLineLength + 1)

/** What a block turned out to be: plain data. */
export interface EntryBlock {
  /** Entries; with a `fault` those before it. */
  readonly count: number
  readonly paid: number
  /** Of the tree over them: `MerkleTree.appendTree`. */
  readonly frontier: readonly Uint8Array[]
  /** The entry that was looked for; positions and lines are those within the block. */
  readonly found?: { readonly index: number; readonly kind: EntryKind; readonly nonceHash?: string }
  readonly fault?: LineFault
}

/**
 * Cuts a file where every 2,048th line ends.
 *
 * @param pieces - not kept, and free to be overwritten when the next is asked for.
 * @returns for each block its parts, valid until the next one is asked for.
 */
export function* cutLines(pieces: Iterable<Uint8Array>): Generator<readonly [Uint8Array, Uint8Array]> {
  const rest = new Uint8Array(mostBlockBytes)
  let length = 0
  let lines = 0
  for (const piece of pieces) {
    let start = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, at + 1)) {
      lines += 1
      // A block of more bytes has a line that is too long; whoever reads what there is of it says so.
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
 * @param prints - is given the first 7 bytes of the hash that each id has as a paid entry without a nonce; as many as a block has lines.
 * @param find - an entry id to look for.
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
