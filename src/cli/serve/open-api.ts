/**
 * The public API of a serving process, from its settings.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import { readVersion } from '../../io/own-files.js'
import { native } from '../../native/engine.js'
import { createApiServer, type ApiServer, type ServerOptions } from '../../server/create-server.js'
import type { Metrics } from '../../server/metrics.js'
import { openSharedCounts } from '../../server/shared-counts.js'
import { loadTraces } from '../../server/traces.js'
import type { Store } from '../../store/store.js'
import { listOf, type ServeSettings } from './settings.js'

interface OpenOptions extends Pick<ServerOptions, 'createLimiter'> {
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
}

export interface OpenedApi {
  readonly http: ApiServer['http']
  readonly isTraced: boolean
  /** Connects to the shared counter of requests, if there is one. */
  readonly connect: () => void
  /** @throws DrawauditError `setting-invalid` for an invalid trusted proxy; nothing is changed then. */
  readonly change: (settings: ServeSettings) => void
  /** Ends in order, within so many milliseconds. */
  readonly drain: (deadline: number) => Promise<void>
  /** Closes open connections. */
  readonly close: () => Promise<void>
}

/**
 * Creates the server; it listens once `http.listen` is called.
 *
 * @param options - `createLimiter`: creates rate limiters shared by several processes.
 * @throws DrawauditError `setting-invalid`.
 */
export async function openApi(
  chosen: ServeSettings,
  { store, log, metrics, createLimiter }: OpenOptions,
): Promise<OpenedApi> {
  const url = chosen['rate-limit-store']
  const sharedCounts = url === '' ? undefined : await openSharedCounts({ url, log })
  const traces = await loadTraces(readVersion())
  const api = createApiServer({
    store,
    rateLimit: chosen['rate-limit'],
    ...(sharedCounts !== undefined && { sharedCounts }),
    ...(createLimiter !== undefined && { createLimiter }),
    trustedProxies: listOf(chosen['trusted-proxy']),
    vendor: chosen.vendor,
    ...(chosen['public-url'] !== '' && { publicUrl: chosen['public-url'] }),
    ...(chosen['run-by'] !== '' && { runBy: chosen['run-by'] }),
    ...(chosen['tiles-url'] !== '' && { exported: { url: chosen['tiles-url'] } }),
    maxConnections: chosen['max-connections'],
    log,
    metrics,
    ...(traces && { traces }),
    engine: native,
  })
  return {
    http: api.http,
    isTraced: traces !== undefined,
    connect: () => sharedCounts?.connect(),
    change(settings) {
      api.change({
        rateLimit: settings['rate-limit'],
        trustedProxies: listOf(settings['trusted-proxy']),
        maxConnections: settings['max-connections'],
      })
    },
    drain: deadline => api.drain(deadline),
    async close() {
      api.http.close()
      api.http.closeAllConnections()
      await sharedCounts?.close()
    },
  }
}
