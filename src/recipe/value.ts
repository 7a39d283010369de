/**
 * The values that a recipe computes with, and their types. There is no conversion between types but by a named
 * operation, so that a recipe shows whether a hash went on as 32 bytes or as 64 letters.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { Beacon } from '../core/beacon.js'

/** A type as the recipe's reader knows it before any value is there. */
export type Type =
  /** `length` is known when every value of this type has that many bytes. */
  | { readonly kind: 'bytes'; readonly length?: number }
  /** `length` is known when every value of this type has that many characters, all of them ASCII. */
  | { readonly kind: 'text'; readonly length?: number }
  | { readonly kind: 'integer' }
  | { readonly kind: 'time' }
  | { readonly kind: 'beacon' }
  | { readonly kind: 'list'; readonly of: Type }
  /** A line of a table: a table is a list of rows. */
  | { readonly kind: 'row'; readonly columns: Readonly<Record<string, Type>> }
  /** Only in what an operation takes: it does not look at these values. */
  | { readonly kind: 'any' }

export type Value =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  /** `below` is one more than the largest number that could have stood here; it gives modulo its exact bias. */
  | { readonly kind: 'integer'; readonly integer: bigint; readonly below?: bigint }
  /** `nanoseconds` since 1970; `text` as it was published. */
  | { readonly kind: 'time'; readonly nanoseconds: bigint; readonly text: string }
  | { readonly kind: 'beacon'; readonly beacon: PublishedBeacon }
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly weight: number }
  | { readonly kind: 'row'; readonly columns: Readonly<Record<string, Value>>; readonly weight: number }

/** A drand beacon as an organiser publishes it: rarely whole. */
export type PublishedBeacon = Pick<Beacon, 'round'> & Partial<Beacon>

export type Kind = Value['kind']

export const integer = (value: bigint | number): Value => ({ kind: 'integer', integer: BigInt(value) })
export const text = (value: string): Value => ({ kind: 'text', text: value })
export const bytes = (value: Uint8Array): Value => ({ kind: 'bytes', bytes: value })
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items, weight: weigh(items) })
export const row = (columns: Readonly<Record<string, Value>>): Value => ({
  kind: 'row',
  columns,
  weight: weigh(Object.values(columns)),
})

/**
 * What it takes to look at all of a value, in units of work. One list can stand in another many times, so that a
 * small recipe makes a value that nobody could print.
 */
export function weightOf(value: Value): number {
  switch (value.kind) {
    case 'list':
    case 'row':
      return value.weight
    case 'text':
      return 1 + value.text.length / 16
    case 'bytes':
      return 1 + value.bytes.length / 16
    default:
      return 1
  }
}

function weigh(items: readonly Value[]): number {
  return items.reduce((sum, item) => sum + weightOf(item), 1)
}

/** The bytes of a value that was checked to be bytes. */
export function bytesOf(value: Value): Uint8Array {
  if (value.kind === 'bytes') return value.bytes
  throw new DrawauditError('internal', `expected bytes, found ${value.kind}`)
}

/** The number in a value that was checked to be an integer. */
export function integerOf(value: Value): bigint {
  if (value.kind === 'integer') return value.integer
  throw new DrawauditError('internal', `expected an integer, found ${value.kind}`)
}

/** The items of a value that was checked to be a list. */
export function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items
  throw new DrawauditError('internal', `expected a list, found ${value.kind}`)
}

/** Names a type the way docs/RECIPES.md does: `list of integer`, `32 bytes`. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'any':
      return 'anything'
    case 'list':
      return `list of ${describeType(type.of)}`
    case 'row':
      return `row of ${Object.keys(type.columns).join(', ')}`
    case 'bytes':
      return type.length === undefined ? 'bytes' : `${type.length} bytes`
    default:
      return type.kind
  }
}

/** Every value of type `given` may stand where `wanted` is asked for. */
export function fits(given: Type, wanted: Type): boolean {
  if (wanted.kind === 'any') return true
  if (given.kind === 'list' && wanted.kind === 'list') return fits(given.of, wanted.of)
  if (given.kind === 'row' && wanted.kind === 'row') {
    return JSON.stringify(given.columns) === JSON.stringify(wanted.columns)
  }
  if (given.kind === 'bytes' && wanted.kind === 'bytes') {
    return wanted.length === undefined || given.length === wanted.length
  }
  return given.kind === wanted.kind
}

/** Two values of one type are the same. */
export function equalValues(a: Value, b: Value): boolean {
  if (a.kind === 'list' && b.kind === 'list') {
    return (
      a.items.length === b.items.length &&
      a.items.every((item, index) => {
        const other = b.items[index]
        return other !== undefined && equalValues(item, other)
      })
    )
  }
  if (a.kind === 'bytes' && b.kind === 'bytes') return equalBytes(a.bytes, b.bytes)
  if (a.kind === 'text' && b.kind === 'text') return a.text === b.text
  if (a.kind === 'integer' && b.kind === 'integer') return a.integer === b.integer
  if (a.kind === 'row' && b.kind === 'row') {
    return Object.entries(a.columns).every(([name, column]) => {
      const other = b.columns[name]
      return other !== undefined && equalValues(column, other)
    })
  }
  // The same instant may be written in several ways.
  if (a.kind === 'time' && b.kind === 'time') return a.nanoseconds === b.nanoseconds
  return a.kind === b.kind && JSON.stringify(plainValue(a)) === JSON.stringify(plainValue(b))
}

/** 64-bit words of a number, or of the largest that could have stood in its place: 1, 8 or 64. */
export function wordsOf({ integer, below }: Extract<Value, { kind: 'integer' }>): number {
  const widest = below ?? integer
  return BigInt.asIntN(64, widest) === widest ? 1 : BigInt.asIntN(512, widest) === widest ? 8 : 64
}

/**
 * About how many bytes of memory a value takes, without the length of text and bytes, which those who make them
 * pay for in work, and without the items of a list.
 */
export function sizeOf(value: Value): number {
  switch (value.kind) {
    case 'integer':
      return 48 + 16 * wordsOf(value)
    case 'bytes':
      return 280
    case 'row':
      return Object.values(value.columns).reduce((sum, column) => sum + 8 + sizeOf(column), 80)
    case 'list':
      return 56 + itemSize * value.items.length
    default:
      return 72
  }
}

/** What one place in a list takes, whatever is in it. */
export const itemSize = 8

/** As heavy as all that a document can hold. */
const heaviestPrinted = 10_000_000

/** A value as plain JSON: bytes as hex, integers as numbers, or beyond 2^53 − 1 as decimal text. */
export type PlainValue = string | number | readonly PlainValue[] | { readonly [name: string]: PlainValue }

export function plainValue(value: Value): PlainValue {
  if (weightOf(value) > heaviestPrinted) return '(too large to be written out)'
  switch (value.kind) {
    case 'bytes':
      return encodeHex(value.bytes)
    case 'text':
    case 'time':
      return value.text
    case 'integer':
      return plainInteger(value.integer)
    case 'list':
      return value.items.map(plainValue)
    case 'row':
      return Object.fromEntries(
        Object.entries(value.columns).map(([name, column]) => [name, plainValue(column)]),
      )
    case 'beacon': {
      const { round, randomness, signature, previousSignature } = value.beacon
      return {
        round,
        ...(randomness && { randomness: encodeHex(randomness) }),
        ...(signature && { signature: encodeHex(signature) }),
        ...(previousSignature && { previous_signature: encodeHex(previousSignature) }),
      }
    }
  }
}

function plainInteger(integer: bigint): PlainValue {
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : integer.toString()
}

/** So many characters, bytes or items of one value are worth printing. */
const mostPrinted = 10_000

/** A value on one line, for reports: of a long one its beginning, and how much more there is. */
export function printValue(value: Value): string {
  const [shown, more] = cut(value)
  const plain = plainValue(shown)
  const printed = typeof plain === 'string' ? plain : JSON.stringify(plain)
  return more > 0 ? `${printed} … and ${more} more` : printed
}

function cut(value: Value): readonly [shown: Value, more: number] {
  switch (value.kind) {
    case 'bytes':
      return [bytes(value.bytes.subarray(0, mostPrinted)), value.bytes.length - mostPrinted]
    case 'text':
      return [text(value.text.slice(0, mostPrinted)), value.text.length - mostPrinted]
    case 'list':
      return [list(value.items.slice(0, mostPrinted)), value.items.length - mostPrinted]
    default:
      return [value, 0]
  }
}
