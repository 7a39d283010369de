/**
 * The store that options name.
 *
 * @packageDocumentation
 */
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { findStore } from './options.js'

/** Works with a store, and closes it. */
export async function atStore<T>(
  given: string | undefined,
  access: 'read' | 'write',
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(findStore(given), { access })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
