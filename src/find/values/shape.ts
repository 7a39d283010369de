/**
 * Recognizes the shapes of undeclared published values: hex, integers, text, lists, tables, beacons.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { beaconMembers, isBeacon, isList, isObject, type BeaconMember } from '../../model/plain-values.js'
import { isWholeNumber, readBase64Text, readHexText } from './looks.js'

const prefixes = ['', '0x', 'sha256:'] as const

/** Shape of a value other than a list or an object. */
export type ScalarShape =
  // `prefix` is common to all values; `length` in bytes, if equal for all.
  | {
      readonly kind: 'hex'
      readonly prefix: (typeof prefixes)[number]
      readonly upper: boolean
      readonly length?: number
    }
  | { readonly kind: 'base64'; readonly length?: number }
  | { readonly kind: 'integer' }
  /**
   * Decimal digits with a point; `fixed` if all have the same number of digits after it, other than
   * JavaScript's.
   */
  | { readonly kind: 'fraction'; readonly places: number; readonly fixed?: true }
  /** `isLogical`: it is `true` or `false`. */
  | { readonly kind: 'text'; readonly isLogical?: true }

/** Shape of a published value. */
export type ValueShape =
  | ScalarShape
  | { readonly kind: 'list'; readonly of: ScalarShape }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, ScalarShape>> }
  | { readonly kind: 'beacon'; readonly members: readonly BeaconMember[] }

/** Max columns of a table. */
const mostColumns = 32

/** The common shape of all these values; undefined if there is none, and then they are not used. */
export function findShape(values: readonly JsonValue[]): ValueShape | undefined {
  if (values.length === 0) return undefined
  if (values.every(isList)) return findListShape(values)
  if (values.every(isObject)) return findBeaconShape(values)
  return findScalarShape(values)
}

function findListShape(lists: readonly (readonly JsonValue[])[]): ValueShape | undefined {
  const items = lists.flat()
  if (items.length === 0) return undefined
  if (items.every(isObject)) return findTableShape(items)
  const of = findScalarShape(items)
  return of && { kind: 'list', of }
}

function findTableShape(rows: readonly Readonly<Record<string, JsonValue>>[]): ValueShape | undefined {
  // Columns that are missing in some rows or of mixed kinds are left out.
  const columns: Record<string, ScalarShape> = {}
  for (const name of Object.keys(rows[0] ?? {}).slice(0, mostColumns)) {
    if (!rows.every(row => Object.hasOwn(row, name))) continue
    const shape = findScalarShape(rows.map(row => row[name] ?? null))
    if (shape !== undefined) columns[name] = shape
  }
  return Object.keys(columns).length === 0 ? undefined : { kind: 'table', columns }
}

function findBeaconShape(values: readonly Readonly<Record<string, JsonValue>>[]): ValueShape | undefined {
  if (!values.every(isBeacon)) return undefined
  return {
    kind: 'beacon',
    members: beaconMembers.filter(name => values.every(value => value[name] !== undefined)),
  }
}

function findScalarShape(values: readonly JsonValue[]): ScalarShape | undefined {
  if (values.every(isWhole) && !values.some(isLikelyHex)) return { kind: 'integer' }
  const fraction = findFractionShape(values)
  if (fraction !== undefined) return fraction
  return values.every(value => typeof value === 'string') ? findTextShape(values) : undefined
}

/** Captures the digits after the point and the negative exponent. */
const fractionForm = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]{1,20}))?(?:e-([0-9]{1,3}))?$/

/** Max characters of a number. */
const longestNumber = 40

/** Numbers, some with a point, all in JavaScript's form or all with equally many digits after it. */
function findFractionShape(values: readonly JsonValue[]): ScalarShape | undefined {
  let places = 0
  let fewest = Infinity
  let isPlain = true
  let isExact = true
  for (const value of values) {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    const match = text.length > longestNumber ? null : fractionForm.exec(text)
    if (match === null) return undefined
    const [, digits = '', exponent = '0'] = match
    const own = digits.length + Number(exponent)
    places = Math.max(places, own)
    fewest = Math.min(fewest, own)
    if (String(Number(text)) !== text) isPlain = false
    if (own > mostFixed || Number(text).toFixed(own) !== text) isExact = false
  }
  if (places === 0) return undefined
  if (isPlain) return { kind: 'fraction', places }
  return isExact && fewest === places ? { kind: 'fraction', places, fixed: true } : undefined
}

/** Max digits after the point that a recipe can print. */
const mostFixed = 20

function isWhole(value: JsonValue): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && isWholeNumber(value)
}

function findTextShape(texts: readonly string[]): ScalarShape {
  if (texts.every(text => text === 'true' || text === 'false')) return { kind: 'text', isLogical: true }
  return findHexShape(texts) ?? findBase64Shape(texts) ?? { kind: 'text' }
}

/** Digits only, as many as a digest has. */
function isLikelyHex(value: JsonValue): boolean {
  return typeof value === 'string' && [32, 40, 64, 96, 128].includes(value.length)
}

function findHexShape(texts: readonly string[]): ScalarShape | undefined {
  const read = texts.map(readHexText)
  if (!read.every(one => one !== undefined)) return undefined
  const prefix = prefixes.find(one => one === read[0]?.prefix)
  const upper = read.some(({ hasUpper }) => hasUpper)
  const isMixed = upper && read.some(({ hasLower }) => hasLower)
  if (prefix === undefined || isMixed || read.some(one => one.prefix !== prefix)) return undefined
  return { kind: 'hex', prefix, upper, ...sameLength(read.map(({ digits }) => digits.length / 2)) }
}

/** Lengths in bytes of a digest or key: base64 of any other length is more likely text. */
const base64Lengths = [16, 20, 32, 48, 64]

/** Max characters of a text that is tried as base64. */
const longestBase64 = 200

function findBase64Shape(texts: readonly string[]): ScalarShape | undefined {
  const lengths: number[] = []
  for (const text of texts) {
    const bytes = text.length > longestBase64 ? undefined : readBase64Text(text)
    if (bytes === undefined || !base64Lengths.includes(bytes.length)) return undefined
    lengths.push(bytes.length)
  }
  return { kind: 'base64', ...sameLength(lengths) }
}

function sameLength(lengths: readonly number[]): { readonly length?: number } {
  const [length] = lengths
  return length !== undefined && lengths.every(other => other === length) ? { length } : {}
}

/** Whether a value may be a hash of others. */
export function isDigest(shape: ScalarShape): boolean {
  const { length = 0 } = shape.kind === 'hex' || shape.kind === 'base64' ? shape : {}
  return length >= 8 && length <= 64
}
