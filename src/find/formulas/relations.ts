/**
 * How a result may follow from a place: it is the item of a list there, the row into whose weight the place falls, or the
 * place itself.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isObject } from '../../model/plain-values.js'
import type { Expression } from '../../model/recipe.js'
import { printCell, printDatum } from '../values/datum.js'
import { isCalledPlace } from '../values/names.js'
import { ordersOf, type ListOrder } from './orders.js'
import {
  integerAt,
  turnOf,
  type Case,
  type ListVariable,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** First and last place, from 0. */
export type Places = readonly [first: number, last: number]

/** How a result follows from a place. */
export interface Relation {
  readonly result: Variable
  readonly says: string
  readonly express: (place: Expression) => Expression
  /** Whoever is drawn leaves the list, so that the limit falls by one each turn. */
  readonly from?: Expression
  /** Where the number fell; undefined where the result does not follow so. */
  readonly places: (at: Case, modulus: number) => Places | undefined
}

/** A list, or one column of a table, in one order. */
interface OrderedList {
  readonly list: ListVariable
  /** Undefined for the items of a list. */
  readonly column: string | undefined
  readonly order: ListOrder
}

/** Every way in which a result may follow, the likely ones first. */
export function relationsOf(scope: Scope, result: Variable, isRemoving: boolean): readonly Relation[] {
  const ofLists = scope.lists.flatMap(list =>
    ordersOf(list).flatMap(order =>
      columnsOf(list).flatMap((column): readonly Relation[] => {
        const ordered = { list, column, order }
        const item = itemRelation(scope, result, ordered, isRemoving)
        return isRemoving ? [item] : [item, ...weightRelations(result, ordered)]
      }),
    ),
  )
  if (isRemoving || result.shape.kind !== 'integer') return ofLists
  const numbers = [numberRelation(result, 0), numberRelation(result, 1)]
  return isCalledPlace(result.reference) ? [...numbers, ...ofLists] : [...ofLists, ...numbers]
}

/** Each column of a table; of a list its items, once. */
export function columnsOf({ shape }: ListVariable): readonly (string | undefined)[] {
  return shape.kind === 'list' ? [undefined] : Object.keys(shape.columns)
}

/** The result is the item at the place; where winners leave the list, among those that were not drawn before. */
function itemRelation(scope: Scope, result: Variable, ordered: OrderedList, isRemoving: boolean): Relation {
  const items = expressItems(ordered)
  const indexOf = createIndexes(ordered)
  return {
    result,
    says: describeItem(ordered),
    express: place => ({ at: [items, place] }),
    ...(isRemoving && { from: items }),
    places: (at, modulus) => {
      const index = indexOf(at)
      const place = index?.places.get(keyOf(result, at))
      const turn = isRemoving ? turnOf(at) : 0
      if (index === undefined || place === undefined || index.count - turn !== modulus) return undefined
      const drawn = turn === 0 ? [] : drawnBefore(scope, result, at, index)
      const left = place - drawn.filter(other => other < place).length
      return drawn.includes(place) || left >= modulus ? undefined : [left, left]
    },
  }
}

/** The places of the winners of the turns before. */
function drawnBefore({ cases }: Scope, result: Variable, at: Case, { places }: Index): readonly number[] {
  const turn = turnOf(at)
  const before = cases.filter(other => other.draw === at.draw && turnOf(other) < turn)
  return before.map(other => places.get(keyOf(result, other)) ?? Infinity)
}

function describeItem({ list, column, order }: OrderedList): string {
  return `the ${column ?? 'item'} of ${list.reference} ${order.says} at that place`
}

function expressItems({ list, column, order }: OrderedList): Expression {
  const sorted = order.express(`$${list.reference}`)
  return column === undefined ? sorted : { map: { list: sorted, as: 'item', do: `$item.${column}` } }
}

/** The places of a list's items; of two that are the same the first. */
interface Index {
  readonly places: ReadonlyMap<string, number>
  readonly count: number
}

/** Makes the index of a list once, though many turns and rows share it. */
function createIndexes({ list, column, order }: OrderedList): (at: Case) => Index | undefined {
  const indexes = new Map<readonly JsonValue[], Index>()
  return at => {
    const items = at.lists.get(list.reference)
    if (items === undefined) return undefined
    const index = indexes.get(items) ?? createIndex(order.sort(items), column)
    indexes.set(items, index)
    return index
  }
}

function createIndex(items: readonly JsonValue[], column: string | undefined): Index {
  const places = new Map<string, number>()
  for (const [place, item] of items.entries()) {
    const key = printCell(item, column)
    if (!places.has(key)) places.set(key, place)
  }
  return { places, count: items.length }
}

/** The result is the row into whose interval of the cumulative sums of another column the place falls. */
function weightRelations(result: Variable, { list, column, order }: OrderedList): readonly Relation[] {
  const { reference, shape } = list
  if (shape.kind !== 'table' || column === undefined) return []
  const weights = Object.entries(shape.columns).filter(
    ([name, of]) => of.kind === 'integer' && name !== column,
  )
  return weights.map(([weight]): Relation => ({
    result,
    says: `the ${column} of the row of ${reference} ${order.says} into whose ${weight} that place falls`,
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

/** The interval of the first row that is wanted, and the sum of all weights; no sum where a weight is missing. */
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
    places: (at, modulus) => {
      const integer = integerAt(at, result)
      if (integer === undefined) return undefined
      const place = Number(integer) - base
      return place >= 0 && place < modulus ? [place, place] : undefined
    },
  }
}

/** A result as items of lists are printed; what no item is where the result is missing. */
function keyOf({ reference, shape }: Variable, at: Case): string {
  const datum = at.data.get(reference)
  if (datum === undefined) return '\0'
  return datum.kind === 'bytes' ? datum.given : printDatum(shape, datum)
}
