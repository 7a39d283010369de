/**
 * The values in notes and checkpoints. Each is encoded again and compared, so that it has one spelling.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { decodeBase64, isWellFormed } from './encoding.js'

/**
 * Reads a decimal number without sign or leading zeros.
 *
 * @returns undefined for anything else, or above 2^53 − 1.
 */
export function parseDecimal(text: string): number | undefined {
  if (!/^[0-9]{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return Number.isSafeInteger(number) && String(number) === text ? number : undefined
}

/** Reads padded standard base64 in its canonical form. @returns undefined for anything else. */
export function parseBase64(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text)
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'base64-invalid') return undefined
    throw error
  }
}

/** Reads the base64 of 32 bytes. @returns undefined for anything else. */
export function parseHash(text: string): Uint8Array | undefined {
  if (text.length !== 44) return undefined
  const hash = parseBase64(text)
  return hash?.length === 32 ? hash : undefined
}

/**
 * Whether there are no lone surrogates, which have no bytes, and no control character below U+0020 but the
 * newline.
 */
export function isNoteText(text: string): boolean {
  return isWellFormed(text) && !/[^\n\u{20}-\u{10FFFF}]/u.test(text)
}

/**
 * Whether a text can be a key name: no Unicode spaces, no plus sign, and nothing that is illegal in a note.
 */
export function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}+]+$/u.test(name) && isNoteText(name)
}
