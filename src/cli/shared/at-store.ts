/**
 * The store selected by options.
 *
 * @packageDocumentation
 */
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { findStore } from './options.js'

/**
 * Opens a store for the duration of `work`.
 *
 * @param given - value of `--store`; default: the settings.
 */
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
