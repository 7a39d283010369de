/**
 * Lengths that are known before there are values.
 *
 * @packageDocumentation
 */
import type { Type } from '../value.js'

/** The length that every value of a type has, or NaN. */
export function lengthOf(type: Type | undefined): number {
  return type?.kind === 'bytes' || type?.kind === 'text' ? (type.length ?? NaN) : NaN
}

/** Bytes, or ASCII text, of a length that may be NaN. */
export function withLength(kind: 'bytes' | 'text', length: number): Type {
  return Number.isInteger(length) && length >= 0 ? { kind, length } : { kind }
}
