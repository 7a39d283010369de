/**
 * Picks winners from a list and shuffles lists, by computed numbers or numbers from a stream.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import {
  basisOf,
  expectType,
  recipeError,
  type Basis,
  type Compiler,
  type Bindings,
  type ExpressionPath,
  type NameScope,
} from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integer, integerOf, itemSize, itemsOf, list, streamOf, type Value } from '../value.js'
import { drawBelow, readWay } from './below.js'
import {
  bind,
  expectList,
  extendScope,
  readNamedArguments,
  readName,
  readWord,
  type Operation,
  methodHint,
} from './define.js'
import { compileEntries, weigh } from './entries.js'
import { asCount } from './list.js'
import { addWeight, asWeight, removals, type Weight } from './pool.js'

const integerType = { kind: 'integer' } as const

/** Weights of items added up one by one, and what weighing all of them costs. */
interface Cumulated {
  readonly sums: Float64Array
  readonly cost: number
}

/** Whether an expression is the item itself or a column of it: it is the same each time. */
const isOfItem = (expression: Expression, item: string): boolean =>
  typeof expression === 'string' && (expression === `$${item}` || expression.startsWith(`$${item}.`))

/** The first place whose sum is above a position; -1 where there is none. */
function findPlace(sums: Float64Array, position: Weight): number {
  if (position < 0) return -1
  let [low, high] = [0, sums.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (position < (sums[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low < sums.length ? low : -1
}

/** The item whose interval of the cumulative weights contains a 0-based point. */
const weightedAt: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'weight', 'point'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readName(members.as, [...path, 'as'], scope)
  const weight = compiler.read(members.weight, [...path, 'weight'], extendScope(scope, { [item]: of }))
  expectType(weight, integerType, [...path, 'weight'])
  const point = compiler.read(members.point, [...path, 'point'], scope)
  expectType(point, integerType, [...path, 'point'])
  const ofItems = isOfItem(members.weight, item)
    ? new WeakMap<readonly Value[], Cumulated | null>()
    : undefined
  return {
    type: of,
    ...basisOf(source, weight, point),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      const chosen = point.run(environment, context)
      const position = asWeight(chosen)
      const known = ofItems?.get(items)
      let sum: Weight = 0
      let output: Value | undefined
      if (known && context.trace === undefined && known.cost <= context.left) {
        context.charge(known.cost)
        sum = known.sums.at(-1) ?? 0
        output = items[findPlace(known.sums, position)]
      } else {
        const before = context.spent
        // One that is asked again is asked for every winner.
        const sums = known === null ? new Float64Array(items.length) : undefined
        let place = 0
        // To the end, to check every weight.
        for (const value of items) {
          const start = sum
          sum = addWeight(sum, weigh(weight, bind(environment, item, value), context))
          if (start <= position && position < sum) output = value
          if (sums !== undefined) sums[place] = Number(sum)
          place += 1
        }
        if (known === undefined) ofItems?.set(items, null)
        else if (sums !== undefined && sum <= Number.MAX_SAFE_INTEGER) {
          ofItems?.set(items, { sums, cost: context.spent - before })
        }
      }
      if (output === undefined) {
        throw new ImpossibleStep(`there is no point ${position} in weights that sum to ${sum}`)
      }
      if (context.trace !== undefined) context.note({ name, inputs: [chosen], output })
      return output
    },
  }
}

/**
 * Picks items from a list one by one. An item has one position or, with `weight`, as many as its weight;
 * positions count from 0 among the remaining ones. `remove` says how an item leaves, `wins` after how many
 * picks. With `again`, an item drawn a second time is skipped: a turn, but not a pick.
 */
const pick: Operation = compiler => (args, path, scope, name) => {
  const optional = ['index', 'stream', 'method', 'as', 'weight', 'remove', 'same', 'wins'] as const
  const members = readNamedArguments(['from', 'count'], args, path, name, optional)
  const from = compiler.read(members.from, [...path, 'from'], scope)
  const of = expectList(from, [...path, 'from'])
  const howMany = compiler.read(members.count, [...path, 'count'], scope)
  expectType(howMany, integerType, [...path, 'count'])
  const removal =
    members.remove === undefined ? 'item' : readWord(removals, members.remove, [...path, 'remove'])
  if (members.same !== undefined && removal !== 'item' && removal !== 'again') {
    throw recipeError(
      'recipe-type',
      [...path, 'remove'],
      'items with the same key leave together or not at all',
    )
  }
  if (members.wins !== undefined && (removal !== 'item' || members.same !== undefined)) {
    throw recipeError('recipe-type', [...path, 'wins'], 'only items that leave one by one leave later')
  }
  const positions = readPositions(compiler, members, path, scope, name)
  const entries = compileEntries(compiler, members, of, path, scope)
  const unit = members.weight === undefined ? 'entry' : 'point'
  return {
    type: from.type,
    ...basisOf(from, howMany, positions, entries),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(from.run(environment, context))
      const wanted = integerOf(howMany.run(environment, context))
      if (removal !== 'none' && members.wins === undefined && wanted > items.length) {
        throw new ImpossibleStep(`${wanted} picks from ${items.length} entries`)
      }
      const picks = asCount(wanted, context)
      const pool = entries.open(items, removal, environment, context)
      const next = positions.open(environment, context)
      const picked: Value[] = []
      for (let turn = 0; picked.length < picks; turn++) {
        const { left } = pool
        if (pool.isSpent) throw new ImpossibleStep(`after ${picked.length} picks no ${unit} is left`)
        const { position, inputs } = next(turn, left)
        const item = pool.take(position, context)
        if (item === undefined) {
          throw new ImpossibleStep(`there is no ${unit} ${position} among the ${left} left`)
        }
        if (item === 'passed over') {
          context.charge(2 * turnCost)
          continue
        }
        picked.push(item)
        if (context.trace !== undefined) context.note({ name, inputs, output: item })
      }
      pool.release(context)
      return list(picked)
    },
  }
}

/**
 * Fisher–Yates. `down`: for i from the last place to the second, swaps its item with one at a place up to i.
 * `up`: for i from the first place to the last but one, with one at a place from i on. `inside_out`: for i
 * from the first place to the last, with one at a place up to i.
 */
const shuffle: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'direction'], args, path, name, ['index', 'stream', 'method'])
  const source = compiler.read(members.list, [...path, 'list'], scope)
  expectList(source, [...path, 'list'])
  const direction = readWord(['down', 'up', 'inside_out'], members.direction, [...path, 'direction'])
  const positions = readPositions(compiler, members, path, scope, name)
  return {
    type: source.type,
    ...basisOf(source, positions),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      context.charge(turnCost * items.length)
      context.keep(itemSize * items.length)
      const shuffled = [...items]
      const next = positions.open(environment, context)
      const isInsideOut = direction === 'inside_out'
      const turns = isInsideOut ? items.length : items.length - 1
      for (let turn = 0; turn < turns; turn++) {
        const left = isInsideOut ? turn + 1 : items.length - turn
        const { position, inputs } = next(turn, BigInt(left))
        const first = direction === 'up' ? turn : left - 1
        const second = (direction === 'up' ? turn : 0) + Number(position)
        const [one, other] = [shuffled[first], shuffled[second]]
        if (position < 0n || position >= left || one === undefined || other === undefined) {
          throw new ImpossibleStep(`there is no place ${position} among the ${left} left`)
        }
        shuffled[first] = other
        shuffled[second] = one
        if (context.trace !== undefined) context.note({ name, inputs, output: other })
      }
      return list(shuffled)
    },
  }
}

/** The position of each turn in a pool or list and, for the trace, its origin. */
interface Positions extends Basis {
  open(
    environment: Bindings,
    context: Context,
  ): (turn: number, left: bigint) => { readonly position: bigint; readonly inputs: readonly Value[] }
}

/** Positions are computed by `index`, or drawn from `stream` by `method`. */
function readPositions(
  compiler: Compiler,
  members: Readonly<Partial<Record<'index' | 'stream' | 'method', Expression>>>,
  path: ExpressionPath,
  scope: NameScope,
  name: string,
): Positions {
  const { index, stream, method } = members
  const isDrawn = stream !== undefined && method !== undefined
  if ((index === undefined) !== isDrawn || (index !== undefined && (stream ?? method) !== undefined)) {
    const hint = stream !== undefined && method === undefined && index === undefined ? methodHint : undefined
    throw recipeError('recipe-type', path, `${name} takes either index, or stream and method`, hint)
  }
  return index === undefined
    ? drawnPositions(compiler, stream ?? '', method, path, scope)
    : computedPositions(compiler, index, path, scope)
}

/** Positions computed from `$turn` (0, 1, 2, …) and `$left` (the number of positions). */
function computedPositions(
  compiler: Compiler,
  index: Expression,
  path: ExpressionPath,
  scope: NameScope,
): Positions {
  readName('turn', path, scope)
  readName('left', path, scope)
  const indexScope = extendScope(scope, { turn: integerType, left: integerType })
  const position = compiler.read(index, [...path, 'index'], indexScope)
  expectType(position, integerType, [...path, 'index'])
  return {
    ...basisOf(position),
    open: (environment, context) => (turn, left) => {
      const [turns, rest] = [integer(turn), integer(left)]
      const chosen = position.run(bind(bind(environment, 'turn', turns), 'left', rest), context)
      if (chosen.kind === 'integer' && chosen.below !== undefined && chosen.below < left) {
        const message = `with ${left} left only the first ${chosen.below} can be drawn`
        context.find({ code: 'entry-unreachable', message })
      }
      return { position: integerOf(chosen), inputs: [turns, rest, chosen] }
    },
  }
}

function drawnPositions(
  compiler: Compiler,
  stream: Expression,
  method: unknown,
  path: ExpressionPath,
  scope: NameScope,
): Positions {
  const source = compiler.read(stream, [...path, 'stream'], scope)
  expectType(source, { kind: 'stream' }, [...path, 'stream'])
  const way = readWay(method, [...path, 'method'])
  return {
    ...basisOf(source),
    open(environment, context) {
      const opened = streamOf(source.run(environment, context))
      const next = opened.open(context)
      return (turn, left) => {
        const position = drawBelow(next, opened, way, left, context)
        return { position, inputs: [integer(turn), integer(left), integer(position)] }
      }
    },
  }
}

export const chooseOperations = { weighted_at: weightedAt, pick, shuffle }
