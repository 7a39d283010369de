/**
 * Who answered: the service, or something in front of it. docs/CONFORMANCE.md, "Who answered", has the rule in words.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValue, headerValues, type Exchange } from '../model/exchange.js'
import { onlyHttp2 } from '../remote/failure.js'
import { mediaTypeOf } from './media-type.js'

/** Fields by which one says that it answered instead of the service: whose they are. */
const marks: readonly (readonly [name: string, value: RegExp, whose: string])[] = [
  ['cf-mitigated', /./, 'Cloudflare'],
  ['x-amzn-waf-action', /./, 'AWS WAF'],
  ['x-vercel-mitigated', /./, 'Vercel'],
  ['x-squid-error', /./, 'a Squid proxy'],
  // RFC 9209, section 2.3.1.
  ['proxy-status', /;\s*error\s*=/i, 'a proxy'],
]

/**
 * Tells an answer that is not the service's own: no rule is judged on it.
 *
 * @param requestId - the X-Request-Id that was sent.
 * @returns `remote-intercepted` or `remote-http2` with the words for it; undefined of an answer of the service.
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

/** A redirect that led, or leads, to where nobody may ask: what a network does that wants a login first. */
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

/** An answer by HTTP/1.1 that HTTP/1.1 is not spoken here. The words are those of servers made with Node. */
function refusesHttp1({ status, headers, body }: Exchange): boolean {
  if (status === 505) return true
  if (status === 426) return /\bh2c?\b/i.test(headerValues({ headers }, 'upgrade').join())
  return status === 403 && /^\w+ ALPN Protocol, expected `h2`/.test(startOf(body))
}

/** Where a redirect leads that was not followed, when that is another host. */
function findElsewhere({ status, headers, url }: Exchange): string | undefined {
  const location = headerValue({ headers }, 'location')
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url)) return undefined
  const { host } = new URL(location, url)
  return host === new URL(url).host ? undefined : host
}

/** Followed redirects ended at another origin than the one that was asked. */
function leftOrigin({ url, redirects: [first = url] }: Exchange): boolean {
  return new URL(first).origin !== new URL(url).origin
}

/** The statuses with which others than the service send web pages. */
function isSpokenByOthers(exchange: Exchange): boolean {
  const { status } = exchange
  if (status >= 200 && status < 300) return !asksForPage(exchange)
  // Who requires credentials says which; a page to log in by does not.
  if (status === 401) return headerValues(exchange, 'www-authenticate').length === 0
  return [403, 429, 451].includes(status) || status > 501
}

/** HTML by its type or, where none is said, by its content; JSON with a wrong type is the service's. */
export function isWebPage({ headers, body }: Pick<Exchange, 'headers' | 'body'>): boolean {
  const type = mediaTypeOf({ headers })
  const start = startOf(body)
  if (/^\s*[[{"\d]/.test(start)) return false
  return ['text/html', 'application/xhtml+xml'].includes(type) || /^\s*<(?:!doctype html|html)\b/i.test(start)
}

/** Whether a web page is what was asked for. */
export function asksForPage({ sent }: Pick<Exchange, 'sent'>): boolean {
  const accept = sent.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? ''
  return accept.includes('text/html') && !accept.includes('json')
}

/** Fields of the specification: who sends them has read it. */
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

/** As much of the content as tells what it is. */
function startOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 4096))
}
