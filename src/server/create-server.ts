/**
 * The public API: what it answers, and what it counts.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import type { Store } from '../store/store.js'
import { createAnswer } from './answer.js'
import { builtPage, readAssets } from './assets.js'
import { createAddressReader, createProxyCheck, type ReadAddress } from './client-address.js'
import type { ExportedTiles } from './log.js'
import { createListener, type HttpListener } from './listener.js'
import type { Metrics } from './metrics.js'
import { Outage } from './outage.js'
import { RateLimiter, type Limiter } from './rate-limit.js'
import { renderFailurePage } from './failure-page.js'
import { commonHeaders, readOnly } from './respond.js'
import type { SharedCounts } from './shared-counts.js'
import type { LimiterName } from './routes.js'
import { SharedLimiter } from './shared-limiter.js'
import type { Traces } from './traces.js'
import { createViews } from './views.js'

export interface ServerOptions {
  readonly store: Store
  /** Requests a minute for each client address. */
  readonly rateLimit: number
  /** Where instances count together; each counts its own when left out. */
  readonly sharedCounts?: SharedCounts
  /** What counts where this is one of several processes that do it together; that of the instance when left out. */
  readonly createLimiter?: (kind: LimiterName, limit: number) => Limiter
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  /** Connections at a time; more are closed at once. */
  readonly maxConnections: number
  readonly log: Logger
  readonly metrics: Metrics
  /** Where spans are made; none when left out. A proxy’s `traceparent` is taken up, a stranger’s linked to. */
  readonly traces?: Traces
  /** What hashes the entries of the log; portable when left out. */
  readonly engine?: Engine
  /** Where others reach this service, as in `https://raffles.example`: what is shared names it. */
  readonly publicUrl?: string
  /** Who runs the site, and where to write to, as its pages say it. */
  readonly runBy?: string
  /** Full tiles of the log are sent for there. */
  readonly exported?: ExportedTiles
  /** A folder with `assets.json` and the files of the page; that of this build when left out. */
  readonly page?: string
}

/** What may be changed while it serves. */
export type Changeable = Pick<ServerOptions, 'rateLimit' | 'trustedProxies' | 'maxConnections'>

export interface ApiServer extends HttpListener {
  /**
   * Takes other limits and proxies from the next request on; what was counted stays counted.
   *
   * @throws DrawauditError `setting-invalid` for a trusted proxy that is no address; nothing is changed then.
   */
  change(changed: Changeable): void
}

/**
 * Tiles of the log that may be read for one other request: at 60 requests a minute 6,000 tiles with 256 entries each,
 * 25,600 entries a second. Nobody appends as fast, so whoever follows the log catches up with it.
 * The files of the page count with them: they stand in memory, are kept by browsers for good, and many visitors who
 * share an address must not use up in scripts what they need for the evidence.
 */
const tilesPerRequest = 100

/**
 * What the page of a raffle may ask for one request of the page itself: the evidence with and without its list, the record,
 * the keys, the proof of a ticket, and again whenever something changes. So a visit costs a visitor one request.
 */
const requestsPerVisit = 10

/** How many of each kind may be asked for, for one request. */
const allowances = {
  requests: 1,
  pieces: tilesPerRequest,
  visits: requestsPerVisit,
} satisfies Record<LimiterName, number>

/** How many of each kind an address may ask for in a minute. */
export const limitsOf = (rateLimit: number): Readonly<Record<LimiterName, number>> => ({
  requests: rateLimit * allowances.requests,
  pieces: rateLimit * allowances.pieces,
  visits: rateLimit * allowances.visits,
})

/**
 * Makes the server; it listens when `http.listen` is called.
 *
 * @throws DrawauditError `setting-invalid` for a trusted proxy that is no address.
 */
export function createApiServer(options: ServerOptions): ApiServer {
  const { store, rateLimit, sharedCounts, vendor, log } = options
  const createOwn = (kind: LimiterName, limit: number): Limiter =>
    sharedCounts === undefined ? new RateLimiter(limit) : new SharedLimiter(kind, limit, sharedCounts)
  const createLimiter = options.createLimiter ?? createOwn
  const limits = limitsOf(rateLimit)
  const limiters = {
    requests: createLimiter('requests', limits.requests),
    pieces: createLimiter('pieces', limits.pieces),
    visits: createLimiter('visits', limits.visits),
  }
  let readBehindProxies = createAddressReader(options.trustedProxies)
  let isFromProxy = createProxyCheck(options.trustedProxies)
  const readAddress: ReadAddress = request => readBehindProxies(request)
  const outage = new Outage(log)
  const assets = readAssets(options.page ?? builtPage)
  const ending = { isDraining: false }
  const views = createViews({
    store,
    engine: options.engine ?? portable,
    readAddress,
    vendor,
    outage,
    publicUrl: options.publicUrl,
    runBy: options.runBy,
    exported: options.exported,
    assets,
    isDraining: () => ending.isDraining,
  })
  if (sharedCounts !== undefined) options.metrics.watchSharedCounts(sharedCounts)
  const listener = createListener({
    answer: createAnswer({
      ...{ views, limiters, readAddress, vendor },
      renderFailurePage: failure => renderFailurePage(failure, assets?.page),
    }),
    ending,
    outage,
    limiter: limiters.requests,
    readAddress,
    maxConnections: options.maxConnections,
    log,
    metrics: options.metrics,
    ...(options.traces && { traces: options.traces }),
    believesTrace: request => isFromProxy(request),
    headers: commonHeaders,
    refusal: readOnly,
  })

  return {
    ...listener,
    change({ rateLimit, trustedProxies, maxConnections }) {
      readBehindProxies = createAddressReader(trustedProxies)
      isFromProxy = createProxyCheck(trustedProxies)
      for (const [kind, limit] of Object.entries(limitsOf(rateLimit))) {
        limiters[kind as LimiterName].limit = limit
      }
      listener.http.maxConnections = maxConnections
    },
  }
}
