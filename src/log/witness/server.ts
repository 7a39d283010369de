/**
 * A witness on `node:http`: `POST /add-checkpoint`, and `GET /HASH/checkpoint` for monitors.
 *
 * @packageDocumentation
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readBody } from '../../io/request-body.js'
import type { Witness, WitnessAnswer } from './witness.js'

/** A response that was sent. */
export interface WitnessServed {
  readonly method: string
  /** Path of the target as sent, without its query. */
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Result of a submission. */
  readonly answer?: WitnessAnswer
}

export interface WitnessServerOptions {
  readonly witness: Witness
  /** Called after every response. */
  readonly onServed?: (served: WitnessServed) => void
  /** Requests a minute per client address; 600 by default. */
  readonly rateLimit?: number
}

/** See {@link createWitnessServer}. */
export interface WitnessServer {
  readonly http: Server
  /** Accepts no new connection, and waits at most `deadline` milliseconds for open requests. */
  drain(deadline: number): Promise<void>
}

/**
 * Max bytes of a request: 63 hashes, and a note with 100 signatures of 3.3 kB each for ML-DSA-44, come near
 * it.
 */
export const mostRequestBytes = 384 * 1024

const limits = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  // Precision of the timeouts in milliseconds.
  connectionsCheckingInterval: 1000,
}

/** Creates the server; it listens after `http.listen`. */
export function createWitnessServer(options: WitnessServerOptions): WitnessServer {
  const { witness, onServed = () => undefined } = options
  const isWithin = createLimit(options.rateLimit ?? 600)
  const pending = new Set<Promise<void>>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now()
    const { method = '', url = '' } = request
    const path = url.replace(/\?.*/s, '')
    const reply = isWithin(request.socket.remoteAddress ?? '')
      ? await answer(witness, request, path)
      : refuse(429, 'too many requests: try again in a minute', { 'Retry-After': '60' })
    send(method, response, reply)
    const ms = Math.round((performance.now() - started) * 1000) / 1000
    onServed({ method, path, status: reply.status, ms, ...(reply.answer && { answer: reply.answer }) })
  }

  const http = createServer(limits, (request, response) => {
    const served = serve(request, response).catch((error: unknown) => {
      // The client disconnected while sending; anything else is a defect, which must not end the witness.
      response.destroy()
      if (request.complete) onServed({ ...failed(request), answer: { ...defect, error } })
    })
    pending.add(served)
    void served.finally(() => pending.delete(served))
  })
  http.maxConnections = 500
  http.maxHeadersCount = 100
  return {
    http,
    async drain(deadline) {
      const closed = new Promise(resolve => http.close(resolve))
      http.closeIdleConnections()
      const timer = setTimeout(() => {
        http.closeAllConnections()
      }, deadline)
      await Promise.all([...pending])
      http.closeIdleConnections()
      await closed
      clearTimeout(timer)
      await witness.settle()
    },
  }
}

const defect: WitnessAnswer = { status: 500, type: 'text/plain; charset=utf-8', body: '' }

const failed = ({ method = '', url = '' }: IncomingMessage): WitnessServed => ({
  method,
  path: url,
  status: 500,
  ms: 0,
})

interface WitnessReply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly answer?: WitnessAnswer
}

const plain = 'text/plain; charset=utf-8'

function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): WitnessReply {
  return { status, body: `${message}\n`, headers: { 'Content-Type': plain, ...headers } }
}

async function answer(witness: Witness, request: IncomingMessage, path: string): Promise<WitnessReply> {
  const { method } = request
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
  if (hash !== undefined) {
    if (method !== 'GET' && method !== 'HEAD') {
      return refuse(405, 'a checkpoint is read with GET', { Allow: 'GET, HEAD' })
    }
    return findCheckpoint(witness, hash)
  }
  if (path !== '/add-checkpoint') return refuse(404, 'no such path')
  if (method !== 'POST') return refuse(405, 'checkpoints are submitted with POST', { Allow: 'POST' })
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refuse(415, 'the body may not be encoded', { 'Accept-Encoding': 'identity' })
  }
  const body = await readBody(request, mostRequestBytes)
  if (body === undefined) {
    return refuse(413, `a submission has at most ${mostRequestBytes} bytes`, { Connection: 'close' })
  }
  const answered = await witness.addCheckpoint(body)
  const { status, type } = answered
  const retry = status === 503 ? { 'Retry-After': '5' } : {}
  return { status, body: answered.body, headers: { 'Content-Type': type, ...retry }, answer: answered }
}

function findCheckpoint(witness: Witness, hash: string): WitnessReply {
  const anyone = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }
  const body = witness.findCheckpoint(hash)
  if (body === undefined) return refuse(404, 'nothing was cosigned of this log', anyone)
  return { status: 200, body, headers: { 'Content-Type': plain, ...anyone } }
}

function send(method: string, response: ServerResponse, { status, body, headers }: WitnessReply): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(method === 'HEAD' ? undefined : body)
  // Discards an unwanted body.
  response.req.resume()
}

/** Counts requests per minute and address, for a bounded number of addresses. */
function createLimit(most: number): (address: string) => boolean {
  const mostAddresses = 10_000
  let counts = new Map<string, number>()
  let start = performance.now()
  return address => {
    if (performance.now() - start >= 60_000 || counts.size > mostAddresses) {
      counts = new Map()
      start = performance.now()
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= most
  }
}
