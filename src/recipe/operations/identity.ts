/**
 * When two items of lists are the same, for operations that look an item up among many.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { recipeError, type Path } from '../compile.js'
import { turnCost, type Context } from '../context.js'
import { describeType, fits, weightOf, type Type, type Value } from '../value.js'

/** Values of the two types can be the same, and can be told apart by {@link identify}. */
export function expectComparable(type: Type, other: Type, path: Path): void {
  for (const one of [type, other]) {
    const opaque = opaqueIn(one)
    if (opaque !== undefined) throw recipeError('recipe-type', path, `a ${opaque} is not compared`)
  }
  if (fits(type, other) || fits(other, type)) return
  const types = `${describeType(type)} and ${describeType(other)}`
  throw recipeError('recipe-type', path, `${types} are never equal`)
}

/** What in a type cannot be compared: a beacon or a stream. */
export function opaqueIn(type: Type): string | undefined {
  if (type.kind === 'list') return opaqueIn(type.of)
  if (type.kind !== 'row') return type.kind === 'beacon' || type.kind === 'stream' ? type.kind : undefined
  return Object.values(type.columns)
    .map(opaqueIn)
    .find(opaque => opaque !== undefined)
}

/** Text that two values of one type share exactly if `equalValues` says that they are the same. Charged by weight. */
export function identify(value: Value, context: Context): string {
  context.charge(turnCost + identityCost * weightOf(value))
  return identityOf(value)
}

/** Units of work for each that a value weighs. */
const identityCost = 2

// Every part ends where its own text says, so that no list or row reads like another.
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

/** Hands `use` a set of identities, whose memory is only borrowed. */
export function withIdentities<T>(context: Context, use: (identities: IdentitySet) => T): T {
  const identities = new IdentitySet(context)
  const result = use(identities)
  identities.release()
  return result
}

/** Identities of values, each kept once. */
export class IdentitySet {
  readonly #context: Context
  readonly #identities = new Set<string>()
  #size = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Adds a value; false if it was there already. */
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

  /** Gives the memory back: the set is not used any more. */
  release(): void {
    this.#context.release(this.#size)
  }
}

/** Bytes of an entry in a set, without its length. */
const entrySize = 80
