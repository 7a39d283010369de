/**
 * Exports a log as static files in the layout of c2sp.org/tlog-tiles, for any web server or object store.
 *
 * Readers always find a checkpoint whose tiles and entries are all there, even during a run or after a killed
 * one: the checkpoint is written last, and what it covers never changes.
 *
 * @packageDocumentation
 */
import { parseCheckpoint, type Checkpoint } from '../../core/checkpoint.js'
import { deriveFrontier } from '../../core/consistency-proof.js'
import { equalBytes } from '../../core/digest.js'
import { concatBytes } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { parseNote, parseVerifierKey, verifyNote } from '../../core/note.js'
import {
  encodeEntries,
  formatTilePath,
  parseTilePath,
  tileAt,
  tileHeight,
  tileWidth,
} from '../../core/tiles.js'
import { DrawauditError } from '../../errors.js'
import type { Head, LogReader } from '../../store/log.js'
import { formatHead, formatLogKey, readNodesOf } from '../../store/log-tree.js'
import { PublicFolder } from './export-files.js'

/** Result of an export. */
export interface LogExported {
  readonly origin: string
  /** Number of entries in the folder, now and before. */
  readonly size: number
  readonly before: number
  /** Number of files with hashes, and with entries. */
  readonly tiles: number
  readonly bundles: number
  readonly bytes: number
  /** Number of removed folders of partial tiles that full ones replace. */
  readonly removed: number
  /** Whether the checkpoint changed. */
  readonly checkpoint: 'written' | 'unchanged'
}

const checkpointName = 'checkpoint'

/**
 * Writes what a folder lacks of the log, up to its latest head. Each entry is hashed, and the tree over the
 * hashes must lead from the folder's checkpoint to the signed root.
 *
 * @param folder - created if missing.
 * @throws DrawauditError `log-missing`; `file-exists` for a folder with another log; `store-rolled-back` if
 * the folder's checkpoint is not a prefix of this log; `store-damaged` for an entry or a tile that does not
 * match the signed root; `file-access`. The folder then keeps its earlier checkpoint and all that belongs to
 * it.
 */
export async function exportLog(reader: LogReader, folder: string, engine: Engine): Promise<LogExported> {
  const row = await reader.readLog()
  const head = await reader.readHead()
  if (row === undefined || head === undefined) {
    throw new DrawauditError(
      'log-missing',
      row === undefined ? 'the store has no log' : 'no head was signed yet',
      {
        hint:
          row === undefined
            ? 'begin it: drawaudit log create --origin NAME'
            : 'drawaudit log sequence signs one',
      },
    )
  }
  const text = formatHead(row.origin, head)
  if (verifyNote(parseNote(text), [parseVerifierKey(formatLogKey(row))], engine).length !== 1)
    throw damagedHead(head)
  const files = new PublicFolder(folder)
  const found = files.read(checkpointName)
  const before = found && readBefore(found, files.folder)
  const tree = await resumeTree(reader, row.origin, head, before, files.folder, engine)
  const written = await writeTiles(reader, files, tree, head, engine)
  files.sync()
  const isNew = found === undefined || new TextDecoder().decode(found) !== text
  if (isNew) {
    refuseChanged(files, found)
    files.write(checkpointName, text)
    files.sync()
  }
  return {
    origin: row.origin,
    size: head.size,
    before: before?.size ?? 0,
    ...written,
    removed: removePartial(files, head.size),
    checkpoint: isNew ? 'written' : 'unchanged',
  }
}

function readBefore(bytes: Uint8Array, folder: string): Checkpoint {
  return DrawauditError.within({ file: `${folder}/${checkpointName}` }, () =>
    parseCheckpoint(parseNote(bytes).text),
  )
}

/**
 * The tree of the folder's entries, built from the hashes that the next tiles begin with, so that these are
 * verified too.
 */
async function resumeTree(
  reader: LogReader,
  origin: string,
  head: Head,
  before: Checkpoint | undefined,
  folder: string,
  engine: Engine,
): Promise<GrowingTree> {
  if (before === undefined) return new GrowingTree(0, [], engine)
  const where = { file: `${folder}/${checkpointName}` }
  if (before.origin !== origin) {
    throw new DrawauditError('file-exists', `the folder has another log: ${JSON.stringify(before.origin)}`, {
      hint: 'name another folder',
      where,
    })
  }
  const hint = 'is the store an older copy? The folder was not changed'
  if (before.size > head.size) {
    const message = `the folder has ${before.size} entries of the log, the store ${head.size}`
    throw new DrawauditError('store-rolled-back', message, { hint, where })
  }
  const tree = new GrowingTree(
    before.size,
    await deriveFrontier(before.size, readNodesOf(reader), engine),
    engine,
  )
  if (equalBytes(tree.root(), before.root)) return tree
  const message = `the first ${before.size} entries of the log are other ones than the folder has`
  throw new DrawauditError('store-rolled-back', message, { hint, where })
}

/** A new node of the tree, stored in a tile above the lowest level. */
interface UpperNode {
  readonly level: number
  readonly index: number
  readonly hash: Uint8Array
}

class GrowingTree {
  readonly start: number
  readonly upper: UpperNode[] = []
  readonly #tree: MerkleTree

  constructor(size: number, frontier: readonly Uint8Array[], engine: Engine) {
    this.start = size
    this.#tree = MerkleTree.resume(size, frontier, engine, (height, index, hash) => {
      if (height > 0 && height % tileHeight === 0) {
        this.upper.push({ level: height / tileHeight, index, hash })
      }
    })
  }

  append(hash: Uint8Array): void {
    this.#tree.append(hash)
  }

  root(): Uint8Array {
    return this.#tree.root()
  }
}

/** Writes new tiles and those that have grown. */
async function writeTiles(
  reader: LogReader,
  files: PublicFolder,
  tree: GrowingTree,
  head: Head,
  engine: Engine,
): Promise<Pick<LogExported, 'tiles' | 'bundles' | 'bytes'>> {
  const counts = { tiles: 0, bundles: 0, bytes: 0 }
  const readNodes = readNodesOf(reader)
  const write = (level: number | 'entries', index: number, content: Uint8Array): void => {
    const place = tileAt(level, index, head.size)
    if (place === undefined) throw damagedHead(head)
    files.write(formatTilePath(place), content)
    counts.bytes += content.length
    counts[level === 'entries' ? 'bundles' : 'tiles'] += 1
  }
  const first = tree.start === head.size ? Infinity : Math.floor(tree.start / tileWidth)
  for (let index = first; index * tileWidth < head.size; index += 1) {
    const start = index * tileWidth
    const end = Math.min(start + tileWidth, head.size)
    const hashes = await readNodes(0, start, end)
    const entries = await reader.readLogEntries(start, end)
    for (const [at, hash] of hashes.entries()) {
      const entry = entries[at]
      if (entry?.place !== start + at || !equalBytes(hashLeaf(entry.data, engine), hash)) {
        throw damaged(`entry ${start + at} of the log is not what was hashed`)
      }
      if (start + at >= tree.start) tree.append(hash)
    }
    write('entries', index, encodeEntries(entries.map(({ data }) => data)))
    write(0, index, concatBytes(...hashes))
  }
  if (!equalBytes(tree.root(), head.root)) throw damagedHead(head)
  for (const nodes of groupByTile(tree.upper)) {
    const [{ level, index }] = nodes
    const tile = Math.floor(index / tileWidth)
    const start = tile * tileWidth
    const { width = 0 } = tileAt(level, tile, head.size) ?? {}
    const hashes = await readNodes(level * tileHeight, start, start + width)
    for (const node of nodes) {
      const hash = hashes[node.index - start]
      if (hash === undefined || !equalBytes(hash, node.hash)) throw damagedHead(head)
    }
    write(level, tile, concatBytes(...hashes))
  }
  return counts
}

function groupByTile(nodes: readonly UpperNode[]): Iterable<readonly [UpperNode, ...UpperNode[]]> {
  const groups = new Map<string, [UpperNode, ...UpperNode[]]>()
  for (const node of nodes) {
    const key = `${node.level} ${Math.floor(node.index / tileWidth)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  return groups.values()
}

/** Two concurrent runs could replace a later checkpoint by an earlier one. */
function refuseChanged(files: PublicFolder, found: Uint8Array | undefined): void {
  const now = files.read(checkpointName)
  if (now === found || (now !== undefined && found !== undefined && equalBytes(now, found))) return
  throw new DrawauditError('file-exists', 'another process has written a checkpoint meanwhile', {
    hint: 'let one process export into a folder',
    where: { file: `${files.folder}/${checkpointName}` },
  })
}

/** Removes partial tiles whose full ones the checkpoint covers, including those of a killed run. */
function removePartial(files: PublicFolder, size: number): number {
  let removed = 0
  const walk = (folder: string): void => {
    for (const name of files.list(folder)) {
      const path = `${folder}/${name}`
      if (/^x[0-9]{3}$/.test(name)) walk(path)
      const place = name.endsWith('.p') ? parseTilePath(path.slice(0, -2)) : undefined
      if (place === undefined || tileAt(place.level, place.index, size)?.width !== tileWidth) continue
      files.remove(path)
      removed += 1
    }
  }
  for (const level of files.list('tile')) walk(`tile/${level}`)
  return removed
}

function damaged(message: string): DrawauditError {
  return new DrawauditError('store-damaged', message, {
    hint: 'restore a backup: drawaudit store restore. The folder has the checkpoint that it had',
  })
}

const damagedHead = ({ size }: Head): DrawauditError =>
  damaged(`the tiles and entries of the log do not lead to its head of ${size} entries`)
