/**
 * Equality of list items, for operations that look up an item among many.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { recipeError, type ExpressionPath } from '../compile.js'
import { turnCost, type Context } from '../context.js'
import { describeType, fits, weightOf, type Type, type Value } from '../value.js'

/** Asserts that values of the two types can be equal and have an identity ({@link identify}). */
export function expectComparable(type: Type, other: Type, path: ExpressionPath): void {
  for (const one of [type, other]) {
    const opaque = opaqueIn(one)
    if (opaque !== undefined) throw recipeError('recipe-type', path, `a ${opaque} is not compared`)
  }
  if (fits(type, other) || fits(other, type)) return
  const types = `${describeType(type)} and ${describeType(other)}`
  throw recipeError('recipe-type', path, `${types} are never equal`)
}

/** The part of a type that cannot be compared: a beacon or a stream. */
export function opaqueIn(type: Type): string | undefined {
  if (type.kind === 'list') return opaqueIn(type.of)
  if (type.kind !== 'row') return type.kind === 'beacon' || type.kind === 'stream' ? type.kind : undefined
  return Object.values(type.columns)
    .map(opaqueIn)
    .find(opaque => opaque !== undefined)
}

/** A text that is equal for two values of one type exactly if `equalValues` says so. Charged by weight. */
export function identify(value: Value, context: Context): string {
  context.charge(turnCost + identityCost * weightOf(value))
  return identityOf(value)
}

/** Cost for each unit of weight. */
const identityCost = 2

// Every part is self-delimiting, so that different lists and rows never have the same text.
function identityOf(value: Value): string {
  switch (value.kind) {
    case 'text':
      return `text ${value.text.length}:${value.text}`
    case 'bytes':
      return `bytes ${encodeHex(value.bytes)};`
    case 'integer':
      return `integer ${value.integer.toString(16)};`
    case 'float':
      // −0 is written as 0, which it equals.
      return `float ${value.float};`
    case 'time':
      return `time ${value.nanoseconds};`
    case 'list':
      return `list ${value.items.length}:${value.items.map(identityOf).join('')}`
    case 'row': {
      const names = Object.keys(value.columns).sort()
      return `row ${names.length}:${names.map(name => `${name.length}:${name}${columnOf(value, name)}`).join('')}`
    }
    default:
      throw new DrawauditError('internal', `a ${value.kind} has no identity`)
  }
}

function columnOf(row: Extract<Value, { kind: 'row' }>, name: string): string {
  const column = row.columns[name]
  return column === undefined ? '' : identityOf(column)
}

/** Calls `use` with a set of identities, whose memory is released afterwards. */
export function withIdentities<T>(context: Context, use: (identities: IdentitySet) => T): T {
  const identities = new IdentitySet(context)
  const result = use(identities)
  identities.release()
  return result
}

/** A set of value identities. */
export class IdentitySet {
  readonly #context: Context
  readonly #identities = new Set<string>()
  #size = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Adds a value; false if it was in the set. */
  add(value: Value): boolean {
    const identity = identify(value, this.#context)
    if (this.#identities.has(identity)) return false
    const size = entrySize + identity.length
    this.#context.keep(size)
    this.#size += size
    this.#identities.add(identity)
    return true
  }

  has(value: Value): boolean {
    return this.#identities.has(identify(value, this.#context))
  }

  /** Releases the memory: the set must not be used afterwards. */
  release(): void {
    this.#context.release(this.#size)
  }
}

/** Bytes of a set entry, without its text. */
const entrySize = 80
