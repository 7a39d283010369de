/**
 * Limited concurrency.
 *
 * @packageDocumentation
 */

/**
 * Maps with at most `limit` concurrent calls; yields results in the order of the items.
 *
 * @throws the error of a call, once all started calls have ended.
 */
export async function* mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  try {
    for (const [index, item] of items.entries()) {
      const result = map(item, index)
      // Handled in its turn; without this, it would be an unhandled rejection.
      result.catch(() => undefined)
      running.push(result)
      const first = running.length === limit ? running.shift() : undefined
      if (first !== undefined) yield await first
    }
    for (let first = running.shift(); first !== undefined; first = running.shift()) yield await first
  } finally {
    await Promise.allSettled(running)
  }
}
