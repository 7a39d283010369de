/**
 * The desk over HTTP: a separate listener that requires a token for everything.
 *
 * @packageDocumentation
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DrawauditError } from '../errors.js'
import { readBody } from '../io/request-body.js'
import { hashToken } from '../operator/desk-tokens.js'
import { createAddressReader } from '../server/client-address.js'
import type { ServerExchange } from '../server/exchange.js'
import { createListener, type HttpListener } from '../server/listener.js'
import type { Metrics } from '../server/metrics.js'
import { Outage } from '../server/outage.js'
import { RateLimiter } from '../server/rate-limit.js'
import { findFault } from '../server/request.js'
import { noStore, privateHeaders, type Refusal } from '../server/respond.js'
import { parseTarget } from '../server/target.js'
import type { Traces } from '../server/traces.js'
import { describeError, statusOf } from './failures.js'
import { createOperations, type OperationsOptions, type AuthorizedRequest } from './operations.js'
import { mostBodyBytes, readBearer } from './read-request.js'
import { findPath, type DeskRoute } from './routes.js'

export interface DeskServerOptions extends OperationsOptions {
  /** Max requests a minute. */
  readonly rateLimit: number
  readonly metrics: Metrics
  readonly traces?: Traces
}

/** Max simultaneous connections: those of a shop. */
const mostConnections = 256

/** Max bytes of a request target: an entry has at most 128, each up to three when encoded. */
const longestTarget = 1024

/** An admitted request before its body is read. */
interface Admitted extends Pick<AuthorizedRequest, 'parameter' | 'query' | 'token'> {
  readonly route: DeskRoute
}

/** Creates the server; it listens once `http.listen` is called. */
export function createDeskServer(options: DeskServerOptions): HttpListener {
  const { desk, log, rateLimit, metrics } = options
  const operations = createOperations(options)
  const limiter = new RateLimiter(rateLimit)
  const readAddress = createAddressReader([])
  const outage = new Outage(log)

  async function answer(exchange: ServerExchange): Promise<void> {
    const { request, fields, response } = exchange
    const fault = findFault(request, fields)
    if (fault !== undefined || fields.hasUpgrade) {
      response.shouldKeepAlive = false
      exchange.fail(...(fault ?? ([400, 'no other protocol is spoken here'] as const)))
      return
    }
    const admitted = await admit(exchange)
    if ('route' in admitted) await carryOut(exchange, admitted)
    else {
      if (fields.hasBody) await forgetBody(request, response)
      exchange.fail(...admitted)
    }
  }

  /** The admitted request, or why it is refused. */
  async function admit(exchange: ServerExchange): Promise<Admitted | Refusal> {
    const { request, fields } = exchange
    const { method = '', url = '' } = request
    const target = url.length > longestTarget ? undefined : parseTarget(url)
    const found = target && findPath(target.path)
    const route = found?.route.methods[method]
    exchange.route = route?.name ?? 'unknown'
    exchange.allowance = limiter.consume(readAddress(request), exchange.startedAt)
    if (exchange.allowance.remaining < 0) {
      const seconds = String(Math.max(1, Math.ceil(exchange.allowance.resetsIn / 1000)))
      return [429, `too many requests: try again in ${seconds} s`, ['Retry-After', seconds]]
    }
    const text = readBearer(request)
    const token = text === undefined ? undefined : await desk.store.desk.findToken(hashToken(text))
    if (token === undefined) {
      const scheme = text === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
      const message = 'send a token: Authorization: Bearer TOKEN; drawaudit desk token add makes one'
      return [401, message, ['WWW-Authenticate', scheme]]
    }
    if (target === undefined) {
      return [400, 'the request target is not a path, is too long, or its percent-encoding is wrong']
    }
    if (found === undefined) return [404, 'there is nothing at this path']
    if (route === undefined) {
      const allowed = Object.keys(found.route.methods).join(', ')
      return [405, `this path takes ${allowed}`, ['Allow', allowed]]
    }
    if (target.query !== '' && route.name !== 'list') return [400, 'a request has no query here']
    if (!route.scopes.some(scope => token.scopes.includes(scope))) {
      return [403, `this takes a token of the scope ${route.scopes.join(' or ')}`]
    }
    if (fields.hasBody && !hasJson(request)) {
      return [415, 'a body is JSON: send Content-Type: application/json, and no Content-Encoding']
    }
    return { route, parameter: found.parameter, query: target.query, token: token.digest }
  }

  async function carryOut(exchange: ServerExchange, { route, ...asked }: Admitted): Promise<void> {
    const { request, response, fields } = exchange
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
    const body = fields.hasBody ? await readBody(request, mostBodyBytes).catch(() => null) : new Uint8Array()
    // The client is gone: nobody to answer.
    if (body === null) return
    if (body === undefined) {
      exchange.fail(413, `a body has at most ${mostBodyBytes} bytes`)
      return
    }
    // Sealing takes as long as hashing the list: keep the connection open.
    const idle = request.socket.timeout ?? 0
    request.socket.setTimeout(0)
    try {
      const result = await operations[route.name]({ request, body, ...asked })
      const repeated = result.repeated === true ? ['Idempotent-Replayed', 'true'] : []
      exchange.send(result.status, 'application/json', JSON.stringify(result.body), [...noStore, ...repeated])
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code.startsWith('store-')) throw error
      const status = statusOf(error)
      if (status === 503 || error.code === 'signing-key') {
        log.warn({ id: exchange.id, code: error.code, reason: error.message, hint: error.hint }, 'refused')
      }
      const retry = status === 503 ? ['Retry-After', '5'] : []
      exchange.fail(status, error.message, retry, describeError(error))
    } finally {
      request.socket.setTimeout(idle)
    }
  }

  return createListener({
    answer,
    ending: { isDraining: false },
    outage,
    limiter,
    readAddress,
    maxConnections: mostConnections,
    log,
    metrics,
    ...(options.traces && { traces: options.traces }),
    // Clients are the operator's own systems.
    believesTrace: () => true,
    headers: privateHeaders,
    refusal: [405, 'there is nothing to connect to here'],
  })
}

/** Whether a body is uncompressed JSON. */
const hasJson = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity') === 'identity' &&
  /^application\/json *(;.*)?$/i.test(headers['content-type'] ?? '')

/**
 * Reads and discards a body, since many clients see no answer before they have sent everything. A body
 * announced as too large, or without a length, is answered at once and the connection closed.
 */
async function forgetBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { expect, 'content-length': length } = request.headers
  const isSent = expect === undefined && Number(length ?? NaN) <= mostBodyBytes
  if (isSent) await readBody(request, 0).catch(() => undefined)
  else response.shouldKeepAlive = false
}
