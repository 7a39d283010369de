/**
 * Where a subject came from, as a URI.
 *
 * @packageDocumentation
 */

/**
 * A subject's source as a URI reference (RFC 3986): a URL without its password, or a path with every segment
 * encoded.
 */
export function locate(source: string): string {
  const text = source.toWellFormed()
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return encodeUrl(new URL(text))
  const path = text.replace(/^(\.\/+)+/, '')
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${encoded}` : encoded
}

/** Encodes characters that web URLs may contain and RFC 3986 forbids. */
function encodeUrl({ origin, pathname, search, hash }: URL): string {
  const encode = (part: string): string =>
    part.replace(/[^\w.~:/?@!$&'()*+,;=%-]|%(?![\da-f]{2})/gi, encodeURIComponent)
  return `${origin}${encode(pathname)}${encode(search)}${hash === '' ? '' : `#${encode(hash.slice(1))}`}`
}
