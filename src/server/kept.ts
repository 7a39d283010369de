/**
 * What was read from the store, kept in bounded memory until something is published; while the store is away, longer.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Store } from '../store/store.js'
import { Cache } from './cache.js'

/** So long, in milliseconds, something may be served after another was published. */
const patience = 5

/** So long, in milliseconds, the store is waited for where there is something older to serve. */
const storePatience = 1000

interface KeptEntry<T> {
  readonly value: T
  /** Of the store when it was read. */
  readonly generation: number
}

export interface KeptOptions<T> {
  readonly store: Pick<Store, 'generation'>
  readonly read: (key: string) => Promise<T | undefined>
  /** The bytes that a value takes. */
  readonly measure: (value: T) => number
  /** The bytes that all values may take. */
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
   * What was read last, if nothing was published since.
   *
   * @param now - milliseconds on a clock that does not go back.
   */
  find(key: string, now: number): T | undefined {
    if (now - this.#askedAt >= patience) {
      this.#generation = this.#options.store.generation()
      this.#askedAt = now
    }
    const kept = this.#entries.get(key)
    return kept?.generation === this.#generation ? kept.value : undefined
  }

  /** What was read last, if nothing was published since, or what the store has. */
  async get(key: string, now: number): Promise<T | undefined> {
    return this.find(key, now) ?? (await this.load(key))
  }

  /** What the store has, which is kept from now on; while the store is away, what was kept last. */
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
    // What was read before a commit does not take the place of what was read after it.
    if (value !== undefined && generation === this.#generation) {
      this.#entries.set(key, { value, generation }, measure(value))
    }
    return value
  }
}

/** A store that does not answer is away. */
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
