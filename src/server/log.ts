/**
 * The views of the transparency log at the paths of c2sp.org/tlog-tiles: checkpoint, tiles, entry bundles.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { concatBytes } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { hashLeaf } from '../core/merkle.js'
import { encodeEntries, parseTilePath, tileAt, tileHeight, tileWidth } from '../core/tiles.js'
import { DrawauditError } from '../errors.js'
import { formatHead, readNodesOf } from '../store/log-tree.js'
import type { Store } from '../store/store.js'
import { createEtag, createView } from '../store/views.js'
import { Cache } from './cache.js'
import type { ReadAddress } from './client-address.js'
import { Downloads } from './downloads.js'
import type { ServerExchange } from './exchange.js'
import { serveView, type ServedView } from './raffles.js'
import { RateLimiter } from './rate-limit.js'
import { isFresh } from './request.js'
import type { RouteRequest, RouteAnswer } from './route.js'
import { goOn, gzipPieces, readBeginning, unreadStart } from './stream.js'

/** A tile of one width never changes. */
const forever = 'public, max-age=31536000, immutable'

/** Milliseconds for which a checkpoint may be served after a newer one was signed. */
const patience = 5

/**
 * Size in bytes of the cache of tiles and entry bundles, and max bytes of one; longer bundles are streamed.
 */
const capacity = 16 * 1024 * 1024
const longestKept = 64 * 1024

/** Approximate bytes of a bundle that are read, hashed and sent in one turn. */
const pieceLength = 64 * 1024

/** Bytes of a hash. */
const hashLength = 32

/** Entries in the first piece: an entry has at most 64 KiB. */
const firstRows = 2

/** Kilobytes of entry bundles per address and minute. */
const mostKilobytes = 256 * 1024

/** Where else the log's tiles are published. */
export interface ExportedTiles {
  /** URL of the folder that `log export` wrote, without a trailing slash. */
  readonly url: string
  /** Milliseconds until a head's tiles are exported; ten minutes by default. */
  readonly within?: number
}

/** For redirects to exported tiles. */
const awhile = 'public, max-age=300'

export type LogViews = Readonly<Record<'checkpoint' | 'tile', RouteAnswer>>

export interface LogViewOptions {
  readonly store: Store
  readonly engine: Engine
  readonly readAddress: ReadAddress
  readonly exported?: ExportedTiles | undefined
}

export function createLogViews({ store, engine, readAddress, exported }: LogViewOptions): LogViews {
  const { url: elsewhere, within = 600_000 } = exported ?? {}
  const tiles = new ServedTiles(store, engine, within)
  // Each download reads, hashes and holds one piece at a time; followers of the log fetch some bundles ahead.
  const downloads = new Downloads(32, 8, 2)
  const kilobytes = new RateLimiter(mostKilobytes)
  const type = 'application/octet-stream'

  async function answerCheckpoint(exchange: ServerExchange): Promise<void> {
    const head = await tiles.readHead(exchange.startedAt)
    if (head === undefined) failNoLog(exchange)
    else await exchange.sendView(head.checkpoint, 'text/plain; charset=utf-8')
  }

  async function answerTile(exchange: ServerExchange, { parameter: path }: RouteRequest): Promise<void> {
    const head = await tiles.readHead(exchange.startedAt)
    if (head === undefined) {
      failNoLog(exchange)
      return
    }
    if (elsewhere !== undefined && tiles.isExported(path, exchange.startedAt)) {
      exchange.redirect(`${elsewhere}/${path}`, awhile)
      return
    }
    const tile = await tiles.read(path, head.size)
    if (tile === undefined) {
      exchange.fail(404, `the log has no such tile: its checkpoint covers ${head.size} entries`)
    } else if ('body' in tile) await exchange.sendView(tile, type, [], isOfEntries(path))
    else await sendBundle(exchange, tile)
  }

  async function sendBundle(exchange: ServerExchange, bundle: UnreadEntryBundle): Promise<void> {
    const headers = ['ETag', bundle.etag, 'Cache-Control', forever]
    if (isFresh(exchange.fields, bundle.etag)) {
      exchange.sendNotModified(headers)
      return
    }
    const address = readAddress(exchange.request)
    const { remaining, resetsIn } = kilobytes.peek(address, exchange.startedAt)
    const isRead = exchange.request.method !== 'HEAD'
    const admission = !isRead ? idle : remaining > 0 ? downloads.admit(address) : undefined
    if (admission === undefined || typeof admission === 'string') {
      const message = 'too many bundles at a time: try again when one has ended'
      const seconds = admission === undefined ? Math.max(1, Math.ceil(resetsIn / 1000)) : 1
      exchange.fail(admission === 'server-full' ? 503 : 429, message, ['Retry-After', String(seconds)])
      return
    }
    const rest = bundle.read(length => {
      kilobytes.consume(address, performance.now(), Math.ceil(length / 1024))
    })
    const takeTurn = (): Promise<void> => downloads.takeTurn()
    try {
      const beginning = isRead ? await readBeginning(rest, longestKept, takeTurn) : unreadStart
      if (beginning.isWhole) {
        await exchange.sendView(bundle.keep(concatBytes(...beginning.pieces)), type, [], true)
      } else if (exchange.takesGzip()) {
        const text = gzipPieces(goOn(beginning, rest))
        await exchange.sendPieces(type, [...headers, 'Content-Encoding', 'gzip'], { text, takeTurn })
      } else await exchange.sendPieces(type, headers, { text: goOn(beginning, rest), takeTurn })
    } finally {
      admission.release()
      await rest.return(undefined)
    }
  }

  return { checkpoint: answerCheckpoint, tile: answerTile }
}

/** A slot for HEAD, which reads no entry. */
const idle = { release: () => undefined }

function failNoLog(exchange: ServerExchange): void {
  exchange.fail(404, 'there is no log here')
}

/** Tiles of hashes are not compressible. */
const isOfEntries = (path: string): boolean => path.includes('entries/')

interface ServedHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: ServedView
}

/** An entry bundle that has not been read yet. */
interface UnreadEntryBundle {
  /** Weak: derived from the leaf hashes, which are known before the entries are read. */
  readonly etag: string
  /**
   * Its bytes in pieces; each entry is checked against its hash before it is given out.
   *
   * @param note - called with the number of bytes read.
   */
  readonly read: (note: (length: number) => void) => AsyncGenerator<Uint8Array, undefined, undefined>
  /** Caches the whole bundle. */
  readonly keep: (body: Uint8Array) => ServedView
}

/** The latest head, and recently requested tiles. */
class ServedTiles {
  readonly #store: Store
  readonly #engine: Engine
  /** Milliseconds until a head's tiles are exported. */
  readonly #within: number
  /** By path, which includes the width: a partial tile is never taken for a larger one. */
  #kept = new Cache<ServedView | UnreadEntryBundle>(capacity)
  #head: ServedHead | undefined
  /** Sizes of heads with the time each was first seen: those of the last minutes, and the one before them. */
  #sizes: { readonly size: number; readonly at: number }[] = []
  #generation: number | undefined
  #askedAt = -Infinity

  constructor(store: Store, engine: Engine, within: number) {
    this.#store = store
    this.#engine = engine
    this.#within = within
  }

  /** @param now - milliseconds of a monotonic clock. */
  async readHead(now: number): Promise<ServedHead | undefined> {
    if (now - this.#askedAt < patience) return this.#head
    const generation = this.#store.generation()
    if (generation === this.#generation) {
      this.#askedAt = now
      return this.#head
    }
    const log = await this.#store.log.readLog()
    const head = log && (await this.#store.log.readHead())
    const before = this.#head
    if (before !== undefined && (before.origin !== log?.origin || before.size > (head?.size ?? 0))) {
      // The store began a new log.
      this.#kept = new Cache(capacity)
      this.#sizes = []
    }
    this.#head = head && {
      origin: log.origin,
      size: head.size,
      checkpoint: serveView(createView(formatHead(log.origin, head))),
    }
    if (head !== undefined && head.size !== this.#sizes.at(-1)?.size) {
      this.#sizes.push({ size: head.size, at: now })
    }
    this.#forgetSizes(now)
    // Last, so that a failed read is retried.
    this.#generation = generation
    this.#askedAt = now
    return this.#head
  }

  /**
   * Whether a tile is full, and covered by a head seen long enough ago for the tile to have been exported.
   *
   * @param now - milliseconds of a monotonic clock.
   */
  isExported(path: string, now: number): boolean {
    this.#forgetSizes(now)
    const [first] = this.#sizes
    const place = parseTilePath(path)
    if (first === undefined || now - first.at < this.#within || place?.width !== tileWidth) return false
    return tileAt(place.level, place.index, first.size)?.width === tileWidth
  }

  /** Of the sizes seen long enough ago only the last one matters. */
  #forgetSizes(now: number): void {
    while (now - (this.#sizes[1]?.at ?? Infinity) >= this.#within) this.#sizes.shift()
  }

  /**
   * Reads a tile by its path: ready to serve, or an entry bundle still to be read.
   *
   * @param size - entries that the head covers: later ones are not public yet.
   * @returns undefined if the log has no such tile.
   */
  async read(path: string, size: number): Promise<ServedView | UnreadEntryBundle | undefined> {
    const kept = this.#kept
    const before = kept.get(path)
    // Entries covered by one head are covered by all later ones.
    if (before !== undefined) return before
    const place = parseTilePath(path)
    if (place === undefined) return undefined
    const { level, index } = place
    const { width } = tileAt(level, index, size) ?? { width: 0 }
    if (width < place.width) return undefined
    const start = index * tileWidth
    const read = readNodesOf(this.#store.log)
    const hashes = await read(level === 'entries' ? 0 : level * tileHeight, start, start + place.width)
    const joined = concatBytes(...hashes)
    // Must not be cached beside the tiles of another log that began in the meantime.
    const keep = (body: Uint8Array, etag: string): ServedView => {
      const view = serveView({ body, etag }, forever)
      kept.set(path, view, view.body.length)
      return view
    }
    const etag = createEtag(joined)
    if (level !== 'entries') return keep(joined, etag)
    const bundle: UnreadEntryBundle = {
      etag: `W/${etag}`,
      read: note => this.#readEntries(start, joined, note),
      keep: body => keep(body, `W/${etag}`),
    }
    // The bytes are not cached yet, but whether the store has them is asked once.
    kept.set(path, bundle, joined.length)
    return bundle
  }

  async *#readEntries(
    start: number,
    hashes: Uint8Array,
    note: (length: number) => void,
  ): AsyncGenerator<Uint8Array, undefined, undefined> {
    let rows = firstRows
    const width = hashes.length / hashLength
    for (let from = 0; from < width;) {
      const count = Math.min(rows, width - from)
      const entries = await this.#store.log.readLogEntries(start + from, start + from + count)
      for (let at = 0; at < count; at += 1) {
        const entry = entries[at]
        const place = start + from + at
        const hash = hashes.subarray((from + at) * hashLength, (from + at + 1) * hashLength)
        if (entry?.place === place && equalBytes(hashLeaf(entry.data, this.#engine), hash)) continue
        throw new DrawauditError('store-damaged', `entry ${place} of the log is not what was hashed`, {
          hint: 'restore a backup: drawaudit store restore',
        })
      }
      const piece = encodeEntries(entries.map(({ data }) => data))
      note(piece.length)
      yield piece
      from += count
      // Aims at the piece length, given the average entry so far.
      rows = Math.max(firstRows, Math.floor((count * pieceLength) / piece.length))
    }
  }
}
