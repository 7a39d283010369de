/**
 * Rate and concurrency limits per host and endpoint, so that no subscriber delays another and none is
 * flooded.
 *
 * @packageDocumentation
 */

export interface HostLimits {
  /** Max concurrent attempts in all. As many endpoints may hang, with one attempt each. */
  readonly total: number
  /** Max concurrent attempts per host. */
  readonly perHost: number
  /** Max concurrent attempts at an endpoint whose last attempt succeeded; at any other, one. */
  readonly perEndpoint: number
  /** Attempts a second per host, which is also the max burst. */
  readonly rate: number
  /** Consecutive failures after which an endpoint is paused. */
  readonly failures: number
}

export const hostLimits: HostLimits = { total: 1024, perHost: 8, perEndpoint: 4, rate: 50, failures: 5 }

/** Milliseconds that a failing endpoint is paused: the first pause, and the longest. */
const shortestPause = 30_000
const longestPause = 600_000

interface Host {
  active: number
  /** Attempts that may begin (token bucket). */
  tokens: number
  /** Time at which the tokens were counted. */
  countedAt: number
}

interface Endpoint {
  active: number
  /** Whether the last attempt succeeded. */
  isProven: boolean
  /** Consecutive failures. */
  failures: number
}

/**
 * The state of hosts and endpoints in this process; a new process starts without it, so the limits are per
 * worker. Times are in milliseconds.
 */
export class Hosts {
  readonly #limits: HostLimits
  readonly #random: () => number
  #active = 0
  readonly #hosts = new Map<string, Host>()
  readonly #endpoints = new Map<string, Endpoint>()

  /** @param random - returns numbers from 0 up to, not including, 1. */
  constructor(limits: HostLimits, random: () => number) {
    this.#limits = limits
    this.#random = random
  }

  /**
   * How many attempts may begin at an endpoint now.
   *
   * @param promised - attempts already granted to other endpoints, at this host and in all.
   */
  free(id: string, name: string, now: number, promised = { host: 0, total: 0 }): number {
    const { total, perHost, perEndpoint } = this.#limits
    const host = this.#host(name, now)
    const endpoint = this.#endpoint(id)
    const limit = endpoint.isProven ? perEndpoint : 1
    return Math.max(
      0,
      Math.min(
        limit - endpoint.active,
        perHost - host.active - promised.host,
        Math.floor(host.tokens) - promised.host,
        total - this.#active - promised.total,
      ),
    )
  }

  /** When the rate limit of a host allows its next attempt. */
  opens(name: string, now: number): number {
    const { tokens } = this.#host(name, now)
    return tokens >= 1 ? now : now + Math.ceil((1000 * (1 - tokens)) / this.#limits.rate)
  }

  begin(id: string, name: string, now: number): void {
    const host = this.#host(name, now)
    this.#active += 1
    host.active += 1
    host.tokens -= 1
    this.#endpoint(id).active += 1
  }

  /** @returns milliseconds for which the endpoint is paused, after too many consecutive failures; else 0. */
  end(id: string, name: string, now: number, succeeded: boolean): number {
    this.#active -= 1
    this.#host(name, now).active -= 1
    const endpoint = this.#endpoint(id)
    endpoint.active -= 1
    endpoint.isProven = succeeded
    endpoint.failures = succeeded ? 0 : endpoint.failures + 1
    const beyond = endpoint.failures - this.#limits.failures
    if (beyond < 0) return 0
    const pause = Math.min(longestPause, shortestPause * 2 ** Math.min(beyond, 10))
    return Math.round(pause * (0.9 + 0.2 * this.#random()))
  }

  /** Forgets all other hosts and endpoints that have no running attempts. */
  keep(endpoints: ReadonlySet<string>, hosts: ReadonlySet<string>): void {
    for (const [id, { active }] of this.#endpoints) {
      if (active === 0 && !endpoints.has(id)) this.#endpoints.delete(id)
    }
    for (const [name, { active }] of this.#hosts) {
      if (active === 0 && !hosts.has(name)) this.#hosts.delete(name)
    }
  }

  #host(name: string, now: number): Host {
    const { rate } = this.#limits
    let host = this.#hosts.get(name)
    if (host === undefined) this.#hosts.set(name, (host = { active: 0, tokens: rate, countedAt: now }))
    const passed = Math.max(0, now - host.countedAt)
    host.tokens = Math.min(rate, host.tokens + (passed / 1000) * rate)
    host.countedAt = now
    return host
  }

  #endpoint(id: string): Endpoint {
    let endpoint = this.#endpoints.get(id)
    if (endpoint === undefined) {
      endpoint = { active: 0, isProven: false, failures: 0 }
      this.#endpoints.set(id, endpoint)
    }
    return endpoint
  }
}
