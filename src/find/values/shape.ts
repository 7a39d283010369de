/**
 * What published values look like, when nobody says what they are: hex, whole numbers, text, lists, tables, beacons.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { beaconMembers, isBeacon, isList, isObject, type BeaconMember } from '../../model/plain-values.js'
import { isWholeNumber, readBase64Text, readHexText } from './looks.js'

const prefixes = ['', '0x', 'sha256:'] as const

/** What one value looks like that is neither a list nor an object. */
export type ScalarShape =
  // `prefix` as every value has it; `length` in bytes where all have the same.
  | {
      readonly kind: 'hex'
      readonly prefix: (typeof prefixes)[number]
      readonly upper: boolean
      readonly length?: number
    }
  | { readonly kind: 'base64'; readonly length?: number }
  | { readonly kind: 'integer' }
  /** Decimal digits with a point; `fixed` where all have as many after it, and not what JavaScript prints. */
  | { readonly kind: 'fraction'; readonly places: number; readonly fixed?: true }
  /** `isLogical`: it is `true` or `false`. */
  | { readonly kind: 'text'; readonly isLogical?: true }

/** What a published value looks like. */
export type ValueShape =
  | ScalarShape
  | { readonly kind: 'list'; readonly of: ScalarShape }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, ScalarShape>> }
  | { readonly kind: 'beacon'; readonly members: readonly BeaconMember[] }

/** Columns of the widest table. */
const mostColumns = 32

/** The shape that all these values have, or undefined where they are of none: then nothing is made of them. */
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
  // What not every row has is no column, and neither is what is of several kinds.
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

/** Decimal digits after the point, where there is one, and the exponent. */
const fractionForm = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]{1,20}))?(?:e-([0-9]{1,3}))?$/

/** Characters of the longest number. */
const longestNumber = 40

/** Numbers of which some have a point, all of them as JavaScript prints them or all with as many digits after it. */
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

/** Digits after the point that a recipe can print. */
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

/** Text of digits alone, and of as many as a digest has. */
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

/** Bytes of a digest or a key: base64 of any other length is more likely text. */
const base64Lengths = [16, 20, 32, 48, 64]

/** Characters of the longest text that is tried as base64. */
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

/** Whether a value may be the hash of others. */
export function isDigest(shape: ScalarShape): boolean {
  const { length = 0 } = shape.kind === 'hex' || shape.kind === 'base64' ? shape : {}
  return length >= 8 && length <= 64
}
