/**
 * NumPy's `default_rng(seed)` choice without replacement, step for step, as in NumPy 1.17 and later.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { expectType } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integer, integerOf, itemSize, itemsOf, list, type Stream, type Value } from '../value.js'
import { drawBelow, noteDrawn } from './below.js'
import { operation, readNamedArguments, readWord, type Operation } from './define.js'
import { asCount } from './list.js'
import { numpyStream } from './platform.js'
import { halvesOf } from './recut.js'

const integerType = { kind: 'integer' } as const

/** `default_rng(seed).choice(list, count, replace=False)`, with `shuffle=False` or without. */
const numpyChoice: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['seed', 'list', 'count'], args, path, name, ['shuffle'])
  const wanted = {
    seed: integerType,
    list: { kind: 'list', of: { kind: 'any' } },
    count: integerType,
  } as const
  const [seed, from, count] = (['seed', 'list', 'count'] as const).map(member => {
    const expression = compiler.read(members[member], [...path, member], scope)
    expectType(expression, wanted[member], [...path, member])
    return expression
  })
  const isShuffled =
    members.shuffle === undefined || readWord(['yes', 'no'], members.shuffle, [...path, 'shuffle']) === 'yes'
  if (seed === undefined || from === undefined || count === undefined) {
    throw new DrawauditError('internal', 'an argument was not read')
  }
  return operation(name, [seed, from, count], from.type, (values, context) => {
    context.charge(turnCost)
    const [seedValue = integer(0), fromValue = list([]), countValue = integer(0)] = values
    const items = itemsOf(fromValue)
    if (integerOf(countValue) > items.length) {
      throw new ImpossibleStep(`${integerOf(countValue)} picks from ${items.length} entries`)
    }
    const turns = asCount(integerOf(countValue), context)
    const { stream } = numpyStream(integerOf(seedValue), context)
    const draw = openDraw(halvesOf(stream), context)
    const places = hasTail(items.length, turns, isShuffled)
      ? fromTail(items.length, turns, draw, context)
      : byFloyd(items.length, turns, isShuffled, draw, context)
    return list(places.map(place => itemAt(items, place)))
  })
}

/** A number from 0 to below another. */
type DrawBelow = (below: number) => number

const even = { method: 'reject_multiply' } as const

function openDraw(stream: Stream, context: Context): DrawBelow {
  const next = stream.open(context)
  return below => noteDrawn(Number(drawBelow(next, stream, even, BigInt(below), context)), below, context)
}

/** Whether to sample by a tail shuffle: for many items of a long list. */
function hasTail(length: number, count: number, isShuffled: boolean): boolean {
  return length > 10_000 && count > Math.floor(length / (isShuffled ? 50 : 20))
}

function fromTail(length: number, count: number, draw: DrawBelow, context: Context): readonly number[] {
  context.charge(length / 8)
  context.keep(itemSize * length)
  const places = Array.from({ length }, (_, place) => place)
  for (let last = length - 1; last >= Math.max(length - count, 1); last--) swap(places, last, draw(last + 1))
  context.release(itemSize * length)
  return places.slice(length - count)
}

/** Floyd's sampling: a place that was drawn before is replaced by the last allowed one. */
function byFloyd(
  length: number,
  count: number,
  isShuffled: boolean,
  draw: DrawBelow,
  context: Context,
): readonly number[] {
  // Bytes of a set entry.
  context.keep(32 * count)
  const seen = new Set<number>()
  for (let last = length - count; last < length; last++) {
    const place = draw(last + 1)
    seen.add(seen.has(place) ? last : place)
  }
  context.release(32 * count)
  const places = [...seen]
  if (isShuffled) for (let last = count - 1; last > 0; last--) swap(places, last, draw(last + 1))
  return places
}

function swap(places: number[], one: number, other: number): void {
  const place = places[one] ?? 0
  places[one] = places[other] ?? 0
  places[other] = place
}

function itemAt(items: readonly Value[], place: number): Value {
  const item = items[place]
  if (item === undefined) throw new DrawauditError('internal', `no item ${place} of ${items.length}`)
  return item
}

export const numpyOperations = { numpy_choice: numpyChoice }
