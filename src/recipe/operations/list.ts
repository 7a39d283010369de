/**
 * Creates lists, and takes items from them. Expensive work is charged by the item, in advance.
 *
 * @packageDocumentation
 */
import { basisOf, constant, expectType, inAnyOrder, isArray, recipeError, type Shape } from '../compile.js'
import { BoundExceeded, ImpossibleStep, turnCost, type Context } from '../context.js'
import { readInputType, typeOf } from '../input-type.js'
import {
  equalValues,
  integer,
  integersFrom,
  integerOf,
  itemSize,
  itemsOf,
  list,
  printValue,
  sizeOf,
  weightOf,
  type Type,
  type Value,
} from '../value.js'
import { expectList, operation, plain, type Operation } from './define.js'
import { expectComparable, withIdentities } from './identity.js'

const integerType = { kind: 'integer' } as const
const anyList = { kind: 'list', of: { kind: 'any' } } as const
const integers: Type = { kind: 'list', of: integerType }

/** Limit of integers. */
const largest = 2n ** 4096n

/** Consecutive integers, from 0 or from the first of two arguments. */
const range: Operation = compiler => (args, path, scope, name) => {
  if (isArray(args) && args.length !== 2) {
    const wanted = 'a count, or an array of the first number and a count'
    throw recipeError('recipe-type', path, `${name} takes ${wanted}`)
  }
  const parts = isArray(args)
    ? args.map((part, index) => ({ part, at: [...path, index] }))
    : [{ part: args, at: path }]
  const inputs = parts.map(({ part, at }) => {
    const expression = compiler.read(part, at, scope)
    expectType(expression, integerType, at)
    return expression
  })
  return operation(name, inputs, integers, (values, context) => {
    context.charge(turnCost)
    const [count = 0n, first = 0n] = values.map(integerOf).reverse()
    const turns = asCount(count, context)
    const end = first + BigInt(turns)
    if (end > largest) throw new BoundExceeded('a number of more than 4096 bits')
    context.keep(Math.max(sizeOf(integer(first)), sizeOf(integer(end))) * turns)
    const number = Number(first)
    if (Number.isSafeInteger(number) && Number.isSafeInteger(number + turns))
      return integersFrom(number, turns)
    return list(Array.from({ length: turns }, (_, index) => integer(first + BigInt(index))))
  })
}

/** An empty list of a declared type. */
const empty: Operation = () => (args, path, _, name) => {
  const type = typeOf(readInputType(args, path), path)
  if (type.kind === 'list') return constant(type, list([]))
  throw recipeError('recipe-type', path, `${name} takes the type of a list or of a table`)
}

const count = plain({
  takes: [anyList],
  anyOrder: true,
  gives: integerType,
  run: (_, { items }) => integer(items.length),
})

/** The item at a 0-based index. */
const at = plain({
  takes: [anyList, integerType],
  gives: ([list]) => itemType(list),
  shares: true,
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

/** The items of one list that are not in another. */
const without: Operation = compiler => (args, path, scope, name) => {
  const [first, second] = isArray(args) ? args : []
  if (!isArray(args) || first === undefined || second === undefined || args.length > 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of two lists`)
  }
  const source = compiler.read(first, [...path, 0], scope)
  const of = expectList(source, [...path, 0])
  const others = compiler.read(second, [...path, 1], scope)
  expectComparable(of, expectList(others, [...path, 1]), [...path, 1])
  const left = operation(name, [source, others], source.type, (values, context) => {
    context.charge(turnCost)
    const [items = [], unwanted = []] = values.map(itemsOf)
    return withIdentities(context, identities => {
      for (const value of unwanted) identities.add(value)
      return selected(items, context, value => !identities.has(value))
    })
  })
  return { ...left, ...basisOf(source, inAnyOrder(others)) }
}

/** The concatenation of a list of lists. */
const flatten: Operation = compiler => (args, path, scope, name) => {
  const source = compiler.read(args, path, scope)
  expectType(source, { kind: 'list', of: anyList }, path)
  const items = flattenShapes(source.items)
  return {
    ...operation(name, [source], itemType(source.type), ([value = list([])], context) => {
      const outer = itemsOf(value)
      context.charge(turnCost + turnCost * outer.length)
      const lists = outer.map(itemsOf)
      asCount(BigInt(lists.reduce((sum, { length }) => sum + length, 0)), context)
      return list(lists.flat())
    }),
    ...(items && { items }),
  }
}

/** Max items of a list literal that are tracked one by one. */
const mostShapes = 1000

function flattenShapes(shapes: readonly Shape[] | undefined): readonly Shape[] | undefined {
  const items: Shape[] = []
  for (const shape of shapes ?? []) {
    if (shape.items === undefined || items.length + shape.items.length > mostShapes) return undefined
    items.push(...shape.items)
  }
  return shapes && items
}

/** A list of one item repeated. */
const fill = plain({
  takes: [{ kind: 'any' }, integerType],
  gives: ([type]) => ({ kind: 'list', of: type ?? { kind: 'any' } }),
  run: (context, item, { integer: times }) => list(new Array<Value>(asCount(times, context)).fill(item)),
})

/** The 0-based index of the first equal item. */
const indexOf: Operation = compiler => (args, path, scope, name) => {
  const [items, wanted] = isArray(args) ? args : []
  if (!isArray(args) || items === undefined || wanted === undefined || args.length > 2) {
    throw recipeError('recipe-type', path, `${name} takes an array of a list and an item`)
  }
  const source = compiler.read(items, [...path, 0], scope)
  const of = expectList(source, [...path, 0])
  const item = compiler.read(wanted, [...path, 1], scope)
  expectComparable(item.type, of, [...path, 1])
  return {
    type: integerType,
    ...basisOf(source, item),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      const wanted = item.run(environment, context)
      const index = items.findIndex(value => sameValue(value, wanted, context))
      if (index === -1) throw new ImpossibleStep(`${printValue(wanted)} is not in a list of ${items.length}`)
      const output = integer(index)
      context.note({ name, inputs: [wanted], output })
      return output
    },
  }
}

/** Whether two values are equal, charged by the lighter one, at whose end the comparison stops. */
function sameValue(a: Value, b: Value, context: Context): boolean {
  context.charge(Math.min(weightOf(a), weightOf(b)))
  return equalValues(a, b)
}

/** A list of the selected items, each charged. */
export function selected(
  items: readonly Value[],
  context: Context,
  isWanted: (value: Value, index: number) => boolean,
): Value {
  const wanted = items.filter((value, index) => {
    context.charge(turnCost)
    return isWanted(value, index)
  })
  context.keep(itemSize * wanted.length)
  return list(wanted)
}

/** A published number as a count of turns, each charged here. */
export function asCount(count: bigint, context: Context): number {
  if (count < 0n) throw new ImpossibleStep(`a count of ${count}`)
  const turns = Number(count)
  context.charge(turnCost * turns)
  context.keep(itemSize * turns)
  return turns
}

function itemType(type: Type | undefined): Type {
  return type?.kind === 'list' ? type.of : { kind: 'any' }
}

export const listOperations = { range, empty, count, at, take, without, flatten, fill, index_of: indexOf }
