/**
 * JSON pointers, RFC 6901.
 *
 * @packageDocumentation
 */

/** Joins member names and array indexes to an RFC 6901 JSON pointer; the empty list gives `''`, the whole. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map(segment => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
