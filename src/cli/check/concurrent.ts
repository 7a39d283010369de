/**
 * Many things at the same time, but not all of them.
 *
 * @packageDocumentation
 */

/**
 * Maps with at most `limit` calls at the same time; results come in the order of the items.
 *
 * @throws whatever a call throws, when those that had begun are over.
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
      // A failure is told in its turn.
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
