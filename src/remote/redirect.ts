/**
 * Follows redirects manually: each target is checked like the first URL.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValues, type Exchange } from '../model/exchange.js'
import { parseRemoteUrl } from './url.js'

const statuses = new Set([301, 302, 303, 307, 308])

/** Whether a response to GET or HEAD redirects. A 3xx without Location does not. */
export function isRedirect(exchange: Pick<Exchange, 'method' | 'status' | 'headers'>): boolean {
  const { method, status } = exchange
  return (
    (method === 'GET' || method === 'HEAD') &&
    statuses.has(status) &&
    headerValues(exchange, 'location').length > 0
  )
}

/**
 * The target of a redirect.
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

/** The failure of a redirected request: the first server did answer. */
export class RedirectedError extends DrawauditError {}

/** The failure of a redirected request, with the URL that redirected it. */
export function explainRedirect(error: unknown, from: string): unknown {
  if (!(error instanceof DrawauditError)) return error
  return new RedirectedError(error.code, `redirected by ${from}: ${error.message}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  })
}

function resolve(location: string, base: string): string {
  // An absolute URL is checked as written, before the parser repairs it.
  return /^[a-z][a-z0-9+.-]*:/i.test(location) || !URL.canParse(location, base)
    ? location
    : new URL(location, base).href
}
