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
  | { readonly kind: 'text' }

/** What a published value looks like. */
export type Shape =
  | ScalarShape
  | { readonly kind: 'list'; readonly of: ScalarShape }
  | { readonly kind: 'table'; readonly columns: Readonly<Record<string, ScalarShape>> }
  | { readonly kind: 'beacon'; readonly members: readonly BeaconMember[] }

/** Columns of the widest table. */
const mostColumns = 32

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
  if (items.every(isObject)) return findTableShape(items)
  const of = findScalarShape(items)
  return of && { kind: 'list', of }
}

function findTableShape(rows: readonly Readonly<Record<string, JsonValue>>[]): Shape | undefined {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0 || names.length > mostColumns) return undefined
  const columns: Record<string, ScalarShape> = {}
  for (const name of names) {
    const column = rows.map(row => (Object.hasOwn(row, name) ? (row[name] ?? null) : null))
    const shape = findScalarShape(column)
    if (shape === undefined) return undefined
    columns[name] = shape
  }
  return rows.every(row => Object.keys(row).length === names.length) ? { kind: 'table', columns } : undefined
}

function findBeaconShape(values: readonly Readonly<Record<string, JsonValue>>[]): Shape | undefined {
  if (!values.every(isBeacon)) return undefined
  return {
    kind: 'beacon',
    members: beaconMembers.filter(name => values.every(value => value[name] !== undefined)),
  }
}

function findScalarShape(values: readonly JsonValue[]): ScalarShape | undefined {
  if (values.every(value => typeof value === 'string')) return findTextShape(values)
  return values.every(isWhole) ? { kind: 'integer' } : undefined
}

function isWhole(value: JsonValue): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value === 'string' && isWholeNumber(value)
}

function findTextShape(texts: readonly string[]): ScalarShape {
  if (texts.every(text => isWholeNumber(text) && !isLikelyHex(text))) return { kind: 'integer' }
  return findHexShape(texts) ?? findBase64Shape(texts) ?? { kind: 'text' }
}

/** Digits alone, and as many as a digest has. */
function isLikelyHex(text: string): boolean {
  return [32, 40, 64, 96, 128].includes(text.length)
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
