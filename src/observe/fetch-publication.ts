/**
 * Fetches and signs the content of a URL: evidence for the draws of a platform whose recipe names it.
 *
 * @packageDocumentation
 */
import { signEnvelope, type Envelope } from '../core/dsse.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { encodePublication, longestContent, publicationType, type Publication } from '../model/observation.js'
import type { Client } from '../remote/client.js'
import { readClock } from './clock.js'

/** The content served, dated by this machine's clock. */
export interface FetchedPublication extends Publication {
  /** Seconds by which this clock is ahead of the service's; absent if the service does not state its time. */
  readonly clockAhead?: number
}

/**
 * Fetches a URL once. Redirects are refused: they would be another URL's content.
 *
 * @throws DrawauditError `remote-redirect`, `remote-error` for any status but 200, `remote-too-large` for
 * more than fits into a publication, and as {@link Client.request} does.
 */
export async function fetchPublication(
  client: Pick<Client, 'request'>,
  url: string,
  signal?: AbortSignal,
): Promise<FetchedPublication> {
  const exchange = await client.request(url, {
    headers: [['accept', 'application/json']],
    maxBytes: longestContent,
    ...(signal && { signal }),
  })
  if (exchange.redirects.length > 0) {
    throw new DrawauditError('remote-redirect', `the address leads elsewhere, to ${exchange.url}`, {
      hint: 'the commitment must be at the address in the recipe',
    })
  }
  if (exchange.status !== 200) {
    throw new DrawauditError('remote-error', `the service answered with status ${exchange.status}`)
  }
  const clockAhead = readClock(exchange)
  return {
    url: exchange.url,
    content: exchange.body,
    observed_at_utc: formatTime(new Date(exchange.receivedAt)),
    ...(clockAhead !== undefined && { clockAhead }),
  }
}

/**
 * Signs the content served.
 *
 * @param secretKey - of the observer: 32 bytes, Ed25519.
 */
export function createPublication(
  { url, content, observed_at_utc }: Publication,
  secretKey: Uint8Array,
): Envelope {
  return signEnvelope(publicationType, encodePublication({ url, content, observed_at_utc }), secretKey)
}
