/**
 * One request and its response. Every response is sent, counted and logged here, exactly once.
 *
 * @packageDocumentation
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { codings, isWorthCompressing, type Coding, type Compressed } from './compressed.js'
import type { AccessLog } from './journal.js'
import { chooseCoding } from './negotiate.js'
import { revalidate, type ServedView } from './raffles.js'
import type { RateAllowance, Limiter } from './rate-limit.js'
import { parseUuid } from '../core/uuid.js'
import { RequestFields, isFresh } from './request.js'
import { createRequestId } from './request-id.js'
import {
  formatError,
  rateHeaders,
  type CommonHeaders,
  type ErrorStatus,
  type FailureNotice,
  type FailurePage,
  type PageFailure,
  type HeaderList,
} from './respond.js'
import { limitReading, streamBody, type Pieces } from './stream.js'
import type { Trace } from './traces.js'

/** State that all exchanges of a server share. */
export interface ExchangeServer {
  /** The default limit, for requests without one of their own. */
  readonly limiter: Pick<Limiter, 'limit'>
  readonly journal: AccessLog
  readonly headers: CommonHeaders
  readonly compressed: Compressed
  /** Whether the server is shutting down. */
  readonly isDraining: () => boolean
}

export class ServerExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fields: RequestFields
  readonly id: string
  /** In milliseconds of a monotonic clock. */
  readonly startedAt = performance.now()
  /** Route name for the log. */
  route = 'unknown'
  /** Requests a minute, of the limit that applies to this request. */
  rateLimit: number
  /** Request header fields that select the response. */
  vary: 'Accept, Accept-Encoding' | 'Accept-Encoding' | 'Accept-Encoding, Accept-Language' =
    'Accept, Accept-Encoding'
  /** Renders a failure as a page, if a page was requested. */
  renderFailure?: (failure: FailureNotice) => FailurePage
  /** Span of this request, if spans are made. */
  trace: Trace | undefined
  /** Set once the request has been counted. */
  allowance?: RateAllowance
  readonly #server: ExchangeServer

  constructor(request: IncomingMessage, response: ServerResponse, server: ExchangeServer) {
    this.request = request
    this.response = response
    this.#server = server
    this.rateLimit = server.limiter.limit
    this.fields = new RequestFields(request.rawHeaders)
    const { requestId } = this.fields
    this.id = (requestId === undefined ? undefined : parseUuid(requestId)) ?? createRequestId()
  }

  /** Sends a prepared view, compressed if the client accepts that; 304 if the client has it already. */
  sendView(
    view: ServedView,
    type: string,
    more: HeaderList = [],
    isShrinking = isText(type),
  ): Promise<void> | undefined {
    const { etag, length, body } = view
    const coding = isShrinking ? this.#chooseCoding(body.length) : undefined
    if (coding !== undefined) return this.#sendCompressed(view, type, more, coding)
    const headers = this.#viewHeaders(view, etag, more)
    if (isFresh(this.fields, etag)) this.sendNotModified(headers)
    else {
      headers.push('Content-Type', type, 'Content-Length', length)
      this.#end(200, headers, body)
    }
    return undefined
  }

  /** Whether the client accepts gzip for a body that is made while it is sent. */
  takesGzip(): boolean {
    return chooseCoding(this.fields.acceptEncoding, ['gzip']) !== undefined
  }

  #chooseCoding(length: number): Coding | undefined {
    if (this.fields.acceptEncoding === undefined || !isWorthCompressing(length)) return undefined
    return chooseCoding(this.fields.acceptEncoding, codings)
  }

  #sendCompressed(
    view: ServedView,
    type: string,
    more: HeaderList,
    coding: Coding,
  ): Promise<void> | undefined {
    // Weak: the tag identifies the uncompressed body, which the client has after decoding.
    const etag = view.etag.startsWith('W/') ? view.etag : `W/${view.etag}`
    const headers = this.#viewHeaders(view, etag, more)
    if (isFresh(this.fields, etag)) {
      this.sendNotModified(headers)
      return undefined
    }
    headers.push('Content-Encoding', coding)
    const { compressed } = this.#server
    const kept = compressed.find(coding, view.etag)
    if (kept === undefined) {
      return compressed.make(coding, view.etag, view.body).then(body => {
        this.sendBody(200, type, body, headers)
      })
    }
    this.sendBody(200, type, kept, headers)
    return undefined
  }

  #viewHeaders({ cacheControl }: ServedView, etag: string, more: HeaderList): string[] {
    return ['ETag', etag, 'Cache-Control', cacheControl, ...more]
  }

  send(
    status: number,
    type: string,
    text: string,
    headers: HeaderList = ['Cache-Control', revalidate],
  ): void {
    this.sendBody(status, type, Buffer.from(text).toString('latin1'), headers)
  }

  /** @param body - bytes, ASCII text, or bytes as a Latin-1 string. */
  sendBody(status: number, type: string, body: Uint8Array | string, headers: HeaderList): void {
    this.#end(status, [...headers, 'Content-Type', type, 'Content-Length', String(body.length)], body)
  }

  sendNotModified(headers: HeaderList): void {
    this.#end(304, headers, '')
  }

  /** 302: the resource is at another URL, which may change. */
  redirect(location: string, cacheControl: string): void {
    this.send(302, 'text/plain; charset=utf-8', `${location}\n`, [
      'Location',
      location,
      'Cache-Control',
      cacheControl,
    ])
  }

  sendEmpty(headers: HeaderList): void {
    this.#end(204, headers, '')
  }

  /** @param beside - further members of the error. */
  fail(status: ErrorStatus, message: string, headers: HeaderList = [], beside?: object): void {
    const more = ['Cache-Control', 'no-store', ...headers]
    if (this.renderFailure !== undefined && isPageFailure(status)) {
      const retryAfter = headers[headers.indexOf('Retry-After') + 1]
      const page = this.renderFailure({
        ...{ status, requestId: this.id },
        ...(headers.includes('Retry-After') && { seconds: Number(retryAfter) }),
      })
      this.send(status, 'text/html; charset=utf-8', page.html, [...more, ...page.headers])
      return
    }
    const text = formatError(status, message, this.id, beside)
    this.send(status, 'application/json', text, more)
  }

  /** Streams a body; for HEAD no piece of it is made. */
  async sendPieces(type: string, headers: HeaderList, pieces: Pieces): Promise<void> {
    const { request, response } = this
    const fields = [...headers, 'Content-Type', type]
    if (request.method === 'HEAD') {
      this.#end(200, fields, '')
      return
    }
    const { bytes, isWhole } = await streamBody(request.socket, response, pieces, () => {
      this.#writeHead(200, fields)
    })
    if (isWhole) cutSlowReader(request.socket, response)
    this.#note(200, bytes, isWhole)
  }

  #end(status: number, headers: HeaderList, body: Uint8Array | string): void {
    const { request, response } = this
    this.#writeHead(status, headers)
    const sent = request.method === 'HEAD' ? '' : body
    response.end(sent, 'latin1')
    cutSlowReader(request.socket, response)
    this.#note(status, sent.length, true)
  }

  #writeHead(status: number, headers: HeaderList): void {
    const { response, allowance } = this
    // One list that grows: concatenating lists would take longer than everything else here.
    const fields = this.#server.headers(this.id, this.vary)
    if (allowance !== undefined) addAll(fields, rateHeaders(this.rateLimit, allowance))
    addAll(fields, headers)
    // Read now: the shutdown may have begun during the read from the store.
    if (this.#server.isDraining()) response.shouldKeepAlive = false
    response.writeHead(status, fields)
  }

  #note(status: number, bytes: number, isWhole: boolean): void {
    const { request, route, trace } = this
    trace?.end({ method: request.method, route, status })
    this.#server.journal({
      id: this.id,
      ...(trace && { trace_id: trace.id }),
      method: request.method,
      route,
      status,
      ms: performance.now() - this.startedAt,
      bytes,
      ...(!isWhole && { cut: true }),
    })
  }
}

const isPageFailure = (status: ErrorStatus): status is PageFailure =>
  status === 429 || status === 500 || status === 503

const isText = (type: string): boolean => !type.startsWith('application/octet-stream')

function addAll(list: string[], items: readonly string[]): void {
  for (const item of items) list.push(item)
}

function cutSlowReader(socket: Socket, response: ServerResponse): void {
  // A response queued behind another one (pipelining) has no socket yet.
  if (response.socket !== null && socket.writableLength === 0) return
  response.once('close', limitReading(socket, response))
}
