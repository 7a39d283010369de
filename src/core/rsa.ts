/**
 * RSA public keys: read strictly, so that no two libraries see different keys. The engines do the rest.
 *
 * @packageDocumentation
 */
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { DrawauditError } from '../errors.js'
import { concatBytes, decodeHex } from './encoding.js'

/** Padding and hash of each RSA algorithm, RFC 8017. The PSS salt is as long as the digest. */
export const rsaAlgorithms = {
  'rsa-pkcs1-sha256': { padding: 'pkcs1', hash: 'sha256', digestLength: 32 },
  'rsa-pkcs1-sha512': { padding: 'pkcs1', hash: 'sha512', digestLength: 64 },
  'rsa-pss-sha256': { padding: 'pss', hash: 'sha256', digestLength: 32 },
  'rsa-pss-sha512': { padding: 'pss', hash: 'sha512', digestLength: 64 },
} as const

/** One of {@link rsaAlgorithms}. */
export type RsaAlgorithm = keyof typeof rsaAlgorithms

/** Whether `algorithm` is an RSA one. */
export function isRsa(algorithm: string): algorithm is RsaAlgorithm {
  return Object.hasOwn(rsaAlgorithms, algorithm)
}

/** Modulus and exponent, big-endian without leading zeros. */
export interface RsaNumbers {
  readonly modulus: Uint8Array
  readonly exponent: Uint8Array
}

const [fewestBits, mostBits] = [2048, 8192]
const largestExponent = 2n ** 32n

/** AlgorithmIdentifier of rsaEncryption with its NULL, RFC 3279 section 2.3.1. */
const identifier = decodeHex('300d06092a864886f70d0101010500')

const [integerTag, bitsTag, sequenceTag] = [0x02, 0x03, 0x30]

/**
 * Reads an RSA public key: SubjectPublicKeyInfo (RFC 5280 section 4.1) or the bare RSAPublicKey (RFC 8017
 * appendix A.1.1), in canonical DER.
 *
 * ```
 * SubjectPublicKeyInfo   30 length   AlgorithmIdentifier   03 length 00 RSAPublicKey
 * RSAPublicKey           30 length   02 length modulus   02 length exponent
 * ```
 *
 * @throws DrawauditError `key-invalid` for other bytes, an even number or an exponent above 2^32; `key-length` for
 * a modulus of more than 8192 bits; `key-weak` for one of less than 2048 bits or with a small factor, and for the
 * exponent 1.
 */
export function parseRsaKey(der: Uint8Array): RsaNumbers {
  const numbers = decodeKey(der)
  if (numbers === undefined) {
    throw new DrawauditError('key-invalid', 'the bytes are not an RSA public key in DER', {
      hint: 'expected SubjectPublicKeyInfo or RSAPublicKey; for a PEM file, its decoded base64',
    })
  }
  checkNumbers(numbers)
  return numbers
}

/** The same key as SubjectPublicKeyInfo, which is what engines read. */
export function encodeRsaSpki({ modulus, exponent }: RsaNumbers): Uint8Array {
  const key = encodeDer(sequenceTag, encodeInteger(modulus), encodeInteger(exponent))
  return encodeDer(sequenceTag, identifier, encodeDer(bitsTag, Uint8Array.of(0), key))
}

function decodeKey(der: Uint8Array): RsaNumbers | undefined {
  const body = readWhole(der, sequenceTag)
  if (body?.[0] !== sequenceTag) return decodeNumbers(body)
  if (!identifier.every((byte, index) => body[index] === byte)) return undefined
  const bits = readWhole(body.subarray(identifier.length), bitsTag)
  return bits?.[0] === 0 ? decodeNumbers(readWhole(bits.subarray(1), sequenceTag)) : undefined
}

function decodeNumbers(body: Uint8Array | undefined): RsaNumbers | undefined {
  const first = body && readElement(body, integerTag)
  const modulus = readPositive(first?.content)
  const exponent = readPositive(first && readWhole(first.rest, integerTag))
  return modulus && exponent && { modulus, exponent }
}

/** The digits of a positive INTEGER, X.690 section 8.3; undefined if it is zero, negative or not minimal. */
function readPositive(content: Uint8Array | undefined): Uint8Array | undefined {
  const [first = 0, second = 0] = content ?? []
  if (first >= 0x80) return undefined
  if (first > 0) return content
  return second >= 0x80 ? content?.subarray(1) : undefined
}

/** The content of the single element that is all of `der`. */
function readWhole(der: Uint8Array, tag: number): Uint8Array | undefined {
  const element = readElement(der, tag)
  return element?.rest.length === 0 ? element.content : undefined
}

/** The first element of `der`. Its length is minimal, X.690 section 10.1, and at most 64 KiB. */
function readElement(
  der: Uint8Array,
  tag: number,
): { readonly content: Uint8Array; readonly rest: Uint8Array } | undefined {
  const [found, short = 0, high = 0, low = 0] = der
  const extra = short < 0x80 ? 0 : short - 0x80
  if (found !== tag || extra > 2 || short === 0x80 || der.length < 2 + extra) return undefined
  const length = [short, high, 256 * high + low][extra] ?? 0
  if (length < ([0, 0x80, 0x100][extra] ?? 0)) return undefined
  const end = 2 + extra + length
  return der.length < end ? undefined : { content: der.subarray(2 + extra, end), rest: der.subarray(end) }
}

export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts)
  const { length } = content
  const digits = length < 0x80 ? [] : length < 0x100 ? [length] : [length >> 8, length & 255]
  const head = digits.length === 0 ? [tag, length] : [tag, 0x80 + digits.length, ...digits]
  return concatBytes(Uint8Array.from(head), content)
}

function encodeInteger(digits: Uint8Array): Uint8Array {
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : []
  return encodeDer(integerTag, Uint8Array.from(sign), digits)
}

/** The product of the odd primes below 752, as in SP 800-89 section 5.3.3. */
const smallPrimes = Array.from({ length: 375 }, (_, index) => 2 * index + 3)
  .filter((number, index, odd) => odd.slice(0, index).every(other => number % other !== 0))
  .reduce((product, prime) => product * BigInt(prime), 1n)

function checkNumbers(numbers: RsaNumbers): void {
  const modulus = bytesToNumberBE(numbers.modulus)
  const exponent = bytesToNumberBE(numbers.exponent)
  const bits = modulus.toString(2).length
  const refuse = (code: 'key-invalid' | 'key-length' | 'key-weak', fault: string): never => {
    throw new DrawauditError(code, `this RSA key has ${fault}`, {
      ...(code === 'key-weak' && {
        hint: 'signatures under such a key prove nothing; ask for another key',
      }),
    })
  }
  if (bits > mostBits) refuse('key-length', `${bits} bits, more than ${mostBits}`)
  if (bits < fewestBits) refuse('key-weak', `${bits} bits, less than ${fewestBits}`)
  if (exponent === 1n) refuse('key-weak', 'the exponent 1')
  if (exponent % 2n === 0n || exponent > largestExponent) {
    refuse('key-invalid', 'an exponent that is not an odd number from 3 to 2^32')
  }
  if (modulus % 2n === 0n) refuse('key-invalid', 'an even modulus')
  if (greatestDivisor(smallPrimes, modulus) !== 1n) refuse('key-weak', 'a modulus with a small factor')
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [divisor, rest] = [a, b % a]
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest]
  return divisor
}
