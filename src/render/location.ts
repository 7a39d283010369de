/**
 * Where a subject came from, as a URI.
 *
 * @packageDocumentation
 */

/** The source of a subject as a URI reference of RFC 3986: of a URL all but a password, of a path every segment encoded. */
export function locate(source: string): string {
  const text = source.toWellFormed()
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return encodeUrl(new URL(text))
  const path = text.replace(/^(\.\/+)+/, '')
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? `file://${encoded}` : encoded
}

/** URLs of the web may hold characters that those of RFC 3986 may not. */
function encodeUrl({ origin, pathname, search, hash }: URL): string {
  const encode = (part: string): string =>
    part.replace(/[^\w.~:/?@!$&'()*+,;=%-]|%(?![\da-f]{2})/gi, encodeURIComponent)
  return `${origin}${encode(pathname)}${encode(search)}${hash === '' ? '' : `#${encode(hash.slice(1))}`}`
}
