/**
 * A rate limit that several instances enforce together.
 *
 * @packageDocumentation
 */
import { formatClientAddress, type ClientAddress } from './client-address.js'
import { RateLimiter, type RateAllowance, type Limiter } from './rate-limit.js'
import type { Counted, SharedCounts } from './shared-counts.js'

/**
 * Redis counts. Every request is also counted locally, so that losing Redis does not renew a limit that was
 * used up. Without Redis, and for one window after its return, each instance admits at most its share: all of
 * them together at most twice the limit.
 */
export class SharedLimiter implements Limiter {
  readonly #kind: string
  readonly #counts: SharedCounts
  readonly #own: RateLimiter

  /** @param kind - part of the keys in Redis. */
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

  /** The allowance by this instance's own share. */
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
