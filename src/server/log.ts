/**
 * The views of the transparency log, at the paths of c2sp.org/tlog-tiles: checkpoint, tiles, bundles of entries.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { concatBytes } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { hashLeaf } from '../core/merkle.js'
import { encodeEntries, parseTilePath, tileAt, tileHeight, tileWidth, type TilePlace } from '../core/tiles.js'
import { DrawauditError } from '../errors.js'
import { formatHead, readNodesOf } from '../store/log-tree.js'
import type { Store } from '../store/store.js'
import { createEtag, createView } from '../store/views.js'
import { Cache } from './cache.js'
import type { ReadAddress } from './client-address.js'
import { Downloads } from './downloads.js'
import type { Exchange } from './exchange.js'
import { serveView, type ServedView } from './raffles.js'
import { isFresh } from './request.js'
import type { Asked, RouteAnswer } from './route.js'

/** A tile of one width never changes. */
const forever = 'public, max-age=31536000, immutable'

/** So long, in milliseconds, a checkpoint may be served after another was signed. */
const patience = 5

/** Bytes of tiles and bundles that are kept, and the most of one. */
const capacity = 16 * 1024 * 1024
const largestKept = capacity / 8

export type LogViews = Readonly<Record<'checkpoint' | 'tile', RouteAnswer>>

export interface LogOptions {
  readonly store: Store
  readonly engine: Engine
  readonly readAddress: ReadAddress
}

export function createLog({ store, engine, readAddress }: LogOptions): LogViews {
  const tiles = new Tiles(store, engine)
  // A bundle has up to 16 MB and stays in memory until its client has read it; who follows a log reads some ahead.
  const downloads = new Downloads(64, 16)

  async function answerCheckpoint(exchange: Exchange): Promise<void> {
    const head = await tiles.readHead(exchange.startedAt)
    if (head === undefined) failNoLog(exchange)
    else await exchange.sendView(head.checkpoint, 'text/plain; charset=utf-8')
  }

  async function answerTile(exchange: Exchange, { parameter: path }: Asked): Promise<void> {
    const head = await tiles.readHead(exchange.startedAt)
    if (head === undefined) {
      failNoLog(exchange)
      return
    }
    const tile = await tiles.read(path, head.size)
    if (tile === undefined) {
      exchange.fail(404, `the log has no such tile: its checkpoint covers ${head.size} entries`)
    } else await sendTile(exchange, tile)
  }

  async function sendTile(exchange: Exchange, view: ServedView): Promise<void> {
    const type = 'application/octet-stream'
    const { body } = view
    const fresh = isFresh(exchange.fields, view.etag)
    // A text is short, and goes out in one piece with the header.
    if (typeof body === 'string' || fresh || exchange.request.method === 'HEAD') {
      await exchange.sendView(view, type)
      return
    }
    const admission = downloads.admit(readAddress(exchange.request))
    if (typeof admission === 'string') {
      const message = 'too many bundles at a time: try again when one has ended'
      exchange.fail(admission === 'client-full' ? 429 : 503, message, ['Retry-After', '1'])
      return
    }
    const headers = ['ETag', view.etag, 'Cache-Control', view.cacheControl, 'Content-Length', view.length]
    try {
      await exchange.sendPieces(type, headers, { text: once(body), takeTurn: () => downloads.takeTurn() })
    } finally {
      admission.release()
    }
  }

  return { checkpoint: answerCheckpoint, tile: answerTile }
}

function failNoLog(exchange: Exchange): void {
  exchange.fail(404, 'there is no log here')
}

interface ServedHead {
  readonly origin: string
  readonly size: number
  readonly checkpoint: ServedView
}

/** The latest head, and tiles, of which those that were asked for last are kept. */
class Tiles {
  readonly #store: Store
  readonly #engine: Engine
  /** By path, which names the width too: no partial tile is ever taken for a larger one. */
  #kept = new Cache<ServedView>(capacity)
  #head: ServedHead | undefined
  #generation: number | undefined
  #askedAt = -Infinity

  constructor(store: Store, engine: Engine) {
    this.#store = store
    this.#engine = engine
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
    }
    this.#head = head && {
      origin: log.origin,
      size: head.size,
      checkpoint: serveView(createView(formatHead(log.origin, head))),
    }
    // Last: what could not be read is asked for again.
    this.#generation = generation
    this.#askedAt = now
    return this.#head
  }

  /**
   * A tile by its path.
   *
   * @param size - entries that the head covers: what was appended after it is not public yet.
   * @returns undefined where the log has no such tile.
   */
  async read(path: string, size: number): Promise<ServedView | undefined> {
    const kept = this.#kept
    const before = kept.get(path)
    // What one head covered, all that follow it do.
    if (before !== undefined) return before
    const place = parseTilePath(path)
    if (place === undefined) return undefined
    const { width } = tileAt(place.level, place.index, size) ?? { width: 0 }
    if (width < place.width) return undefined
    const body = await this.#load(place)
    const view = serveView({ body, etag: createEtag(body) }, forever)
    // Not with the tiles of another log that began in the meantime.
    if (view.body.length <= largestKept) kept.set(path, view, view.body.length)
    return view
  }

  async #load({ level, index, width }: TilePlace): Promise<Uint8Array> {
    const { log } = this.#store
    const start = index * tileWidth
    const hashes = await readNodesOf(log)(level === 'entries' ? 0 : level * tileHeight, start, start + width)
    if (level !== 'entries') return concatBytes(...hashes)
    const entries = await log.readLogEntries(start, start + width)
    for (const [at, hash] of hashes.entries()) {
      const entry = entries[at]
      if (entry?.place === start + at && equalBytes(hashLeaf(entry.data, this.#engine), hash)) continue
      throw new DrawauditError('store-damaged', `entry ${start + at} of the log is not what was hashed`, {
        hint: 'restore a backup: drawaudit store restore',
      })
    }
    return encodeEntries(entries.map(({ data }) => data))
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream of one piece
async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece
}
