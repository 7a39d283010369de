/**
 * A worker process of `drawaudit serve --workers`: answers requests, controlled by the primary process.
 *
 * @packageDocumentation
 */
import cluster from 'node:cluster'
import { Socket } from 'node:net'
import { DrawauditError } from '../../errors.js'
import { createMetrics } from '../../server/metrics.js'
import { PrimaryCounts } from '../../server/primary-counts.js'
import { createJsonLog } from '../shared/json-log.js'
import { listen } from '../shared/listen.js'
import { openPatiently } from '../shared/patient-store.js'
import { findStore } from '../shared/options.js'
import { waitForEnd } from '../shared/wait-for-end.js'
import { openApi } from './open-api.js'
import type { ServeSettings } from './settings.js'
import { countsDescriptor, type FromWorker, type ToWorker } from './worker-messages.js'

const tell = (message: FromWorker): void => {
  process.send?.(message)
}

async function serve(chosen: ServeSettings): Promise<void> {
  const { log, flush } = createJsonLog(chosen['log-level'], 1, { isShared: true })
  const store = await openPatiently(findStore(chosen.store), { access: 'read' }, log)
  const metrics = createMetrics()
  const counts = new PrimaryCounts(new Socket({ fd: countsDescriptor, readable: true, writable: true }))
  const isAlone = chosen['rate-limit-store'] === ''
  const api = await openApi(chosen, {
    ...{ store, log, metrics },
    ...(isAlone && { createLimiter: (kind, limit) => counts.createLimiter(kind, limit) }),
  })
  const count = async (): Promise<void> => {
    tell({ kind: 'counted', snapshot: await metrics.registry.getMetricsAsJSON() })
  }
  const drain = new Promise<number>(resolve => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'count') void count()
      else if (message.kind === 'drain') resolve(message.deadline)
      else if (message.kind === 'change') {
        api.change(message.settings)
        log.level = message.settings['log-level']
      }
    })
  })
  // A terminal signals all its processes; only the primary acts on it.
  process.on('SIGHUP', () => undefined)
  try {
    const url = await listen(api.http, chosen.host, chosen.port)
    api.connect()
    tell({ kind: 'listening', url, isTraced: api.isTraced })
    const end = await Promise.race([drain, waitForEnd(log)])
    if (typeof end === 'number') await api.drain(end)
    else {
      process.exitCode = end.exitCode
      await api.drain(chosen['drain-timeout'] * 1000)
    }
    await count()
  } finally {
    await api.close()
    await store.close()
    await flush()
    counts.close()
  }
}

process.once('message', ({ settings }: Extract<ToWorker, { kind: 'serve' }>) => {
  serve(settings)
    .catch((error: unknown) => {
      if (!(error instanceof DrawauditError)) throw error
      const { code, message, hint, where } = error
      tell({ kind: 'failed', code, message, where, ...(hint !== undefined && { hint }) })
    })
    .finally(() => cluster.worker?.disconnect())
})

// Messages sent before the listener is set would be lost.
tell({ kind: 'ready' })
