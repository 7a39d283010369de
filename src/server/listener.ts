/**
 * A hardened `node:http` server: limits against slow and hostile clients, one place that handles all errors,
 * graceful shutdown.
 *
 * @packageDocumentation
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { DrawauditError } from '../errors.js'
import type { Responder } from './answer.js'
import { answerBrokenConnections } from './broken.js'
import type { ReadAddress } from './client-address.js'
import { Compressed } from './compressed.js'
import { ServerExchange } from './exchange.js'
import { createAccessLog } from './journal.js'
import type { Metrics } from './metrics.js'
import type { Outage } from './outage.js'
import type { Limiter } from './rate-limit.js'
import { mostHeaderFields } from './request.js'
import type { CommonHeaders, Refusal } from './respond.js'
import type { Traces } from './traces.js'

export interface HttpListenerOptions {
  readonly answer: Responder
  /** Set when the shutdown begins. */
  readonly ending: { isDraining: boolean }
  readonly outage: Outage
  /** Counts requests, and input that is not a request. */
  readonly limiter: Limiter
  readonly readAddress: ReadAddress
  /** Max concurrent connections; further ones are closed at once. */
  readonly maxConnections: number
  readonly log: Logger
  readonly metrics: Metrics
  /** Creates spans; none by default. */
  readonly traces?: Traces
  /** Whether the request's trace context is trusted as parent. */
  readonly believesTrace: (request: IncomingMessage) => boolean
  readonly headers: CommonHeaders
  /** Response to CONNECT. */
  readonly refusal: Refusal
}

export interface HttpListener {
  readonly http: Server
  /**
   * Shuts down: for a moment responses carry `Connection: close`, then no new connection is accepted and open
   * ones may finish.
   *
   * @param deadline - milliseconds after which open connections are cut.
   */
  drain(deadline: number): Promise<void>
}

/** Milliseconds in which keep-alive clients are told of the shutdown. */
const farewell = 500

/** Idle timeout of a connection in milliseconds. */
const idle = 10_000

const limits = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  // Off: the socket's timeout ends idle connections too, with one timer instead of two per request.
  keepAliveTimeout: 0,
  // Precision of the timeouts above in milliseconds. Short, so that connections that were opened together are
  // not all cut at once, which would block everybody else.
  connectionsCheckingInterval: 50,
  // Checked in our code, which answers with a request id and a reason.
  requireHostHeader: false,
}

/** Creates the server; it listens after `http.listen`. */
export function createListener(options: HttpListenerOptions): HttpListener {
  const { answer, ending, outage, limiter, headers, refusal, traces } = options
  const journal = createAccessLog(options.log, options.metrics)
  const compressed = new Compressed()
  const shared = { limiter, journal, headers, compressed, isDraining: () => ending.isDraining }

  function failInternally(exchange: ServerExchange, error: unknown): void {
    const isStore = error instanceof DrawauditError && error.code.startsWith('store-')
    outage.report(error, exchange.id)
    if (exchange.response.headersSent) exchange.response.destroy()
    else if (isStore) {
      exchange.fail(503, 'the service cannot read its data now: try again later', ['Retry-After', '5'])
    } else exchange.fail(500, 'the service failed: its log names the cause under this request id')
  }

  // The value object is reused: a new one per request would burden the garbage collector.
  const responses = new WeakMap<Duplex, { last?: ServerResponse }>()
  const http = createServer(limits, (request, response) => {
    const connection = responses.get(request.socket)
    if (connection !== undefined) connection.last = response
    const exchange = new ServerExchange(request, response, shared)
    const trace = traces?.begin(request, options.believesTrace(request))
    exchange.trace = trace
    try {
      const answered = trace === undefined ? answer(exchange) : trace.run(() => answer(exchange))
      answered?.catch((error: unknown) => {
        failInternally(exchange, error)
      })
    } catch (error) {
      failInternally(exchange, error)
    }
  })
  http.on('connection', socket => {
    responses.set(socket, {})
  })
  // Routes that read a body send 100 Continue themselves; other expectations may be ignored.
  http.on('checkContinue', (request, response) => http.emit('request', request, response))
  http.on('checkExpectation', (request, response) => http.emit('request', request, response))
  // One more than accepted, so that too many can be told from the maximum.
  http.maxHeadersCount = mostHeaderFields + 1
  http.maxRequestsPerSocket = 10_000
  http.maxConnections = options.maxConnections
  http.setTimeout(idle, socket => {
    const last = responses.get(socket)?.last
    // A request whose body does not arrive is answered with a timeout when the time for a request is over.
    const isAwaited = last !== undefined && !last.headersSent && !last.req.complete
    if (!isAwaited) socket.destroy()
  })
  answerBrokenConnections(http, {
    ...shared,
    refusal,
    readAddress: options.readAddress,
    lastResponse: socket => responses.get(socket)?.last,
  })
  options.metrics.watchConnections(() => countConnections(http))

  return {
    http,
    async drain(deadline) {
      ending.isDraining = true
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
