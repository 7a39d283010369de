/**
 * UUIDs.
 *
 * @packageDocumentation
 */

import { encodeHex } from './encoding.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID (RFC 9562) in lower case; undefined for any other text. */
export function parseUuid(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}

/** The UUID of version 8 (RFC 9562) made from the first 16 bytes of a digest: deterministic. */
export function deriveUuid(digest: Uint8Array): string {
  const bytes = digest.slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = encodeHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
