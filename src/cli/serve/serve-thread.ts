/**
 * The public server on a thread beside a run, so that requests do not wait for the run.
 *
 * @packageDocumentation
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DrawauditError } from '../../errors.js'
import { native } from '../../native/engine.js'
import { createApiServer } from '../../server/create-server.js'
import { createMetrics } from '../../server/metrics.js'
import { openStore } from '../../store/open-store.js'
import { createJsonLog } from '../shared/json-log.js'
import { listen } from '../shared/listen.js'
import type { ServeThreadMessage, ServeThreadData } from '../shared/serve-beside.js'
import { listOf, readServeSettings } from './settings.js'

const { store: name, host, port } = workerData as ServeThreadData
const tell = (message: ServeThreadMessage): void => {
  parentPort?.postMessage(message)
}

const { log, flush } = createJsonLog('warn', 2)
const store = await openStore(name, { access: 'read' })
const chosen = readServeSettings({ flags: { store: name }, environment: process.env })
const api = createApiServer({
  store,
  rateLimit: chosen['rate-limit'],
  trustedProxies: listOf(chosen['trusted-proxy']),
  vendor: chosen.vendor,
  maxConnections: chosen['max-connections'],
  log,
  metrics: createMetrics(),
  engine: native,
})
try {
  const url = await listen(api.http, host, port)
  tell({ kind: 'listening', url })
  await new Promise<void>(resolve => parentPort?.once('message', resolve))
  await api.drain(10_000)
} catch (error) {
  if (!(error instanceof DrawauditError)) throw error
  const { code, message, hint } = error
  tell({ kind: 'failed', code, message, ...(hint !== undefined && { hint }) })
} finally {
  api.http.close()
  api.http.closeAllConnections()
  await store.close()
  await flush()
  parentPort?.close()
}
