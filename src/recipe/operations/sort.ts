/**
 * Sorts lists: by the items themselves, or by a key.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { basisOf, inAnyOrder, isArray, recipeError, type ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { toldInAnyOrder } from '../tells.js'
import {
  describeType,
  itemSize,
  itemsOf,
  list,
  printValue,
  SmallInteger,
  textOf,
  type Type,
  type Value,
} from '../value.js'
import {
  bind,
  borrow,
  expectList,
  extendScope,
  operation,
  readNamedArguments,
  readName,
  readWord,
  type Operation,
} from './define.js'

const orders = ['ascending', 'descending'] as const
type SortOrder = (typeof orders)[number]

/**
 * A sorted list: numbers by value, bytes lexicographically, text as the third argument says: `utf16` (code
 * units, as JavaScript's sort) or `utf8` (bytes, as `LC_ALL=C sort`).
 */
const sort: Operation = compiler => (args, path, scope, name) => {
  const [items, order, unit] = isArray(args) ? args : []
  if (!isArray(args) || items === undefined || args.length > 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of a list and an order`)
  }
  const source = compiler.read(items, [...path, 0], scope)
  const of = expectList(source, [...path, 0])
  const direction = readWord(orders, order, [...path, 1])
  if (!isSortable(of)) {
    throw recipeError('recipe-type', [...path, 0], `a list of ${describeType(of)} has no order`)
  }
  if (of.kind !== 'text' && unit !== undefined) {
    throw recipeError('recipe-type', [...path, 2], 'only text needs a third argument')
  }
  const keyOf = readKey(of, unit, [...path, 2])
  const sorted = operation(name, [source], source.type, ([value = list([])], context) =>
    list(inOrder(itemsOf(value), direction, context, keyOf).map(({ value }) => value)),
  )
  return { ...sorted, ...inAnyOrder(source), tells: toldInAnyOrder(source.tells) }
}

/** Treatment of equal keys: refused, or in list order. */
const tieRules = ['impossible', 'keep'] as const

/** A list sorted by a computed key. */
const sortBy: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'key', 'order'], args, path, name, ['ties', 'unit'])
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const key = compiler.read(members.key, [...path, 'key'], extendScope(scope, { [item]: of }))
  if (!isSortable(key.type)) {
    const found = describeType(key.type)
    throw recipeError(
      'recipe-type',
      [...path, 'key'],
      `a key is an integer, a float, bytes or text, found ${found}`,
    )
  }
  if (key.type.kind !== 'text' && members.unit !== undefined) {
    throw recipeError('recipe-type', [...path, 'unit'], 'only a key of text has a unit')
  }
  const keyOf = readKey(key.type, members.unit, [...path, 'unit'])
  const direction = readWord(orders, members.order, [...path, 'order'])
  const ties = members.ties === undefined ? 'impossible' : readWord(tieRules, members.ties, [...path, 'ties'])
  return {
    type: source.type,
    // If equal keys are refused, the order of the list does not matter.
    ...basisOf(ties === 'keep' ? source : inAnyOrder(source), key),
    tells: toldInAnyOrder(source.tells),
    run(environment, context) {
      const sorted = inOrder(itemsOf(source.run(environment, context)), direction, context, value =>
        borrow(context, () => keyOf(key.run(bind(environment, item, value), context))),
      )
      if (ties === 'impossible') checkDifferent(sorted)
      const output = list(sorted.map(({ value }) => value))
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

function checkDifferent(sorted: readonly Keyed[]): void {
  sorted.forEach(({ key, value }, index) => {
    const next = sorted[index + 1]
    if (next !== undefined && compare(key, next.key) === 0) {
      throw new ImpossibleStep(`${printValue(value)} and ${printValue(next.value)} have the same key`)
    }
  })
}

/** A primitive key; text compares by code units. */
type SortKey = bigint | number | string

interface Keyed {
  readonly value: Value
  readonly key: SortKey
}

/** A stable sort by key. Comparisons are charged; the memory of keys is released. */
function inOrder(
  items: readonly Value[],
  order: SortOrder,
  context: Context,
  keyOf: (value: Value) => SortKey,
): readonly Keyed[] {
  let length = 0
  const keyed = items.map(value => {
    context.charge(turnCost)
    const key = keyOf(value)
    const size = typeof key === 'string' ? key.length : 0
    context.keep(keySize + size)
    length += size
    return { value, key }
  })
  context.charge(Math.ceil(Math.log2(items.length + 1)) * (items.length + length / 64))
  keyed.sort(order === 'ascending' ? (a, b) => compare(a.key, b.key) : (a, b) => compare(b.key, a.key))
  context.keep(itemSize * items.length)
  context.release(keySize * items.length + length)
  return keyed
}

/** Bytes of a key with its item, without the key's content. */
const keySize = 64

function compare(a: SortKey, b: SortKey): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function isSortable({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'float' || kind === 'bytes' || kind === 'text'
}

/** A function from values to sort keys; text needs a unit. */
function readKey({ kind }: Type, unit: unknown, path: ExpressionPath): (value: Value) => SortKey {
  if (kind !== 'text') return keyOf
  const by = readWord(['utf16', 'utf8'], unit, path)
  return by === 'utf8' ? value => byCodePoint(textOf(value)) : textOf
}

/** Hex digits sort like the bytes, and take less memory than byte arrays. */
function keyOf(value: Value): SortKey {
  if (value instanceof SmallInteger) return value.number
  switch (value.kind) {
    case 'integer':
      return value.integer
    case 'float':
      return value.float
    case 'bytes':
      return encodeHex(value.bytes)
    default:
      throw new DrawauditError('internal', `${value.kind} is not a key`)
  }
}

/** A key for UTF-8 byte order, which is that of code points: surrogates become the highest. */
function byCodePoint(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, unit => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

export const sortOperations = { sort, sort_by: sortBy }
