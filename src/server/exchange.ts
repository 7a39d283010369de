/**
 * One request and its response: everything that is sent goes through here, and is counted and logged once.
 *
 * @packageDocumentation
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Journal } from './journal.js'
import { revalidate, type ServedView } from './raffles.js'
import type { Allowance } from './rate-limit.js'
import { parseUuid } from '../core/uuid.js'
import { Fields } from './request.js'
import { createRequestId } from './request-id.js'
import { commonHeaders, formatError, rateHeaders, type ErrorStatus, type HeaderList } from './respond.js'

/** How long a client may take to read a response that was not taken off our hands at once, in milliseconds. */
const longestWrite = 30_000

/** What all exchanges of a server share. */
export interface ExchangeServer {
  /** Requests a minute for each client address. */
  readonly rateLimit: number
  readonly journal: Journal
  /** Whether the server is about to end. */
  readonly isDraining: () => boolean
}

export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fields: Fields
  readonly id: string
  /** Milliseconds on a clock that does not go back. */
  readonly startedAt = performance.now()
  /** For the log. */
  route = 'unknown'
  /** Set once the request was counted. */
  allowance?: Allowance
  readonly #server: ExchangeServer

  constructor(request: IncomingMessage, response: ServerResponse, server: ExchangeServer) {
    this.request = request
    this.response = response
    this.#server = server
    this.fields = new Fields(request.rawHeaders)
    const { requestId } = this.fields
    this.id = (requestId === undefined ? undefined : parseUuid(requestId)) ?? createRequestId()
  }

  /** Sends a prepared view, or says that the client has it already. */
  sendView(view: ServedView, type: string, isFresh: boolean): void {
    const { etag, cacheControl, length, body } = view
    const headers = ['ETag', etag, 'Cache-Control', cacheControl]
    if (isFresh) this.#end(304, headers, '')
    else {
      headers.push('Content-Type', type, 'Content-Length', length)
      this.#end(200, headers, body)
    }
  }

  send(
    status: number,
    type: string,
    text: string,
    headers: HeaderList = ['Cache-Control', revalidate],
  ): void {
    this.sendAscii(status, type, Buffer.from(text).toString('latin1'), headers)
  }

  /** A text of ASCII characters, or the bytes of another as a Latin-1 string. */
  sendAscii(status: number, type: string, body: string, headers: HeaderList): void {
    this.#end(status, [...headers, 'Content-Type', type, 'Content-Length', String(body.length)], body)
  }

  sendEmpty(headers: HeaderList): void {
    this.#end(204, headers, '')
  }

  fail(status: ErrorStatus, message: string, headers: HeaderList = []): void {
    const text = formatError(status, message, this.id)
    this.send(status, 'application/json', text, ['Cache-Control', 'no-store', ...headers])
  }

  #end(status: number, headers: HeaderList, body: Uint8Array | string): void {
    const { request, response, allowance } = this
    // One list that grows: joining lists takes longer than all else that is done here.
    const fields = commonHeaders(this.id)
    if (allowance !== undefined) addAll(fields, rateHeaders(this.#server.rateLimit, allowance))
    addAll(fields, headers)
    // Asked now: the end may have begun while the store was read.
    if (this.#server.isDraining()) response.shouldKeepAlive = false
    response.writeHead(status, fields)
    const sent = request.method === 'HEAD' ? '' : body
    response.end(sent, 'latin1')
    cutSlowReader(request.socket, response)
    this.#server.journal({
      id: this.id,
      method: request.method,
      route: this.route,
      status,
      ms: performance.now() - this.startedAt,
      bytes: sent.length,
    })
  }
}

function addAll(list: string[], items: readonly string[]): void {
  for (const item of items) list.push(item)
}

/** Without this a client that reads one byte a second would hold its response for ever. */
function cutSlowReader(socket: Socket, response: ServerResponse): void {
  // A response that waits for the one before it has no socket yet.
  if (response.socket !== null && socket.writableLength === 0) return
  const timer = setTimeout(() => {
    socket.destroy()
  }, longestWrite)
  // A response whose turn never comes does not close.
  timer.unref()
  response.once('close', () => {
    clearTimeout(timer)
  })
}
