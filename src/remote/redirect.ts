/**
 * Redirects, followed by hand: each is checked like the first URL.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValues, type Exchange } from '../model/exchange.js'
import { parseRemoteUrl } from './url.js'

const statuses = new Set([301, 302, 303, 307, 308])

/** Whether an answer to GET or HEAD leads elsewhere. A status of redirection without Location does not. */
export function isRedirect(exchange: Pick<Exchange, 'method' | 'status' | 'headers'>): boolean {
  const { method, status } = exchange
  return (
    (method === 'GET' || method === 'HEAD') &&
    statuses.has(status) &&
    headerValues(exchange, 'location').length > 0
  )
}

/**
 * Where a redirect leads.
 *
 * @throws DrawauditError `url-invalid` (RFC 9110, section 10.2.2, with the limits of {@link parseRemoteUrl}) or
 * `remote-redirect`: more than one Location, or from https to http.
 */
export function readLocation(exchange: Pick<Exchange, 'url' | 'headers'>): URL {
  const [location = '', ...more] = headerValues(exchange, 'location')
  if (more.length > 0) throw new DrawauditError('remote-redirect', 'more than one Location')
  if (!/^[!-[\]-~]*$/.test(location)) {
    throw new DrawauditError('url-invalid', 'Location has a character that no URL has')
  }
  const url = parseRemoteUrl(resolve(location, exchange.url))
  if (url.protocol === 'http:' && exchange.url.startsWith('https:')) {
    throw new DrawauditError('remote-redirect', `${url.href} is not encrypted, and what led there was`)
  }
  return url
}

/** The failure of a request that a redirect led to: whoever was asked first did answer. */
export class RedirectedError extends DrawauditError {}

/** The failure of a request that a redirect led to, with the URL that it was redirected by. */
export function explainRedirect(error: unknown, from: string): unknown {
  if (!(error instanceof DrawauditError)) return error
  return new RedirectedError(error.code, `redirected by ${from}: ${error.message}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  })
}

function resolve(location: string, base: string): string {
  // What has a scheme is checked as it is written, before the parser repairs it.
  return /^[a-z][a-z0-9+.-]*:/i.test(location) || !URL.canParse(location, base)
    ? location
    : new URL(location, base).href
}
