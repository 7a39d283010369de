/**
 * Detects answers by an intermediary in front of the service. The rule is in docs/CONFORMANCE.md, "Who
 * answered".
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValue, headerValues, type Exchange } from '../model/exchange.js'
import { onlyHttp2 } from '../remote/failure.js'
import { mediaTypeOf } from './media-type.js'

/** Header fields by which an intermediary shows that it answered, and its kind. */
const marks: readonly (readonly [name: string, value: RegExp, whose: string])[] = [
  ['cf-mitigated', /./, 'Cloudflare'],
  ['x-amzn-waf-action', /./, 'AWS WAF'],
  ['x-vercel-mitigated', /./, 'Vercel'],
  ['x-squid-error', /./, 'a Squid proxy'],
  // RFC 9209, section 2.3.1.
  ['proxy-status', /;\s*error\s*=/i, 'a proxy'],
]

/**
 * Recognizes an answer that is not the service's own: no rule is judged on it.
 *
 * @param requestId - the X-Request-Id of the request.
 * @returns `remote-intercepted` or `remote-http2` with a description; undefined for the service's own answer.
 */
export function findIntermediary(exchange: Exchange, requestId?: string): DrawauditError | undefined {
  const { status } = exchange
  if (refusesHttp1(exchange)) return onlyHttp2(new URL(exchange.url).host)
  for (const [name, value, whose] of marks) {
    const found = headerValues(exchange, name).join(', ')
    if (value.test(found)) {
      return intercepted(`${whose}, with status ${status} (${name}: ${clip(found)})`, 'let through')
    }
  }
  if (status === 407) return intercepted('a proxy that asks to log in, with status 407', 'log in')
  if (status === 511) return intercepted('a network that asks to log in, with status 511', 'log in')
  const elsewhere = findElsewhere(exchange)
  if (elsewhere !== undefined) return intercepted(`a redirect to ${elsewhere}`, 'log in')
  if (!isWebPage(exchange) || bearsOwnFields(exchange, requestId)) return undefined
  const host = leftOrigin(exchange) ? new URL(exchange.url).host : undefined
  if (host === undefined && !isSpokenByOthers(exchange)) return undefined
  const from = host === undefined ? '' : ` of ${host}, to where it redirects,`
  return intercepted(`a web page${titleOf(exchange)}${from} with status ${status}`, 'look')
}

/** A redirect to a forbidden address: typical of a network that requires a login. */
export function interceptedByRedirect({ message, cause }: DrawauditError): DrawauditError {
  return intercepted(message, 'log in', cause)
}

const advice = {
  'let through': 'have its operator let drawaudit through, or check from another network',
  'log in': 'log in to the network or its proxy first, or check from another one',
  look: 'open the address in a browser to see what it asks for',
} as const

function intercepted(what: string, todo: keyof typeof advice, cause?: unknown): DrawauditError {
  const message = `something in front of the service answered, not the service: ${what}`
  return new DrawauditError('remote-intercepted', message, { hint: advice[todo], cause })
}

/** An HTTP/1.1 response that refuses HTTP/1.1, in the words of Node servers. */
function refusesHttp1({ status, headers, body }: Exchange): boolean {
  if (status === 505) return true
  if (status === 426) return /\bh2c?\b/i.test(headerValues({ headers }, 'upgrade').join())
  return status === 403 && /^\w+ ALPN Protocol, expected `h2`/.test(startOf(body))
}

/** The target of an unfollowed redirect to another host. */
function findElsewhere({ status, headers, url }: Exchange): string | undefined {
  const location = headerValue({ headers }, 'location')
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url)) return undefined
  const { host } = new URL(location, url)
  return host === new URL(url).host ? undefined : host
}

/** Followed redirects ended at another origin. */
function leftOrigin({ url, redirects: [first = url] }: Exchange): boolean {
  return new URL(first).origin !== new URL(url).origin
}

/** Statuses with which intermediaries send web pages. */
function isSpokenByOthers(exchange: Exchange): boolean {
  const { status } = exchange
  if (status >= 200 && status < 300) return !asksForPage(exchange)
  // A service that requires credentials says which; a login page does not.
  if (status === 401) return headerValues(exchange, 'www-authenticate').length === 0
  return [403, 429, 451].includes(status) || status > 501
}

/** HTML by its type or, without one, by its content; JSON with a wrong type is the service's. */
export function isWebPage({ headers, body }: Pick<Exchange, 'headers' | 'body'>): boolean {
  const type = mediaTypeOf({ headers })
  const start = startOf(body)
  if (/^\s*[[{"\d]/.test(start)) return false
  return ['text/html', 'application/xhtml+xml'].includes(type) || /^\s*<(?:!doctype html|html)\b/i.test(start)
}

/** Whether a web page was requested. */
export function asksForPage({ sent }: Pick<Exchange, 'sent'>): boolean {
  const accept = sent.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? ''
  return accept.includes('text/html') && !accept.includes('json')
}

/** Header fields of the specification, which only the service sends. */
function bearsOwnFields(exchange: Exchange, requestId: string | undefined): boolean {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining']
  if (names.some(name => headerValues(exchange, name).length > 0)) return true
  const echo = headerValue(exchange, 'x-request-id')
  return requestId !== undefined && echo?.toLowerCase() === requestId.toLowerCase()
}

function titleOf({ body }: Exchange): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(startOf(body)) ?? []
  const words = title.replace(/\s+/g, ' ').trim()
  return words === '' ? '' : ` ${JSON.stringify(clip(words))}`
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
}

/** The beginning of the content, enough to recognize it. */
function startOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 4096))
}
