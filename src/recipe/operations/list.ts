/**
 * Lists: order them, walk them, pick from them. Every loop is bounded by a list or by a count, and charges for
 * each turn.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import {
  expectType,
  isArray,
  keepItem,
  recipeError,
  union,
  withoutLength,
  type Compiled,
} from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import {
  describeType,
  integer,
  integerOf,
  itemSize,
  itemsOf,
  list,
  printValue,
  sizeOf,
  type Type,
  type Value,
} from '../value.js'
import {
  expectList,
  extendEnvironment,
  extendScope,
  operation,
  plain,
  readMembers,
  readName,
  readWord,
  type Operation,
} from './define.js'

const integerType = { kind: 'integer' } as const
const anyList = { kind: 'list', of: { kind: 'any' } } as const
const orders = ['ascending', 'descending'] as const

/** The integers 0, 1, … below a count. */
const range = plain({
  takes: [integerType],
  gives: { kind: 'list', of: integerType },
  run: (context, { integer: count }) => {
    const turns = asCount(count, context)
    context.keep(sizeOf(integer(0)) * turns)
    return list(Array.from({ length: turns }, (_, index) => integer(index)))
  },
})

const count = plain({
  takes: [anyList],
  gives: integerType,
  run: (_, { items }) => integer(items.length),
})

/** The item at a 0-based index. */
const at = plain({
  takes: [anyList, integerType],
  gives: ([list]) => itemType(list),
  run: (_, { items }, { integer: index }) => {
    const item = index < 0n ? undefined : items[Number(index)]
    if (item === undefined) throw new ImpossibleStep(`there is no item ${index} in a list of ${items.length}`)
    return item
  },
})

/** The first items of a list. */
const take = plain({
  takes: [anyList, integerType],
  gives: ([type]) => ({ kind: 'list', of: itemType(type) }),
  run: (context, { items }, { integer: wanted }) => {
    if (wanted > items.length) throw new ImpossibleStep(`${wanted} items asked of a list of ${items.length}`)
    return list(items.slice(0, asCount(wanted, context)))
  },
})

/**
 * A list in order: integers by value, bytes byte by byte, text by what the third argument names: `utf16` (code
 * units, as JavaScript's sort) or `utf8` (bytes, as `LC_ALL=C sort`).
 */
const sort: Operation = compiler => (args, path, scope, name) => {
  const [items, order, unit] = isArray(args) ? args : []
  if (!isArray(args) || items === undefined || args.length > 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of a list and an order`)
  }
  const expression = compiler.read(items, [...path, 0], scope)
  const of = expectList(expression, [...path, 0])
  const direction = readWord(orders, order, [...path, 1])
  if (of.kind === 'text') {
    const by = readWord(['utf16', 'utf8'], unit, [...path, 2])
    return sorting(name, expression, direction, by === 'utf8' ? value => byCodePoint(textOf(value)) : textOf)
  }
  if (unit !== undefined) throw recipeError('recipe-type', [...path, 2], 'only text needs a third argument')
  if (of.kind !== 'integer' && of.kind !== 'bytes') {
    throw recipeError('recipe-type', [...path, 0], `a list of ${describeType(of)} has no order`)
  }
  return sorting(name, expression, direction, keyOf)
}

/** A list in the order of a key computed for each item; two items with one key have no order. */
const sortBy: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['list', 'as', 'key', 'order'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const key = compiler.read(members.key, [...path, 'key'], extendScope(scope, { [item]: of }))
  if (key.type.kind !== 'integer' && key.type.kind !== 'bytes') {
    const found = describeType(key.type)
    throw recipeError('recipe-type', [...path, 'key'], `a key is an integer or bytes, found ${found}`)
  }
  const direction = readWord(orders, members.order, [...path, 'order'])
  return {
    type: source.type,
    rests: union(source.rests, key.rests),
    run(environment, context) {
      const sorted = inOrder(itemsOf(source.run(environment, context)), context, value =>
        keyOf(key.run(extendEnvironment(environment, { [item]: value }), context)),
      )
      sorted.forEach(({ key, value }, index) => {
        const next = sorted[index + 1]
        if (next !== undefined && compare(key, next.key) === 0) {
          throw new ImpossibleStep(`${printValue(value)} and ${printValue(next.value)} have the same key`)
        }
      })
      if (direction === 'descending') sorted.reverse()
      const output = list(sorted.map(({ value }) => value))
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

/** Something computed for each item of a list. */
const map: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['list', 'as', 'do'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const body = compiler.read(members.do, [...path, 'do'], extendScope(scope, { [item]: of }))
  return {
    type: { kind: 'list', of: body.type },
    rests: union(source.rests, body.rests),
    run: (environment, context) =>
      list(
        itemsOf(source.run(environment, context)).map(value => {
          context.charge(turnCost)
          return keepItem(body.run(extendEnvironment(environment, { [item]: value }), context), context)
        }),
      ),
  }
}

/** A value put through the same computation again and again: the list of what came out each time. */
const iterate: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['from', 'times', 'as', 'do'], args, path, name)
  const from = compiler.read(members.from, [...path, 'from'], scope)
  const times = compiler.read(members.times, [...path, 'times'], scope)
  expectType(times, integerType, [...path, 'times'])
  const state = readName(members.as, [...path, 'as'], scope)
  const type = withoutLength(from.type)
  const body = compiler.read(members.do, [...path, 'do'], extendScope(scope, { [state]: type }))
  expectType(body, type, [...path, 'do'])
  return {
    type: { kind: 'list', of: body.type },
    rests: union(from.rests, times.rests, body.rests),
    run(environment, context) {
      let value = from.run(environment, context)
      const turns = asCount(integerOf(times.run(environment, context)), context)
      return list(
        Array.from({ length: turns }, () => {
          value = body.run(extendEnvironment(environment, { [state]: value }), context)
          return keepItem(value, context)
        }),
      )
    },
  }
}

/**
 * One item after the other taken out of a list. `index` is computed for each turn from `$turn` (0, 1, 2, …) and
 * `$left` (how many items are left), and counts from 0 among the items left.
 */
const pick: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['from', 'count', 'index'], args, path, name)
  const from = compiler.read(members.from, [...path, 'from'], scope)
  expectList(from, [...path, 'from'])
  const howMany = compiler.read(members.count, [...path, 'count'], scope)
  expectType(howMany, integerType, [...path, 'count'])
  readName('turn', path, scope)
  readName('left', path, scope)
  const indexScope = extendScope(scope, { turn: integerType, left: integerType })
  const index = compiler.read(members.index, [...path, 'index'], indexScope)
  expectType(index, integerType, [...path, 'index'])
  return {
    type: from.type,
    rests: union(from.rests, howMany.rests, index.rests),
    run(environment, context) {
      const pool = [...itemsOf(from.run(environment, context))]
      context.keep(itemSize * pool.length)
      const wanted = integerOf(howMany.run(environment, context))
      if (wanted > pool.length) throw new ImpossibleStep(`${wanted} picks from ${pool.length} entries`)
      const turns = asCount(wanted, context)
      const picked: Value[] = []
      for (let turn = 0; turn < turns; turn++) {
        // Taking one out moves those behind it.
        context.charge(pool.length / 64)
        const names = { turn: integer(turn), left: integer(pool.length) }
        const chosen = index.run(extendEnvironment(environment, names), context)
        const position = integerOf(chosen)
        const [item] = position < 0n ? [] : pool.splice(Number(position), 1)
        if (item === undefined) {
          throw new ImpossibleStep(`there is no entry ${position} among the ${pool.length} left`)
        }
        picked.push(item)
        context.note({ name, inputs: [names.turn, names.left, chosen], output: item })
      }
      return list(picked)
    },
  }
}

/** What can be compared at once; of text, the code units decide. */
type Key = bigint | string

function sorting(
  name: string,
  expression: Compiled,
  direction: (typeof orders)[number],
  key: (value: Value) => Key,
): Compiled {
  return operation(name, [expression], expression.type, ([sorted], context) => {
    const keyed = inOrder(sorted === undefined ? [] : itemsOf(sorted), context, key)
    if (direction === 'descending') keyed.reverse()
    return list(keyed.map(({ value }) => value))
  })
}

/** Items in ascending order of a key. Every comparison is charged; the memory of the keys is only borrowed. */
function inOrder(items: readonly Value[], context: Context, keyOf: (value: Value) => Key) {
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
  keyed.sort((a, b) => compare(a.key, b.key))
  context.keep(itemSize * items.length)
  context.release(keySize * items.length + length)
  return keyed
}

/** A key beside its item, without its length. */
const keySize = 64

function compare(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Hex digits are in the order of the bytes, and take less memory beside one another. */
function keyOf(value: Value): Key {
  if (value.kind === 'integer') return value.integer
  if (value.kind === 'bytes') return encodeHex(value.bytes)
  throw new ImpossibleStep(`${value.kind} is not a key`)
}

/** Text in the order of its UTF-8 bytes, which is that of code points: surrogates stand for the highest. */
function byCodePoint(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, unit => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

function textOf(value: Value): string {
  return value.kind === 'text' ? value.text : printValue(value)
}

/** A published number as a count of turns, each of which is charged here. */
function asCount(count: bigint, context: Context): number {
  if (count < 0n) throw new ImpossibleStep(`a count of ${count}`)
  const turns = Number(count)
  context.charge(turnCost * turns)
  context.keep(itemSize * turns)
  return turns
}

function itemType(type: Type | undefined): Type {
  return type?.kind === 'list' ? type.of : { kind: 'any' }
}

export const listOperations = { range, count, at, take, sort, sort_by: sortBy, map, iterate, pick }
