/**
 * What published values look like, when nobody says what they are: hex, whole numbers, text, lists, tables, beacons.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeHex, encodeUtf8 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { beaconMembers, isBeacon, isList, isObject, type BeaconMember } from '../model/plain-values.js'

export { isList, isObject }

export type ScalarShape =
  /** `prefix` as every value has it; `length` in bytes where all have the same. */
  | {
      readonly kind: 'hex'
      readonly prefix: '' | '0x' | 'sha256:'
      readonly upper: boolean
      readonly length?: number
    }
  | { readonly kind: 'base64'; readonly length?: number }
  | { readonly kind: 'integer' }
  | { readonly kind: 'text' }

export type Shape =
  | ScalarShape
  | { readonly kind: 'list'; readonly of: ScalarShape }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, ScalarShape>> }
  | { readonly kind: 'beacon'; readonly members: readonly BeaconMember[] }

/** A scalar value, read by its shape. */
export type Datum =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly given: string }
  | { readonly kind: 'integer'; readonly integer: bigint }
  | { readonly kind: 'text'; readonly text: string }

const hexForm = /^(0x|sha256:)?((?:[0-9a-f]{2}){8,}|(?:[0-9A-F]{2}){8,})$/
const decimalForm = /^(0|-?[1-9][0-9]{0,1199})$/
const base64Form = /^[A-Za-z0-9+/]{22,}={0,2}$/

/** The shape that all these values have, or undefined where they are of none: then nothing is made of them. */
export function findShape(values: readonly JsonValue[]): Shape | undefined {
  if (values.length === 0) return undefined
  if (values.every(isList)) return findListShape(values)
  if (values.every(isObject)) return findBeaconShape(values)
  return findScalarShape(values)
}

function findListShape(lists: readonly (readonly JsonValue[])[]): Shape | undefined {
  const items = lists.flat()
  if (items.length === 0) return undefined
  if (!items.every(isObject)) {
    const of = findScalarShape(items)
    return of && { kind: 'list', of }
  }
  const names = Object.keys(items[0] ?? {})
  if (names.length === 0 || names.length > 32) return undefined
  const columns: Record<string, ScalarShape> = {}
  for (const name of names) {
    const column = items.map(item => (Object.hasOwn(item, name) ? (item[name] ?? null) : null))
    const shape = findScalarShape(column)
    if (shape === undefined) return undefined
    columns[name] = shape
  }
  return items.every(item => Object.keys(item).length === names.length)
    ? { kind: 'table', columns }
    : undefined
}

function findBeaconShape(values: readonly Readonly<Record<string, JsonValue>>[]): Shape | undefined {
  if (!values.every(isBeacon)) return undefined
  return {
    kind: 'beacon',
    members: beaconMembers.filter(name => values.every(value => value[name] !== undefined)),
  }
}

function findScalarShape(values: readonly JsonValue[]): ScalarShape | undefined {
  if (values.every(value => typeof value === 'number' && Number.isSafeInteger(value)))
    return { kind: 'integer' }
  if (!values.every(value => typeof value === 'string')) {
    return values.every(isWhole) ? { kind: 'integer' } : undefined
  }
  if (values.every(value => decimalForm.test(value) && !isLikelyHex(value))) return { kind: 'integer' }
  const matches = values.map(value => hexForm.exec(value))
  const [first] = matches
  if (first != null && matches.every(match => match !== null && match[1] === first[1])) {
    const digits = matches.map(match => match?.[2] ?? '')
    const prefix = (first[1] ?? '') as '' | '0x' | 'sha256:'
    const isUpper = digits.some(text => /[A-F]/.test(text))
    const isLower = digits.some(text => /[a-f]/.test(text))
    if (!(isUpper && isLower)) return { kind: 'hex', prefix, upper: isUpper, ...sameLength(digits.map(text => text.length / 2)) } // prettier-ignore
  }
  const decoded = values.map(readBase64)
  if (decoded.every(bytes => bytes !== undefined)) {
    return { kind: 'base64', ...sameLength(decoded.map(bytes => bytes.length)) }
  }
  return { kind: 'text' }
}

/** Digits alone, and as many as a digest has. */
function isLikelyHex(text: string): boolean {
  return [32, 40, 64, 96, 128].includes(text.length)
}

function isWhole(value: JsonValue): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && decimalForm.test(value) // prettier-ignore
}

/** Base64 of as many bytes as a digest or a key has: anything else is more likely text. */
function readBase64(text: string): Uint8Array | undefined {
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text)
  if (!base64Form.test(text) || text.length > 200 || !isMixed) return undefined
  try {
    const bytes = decodeBase64(text)
    return [16, 20, 32, 48, 64].includes(bytes.length) ? bytes : undefined
  } catch {
    return undefined
  }
}

function sameLength(lengths: readonly number[]): { readonly length?: number } {
  const [length] = lengths
  return length !== undefined && lengths.every(other => other === length) ? { length } : {}
}

/** Reads a value of a shape that it was found to have. */
export function readDatum(shape: ScalarShape, value: JsonValue): Datum {
  const given = printScalar(value)
  switch (shape.kind) {
    case 'hex':
      return { kind: 'bytes', bytes: decodeHex(given.slice(shape.prefix.length)), given }
    case 'base64':
      return { kind: 'bytes', bytes: decodeBase64(given), given }
    case 'integer':
      return { kind: 'integer', integer: BigInt(given) }
    case 'text':
      return { kind: 'text', text: given }
  }
}

/** A datum as text: hex without its prefix. */
export function textOf(shape: ScalarShape, datum: Datum): string {
  switch (datum.kind) {
    case 'bytes':
      return shape.kind === 'hex' ? datum.given.slice(shape.prefix.length) : datum.given
    case 'integer':
      return datum.integer.toString()
    case 'text':
      return datum.text
  }
}

/** UTF-8, of text that came out of JSON and so is well formed. */
export const utf8 = encodeUtf8

/** A scalar as text; nothing of anything else. */
export function printScalar(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : ''
}
