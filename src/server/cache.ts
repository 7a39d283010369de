/**
 * A cache in bounded memory.
 *
 * @packageDocumentation
 */

interface CacheEntry<Value> {
  readonly value: Value
  readonly size: number
}

/**
 * Keeps recently used values in two maps, a young and an old one. New values, and hits in the old map, go
 * into the young map; when that is full it replaces the old map. So a frequent key costs one lookup, and
 * nothing is sorted.
 */
export class Cache<Value> {
  /** Max bytes in each map. */
  readonly #half: number
  #young = new Map<string, CacheEntry<Value>>()
  #old = new Map<string, CacheEntry<Value>>()
  /** Bytes in the young map. */
  #size = 0

  /** @param capacity - max bytes of all values; a value larger than half of it is not cached. */
  constructor(capacity: number) {
    this.#half = capacity / 2
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old.value, old.size)
    return old?.value
  }

  /** @param size - bytes of the value. */
  set(key: string, value: Value, size: number): void {
    this.#forget(key)
    if (size > this.#half) return
    if (this.#size + size > this.#half) {
      this.#old = this.#young
      this.#young = new Map()
      this.#size = 0
    }
    this.#young.set(key, { value, size })
    this.#size += size
  }

  /** Removes an earlier value of this key. */
  #forget(key: string): void {
    this.#size -= this.#young.get(key)?.size ?? 0
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
