/**
 * A published list with something in it changed.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'

/** Another value of the same type. */
export interface Variant {
  /** In a few words: `hex digit 64 changed`. */
  readonly change: string
  readonly value: JsonValue
  /** Only the order of a list is another. */
  readonly order?: true
}

/** The first, the middle and the last place of so many. */
export function samplePlaces(count: number): readonly number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].filter(
    place => place >= 0 && place < count,
  )
}

export interface ListChanges {
  /** Other values for one item. */
  readonly change: (item: JsonValue) => readonly Variant[]
  /** Items of other lists that are not in this one. */
  readonly others: (items: readonly JsonValue[]) => readonly JsonValue[]
}

/** Other lists: items changed, removed, doubled, taken from another list, two swapped, and none left. */
export function changeList(items: readonly JsonValue[], { change, others }: ListChanges): readonly Variant[] {
  const places = samplePlaces(items.length)
  const replaced = (place: number, ...by: readonly JsonValue[]): readonly JsonValue[] =>
    items.toSpliced(place, 1, ...by)
  const single = places.flatMap((place): readonly Variant[] => {
    const item = items[place]
    if (item === undefined) return []
    const name = `item ${place + 1}`
    return [
      ...change(item).map(variant => ({
        change: `${name}: ${variant.change}`,
        value: replaced(place, variant.value),
      })),
      { change: `${name} removed`, value: replaced(place) },
      { change: `${name} doubled`, value: replaced(place, item, item) },
    ]
  })
  const taken = others(items).map(other => ({
    change: 'item 1 taken from another list',
    value: items.length === 0 ? [other] : replaced(0, other),
  }))
  const last = items.length - 1
  const swapped = (
    [
      [0, 1],
      [0, last],
      [last - 1, last],
    ] as const
  ).flatMap(([a, b]): readonly Variant[] => {
    const [first, second] = [items[a], items[b]]
    if (a >= b || first === undefined || second === undefined) return []
    const value = items.with(a, second).with(b, first)
    return [{ change: `items ${a + 1} and ${b + 1} swapped`, value, order: true }]
  })
  return [...single, ...taken, ...swapped, { change: 'all items removed', value: [] }]
}
