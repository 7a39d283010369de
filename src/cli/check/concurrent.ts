/**
 * Many things at the same time, but not all of them.
 *
 * @packageDocumentation
 */

/**
 * Maps with at most `limit` calls at the same time; results come in the order in which they are ready.
 *
 * @throws whatever a call throws, when those that had begun are over.
 */
export async function* mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const running = new Map<number, Promise<{ readonly index: number; readonly result: R }>>()
  let next = 0
  const begin = (): void => {
    const index = next++
    const item = items[index] as T
    running.set(
      index,
      map(item, index).then(result => ({ index, result })),
    )
  }
  try {
    while (next < items.length || running.size > 0) {
      while (next < items.length && running.size < limit) begin()
      const { index, result } = await Promise.race(running.values())
      running.delete(index)
      yield result
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}
