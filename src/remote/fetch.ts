/**
 * One request on one connection: no redirect, no retry.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import type { Method } from 'got'
import { DrawauditError } from '../errors.js'
import { headerValues, type Exchange, type HeaderField } from '../model/exchange.js'
import type { Agents } from './agents.js'
import { readContent, readStart, type PartialRead } from './content.js'
import { explainFailure } from './failure.js'
import { groupFields, pairFields } from './fields.js'
import { assertPeer, hostOf, type Reach } from './guard.js'

const maxHeaderSize = 64 * 1024

/** Max informational responses before the final one: an endless series would cost as much as content. */
const maxInformational = 100

/** Parameters of a request. */
export interface FetchRequest {
  readonly url: URL
  readonly method: string
  /** Sent with methods other than GET and HEAD. */
  readonly body: Uint8Array | undefined
  readonly fields: readonly HeaderField[]
  readonly agents: Agents
  /** The proxy that the agents connect to. */
  readonly proxy: URL | undefined
  /** Allowed peers. */
  readonly reach: Reach
  readonly maxBytes: number
  /** Read only the start of the content, instead of all or nothing. */
  readonly cut: PartialRead | undefined
  /** Called with the peer's address before it is checked. */
  readonly connected: ((address: string) => void) | undefined
  /** Aborts the request in any phase; its reason is thrown. */
  readonly signal: AbortSignal
}

/** The response. */
export type FetchResponse = Pick<Exchange, 'status' | 'headers' | 'body' | 'address'>

/**
 * The service closed a keep-alive connection before it answered: a race, not a fault (RFC 9112, section
 * 9.3.1).
 */
export class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

/** Observations on the connection during a request. */
interface Connection {
  address?: string
  isReused: boolean
  /** Why we closed it. */
  fault?: Error
}

/** Loading takes longer than most offline commands, so deadlines begin after it. */
export const loadGot = (): Promise<typeof import('got')> => import('got')

/**
 * Sends one request and reads the whole response, or its start.
 *
 * @throws DrawauditError `address-forbidden` or `remote-` and what went wrong; {@link StaleConnection}.
 */
export async function fetchOnce(asked: FetchRequest): Promise<FetchResponse> {
  const { url, method, proxy, signal } = asked
  const connection: Connection = { isReused: false }
  const { got } = await loadGot()
  signal.throwIfAborted()
  const stream = got.stream(url, {
    method: method as Method,
    ...(method !== 'GET' && method !== 'HEAD' && { body: asked.body ?? '' }),
    headers: groupFields(asked.fields),
    agent: asked.agents,
    https: {
      rejectUnauthorized: true,
      // Otherwise an HTTP/2-only server would not notice the mismatch, and answer unpredictably.
      alpnProtocols: ['http/1.1'],
      // The name in the URL, whatever an agent chose.
      checkServerIdentity: (_, certificate) => checkServerIdentity(hostOf(url), certificate),
    },
    maxHeaderSize,
    strictContentLength: true,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    enableUnixSockets: false,
    decompress: false,
  })
  // Errors are awaited below; later ones have no receiver.
  stream.on('error', () => undefined)
  stream.once('request', (request: ClientRequest) => {
    watch(request, asked, connection)
    request.once('upgrade', () => {
      stream.destroy(
        new DrawauditError('remote-malformed', `${url.host} switches to another protocol unasked`),
      )
    })
  })
  try {
    const [response] = (await once(stream, 'response', { signal })) as [IncomingMessage]
    connection.isReused = false
    const { statusCode: status = 0, rawHeaders } = response
    const headers = pairFields(rawHeaders)
    const isEmpty = method === 'HEAD' || status === 204 || status === 304
    const encodings = isEmpty ? [] : headerValues({ headers }, 'content-encoding')
    const body =
      asked.cut === undefined
        ? await readContent(stream, encodings, asked.maxBytes, signal)
        : await readStart(stream, asked.cut, signal)
    const { address } = connection
    return { status, headers, body, ...(address !== undefined && { address }) }
  } catch (error) {
    stream.destroy()
    signal.throwIfAborted()
    // From Node 24 on, a pending write fails first, with its own error.
    const failure = connection.fault ?? explainFailure(error, url.host, proxy?.host)
    const isClosed = failure instanceof DrawauditError && failure.code === 'remote-closed'
    throw isClosed && connection.isReused ? new StaleConnection('a kept connection was closed') : failure
  }
}

/** Guards the connection before anything is written to it, and records its data. */
function watch(request: ClientRequest, asked: FetchRequest, connection: Connection): void {
  const { url, proxy, reach, connected } = asked
  // All header fields: their size is limited anyway, and Node silently drops those beyond the count.
  request.maxHeadersCount = 0
  const end = (fault: Error): void => {
    connection.fault = fault
    request.destroy(fault)
  }
  request.once('socket', (socket: Socket) => {
    if (proxy !== undefined) return
    const check = () => {
      if (socket.remoteAddress !== undefined) {
        connection.address = socket.remoteAddress
        connected?.(socket.remoteAddress)
      }
      try {
        assertPeer(socket, reach)
      } catch (error) {
        end(error as Error)
      }
    }
    connection.isReused = request.reusedSocket
    if (socket.connecting) socket.once('connect', check)
    else check()
  })
  let informational = 0
  request.on('information', () => {
    informational += 1
    if (informational <= maxInformational) return
    const message = `${url.host} answers with more than ${maxInformational} informational answers`
    end(new DrawauditError('remote-malformed', message))
  })
  request.once('proxyConnect', ({ statusCode = 200 }: { readonly statusCode?: number }) => {
    // Otherwise the proxy's own response would pass for the service's.
    if (proxy === undefined || statusCode === 200) return
    if (statusCode === 407) {
      const message = `no connection to ${url.host}: the proxy ${proxy.host} asks to log in (407)`
      const hint = 'name its user and password in HTTPS_PROXY, like http://user:password@proxy.example:3128'
      end(new DrawauditError('remote-intercepted', message, { hint }))
      return
    }
    const message = `no connection to ${url.host}: the proxy ${proxy.host} answered ${statusCode}`
    end(new DrawauditError('remote-unreachable', message))
  })
}
