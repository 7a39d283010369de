/**
 * CPython's `random` module, step for step, as in Python 3.2 and later.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import { doubleOf, mt19937FromInteger, type NumberGenerator } from '../../core/generators.js'
import { DrawauditError } from '../../errors.js'
import type { Expression } from '../../model/recipe.js'
import { expectType, recipeError, type Compiled } from '../compile.js'
import { BoundExceeded, ImpossibleStep, turnCost, type Context } from '../context.js'
import {
  bytesOf,
  describeType,
  float,
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
import { drawBelow, noteDrawn } from './below.js'
import { describeFloatScaling } from './bias.js'
import { asPublished } from './bytes.js'
import { operation, plain, readNamedArguments, type Operation } from './define.js'
import { findMt19937, mt19937Cost } from './generator.js'
import { asCount } from './list.js'

const integerType = { kind: 'integer' } as const
const anyList = { kind: 'list', of: { kind: 'any' } } as const

/** Max bytes of a seed text: with its hash it makes a number of 4096 bits. */
const longestSeed = 448

/** The integer that `random.seed` makes from text or bytes: the bytes, then their SHA-512. */
const pythonSeed: Operation = compiler => (args, path, scope, name) => {
  const seed = compiler.read(args, path, scope)
  if (seed.type.kind !== 'text' && seed.type.kind !== 'bytes') {
    throw recipeError('recipe-type', path, `expected text or bytes, found ${describeType(seed.type)}`)
  }
  return operation(name, [seed], integerType, ([value = integer(0)], context) => {
    context.charge(turnCost)
    const bytes = seedBytes(value)
    context.charge(300)
    const hash = context.engine.hash('sha512', bytes)
    return { kind: 'integer', integer: BigInt(`0x${encodeHex(concatBytes(bytes, hash))}`) }
  })
}

function seedBytes(value: Value): Uint8Array {
  const length = value.kind === 'text' ? value.text.length : bytesOf(value).length
  if (length > longestSeed) throw new BoundExceeded(`a seed of more than ${longestSeed} bytes`)
  const bytes = value.kind === 'text' ? asPublished(() => encodeUtf8(value.text)) : bytesOf(value)
  if (bytes.length > longestSeed) throw new BoundExceeded(`a seed of more than ${longestSeed} bytes`)
  return bytes
}

/** `random.sample(list, k)`. */
const pythonSample = plain({
  takes: [integerType, anyList, integerType],
  gives: ([, list = anyList]) => list,
  run: (context, seed, { items }, { integer: wanted }) => {
    if (wanted > items.length) throw new ImpossibleStep(`${wanted} picks from ${items.length} entries`)
    const count = asCount(wanted, context)
    const draw = openRandom(seed, context)
    return list(
      items.length <= largestPool(count)
        ? fromPool(items, count, draw, context)
        : bySet(items, count, draw, context),
    )
  },
})

/** Max length of a list that is copied; for longer ones the drawn places are remembered. */
function largestPool(count: number): number {
  let table = 1
  while (count > 5 && table < 3 * count) table *= 4
  return count > 5 ? 21 + table : 21
}

/** Draws from a copy, in which the last remaining item replaces each drawn one. */
function fromPool(
  items: readonly Value[],
  count: number,
  draw: DrawBelow,
  context: Context,
): readonly Value[] {
  context.charge(items.length / 8)
  context.keep(itemSize * items.length)
  const pool = [...items]
  const drawn = Array.from({ length: count }, (_, turn) => {
    const last = items.length - turn - 1
    const index = draw(last + 1)
    const item = itemAt(pool, index)
    pool[index] = itemAt(pool, last)
    return item
  })
  context.release(itemSize * items.length)
  return drawn
}

/** Draws from the list itself, repeating when an item was drawn before. */
function bySet(items: readonly Value[], count: number, draw: DrawBelow, context: Context): readonly Value[] {
  // Bytes of a set entry.
  context.keep(32 * count)
  const seen = new Set<number>()
  const drawn = Array.from({ length: count }, () => {
    let index = draw(items.length)
    while (seen.has(index)) index = draw(items.length)
    seen.add(index)
    return itemAt(items, index)
  })
  context.release(32 * count)
  return drawn
}

/** `random.shuffle(list)`. */
const pythonShuffle = plain({
  takes: [integerType, anyList],
  gives: ([, list = anyList]) => list,
  run: (context, seed, { items }) => {
    context.charge(turnCost * items.length)
    context.keep(itemSize * items.length)
    const draw = openRandom(seed, context)
    const shuffled = [...items]
    for (let last = items.length - 1; last > 0; last--) {
      const index = draw(last + 1)
      const item = itemAt(shuffled, index)
      shuffled[index] = itemAt(shuffled, last)
      shuffled[last] = item
    }
    return list(shuffled)
  },
})

/** `random.choices(list, weights, k=count)`: with replacement. */
const pythonChoices: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['seed', 'list', 'count'], args, path, name, ['weights'])
  const read = (member: string, expression: Expression, wanted: Type): Compiled => {
    const compiled = compiler.read(expression, [...path, member], scope)
    expectType(compiled, wanted, [...path, member])
    return compiled
  }
  const seed = read('seed', members.seed, integerType)
  const from = read('list', members.list, anyList)
  const count = read('count', members.count, integerType)
  const weights = members.weights === undefined ? [] : [read('weights', members.weights, anyList)]
  for (const { type } of weights) {
    if (type.kind !== 'list' || type.of.kind === 'integer' || type.of.kind === 'float') continue
    const message = `weights are integers or floats, found ${describeType(type)}`
    throw recipeError('recipe-type', [...path, 'weights'], message)
  }
  return operation(
    name,
    [seed, from, count, ...weights],
    from.type,
    ([seed, from, count, weights], context) => {
      const items = from === undefined ? [] : itemsOf(from)
      const turns = asCount(count === undefined ? 0n : integerOf(count), context)
      if (items.length === 0) throw new ImpossibleStep('a choice from no entries')
      const random = openFloats(seed, context)
      const choose =
        weights === undefined
          ? () => Math.floor(random() * items.length)
          : chooseByWeight(itemsOf(weights), items.length, random, context)
      context.charge((turnCost + 2 * Math.log2(items.length)) * turns)
      context.find({ code: 'float-arithmetic', message: describeFloatScaling(53) })
      return list(Array.from({ length: turns }, () => itemAt(items, choose())))
    },
  )
}

/** The place of a random float among the cumulative weights: CPython's `bisect`. */
function chooseByWeight(
  weights: readonly Value[],
  count: number,
  random: NumberGenerator<number>,
  context: Context,
): () => number {
  if (weights.length !== count) throw new ImpossibleStep(`${weights.length} weights of ${count} entries`)
  const sums = accumulate(weights, context)
  const total = Number(sums.at(-1))
  if (!(total > 0 && Number.isFinite(total))) throw new ImpossibleStep(`weights that sum to ${total}`)
  return () => {
    const point = random() * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (point < (sums[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Cumulative weights: exact for integers, rounded at each step for floats. */
function accumulate(weights: readonly Value[], context: Context): readonly (bigint | number)[] {
  let exact = 0n
  let rounded = 0
  if (weights.some(({ kind }) => kind === 'float')) {
    const message = 'weights are summed up in floating point, and each sum is rounded'
    context.find({ code: 'float-arithmetic', message })
  }
  return weights.map(weight => {
    context.charge(turnCost)
    context.keep(sizeOf(weight))
    const isFloat = weight.kind === 'float'
    if (isFloat) rounded += weight.float
    else exact += integerOf(weight)
    if (isFloat ? weight.float < 0 : integerOf(weight) < 0n) {
      throw new ImpossibleStep(`a weight of ${printValue(weight)}`)
    }
    return isFloat ? rounded : exact
  })
}

/** A number from 0 to below another, CPython's `_randbelow`. */
type DrawBelow = (below: number) => number

function openRandom(seed: Value | undefined, context: Context): DrawBelow {
  const next = openWords(seed, context)
  const word = (): bigint => {
    context.charge(1)
    return BigInt(next())
  }
  return below =>
    noteDrawn(Number(drawBelow(word, { bits: 32 }, randbelow, BigInt(below), context)), below, context)
}

const randbelow = { method: 'reject_bits' } as const

function openFloats(seed: Value | undefined, context: Context): NumberGenerator<number> {
  const next = openWords(seed, context)
  return () => {
    const drawn = doubleOf(next)
    if (context.trace !== undefined) context.note({ name: 'random', inputs: [], output: float(drawn) })
    return drawn
  }
}

function openWords(seed: Value | undefined, context: Context): NumberGenerator<number> {
  const number = seed === undefined ? 0n : integerOf(seed)
  context.charge(mt19937Cost(number))
  findMt19937(context)
  return mt19937FromInteger(number)
}

function itemAt(items: readonly Value[], index: number): Value {
  const item = items[index]
  if (item === undefined) throw new DrawauditError('internal', `no item ${index} of ${items.length}`)
  return item
}

export const pythonOperations = {
  python_seed: pythonSeed,
  python_sample: pythonSample,
  python_shuffle: pythonShuffle,
  python_choices: pythonChoices,
}
