/**
 * Opens the store of a long-running service.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DrawauditError } from '../../errors.js'
import { isLoginRefused } from '../../store/postgres/errors.js'
import { isPostgresUrl, openStore, type OpenStoreOptions } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'

/** Milliseconds between attempts; attempts per log line. */
const pause = 1000
const silence = 30

/**
 * Opens a store, waiting for an unreachable database: after a power failure it may start later than its services,
 * and service managers do not restart one that exits with a usage error.
 *
 * @throws DrawauditError as {@link openStore} does, except `store-unavailable` for a database that accepts the
 * login; AbortError.
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

/** Waiting helps neither with a missing driver nor with a refused login. */
function isAway(error: DrawauditError): boolean {
  const { code: reason } = (error.cause ?? {}) as { readonly code?: unknown }
  return error.code === 'store-unavailable' && reason !== 'ERR_MODULE_NOT_FOUND' && !isLoginRefused(error)
}
