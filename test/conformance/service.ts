/**
 * A service that keeps every rule of the interface specification, musts and shoulds, or breaks a chosen one.
 *
 * @packageDocumentation
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type t from 'tap'
import { formatTime } from '../../src/core/time.js'
import { formatProbability } from '../../src/model/odds.js'
import {
  refuse,
  switches,
  vendorType,
  type Asked,
  type Complete,
  type ErrorContent,
  type Limit,
  type Outcome,
  type RuleId,
  type Statistics,
  type Switch,
} from './switches.js'

export { switches, vendorType, type RuleId }

export interface ServiceOptions {
  /** The rule that it breaks. */
  readonly broken?: RuleId
  /** What it does otherwise, where that is no rule's own switch. */
  readonly change?: Switch
  /** Requests in a window: what X-RateLimit-Limit says and what is enforced. 60 when left out. */
  readonly limit?: number
  /** When false, the header fields say the limit and nothing is refused. */
  readonly enforced?: boolean
  /** How long it refuses once a window was exceeded. 60 when left out. */
  readonly windowSeconds?: number
  /** What is published: the sample of three prizes when left out. */
  readonly record?: object
  readonly statistics?: Statistics
  /** What `/bundle` answers; there is none when left out. */
  readonly bundle?: () => Outcome
  /** What `/entries` answers; there is none when left out. */
  readonly list?: () => Outcome
  /** What is answered below `/log/`; there is none when left out. */
  readonly log?: (path: string) => Outcome
  /** The clock of the rate limit, in milliseconds. */
  readonly now?: () => number
  /** The port of loopback to listen on; a free one when left out. */
  readonly port?: number
  /** Speaks TLS, with a key and a certificate in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface LoggedRequest {
  readonly method: string
  /** The request target as it was sent. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly status: number
}

export interface Service {
  /** The base URL: it ends with /api/v1, unless that is what is broken. */
  readonly url: string
  readonly raffle: string
  /** Every request so far, in the order of the answers. */
  readonly requests: readonly LoggedRequest[]
  readonly close: () => Promise<void>
}

function readFixture(folder: string): object {
  return JSON.parse(
    readFileSync(new URL(`../../fixtures/${folder}/three-prizes.json`, import.meta.url), 'utf8'),
  ) as object
}

export const sampleRecord = readFixture('records') as Complete
export const sampleStatistics = readFixture('statistics') as Statistics

/** A port that the system gives to nobody who asks for a free one: a service can leave it and come back. */
export const ownPort = 20_000 + (process.pid % 10_000)

/** Starts it on a free port of loopback; it ends with the test at the latest. */
export async function startService(
  test: Pick<typeof t, 'teardown'>,
  options: ServiceOptions = {},
): Promise<Service> {
  const requests: LoggedRequest[] = []
  const { listener, base, raffle } = createListener(options, requests)
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    server.closeAllConnections()
    closing ??= new Promise(resolve =>
      server.close(() => {
        resolve()
      }),
    )
    return closing
  }
  test.teardown(close)
  const origin = `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: origin + base, raffle, requests, close }
}

/** What a request goes through, from the first stage to the last. */
function createListener(
  { broken, limit = 60, enforced = true, windowSeconds = 60, now = Date.now, ...published }: ServiceOptions,
  requests: LoggedRequest[],
): { readonly listener: RequestListener; readonly base: string; readonly raffle: string } {
  const change: Switch = published.change ?? (broken === undefined ? {} : switches[broken])
  const { base = '/api/v1' } = change
  const record = (published.record ?? sampleRecord) as Complete
  const statistics = published.statistics ?? sampleStatistics
  const raffle = record.raffle_id.toLowerCase()
  const usual = { says: limit, allows: limit, enforced, lasting: false, windowSeconds }
  const count = createCounter({ ...usual, ...change.limit }, now)
  const logBase = `${base}/log/`
  const respond = (asked: Asked): Outcome =>
    (asked.known && asked.path === 'bundle' ? published.bundle?.() : undefined) ??
    (asked.known && asked.path === 'entries' ? published.list?.() : undefined) ??
    answer(asked, record, statistics, change)
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume()
    const { method = '', url = '', headers } = request
    const asked = readRequest(request, base, raffle)
    const filed = url.startsWith(logBase) ? published.log?.(url.slice(logBase.length)) : undefined
    // The log has a limit of its own.
    const rate = filed === undefined ? count() : { headers: {} }
    const found =
      filed ??
      ('refusal' in rate ? rate.refusal : undefined) ??
      change.handle?.(asked, respond) ??
      respond(asked)
    const whole = complete(found, asked, request, requests.length, change)
    const counted = { ...whole, headers: { ...whole.headers, ...rate.headers } }
    const sent = change.send?.(counted) ?? counted
    requests.push({ method, path: url, headers, status: sent.status })
    response.writeHead(sent.status, sent.headers).end(formatContent(sent.content))
  }
  return { listener, base, raffle }
}

function readRequest({ method = '', url = '', headers }: IncomingMessage, base: string, own: string): Asked {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const below = pathname.startsWith(`${base}/raffles/`) ? pathname.slice(`${base}/raffles/`.length) : ''
  const [, raffle = '', path = ''] = /^([^/]+)\/(.+)$/.exec(below) ?? []
  const views = { audit: 'audit', 'entries/stats': 'stats', odds: 'odds' } as const
  return {
    method,
    view: Object.hasOwn(views, path) ? views[path as keyof typeof views] : undefined,
    raffle,
    path,
    known: raffle.toLowerCase() === own,
    entries: searchParams.get('entries'),
    accept: headers.accept,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
  }
}

/**
 * Counts requests of all clients together: the tests have one address. A window ends so long after it was exceeded,
 * so that a slow machine exceeds it as well.
 */
function createCounter(
  { says, allows, enforced, lasting, windowSeconds }: Limit,
  now: () => number,
): () => { readonly headers: Readonly<Record<string, string>>; readonly refusal?: Outcome } {
  let [used, end] = [0, Infinity]
  return () => {
    const time = now()
    if (time >= end || (!enforced && used >= allows)) {
      end = Infinity
      if (!lasting) used = 0
    }
    used += 1
    if (used > allows) end = Math.min(end, time + windowSeconds * 1000)
    const remaining = Math.max(0, allows - used)
    const headers = { 'X-RateLimit-Limit': String(says), 'X-RateLimit-Remaining': String(remaining) }
    if (used <= allows) return { headers }
    const wait = { 'Retry-After': String(Math.ceil((end - time) / 1000)) }
    return { headers, refusal: refuse(429, 'RATE_LIMITED', 'too many requests: try again later', wait) }
  }
}

/** The media type that a client gets; undefined when it takes none that there is. */
function accepts(accept = '*/*'): string | undefined {
  const ranges = accept.split(',').map(range => range.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  if (ranges.some(range => ['application/json', 'application/*', '*/*'].includes(range)))
    return 'application/json'
  return ranges.includes(vendorType) ? vendorType : undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function answer(asked: Asked, record: Complete, published: Statistics, change: Switch): Outcome {
  const { method, view, raffle, known } = asked
  if (method !== 'GET') return refuse(405, 'INVALID_PARAMETER', 'this service is read-only', { Allow: 'GET' })
  if (view === undefined) return refuse(404, 'NOT_FOUND', 'there is nothing at this path')
  if (accepts(asked.accept) === undefined) return refuse(406, 'INVALID_PARAMETER', 'this service speaks JSON')
  if (!uuid.test(raffle)) return refuse(400, 'INVALID_PARAMETER', 'the raffle has to be a UUID')
  if (!known) return refuse(404, 'NOT_FOUND', 'there is no such raffle')
  const statistics = change.entries?.(published) ?? published
  if (view === 'audit') return answerAudit(asked, change.record?.(record, asked) ?? record, change)
  if (view === 'odds') return answerOdds(asked, statistics, change)
  return { status: 200, headers: {}, content: change.statistics?.(statistics) ?? statistics }
}

export function hashMd5(content: string): string {
  return createHash('md5').update(content).digest('hex')
}

function answerAudit({ ifNoneMatch }: Asked, record: object, { tag = hashMd5 }: Switch): Outcome {
  const etag = `"${tag(JSON.stringify(record))}"`
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' }
  return ifNoneMatch === etag || ifNoneMatch === '*'
    ? { status: 304, headers }
    : { status: 200, headers, content: record }
}

function answerOdds(asked: Asked, { raffle_id, total_entries }: Statistics, change: Switch): Outcome {
  const wanted = Number(asked.entries)
  if (!/^[1-9]\d{0,15}$/.test(asked.entries ?? '') || wanted > total_entries) {
    return refuse(400, 'INVALID_PARAMETER', `entries has to be a whole number from 1 to ${total_entries}`)
  }
  const counts = { entries: wanted, total: total_entries }
  const { entries, total } = change.counts?.(counts) ?? counts
  const odds = {
    raffle_id,
    entrant_entries: entries,
    total_entries: total,
    ratio: `${entries} in ${total}`,
    probability: Number(formatProbability(entries, total)),
    as_of: formatTime(new Date()),
  }
  return { status: 200, headers: {}, content: change.odds?.(odds) ?? odds }
}

/** Puts an error into its envelope, and names the type of the content. */
function complete(
  { status, headers, content }: Outcome,
  { accept }: Asked,
  request: IncomingMessage,
  count: number,
  { error: changeError, envelope }: Switch,
): Outcome {
  if (content === undefined) return { status, headers }
  if (status < 400) {
    return { status, headers: { 'Content-Type': accepts(accept) ?? 'application/json', ...headers }, content }
  }
  const requestId = request.headers['x-request-id']
  const error = {
    ...(content as Omit<ErrorContent, 'request_id'>),
    request_id: String(requestId ?? randomUUID()),
  }
  const members = changeError?.(error, { status, sent: requestId !== undefined, count }) ?? error
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    content: envelope === false ? members : { error: members },
  }
}

function formatContent(content: unknown): string | Uint8Array | undefined {
  if (content === undefined || typeof content === 'string' || content instanceof Uint8Array) return content
  return JSON.stringify(content)
}
