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
import { readContent, readStart, type Cut } from './content.js'
import { explainFailure } from './failure.js'
import { groupFields, pairFields } from './fields.js'
import { assertPeer, hostOf, type Reach } from './guard.js'

const maxHeaderSize = 64 * 1024

/** How many informational answers there may be before the one that counts: without end they cost as much as content. */
const maxInformational = 100

/** What one request asks for, and how. */
export interface Asked {
  readonly url: URL
  readonly method: string
  /** Sent with methods other than GET and HEAD. */
  readonly body: Uint8Array | undefined
  readonly fields: readonly HeaderField[]
  readonly agents: Agents
  /** The proxy that the agents connect to. */
  readonly proxy: URL | undefined
  /** What the other end of the connection may be. */
  readonly reach: Reach
  readonly maxBytes: number
  /** Read no more than that of the content, instead of all or nothing. */
  readonly cut: Cut | undefined
  /** Told of the other end of the connection, before it is judged. */
  readonly connected: ((address: string) => void) | undefined
  /** Ends the request at any phase; its reason is thrown. */
  readonly signal: AbortSignal
}

/** What came back. */
export type Answer = Pick<Exchange, 'status' | 'headers' | 'body' | 'address'>

/** The service closed a kept connection before it answered: not a fault, but a race (RFC 9112, section 9.3.1). */
export class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

/** What is seen of the connection while it is used. */
interface Connection {
  address?: string
  isReused: boolean
  /** Why it was ended from here. */
  fault?: Error
}

/** Takes longer than most commands take that ask nobody; whoever sets a deadline waits for it before. */
export const loadGot = (): Promise<typeof import('got')> => import('got')

/**
 * Sends one request and reads the whole answer, or its start.
 *
 * @throws DrawauditError `address-forbidden` or `remote-` and what went wrong; {@link StaleConnection}.
 */
export async function fetchOnce(asked: Asked): Promise<Answer> {
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
      // Otherwise a server of HTTP/2 alone does not learn what is asked, and answers whatever it likes.
      alpnProtocols: ['http/1.1'],
      // The name of the URL, whatever an agent took from it.
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
  // What fails is awaited below; what fails after that has nobody to be told.
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
    // From Node 24 on what waited to be written fails first, with an error of its own.
    const failure = connection.fault ?? explainFailure(error, url.host, proxy?.host)
    const isClosed = failure instanceof DrawauditError && failure.code === 'remote-closed'
    throw isClosed && connection.isReused ? new StaleConnection('a kept connection was closed') : failure
  }
}

/** Guards the connection before anything is written to it, and notes what it is. */
function watch(request: ClientRequest, asked: Asked, connection: Connection): void {
  const { url, proxy, reach, connected } = asked
  // All header fields: their number is bounded by their size, and Node leaves out without a word what is beyond.
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
    // Otherwise the proxy's own answer would pass for the service's.
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
