/**
 * `drawaudit serve`
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import { readVersion } from '../../io/own-files.js'
import { native } from '../../native/engine.js'
import { renderJson } from '../../render/json.js'
import { createAddressReader } from '../../server/client-address.js'
import { createApiServer } from '../../server/create-server.js'
import { createMetrics, createMetricsServer, type Metrics } from '../../server/metrics.js'
import { openSharedCounts } from '../../server/shared-counts.js'
import { watchBackups } from '../../server/backup-metrics.js'
import { loadTraces } from '../../server/traces.js'
import { watchStore } from '../../server/store-metrics.js'
import type { Store } from '../../store/store.js'
import { describeStore } from '../../store/open-store.js'
import type { ExitCode } from '../../model/report.js'
import { deliveryDefaults } from '../shared/delivery-defaults.js'
import { createJsonLog } from '../shared/json-log.js'
import { listen } from '../shared/listen.js'
import { openPatiently } from '../shared/patient-store.js'
import { findStore, switchOption, valueOption } from '../shared/options.js'
import { readSettings as readOwnSettings } from '../shared/settings.js'
import { listOf, maskSettings, readSettings, settingOptions, type Settings } from './settings.js'
import { writeResult } from '../shared/terminal.js'
import { findServiceManager } from '../shared/service-manager.js'
import { waitForEnd } from '../shared/wait-for-end.js'
import { reloadOnHangUp } from './reload.js'
import type { ThreadData } from './webhook-thread.js'
import type { ServedWebhooks } from '../../webhook/supervisor.js'
import { defineCommand } from '../shared/command.js'

export const serveCommand = defineCommand({
  name: 'serve',
  describe: 'Serve what is published in a store over HTTP',
  options: {
    ...settingOptions,
    config: { ...valueOption, describe: 'A JSON file of these settings' },
    'check-config': { ...switchOption, describe: 'Check the settings and end' },
    'print-config': { ...switchOption, describe: 'Print the settings in force as a config file and end' },
  },
  examples: [['$0 serve --store raffles.db', 'Serve at http://127.0.0.1:8080/api/v1']],
  epilogue:
    'Each setting can also be an environment variable (DRAWAUDIT_RATE_LIMIT for --rate-limit) or a member of the config file. A flag goes before a variable, a variable before the file.',
  async print(options) {
    const { config, 'check-config': isCheck, 'print-config': isPrint } = options
    const read = (): Settings => {
      const settings = readSettings({
        flags: options,
        environment: process.env,
        ...(config !== undefined && { file: config }),
        findStore: () => readOwnSettings().store,
      })
      // Whatever else can be wrong with a setting shows when it is used.
      createAddressReader(listOf(settings['trusted-proxy']))
      return settings
    }
    const chosen = read()
    if (isPrint) await writeResult(renderJson(maskSettings(chosen)))
    else if (isCheck) await writeResult('the settings are valid\n')
    else return serve(chosen, read)
    return 0
  },
})

/** Deliveries that wait are counted up to so many. */
const mostCounted = 1_000_000

/**
 * Serves until a signal asks it to end.
 *
 * @param read - reads the settings again.
 */
async function serve(chosen: Settings, read: () => Settings): Promise<ExitCode> {
  const file = findStore(chosen.store)
  const { log, flush } = createJsonLog(chosen['log-level'], 1)
  const manager = findServiceManager(reason => {
    log.warn({ reason }, 'systemd cannot be told')
  })
  const counts = chosen['rate-limit-store']
  const sharedCounts = counts === '' ? undefined : await openSharedCounts({ url: counts, log })
  const store = await openPatiently(file, { access: 'read', create: true }, log)
  const metrics = createMetrics(readVersion())
  const traces = await loadTraces(readVersion())
  watchStore(metrics.registry, store)
  if (chosen.backups !== '') watchBackups(metrics.registry, chosen.backups)
  const api = createApiServer({
    store,
    rateLimit: chosen['rate-limit'],
    ...(sharedCounts !== undefined && { sharedCounts }),
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
  const metricsServer = createMetricsServer(metrics)
  let webhooks: ServedWebhooks | undefined
  try {
    if (chosen.webhooks === 'yes') webhooks = await startWebhooks(chosen, log, metrics, store)
    const url = await listen(api.http, chosen.host, chosen.port)
    const metricsPort = chosen['metrics-port']
    const metricsUrl =
      metricsPort === undefined ? undefined : await listen(metricsServer, chosen['metrics-host'], metricsPort)
    const about = {
      url,
      store: describeStore(file),
      ...(metricsUrl !== undefined && { metrics: `${metricsUrl}/metrics` }),
      ...(traces && { traces: true }),
    }
    log.info(about, 'listening')
    sharedCounts?.connect()
    manager.ready()
    const inForce = reloadOnHangUp({ chosen, read, api, log, manager })
    const { reason, exitCode } = await waitForEnd(log)
    manager.stopping()
    log.info({ reason }, 'draining')
    const deadline = inForce()['drain-timeout'] * 1000
    await Promise.all([api.drain(deadline), webhooks?.end(deadline)])
    log.info('ended')
    return exitCode
  } finally {
    manager.close()
    for (const server of [api.http, metricsServer]) {
      server.close()
      server.closeAllConnections()
    }
    await sharedCounts?.close()
    await store.close()
    await flush()
  }
}

async function startWebhooks(
  chosen: Settings,
  log: Logger,
  metrics: Metrics,
  { outbox }: Store,
): Promise<ServedWebhooks> {
  const { serveWebhooks } = await import('../../webhook/supervisor.js')
  metrics.watchWebhooks({
    pending: async () => outbox.countPending(mostCounted),
    states: async () => (await outbox.listEndpoints()).map(({ state }) => state),
  })
  const args = {
    store: chosen.store,
    'passphrase-file': chosen['passphrase-file'],
    'key-file': chosen['key-file'],
  }
  const data: ThreadData = { args, rate: chosen['webhook-rate'], keepDays: deliveryDefaults.keepDays }
  const module = new URL('./webhook-thread.js', import.meta.url)
  const served = await serveWebhooks({ module, data }, log, metrics.countWebhook)
  log.info('delivering webhooks')
  return served
}
