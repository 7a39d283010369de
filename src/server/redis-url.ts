/**
 * The URL of a Redis or Valkey server. Its password is kept out of messages and logs.
 *
 * @packageDocumentation
 */

/** A server's URL: `redis://[user[:password]@]host[:port][/database]`. */
export interface RedisUrl {
  /** For the driver: with the password, and the scheme `redis` or `rediss`. */
  readonly url: string
  /** For logs: scheme, host and port. */
  readonly name: string
  /** For printed settings: the password replaced by `***`. */
  readonly masked: string
}

/** Parses `redis:` and `valkey:` URLs, or `rediss:` and `valkeys:` for TLS; undefined for any other text. */
export function parseRedisUrl(text: string): RedisUrl | undefined {
  if (!/^(redis|valkey)s?:\/\/[^/?#\s]+(\/\d{0,9})?$/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.hostname === '' || !isEncoded(url.username) || !isEncoded(url.password)) return undefined
  const name = `${url.protocol}//${url.host}`
  if (url.password !== '') url.password = '***'
  return { url: text.replace(/^valkey/, 'redis'), name, masked: url.password === '' ? text : url.href }
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
