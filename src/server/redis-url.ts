/**
 * The URL of a Redis or Valkey server. It may hold a password, which no message and no log shows.
 *
 * @packageDocumentation
 */

/** What is told of a server: `redis://[user[:password]@]host[:port][/database]`. */
export interface RedisUrl {
  /** As a driver takes it: with the password, and `redis` or `rediss` whatever it was called. */
  readonly url: string
  /** As a log may show it: scheme, host and port. */
  readonly name: string
  /** As settings are printed: `***` for the password. */
  readonly masked: string
}

/** Reads `redis:` and `valkey:` URLs, `rediss:` and `valkeys:` for TLS; undefined for any other text. */
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
