/**
 * Base58 as Bitcoin writes it, with and without a checksum, and SS58, which is made of it.
 *
 * Encodings are unique; anything else is refused.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { concatBytes, describeCharacter, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { ImpossibleStep } from '../context.js'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes: each leading zero byte as a `1`, the rest as a number in base 58. Takes length² steps. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits = convert(bytes, 256, 58)
  const zeros = leadingZeros(bytes)
  return alphabet.charAt(0).repeat(zeros) + digits.map(digit => alphabet.charAt(digit)).join('')
}

/**
 * Decodes what {@link encodeBase58} writes.
 *
 * @throws ImpossibleStep for an invalid character.
 */
export function decodeBase58(text: string): Uint8Array {
  const bad = text.search(/[^1-9A-HJ-NP-Za-km-z]/)
  if (bad !== -1) throw new ImpossibleStep(`expected base58, found ${describeCharacter(text, bad)}`)
  const digits = Uint8Array.from(text, character => alphabet.indexOf(character))
  const bytes = convert(digits, 58, 256)
  const decoded = new Uint8Array(leadingZeros(digits) + bytes.length)
  decoded.set(bytes, decoded.length - bytes.length)
  return decoded
}

function leadingZeros(digits: Uint8Array): number {
  const first = digits.findIndex(digit => digit !== 0)
  return first === -1 ? digits.length : first
}

/** The digits of a number in another base, without leading zeros. */
function convert(digits: Uint8Array, from: number, to: number): readonly number[] {
  const converted: number[] = []
  for (const digit of digits) {
    let carry = digit
    for (let index = 0; index < converted.length; index += 1) {
      carry += (converted[index] ?? 0) * from
      converted[index] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) converted.push(carry % to)
  }
  return converted.reverse()
}

const checksumLength = 4

/**
 * Base58Check: a version and a payload, with a checksum.
 *
 * ```
 * base58(bytes ‖ SHA-256(SHA-256(bytes))[0..4])
 * ```
 */
export function encodeBase58Check(engine: Engine, bytes: Uint8Array): string {
  return encodeBase58(concatBytes(bytes, checksumOf(engine, bytes)))
}

/**
 * The version and the payload of Base58Check.
 *
 * @throws ImpossibleStep for an invalid character, or a wrong or missing checksum.
 */
export function decodeBase58Check(engine: Engine, text: string): Uint8Array {
  const decoded = decodeBase58(text)
  if (decoded.length < checksumLength) throw new ImpossibleStep('there is no checksum')
  const bytes = decoded.slice(0, -checksumLength)
  if (!equalBytes(decoded.subarray(-checksumLength), checksumOf(engine, bytes))) {
    throw new ImpossibleStep('the checksum is wrong')
  }
  return bytes
}

function checksumOf(engine: Engine, bytes: Uint8Array): Uint8Array {
  return engine.hash('sha256', engine.hash('sha256', bytes)).subarray(0, checksumLength)
}

/** Lengths of an SS58 account in bytes: a public key or its hash, or a compressed ECDSA key. */
const accountLengths: readonly number[] = [32, 33]

/** Largest network prefix. */
export const mostSs58Prefix = 16_383

const ss58Domain = encodeUtf8('SS58PRE')

/**
 * SS58, the addresses of Substrate, for accounts with two bytes of checksum.
 *
 * ```
 * base58(prefix ‖ account ‖ BLAKE2b-512("SS58PRE" ‖ prefix ‖ account)[0..2])
 * prefix below 64: itself; others: 01 and bits 7–2, then bits 1–0 and bits 13–8
 * ```
 *
 * @param prefix - of the network, from 0 to {@link mostSs58Prefix}.
 * @throws ImpossibleStep for an account of the wrong length.
 */
export function encodeSs58(engine: Engine, account: Uint8Array, prefix: number): string {
  if (!accountLengths.includes(account.length)) {
    throw new ImpossibleStep(`an account has 32 or 33 bytes, found ${account.length}`)
  }
  const bytes = concatBytes(encodePrefix(prefix), account)
  return encodeBase58(concatBytes(bytes, ss58Checksum(engine, bytes)))
}

/**
 * The account of an SS58 address of a network.
 *
 * @throws ImpossibleStep for another network, a wrong length, or a wrong checksum.
 */
export function decodeSs58(engine: Engine, text: string, prefix: number): Uint8Array {
  const decoded = decodeBase58(text)
  const wanted = encodePrefix(prefix)
  const account = decoded.slice(wanted.length, -2)
  if (!equalBytes(decoded.subarray(0, wanted.length), wanted)) {
    throw new ImpossibleStep(`the address is of another network than ${prefix}`)
  }
  if (!accountLengths.includes(account.length)) {
    throw new ImpossibleStep(`an account has 32 or 33 bytes, found ${account.length}`)
  }
  if (!equalBytes(decoded.subarray(-2), ss58Checksum(engine, decoded.subarray(0, -2)))) {
    throw new ImpossibleStep('the checksum is wrong')
  }
  return account
}

function encodePrefix(prefix: number): Uint8Array {
  if (prefix < 64) return Uint8Array.of(prefix)
  return Uint8Array.of(0x40 | ((prefix >> 2) & 0x3f), ((prefix & 3) << 6) | (prefix >> 8))
}

function ss58Checksum(engine: Engine, bytes: Uint8Array): Uint8Array {
  return engine.hash('blake2b-512', concatBytes(ss58Domain, bytes)).subarray(0, 2)
}
