/**
 * The checks that every request passes, in their one order, before a route answers it.
 *
 * @packageDocumentation
 */
import type { ReadAddress } from './client-address.js'
import { listType } from './evidence.js'
import type { ServerExchange } from './exchange.js'
import { createOffer } from './negotiate.js'
import type { Limiter } from './rate-limit.js'
import { findFault } from './request.js'
import { languageFor, type Language } from './languages.js'
import { allowed, readOnly, type FailureNotice, type FailurePage } from './respond.js'
import type { MatchedRoute } from './route.js'
import { findRoute, type LimiterName, type Route } from './routes.js'
import { parseTarget, type RequestTarget } from './target.js'
import type { Views } from './views.js'

export interface AnswerOptions {
  readonly views: Views
  /** By the name that routes use. */
  readonly limiters: Readonly<Record<LimiterName, Limiter>>
  readonly readAddress: ReadAddress
  readonly renderFailurePage: (failure: FailureNotice, language: Language) => FailurePage
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
}

/** Sends the response to a request, now or when the promise resolves. */
export type Responder = (exchange: ServerExchange) => Promise<void> | undefined

/** Max length of a request target in bytes; the longest valid one has about 100. */
const longestTarget = 2048

export function createAnswer({
  views,
  limiters,
  readAddress,
  renderFailurePage,
  vendor,
}: AnswerOptions): Responder {
  const offers = {
    json: createOffer('application/json', `application/vnd.${vendor}.v1+json`),
    list: createOffer(listType),
  }

  function answer(exchange: ServerExchange): Promise<void> | undefined {
    const { request } = exchange
    const target = parseTarget(request.url ?? '')
    const found = target && findRoute(target.path)
    exchange.route = found?.route.name ?? 'unknown'
    if (found?.route.isPage === true) {
      exchange.renderFailure = failure => {
        const language = languageFor(new URLSearchParams(target?.query), request.headers['accept-language'])
        return renderFailurePage(failure, language)
      }
    }
    const kind = found?.route.limiter ?? 'requests'
    if (kind !== 'none') {
      const address = readAddress(request)
      const limiter = limiters[kind]
      exchange.rateLimit = limiter.limit
      const allowance =
        request.method === 'OPTIONS'
          ? limiter.peek(address, exchange.startedAt)
          : limiter.consume(address, exchange.startedAt)
      if (allowance instanceof Promise) {
        return allowance.then(counted => {
          exchange.allowance = counted
          return answerCounted(exchange, found, target)
        })
      }
      exchange.allowance = allowance
    }
    return answerCounted(exchange, found, target)
  }

  function answerCounted(
    exchange: ServerExchange,
    found: MatchedRoute<Route> | undefined,
    target: RequestTarget | undefined,
  ): Promise<void> | undefined {
    const { request, response, fields } = exchange
    const { method = '', url = '' } = request
    const isPreflight = method === 'OPTIONS'
    // Request bodies are not read. After a request for another protocol the parser drops what arrived in the
    // same packet, so on a reused connection the client would match answers to the wrong requests.
    if (fields.hasBody || fields.hasUpgrade) response.shouldKeepAlive = false
    const fault = findFault(request, fields)
    if (fault !== undefined) {
      response.shouldKeepAlive = false
      exchange.fail(...fault)
      return
    }
    if (url.length > longestTarget) {
      exchange.fail(414, `the request target is longer than ${longestTarget} bytes`)
      return
    }
    if (target === undefined && !(isPreflight && url === '*')) {
      exchange.fail(400, 'the request target is not a path, or its percent-encoding is wrong')
      return
    }
    if (method !== 'GET' && method !== 'HEAD' && !isPreflight) {
      exchange.fail(...readOnly)
      return
    }
    if (fields.hasBody) {
      exchange.fail(400, 'a request has no body here')
      return
    }
    if (isPreflight) {
      exchange.sendEmpty(preflight)
      return
    }
    if (exchange.allowance !== undefined && exchange.allowance.remaining < 0) {
      const seconds = String(Math.max(1, Math.ceil(exchange.allowance.resetsIn / 1000)))
      exchange.fail(429, `too many requests: try again in ${seconds} s`, ['Retry-After', seconds])
      return
    }
    if (target === undefined || found === undefined) {
      exchange.fail(404, 'there is nothing at this path')
      return
    }
    return answerRoute(exchange, found, target.query)
  }

  function answerRoute(
    exchange: ServerExchange,
    { route, parameter }: MatchedRoute<Route>,
    query: string,
  ): Promise<void> | undefined {
    const send = views[route.answer]
    if (route.offer === undefined) return send(exchange, { parameter, query, type: '' })
    const offer = offers[route.offer]
    const { accept } = exchange.fields
    if (accept === undefined) {
      exchange.fail(400, `the header Accept is missing: send Accept: ${offer.preferred}`)
      return
    }
    const type = offer.choose(accept)
    if (type === undefined) {
      exchange.fail(406, `Accept allows ${offer.none}`)
      return
    }
    return send(exchange, { parameter, query, type })
  }

  return answer
}

const preflight = [
  'Allow',
  allowed,
  'Access-Control-Allow-Methods',
  allowed,
  'Access-Control-Allow-Headers',
  'Accept, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
]
