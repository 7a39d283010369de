/**
 * The values that a recipe computes with, and their types. Types are converted only by named operations, so
 * that a recipe shows whether a hash is used as 32 bytes or as 64 letters.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { Beacon } from '../core/beacon.js'

/** A static type. */
export type Type =
  /** `length` in bytes, if the same for all values of this type. */
  | { readonly kind: 'bytes'; readonly length?: number }
  /** `length` in characters, if the same for all values of this type and all are ASCII. */
  | { readonly kind: 'text'; readonly length?: number }
  | { readonly kind: 'integer' }
  | { readonly kind: 'float' }
  | { readonly kind: 'time' }
  | { readonly kind: 'beacon' }
  /** Endless random words; only operations that choose accept it. */
  | { readonly kind: 'stream' }
  | { readonly kind: 'list'; readonly of: Type }
  /** A row of a table, which is a list of rows. */
  | { readonly kind: 'row'; readonly columns: Readonly<Record<string, Type>> }
  /** Only for arguments that an operation does not look at. */
  | { readonly kind: 'any' }

export type Value =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  /**
   * `below`: a uniform number, less than this; `mod` derives its exact bias. `spread` replaces it once such a
   * number was computed with.
   */
  | { readonly kind: 'integer'; readonly integer: bigint; readonly below?: bigint; readonly spread?: Spread }
  /** IEEE 754 binary64, never a NaN or an infinity. */
  | { readonly kind: 'float'; readonly float: number }
  /** `nanoseconds` since 1970; `text` as published. */
  | { readonly kind: 'time'; readonly nanoseconds: bigint; readonly text: string }
  | { readonly kind: 'beacon'; readonly beacon: PublishedBeacon }
  | { readonly kind: 'stream'; readonly stream: Stream }
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly weight: number }
  | { readonly kind: 'row'; readonly columns: Readonly<Record<string, Value>>; readonly weight: number }

/**
 * The distribution of a number derived from a uniform one: floor((factor · uniform + offset) / divisor), with
 * a uniform number below `below`, and factor and divisor of at least 1. `unknown` if untracked.
 */
export type Spread =
  | 'unknown'
  | {
      readonly below: bigint
      readonly factor: bigint
      readonly offset: bigint
      readonly divisor: bigint
    }

/** Pays for work: the context of a run. */
export interface Budget {
  charge(units: number): void
}

/** A source of random words. A value like any other: every reader starts at its beginning. */
export interface Stream {
  /** Bits of a word; absent for floats from 0 to below 1. */
  readonly bits?: number
  /** Random bits of such floats; at least 52 if absent. */
  readonly precision?: number
  /** For explanations: `32-bit words of ChaCha20`. */
  readonly title: string
  /**
   * Returns the words one by one, each charged to the budget; undefined at the end.
   *
   * @param hold - called with the reader's own memory in bytes, for callers that keep it beyond the current
   * operation.
   */
  open(budget: Budget, hold?: (bytes: number) => void): () => Word | undefined
}

/** An integer of the stream's width, or a float from 0 to below 1. */
export type Word = bigint | number

/** A drand beacon as published by an organiser: rarely complete. */
export type PublishedBeacon = Pick<Beacon, 'round'> & Partial<Beacon>

export type ValueKind = Value['kind']

/** An integer that fits a double, in half the memory: lists of tickets have a million. */
export class SmallInteger {
  readonly #number: number

  constructor(number: number) {
    this.#number = number
  }

  get number(): number {
    return this.#number
  }

  // A field would take 8 bytes of each.
  // oxlint-disable-next-line typescript/class-literal-property-style
  get kind(): 'integer' {
    return 'integer'
  }

  get integer(): bigint {
    return BigInt(this.#number)
  }

  /** Approximate bytes of memory. */
  get size(): number {
    // Above 31 bits the number is stored outside its object.
    return this.#number >= -(2 ** 30) && this.#number < 2 ** 30 ? 32 : 48
  }
}

/** A result of arithmetic, which counts as if it were kept as a bigint, however it is kept. */
export class ComputedInteger extends SmallInteger {
  override get size(): number {
    return 64
  }
}

/** The result of arithmetic on numbers; undefined if a double might not have it exactly. */
export function computedInteger(number: number): ComputedInteger | undefined {
  // The sum turns −0 into 0.
  return Number.isSafeInteger(number) ? new ComputedInteger(number + 0) : undefined
}

export function integer(value: bigint | number): Value {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) return { kind: 'integer', integer: BigInt(value) }
  if (!(number >= 0 && number < mostShared)) return new SmallInteger(number)
  // Values never change, and the same numbers count the items of every list.
  return (shared[number] ??= new SmallInteger(number))
}

/** Consecutive integers; the first and the last fit a double. */
export function integersFrom(first: number, count: number): Value {
  const end = first + count
  if (first < 0 || end > mostShared) {
    return {
      kind: 'list',
      items: Array.from({ length: count }, (_, index) => integer(first + index)),
      weight: 1 + count,
    }
  }
  for (; allShared < end; allShared += 1) integer(allShared)
  return { kind: 'list', items: shared.slice(first, end) as SmallInteger[], weight: 1 + count }
}

const mostShared = 262_144
const shared = new Array<SmallInteger | undefined>(mostShared)
/** All below this one are made. */
let allShared = 0

export const float = (value: number): Value => ({ kind: 'float', float: value })
export const text = (value: string): Value => ({ kind: 'text', text: value })
export const bytes = (value: Uint8Array): Value => ({ kind: 'bytes', bytes: value })
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items, weight: weigh(items) })
export const row = (columns: Readonly<Record<string, Value>>): Value => {
  let weight = 1
  for (const [name, value] of Object.entries(columns)) weight += name.length / 16 + weightOf(value)
  return { kind: 'row', columns, weight }
}

/** Makes rows of the same columns from their values, in the order of the names. */
export function rowsOf(names: readonly string[]): (values: readonly Value[]) => Value {
  const none: Readonly<Record<string, undefined>> = Object.fromEntries(names.map(name => [name, undefined]))
  const ofNames = names.reduce((sum, name) => sum + name.length / 16, 1)
  return values => {
    // A copy that has every column already: quicker than from entries, and `__proto__` is a name like any other.
    const columns: Record<string, Value | undefined> = { ...none }
    let weight = ofNames
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? ''
      const value = values[index]
      if (value === undefined) throw new DrawauditError('internal', `no value for ${name}`)
      columns[name] = value
      weight += weightOf(value)
    }
    return { kind: 'row', columns: columns as Readonly<Record<string, Value>>, weight }
  }
}

/**
 * The cost of visiting all of a value, in units of work. Lists can share parts, so that a small recipe could
 * make a value too large to print.
 */
export function weightOf(value: Value): number {
  if (value instanceof SmallInteger) return 1
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
  let sum = 1
  for (const item of items) sum += weightOf(item)
  return sum
}

/** The bytes of a value checked to be bytes. */
export function bytesOf(value: Value): Uint8Array {
  if (value.kind === 'bytes') return value.bytes
  throw new DrawauditError('internal', `expected bytes, found ${value.kind}`)
}

/** The number of a value checked to be an integer. */
export function integerOf(value: Value): bigint {
  if (value instanceof SmallInteger) return BigInt(value.number)
  if (value.kind === 'integer') return value.integer
  throw new DrawauditError('internal', `expected an integer, found ${value.kind}`)
}

/** The number of a value checked to be a float. */
export function floatOf(value: Value): number {
  if (value.kind === 'float') return value.float
  throw new DrawauditError('internal', `expected a float, found ${value.kind}`)
}

/** The text of a value checked to be text. */
export function textOf(value: Value): string {
  if (value.kind === 'text') return value.text
  throw new DrawauditError('internal', `expected text, found ${value.kind}`)
}

/** The stream of a value checked to be one. */
export function streamOf(value: Value): Stream {
  if (value.kind === 'stream') return value.stream
  throw new DrawauditError('internal', `expected a stream, found ${value.kind}`)
}

/** The items of a value checked to be a list. */
export function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items
  throw new DrawauditError('internal', `expected a list, found ${value.kind}`)
}

/** A column that the row is known to have. */
export function columnOf(row: Value, name: string): Value {
  const column = row.kind === 'row' ? row.columns[name] : undefined
  if (column === undefined) throw new DrawauditError('internal', `no column ${name}`)
  return column
}

/** The name of a type as in docs/RECIPES.md: `list of integer`, `32 bytes`. */
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

/** Whether values of type `given` are accepted where `wanted` is required. */
export function fits(given: Type, wanted: Type): boolean {
  if (wanted.kind === 'any') return true
  if (given.kind === 'list' && wanted.kind === 'list') return fits(given.of, wanted.of)
  if (given.kind === 'row' && wanted.kind === 'row') {
    const names = Object.keys(given.columns)
    return (
      names.length === Object.keys(wanted.columns).length &&
      names.every(name => {
        const column = typeIn(given.columns, name)
        const other = typeIn(wanted.columns, name)
        return column !== undefined && other !== undefined && fits(column, other)
      })
    )
  }
  if (given.kind === 'bytes' && wanted.kind === 'bytes') {
    return wanted.length === undefined || given.length === wanted.length
  }
  return given.kind === wanted.kind
}

/** The type of a column; inherited property names are not columns. */
function typeIn(columns: Readonly<Record<string, Type>>, name: string): Type | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** Whether two values of one type are equal. */
export function equalValues(a: Value, b: Value): boolean {
  if (a instanceof SmallInteger && b instanceof SmallInteger) return a.number === b.number
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
  // The sign of zero is not published: −0 equals 0.
  if (a.kind === 'float' && b.kind === 'float') return a.float === b.float
  if (a.kind === 'row' && b.kind === 'row') {
    for (const name in a.columns) {
      if (!Object.hasOwn(b.columns, name) || !equalValues(columnOf(a, name), columnOf(b, name))) return false
    }
    return true
  }
  // The same instant has several spellings.
  if (a.kind === 'time' && b.kind === 'time') return a.nanoseconds === b.nanoseconds
  return a.kind === b.kind && JSON.stringify(plainValue(a)) === JSON.stringify(plainValue(b))
}

/** Compares two integers, floats or times: negative, 0 or positive. */
export function compareNumbers(a: Value, b: Value): number {
  if (a instanceof SmallInteger && b instanceof SmallInteger) return Math.sign(a.number - b.number)
  const [left, right] = [numberOf(a), numberOf(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function numberOf(value: Value): number | bigint {
  switch (value.kind) {
    case 'integer':
      return value.integer
    case 'float':
      return value.float
    case 'time':
      return value.nanoseconds
    default:
      throw new DrawauditError('internal', `expected a number or a time, found ${value.kind}`)
  }
}

/** 64-bit words of a number, or of its upper bound: 1, 8 or 64. */
export function countWords(value: Extract<Value, { kind: 'integer' }>): number {
  if (value instanceof SmallInteger) return 1
  const { integer, below, spread } = value
  const words = wordsIn(below ?? integer)
  if (spread === undefined || spread === 'unknown') return words
  return Math.max(words, ...[spread.below, spread.factor, spread.offset, spread.divisor].map(wordsIn))
}

/** 64-bit words of a number: 1, 8 or 64. */
export function wordsIn(number: bigint): number {
  return BigInt.asIntN(64, number) === number ? 1 : BigInt.asIntN(512, number) === number ? 8 : 64
}

/** Approximate bytes of memory of a value, without its {@link contentSize} and without list items. */
export function sizeOf(value: Value): number {
  if (value instanceof SmallInteger) return value.size
  switch (value.kind) {
    case 'integer':
      // With a distribution, five numbers instead of two.
      return value.spread === undefined ? 48 + 16 * countWords(value) : 200 + 40 * countWords(value)
    case 'bytes':
      return 280
    case 'time':
      return 128
    case 'row': {
      let size = 80
      for (const name in value.columns) size += 8 + sizeOf(columnOf(value, name))
      return size
    }
    case 'list':
      return 56 + itemSize * value.items.length
    default:
      return 72
  }
}

/** Bytes of memory for the content of a text or bytes, if large; otherwise 0. */
export function contentSize(value: Value): number {
  if (value.kind === 'bytes') return value.bytes.length > 64 ? value.bytes.length : 0
  if (value.kind !== 'text' || value.text.length <= 16) return 0
  return (beyondLatin1.test(value.text) ? 2 : 1) * value.text.length - 16
}

/** One such character makes a string take two bytes for each of its characters. */
const beyondLatin1 = /[\u0100-\uffff]/

/** Bytes of a list slot. */
export const itemSize = 8

/** Max weight of a printed value: everything that a document can hold. */
const heaviestPrinted = 10_000_000

/** A value as plain JSON: bytes as hex, integers as numbers, or as decimal text beyond 2^53 − 1. */
export type PlainValue = string | number | readonly PlainValue[] | { readonly [name: string]: PlainValue }

/** Whether a value is not too large to be written out. */
export function isPrinted(value: Value): boolean {
  return weightOf(value) <= heaviestPrinted
}

export function plainValue(value: Value): PlainValue {
  if (!isPrinted(value)) return '(too large to be written out)'
  switch (value.kind) {
    case 'bytes':
      return encodeHex(value.bytes)
    case 'text':
    case 'time':
      return value.text
    case 'integer':
      return plainInteger(value.integer)
    case 'float':
      return value.float
    case 'stream':
      return value.stream.title
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

/** Max characters, bytes or items of a value that are printed. */
const mostPrinted = 10_000

/** A value on one line, for reports; a long one is truncated. */
export function printValue(value: Value): string {
  const { shown, more } = beginningOf(value, mostPrinted)
  const plain = plainValue(shown)
  const printed = typeof plain === 'string' ? plain : JSON.stringify(plain)
  return more > 0 ? `${printed} … and ${more} more` : printed
}

/** The first characters, bytes or items of a value, and the number of others. */
export function beginningOf(value: Value, length: number): { readonly shown: Value; readonly more: number } {
  const beginning = (shown: Value, whole: number): { readonly shown: Value; readonly more: number } => ({
    shown,
    more: Math.max(0, whole - length),
  })
  switch (value.kind) {
    case 'bytes':
      return beginning(bytes(value.bytes.subarray(0, length)), value.bytes.length)
    case 'text':
      return beginning(text(value.text.slice(0, length)), value.text.length)
    case 'list':
      return beginning(list(value.items.slice(0, length)), value.items.length)
    default:
      return { shown: value, more: 0 }
  }
}
