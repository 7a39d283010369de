/**
 * What is drawn from one item after the other: entries that count alike, or by weight. Positions count along the
 * entries, or along the cumulative sums of their weights.
 *
 * @packageDocumentation
 */
import { BoundExceeded, turnCost, type Context } from '../context.js'
import { itemSize, wordsOf, type Value } from '../value.js'

/**
 * What becomes of an item that was taken: those behind it move up, the last takes its place, it stays, or it stays
 * and is passed over from then on.
 */
export const removals = ['item', 'swap', 'none', 'again'] as const
export type Removal = (typeof removals)[number]

export interface Pool {
  /** How many positions there are. */
  readonly left: bigint
  /** No position leads to an item that can be taken. */
  readonly isSpent: boolean
  /** The item at a position, which leaves as agreed; undefined where there is no such position. */
  take(position: bigint, context: Context): Value | 'passed over' | undefined
  /** Gives the memory of the pool back. */
  release(context: Context): void
}

/** Every item has one position. */
export function openLine(items: readonly Value[], removal: Removal, context: Context): Pool {
  return removal === 'item' ? new ShrinkingLine(items, context) : new Line(items, removal, context)
}

/** A line in which nobody moves but the last. */
class Line implements Pool {
  readonly #items: Value[]
  readonly #size: number
  readonly #removal: Exclude<Removal, 'item'>
  readonly #taken = new Set<number>()

  constructor(items: readonly Value[], removal: Exclude<Removal, 'item'>, context: Context) {
    context.charge(items.length / 4)
    context.keep(itemSize * items.length)
    this.#items = [...items]
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

/** What a set takes for each number in it. */
const takenSize = 32

/**
 * A line in which those behind the one who leaves move up. Who is left is counted in a Fenwick tree, since moving
 * them would take as many steps as there are items.
 */
class ShrinkingLine implements Pool {
  readonly #items: readonly Value[]
  /** At i, from 1: how many are left of as many items up to the i-th as the lowest bit of i says. */
  readonly #counts: Uint32Array
  #left: number

  constructor(items: readonly Value[], context: Context) {
    context.charge(items.length / 4)
    context.keep(4 * items.length)
    this.#items = items
    this.#left = items.length
    this.#counts = new Uint32Array(items.length + 1).map((_, index) => index & -index)
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

/** An item with as many positions as its weight; with a key, it leaves together with all that have the same. */
export interface Weighted {
  readonly item: Value
  readonly weight: bigint
  /** How often it can still be taken before it leaves; once where this is missing. */
  readonly turns?: bigint
  readonly key?: string
}

/**
 * Every item has as many positions as its weight. Sums are kept as a Fenwick tree, so that a turn costs as many
 * steps as the number of items has bits.
 */
export class WeightedPool implements Pool {
  readonly #entries: Weighted[]
  readonly #removal: Removal
  /** At i, from 1: the sum of the weights of as many entries up to the i-th as the lowest bit of i says. */
  readonly #sums: bigint[] = [0n]
  /** Where the entries of each key are. */
  readonly #places = new Map<string, number[]>()
  readonly #taken = new Set<number>()
  #left = 0n
  /** Entries that have a position and can be taken. */
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
      // The weight and the sum, each a number of its own, and what holds the weight beside its item.
      const size = 2 * itemSize + 72 + 8 * (wordsOfNumber(weight) + wordsOfNumber(this.#left))
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

  /** The first place up to which, and with which, the weights sum to more than the position. */
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

function wordsOfNumber(integer: bigint): number {
  return wordsOf({ kind: 'integer', integer })
}

/** How many steps it takes to come through a Fenwick tree. */
function levelsOf({ length }: { readonly length: number }): number {
  return Math.ceil(Math.log2(length))
}

/** A place in the map of keys, without the key's length. */
const placeSize = 120

/** A sum that grew by one more weight, as long as it is a number of the language. */
export function addWeight(sum: bigint, weight: bigint): bigint {
  const result = sum + weight
  if (result >= 2n ** 4096n) throw new BoundExceeded('a number of more than 4096 bits')
  return result
}
