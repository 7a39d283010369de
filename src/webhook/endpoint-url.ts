/**
 * Validates subscribers' URLs: they must lead to the public internet, and not to other services there.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { assertHost, createReach } from '../remote/guard.js'
import { parseRemoteUrl } from '../remote/url.js'
import type { EndpointAllowance } from '../store/outbox.js'

const ports: Readonly<Record<string, readonly number[]>> = { 'https:': [443, 8443], 'http:': [80] }

/**
 * Parses a subscriber's URL and normalizes its host: an IP address in its usual form, a name in Punycode.
 * Beyond {@link parseRemoteUrl} it requires https; port 443 or 8443, for http 80; a host that is public, an
 * address in an allowed network, or a name that can lead there; and that it is not the service's own API.
 *
 * @param allow - exceptions from these rules.
 * @param apiUrl - base URL of the service's public API.
 * @throws DrawauditError `url-invalid`, `address-forbidden`; `usage` for an allowed network that is
 * malformed.
 */
export function parseEndpointUrl(text: string, allow: EndpointAllowance, apiUrl?: string): URL {
  const url = parseUrl(text)
  if (url.protocol === 'http:' && !allow.http) {
    throw invalid('the URL is not https', 'give --allow-http if nobody can listen in between')
  }
  if (!allow.anyPort && ports[url.protocol]?.includes(portOf(url)) !== true) {
    const hint = 'receivers listen on 443 or 8443 (http: 80): give --allow-any-port for others'
    throw invalid(`the URL has the port ${portOf(url)}`, hint)
  }
  assertHost(url, createReach({ allowNetworks: allow.networks }))
  if (apiUrl !== undefined && isSamePlace(url, new URL(apiUrl))) {
    throw invalid(`${url.host} is the public API of this service`, 'give the URL of the receiver')
  }
  return url
}

function parseUrl(text: string): URL {
  try {
    return parseRemoteUrl(text)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { code, message, where } = error
    throw new DrawauditError(code, message, {
      hint: error.hint?.startsWith('a URL looks like') === true ? urlHint : (error.hint ?? urlHint),
      where,
    })
  }
}

const urlHint = 'an endpoint looks like https://subscriber.example/hook'

function isSamePlace(one: URL, other: URL): boolean {
  return nameOf(one) === nameOf(other) && portOf(one) === portOf(other)
}

/** A trailing dot makes no difference. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '')

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function invalid(message: string, hint: string): DrawauditError {
  return new DrawauditError('url-invalid', message, { hint })
}
