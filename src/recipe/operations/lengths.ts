/**
 * Static lengths.
 *
 * @packageDocumentation
 */
import type { Type } from '../value.js'

/** The common length of all values of a type, or NaN. */
export function lengthOf(type: Type | undefined): number {
  return type?.kind === 'bytes' || type?.kind === 'text' ? (type.length ?? NaN) : NaN
}

/** The type of bytes or ASCII text of a length, which may be NaN. */
export function withLength(kind: 'bytes' | 'text', length: number): Type {
  return Number.isInteger(length) && length >= 0 ? { kind, length } : { kind }
}
