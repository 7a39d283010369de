/**
 * Changes a published list.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'

/** Another value of the same type. */
export interface Variant {
  /** Short description: `hex digit 64 changed`. */
  readonly change: string
  readonly value: JsonValue
  /** Whether only the order of a list differs. */
  readonly order?: true
}

/** Indexes of the first, middle and last of a number of places. */
export function samplePlaces(count: number): readonly number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].filter(
    place => place >= 0 && place < count,
  )
}

type Items = readonly JsonValue[]

/** Replacements for an item. */
export interface ListChanges {
  /** Other values for an item. */
  readonly change: (item: JsonValue) => readonly Variant[]
  /** Items of other lists that are not in this one. */
  readonly others: (items: Items) => Items
}

/**
 * Changed lists: items changed, removed, duplicated, taken from another list, two swapped; and an empty list.
 */
export function changeList(items: Items, { change, others }: ListChanges): readonly Variant[] {
  return [
    ...samplePlaces(items.length).flatMap(place => changeItem(items, place, change)),
    ...others(items).map(other => takeItem(items, other)),
    ...swapItems(items),
    { change: 'all items removed', value: [] },
  ]
}

function changeItem(items: Items, place: number, change: ListChanges['change']): readonly Variant[] {
  const item = items[place]
  if (item === undefined) return []
  const name = `item ${place + 1}`
  return [
    ...change(item).map(variant => ({
      change: `${name}: ${variant.change}`,
      value: items.with(place, variant.value),
    })),
    { change: `${name} removed`, value: items.toSpliced(place, 1) },
    { change: `${name} doubled`, value: items.toSpliced(place, 0, item) },
  ]
}

function takeItem(items: Items, other: JsonValue): Variant {
  return {
    change: 'item 1 taken from another list',
    value: items.length === 0 ? [other] : items.with(0, other),
  }
}

/** Swaps of the first two, the first and last, and the last two items. */
function swapItems(items: Items): readonly Variant[] {
  const last = items.length - 1
  const pairs = [
    [0, 1],
    [0, last],
    [last - 1, last],
  ] as const
  return pairs.flatMap(([a, b]): readonly Variant[] => {
    const [first, second] = [items[a], items[b]]
    if (a >= b || first === undefined || second === undefined) return []
    const value = items.with(a, second).with(b, first)
    return [{ change: `items ${a + 1} and ${b + 1} swapped`, value, order: true }]
  })
}
