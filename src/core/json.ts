/**
 * The strict, bounded JSON reader for all outside input.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { decodeUtf8 } from './encoding.js'
import { placeOf, scan, type JsonLimits, type JsonNumbers } from './json-scan.js'
import { findSeparator } from './table-text.js'

export type { JsonLimits, JsonNumbers }
export { pointerOf } from './pointer.js'

/** Result of {@link parseJson}. Objects have the ordinary prototype and no own name `__proto__`. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/**
 * 64 MiB, 64 levels, 5,000,000 values in 80 MiB of memory, 100,000 members an object and distinct names,
 * strings of 1,048,576 code units.
 */
export const defaultJsonLimits: JsonLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 64,
  values: 5_000_000,
  memory: 80 * 1024 * 1024,
  names: 100_000,
  differentNames: 100_000,
  stringLength: 1024 * 1024,
}

/** Options of {@link parseJson}. */
export interface JsonOptions {
  /** Overrides individual limits. By default 64 MiB, depth 64, and five million values. */
  readonly limits?: Partial<JsonLimits>
  /**
   * `integer` by default. `decimal` also accepts plain decimals such as `0.035211`; `any` accepts every JSON
   * number, rounded as by `JSON.parse`: for display, never for hashing or proofs.
   */
  readonly numbers?: JsonNumbers
}

/**
 * Reads one JSON document (RFC 8259). What it accepts, `JSON.parse` accepts with the same value, and:
 *
 * - bytes are valid UTF-8 without a byte order mark, strings have no lone surrogate;
 * - no object has a name twice, compared after unescaping, and none is `__proto__`, so that copying members
 *   from object to object cannot change a prototype;
 * - a number is an integer within ±(2^53 − 1), not `-0`, without fraction and exponent; with `decimal` also
 *   a decimal without exponent that has 1 to 15 significant digits and at most 100 decimals, so that printing
 *   it gives the same number again;
 * - the limits hold.
 *
 * Takes time linear in the input, and constant stack.
 *
 * @throws DrawauditError `utf8-invalid` or a code that begins with `json-`. Beside `byte` where the bytes
 * themselves are wrong, `where` has the line and column of the fault, and the pointer to the value that was
 * being read.
 *
 * @example
 * ```js
 * parseJson('{ "a": [1, 2] }').a.length // 2
 * parseJson('{ "a": 1, "a": 2 }') // throws json-duplicate-name
 * ```
 */
export function parseJson(input: Uint8Array | string, options: JsonOptions = {}): JsonValue {
  const limits = { ...defaultJsonLimits, ...options.limits }
  const text = typeof input === 'string' ? input : decodeJson(input, limits)
  if (text.length > limits.bytes) throw tooLarge(limits.bytes, text.length)
  try {
    scan(text, limits, options.numbers ?? 'integer')
  } catch (error) {
    throw explainTable(text) ?? error
  }
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new DrawauditError('internal', 'JSON.parse refuses what was checked', {
      cause,
      hint: 'this is a defect of drawaudit: please report it with the document',
    })
  }
}

/** A table gets one error, whatever the JSON reader stumbles over first. */
function explainTable(text: string): DrawauditError | undefined {
  const separator = findSeparator(text)
  if (separator === undefined) return undefined
  return new DrawauditError(
    'json-syntax',
    `expected JSON, found a table with ${separator} between the values (CSV)`,
    {
      where: { line: 1, column: 1 },
      hint: 'write the values of each draw as a JSON object; a list of entries alone is not a draw',
    },
  )
}

/**
 * Decodes a document for a later {@link parseJson}, so that the bytes can be freed.
 *
 * @throws DrawauditError `json-too-large` for more bytes than the limit, or more than half of it if a
 * character beyond U+00FF makes the text take two bytes a character; `utf8-invalid`.
 */
export function decodeJson(bytes: Uint8Array, limits: Pick<JsonLimits, 'bytes'> = defaultJsonLimits): string {
  if (bytes.length > limits.bytes) throw tooLarge(limits.bytes, bytes.length)
  const most = Math.floor(limits.bytes / 2)
  if (bytes.length > most) {
    const { units, isWide } = measure(bytes)
    if (isWide && units > most) {
      throw new DrawauditError(
        'json-too-large',
        `expected at most ${most} characters where any is beyond U+00FF, found ${units}`,
        { hint: 'split the document, or write those characters as \\u and four hex digits' },
      )
    }
  }
  return decode(bytes)
}

/** UTF-16 code units of a UTF-8 text, and whether one of them takes two bytes of memory. */
function measure(bytes: Uint8Array): { readonly units: number; readonly isWide: boolean } {
  let units = 0
  let isWide = false
  for (const byte of bytes) {
    // Continuation bytes begin with the bits 10.
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
    if (byte >= 0xc4) isWide = true
  }
  return { units, isWide }
}

function tooLarge(limit: number, found: number): DrawauditError {
  return new DrawauditError('json-too-large', `expected at most ${limit} bytes of JSON, found ${found}`, {
    where: { byte: limit },
    hint: 'split the document, or raise the limit if you trust its source',
  })
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.where.byte === undefined) throw error
    const before = decodeUtf8(bytes.subarray(0, error.where.byte))
    throw error.at(placeOf(before, before.length))
  }
}
