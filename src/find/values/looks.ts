/**
 * What the text of a published value looks like. What counts as hex, as base64 and as a whole number is said here
 * alone: the search (`shape.ts`) and the recipe that a person completes (`guess-type.ts`) take it from here, and differ
 * in how sure they have to be.
 *
 * @packageDocumentation
 */
import { decodeBase64 } from '../../core/encoding.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'

/** Whole bytes in hex. */
export interface HexText {
  /** `0x`, `sha256:` in the letter case that it has, or nothing. */
  readonly prefix: string
  readonly digits: string
  readonly hasLower: boolean
  readonly hasUpper: boolean
}

const hexForm = /^(0x|sha256:)?((?:[0-9a-f]{2}){8,})$/i

/** As many digits as a recipe reads of a number. */
const wholeForm = /^(0|-?[1-9][0-9]{0,1199})$/

/** Hex of eight bytes or more; undefined for any other text. */
export function readHexText(text: string): HexText | undefined {
  const match = hexForm.exec(text)
  if (match === null) return undefined
  const [, prefix = '', digits = ''] = match
  return { prefix, digits, hasLower: /[a-f]/.test(digits), hasUpper: /[A-F]/.test(digits) }
}

/** The bytes of canonical base64; undefined for any other text, and for letters of one case, which are more likely words. */
export function readBase64Text(text: string): Uint8Array | undefined {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  return isMixed ? tryRead(decodeBase64, text) : undefined
}

/** A whole number in decimal digits, as it is printed. */
export function isWholeNumber(text: string): boolean {
  return wholeForm.test(text)
}

/** Digits on both sides of a point. */
export function isDecimalFraction(text: string): boolean {
  return /^-?[0-9]+\.[0-9]+$/.test(text)
}

/** A time as RFC 3339 has it. */
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
