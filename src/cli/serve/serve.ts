/**
 * `drawaudit serve`
 *
 * @packageDocumentation
 */
import type { Server } from 'node:http'
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { readVersion } from '../../io/own-files.js'
import { renderJson } from '../../render/json.js'
import { createAddressReader } from '../../server/client-address.js'
import { createMetrics, createMetricsServer, type Exposed, type Metrics } from '../../server/metrics.js'
import { watchBackups } from '../../server/backup-metrics.js'
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
import { listOf, maskSettings, readServeSettings, settingOptions, type ServeSettings } from './settings.js'
import { writeResult } from '../shared/terminal.js'
import { findServiceManager } from '../shared/service-manager.js'
import { waitForEnd } from '../shared/wait-for-end.js'
import { openApi } from './open-api.js'
import { reloadOnHangUp } from './reload.js'
import type { WebhookThreadData } from './webhook-thread.js'
import type { ServedWebhooks } from '../../webhook/supervisor.js'
import { defineCommand } from '../shared/command.js'

export const serveCommand = defineCommand({
  name: 'serve',
  describe: 'Serve what is published in a store over HTTP',
  options: {
    ...settingOptions,
    config: { ...valueOption, describe: 'A JSON file of these settings' },
    'check-config': { ...switchOption, describe: 'Check the settings and exit' },
    'print-config': { ...switchOption, describe: 'Print the settings in force as a config file and exit' },
  },
  examples: [['$0 serve --store raffles.db', 'Serve at http://127.0.0.1:8080/api/v1']],
  epilogue:
    'Each setting can also be an environment variable (DRAWAUDIT_RATE_LIMIT for --rate-limit) or a member of the config file. A flag goes before a variable, a variable before the file.',
  async print(options) {
    const { config, 'check-config': isCheck, 'print-config': isPrint } = options
    const read = (): ServeSettings => {
      const settings = readServeSettings({
        flags: options,
        environment: process.env,
        ...(config !== undefined && { file: config }),
        findStore: () => readOwnSettings().store,
      })
      // Validated here; other invalid settings fail when they are used.
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

/** Maximum number of pending deliveries counted for the metric. */
const mostCounted = 1_000_000

/** The serving side: this process, or its workers. */
interface RunningApi {
  readonly url: string
  readonly isTraced: boolean
  /** Metrics for Prometheus. */
  readonly exposed: Exposed
  readonly change: (settings: ServeSettings) => void
  /** Ends in order, within so many milliseconds. */
  readonly drain: (deadline: number) => Promise<void>
  readonly close: () => Promise<void>
}

interface ServeContext {
  readonly store: Store
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * Serves until a signal ends it.
 *
 * @param read - reads the settings again.
 */
async function serve(chosen: ServeSettings, read: () => ServeSettings): Promise<ExitCode> {
  const file = findStore(chosen.store)
  const { log, flush } = createJsonLog(chosen['log-level'], 1)
  const manager = findServiceManager(reason => {
    log.warn({ reason }, 'systemd cannot be notified')
  })
  const store = await openPatiently(file, { access: 'read', create: true }, log)
  const metrics = createMetrics(readVersion())
  watchStore(metrics.registry, store)
  if (chosen.backups !== '') watchBackups(metrics.registry, chosen.backups)
  const count = chosen.workers === 'auto' ? availableParallelism() : Number(chosen.workers)
  let webhooks: ServedWebhooks | undefined
  let served: RunningApi | undefined
  let metricsServer: Server | undefined
  try {
    if (chosen.webhooks === 'yes') webhooks = await startWebhooks(chosen, log, metrics, store)
    const beside = { store, log, metrics }
    served = count === 1 ? await serveHere(chosen, beside) : await serveByWorkers(count, chosen, beside)
    const { url, isTraced, exposed } = served
    const metricsPort = chosen['metrics-port']
    metricsServer = createMetricsServer({ registry: exposed })
    const metricsUrl =
      metricsPort === undefined ? undefined : await listen(metricsServer, chosen['metrics-host'], metricsPort)
    const about = {
      url,
      store: describeStore(file),
      ...(count > 1 && { workers: count }),
      ...(metricsUrl !== undefined && { metrics: `${metricsUrl}/metrics` }),
      ...(isTraced && { traces: true }),
    }
    log.info(about, 'listening')
    manager.ready()
    const { change, drain } = served
    const inForce = reloadOnHangUp({ chosen, read, change, log, manager })
    const { reason, exitCode } = await waitForEnd(log)
    manager.stopping()
    log.info({ reason }, 'draining')
    const deadline = inForce()['drain-timeout'] * 1000
    await Promise.all([drain(deadline), webhooks?.end(deadline)])
    log.info('ended')
    return exitCode
  } finally {
    manager.close()
    metricsServer?.close()
    metricsServer?.closeAllConnections()
    await served?.close()
    await store.close()
    await flush()
  }
}

async function serveHere(chosen: ServeSettings, beside: ServeContext): Promise<RunningApi> {
  const api = await openApi(chosen, beside)
  try {
    const url = await listen(api.http, chosen.host, chosen.port)
    api.connect()
    return { ...api, url, exposed: beside.metrics.registry }
  } catch (error) {
    await api.close()
    throw error
  }
}

async function serveByWorkers(
  count: number,
  chosen: ServeSettings,
  beside: ServeContext,
): Promise<RunningApi> {
  const { Workers } = await import('./workers.js')
  const [workers, { url, isTraced }] = await Workers.start(count, chosen, beside)
  return {
    ...{ url, isTraced, exposed: workers.metrics },
    change: settings => {
      workers.change(settings)
    },
    drain: deadline => workers.end(deadline),
    close: () => workers.end(0),
  }
}

async function startWebhooks(
  chosen: ServeSettings,
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
  const data: WebhookThreadData = { args, rate: chosen['webhook-rate'], keepDays: deliveryDefaults.keepDays }
  const module = new URL('./webhook-thread.js', import.meta.url)
  const served = await serveWebhooks({ module, data }, log, metrics.countWebhook)
  log.info('delivering webhooks')
  return served
}
