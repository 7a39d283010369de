/**
 * The HTTP server of the public API and its pages.
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
  /** Requests a minute per client address. */
  readonly rateLimit: number
  /** Where several instances count requests together; by default each counts its own. */
  readonly sharedCounts?: SharedCounts
  /** For one of several processes that count together; by default the instance's own limiter. */
  readonly createLimiter?: (kind: LimiterName, limit: number) => Limiter
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  /** Max concurrent connections; further ones are closed at once. */
  readonly maxConnections: number
  readonly log: Logger
  readonly metrics: Metrics
  /**
   * Creates spans; none by default. A trusted proxy's `traceparent` becomes the parent, any other is only
   * linked.
   */
  readonly traces?: Traces
  /** Hashes entries of the log; portable by default. */
  readonly engine?: Engine
  /** Public base URL of this service, such as `https://raffles.example`, for absolute links. */
  readonly publicUrl?: string
  /** Name and contact of the site's operator, shown on its pages. */
  readonly runBy?: string
  /** If given, requests for full tiles of the log are redirected there. */
  readonly exported?: ExportedTiles
  /** Folder with `assets.json` and the files of the page; by default that of this build. */
  readonly page?: string
}

/** Options that can change while the server runs. */
export type Changeable = Pick<ServerOptions, 'rateLimit' | 'trustedProxies' | 'maxConnections'>

export interface ApiServer extends HttpListener {
  /**
   * Applies new limits and proxies from the next request on; counts are kept.
   *
   * @throws DrawauditError `setting-invalid` for a trusted proxy that is not an address; then nothing is
   * changed.
   */
  change(changed: Changeable): void
}

/**
 * Requests for tiles of the log per other request. At 60 requests a minute this gives 6,000 tiles of 256
 * entries, or 25,600 entries a second: more than anybody appends, so followers of the log catch up.
 *
 * Files of the page count as tiles: they come from memory, browsers cache them forever, and visitors behind
 * one address must not spend their limit for evidence on scripts.
 */
const tilesPerRequest = 100

/**
 * Requests that a raffle's page may make per request for the page itself: the evidence with and without its
 * list, the record, the keys, a ticket's proof, and updates. So a visit costs one request.
 */
const requestsPerVisit = 10

/** Requests of each kind per request of the rate limit. */
const allowances = {
  requests: 1,
  pieces: tilesPerRequest,
  visits: requestsPerVisit,
} satisfies Record<LimiterName, number>

/** Requests of each kind per address and minute. */
export const limitsOf = (rateLimit: number): Readonly<Record<LimiterName, number>> => ({
  requests: rateLimit * allowances.requests,
  pieces: rateLimit * allowances.pieces,
  visits: rateLimit * allowances.visits,
})

/**
 * Creates the server; it listens after `http.listen`.
 *
 * @throws DrawauditError `setting-invalid` for a trusted proxy that is not an address.
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
      renderFailurePage: (failure, language) => renderFailurePage(failure, language, assets?.page),
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
