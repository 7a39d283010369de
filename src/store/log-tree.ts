/**
 * The tree over the entries of the log, from the stored tiles.
 *
 * @packageDocumentation
 */
import { formatCheckpoint } from '../core/checkpoint.js'
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { deriveInclusionProof, tileHeight, type ReadNodes } from '../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { createVerifierKey, formatNote, formatVerifierKey, mostCosignatures } from '../core/note.js'
import { parsePublicKey } from '../core/signature.js'
import { tileWidth } from '../core/tiles.js'
import { DrawauditError } from '../errors.js'
import type { BundleJson } from '../model/bundle.js'
import type { Head, LogReader, LogRow } from './log.js'

const hashLength = 32
/** Entries a page. */
const pageSize = 1000

/** Reads the nodes of the log's tree. Each call stays within one tile, as proofs require. */
export function readNodesOf(reader: Pick<LogReader, 'readTile'>): ReadNodes {
  return async (level, start, end) => {
    const tile = Math.floor(start / tileWidth)
    const hashes = (await reader.readTile(level / tileHeight, tile)) ?? new Uint8Array()
    const nodes: Uint8Array[] = []
    for (let index = start - tile * tileWidth; index < end - tile * tileWidth; index += 1) {
      const hash = hashes.subarray(index * hashLength, (index + 1) * hashLength)
      if (hash.length !== hashLength) {
        throw new DrawauditError('store-damaged', `tile ${tile} of level ${level} of the log is too short`, {
          hint: 'restore a backup: drawaudit store restore',
        })
      }
      nodes.push(hash)
    }
    return nodes
  }
}

/** The verifier key of a log, as in trust files. */
export function formatLogKey({ origin, publicKey }: LogRow): string {
  return formatVerifierKey(createVerifierKey(origin, 'ed25519', parsePublicKey('ed25519', publicKey)))
}

/** The signed note of a head, with its cosignatures: the latest, where more have come than a note has room for. */
export function formatHead(origin: string, { size, root, signature, cosignatures }: Head): string {
  return formatNote({
    text: formatCheckpoint({ origin, size, root }),
    signatures: [signature, ...cosignatures.slice(-mostCosignatures)],
  })
}

/** The root over the first entries of the log, each hashed again; undefined if there are fewer. */
export async function deriveRoot(
  reader: LogReader,
  size: number,
  engine: Engine,
): Promise<Uint8Array | undefined> {
  const tree = new MerkleTree(engine)
  for (let from = 0; from < size; from += pageSize) {
    for (const { data } of await reader.readLogEntries(from, Math.min(from + pageSize, size))) {
      tree.append(hashLeaf(data, engine))
    }
  }
  return tree.size === size ? tree.root() : undefined
}

/** The log evidence of a bundle, for statements covered by a signed head; undefined if none is. */
export async function buildLogEvidence(
  reader: LogReader,
  raffleId: string,
  total: number,
): Promise<BundleJson['log'] | undefined> {
  const log = await reader.readLog()
  const covered = (await reader.readHead())?.size ?? 0
  if (log === undefined) return undefined
  const places: number[] = []
  for (let sequence = 0; sequence < total; sequence += 1) {
    const place = await reader.findLogEntry(raffleId, sequence)
    if (place === undefined || place >= covered) break
    places.push(place)
  }
  const last = places.at(-1)
  if (last === undefined) return undefined
  const witnesses = (await reader.listWitnesses()).length
  const [head, count] = await findBest(reader, last + 1, witnesses)
  if (head === undefined) return undefined
  const nodes = readNodesOf(reader)
  const prove = async (index: number, size: number): Promise<readonly string[]> =>
    (await deriveInclusionProof(index, size, nodes)).map(encodeHex)
  const proofs = []
  const cosigned = []
  for (const [sequence, index] of places.entries()) {
    proofs.push({ sequence, index, inclusion: await prove(index, head.size) })
    // The first head with witnesses dates the statements. If the last ones are not cosigned yet, the earlier
    // ones keep their date.
    const [first, seen] =
      count === 0
        ? await findBest(reader, index + 1, witnesses)
        : [await reader.findHead(index + 1, count), count]
    if (first === undefined || seen === 0 || first.size >= head.size) continue
    const inclusion = await prove(index, first.size)
    cosigned.push({ checkpoint: formatHead(log.origin, first), sequence, index, inclusion })
  }
  return {
    checkpoint: formatHead(log.origin, head),
    proofs,
    ...(cosigned.length > 0 && { cosigned }),
  }
}

/** The first head from a size on with the most cosignatures, and their number. */
async function findBest(
  reader: LogReader,
  from: number,
  witnesses: number,
): Promise<readonly [Head | undefined, number]> {
  for (let count = witnesses; count > 0; count -= 1) {
    const head = await reader.findHead(from, count)
    if (head !== undefined) return [head, count]
  }
  return [await reader.findHead(from, 0), 0]
}
