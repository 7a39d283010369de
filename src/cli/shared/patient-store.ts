/**
 * Opening the store of a service that goes on for good.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DrawauditError } from '../../errors.js'
import { isLoginRefused } from '../../store/postgres/errors.js'
import { isPostgresUrl, openStore, type OpenStoreOptions } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'

/** Milliseconds between two attempts, and attempts between two lines of the log. */
const pause = 1000
const silence = 30

/**
 * Opens a store. A database that is away is waited for: after a loss of power it may come later than its services, and
 * whoever starts those does not start them again when they end with an error of the settings.
 *
 * @throws DrawauditError as {@link openStore} does, but for `store-unavailable` of a database that lets us in; AbortError.
 */
export async function openPatiently(
  name: string,
  options: OpenStoreOptions,
  log: Logger,
  signal?: AbortSignal,
): Promise<Store> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await openStore(name, options)
    } catch (error) {
      if (!(error instanceof DrawauditError) || !isPostgresUrl(name) || !isAway(error)) throw error
      const { code, message, hint } = error
      if (attempts % silence === 0)
        log.warn({ code, message, hint }, 'the store cannot be reached: waiting for it')
      await setTimeout(pause, undefined, { signal })
    }
  }
}

/** A driver that is not installed does not come by waiting, nor does a right to log in. */
function isAway(error: DrawauditError): boolean {
  const { code: reason } = (error.cause ?? {}) as { readonly code?: unknown }
  return error.code === 'store-unavailable' && reason !== 'ERR_MODULE_NOT_FOUND' && !isLoginRefused(error)
}
