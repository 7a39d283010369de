/**
 * How many requests an address may make: a fixed window from its first request, in memory that does not grow.
 *
 * @packageDocumentation
 */
import { randomInt } from 'node:crypto'
import type { ClientAddress } from './client-address.js'

/** What one request was allowed. */
export interface RateAllowance {
  /** Requests left in the window; negative when this one is over the limit. */
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetsIn: number
}

/** What counts requests: at once, or with a promise where others count too. */
export interface Limiter {
  /** Requests in a window; may be changed at any time. */
  limit: number
  /** Counts a request. */
  consume(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance>
  /** What an address has left, without counting a request. */
  peek(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance>
}

const ways = 8
const sets = 24_576

/**
 * Counts up to 196,608 addresses, exactly: an address is never counted as another one. Where there are more, the
 * address whose window began first is forgotten, which counts too little and never refuses wrongly.
 *
 * The table has a row of eight places for each hash of an address. The hash has a seed, so that nobody can fill the
 * row of somebody else on purpose.
 */
export class RateLimiter implements Limiter {
  limit: number
  readonly #window: number
  readonly #seed = randomInt(2 ** 32)
  readonly #high = new Uint32Array(sets * ways)
  readonly #low = new Uint32Array(sets * ways)
  readonly #count = new Uint32Array(sets * ways)
  readonly #start = new Float64Array(sets * ways).fill(-Infinity)

  /**
   * @param limit - requests in a window.
   * @param window - its length in milliseconds.
   */
  constructor(limit: number, window = 60_000) {
    this.limit = limit
    this.#window = window
  }

  /**
   * Counts a request.
   *
   * @param now - milliseconds on a clock that does not go back.
   * @param times - as how many requests it counts.
   */
  consume({ high, low }: ClientAddress, now: number, times = 1): RateAllowance {
    const slot = this.#find(high, low)
    const isKnown = this.#high[slot] === high && this.#low[slot] === low
    const start = this.#start[slot] ?? 0
    if (!isKnown || now - start >= this.#window) {
      this.#high[slot] = high
      this.#low[slot] = low
      this.#start[slot] = now
      this.#count[slot] = times
      return { remaining: this.limit - times, resetsIn: this.#window }
    }
    const count = Math.min((this.#count[slot] ?? 0) + times, 0xffffffff)
    this.#count[slot] = count
    return { remaining: this.limit - count, resetsIn: start + this.#window - now }
  }

  /** What an address has left, without counting a request. */
  peek({ high, low }: ClientAddress, now: number): RateAllowance {
    const slot = this.#find(high, low)
    const isKnown = this.#high[slot] === high && this.#low[slot] === low
    const resetsIn = (this.#start[slot] ?? 0) + this.#window - now
    if (!isKnown || resetsIn <= 0) return { remaining: this.limit, resetsIn: this.#window }
    return { remaining: this.limit - (this.#count[slot] ?? 0), resetsIn }
  }

  /** The place of an address, or the one that it takes: that of the oldest window in its row. */
  #find(high: number, low: number): number {
    const first = (this.#hash(high, low) % sets) * ways
    let oldest = first
    for (let slot = first; slot < first + ways; slot++) {
      const start = this.#start[slot] ?? 0
      if (this.#high[slot] === high && this.#low[slot] === low && start !== -Infinity) return slot
      if (start < (this.#start[oldest] ?? 0)) oldest = slot
    }
    return oldest
  }

  /** The finalizer of MurmurHash3 over the seed and both words. */
  #hash(high: number, low: number): number {
    let hash = this.#seed
    for (const word of [high, low]) {
      hash = Math.imul(hash ^ word, 0x85ebca6b)
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
      hash ^= hash >>> 16
    }
    return hash >>> 0
  }
}
