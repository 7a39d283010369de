/**
 * The forms of a hash that the interface specification allows: its section 2.1 shows hashes with and without
 * `sha256:`, but does not fix the encoding or forbid longer hashes. See the table in docs/CONFORMANCE.md.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeHex } from '../core/encoding.js'

export interface ParsedHash {
  /** 32, 48 or 64 bytes. */
  readonly bytes: Uint8Array
  /** How it differs from 64 hex digits, bare or after `sha256:`; undefined if it does not. */
  readonly otherForm?: string
}

const usual = /^(?:sha256:)?[0-9a-f]{64}$/i

/** An algorithm label before a hash: `sha-256:`, `SHA512=`, `sha384-`, `sha3-256:`, `sha512/256:`. */
const label = /^sha(?:3-|-)?(?:512[-/_])?(256|384|512)[:=-]/i

const hex = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i

/** Base64 in either alphabet, of 32 or 64 bytes, padded or not; 48 bytes count only after a label. */
const base64 = /^(?:[\w+/-]{43}=?|[\w+/-]{86}(?:==)?)$/
const base64Of48 = /^[\w+/-]{64}$/

/** Reads a hash of at least 256 bits in any allowed form; undefined for anything else. */
export function readHash(text: string): ParsedHash | undefined {
  const [before = '', bits] = label.exec(text) ?? /^0x/i.exec(text) ?? []
  const rest = text.slice(before.length)
  const bytes = readBytes(rest, bits !== undefined)
  if (bytes === undefined || (before.toLowerCase() === '0x' && !hex.test(rest))) return undefined
  // A label fixes the length.
  if (bits !== undefined && bytes.length * 8 !== Number(bits)) return undefined
  if (usual.test(text)) return { bytes }
  const written = hex.test(rest) ? `${rest.length} hex digits` : `base64 of ${bytes.length} bytes`
  return { bytes, otherForm: before === '' ? written : `${written} after ${before}` }
}

function readBytes(text: string, isLabelled: boolean): Uint8Array | undefined {
  if (hex.test(text)) return decodeHex(text)
  if (!base64.test(text) && !(isLabelled && base64Of48.test(text))) return undefined
  const digits = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return decodeBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
  } catch {
    // Non-zero spare bits.
    return undefined
  }
}
