/**
 * UUIDs.
 *
 * @packageDocumentation
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID (RFC 9562) in lower case; undefined for any other text. */
export function parseUuid(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}
