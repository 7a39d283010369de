/**
 * One strict, bounded JSON reader for everything that comes from outside.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { decodeUtf8 } from './encoding.js'
import { placeOf, scan, type JsonLimits, type JsonNumbers } from './json-scan.js'

export type { JsonLimits, JsonNumbers }
export { pointerOf } from './pointer.js'

/** What {@link parseJson} returns. Objects have the ordinary prototype, and no own name `__proto__`. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** 64 MiB, 64 levels, 5,000,000 values, 100,000 members an object, strings of 1,048,576 code units. */
export const defaultJsonLimits: JsonLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 64,
  values: 5_000_000,
  names: 100_000,
  stringLength: 1024 * 1024,
}

/** How {@link parseJson} differs from its defaults. */
export interface JsonOptions {
  /** Replaces single limits of {@link defaultJsonLimits}. */
  readonly limits?: Partial<JsonLimits>
  /**
   * `integer` when left out. `decimal` also reads plain decimals such as `0.035211`; `any` every number of JSON, as
   * `JSON.parse` rounds it: for what is looked at, never for what is hashed or proven.
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
 */
export function parseJson(input: Uint8Array | string, options: JsonOptions = {}): JsonValue {
  const limits = { ...defaultJsonLimits, ...options.limits }
  if (input.length > limits.bytes) {
    throw new DrawauditError(
      'json-too-large',
      `expected at most ${limits.bytes} bytes of JSON, found ${input.length}`,
      {
        where: { byte: limits.bytes },
        hint: 'split the document, or raise the limit if you trust its source',
      },
    )
  }
  const text = typeof input === 'string' ? input : decode(input)
  scan(text, limits, options.numbers ?? 'integer')
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new DrawauditError('internal', 'JSON.parse refuses what was checked', {
      cause,
      hint: 'this is a defect of drawaudit: please report it with the document',
    })
  }
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
