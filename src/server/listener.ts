/**
 * A server on `node:http`: limits against slow and hostile clients, the boundary of all errors, and the end.
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
  /** Set once the server is about to end. */
  readonly ending: { isDraining: boolean }
  readonly outage: Outage
  /** What counts requests, and what comes on a connection and is none. */
  readonly limiter: Limiter
  readonly readAddress: ReadAddress
  /** Connections at a time; more are closed at once. */
  readonly maxConnections: number
  readonly log: Logger
  readonly metrics: Metrics
  /** Where spans are made; none when left out. */
  readonly traces?: Traces
  /** Whether the trace that a request names is taken up. */
  readonly believesTrace: (request: IncomingMessage) => boolean
  readonly headers: CommonHeaders
  /** What CONNECT gets. */
  readonly refusal: Refusal
}

export interface HttpListener {
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

/** Milliseconds after which a connection on which nothing happens ends. */
const idle = 10_000

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

/** Makes the server; it listens when `http.listen` is called. */
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

  // Changed with each request: a new value in the map itself would be work for every garbage collection.
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
  // Who reads a body says so; other expectations may be ignored.
  http.on('checkContinue', (request, response) => http.emit('request', request, response))
  http.on('checkExpectation', (request, response) => http.emit('request', request, response))
  // One more than we accept, so that more can be told from enough.
  http.maxHeadersCount = mostHeaderFields + 1
  http.maxRequestsPerSocket = 10_000
  http.maxConnections = options.maxConnections
  http.setTimeout(idle, socket => {
    const last = responses.get(socket)?.last
    // A request whose body does not come ends by the time that a request may take, and is told so.
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
