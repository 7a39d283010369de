/**
 * A request to a service and its response, as bytes: the basis of every judgement about a service.
 *
 * @packageDocumentation
 */

/** A header field, with its name as sent. */
export type HeaderField = readonly [name: string, value: string]

export interface Exchange {
  readonly method: string
  /** The requested URL, or the last one of its redirects. */
  readonly url: string
  /** The request's header fields. The user's own values are left out: they may be secret. */
  readonly sent: readonly HeaderField[]
  readonly status: number
  /** The response's header fields, in order of arrival. */
  readonly headers: readonly HeaderField[]
  /** The content after decoding. */
  readonly body: Uint8Array
  /** RFC 3339 with milliseconds, UTC, by this machine's clock. */
  readonly sentAt: string
  readonly receivedAt: string
  /** The IP address that answered. */
  readonly address?: string
  /** URLs that redirected here, first one first. */
  readonly redirects: readonly string[]
}

/** All values of a header field; the name in any letter case. */
export function headerValues({ headers }: Pick<Exchange, 'headers'>, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([other]) => other.toLowerCase() === wanted).map(([, value]) => value)
}

/** The value of a header field; undefined unless it occurs exactly once. */
export function headerValue(exchange: Pick<Exchange, 'headers'>, name: string): string | undefined {
  const [value, ...more] = headerValues(exchange, name)
  return more.length === 0 ? value : undefined
}
