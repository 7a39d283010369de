/**
 * Values by their keys, in bounded memory.
 *
 * @packageDocumentation
 */

interface CacheEntry<Value> {
  readonly value: Value
  readonly size: number
}

/**
 * Keeps what was asked for last, in two maps: the young one takes what is set, and what is found in the old one. When
 * it is full it becomes the old one, and what that had is forgotten. So what is asked for often costs one look, and
 * nothing is ever sorted.
 */
export class Cache<Value> {
  /** Bytes that each of the two may have. */
  readonly #half: number
  #young = new Map<string, CacheEntry<Value>>()
  #old = new Map<string, CacheEntry<Value>>()
  /** Bytes of the young one. */
  #size = 0

  /** @param capacity - bytes that all values may take; one that takes more than half of them is not kept. */
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

  /** @param size - bytes that the value takes. */
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

  /** Whatever was set before under this key is not what the cache has. */
  #forget(key: string): void {
    this.#size -= this.#young.get(key)?.size ?? 0
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
