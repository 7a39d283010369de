/**
 * SHA-256 digests: the only place that accepts several spellings, and explanations of why two digests differ.
 *
 * @packageDocumentation
 */
import { equalBytes } from '@noble/curves/utils.js'
import { sha256 as hashSha256 } from '@noble/hashes/sha2.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { concatBytes, decodeHex, describeCharacter, encodeHex, encodeUtf8, hexDigits } from './encoding.js'

/**
 * Whether two byte arrays are equal, in time that depends only on their lengths. Arrays of different lengths
 * are not equal.
 *
 * @throws TypeError if either is not a Uint8Array.
 */
export { equalBytes }

const maxLength = 1024

/**
 * Normalizes a SHA-256 digest to the form that drawaudit prints: `sha256:` and 64 lower-case hex digits.
 * Accepts exactly 64 hex digits, with or without `sha256:` before them, in any letter case. 64 hex digits are
 * always hex, though they could be base64 too.
 *
 * @throws DrawauditError with a code that begins with `hash-` for everything else; `where.character` is the
 * place in `text`.
 *
 * @example
 * ```js
 * normalizeSha256('SHA256:' + 'AB'.repeat(32)) === 'sha256:' + 'ab'.repeat(32) // true
 * ```
 */
export function normalizeSha256(text: string): string {
  return `sha256:${digitsOf(text).toLowerCase()}`
}

/** The 64 hex digits of a digest in any accepted spelling. */
function digitsOf(text: string): string {
  const given: unknown = text
  if (typeof given !== 'string') {
    const found =
      given === null ? 'null' : Array.isArray(given) ? 'an array' : `a value of type ${typeof given}`
    throw new DrawauditError('hash-type', `expected a SHA-256 digest as text, found ${found}`, {
      hint: 'write the digest as a string of 64 hex digits',
    })
  }
  if (text.length > maxLength) {
    const found = `found ${text.length} characters`
    throw refusal('hash-length', 64, found, 'give the digest, not the data itself')
  }
  const digits = /^(?:[sS][hH][aA]256:)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (digits === undefined) throw explainRefusal(text)
  return digits
}

/**
 * Reads a SHA-256 digest in any spelling that {@link normalizeSha256} accepts.
 *
 * @returns 32 bytes.
 * @throws DrawauditError as {@link normalizeSha256} does.
 *
 * @example
 * ```js
 * parseSha256('ab'.repeat(32)).length // 32
 * ```
 */
export function parseSha256(text: string): Uint8Array {
  return decodeHex(digitsOf(text))
}

/**
 * Prints a digest as {@link normalizeSha256} does.
 *
 * @param digest - 32 bytes.
 * @throws DrawauditError `hash-length` unless `digest` has 32 bytes.
 *
 * @example
 * ```js
 * formatSha256(new Uint8Array(32)) === 'sha256:' + '00'.repeat(32) // true
 * ```
 */
export function formatSha256(digest: Uint8Array): string {
  if (digest.length !== 32) {
    throw new DrawauditError('hash-length', `expected a SHA-256 digest of 32 bytes, found ${digest.length}`, {
      hint: 'give the whole digest, as bytes',
    })
  }
  return `sha256:${encodeHex(digest)}`
}

/** Names of other algorithms, in lower case and without punctuation. */
const otherAlgorithms =
  /^(?:md[245]|sha1?|sha(?:224|384|512|512224|512256)|sha3(?:224|256|384|512)?|shake(?:128|256)|keccak(?:224|256|384|512)?|blake[23]|blake2[bs](?:p|128|160|224|256|384|512)?|ripemd160|rmd160|whirlpool|sm3|crc32|xxh(?:32|64|128)|hmacsha(?:256|512))$/

/** Algorithms by digest length in hex digits. */
const algorithmsByLength: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  56: 'SHA-224',
  96: 'SHA-384',
  128: 'SHA-512',
}

/** Base64 of 32 bytes in either alphabet: the last character has two spare bits, which are zero. */
const base64Form = /^(?:[A-Za-z0-9+/]{42}|[A-Za-z0-9_-]{42})[AEIMQUYcgkosw048]=?$/

/**
 * Prefixes that people write before a digest, with separator: `0x`, `sha512-`, `SHA256 (file) =`, `name:`,
 * `name=`.
 */
const labelForm =
  /^(?:0x|(?:sha-?(?:1|224|256|384|512)|md5)[- ]|[a-z][a-z0-9]*(?:[-_/.][a-z0-9]+)*(?::|=(?!=?$)))/i

/** Hints for a label; the first matching form counts. */
const labelHints: readonly (readonly [form: RegExp, hint: string])[] = [
  [/^0x/i, 'remove 0x'],
  [/^sha256:/i, 'write the prefix once'],
  [/^sha256-/i, 'this is how web pages pin files: decode the base64 and write the 32 bytes as hex'],
  [/^sha-?256/i, 'write sha256: and the digits, nothing else'],
]

/** Hints for a character that is not a hex digit; the first matching form counts. */
const characterHints: readonly (readonly [form: RegExp, hint: string])[] = [
  [/^[lI]/, 'perhaps the digit 1 is meant'],
  [/^[oO]/, 'perhaps the digit 0 is meant'],
  [/^[ \t\r\n]/, 'remove white space, line endings and everything after them'],
  [/^[:,]/, 'give one digest, without separators'],
  [/^[^!-~]/, 'it may be invisible or look like another: copy the digest again from its source'],
]

function explainRefusal(text: string): DrawauditError {
  if (text === '') return refusal('hash-empty', 0, 'found nothing', wholeDigest)
  const ellipsis = text.search(/\u2026|\.{3}/)
  if (ellipsis !== -1) return refusal('hash-truncated', ellipsis, 'found an ellipsis', wholeDigest)

  const start = /^sha256:/i.test(text) ? 'sha256:'.length : 0
  const rest = text.slice(start)
  if (rest === '') return refusal('hash-prefix', start, 'found only the prefix', wholeDigest)
  if (base64Form.test(rest)) {
    const hint = 'convert it: decode the base64 and write the 32 bytes as hex'
    return refusal('hash-base64', start, 'found the base64 of 32 bytes', hint)
  }

  const label = labelForm.exec(rest)?.[0]
  // Digits in pairs, ab:cd:…, are not a label.
  if (label !== undefined && !/^[0-9a-f]+:$/i.test(label)) {
    const other = otherAlgorithms.test(label.replace(/[^A-Za-z0-9]/g, '').toLowerCase())
    const found = `found ${JSON.stringify(label.slice(0, 40))} before them`
    if (other) return refusal('hash-algorithm', start, found, rehash)
    const hint = hintFor(label, labelHints) ?? 'remove the prefix if the digest is SHA-256'
    return refusal('hash-prefix', start, found, hint)
  }

  if (/^[0-9a-fA-F]+$/.test(rest)) {
    const found = `found ${rest.length}`
    if (rest.length < 32) return refusal('hash-truncated', text.length, found, wholeDigest)
    const character = Math.min(text.length, start + 64)
    const algorithm = algorithmsByLength[rest.length]
    if (algorithm === undefined) {
      return refusal('hash-length', character, found, 'copy the digest again, all of it and nothing else')
    }
    return refusal('hash-length', character, `${found}, as many as ${algorithm} has`, rehash)
  }

  // A look-alike is invisible to the reader, so it is named before any plainly wrong character.
  const hidden = rest.search(/[^\0-~]/)
  const character = start + (hidden === -1 ? rest.search(/[^0-9a-fA-F]/) : hidden)
  const found = `found ${describeCharacter(text, character)}`
  const hint = hintFor(text.slice(character), characterHints) ?? 'give only the digest, as hex'
  return refusal('hash-character', character, found, hint)
}

const rehash = 'hash the same bytes with SHA-256'
const wholeDigest = 'give all 64 hex digits'

function hintFor(text: string, hints: typeof labelHints): string | undefined {
  return hints.find(([form]) => form.test(text))?.[1]
}

function refusal(code: ErrorCode, character: number, found: string, hint: string): DrawauditError {
  return new DrawauditError(code, `expected a SHA-256 digest of 64 hex digits, ${found}`, {
    hint,
    where: { character },
  })
}

/** A digest found where another was expected. */
export interface FoundDigest {
  /** 32 bytes. */
  readonly digest: Uint8Array
  /** The hashed bytes, if available. */
  readonly bytes?: Uint8Array
}

/**
 * Looks for a known mistake that explains why two SHA-256 digests differ. Hashes `found.bytes` up to eight
 * times, so call it only after a mismatch.
 *
 * @param expected - the digest that was required, 32 bytes.
 * @param found - what was given or computed instead.
 * @returns one sentence, lower case and without full stop, or undefined if no known mistake explains it.
 */
export function explainMismatch(
  expected: Uint8Array,
  found: FoundDigest,
  sha256: (bytes: Uint8Array) => Uint8Array,
): string | undefined {
  const { digest, bytes } = found
  if (equalBytes(expected, digest.slice().reverse())) {
    return 'the expected digest is the found one in reverse byte order'
  }
  for (const [slip, change] of digestSlips) {
    if (equalBytes(expected, sha256(change(digest)))) return `the expected digest is the found one ${slip}`
    if (equalBytes(digest, sha256(change(expected)))) return `the found digest is the expected one ${slip}`
  }
  if (bytes === undefined) return undefined
  for (const [slip, change] of byteSlips) {
    const changed = change(bytes)
    if (changed.length === bytes.length) continue
    if (equalBytes(expected, sha256(changed))) return `the expected digest is that of the same bytes ${slip}`
  }
  return undefined
}

type Slip = readonly [slip: string, change: (bytes: Uint8Array) => Uint8Array]

const digestSlips: readonly Slip[] = [
  ['hashed again', digest => digest],
  ['hashed again as lower-case hex text', digest => hexDigits(digest)],
  ['hashed again as upper-case hex text', digest => hexDigits(digest, 'upper')],
  [
    'hashed again as hex text with the prefix sha256:',
    digest => concatBytes(encodeUtf8('sha256:'), hexDigits(digest)),
  ],
]

/** Each of them changes the length if it changes anything. */
const byteSlips: readonly Slip[] = [
  ['with CRLF line ends instead of LF', toCrlf],
  [
    'with LF line ends instead of CRLF',
    bytes => bytes.filter((byte, i) => byte !== cr || bytes[i + 1] !== lf),
  ],
  ['with a newline at the end', bytes => concatBytes(bytes, Uint8Array.of(lf))],
  ['without the newline at the end', bytes => bytes.subarray(0, bytes.length - finalNewline(bytes))],
  ['without the byte order mark', bytes => bytes.subarray(startsWithMark(bytes) ? byteOrderMark.length : 0)],
  ['after a byte order mark', bytes => concatBytes(byteOrderMark, bytes)],
  ['as lower-case hex text', bytes => hexDigits(bytes)],
  ['as upper-case hex text', bytes => hexDigits(bytes, 'upper')],
]

const lf = 0x0a
const cr = 0x0d
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf)
function toCrlf(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(2 * bytes.length)
  let length = 0
  bytes.forEach((byte, i) => {
    if (byte === lf && bytes[i - 1] !== cr) text[length++] = cr
    text[length++] = byte
  })
  return text.subarray(0, length)
}

/** Length of the final line ending: 0, 1 or 2. */
function finalNewline(bytes: Uint8Array): number {
  if (bytes.at(-1) !== lf) return 0
  return bytes.at(-2) === cr ? 2 : 1
}

function startsWithMark(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, byteOrderMark.length), byteOrderMark)
}

const digestOfNothing = /* @__PURE__ */ hashSha256(new Uint8Array())

/**
 * Recognizes a digest that commits to nothing.
 *
 * @returns words to follow "the digest is", or undefined for any other digest.
 */
export function describeTrivialDigest(digest: Uint8Array): string | undefined {
  if (digest.every(byte => byte === 0)) return 'all zero bytes'
  if (equalBytes(digest, digestOfNothing)) return 'the SHA-256 of empty input'
  return undefined
}
