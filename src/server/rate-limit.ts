/**
 * Rate limit per client address: a fixed window that begins with the first request, in constant memory.
 *
 * @packageDocumentation
 */
import { randomInt } from 'node:crypto'
import type { ClientAddress } from './client-address.js'

/** State of the limit after a request. */
export interface RateAllowance {
  /** Requests left in the window; negative if this request is over the limit. */
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetsIn: number
}

/** Counts requests: synchronously, or with a promise if others count too. */
export interface Limiter {
  /** Requests per window; may be changed at any time. */
  limit: number
  /** Counts a request. */
  consume(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance>
  /** The allowance of an address, without counting a request. */
  peek(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance>
}

const ways = 8
const sets = 24_576

/**
 * Counts up to 196,608 addresses exactly: no address is ever counted as another. With more, the address whose
 * window began first is forgotten: the limit may be too lenient, but never refuses wrongly.
 *
 * The table has a row of eight slots for each hash of an address. The hash is seeded, so that nobody can fill
 * another client's row on purpose.
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
   * @param limit - requests per window.
   * @param window - milliseconds.
   */
  constructor(limit: number, window = 60_000) {
    this.limit = limit
    this.#window = window
  }

  /**
   * Counts a request.
   *
   * @param now - milliseconds of a monotonic clock.
   * @param times - number of requests to count it as.
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

  /** The allowance of an address, without counting a request. */
  peek({ high, low }: ClientAddress, now: number): RateAllowance {
    const slot = this.#find(high, low)
    const isKnown = this.#high[slot] === high && this.#low[slot] === low
    const resetsIn = (this.#start[slot] ?? 0) + this.#window - now
    if (!isKnown || resetsIn <= 0) return { remaining: this.limit, resetsIn: this.#window }
    return { remaining: this.limit - (this.#count[slot] ?? 0), resetsIn }
  }

  /** The slot of an address, or the one that it takes over: that with the oldest window in its row. */
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

  /** The finalizer of MurmurHash3, over the seed and both words. */
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
