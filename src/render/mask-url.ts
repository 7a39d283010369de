/**
 * URLs as they are told.
 *
 * @packageDocumentation
 */

/** A URL without the user name and password in it, whether or not it can be parsed; any other text as it is. */
export function maskUrl(text: string): string {
  return text.replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1***@')
}
