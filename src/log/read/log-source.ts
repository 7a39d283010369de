/**
 * Reads a transparency log in the layout of c2sp.org/tlog-tiles or c2sp.org/static-ct-api, from a URL or a
 * folder with the same files. Only sizes are checked here: callers hash the entries and compare with a signed
 * root.
 *
 * @packageDocumentation
 */
import { decodeDataTile } from '../../core/data-tile.js'
import { equalBytes } from '../../core/digest.js'
import {
  decodeEntries,
  formatTilePath,
  tileWidth,
  type DataTilePlace,
  type TilePlace,
} from '../../core/tiles.js'
import { DrawauditError } from '../../errors.js'
import type { Client } from '../../remote/client.js'
import { openFolder } from './read-folder.js'
import { openUrl, type UrlOptions } from './read-url.js'

/** Max bytes of a checkpoint with all its signatures. */
export const longestCheckpoint = 64 * 1024

/** Bytes of a full entry bundle with entries of the max length. */
export const longestBundle = tileWidth * (65_535 + 2)

/** How entries are stored: the path component that names the layout. */
export type EntryLayout = 'entries' | 'data'

/** The stored entries of one tile. */
export interface EntryBundle {
  /** Index of the first entry: a multiple of 256. */
  readonly first: number
  /** Number of entries in `bytes`, from 1 to 256. */
  readonly count: number
  /** Input of `decodeBundle`, which checks the number of entries. */
  readonly bytes: Uint8Array
  /** `data`: a data tile of Certificate Transparency, whose entries are MerkleTreeLeafs. */
  readonly layout: EntryLayout
  /** Origin of the bytes, for messages. */
  readonly name: string
}

export interface ReadOptions {
  /** Size of the log by a checkpoint, which determines the tiles at the right edge; `end` by default. */
  readonly size?: number
  readonly signal?: AbortSignal
}

/** A readable log. */
export interface LogSource {
  /** URL or folder. */
  readonly place: string
  /**
   * The signed note at `checkpoint`.
   *
   * @throws DrawauditError `remote-…`, `file-…`, or `note-invalid` if it is not UTF-8.
   */
  readCheckpoint(signal?: AbortSignal): Promise<string>
  /**
   * Entries from index `start` up to, not including, `end`, in order. Reads a few bundles ahead.
   *
   * @throws DrawauditError `tile-invalid`, `remote-…` or `file-…`, with where.
   */
  readEntries(start: number, end: number, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** The same entries as stored: the first and last bundle may contain more. */
  readBundles(start: number, end: number, options?: ReadOptions): AsyncIterable<EntryBundle>
  /**
   * The first `width` hashes of a tile, 32 bytes each.
   *
   * @throws DrawauditError `tile-invalid`, `remote-…` or `file-…`, with where.
   */
  readTile(level: number, index: number, width: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Closes kept connections. */
  close(): void
}

/** Options for a log at a URL. */
export interface LogSourceOptions extends UrlOptions {
  /** Possible layouts of entries, the first available one is used; `entries` alone by default. */
  readonly layouts?: readonly EntryLayout[]
}

/** A tile or bundle as received. */
interface FetchedTile {
  readonly bytes: Uint8Array
  readonly width: number
  readonly name: string
}

/** Max bytes. */
interface PartLimits {
  readonly partial: number
  readonly full: number
}

/** Number of bundles fetched ahead. */
const ahead = 4

/** Whether the place is a URL rather than a folder. */
export function isLogUrl(place: string): boolean {
  return /^https?:/i.test(place)
}

/** Whether a service states, in whatever form, that it has no log at a URL. */
export async function isLogAbsent(url: string, client: Pick<Client, 'request'>): Promise<boolean> {
  try {
    const { status } = await client.request(`${url}/checkpoint`, { maxBytes: longestCheckpoint })
    return status >= 400 && status < 500 && status !== 429
  } catch (error) {
    // The fault will show at the next request.
    if (error instanceof DrawauditError) return false
    throw error
  }
}

/**
 * Opens a log; reads nothing yet.
 *
 * @param place - a folder, or the URL below which `checkpoint` and `tile/` are.
 * @throws DrawauditError `url-invalid`.
 */
export function openLogSource(place: string, options: LogSourceOptions = {}): LogSource {
  const reader = isLogUrl(place) ? openUrl(place, options) : openFolder(place)
  /** Only one, once it was found. */
  let { layouts = ['entries'] } = options

  async function readPart(
    tile: TilePlace | DataTilePlace,
    limits: PartLimits,
    signal?: AbortSignal,
  ): Promise<FetchedTile> {
    const part = await findPart(tile, limits, signal)
    if (part === undefined) throw missing(formatTilePath(tile))
    return part
  }

  async function findPart(
    tile: TilePlace | DataTilePlace,
    limits: PartLimits,
    signal?: AbortSignal,
  ): Promise<FetchedTile | undefined> {
    const path = formatTilePath(tile)
    const bytes = await reader.read(path, limits.partial, signal)
    if (bytes !== undefined) return { bytes, width: tile.width, name: reader.name(path) }
    if (tile.width === tileWidth) return undefined
    // A partial tile may be deleted once the full one exists.
    const whole = formatTilePath({ ...tile, width: tileWidth })
    const full = await reader.read(whole, limits.full, signal)
    return full && { bytes: full, width: tileWidth, name: reader.name(whole) }
  }

  function missing(path: string): DrawauditError {
    const remote = isLogUrl(place)
    const message = remote ? 'the log does not have what its checkpoint covers' : 'there is no such file'
    return new DrawauditError(remote ? 'remote-error' : 'file-missing', message, {
      where: { file: reader.name(path) },
    })
  }

  async function readBundle(index: number, size: number, signal?: AbortSignal): Promise<EntryBundle> {
    const first = index * tileWidth
    const width = Math.min(tileWidth, size - first)
    const limits = { partial: width * (65_535 + 2), full: longestBundle }
    for (const layout of layouts) {
      const part = await findPart({ level: layout, index, width }, limits, signal)
      if (part === undefined) continue
      layouts = [layout]
      return { first, count: part.width, bytes: part.bytes, name: part.name, layout }
    }
    throw missing(formatTilePath({ level: layouts[0] ?? 'entries', index, width }))
  }

  async function* readBundles(
    start: number,
    end: number,
    { size = end, signal }: ReadOptions = {},
  ): AsyncGenerator<EntryBundle> {
    const stop = new AbortController()
    const both = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
    const waiting: Promise<EntryBundle>[] = []
    const last = Math.ceil(end / tileWidth)
    let next = Math.floor(start / tileWidth)
    try {
      for (;;) {
        while (start < end && next < last && waiting.length < ahead) {
          const bundle = readBundle(next, size, both)
          // Awaited in its turn, unless an earlier one fails.
          bundle.catch(() => undefined)
          waiting.push(bundle)
          next += 1
        }
        const bundle = waiting.shift()
        if (bundle === undefined) return
        yield await bundle
      }
    } finally {
      stop.abort()
      await Promise.allSettled(waiting)
    }
  }

  return {
    place,
    readBundles,

    async readCheckpoint(signal) {
      const bytes = await reader.read('checkpoint', longestCheckpoint, signal)
      if (bytes === undefined) throw noCheckpoint(place, reader.name('checkpoint'))
      return decodeNote(bytes, reader.name('checkpoint'))
    },

    async *readEntries(start, end, settings) {
      for await (const bundle of readBundles(start, end, settings)) {
        yield* decodeBundle(bundle).slice(Math.max(0, start - bundle.first), end - bundle.first)
      }
    },

    async readTile(level, index, width, signal) {
      const limits = { partial: width * 32, full: tileWidth * 32 }
      const part = await readPart({ level, index, width }, limits, signal)
      if (part.bytes.length !== part.width * 32) {
        const message = `expected ${part.width * 32} bytes, found ${part.bytes.length}`
        throw new DrawauditError('tile-invalid', message, { where: { file: part.name } })
      }
      return part.bytes.subarray(0, width * 32)
    },

    close() {
      reader.close()
    },
  }
}

/**
 * Decodes the entries of a bundle.
 *
 * @throws DrawauditError `tile-invalid` with where.
 */
export function decodeBundle({ first, bytes, count, name, layout }: EntryBundle): Uint8Array[] {
  return DrawauditError.within({ file: name }, () =>
    layout === 'data' ? decodeDataTile(bytes, count, first) : decodeEntries(bytes, count),
  )
}

/**
 * Decodes the text of a signed note.
 *
 * @throws DrawauditError `note-invalid` with where.
 */
export function decodeNote(bytes: Uint8Array, name: string): string {
  // A byte order mark is kept as part of the first line.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (equalBytes(new TextEncoder().encode(text), bytes)) return text
  throw new DrawauditError('note-invalid', 'not UTF-8', { where: { file: name } })
}

function noCheckpoint(place: string, name: string): DrawauditError {
  const remote = isLogUrl(place)
  return new DrawauditError(remote ? 'remote-error' : 'file-missing', 'there is no checkpoint here', {
    hint: remote
      ? 'is it the base URL of a log, such as https://raffles.example/api/v1/log?'
      : 'name the folder that has the file checkpoint and the folder tile in it',
    where: { file: name },
  })
}
