/**
 * The pool of a draw: items that count equally, or by weight. Positions count along the items, or along their
 * cumulative weights.
 *
 * @packageDocumentation
 */
import { BoundExceeded, turnCost, type Context } from '../context.js'
import { itemSize, wordsIn, type Value } from '../value.js'

/**
 * What happens after an item is taken: those behind it move up, the last takes its place, it stays, or it
 * stays but is skipped from then on.
 */
export const removals = ['item', 'swap', 'none', 'again'] as const
export type Removal = (typeof removals)[number]

export interface Pool {
  /** Number of positions. */
  readonly left: bigint
  /** Whether no position leads to an item that can be taken. */
  readonly isSpent: boolean
  /** Takes the item at a position; undefined if there is no such position. */
  take(position: bigint, context: Context): Value | 'passed over' | undefined
  /** Releases the memory of the pool. */
  release(context: Context): void
}

/** A pool in which every item has one position. */
export function openLine(items: readonly Value[], removal: Removal, context: Context): Pool {
  return removal === 'item' ? new ShrinkingLine(items, context) : new LinePool(items, removal, context)
}

/** A pool in which only the last item may move. */
class LinePool implements Pool {
  readonly #items: Value[]
  readonly #size: number
  readonly #removal: Exclude<Removal, 'item'>
  readonly #taken = new Set<number>()

  constructor(items: readonly Value[], removal: Exclude<Removal, 'item'>, context: Context) {
    context.charge(items.length / 4)
    context.keep(itemSize * items.length)
    this.#items = items.slice()
    this.#size = items.length
    this.#removal = removal
  }

  get left(): bigint {
    return BigInt(this.#items.length)
  }

  get isSpent(): boolean {
    return this.#taken.size === this.#items.length
  }

  take(position: bigint, context: Context): Value | 'passed over' | undefined {
    const index = Number(position)
    const item = this.#items[index]
    if (item === undefined || this.#removal === 'none') return item
    if (this.#removal === 'again') {
      if (this.#taken.has(index)) return 'passed over'
      context.keep(takenSize)
      this.#taken.add(index)
      return item
    }
    const last = this.#items.pop()
    if (last !== undefined && index < this.#items.length) this.#items[index] = last
    return item
  }

  release(context: Context): void {
    context.release(itemSize * this.#size + takenSize * this.#taken.size)
  }
}

/** Bytes of a set entry. */
const takenSize = 32

/**
 * A pool in which the items behind a taken one move up. Remaining items are counted in a Fenwick tree, since
 * moving them would take linear time.
 */
class ShrinkingLine implements Pool {
  readonly #items: readonly Value[]
  /** At i, from 1: remaining items among the last lowbit(i) ones up to the i-th. */
  readonly #counts: Uint32Array
  #left: number

  constructor(items: readonly Value[], context: Context) {
    context.charge(items.length / 4)
    context.keep(4 * items.length)
    this.#items = items
    this.#left = items.length
    this.#counts = new Uint32Array(items.length + 1)
    for (let index = 1; index <= items.length; index += 1) this.#counts[index] = index & -index
  }

  get left(): bigint {
    return BigInt(this.#left)
  }

  get isSpent(): boolean {
    return this.#left === 0
  }

  take(position: bigint, context: Context): Value | undefined {
    if (position < 0n || position >= this.#left) return undefined
    const counts = this.#counts
    const levels = levelsOf(counts)
    context.charge(levels / 2)
    let place = 0
    let rest = Number(position)
    for (let step = 2 ** levels; step >= 1; step /= 2) {
      const count = counts[place + step]
      if (count === undefined) continue
      if (count <= rest) {
        rest -= count
        place += step
      } else {
        // The item is among those counted here.
        counts[place + step] = count - 1
      }
    }
    this.#left -= 1
    return this.#items[place]
  }

  release(context: Context): void {
    context.release(4 * this.#items.length)
  }
}

/** An item with as many positions as its weight; with a key, all items with that key leave together. */
export interface Weighted {
  readonly item: Value
  readonly weight: bigint
  /** Number of times it can still be taken; 1 by default. */
  readonly turns?: bigint
  readonly key?: string
}

/**
 * A pool in which every item has as many positions as its weight. Sums are in a Fenwick tree, so that a turn
 * takes logarithmic time.
 */
export class WeightedPool implements Pool {
  readonly #entries: Weighted[]
  readonly #removal: Removal
  /** At i, from 1: sum of the weights of the last lowbit(i) entries up to the i-th. */
  readonly #sums: bigint[] = [0n]
  /** Places of the entries with each key. */
  readonly #places = new Map<string, number[]>()
  readonly #taken = new Set<number>()
  #left = 0n
  /** Number of entries that can be taken. */
  #open: number
  #kept = 0

  constructor(entries: readonly Weighted[], removal: Removal, context: Context) {
    context.charge(2 * turnCost * entries.length)
    this.#entries = [...entries]
    this.#open = entries.filter(({ weight }) => weight > 0n).length
    this.#removal = removal
    for (const { weight } of entries) {
      this.#left = addWeight(this.#left, weight)
      this.#sums.push(weight)
      // Memory for the weight, the sum, and the holder of the weight.
      const size = 2 * itemSize + 72 + 8 * (wordsIn(weight) + wordsIn(this.#left))
      context.keep(size)
      this.#kept += size
    }
    for (let index = 1; index <= entries.length; index++) {
      const parent = index + (index & -index)
      if (parent <= entries.length) this.#sums[parent] = this.#sumAt(parent) + this.#sumAt(index)
    }
    entries.forEach(({ key }, place) => {
      if (key === undefined) return
      const size = placeSize + key.length
      context.keep(size)
      this.#kept += size
      const places = this.#places.get(key)
      if (places === undefined) this.#places.set(key, [place])
      else places.push(place)
    })
  }

  get left(): bigint {
    return this.#left
  }

  get isSpent(): boolean {
    return this.#open === 0
  }

  take(position: bigint, context: Context): Value | 'passed over' | undefined {
    if (position < 0n || position >= this.#left) return undefined
    const place = this.#find(position, context)
    const entry = this.#entries[place]
    if (entry === undefined) return undefined
    switch (this.#removal) {
      case 'item':
        if (entry.turns !== undefined && entry.turns > 1n) {
          this.#entries[place] = { ...entry, turns: entry.turns - 1n }
        } else {
          for (const same of this.#placesOf(entry, place)) this.#setWeight(same, 0n, context)
        }
        return entry.item
      case 'swap':
        this.#replaceByLast(place, context)
        return entry.item
      case 'again':
        return this.#takeOnce(entry, place, context)
      case 'none':
        return entry.item
    }
  }

  #takeOnce(entry: Weighted, place: number, context: Context): Value | 'passed over' {
    if (this.#taken.has(place)) return 'passed over'
    for (const same of this.#placesOf(entry, place)) {
      context.charge(turnCost)
      context.keep(takenSize)
      this.#kept += takenSize
      this.#taken.add(same)
      if ((this.#entries[same]?.weight ?? 0n) > 0n) this.#open -= 1
    }
    return entry.item
  }

  #placesOf({ key }: Weighted, place: number): readonly number[] {
    return key === undefined ? [place] : (this.#places.get(key) ?? [])
  }

  release(context: Context): void {
    context.release(this.#kept)
  }

  #sumAt(index: number): bigint {
    return this.#sums[index] ?? 0n
  }

  /** The first place where the cumulative weight exceeds the position. */
  #find(position: bigint, context: Context): number {
    const levels = levelsOf(this.#sums)
    context.charge(levels)
    let place = 0
    let rest = position
    for (let step = 2 ** levels; step >= 1; step /= 2) {
      const sum = this.#sums[place + step]
      if (sum === undefined || sum > rest) continue
      rest -= sum
      place += step
    }
    return place
  }

  #replaceByLast(place: number, context: Context): void {
    const end = this.#entries.length - 1
    const last = this.#entries[end]
    if (last === undefined) return
    const { weight } = last
    this.#setWeight(end, 0n, context)
    if (place !== end) {
      this.#setWeight(place, weight, context)
      this.#entries[place] = last
    }
    this.#entries.pop()
  }

  #setWeight(place: number, weight: bigint, context: Context): void {
    const entry = this.#entries[place]
    if (entry === undefined || entry.weight === weight) return
    context.charge(levelsOf(this.#sums))
    const change = weight - entry.weight
    this.#entries[place] = { ...entry, weight }
    this.#open += Number(weight > 0n) - Number(entry.weight > 0n)
    this.#left += change
    for (let index = place + 1; index < this.#sums.length; index += index & -index) {
      this.#sums[index] = this.#sumAt(index) + change
    }
  }
}

/** Depth of a Fenwick tree. */
function levelsOf({ length }: { readonly length: number }): number {
  return Math.ceil(Math.log2(length))
}

/** Bytes of an entry in the map of keys, without the key. */
const placeSize = 120

/** Limit of integers. */
const largest = 2n ** 4096n

/** A sum increased by a weight, within the limit of integers. */
export function addWeight(sum: bigint, weight: bigint): bigint {
  const result = sum + weight
  if (result >= largest) throw new BoundExceeded('a number of more than 4096 bits')
  return result
}
