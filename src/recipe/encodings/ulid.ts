/**
 * ULIDs: 16 bytes, beginning with a time of six bytes, in 26 characters that sort like the bytes.
 *
 * @packageDocumentation
 */
import { describeCharacter } from '../../core/encoding.js'
import { ImpossibleStep } from '../context.js'

/** Crockford's base 32, without I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const length = 26

/** The canonical text of 16 bytes (https://github.com/ulid/spec). */
export function encodeUlid(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let index = 0; index < length; index += 1) {
    text = alphabet.charAt(Number(number & 31n)) + text
    number >>= 5n
  }
  return text
}

/**
 * The 16 bytes of a ULID.
 *
 * @throws ImpossibleStep for a wrong length, other characters (including lower case), and more than 128 bits.
 */
export function decodeUlid(text: string): Uint8Array {
  if (text.length !== length)
    throw new ImpossibleStep(`expected the 26 characters of a ULID, found ${text.length}`)
  const bad = text.search(/[^0-9A-HJKMNP-TV-Z]/)
  if (bad !== -1) throw new ImpossibleStep(`expected a ULID, found ${describeCharacter(text, bad)}`)
  if (!/^[0-7]/.test(text)) throw new ImpossibleStep(`a ULID begins with 0 to 7, found ${text.charAt(0)}`)
  let number = Array.from(text).reduce((sum, digit) => (sum << 5n) | BigInt(alphabet.indexOf(digit)), 0n)
  const bytes = new Uint8Array(16)
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(number & 255n)
    number >>= 8n
  }
  return bytes
}
