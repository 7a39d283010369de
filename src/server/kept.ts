/**
 * A cache of reads from the store in bounded memory, valid until the next publication; longer while the store
 * is unavailable.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Store } from '../store/store.js'
import { Cache } from './cache.js'

/** Milliseconds for which a value may be served after a newer publication. */
const patience = 5

/** Milliseconds to wait for the store if there is an older value to serve. */
const storePatience = 1000

interface KeptEntry<T> {
  readonly value: T
  /** Generation of the store at the time of the read. */
  readonly generation: number
}

export interface KeptOptions<T> {
  readonly store: Pick<Store, 'generation'>
  readonly read: (key: string) => Promise<T | undefined>
  /** Bytes of a value. */
  readonly measure: (value: T) => number
  /** Max bytes of all values. */
  readonly capacity: number
}

export class Kept<T> {
  readonly #options: KeptOptions<T>
  readonly #entries: Cache<KeptEntry<T>>
  #generation = 0
  #askedAt = -Infinity

  constructor(options: KeptOptions<T>) {
    this.#options = options
    this.#entries = new Cache(options.capacity)
  }

  /**
   * The cached value, unless something was published since.
   *
   * @param now - milliseconds of a monotonic clock.
   */
  find(key: string, now: number): T | undefined {
    if (now - this.#askedAt >= patience) {
      this.#generation = this.#options.store.generation()
      this.#askedAt = now
    }
    const kept = this.#entries.get(key)
    return kept?.generation === this.#generation ? kept.value : undefined
  }

  /** The cached value, unless something was published since; otherwise reads the store. */
  async get(key: string, now: number): Promise<T | undefined> {
    return this.find(key, now) ?? (await this.load(key))
  }

  /** Reads and caches the store's value; while the store is unavailable, the last cached one. */
  async load(key: string): Promise<T | undefined> {
    const generation = this.#generation
    const { read, measure } = this.#options
    const kept = this.#entries.get(key)
    let value: T | undefined
    try {
      value = await (kept === undefined ? read(key) : inTime(read(key)))
    } catch (error) {
      if (kept === undefined || !isAway(error)) throw error
      return kept.value
    }
    // A value read before a commit must not replace one read after it.
    if (value !== undefined && generation === this.#generation) {
      this.#entries.set(key, { value, generation }, measure(value))
    }
    return value
  }
}

/** A store that does not answer in time counts as unavailable. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DrawauditError('store-unavailable', 'the store does not answer'))
    }, storePatience)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof DrawauditError && error.code === 'store-unavailable'
