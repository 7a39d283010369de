/**
 * One request to a service and what came back, as bytes: what every judgement about a service rests on.
 *
 * @packageDocumentation
 */

/** A header field, its name as it was sent. */
export type HeaderField = readonly [name: string, value: string]

export interface Exchange {
  readonly method: string
  /** Where the answer came from: the URL that was asked for, or the last of its redirects. */
  readonly url: string
  /** The request's header fields. Values that the user gave are left out: they may be secret. */
  readonly sent: readonly HeaderField[]
  readonly status: number
  /** The response's header fields, in the order in which they came. */
  readonly headers: readonly HeaderField[]
  /** The content, after its Content-Encoding was undone. */
  readonly body: Uint8Array
  /** RFC 3339 with milliseconds, UTC, by the clock of this machine. */
  readonly sentAt: string
  readonly receivedAt: string
  /** The IP address that answered. */
  readonly address?: string
  /** URLs that led here by redirect, the first one first. */
  readonly redirects: readonly string[]
}

/** All values of a header field, in any letter case of its name. */
export function headerValues({ headers }: Pick<Exchange, 'headers'>, name: string): readonly string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([other]) => other.toLowerCase() === wanted).map(([, value]) => value)
}

/** The value of a header field that stands once; undefined when it is missing or stands more than once. */
export function headerValue(exchange: Pick<Exchange, 'headers'>, name: string): string | undefined {
  const [value, ...more] = headerValues(exchange, name)
  return more.length === 0 ? value : undefined
}
