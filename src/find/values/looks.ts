/**
 * Recognizes hex, base64 and integers in the text of a published value. The search (`shape.ts`) and the draft
 * of a recipe (`guess-type.ts`) share it, and differ in how sure they must be.
 *
 * @packageDocumentation
 */
import { decodeBase64 } from '../../core/encoding.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'

/** Whole bytes in hex. */
export interface HexText {
  /** `0x`, `sha256:` in its letter case, or empty. */
  readonly prefix: string
  readonly digits: string
  readonly hasLower: boolean
  readonly hasUpper: boolean
}

const hexForm = /^(0x|sha256:)?((?:[0-9a-f]{2}){8,})$/i

/** Up to the number of digits that a recipe reads. */
const wholeForm = /^(0|-?[1-9][0-9]{0,1199})$/

/** Hex of at least eight bytes; undefined for any other text. */
export function readHexText(text: string): HexText | undefined {
  const match = hexForm.exec(text)
  if (match === null) return undefined
  const [, prefix = '', digits = ''] = match
  return { prefix, digits, hasLower: /[a-f]/.test(digits), hasUpper: /[A-F]/.test(digits) }
}

/**
 * Bytes of canonical base64; undefined for any other text, and for letters of one case, which are more likely
 * words.
 */
export function readBase64Text(text: string): Uint8Array | undefined {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  return isMixed ? tryRead(decodeBase64, text) : undefined
}

/** Whether the text is an integer in canonical decimal digits. */
export function isWholeNumber(text: string): boolean {
  return wholeForm.test(text)
}

/** Whether there are digits on both sides of a point. */
export function isDecimalFraction(text: string): boolean {
  return /^-?[0-9]+\.[0-9]+$/.test(text)
}

/** Whether the text is an RFC 3339 time. */
export function isTimeText(text: string): boolean {
  return tryRead(parseTime, text) !== undefined
}

function tryRead<T>(read: (text: string) => T, text: string): T | undefined {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return undefined
    throw error
  }
}
