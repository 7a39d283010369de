/**
 * Answers on connections from which no request could be parsed; Node leaves those to the application.
 *
 * @packageDocumentation
 */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ReadAddress } from './client-address.js'
import type { AccessLog } from './journal.js'
import type { RateAllowance, Limiter } from './rate-limit.js'
import { createRequestId } from './request-id.js'
import { formatError, rateHeaders, type CommonHeaders, type ErrorStatus, type Refusal } from './respond.js'

interface BrokenOptions {
  readonly journal: AccessLog
  /** Counts each such connection as one request. */
  readonly limiter: Limiter
  readonly readAddress: ReadAddress
  readonly headers: CommonHeaders
  /** Response to CONNECT. */
  readonly refusal: Refusal
  /** Response to the last request parsed on a socket. */
  readonly lastResponse: (socket: Duplex) => ServerResponse | undefined
}

/** Max bytes and time for which input is still read after a refusal. */
const lingering = { bytes: 64 * 1024, milliseconds: 1000 }

/** Answers unparsable requests, requests that time out, and CONNECT; then closes the connection. */
export function answerBrokenConnections(http: Server, options: BrokenOptions): void {
  const refuse = (socket: Socket, ...refusal: Refusal) => {
    const address = options.readAddress({ socket, headers: {} })
    const allowance = options.limiter.consume(address, performance.now())
    if (allowance instanceof Promise) {
      void allowance.then(counted => {
        send(socket, counted, ...refusal)
      })
    } else send(socket, allowance, ...refusal)
  }
  const send = (socket: Socket, allowance: RateAllowance, ...[status, message, headers = []]: Refusal) => {
    const id = createRequestId()
    const body = formatError(status, message, id)
    const fields = [
      ...options.headers(id),
      ...rateHeaders(options.limiter.limit, allowance),
      ...headers,
      'Cache-Control',
      'no-store',
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(body)),
      'Connection',
      'close',
    ]
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
    for (let index = 0; index < fields.length; index += 2) {
      lines.push(`${fields[index] ?? ''}: ${fields[index + 1] ?? ''}`)
    }
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
    linger(socket)
    options.journal({ id, route: 'broken', status, ms: 0, bytes: Buffer.byteLength(body) })
  }

  /** For each connection being closed: the total of bytes read at which it is cut. */
  const ending = new WeakMap<Socket, number>()
  http.on('clientError', (error: ParseError, socket) => {
    if (!(socket instanceof Socket)) {
      socket.destroy()
      return
    }
    const most = ending.get(socket)
    if (most !== undefined) {
      if (socket.bytesRead > most) socket.destroy()
      return
    }
    ending.set(socket, socket.bytesRead + lingering.bytes)
    // Stop reading for now: responses to earlier requests are sent first, in full.
    socket.pause()
    const last = options.lastResponse(socket)
    const end = () => {
      // A response that closes the connection is the last.
      if (socket.writable && last?.shouldKeepAlive !== false) {
        refuse(socket, ...describe(error))
      }
    }
    // A request whose body never arrived has no response to wait for.
    const isCut = last !== undefined && !last.headersSent && !last.req.complete
    if (last === undefined || last.writableFinished || isCut) end()
    else last.once('close', end)
  })
  http.on('connect', (_request, socket) => {
    if (!(socket instanceof Socket)) return
    // Node no longer handles errors of this socket: without a listener, a client that disconnects early would
    // end the process.
    socket.on('error', () => undefined)
    refuse(socket, ...options.refusal)
  })
}

/**
 * Reads and drops further input for a moment: closing a socket with unread input resets the connection, and
 * the client loses a response that it has not read yet.
 */
function linger(socket: Socket): void {
  socket.resume()
  const timer = setTimeout(() => {
    socket.destroy()
  }, lingering.milliseconds)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** The error with which Node's parser rejects a request. */
interface ParseError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
}

function describe({ code, reason, rawPacket }: ParseError): [ErrorStatus, string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'the request was not complete in time']
  if (code === 'HPE_HEADER_OVERFLOW') {
    const isFirstLine = rawPacket !== undefined && /^[A-Z]+ [^\n]{2048}/.test(rawPacket.toString('latin1'))
    return isFirstLine
      ? [414, 'the request target is too long']
      : [431, 'the header fields are larger than 8192 bytes']
  }
  return [400, `this is no HTTP/1.1 request${reason === undefined ? '' : `: ${reason}`}`]
}
