/**
 * One delivery attempt: a POST on a connection of its own, without redirects or proxy, under one deadline.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValue, type HeaderField } from '../model/exchange.js'
import { createClient, type Client } from '../remote/client.js'
import type { Resolve } from '../remote/guard.js'
import { parseRetryAfter } from '../remote/retry-after.js'
import type { EndpointAllowance, AttemptRow } from '../store/outbox.js'
import { parseEndpointUrl } from './endpoint-url.js'
import { createResolver } from './resolve.js'

/**
 * Limits on reading an answer's content; except for a challenge, only the status matters. A receiver that
 * drips content would otherwise hold its slot until the deadline, and still count as successful.
 */
const cut = { bytes: 16 * 1024, milliseconds: 1000 }

export interface SenderOptions {
  /** Max milliseconds of an attempt, from name lookup to the answer's content; 15,000 by default. */
  readonly timeout?: number
  /**
   * Resolves names. By default name servers are queried directly, and the operating system is asked for
   * endpoints that may be in the operator's own networks.
   */
  readonly lookup?: Resolve
  /** CA certificates to trust in addition to Node's: PEM. */
  readonly ca?: string
  readonly now?: () => Date
}

/** A message and its destination. */
export interface Outgoing {
  readonly url: string
  readonly allow: EndpointAllowance
  /** In addition to those about the content and the sender. */
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array
  /** Aborts the attempt; its reason is thrown. */
  readonly signal?: AbortSignal
}

/** Result of an attempt. */
export interface Sent {
  readonly attempt: AttemptRow
  /** What went wrong, for people, if there was no answer. */
  readonly message?: string
  /** Value of Retry-After in seconds. */
  readonly retryAfter?: number
  /** First 16 KiB of the answer's content; less if it broke off or took longer than a second. */
  readonly answer: Uint8Array
}

export interface Sender {
  /**
   * Makes one attempt. Its failure is part of the result. An answer counts as soon as its header has arrived,
   * whatever happens to its content.
   *
   * @throws the reason of `signal` if it aborted the attempt before an answer.
   */
  send(outgoing: Outgoing): Promise<Sent>
  close(): void
}

/**
 * Creates a sender.
 *
 * @throws DrawauditError `usage` if `ca` contains no certificate.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { timeout = 15_000, lookup, now = () => new Date() } = options
  const resolve = lookup ?? createResolver()
  /** A client's allowed networks are fixed, so there is one client per set of networks. */
  const clients = new Map<string, Client>()

  function clientFor(networks: readonly string[]): Client {
    const name = networks.join(' ')
    let client = clients.get(name)
    if (client === undefined) {
      client = createClient({
        allowNetworks: networks,
        timeout,
        // Names in the operator's own network may be in a hosts file, unknown to name servers.
        ...(networks.length === 0 ? { lookup: resolve } : lookup !== undefined && { lookup }),
        ...(options.ca !== undefined && { ca: options.ca }),
      })
      clients.set(name, client)
    }
    return client
  }
  // Fails at once if there is no certificate.
  clientFor([])

  async function send({ url, allow, headers, body, signal }: Outgoing): Promise<Sent> {
    const at = now().getTime()
    const begun = performance.now()
    let address: string | undefined
    const attempt = (outcome: Pick<AttemptRow, 'status' | 'error'>): AttemptRow => ({
      at,
      duration: Math.round(performance.now() - begun),
      ...outcome,
      ...(address !== undefined && { address }),
    })
    try {
      signal?.throwIfAborted()
      // What was allowed at registration may be forbidden now.
      const { href } = parseEndpointUrl(url, allow)
      const exchange = await clientFor(allow.networks).request(href, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...headers],
        body,
        cut,
        connected: found => (address = found),
        ...(signal !== undefined && { signal }),
      })
      const retryAfter = parseRetryAfter(headerValue(exchange, 'retry-after'), now())
      return {
        attempt: attempt({ status: exchange.status }),
        ...(retryAfter !== undefined && { retryAfter }),
        answer: exchange.body,
      }
    } catch (error) {
      const isCut = signal?.aborted === true && error === signal.reason
      if (isCut || !(error instanceof DrawauditError)) throw error
      return { attempt: attempt({ error: error.code }), message: error.message, answer: new Uint8Array() }
    }
  }

  return {
    send,
    close() {
      for (const client of clients.values()) client.close()
    },
  }
}
