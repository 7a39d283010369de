/**
 * How a result may follow from a place: as the list's item there, as the row whose weight covers the place,
 * or as the place itself.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isObject } from '../../model/plain-values.js'
import type { Expression } from '../../model/recipe.js'
import { printCell, printDatum } from '../values/datum.js'
import { isCalledPlace } from '../values/names.js'
import { asGiven, ordersOf, type ListOrder } from './orders.js'
import {
  integerAt,
  isComputed,
  isTurned,
  turnOf,
  type Case,
  type ListVariable,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** First and last place, from 0. */
export type Places = readonly [first: number, last: number]

/** A relation between a place and a result. */
export interface Relation {
  readonly result: Variable
  readonly says: string
  readonly express: (place: Expression) => Expression
  /** Whether the result is an entry of a published list. */
  readonly isEntry?: true
  /** Whether an item has as many places as its weight. */
  readonly isWeighted?: true
  /** What the place indexes: a list, a list of slots, or the numbers below a limit. */
  readonly list?: (limit: Expression) => Expression
  /** All results in order, if drawn items leave the list and the limit falls by one each turn. */
  readonly drawn?: (count: Expression, place: Expression) => Expression
  /** For a run: the items of all turns follow from one place. */
  readonly isRun?: true
  /** Which list drawn items leave, and how. */
  readonly leaving?: { readonly list: string; readonly how: string }
  /** Places that give the result; undefined if none does. */
  readonly places: (at: Case, modulus: number) => Places | undefined
}

/** A list, or a table's column, in one order. */
interface OrderedList {
  readonly list: ListVariable
  /** Undefined for the items of a list. */
  readonly column: string | undefined
  readonly order: ListOrder
}

/** With an index of its items, shared by all relations. */
interface IndexedList extends OrderedList {
  readonly indexOf: (at: Case) => Index | undefined
}

/** All possible relations, likely ones first. */
export function relationsOf(scope: Scope, result: Variable, isRemoving: boolean): readonly Relation[] {
  const leaving = isRemoving ? removals : [undefined]
  const ranges = isRemoving && result.shape.kind === 'integer' ? rangesOf(scope, result) : []
  const ofLists = [...scope.lists, ...ranges].flatMap(list =>
    (ranges.includes(list) ? [asGiven] : ordersOf(list)).flatMap(order =>
      columnsOf(list).flatMap((column): readonly Relation[] => {
        const ordered = { list, column, order }
        const indexOf = createIndexes(scope, result, ordered)
        const items = leaving.map(removal => itemRelation(scope, result, { ...ordered, indexOf }, removal))
        if (isRemoving) return items
        const runs = runRelations(scope, result, { ...ordered, indexOf })
        return [...runs, ...items, ...weightRelations(result, ordered)]
      }),
    ),
  )
  if (isRemoving) return ofLists
  const { shape } = result
  if (shape.kind === 'fraction') return [...ofLists, fractionRelation(result, shape.places)]
  if (shape.kind !== 'integer') return ofLists
  const numbers = [numberRelation(result, 0), numberRelation(result, 1)]
  return isCalledPlace(result.reference) ? [...numbers, ...ofLists] : [...ofLists, ...numbers]
}

/** Max items of an unpublished list of numbers. */
const longestRange = 10_000

/** Max published numbers that may be the number of entries. */
const mostRanges = 3

/** Ranges from 0 or 1 whose length is a published number, if they are in no list. */
function rangesOf(scope: Scope, result: Variable): readonly ListVariable[] {
  const { cases, variables, kind } = scope
  if (kind !== 'turn') return []
  const drawn = cases.map(at => Number(integerAt(at, result) ?? -1n))
  const counts = variables.filter(count => {
    if (count.shape.kind !== 'integer' || isTurned(count) || isComputed(count)) return false
    return cases.every((at, index) => {
      const number = Number(integerAt(at, count) ?? 0n)
      return number >= Math.max(2, drawn[index] ?? 0) && number <= longestRange
    })
  })
  return counts.slice(0, mostRanges).flatMap(count =>
    [0, 1].map((first): ListVariable => {
      const reference = `${count.reference}#from${first}`
      const known = new Map<number, readonly JsonValue[]>()
      const read = (at: Case): readonly JsonValue[] => {
        const number = Number(integerAt(at, count) ?? 0n)
        const items = known.get(number) ?? Array.from({ length: number }, (_, place) => place + first)
        known.set(number, items)
        return items
      }
      return {
        reference,
        shape: { kind: 'list', of: { kind: 'integer' } },
        range: {
          says: `the numbers from ${first}, ${count.says} of them`,
          first,
          count: count.expression,
          read,
        },
      }
    }),
  )
}

/** Each column of a table, or once the items of a list. */
export function columnsOf({ shape }: ListVariable): readonly (string | undefined)[] {
  return shape.kind === 'list' ? [undefined] : Object.keys(shape.columns)
}

/**
 * How a drawn item leaves the list: later ones move up; the last one takes its place, as in a shuffle from
 * the end; or the first one left does, as in a shuffle from the beginning.
 */
type ListRemoval = 'item' | 'swap' | 'first'
const removals: readonly ListRemoval[] = ['item', 'swap', 'first']

const leaves: Readonly<Record<ListRemoval, string>> = {
  item: 'those behind move up',
  swap: 'the last one takes the place',
  first: 'the first one takes the place',
}

/** The result is the item at the place; if winners leave the list, among those not drawn before. */
function itemRelation(
  scope: Scope,
  result: Variable,
  ordered: IndexedList,
  removal: ListRemoval | undefined,
): Relation {
  const { indexOf } = ordered
  const items = expressItems(ordered)
  const turns = removal === undefined ? undefined : turnsByDraw(scope)
  return {
    result,
    says: `${describeItem(ordered)}${removal === undefined ? '' : `, where ${leaves[removal]}`}`,
    express: place => ({ at: [items, place] }),
    list: () => items,
    ...(ordered.list.range === undefined && { isEntry: true }),
    ...(removal !== undefined && {
      drawn: (count, place): Expression =>
        removal === 'first'
          ? { take: [{ shuffle: { list: items, direction: 'up', index: place } }, count] }
          : { pick: { from: items, count, index: place, ...(removal === 'swap' && { remove: 'swap' }) } },
      leaving: { list: describeItem(ordered), how: leaves[removal] },
    }),
    places: (at, modulus) => {
      const index = indexOf(at)
      const place = index?.places.get(keyOf(result, at))
      const turn = removal === undefined ? 0 : turnOf(at)
      if (index === undefined || place === undefined || index.count - turn !== modulus) return undefined
      const drawn = (turns?.get(at.draw) ?? [])
        .slice(0, turn)
        .map(other => index.places.get(keyOf(result, other)) ?? Infinity)
      if (drawn.includes(place)) return undefined
      const left = removal === undefined ? place : placeLeft(place, drawn, index.count, removal)
      return left === undefined || left >= modulus ? undefined : [left, left]
    },
  }
}

/** The results are the item at the place and those after it, wrapping around at the end. */
function runRelations(scope: Scope, result: Variable, ordered: IndexedList): readonly Relation[] {
  const starts = startsOfRuns(scope, result, ordered)
  if (starts === undefined) return []
  const items = expressItems(ordered)
  return [
    {
      result,
      says: `${describeItem(ordered)} and those behind it, the first coming after the last`,
      isRun: true,
      express: place => ({ at: [items, { mod: [{ add: [place, '$turn'] }, { count: items }] }] }),
      places: (at, modulus) => {
        const { start = 0, count } = starts.get(at.draw) ?? {}
        return count === modulus ? [start, start] : undefined
      },
    },
  ]
}

interface Run {
  readonly start: number
  readonly count: number
}

/** Where each draw's results begin; undefined unless they are adjacent in all draws. */
function startsOfRuns(
  scope: Scope,
  result: Variable,
  { indexOf }: IndexedList,
): ReadonlyMap<number, Run> | undefined {
  const starts = new Map<number, Run>()
  if (scope.kind !== 'turn' || scope.cases.every(at => turnOf(at) === 0)) return undefined
  for (const at of scope.cases) {
    const { places, count = 1 } = indexOf(at) ?? {}
    const place = places?.get(keyOf(result, at))
    if (place === undefined) return undefined
    const start = (place - (turnOf(at) % count) + count) % count
    const known = starts.get(at.draw)
    if (known !== undefined && known.start !== start) return undefined
    starts.set(at.draw, { start, count })
  }
  return starts
}

/** The turns of each draw in order. */
function turnsByDraw({ cases }: Scope): ReadonlyMap<number, readonly Case[]> {
  const turns = new Map<number, Case[]>()
  for (const at of cases) {
    const of = turns.get(at.draw) ?? []
    turns.set(at.draw, of)
    of[turnOf(at)] = at
  }
  return turns
}

/** Index of an item among those left; undefined if a winner is not in the list. */
function placeLeft(
  place: number,
  drawn: readonly number[],
  count: number,
  removal: ListRemoval,
): number | undefined {
  if (drawn.some(other => other >= count)) return undefined
  if (removal === 'item') return place - drawn.filter(other => other < place).length
  // Which item is where, if it has moved; indexes are those of the whole list.
  const moved = new Map<number, number>()
  const at = new Map<number, number>()
  for (const [turn, item] of drawn.entries()) {
    const free = at.get(item) ?? item
    const from = removal === 'swap' ? count - 1 - turn : turn
    const mover = moved.get(from) ?? from
    moved.set(free, mover)
    at.set(mover, free)
  }
  const stands = at.get(place) ?? place
  return removal === 'swap' ? stands : stands - drawn.length
}

function describeItem({ list, column, order }: OrderedList): string {
  if (list.range !== undefined) return `the item of ${list.range.says} at that place`
  return `the ${column ?? 'item'} of ${list.reference} ${order.says} at that place`
}

function expressItems({ list, column, order }: OrderedList): Expression {
  if (list.range !== undefined) return { range: [list.range.first, list.range.count] }
  const sorted = order.express(`$${list.reference}`)
  return column === undefined ? sorted : { map: { list: sorted, as: 'item', do: `$item.${column}` } }
}

/** Places of a list's items; for duplicates the first. */
interface Index {
  readonly places: ReadonlyMap<string, number>
  readonly count: number
}

/** Builds a list's index once, since many turns and rows share it. */
function createIndexes(
  { cases }: Scope,
  result: Variable,
  { list, column, order }: OrderedList,
): (at: Case) => Index | undefined {
  // Only requested places, since a list may be long.
  const wanted = new Set(cases.map(at => keyOf(result, at)))
  const indexes = new Map<readonly JsonValue[], Index>()
  return at => {
    const items = list.range?.read(at) ?? at.lists.get(list.reference)
    if (items === undefined) return undefined
    const index = indexes.get(items) ?? createIndex(order.sort(items), column, wanted)
    indexes.set(items, index)
    return index
  }
}

function createIndex(
  items: readonly JsonValue[],
  column: string | undefined,
  wanted: ReadonlySet<string>,
): Index {
  const places = new Map<string, number>()
  for (const [place, item] of items.entries()) {
    const key = printCell(item, column)
    if (wanted.has(key) && !places.has(key)) places.set(key, place)
  }
  return { places, count: items.length }
}

/** The result is the row whose interval in the cumulative sums of another column contains the place. */
function weightRelations(result: Variable, { list, column, order }: OrderedList): readonly Relation[] {
  const { reference, shape } = list
  if (shape.kind !== 'table' || column === undefined) return []
  const weights = Object.entries(shape.columns).filter(
    ([name, of]) => of.kind === 'integer' && name !== column,
  )
  return weights.map(([weight]): Relation => ({
    result,
    says: `the ${column} of the row of ${reference} ${order.says} into whose ${weight} that place falls`,
    isWeighted: true,
    list: () => {
      const slots: Expression = { fill: [`$item.${column}`, `$item.${weight}`] }
      return { flatten: { map: { list: order.express(`$${reference}`), as: 'item', do: slots } } }
    },
    express: place => {
      const sorted = order.express(`$${reference}`)
      const row = { weighted_at: { list: sorted, as: 'item', weight: `$item.${weight}`, point: place } }
      return { at: [{ map: { list: [row], as: 'item', do: `$item.${column}` } }, 0] }
    },
    places: (at, modulus) => {
      const rows = order.sort(at.lists.get(reference) ?? [])
      const wanted = keyOf(result, at)
      const { places, sum } = findInterval(rows, weight, row => printCell(row, column) === wanted)
      return sum === modulus ? places : undefined
    },
  }))
}

/** Interval of the first matching row, and the sum of all weights; no sum if a weight is missing. */
function findInterval(
  rows: readonly JsonValue[],
  weight: string,
  isWanted: (row: JsonValue) => boolean,
): { readonly places?: Places; readonly sum?: number } {
  let sum = 0
  let places: Places | undefined
  for (const row of rows) {
    const size = isObject(row) ? Number(row[weight]) : NaN
    if (!(size >= 0)) return {}
    if (places === undefined && size > 0 && isWanted(row)) places = [sum, sum + size - 1]
    sum += size
  }
  return { ...(places && { places }), sum }
}

/** The result is the place itself, counted from 0 or from 1. */
function numberRelation(result: Variable, base: 0 | 1): Relation {
  return {
    result,
    says: base === 0 ? 'the number itself, from 0' : 'the number, plus 1',
    express: place => (base === 0 ? place : { add: [place, 1] }),
    list: limit => ({ range: base === 0 ? limit : [1, limit] }),
    places: (at, modulus) => {
      const integer = integerAt(at, result)
      if (integer === undefined) return undefined
      const place = Number(integer) - base
      return place >= 0 && place < modulus ? [place, place] : undefined
    },
  }
}

/** The result is the place divided by a power of ten, such as rolls up to 99.99. */
function fractionRelation(result: Variable, places: number): Relation {
  const unit = 10 ** places
  return {
    result,
    says: `the number divided by ${unit}`,
    express: place => ({ float_divide: [{ float: place }, { float: unit }] }),
    places: (at, modulus) => {
      const datum = at.data.get(result.reference)
      if (datum?.kind !== 'fraction') return undefined
      const place = Math.round(datum.number * unit)
      return place >= 0 && place < modulus && place / unit === datum.number ? [place, place] : undefined
    },
  }
}

/** A result in the printed form of list items; a text that no item has if the result is missing. */
function keyOf({ reference, shape }: Variable, at: Case): string {
  const datum = at.data.get(reference)
  if (datum === undefined) return '\0'
  return datum.kind === 'bytes' ? datum.given : printDatum(shape, datum)
}
