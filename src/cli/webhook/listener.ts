/**
 * Receives and verifies webhooks.
 *
 * @packageDocumentation
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { concatBytes } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { assertRecent, openWebhook } from '../../core/webhook.js'
import { parseWebhookEvent, type WebhookEvent } from '../../model/webhook-event.js'
import { native } from '../../native/engine.js'
import { toFailure } from '../shared/failure.js'
import { formatSavedRequest, type SavedRequest } from './saved-request.js'

/** A received request. */
export interface ReceivedWebhook {
  readonly at: Date
  /** Whether a valid signature was required. */
  readonly verified: boolean
  readonly id?: string
  readonly event?: WebhookEvent
  /** Whether its id was received before. */
  readonly again: boolean
  /** Why it was refused. */
  readonly error?: ReturnType<typeof toFailure>
}

export interface WebhookListenerOptions {
  /** Without keys, nothing is verified. */
  readonly keys: readonly string[]
  readonly now: () => Date
  /** Saves a request before the answer; if it throws, the answer is 500, so that the request is sent again. */
  readonly keep?: (raw: Uint8Array, received: ReceivedWebhook) => void
  /** Maximum number of ids remembered; default 10,000. */
  readonly mostIds?: number
  /** Called after each answer. */
  readonly onReceived: (received: ReceivedWebhook) => void
}

/** Maximum bytes of a body; drawaudit sends less than 20,000. */
const mostBody = 64 * 1024

/**
 * Creates a server, not yet listening. It takes POST at any path and answers:
 *
 * - 204 to an event, 200 with the challenge to a challenge;
 * - 400 to a refused request, 405 to another method, 413 to a body above 64 KiB;
 * - 500 if a request cannot be saved.
 */
export function createWebhookListener(options: WebhookListenerOptions): Server {
  const seen = new Set<string>()
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    if (request.method !== 'POST') {
      refuse(request, response, 405, 'webhooks are sent with POST', { allow: 'POST' })
      return
    }
    collectBody(request, body => {
      if (body === undefined) refuse(request, response, 413, `a webhook has at most ${mostBody} bytes`)
      else answer(options, seen, request, response, body)
    })
  })
  server.maxConnections = 256
  return server
}

/** Passes on the whole body once; undefined if it is too long. Never calls back if the client disconnects. */
function collectBody(request: IncomingMessage, done: (body: Uint8Array | undefined) => void): void {
  const pieces: Uint8Array[] = []
  let length = 0
  const take = (piece: Uint8Array): void => {
    length += piece.length
    if (length > mostBody) {
      request.off('data', take)
      request.off('end', end)
      done(undefined)
    } else pieces.push(piece)
  }
  const end = (): void => {
    done(concatBytes(...pieces))
  }
  request.on('data', take).on('end', end)
  request.on('error', () => undefined)
}

function answer(
  { keys, now, keep, onReceived, mostIds = 10_000 }: WebhookListenerOptions,
  seen: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array,
): void {
  const at = now()
  let received = judge({ headers: request.headersDistinct as SavedRequest['headers'], body }, keys, at, seen)
  try {
    keep?.(formatSavedRequest({ ...describeRequest(request), body }), received)
  } catch (error) {
    received = { at, verified: false, again: false, error: toFailure(error) }
    respond(response, 500, 'the webhook could not be kept')
    onReceived(received)
    return
  }
  const { id, event, error } = received
  response.on('close', () => {
    onReceived(received)
  })
  if (error !== undefined) {
    respond(response, error.code === 'internal' ? 500 : 400, `${error.code}: ${error.message}`)
  } else if (event?.type === 'endpoint.challenge') {
    const { challenge } = event.data
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge }))
  } else {
    if (id !== undefined) remember(seen, id, mostIds)
    response.writeHead(204).end()
  }
}

function judge(
  request: SavedRequest,
  keys: readonly string[],
  at: Date,
  seen: ReadonlySet<string>,
): ReceivedWebhook {
  const verified = keys.length > 0
  try {
    const { id, payload } = verified ? openNow(request, keys, at) : readUnverified(request)
    const event = parseWebhookEvent(payload)
    return { at, verified, event, again: id !== undefined && seen.has(id), ...(id !== undefined && { id }) }
  } catch (error) {
    return { at, verified: false, again: false, error: toFailure(error) }
  }
}

function openNow(request: SavedRequest, keys: readonly string[], at: Date): ReturnType<typeof openWebhook> {
  const opened = openWebhook({ ...request, keys }, native)
  assertRecent(opened.timestamp, at)
  return opened
}

function readUnverified({ headers, body }: SavedRequest): {
  readonly id?: string
  readonly payload: unknown
} {
  const [id] = headers['webhook-id'] ?? []
  return { ...(id !== undefined && { id }), payload: parseJson(body, { numbers: 'decimal' }) }
}

/** Drops the oldest id beyond the maximum. */
function remember(seen: Set<string>, id: string, most: number): void {
  seen.add(id)
  const [oldest] = seen
  if (seen.size > most && oldest !== undefined) seen.delete(oldest)
}

function describeRequest({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage) {
  return { method, target: url, version: httpVersion, rawHeaders }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  fields: Readonly<Record<string, string>> = {},
): void {
  // Reads the rest of the body, within the request timeout: after a reset, a client that is still sending would
  // miss the answer.
  request.resume()
  respond(response, status, message, fields)
}

function respond(
  response: ServerResponse,
  status: number,
  message: string,
  fields: Readonly<Record<string, string>> = {},
): void {
  const headers = {
    ...fields,
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, headers).end(`${message}\n`)
}
