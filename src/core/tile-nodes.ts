/**
 * Hashes of arbitrary complete subtrees, from a store that keeps every eighth level of the tree.
 *
 * @packageDocumentation
 */
import type { Engine } from './engine.js'
import { joinSubtrees, type Subtree, type ProofPlan } from './proof-plan.js'
import { tileHeight, tileWidth } from './tiles.js'

const hashLength = 32

/**
 * Reads hashes of complete subtrees of 2^`level` leaves, with numbers from `start` to before `end`, from the
 * left. `level` is a multiple of 8; level 0 is the leaves. All are in one tile of 256 and exist in a tree of
 * the given size.
 */
export type ReadNodes = (level: number, start: number, end: number) => Promise<readonly Uint8Array[]>

/**
 * The hashes of a plan for a tree of `size` leaves, 32 bytes each. Reads no tile twice.
 *
 * @throws RangeError if the number of hashes read is not the number asked for.
 */
export async function deriveHashes(
  plan: ProofPlan,
  size: number,
  readNodes: ReadNodes,
  engine: Engine,
): Promise<Uint8Array[]> {
  const tiles = new Map<string, readonly Uint8Array[]>()

  async function readTile(level: number, tile: number): Promise<readonly Uint8Array[]> {
    const key = `${level} ${tile}`
    const known = tiles.get(key)
    if (known !== undefined) return known
    const start = tile * tileWidth
    const end = Math.min(start + tileWidth, Math.floor(size / 2 ** level))
    const hashes = await readNodes(level, start, end)
    if (hashes.length !== end - start) {
      throw new RangeError(`expected ${end - start} hashes of level ${level}, read ${hashes.length}`)
    }
    if (hashes.some(({ length }) => length !== hashLength))
      throw new RangeError('a hash is not 32 bytes long')
    tiles.set(key, hashes)
    return hashes
  }

  async function readNode(node: Subtree): Promise<Uint8Array> {
    const above = node.level % tileHeight
    const first = node.index * 2 ** above
    const tile = Math.floor(first / tileWidth)
    const start = first - tile * tileWidth
    let hashes = (await readTile(node.level - above, tile)).slice(start, start + 2 ** above)
    while (hashes.length > 1) hashes = joinPairs(hashes, engine)
    // joinPairs leaves one hash of a power of two.
    return hashes[0] ?? new Uint8Array()
  }

  const derived: Uint8Array[] = []
  for (const nodes of plan) {
    const hashes: Uint8Array[] = []
    for (const node of nodes) hashes.push(await readNode(node))
    derived.push(joinSubtrees(hashes, engine))
  }
  return derived
}

function joinPairs(hashes: readonly Uint8Array[], engine: Engine): Uint8Array[] {
  const joined: Uint8Array[] = []
  // One buffer for all: hundreds of small ones a proof keep the garbage collector busy.
  const message = new Uint8Array(1 + 2 * hashLength).fill(1, 0, 1)
  hashes.forEach((left, index) => {
    const right = hashes[index + 1]
    if (index % 2 === 1 || right === undefined) return
    message.set(left, 1)
    message.set(right, 1 + hashLength)
    joined.push(engine.hash('sha256', message))
  })
  return joined
}
