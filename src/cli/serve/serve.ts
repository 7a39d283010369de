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
import type { Listener } from '../../server/listener.js'
import { createMetrics, createMetricsServer, type Metrics } from '../../server/metrics.js'
import { openSharedCounts } from '../../server/shared-counts.js'
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
import { maskSettings, readSettings, settingOptions, type Settings } from './settings.js'
import { writeResult } from '../shared/terminal.js'
import { waitForEnd } from '../shared/wait-for-end.js'
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
    const chosen = readSettings({
      flags: options,
      environment: process.env,
      ...(config !== undefined && { file: config }),
      findStore: () => readOwnSettings().store,
    })
    // Whatever else can be wrong with a setting shows when it is used.
    createAddressReader(listOf(chosen['trusted-proxy']))
    if (isPrint) await writeResult(renderJson(maskSettings(chosen)))
    else if (isCheck) await writeResult('the settings are valid\n')
    else return serve(chosen)
    return 0
  },
})

/** Deliveries that wait are counted up to so many. */
const mostCounted = 1_000_000

const listOf = (text: string): readonly string[] => text.split(',').filter(item => item !== '')

/** Serves until a signal asks it to end. */
async function serve(chosen: Settings): Promise<ExitCode> {
  const file = findStore(chosen.store)
  const { log, flush } = createJsonLog(chosen['log-level'], 1)
  const counts = chosen['rate-limit-store']
  const sharedCounts = counts === '' ? undefined : await openSharedCounts({ url: counts, log })
  const store = await openPatiently(file, { access: 'read', create: true }, log)
  const metrics = createMetrics(readVersion())
  watchStore(metrics.registry, store)
  const api = createApiServer({
    store,
    rateLimit: chosen['rate-limit'],
    ...(sharedCounts !== undefined && { sharedCounts }),
    trustedProxies: listOf(chosen['trusted-proxy']),
    vendor: chosen.vendor,
    ...(chosen['public-url'] !== '' && { publicUrl: chosen['public-url'] }),
    ...(chosen['tiles-url'] !== '' && { exported: { url: chosen['tiles-url'] } }),
    maxConnections: chosen['max-connections'],
    log,
    metrics,
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
    }
    log.info(about, 'listening')
    sharedCounts?.connect()
    return await endInOrder(api, webhooks, log, chosen['drain-timeout'] * 1000)
  } finally {
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

async function endInOrder(
  api: Listener,
  webhooks: ServedWebhooks | undefined,
  log: Logger,
  deadline: number,
): Promise<ExitCode> {
  const { reason, exitCode } = await waitForEnd(log)
  log.info({ reason }, 'draining')
  await Promise.all([api.drain(deadline), webhooks?.end(deadline)])
  log.info('ended')
  return exitCode
}
