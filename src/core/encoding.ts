/**
 * Strict conversion between text and bytes: accepted text is exactly what encoding gives back.
 *
 * @packageDocumentation
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { DrawauditError } from '../errors.js'

export { concatBytes }

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const lowerCase = encoder.encode('0123456789abcdef')
const upperCase = encoder.encode('0123456789ABCDEF')

/**
 * The hexadecimal digits of bytes, as ASCII bytes.
 *
 * @param text - target array of twice the length; a new one by default.
 */
export function hexDigits(
  bytes: Uint8Array,
  letterCase: 'lower' | 'upper' = 'lower',
  text = new Uint8Array(2 * bytes.length),
): Uint8Array {
  const digits = letterCase === 'lower' ? lowerCase : upperCase
  // Not forEach, which takes three times as long and matters for chains of millions of hashes.
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    text[2 * index] = digits[byte >> 4] ?? 0
    text[2 * index + 1] = digits[byte & 15] ?? 0
  }
  return text
}

/**
 * Encodes bytes as lower-case hexadecimal text.
 *
 * @example
 * ```js
 * encodeHex(new Uint8Array([0, 255])) // 00ff
 * ```
 */
export function encodeHex(bytes: Uint8Array): string {
  // In one piece: a string built digit by digit takes many times its length in memory.
  return decoder.decode(hexDigits(bytes))
}

/**
 * Decodes hexadecimal text of either letter case.
 *
 * @throws DrawauditError `hex-invalid` for an odd number of digits or another character.
 *
 * @example
 * ```js
 * decodeHex('00ff')[1] // 255
 * ```
 */
export function decodeHex(text: string): Uint8Array {
  const bad = text.search(/[^0-9a-fA-F]/)
  if (bad !== -1) {
    throw new DrawauditError('hex-invalid', `expected hex digits, found ${describeCharacter(text, bad)}`, {
      where: { character: bad },
    })
  }
  if (text.length % 2 !== 0) {
    throw new DrawauditError('hex-invalid', `expected an even number of hex digits, found ${text.length}`)
  }
  return hexToBytes(text)
}

/**
 * Encodes bytes as standard base64 with padding (RFC 4648 section 4).
 *
 * @example
 * ```js
 * encodeBase64(new Uint8Array([0, 255])) // AP8=
 * ```
 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * Decodes standard base64 with padding (RFC 4648 section 4), canonical only.
 *
 * @throws DrawauditError `base64-invalid` for any other character, missing padding or non-zero trailing bits.
 *
 * @example
 * ```js
 * decodeBase64('AP8=')[1] // 255
 * ```
 */
export function decodeBase64(text: string): Uint8Array {
  // As bytes, which a loop over a table takes faster than characters; atob, and btoa to compare with, take three times as long.
  const digits = encoder.encode(text)
  const { length } = digits
  if (length % 4 !== 0) throw explainBase64(text)
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  // Padding counts as zero, and its bytes are cut off.
  if (padding > 0) digits.fill(zeroDigit, -padding)
  const bytes = new Uint8Array((length / 4) * 3)
  let all = 0
  let last = 0
  for (let from = 0, to = 0; from < length; from += 4, to += 3) {
    const a = valueOf(digits[from])
    const b = valueOf(digits[from + 1])
    const c = valueOf(digits[from + 2])
    const d = valueOf(digits[from + 3])
    all |= a | b | c | d
    last = (a << 18) | (b << 12) | (c << 6) | d
    bytes[to] = last >> 16
    bytes[to + 1] = last >> 8
    bytes[to + 2] = last
  }
  const spare = padding === 0 ? 0 : last & (padding === 1 ? 0xff : 0xffff)
  if (all > 63 || spare !== 0) throw explainBase64(text)
  return padding === 0 ? bytes : bytes.slice(0, -padding)
}

const noValue = 64
const zeroDigit = 0x41

/** The values of base64 digits by their bytes. */
const base64Values = new Uint8Array(256).fill(noValue)
const valueOf = (digit = 0): number => base64Values[digit] ?? noValue
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (let value = 0; value < 64; value += 1) base64Values[base64Digits.charCodeAt(value)] = value

function explainBase64(text: string): DrawauditError {
  const bad = text.search(/[^A-Za-z0-9+/=]/)
  if (bad === -1) {
    return new DrawauditError('base64-invalid', 'base64 is not in its canonical form', {
      hint: 'it needs padding to a multiple of four characters and zero bits at the end',
    })
  }
  return new DrawauditError('base64-invalid', `expected base64, found ${describeCharacter(text, bad)}`, {
    where: { character: bad },
  })
}

/**
 * Whether there are no lone surrogates. String.isWellFormed is missing in older browsers that the page supports.
 */
export function isWellFormed(text: string): boolean {
  // Few texts have surrogates, and the second test takes a hundred times as long as the first.
  return !/[\uD800-\uDFFF]/.test(text) || !/\p{Surrogate}/u.test(text)
}

/**
 * Encodes text as UTF-8.
 *
 * @throws DrawauditError `text-invalid` for a lone surrogate, which UTF-8 cannot represent.
 */
export function encodeUtf8(text: string): Uint8Array {
  return encodeShort(text) ?? encodeLong(text)
}

/** Characters that are encoded one by one sooner than the encoder is called. */
const shortText = 64

/** The bytes of a short text of ASCII characters. */
function encodeShort(text: string): Uint8Array | undefined {
  if (text.length > shortText) return undefined
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return undefined
    bytes[index] = unit
  }
  return bytes
}

function encodeLong(text: string): Uint8Array {
  if (!isWellFormed(text)) throw new DrawauditError('text-invalid', 'text has a lone surrogate')
  return encoder.encode(text)
}

/**
 * Decodes UTF-8. A byte order mark is kept as a character: dropping it would change the bytes.
 *
 * @throws DrawauditError `utf8-invalid` with the offset of the first byte that cannot be decoded.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    const byte = validUtf8Length(bytes)
    throw new DrawauditError('utf8-invalid', `byte ${byte} is not valid UTF-8`, {
      where: { byte },
      hint: 'save the file as UTF-8',
    })
  }
}

/** Length of the longest prefix that ends at a character boundary, by bisection. */
function validUtf8Length(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      low = middle
    } catch {
      high = middle - 1
    }
  }
  // Streaming mode ignores an incomplete last character: leave it out.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return new TextEncoder().encode(decoder.decode(bytes.subarray(0, low), { stream: true })).length
}

/** Names a character so that look-alikes and invisible characters can be told apart: `"а" (U+0430)`. */
export function describeCharacter(text: string, index: number): string {
  const codePoint = text.codePointAt(index)
  if (codePoint === undefined) return 'the end of the text'
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  const character = String.fromCodePoint(codePoint)
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `${JSON.stringify(character)} (${name})` : name
}
