/**
 * The only HTTP client for other services; it treats every response as hostile.
 *
 * @packageDocumentation
 */
import { lookup } from 'node:dns/promises'
import { DrawauditError } from '../errors.js'
import type { Exchange, HeaderField } from '../model/exchange.js'
import { createAgents, createProxyAgents, createTrust } from './agents.js'
import type { PartialRead } from './content.js'
import { fetchOnce, loadGot, StaleConnection, type FetchResponse, type FetchRequest } from './fetch.js'
import { checkOwnFields, mergeFields } from './fields.js'
import { assertHost, createLookup, createReach, type Resolve } from './guard.js'
import { findProxy, type Environment } from './proxy.js'
import { explainRedirect, isRedirect, readLocation } from './redirect.js'
import { parseRemoteUrl } from './url.js'

const maxRedirects = 3

export interface ClientOptions {
  /** Also contact non-public addresses and names; false by default. */
  readonly allowPrivate?: boolean
  /**
   * Also contact addresses in these networks (CIDR notation), under any name; every address of a name must be
   * public or in one of them.
   */
  readonly allowNetworks?: readonly string[]
  /** Time limit of a request including redirects, in milliseconds; 20,000 by default. */
  readonly timeout?: number
  /** Max bytes of decoded content; 8 MiB by default. */
  readonly maxBytes?: number
  /**
   * The user's own header fields, possibly secret: sent only to the origin of the client's first request, and
   * never after a redirect.
   */
  readonly headers?: readonly HeaderField[]
  /** Additional certificate authorities: PEM. */
  readonly ca?: string
  /** Source of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in lower or upper case; none by default. */
  readonly env?: Environment
  /** User-Agent; `drawaudit` by default. */
  readonly userAgent?: string
  /** Resolves names; by default the operating system does. */
  readonly lookup?: Resolve
  /** The clock for `sentAt` and `receivedAt`. */
  readonly now?: () => Date
}

export interface RequestOptions {
  /** Overrides the client's, in milliseconds. */
  readonly timeout?: number
  /** GET by default. Only GET and HEAD follow redirects. */
  readonly method?: string
  /** Content, for methods other than GET and HEAD; none by default. */
  readonly body?: Uint8Array
  /** Header fields of this request; they override the user's. */
  readonly headers?: readonly HeaderField[]
  /** Overrides the client's limit. */
  readonly maxBytes?: number
  /**
   * Read at most this much of the content, undecoded, for at most this long after the header, then
   * disconnect. After the header, no failure of the content counts.
   */
  readonly cut?: PartialRead
  /** Called with the IP address of a connection, even if the request fails later. */
  readonly connected?: (address: string) => void
  readonly signal?: AbortSignal
}

export interface Client {
  /**
   * Sends a request, follows at most three redirects of GET and HEAD, and returns the response with any
   * status. `sent`, `sentAt` and `receivedAt` are those of the last of these requests; Host and Connection
   * are left out of `sent`, and the user's own values are `…`. There is no retry, except on a keep-alive
   * connection that the service closed meanwhile.
   *
   * Behind a proxy, the proxy resolves names and connects: only the host as written is guarded there, and
   * `address` is missing.
   *
   * @throws DrawauditError `url-invalid`, `address-forbidden`, or `remote-` and what went wrong; the reason
   * of `signal` if it aborted.
   */
  request(url: string, options?: RequestOptions): Promise<Exchange>
  /** Closes keep-alive connections. */
  close(): void
}

/**
 * Creates a client. Connections are kept alive until it is closed.
 *
 * @throws DrawauditError `usage` if a header field cannot be sent, `ca` contains no certificate or a network
 * is invalid.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { timeout = 20_000, maxBytes = 8 * 1024 * 1024, env = {} } = options
  const reach = createReach(options)
  const now = options.now ?? (() => new Date())
  const own = checkOwnFields(options.headers ?? [])
  const defaults: readonly HeaderField[] = [
    ['user-agent', options.userAgent ?? 'drawaudit'],
    ['accept-encoding', 'identity'],
  ]
  const trust = options.ca === undefined ? {} : { secureContext: createTrust(options.ca) }
  const direct = { ...trust, lookup: createLookup(options.lookup ?? resolveName, reach) }
  const kept = createAgents(true, direct)
  let trusted: string | undefined

  async function request(text: string, wanted: RequestOptions = {}): Promise<Exchange> {
    const { method = 'GET', headers = [], body, timeout: longest = timeout } = wanted
    let url = parseRemoteUrl(text)
    trusted ??= url.origin
    await loadGot()
    const end = new AbortController()
    const { signal } = end
    const timer = setTimeout(() => {
      const message = `no complete answer from ${url.host} within ${longest / 1000} s`
      end.abort(new DrawauditError('remote-timeout', message))
    }, longest)
    // AbortSignal.any would leak memory in a signal that outlives many requests.
    const give = () => {
      end.abort(wanted.signal?.reason)
    }
    wanted.signal?.addEventListener('abort', give)
    if (wanted.signal?.aborted === true) give()
    const redirects: string[] = []
    try {
      for (;;) {
        const secret = redirects.length === 0 && url.origin === trusted ? own : []
        const sentAt = now().toISOString()
        const fields = mergeFields(defaults, secret, headers)
        const { cut, connected } = wanted
        const limits = { maxBytes: wanted.maxBytes ?? maxBytes, cut }
        const answer = await ask({ url, method, body, fields, ...limits, connected, signal })
        const exchange = {
          method,
          url: url.href,
          sent: mergeFields(defaults, secret.map(conceal), headers),
          ...answer,
          sentAt,
          receivedAt: now().toISOString(),
          redirects: [...redirects],
        }
        if (!isRedirect(exchange)) return exchange
        redirects.push(url.href)
        if (redirects.length > maxRedirects) {
          throw new DrawauditError('remote-redirect', `more than ${maxRedirects} redirects`)
        }
        url = readLocation(exchange)
      }
    } catch (error) {
      const from = redirects.at(-1)
      throw from === undefined || signal.aborted ? error : explainRedirect(error, from)
    } finally {
      clearTimeout(timer)
      wanted.signal?.removeEventListener('abort', give)
    }
  }

  async function ask(wanted: Omit<FetchRequest, 'agents' | 'proxy' | 'reach'>): Promise<FetchResponse> {
    const { url, method, signal } = wanted
    signal.throwIfAborted()
    assertHost(url, reach)
    const proxy = findProxy(url, env)
    const asked = { ...wanted, proxy, reach }
    if (proxy !== undefined) {
      return fetchOnce({ ...asked, agents: await createProxyAgents(proxy, { ...trust, signal }) })
    }
    // Only idempotent requests may be repeated, so only they use keep-alive connections.
    if (method !== 'GET' && method !== 'HEAD') {
      return fetchOnce({ ...asked, agents: createAgents(false, direct) })
    }
    try {
      return await fetchOnce({ ...asked, agents: kept })
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return fetchOnce({ ...asked, agents: createAgents(false, direct) })
    }
  }

  return {
    request,
    close() {
      kept.http.destroy()
      kept.https.destroy()
    },
  }
}

async function resolveName(hostname: string): Promise<readonly string[]> {
  const addresses = await lookup(hostname, { all: true })
  return addresses.map(({ address }) => address)
}

function conceal([name]: HeaderField): HeaderField {
  return [name, '…']
}
