/**
 * JSON pointers, RFC 6901.
 *
 * @packageDocumentation
 */

/** Joins member names and array indexes to an RFC 6901 JSON pointer; the empty list gives `''`, the whole. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map(segment => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * The value at a pointer; undefined if there is none.
 *
 * @param pointer - RFC 6901: empty for the whole, otherwise segments that begin with `/`.
 */
export function followPointer(value: unknown, pointer: string): unknown {
  let at = value
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !isPlace(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}

/** Whether `name` is a list index without leading zeros. */
function isPlace(of: object, name: string): boolean {
  return Object.hasOwn(of, name) && (!Array.isArray(of) || /^(0|[1-9]\d*)$/.test(name))
}
