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
  // What is in that order already, as most of what is read is, takes a third of the time.
  const text = isInOrder(value) ? JSON.stringify(value) : undefined
  return text === undefined || surrogateEscape.test(text) ? sortMembers(value) : text
}

/** Stands in what JSON.stringify makes of a lone surrogate, and of few other texts. */
const surrogateEscape = /\\ud[89a-f]/

/** Whether the members of all objects are in order, and all numbers are JSON. */
function isInOrder(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (isList(value)) return value.every(isInOrder)
  let before: string | undefined
  for (const name of Object.keys(value)) {
    if ((before !== undefined && before >= name) || !isInOrder(value[name] ?? null)) return false
    before = name
  }
  return true
}

function sortMembers(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new DrawauditError('json-number-form', `${value} is not a JSON number`)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(sortMembers).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${quote(name)}:${sortMembers(member)}`).join(',')}}`
}

function quote(text: string): string {
  // JSON.stringify would escape a lone surrogate instead of failing.
  if (!isWellFormed(text)) throw new DrawauditError('text-invalid', 'text has a lone surrogate')
  return JSON.stringify(text)
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
