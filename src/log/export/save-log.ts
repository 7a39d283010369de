/**
 * Saves a log from a service in the layout of c2sp.org/tlog-tiles: the checkpoint, and the entries that it
 * covers.
 *
 * @packageDocumentation
 */
import { parseCheckpoint, type Checkpoint } from '../../core/checkpoint.js'
import { equalBytes } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { parseNote } from '../../core/note.js'
import { decodeEntries, formatTilePath, tileWidth } from '../../core/tiles.js'
import { DrawauditError } from '../../errors.js'
import type { Client } from '../../remote/client.js'
import { PublicFolder } from './export-files.js'
import {
  decodeBundle,
  decodeNote,
  longestBundle,
  longestCheckpoint,
  isLogAbsent,
  openLogSource,
} from '../read/log-source.js'
import { openUrl, type UrlOptions } from '../read/read-url.js'

/** Result of saving a log. */
export interface SavedLog {
  /** The signed note as served. */
  readonly checkpoint: Uint8Array
  /** Number of entries, and the root over them: the checkpoint's, if the log is correct. */
  readonly size: number
  readonly root: Uint8Array
  /** Number of entries saved by an earlier run. */
  readonly kept: number
}

export interface SaveOptions extends UrlOptions {
  readonly client: Pick<Client, 'request'>
  readonly engine: Engine
  /** Max bytes of entries to fetch; 4 GiB by default. */
  readonly mostBytes?: number
  /** Called now and then with the number of entries saved, and of all. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Why nothing was saved, for people; undefined if the service simply has no log. */
export interface NotSaved {
  readonly because?: string
}

/**
 * Saves a log, or what a folder lacks of it.
 *
 * @param url - prefix of `checkpoint` and `tile/`.
 * @param folder - created if missing; full bundles in it are not fetched again.
 * @throws DrawauditError `remote-…`, `tile-invalid` for a malformed bundle; `file-exists` for a folder with
 * entries of another log; `file-access`.
 */
export async function saveLog(
  url: string,
  folder: string,
  { engine, mostBytes = 4 * 1024 ** 3, onProgress, ...options }: SaveOptions,
): Promise<SavedLog | NotSaved> {
  if (await isLogAbsent(url, options.client)) return {}
  const note = await openUrl(url, options).read('checkpoint', longestCheckpoint)
  const read = note && readCheckpoint(note, url)
  if (note === undefined || read === undefined) return {}
  // Many services answer any path with a page.
  if (read instanceof DrawauditError) return { because: read.message }
  const { size, root } = read
  const files = new PublicFolder(folder)
  const tree = new MerkleTree(engine)
  readKept(files, size, tree, engine)
  const kept = tree.size
  const source = openLogSource(url, options)
  try {
    let bytes = 0
    for await (const bundle of source.readBundles(kept, size, { size })) {
      bytes += bundle.bytes.length
      if (bytes > mostBytes) {
        throw new DrawauditError(
          'remote-too-large',
          `the entries of the log have more than ${mostBytes} bytes`,
          {
            hint: 'leave the log out with --no-log',
            where: { file: url },
          },
        )
      }
      const entries = decodeBundle(bundle)
      for (const entry of entries.slice(0, size - bundle.first)) tree.append(hashLeaf(entry, engine))
      const index = bundle.first / tileWidth
      files.write(formatTilePath({ level: 'entries', index, width: bundle.count }), bundle.bytes)
      onProgress?.(tree.size, size)
    }
  } finally {
    source.close()
  }
  if (kept > 0 && !equalBytes(tree.root(), root)) {
    throw new DrawauditError('file-exists', 'the entries that are saved here are not those of this log', {
      hint: 'save it in another folder, and keep both: the log may have shown two histories',
      where: { file: folder },
    })
  }
  files.write('checkpoint', note)
  files.sync()
  return { checkpoint: note, size: tree.size, root: tree.root(), kept }
}

function readCheckpoint(note: Uint8Array, url: string): Checkpoint | DrawauditError {
  try {
    return parseCheckpoint(parseNote(decodeNote(note, url)).text)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

/** Reads the saved full bundles from the first on, up to the first gap. */
function readKept(files: PublicFolder, size: number, tree: MerkleTree, engine: Engine): void {
  for (let index = 0; (index + 1) * tileWidth <= size; index += 1) {
    const bytes = files.read(formatTilePath({ level: 'entries', index, width: tileWidth }))
    const entries = bytes && bytes.length <= longestBundle ? tryDecode(bytes) : undefined
    if (entries === undefined) return
    for (const entry of entries) tree.append(hashLeaf(entry, engine))
  }
}

function tryDecode(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  try {
    return decodeEntries(bytes, tileWidth)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
