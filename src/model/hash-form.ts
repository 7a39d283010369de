/**
 * The forms of a hash that the interface specification allows: its section 2.1 shows `sha256:` and no prefix, and says
 * neither how the bytes are written nor that no longer hash may be used. docs/CONFORMANCE.md has the table.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeHex } from '../core/encoding.js'

export interface Hash {
  /** 32, 48 or 64 of them. */
  readonly bytes: Uint8Array
  /** How it differs from 64 hex digits, bare or after `sha256:`; undefined where it does not. */
  readonly otherForm?: string
}

const usual = /^(?:sha256:)?[0-9a-f]{64}$/i

/** The algorithm before a hash: `sha-256:`, `SHA512=`, `sha384-`, `sha3-256:`, `sha512/256:`. */
const label = /^sha(?:3-|-)?(?:512[-/_])?(256|384|512)[:=-]/i

const hex = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i

/** Base64 in either alphabet, of 32 or 64 bytes, padded or not; that of 48 bytes counts only after its algorithm. */
const base64 = /^(?:[\w+/-]{43}=?|[\w+/-]{86}(?:==)?)$/
const base64Of48 = /^[\w+/-]{64}$/

/** Reads a hash of at least 256 bits in any lawful form; undefined for everything else. */
export function readHash(text: string): Hash | undefined {
  const [before = '', bits] = label.exec(text) ?? /^0x/i.exec(text) ?? []
  const rest = text.slice(before.length)
  const bytes = readBytes(rest, bits !== undefined)
  if (bytes === undefined || (before.toLowerCase() === '0x' && !hex.test(rest))) return undefined
  // Who names an algorithm says how long its hashes are.
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
    // Bits that no byte has.
    return undefined
  }
}
