/**
 * Reads and prints a published value according to its shape.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeHex } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { isObject } from '../../model/plain-values.js'
import type { ScalarShape } from './shape.js'

/** A parsed value. */
export type Datum =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly given: string }
  | { readonly kind: 'integer'; readonly integer: bigint }
  | { readonly kind: 'fraction'; readonly number: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

/** Parses a value of a known shape. */
export function readDatum(shape: ScalarShape, value: JsonValue): Datum {
  const given = printScalar(value)
  switch (shape.kind) {
    case 'hex':
      return { kind: 'bytes', bytes: decodeHex(given.slice(shape.prefix.length)), given }
    case 'base64':
      return { kind: 'bytes', bytes: decodeBase64(given), given }
    case 'integer':
      return { kind: 'integer', integer: BigInt(given) }
    case 'fraction':
      return { kind: 'fraction', number: Number(given), text: given }
    case 'text':
      return { kind: 'text', text: given }
  }
}

/** A datum as text; hex without its prefix. */
export function printDatum(shape: ScalarShape, datum: Datum): string {
  switch (datum.kind) {
    case 'bytes':
      return shape.kind === 'hex' ? datum.given.slice(shape.prefix.length) : datum.given
    case 'integer':
      return datum.integer.toString()
    case 'fraction':
    case 'text':
      return datum.text
  }
}

/** A scalar as text; empty for any other value. */
export function printScalar(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : ''
}

/** An item of a list, or its cell in a column; an empty text if the row has no such cell. */
export function cellOf(item: JsonValue, column: string | undefined): JsonValue {
  if (column === undefined) return item
  return isObject(item) ? (item[column] ?? '') : ''
}

/** An item of a list, or its cell in a column, as text. */
export function printCell(item: JsonValue, column: string | undefined): string {
  return printScalar(cellOf(item, column))
}
