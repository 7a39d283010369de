/**
 * One attempt to tell a subscriber: a POST on a connection of its own, no redirect, no proxy, one deadline.
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
 * How much of an answer's content is read: its status says all, but for a challenge. Whoever drips content after it
 * would keep a place for the whole deadline, and be taken for a good receiver.
 */
const cut = { bytes: 16 * 1024, milliseconds: 1000 }

export interface SenderOptions {
  /** Milliseconds for one attempt in total, from the name to the answer's content; 15,000 by default. */
  readonly timeout?: number
  /**
   * The addresses of a name. By default name servers are asked directly, and the operating system for endpoints
   * that may be in the operator's own networks.
   */
  readonly lookup?: Resolve
  /** Certificates of authorities to trust beside those that Node trusts: PEM. */
  readonly ca?: string
  readonly now?: () => Date
}

/** What is sent, and where. */
export interface Outgoing {
  readonly url: string
  readonly allow: EndpointAllowance
  /** Beside those that say what the content is and who sends it. */
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array
  /** Ends the attempt; its reason is thrown. */
  readonly signal?: AbortSignal
}

/** How an attempt ended. */
export interface Sent {
  readonly attempt: AttemptRow
  /** What went wrong, in words, where there was no answer. */
  readonly message?: string
  /** Seconds, of Retry-After. */
  readonly retryAfter?: number
  /** The first 16 KiB of the answer's content; less when it broke off, or was not there within a second. */
  readonly answer: Uint8Array
}

export interface Sender {
  /**
   * Makes one attempt. Whatever goes wrong with it is in what it returns; the answer is there as soon as its
   * header is, whatever becomes of its content.
   *
   * @throws the reason of `signal`, when that ended it before there was an answer.
   */
  send(outgoing: Outgoing): Promise<Sent>
  close(): void
}

/**
 * Creates a sender.
 *
 * @throws DrawauditError `usage` when `ca` has no certificate.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { timeout = 15_000, lookup, now = () => new Date() } = options
  const resolve = lookup ?? createResolver()
  /** What a client may ask does not change, so there is one for each set of networks. */
  const clients = new Map<string, Client>()

  function clientFor(networks: readonly string[]): Client {
    const name = networks.join(' ')
    let client = clients.get(name)
    if (client === undefined) {
      client = createClient({
        allowNetworks: networks,
        timeout,
        // Names of the operator's own network may be in a file that no name server knows.
        ...(networks.length === 0 ? { lookup: resolve } : lookup !== undefined && { lookup }),
        ...(options.ca !== undefined && { ca: options.ca }),
      })
      clients.set(name, client)
    }
    return client
  }
  // Says at once when there is no certificate.
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
      // What was allowed when it was registered may not be any more.
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
