/**
 * The pool of a draw: items that count equally, or by weight. Positions count along the items, or along their
 * cumulative weights.
 *
 * @packageDocumentation
 */
import { BoundExceeded, turnCost, type Context } from '../context.js'
import { integerOf, itemSize, SmallInteger, wordsIn, type Value } from '../value.js'

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
  readonly #items: readonly Value[]
  /** What is left, where the last item takes the place of a taken one. */
  readonly #rest: Value[] | undefined
  readonly #removal: Exclude<Removal, 'item'>
  readonly #taken = new Set<number>()

  constructor(items: readonly Value[], removal: Exclude<Removal, 'item'>, context: Context) {
    context.charge(items.length / 4)
    context.keep(itemSize * items.length)
    this.#items = items
    this.#rest = removal === 'swap' ? items.slice() : undefined
    this.#removal = removal
  }

  get left(): bigint {
    return BigInt((this.#rest ?? this.#items).length)
  }

  get isSpent(): boolean {
    return this.#taken.size === (this.#rest ?? this.#items).length
  }

  take(position: bigint, context: Context): Value | 'passed over' | undefined {
    const index = Number(position)
    const item = (this.#rest ?? this.#items)[index]
    if (item === undefined || this.#removal === 'none') return item
    if (this.#removal === 'again') {
      if (this.#taken.has(index)) return 'passed over'
      context.keep(takenSize)
      this.#taken.add(index)
      return item
    }
    const last = this.#rest?.pop()
    if (last !== undefined && this.#rest !== undefined && index < this.#rest.length) this.#rest[index] = last
    return item
  }

  release(context: Context): void {
    context.release(itemSize * this.#items.length + takenSize * this.#taken.size)
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

/** Items with as many positions as their weights. */
export interface Weighted {
  readonly items: readonly Value[]
  readonly weights: readonly Weight[]
  /** How often each can still be taken; once if absent. */
  readonly turns?: readonly bigint[]
  /** All items with one key leave together. */
  readonly keys?: readonly string[]
}

/** A whole number from 0; a bigint only where a double does not have it exactly. */
export type Weight = number | bigint

/** An integer as a weight, or as a position among weights. */
export function asWeight(value: Value): Weight {
  if (value instanceof SmallInteger) return value.number
  const integer = integerOf(value)
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : integer
}

/**
 * A pool in which every item has as many positions as its weight. Sums are in a Fenwick tree, so that a turn
 * takes logarithmic time.
 */
export class WeightedPool implements Pool {
  readonly #items: Value[]
  readonly #weights: Weight[]
  readonly #turns: bigint[] | undefined
  readonly #keys: readonly string[] | undefined
  readonly #removal: Removal
  readonly #sums: Sums
  /** Places of the entries with each key. */
  readonly #places = new Map<string, number[]>()
  readonly #taken = new Set<number>()
  /** Number of entries that can be taken. */
  #open = 0
  #kept = 0

  constructor({ items, weights, turns, keys }: Weighted, removal: Removal, context: Context) {
    context.charge(2 * turnCost * items.length)
    this.#items = [...items]
    this.#weights = [...weights]
    this.#turns = turns && [...turns]
    this.#keys = keys
    this.#removal = removal
    let left: Weight = 0
    for (const weight of weights) {
      if (weight > 0) this.#open += 1
      left = addWeight(left, weight)
      // Memory for the weight, the sum, and the holder of the weight.
      const size = 2 * itemSize + 72 + 8 * (wordsOf(weight) + wordsOf(left))
      context.keep(size)
      this.#kept += size
    }
    this.#sums = typeof left === 'number' ? new NumberSums(weights, left) : new LargeSums(weights, left)
    keys?.forEach((key, place) => {
      const size = placeSize + key.length
      context.keep(size)
      this.#kept += size
      const places = this.#places.get(key)
      if (places === undefined) this.#places.set(key, [place])
      else places.push(place)
    })
  }

  get left(): bigint {
    return this.#sums.total
  }

  get isSpent(): boolean {
    return this.#open === 0
  }

  take(position: bigint, context: Context): Value | 'passed over' | undefined {
    if (position < 0n || position >= this.#sums.total) return undefined
    context.charge(this.#sums.levels)
    const place = this.#sums.find(position)
    const item = this.#items[place]
    if (item === undefined) return undefined
    switch (this.#removal) {
      case 'item': {
        const turns = this.#turns?.[place] ?? 1n
        if (this.#turns !== undefined && turns > 1n) this.#turns[place] = turns - 1n
        else for (const same of this.#placesOf(place)) this.#setWeight(same, 0, context)
        return item
      }
      case 'swap':
        this.#replaceByLast(place, context)
        return item
      case 'again':
        return this.#takeOnce(item, place, context)
      case 'none':
        return item
    }
  }

  #takeOnce(item: Value, place: number, context: Context): Value | 'passed over' {
    if (this.#taken.has(place)) return 'passed over'
    for (const same of this.#placesOf(place)) {
      context.charge(turnCost)
      context.keep(takenSize)
      this.#kept += takenSize
      this.#taken.add(same)
      if ((this.#weights[same] ?? 0) > 0) this.#open -= 1
    }
    return item
  }

  #placesOf(place: number): readonly number[] {
    const key = this.#keys?.[place]
    return key === undefined ? [place] : (this.#places.get(key) ?? [])
  }

  release(context: Context): void {
    context.release(this.#kept)
  }

  #replaceByLast(place: number, context: Context): void {
    const end = this.#items.length - 1
    const [last, weight] = [this.#items[end], this.#weights[end]]
    if (last === undefined || weight === undefined) return
    this.#setWeight(end, 0, context)
    if (place !== end) {
      this.#setWeight(place, weight, context)
      this.#items[place] = last
    }
    this.#items.pop()
    this.#weights.pop()
  }

  #setWeight(place: number, weight: Weight, context: Context): void {
    const before = this.#weights[place]
    if (before === undefined || before === weight) return
    context.charge(this.#sums.levels)
    this.#weights[place] = weight
    this.#open += Number(weight > 0) - Number(before > 0)
    this.#sums.change(place, before, weight)
  }
}

/** Cumulative weights in a Fenwick tree: at i, from 1, the sum of the last lowbit(i) weights up to the i-th. */
interface Sums {
  readonly total: bigint
  /** Depth of the tree. */
  readonly levels: number
  /** The first place where the cumulative weight exceeds a position below the total. */
  find(position: bigint): number
  /** Notes that a weight is another one. */
  change(place: number, before: Weight, after: Weight): void
}

/** Sums that doubles have exactly. */
class NumberSums implements Sums {
  readonly levels: number
  readonly #sums: Float64Array
  #total: number

  constructor(weights: readonly Weight[], total: number) {
    this.#total = total
    const sums = new Float64Array(weights.length + 1)
    for (let place = 1; place < sums.length; place += 1) {
      sums[place] = (sums[place] ?? 0) + Number(weights[place - 1])
      const parent = place + (place & -place)
      if (parent < sums.length) sums[parent] = (sums[parent] ?? 0) + (sums[place] ?? 0)
    }
    this.#sums = sums
    this.levels = levelsOf(sums)
  }

  get total(): bigint {
    return BigInt(this.#total)
  }

  find(position: bigint): number {
    const sums = this.#sums
    let place = 0
    let rest = Number(position)
    for (let step = 2 ** this.levels; step >= 1; step /= 2) {
      const sum = sums[place + step]
      if (sum === undefined || sum > rest) continue
      rest -= sum
      place += step
    }
    return place
  }

  change(place: number, before: Weight, after: Weight): void {
    const sums = this.#sums
    const change = Number(after) - Number(before)
    this.#total += change
    for (let index = place + 1; index < sums.length; index += index & -index) {
      sums[index] = (sums[index] ?? 0) + change
    }
  }
}

/** Sums of any size. */
class LargeSums implements Sums {
  readonly levels: number
  readonly #sums: bigint[]
  #total: bigint

  constructor(weights: readonly Weight[], total: bigint) {
    this.#total = total
    const sums = [0n, ...weights.map(BigInt)]
    for (let place = 1; place < sums.length; place += 1) {
      const parent = place + (place & -place)
      if (parent < sums.length) sums[parent] = (sums[parent] ?? 0n) + (sums[place] ?? 0n)
    }
    this.#sums = sums
    this.levels = levelsOf(sums)
  }

  get total(): bigint {
    return this.#total
  }

  find(position: bigint): number {
    let place = 0
    let rest = position
    for (let step = 2 ** this.levels; step >= 1; step /= 2) {
      const sum = this.#sums[place + step]
      if (sum === undefined || sum > rest) continue
      rest -= sum
      place += step
    }
    return place
  }

  change(place: number, before: Weight, after: Weight): void {
    const change = BigInt(after) - BigInt(before)
    this.#total += change
    for (let index = place + 1; index < this.#sums.length; index += index & -index) {
      this.#sums[index] = (this.#sums[index] ?? 0n) + change
    }
  }
}

/** Depth of a Fenwick tree. */
function levelsOf({ length }: { readonly length: number }): number {
  return Math.ceil(Math.log2(length))
}

/** Bytes of an entry in the map of keys, without the key. */
const placeSize = 120

/** 64-bit words of a weight. */
function wordsOf(weight: Weight): number {
  return typeof weight === 'number' ? 1 : wordsIn(weight)
}

/** Limit of integers. */
const largest = 2n ** 4096n

/** A sum increased by a weight, within the limit of integers; a number as long as a double has it exactly. */
export function addWeight(sum: Weight, weight: Weight): Weight {
  const small = Number(sum) + Number(weight)
  if (Number.isSafeInteger(small)) return small
  const result = BigInt(sum) + BigInt(weight)
  if (result >= largest) throw new BoundExceeded('a number of more than 4096 bits')
  return result
}
