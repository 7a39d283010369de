/**
 * The views of the transparency log, at the paths of c2sp.org/tlog-tiles: checkpoint, tiles, bundles of entries.
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

/** So long, in milliseconds, a checkpoint may be served after another was signed. */
const patience = 5

/** Bytes of tiles and bundles that are kept, and the most of one; longer bundles are read and sent piece by piece. */
const capacity = 16 * 1024 * 1024
const longestKept = 64 * 1024

/** About as many bytes of a bundle are read, hashed and sent in one turn. */
const pieceLength = 64 * 1024

/** Bytes of a hash. */
const hashLength = 32

/** The entries of the first piece: one has at most 64 KiB. */
const firstRows = 2

/** Kilobytes of bundles that one address gets in a minute. */
const mostKilobytes = 256 * 1024

/** Where else the tiles of a log are. */
export interface ExportedTiles {
  /** Of the folder that `log export` wrote, without a slash at its end. */
  readonly url: string
  /** Milliseconds after which it has what a head covers; ten minutes when left out. */
  readonly within?: number
}

/** For how long it may be remembered where a tile is. */
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
  // Each reads, hashes and holds a piece at a time; who follows a log reads some bundles ahead.
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

/** For HEAD no entry is read. */
const idle = { release: () => undefined }

function failNoLog(exchange: ServerExchange): void {
  exchange.fail(404, 'there is no log here')
}

/** Hashes do not shrink. */
const isOfEntries = (path: string): boolean => path.includes('entries/')

interface ServedHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: ServedView
}

/** A bundle of entries before it is read. */
interface UnreadEntryBundle {
  /** Weak: of what its entries hash to, which is known before they are read. */
  readonly etag: string
  /**
   * Its bytes, in pieces; each entry is hashed before it is given.
   *
   * @param note - told how many bytes were read.
   */
  readonly read: (note: (length: number) => void) => AsyncGenerator<Uint8Array, undefined, undefined>
  /** Keeps it, whole. */
  readonly keep: (body: Uint8Array) => ServedView
}

/** The latest head, and tiles, of which those that were asked for last are kept. */
class ServedTiles {
  readonly #store: Store
  readonly #engine: Engine
  /** Milliseconds in which what a head covers is exported. */
  readonly #within: number
  /** By path, which names the width too: no partial tile is ever taken for a larger one. */
  #kept = new Cache<ServedView | UnreadEntryBundle>(capacity)
  #head: ServedHead | undefined
  /** Sizes of heads, and when each was first seen: those of the last minutes, and the one before them. */
  #sizes: { readonly size: number; readonly at: number }[] = []
  #generation: number | undefined
  #askedAt = -Infinity

  constructor(store: Store, engine: Engine, within: number) {
    this.#store = store
    this.#engine = engine
    this.#within = within
  }

  /** @param now - milliseconds on a clock that does not go back. */
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
      // Another log: the store began a new one.
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
    // Last: what could not be read is asked for again.
    this.#generation = generation
    this.#askedAt = now
    return this.#head
  }

  /**
   * Whether a tile is full, and covered by a head that was seen so long ago that the tile was exported since.
   *
   * @param now - as `readHead` has it.
   */
  isExported(path: string, now: number): boolean {
    this.#forgetSizes(now)
    const [first] = this.#sizes
    const place = parseTilePath(path)
    if (first === undefined || now - first.at < this.#within || place?.width !== tileWidth) return false
    return tileAt(place.level, place.index, first.size)?.width === tileWidth
  }

  /** Of the sizes that were seen long enough ago only the last one counts. */
  #forgetSizes(now: number): void {
    while (now - (this.#sizes[1]?.at ?? Infinity) >= this.#within) this.#sizes.shift()
  }

  /**
   * A tile by its path: as it is served, or a bundle that has to be read.
   *
   * @param size - entries that the head covers: what was appended after it is not public yet.
   * @returns undefined where the log has no such tile.
   */
  async read(path: string, size: number): Promise<ServedView | UnreadEntryBundle | undefined> {
    const kept = this.#kept
    const before = kept.get(path)
    // What one head covered, all that follow it do.
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
    // Not with the tiles of another log that began in the meantime.
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
    // Of its bytes nothing is kept yet, but whether somebody has them is asked of the store once.
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
      // As long as the pieces before were.
      rows = Math.max(firstRows, Math.floor((count * pieceLength) / piece.length))
    }
  }
}
