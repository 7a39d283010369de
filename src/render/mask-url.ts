/**
 * URLs for messages and logs.
 *
 * @packageDocumentation
 */

/** A URL without its user name and password, even if it cannot be parsed; any other text unchanged. */
export function maskUrl(text: string): string {
  return text.replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@')
}
