/**
 * How many requests an address may make of several instances together.
 *
 * @packageDocumentation
 */
import { formatClientAddress, type ClientAddress } from './client-address.js'
import { RateLimiter, type RateAllowance, type Limiter } from './rate-limit.js'
import type { Counted, SharedCounts } from './shared-counts.js'

/**
 * Redis counts. Every request is counted here too, so that whoever used up the limit has no new one when Redis is
 * gone. Then, and for a window after it came back, each instance admits its share at most: all of them together admit
 * at most twice the limit.
 */
export class SharedLimiter implements Limiter {
  readonly #kind: string
  readonly #counts: SharedCounts
  readonly #own: RateLimiter

  /** @param kind - what is counted, as keys name it. */
  constructor(kind: string, limit: number, counts: SharedCounts) {
    this.#kind = kind
    this.#counts = counts
    this.#own = new RateLimiter(limit, counts.window)
  }

  get limit(): number {
    return this.#own.limit
  }

  set limit(limit: number) {
    this.#own.limit = limit
  }

  consume(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance> {
    const own = this.#own.consume(address, now)
    const asked = this.#counts.count(this.#key(address))
    if (asked === undefined) return this.#countLocally(own)
    return asked.then(
      counted => this.#combine(counted, own),
      () => this.#countLocally(own),
    )
  }

  peek(address: ClientAddress, now: number): RateAllowance | Promise<RateAllowance> {
    const own = this.#own.peek(address, now)
    const asked = this.#counts.peek(this.#key(address))
    if (asked === undefined) return this.#shareOf(own)
    return asked.then(
      counted => this.#combine(counted, own),
      () => this.#shareOf(own),
    )
  }

  #key(address: ClientAddress): string {
    return `${this.#kind}:${formatClientAddress(address)}`
  }

  #countLocally(own: RateAllowance): RateAllowance {
    this.#counts.countedLocally += 1
    return this.#shareOf(own)
  }

  /** What this instance may admit on its own. */
  #shareOf({ remaining, resetsIn }: RateAllowance): RateAllowance {
    return { remaining: remaining - this.limit + this.#counts.share(this.limit), resetsIn }
  }

  #combine({ count, resetsIn }: Counted, own: RateAllowance): RateAllowance {
    const shared = { remaining: this.limit - count, resetsIn }
    if (this.#counts.isSettled(performance.now())) return shared
    const share = this.#shareOf(own)
    return share.remaining < shared.remaining ? share : shared
  }
}
