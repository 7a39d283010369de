/**
 * The JSON Canonicalization Scheme, RFC 8785.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { isWellFormed } from './encoding.js'
import type { JsonValue } from './json.js'

/**
 * The canonical text of a JSON value: members in the order of their names' UTF-16 code units, no white space,
 * numbers and strings as ECMAScript prints them.
 *
 * @param value - at most as deep as {@link parseJson} reads.
 * @throws DrawauditError `text-invalid` for a lone surrogate, `json-number-form` for a number that is not finite.
 *
 * @example
 * ```js
 * canonicalize({ b: 1, a: 'é' }) // {"a":"é","b":1}
 * ```
 */
export function canonicalize(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new DrawauditError('json-number-form', `${value} is not a JSON number`)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalize).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${quote(name)}:${canonicalize(member)}`).join(',')}}`
}

function quote(text: string): string {
  // JSON.stringify would escape a lone surrogate instead of failing.
  if (!isWellFormed(text)) throw new DrawauditError('text-invalid', 'text has a lone surrogate')
  return JSON.stringify(text)
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
