/**
 * Raffles as they are served: read from the store once, kept in bounded memory until something is published.
 *
 * @packageDocumentation
 */
import { formatProbability } from '../model/odds.js'
import { DrawauditError } from '../errors.js'
import type { Raffle, Store, View } from '../store/store.js'

/** A view with what its response needs beside the body. */
export interface ServedView {
  /** The bytes, or the same as a Latin-1 string, which goes out in one piece with the header. */
  readonly body: Uint8Array | string
  readonly length: string
  readonly etag: string
  readonly cacheControl: string
}

export interface ServedRaffle {
  readonly audit: ServedView
  readonly statistics?: ServedView
  /** Without statistics nobody knows. */
  readonly totalEntries?: number
}

/** Whoever has it asks again every time, and is told when nothing changed. */
export const revalidate = 'public, max-age=0, must-revalidate'

/** Longer bodies are not copied for each response. */
const longestText = 16 * 1024

export function serveView({ body, etag }: View, cacheControl = revalidate): ServedView {
  const served = body.length <= longestText ? Buffer.from(body).toString('latin1') : body
  return { body: served, length: String(body.length), etag, cacheControl }
}

/** Bytes of bodies that are kept. */
const capacity = 64 * 1024 * 1024

/** So long, in milliseconds, a view may be served after another was published. */
const patience = 5

interface Kept {
  readonly served: ServedRaffle
  readonly size: number
  /** Of the store when it was read. */
  readonly generation: number
}

export class Raffles {
  readonly #store: Store
  readonly #kept = new Map<string, Kept>()
  #size = 0
  #generation = 0
  #askedAt = -Infinity

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * The raffle as it was published last, if it is kept.
   *
   * @param now - milliseconds on a clock that does not go back.
   */
  find(raffleId: string, now: number): ServedRaffle | undefined {
    if (now - this.#askedAt >= patience) {
      this.#generation = this.#store.generation()
      this.#askedAt = now
    }
    const kept = this.#kept.get(raffleId)
    return kept?.generation === this.#generation ? kept.served : undefined
  }

  /**
   * The raffle as the store has it, which is kept from now on; while the store is away, as it was kept last.
   *
   * @param raffleId - a UUID in lower case.
   */
  async load(raffleId: string): Promise<ServedRaffle | undefined> {
    const generation = this.#generation
    let raffle: Raffle | undefined
    try {
      raffle = await this.#store.readRaffle(raffleId)
    } catch (error) {
      const kept = this.#kept.get(raffleId)
      if (kept === undefined || !isAway(error)) throw error
      return kept.served
    }
    if (raffle === undefined) return undefined
    const { audit, statistics, totalDraws, totalEntries } = raffle
    const served: ServedRaffle = {
      audit: serveView(audit, totalDraws > 0 ? 'public, max-age=3600' : revalidate),
      ...(statistics && { statistics: serveView(statistics) }),
      ...(totalEntries !== undefined && { totalEntries }),
    }
    this.#keep(raffleId, {
      served,
      size: 1024 + audit.body.length + (statistics?.body.length ?? 0),
      generation,
    })
    return served
  }

  #keep(raffleId: string, kept: Kept): void {
    const before = this.#kept.get(raffleId)
    // What was read before a commit does not take the place of what was read after it.
    if (kept.size > capacity || kept.generation !== this.#generation) return
    this.#size += kept.size - (before?.size ?? 0)
    this.#kept.set(raffleId, kept)
    if (this.#size <= capacity) return
    // Starting over is simpler than forgetting one by one, and reading a raffle again takes some microseconds.
    this.#kept.clear()
    this.#kept.set(raffleId, kept)
    this.#size = kept.size
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof DrawauditError && error.code === 'store-unavailable'

/** The odds of the specification (2.3), in the order of its members there. */
export function formatOdds(raffleId: string, entries: number, total: number, asOf: string): string {
  return `{"raffle_id":"${raffleId}","entrant_entries":${entries},"total_entries":${total},"ratio":"${entries} in ${total}","probability":${formatProbability(entries, total)},"as_of":"${asOf}"}`
}
