/**
 * The public API on `node:http`: limits against slow and hostile clients, the boundary of all errors, and the end.
 *
 * @packageDocumentation
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'
import type { Store } from '../store/store.js'
import { createAnswer } from './answer.js'
import { builtPage, readAssets } from './assets.js'
import { answerBrokenConnections } from './broken.js'
import { createAddressReader } from './client-address.js'
import { Exchange } from './exchange.js'
import { createJournal } from './journal.js'
import type { Metrics } from './metrics.js'
import { Outage } from './outage.js'
import { RateLimiter, type Limiter } from './rate-limit.js'
import { mostHeaders } from './request.js'
import type { SharedCounts } from './shared-counts.js'
import { SharedLimiter } from './shared-limiter.js'
import { createViews } from './views.js'

export interface ServerOptions {
  readonly store: Store
  /** Requests a minute for each client address. */
  readonly rateLimit: number
  /** Where instances count together; each counts its own when left out. */
  readonly sharedCounts?: SharedCounts
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  /** Connections at a time; more are closed at once. */
  readonly maxConnections: number
  readonly log: Logger
  readonly metrics: Metrics
  /** What hashes the entries of the log; portable when left out. */
  readonly engine?: Engine
  /** A folder with `assets.json` and the files of the page; that of this build when left out. */
  readonly page?: string
}

export interface ApiServer {
  readonly http: Server
  /**
   * Ends in order: answers whoever asks with `Connection: close` for a moment, then takes no new connection, and waits
   * for the open ones.
   *
   * @param deadline - milliseconds after which what is still open is cut.
   */
  drain(deadline: number): Promise<void>
}

/** Milliseconds in which clients that keep a connection learn that it ends. */
const farewell = 500

/**
 * Tiles of the log that may be read for one other request: at 60 requests a minute 6,000 tiles with 256 entries each,
 * 25,600 entries a second. Nobody appends as fast, so whoever follows the log catches up with it.
 * The files of the page count with them: they stand in memory, are kept by browsers for good, and many visitors who
 * share an address must not use up in scripts what they need for the evidence.
 */
const tilesPerRequest = 100

const limits = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  // The time-out of the socket ends idle connections too, with one timer instead of two for each request.
  keepAliveTimeout: 0,
  // The timeouts above are true to this many milliseconds; and connections that were opened together are not all cut
  // in one go, for which everybody else would have to wait.
  connectionsCheckingInterval: 50,
  // We answer those ourselves, with a request id and a reason.
  requireHostHeader: false,
}

/**
 * Makes the server; it listens when `http.listen` is called.
 *
 * @throws DrawauditError `setting-invalid` for a trusted proxy that is no address.
 */
export function createApiServer(options: ServerOptions): ApiServer {
  const { store, rateLimit, sharedCounts, vendor, log } = options
  const createLimiter = (kind: string, limit: number): Limiter =>
    sharedCounts === undefined ? new RateLimiter(limit) : new SharedLimiter(kind, limit, sharedCounts)
  const limiters = {
    requests: createLimiter('requests', rateLimit),
    pieces: createLimiter('pieces', rateLimit * tilesPerRequest),
  }
  const readAddress = createAddressReader(options.trustedProxies)
  const journal = createJournal(log, options.metrics)
  const outage = new Outage(log)
  let isDraining = false
  const shared = { rateLimit, journal, isDraining: () => isDraining }
  const views = createViews({
    store,
    engine: options.engine ?? portable,
    readAddress,
    vendor,
    outage,
    assets: readAssets(options.page ?? builtPage),
    isDraining: shared.isDraining,
  })
  const answer = createAnswer({ views, limiters, readAddress, vendor })

  function failInternally(exchange: Exchange, error: unknown): void {
    const isStore = error instanceof DrawauditError && error.code.startsWith('store-')
    outage.report(error, exchange.id)
    if (exchange.response.headersSent) exchange.response.destroy()
    else if (isStore) {
      exchange.fail(503, 'the service cannot read its data now: try again later', ['Retry-After', '5'])
    } else exchange.fail(500, 'the service failed: its log names the cause under this request id')
  }

  // Changed with each request: a new value in the map itself would be work for every garbage collection.
  const responses = new WeakMap<Duplex, { last?: ServerResponse }>()
  const http = createServer(limits, (request, response) => {
    const connection = responses.get(request.socket)
    if (connection !== undefined) connection.last = response
    const exchange = new Exchange(request, response, shared)
    try {
      answer(exchange)?.catch((error: unknown) => {
        failInternally(exchange, error)
      })
    } catch (error) {
      failInternally(exchange, error)
    }
  })
  http.on('connection', socket => {
    responses.set(socket, {})
  })
  // No request has a body here, so there is nothing to continue with; other expectations may be ignored.
  http.on('checkContinue', (request, response) => http.emit('request', request, response))
  http.on('checkExpectation', (request, response) => http.emit('request', request, response))
  // One more than we accept, so that more can be told from enough.
  http.maxHeadersCount = mostHeaders + 1
  http.maxRequestsPerSocket = 10_000
  http.maxConnections = options.maxConnections
  http.setTimeout(10_000)
  answerBrokenConnections(http, {
    ...shared,
    lastResponse: socket => responses.get(socket)?.last,
    count: socket => limiters.requests.consume(readAddress({ socket, headers: {} }), performance.now()),
  })
  options.metrics.watchConnections(() => countConnections(http))
  if (sharedCounts !== undefined) options.metrics.watchSharedCounts(sharedCounts)

  return {
    http,
    async drain(deadline) {
      isDraining = true
      await new Promise(resolve => setTimeout(resolve, Math.min(farewell, deadline)))
      const timer = setTimeout(() => {
        http.closeAllConnections()
      }, deadline - farewell)
      await new Promise(resolve => http.close(resolve))
      clearTimeout(timer)
    },
  }
}

function countConnections(http: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    http.getConnections((error, count) => {
      if (error === null) resolve(count)
      else reject(error)
    })
  })
}
