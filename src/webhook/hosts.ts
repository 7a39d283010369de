/**
 * How much may go where at a time: so that no subscriber delays another, and none is flooded.
 *
 * @packageDocumentation
 */

export interface HostLimits {
  /** Attempts at a time in all. There may be as many endpoints that never answer, one attempt each. */
  readonly total: number
  /** Attempts at a time at one host. */
  readonly perHost: number
  /** Attempts at a time at one endpoint whose last one succeeded; at any other it is one. */
  readonly perEndpoint: number
  /** Attempts a second at one host, and so many at once after a quiet second. */
  readonly rate: number
  /** After so many failures on end an endpoint is left alone for a while. */
  readonly failures: number
}

export const hostLimits: HostLimits = { total: 1024, perHost: 8, perEndpoint: 4, rate: 50, failures: 5 }

/** Milliseconds for which a failing endpoint is left alone: the first time, and at most. */
const shortestPause = 30_000
const longestPause = 600_000

interface Host {
  active: number
  /** Attempts that may begin. */
  tokens: number
  /** When they were counted. */
  countedAt: number
}

interface Endpoint {
  active: number
  /** The last attempt succeeded. */
  isProven: boolean
  /** On end. */
  failures: number
}

/**
 * What is known of hosts and endpoints in this process. It is lost with it, and then learned again: the limits are
 * those of one worker. Times are milliseconds.
 */
export class Hosts {
  readonly #limits: HostLimits
  readonly #random: () => number
  #active = 0
  readonly #hosts = new Map<string, Host>()
  readonly #endpoints = new Map<string, Endpoint>()

  /** @param random - gives numbers from 0 to below 1. */
  constructor(limits: HostLimits, random: () => number) {
    this.#limits = limits
    this.#random = random
  }

  /**
   * How many attempts may begin at an endpoint now.
   *
   * @param promised - to others, at its host and in all.
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

  /** When a host gets its next attempt, of which {@link free} gave 0 for other reasons than what is under way. */
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

  /** @returns for how many milliseconds it is to be left alone, after too many failures on end. */
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

  /** Forgets what is not known any more. */
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
