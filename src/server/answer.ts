/**
 * The one order in which a request is checked, and the views that answer it.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../core/uuid.js'
import { readFileSync } from 'node:fs'
import type { Engine } from '../core/engine.js'
import { formatTime } from '../core/time.js'
import type { Store } from '../store/store.js'
import { createView } from '../store/views.js'
import type { Assets } from './assets.js'
import type { ClientAddress } from './client-address.js'
import type { Exchange } from './exchange.js'
import { createAnswerEvidence, listType } from './evidence.js'
import { createAnswerLog } from './log.js'
import { createNegotiate } from './negotiate.js'
import type { Outage } from './outage.js'
import { createAnswerPages } from './pages.js'
import { formatOdds, keepRaffles, serveView, type ServedRaffle } from './raffles.js'
import type { Limiter } from './rate-limit.js'
import { expectedRaffleId, findFault, isFresh, readEntries } from './request.js'
import { allowed, readOnly } from './respond.js'
import { findRoute, parseTarget, type Route, type Target } from './target.js'

export interface AnswerOptions {
  readonly store: Store
  readonly limiter: Limiter
  /** For the log, which is read in many small pieces, and for the files of the page, which need no store. */
  readonly logLimiter: Limiter
  /** What hashes the entries of the log. */
  readonly engine: Engine
  readonly readAddress: (request: Exchange['request']) => ClientAddress
  /** As in `application/vnd.<vendor>.v1+json`. */
  readonly vendor: string
  readonly outage: Outage
  /** The files of the page; undefined where it was not built. */
  readonly assets: Assets | undefined
  /** Whether the server is about to end. */
  readonly isDraining: () => boolean
}

/** Sends the response to a request, now or when the promise resolves. */
export type Answer = (exchange: Exchange) => Promise<void> | undefined

/** Longest request target in bytes; the longest that means something has some 100. */
const longestTarget = 2048

export function createAnswer({
  store,
  limiter,
  logLimiter,
  engine,
  readAddress,
  vendor,
  outage,
  assets,
  isDraining,
}: AnswerOptions): Answer {
  const types = ['application/json', `application/vnd.${vendor}.v1+json`]
  const negotiate = createNegotiate(types)
  const negotiateList = createNegotiate([listType])
  const raffles = keepRaffles(store)
  const answerEvidence = createAnswerEvidence({ store, readAddress })
  const answerLog = createAnswerLog({ store, engine, readAddress })
  const answerPages = createAnswerPages({ store, raffles, readAddress, assets })
  const openapi = serveView(createView(readOpenapi(vendor)))

  function answer(exchange: Exchange): Promise<void> | undefined {
    const { request } = exchange
    const target = parseTarget(request.url ?? '')
    const route = target && findRoute(target.path)
    exchange.route = route?.name ?? 'unknown'
    if (route?.name !== 'livez' && route?.name !== 'readyz') {
      const address = readAddress(request)
      const counter = route !== undefined && inPieces.has(route.name) ? logLimiter : limiter
      exchange.rateLimit = counter.limit
      const allowance =
        request.method === 'OPTIONS'
          ? counter.peek(address, exchange.startedAt)
          : counter.consume(address, exchange.startedAt)
      if (allowance instanceof Promise) {
        return allowance.then(counted => {
          exchange.allowance = counted
          return answerCounted(exchange, route, target)
        })
      }
      exchange.allowance = allowance
    }
    return answerCounted(exchange, route, target)
  }

  function answerCounted(
    exchange: Exchange,
    route: Route | undefined,
    target: Target | undefined,
  ): Promise<void> | undefined {
    const { request, response, fields } = exchange
    const { method = '', url = '' } = request
    const isPreflight = method === 'OPTIONS'
    // A body is not read. Behind a request for another protocol the parser drops what came in the same packet: who
    // went on would take one answer for another.
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
    if (target === undefined || route === undefined) {
      exchange.fail(404, 'there is nothing at this path')
      return
    }
    return answerRoute(exchange, route, target)
  }

  function answerRoute(exchange: Exchange, route: Route, target: Target): Promise<void> | undefined {
    switch (route.name) {
      case 'livez':
        exchange.send(200, 'application/json', '{"status":"ok"}', noStore)
        return
      case 'readyz':
        return answerReady(exchange)
      case 'page':
      case 'raffle-page':
      case 'assets':
        return answerPages(exchange, route, target.query)
      case 'log-checkpoint':
      case 'log-tile':
        // Tools of the log's own standards send no Accept.
        return answerLog(exchange, route.tile)
    }
    const { accept } = exchange.fields
    const isList = route.name === 'entries'
    if (accept === undefined) {
      exchange.fail(
        400,
        `the header Accept is missing: send Accept: ${isList ? listType : 'application/json'}`,
      )
      return
    }
    const type = isList ? negotiateList(accept) : negotiate(accept)
    if (type === undefined) {
      exchange.fail(406, `Accept allows ${isList ? `no ${listType}` : `neither ${types.join(' nor ')}`}`)
      return
    }
    switch (route.name) {
      case 'openapi':
        exchange.sendView(openapi, type, isFresh(exchange.fields, openapi.etag))
        return
      case 'bundle':
      case 'statements':
      case 'entries':
      case 'entry-proof':
      case 'keys':
        return answerEvidence(exchange, route, target.query, type)
    }
    const entries = route.name === 'odds' ? readEntries(target.query) : 0
    const kept = route.name === 'audit-history' ? undefined : raffles.find(route.raffleId, exchange.startedAt)
    if (kept === undefined) return answerFromStore(exchange, route, type, entries)
    answerView(exchange, route, type, entries, kept)
    return
  }

  async function answerFromStore(
    exchange: Exchange,
    route: Route,
    type: string,
    entries: number | string,
  ): Promise<void> {
    const raffleId = parseUuid(route.raffleId)
    if (raffleId === undefined) {
      exchange.fail(400, expectedRaffleId)
      return
    }
    if (route.name === 'audit-history') {
      const history = await store.readAuditHistory(raffleId)
      if (history === undefined) exchange.fail(404, `there is no raffle ${raffleId}`)
      else exchange.sendView(serveView(history), type, isFresh(exchange.fields, history.etag))
      return
    }
    const raffle = await raffles.load(raffleId)
    answerView(exchange, { ...route, raffleId }, type, entries, raffle)
  }

  function answerView(
    exchange: Exchange,
    { name, raffleId }: Route,
    type: string,
    entries: number | string,
    raffle: ServedRaffle | undefined,
  ): void {
    if (typeof entries === 'string') {
      exchange.fail(400, entries)
      return
    }
    if (raffle === undefined) {
      exchange.fail(404, `there is no raffle ${raffleId}`)
      return
    }
    const { audit, statistics, totalEntries } = raffle
    if (name === 'audit') exchange.sendView(audit, type, isFresh(exchange.fields, audit.etag))
    else if (statistics === undefined || totalEntries === undefined) {
      exchange.fail(404, `no entry statistics of raffle ${raffleId} have been published`)
    } else if (name === 'statistics') {
      exchange.sendView(statistics, type, isFresh(exchange.fields, statistics.etag))
    } else if (totalEntries === 0) exchange.fail(400, 'entries: the raffle has no entries yet')
    else if (entries > totalEntries) {
      exchange.fail(400, `entries: expected an integer from 1 to ${totalEntries}, found ${entries}`)
    } else {
      exchange.sendBody(200, type, formatOdds(raffleId, entries, totalEntries, formatNow()), noStore)
    }
  }

  async function answerReady(exchange: Exchange): Promise<void> {
    let reason = isDraining() ? 'draining' : undefined
    try {
      store.generation()
      await store.listRaffles({ limit: 1 })
    } catch (error) {
      outage.report(error)
      reason ??= 'store'
    }
    if (reason !== 'store') outage.end()
    if (reason === undefined) exchange.send(200, 'application/json', '{"status":"ok"}', noStore)
    else {
      const body = JSON.stringify({ status: 'unavailable', reason })
      exchange.send(503, 'application/json', body, [...noStore, 'Retry-After', '1'])
    }
  }

  return answer
}

let second = 0
let formatted = ''

/** The time in whole seconds, formatted once a second. */
function formatNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) formatted = formatTime(new Date(now * 1000))
  second = now
  return formatted
}

const noStore = ['Cache-Control', 'no-store']
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
/** What is fetched in many small pieces, none of which costs much. */
const inPieces: ReadonlySet<string> = new Set<Route['name']>(['log-checkpoint', 'log-tile', 'assets'])

/** Our document, with the vendor's name in the media types. */
function readOpenapi(vendor: string): string {
  const text = readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8')
  return text.replaceAll('application/vnd.service.v1+json', `application/vnd.${vendor}.v1+json`)
}
