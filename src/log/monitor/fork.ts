/**
 * Compares two checkpoints of a log: whether one history can contain both, and the proof if it cannot.
 *
 * @packageDocumentation
 */
import type { Checkpoint } from '../../core/checkpoint.js'
import { deriveConsistencyProof, deriveFrontier, derivePrefixRoot } from '../../core/consistency-proof.js'
import { equalBytes } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import type { ReadNodes } from '../../core/inclusion-proof.js'
import { decodeHashes, tileAt, tileHeight, tileWidth } from '../../core/tiles.js'
import { DrawauditError } from '../../errors.js'
import type { FraudProof } from '../../model/fraud-proof.js'
import type { LogSource } from '../read/log-source.js'

/** A checkpoint with a verified signature, and its signed note. */
export interface SignedCheckpoint extends Pick<Checkpoint, 'origin' | 'size' | 'root'> {
  readonly note: string
}

export type CheckpointComparison =
  /** The smaller tree is a prefix of the larger. */
  | { readonly kind: 'consistent' }
  /** The log signed two histories. */
  | { readonly kind: 'forked'; readonly proof: FraudProof }
  /** Neither shown to be a prefix, nor shown not to be one. */
  | { readonly kind: 'unproven'; readonly why: string }

/**
 * Compares two checkpoints of one log.
 *
 * @param sources - sources for tiles of the larger one, tried in order. They need no trust: their tiles lead
 * to the signed root, or prove nothing.
 */
export async function compareCheckpoints(
  a: SignedCheckpoint,
  b: SignedCheckpoint,
  sources: readonly LogSource[],
  engine: Engine,
  signal?: AbortSignal,
): Promise<CheckpointComparison> {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a]
  const forked = (prefix: readonly Uint8Array[]): CheckpointComparison => ({
    kind: 'forked',
    proof: { origin: larger.origin, checkpoints: [smaller.note, larger.note], prefix },
  })
  if (smaller.size === larger.size) {
    return equalBytes(smaller.root, larger.root) ? { kind: 'consistent' } : forked([])
  }
  // The empty tree is a prefix of every tree.
  if (smaller.size === 0) return { kind: 'consistent' }
  const reasons: string[] = []
  for (const source of sources) {
    try {
      const hashes = await derivePrefixHashes(smaller.size, larger.size, source, engine, signal)
      const sizes = { size1: smaller.size, size2: larger.size, root2: larger.root }
      const root = derivePrefixRoot({ ...sizes, hashes }, engine)
      if (root !== undefined) return equalBytes(root, smaller.root) ? { kind: 'consistent' } : forked(hashes)
      reasons.push(`the tiles of ${source.place} are not those of the checkpoint of ${larger.size} entries`)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof DrawauditError)) throw error
      reasons.push(`${error.where.file ?? source.place}: ${error.message}`)
    }
  }
  return { kind: 'unproven', why: reasons.join('; ') || 'there are no tiles to be had' }
}

/** The hashes for {@link derivePrefixRoot}, from the tiles of a log with at least `size2` entries. */
async function derivePrefixHashes(
  size1: number,
  size2: number,
  source: LogSource,
  engine: Engine,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const readNodes: ReadNodes = async (level, start, end) => {
    const index = Math.floor(start / tileWidth)
    // Of the larger log's width: partial tiles of the smaller one may never have been served.
    const width = tileAt(level / tileHeight, index, size2)?.width ?? 0
    const tile = await source.readTile(level / tileHeight, index, width, signal)
    return decodeHashes(tile, width).slice(start - index * tileWidth, end - index * tileWidth)
  }
  const proof = await deriveConsistencyProof(size1, size2, readNodes, engine)
  const frontier = await deriveFrontier(size1, readNodes, engine)
  // A consistency proof omits the root of a complete subtree, which its reader has.
  return frontier.length === 1 ? [...frontier, ...proof] : proof
}
