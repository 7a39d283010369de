/**
 * `drawaudit desk serve`
 *
 * @packageDocumentation
 */
import { BlockList, isIP } from 'node:net'
import { createDeskServer } from '../../desk/create-desk-server.js'
import { DrawauditError } from '../../errors.js'
import { readVersion } from '../../io/own-files.js'
import type { ExitCode } from '../../model/report.js'
import type { Desk } from '../../operator/desk.js'
import { listKeys } from '../../operator/keys.js'
import { loadTraces } from '../../server/traces.js'
import { createMetrics, createMetricsServer } from '../../server/metrics.js'
import { describeStore } from '../../store/open-store.js'
import { findAuthorities, authorityOption } from '../shared/ceremony.js'
import { findCommittedChain } from '../shared/chains.js'
import { defineCommand, type CommandArguments } from '../shared/command.js'
import { atDesk, signingOptions } from '../shared/desk.js'
import { createJsonLog } from '../shared/json-log.js'
import { listen, listenOnSocket } from '../shared/listen.js'
import {
  findStore,
  ownChainInfoOption,
  ownTrustOption,
  storeOption,
  switchOption,
  valueOption,
} from '../shared/options.js'
import { readInteger } from '../shared/remote.js'
import { createRoundFetch, roundOptions } from '../shared/round-fetch.js'
import { findSetting } from '../shared/settings.js'
import { findServiceManager } from '../shared/service-manager.js'
import { createProgress } from '../shared/terminal.js'
import { waitForEnd } from '../shared/wait-for-end.js'

const options = {
  host: {
    ...valueOption,
    describe: 'Address to listen on, a loopback one (default: 127.0.0.1)',
  },
  'allow-remote': {
    ...switchOption,
    describe:
      'Allow an address that other machines can reach: put TLS in front, or tokens can be intercepted',
  },
  port: { ...valueOption, describe: 'Port to listen on; 0 takes a free one (default: 8093)' },
  socket: {
    ...valueOption,
    describe: 'Listen on a Unix socket instead, open to the user and group of this process',
  },
  'metrics-port': {
    ...valueOption,
    describe: 'Port for Prometheus metrics, on --host (default: none)',
  },
  'rate-limit': { ...valueOption, default: '6000', describe: 'Requests a minute for each client address' },
  operator: {
    ...valueOption,
    describe: 'Who runs new raffles',
    fallback: { setting: 'operator' as const, otherwise: 'the only one with a key in the store' },
  },
  beacon: {
    ...valueOption,
    placeholder: 'CHAIN',
    describe: 'The beacon of new raffles: quicknet, default, evmnet, the hash of a chain, or none',
    fallback: { setting: 'chain' as const, otherwise: 'quicknet' },
  },
  'chain-info': ownChainInfoOption,
  trust: ownTrustOption,
  timestamp: authorityOption,
  ...roundOptions,
  ...signingOptions,
  store: storeOption,
}

type DeskServeArguments = CommandArguments<typeof options>

/** Milliseconds that requests may take after SIGTERM: a seal hashes its whole list. */
const farewell = 60_000

export const deskServeCommand = defineCommand({
  name: 'serve',
  describe: 'Serve the steps of raffles to your own systems: a private HTTP API with tokens',
  options,
  examples: [
    ['$0 desk serve --key-file secrets.key --store raffles.db', 'At http://127.0.0.1:8093/v1/raffles'],
  ],
  epilogue:
    'docs/DESK.md has the API with examples, schemas/desk-openapi.json all of it. Every request needs a token: drawaudit desk token add. The public API is separate: drawaudit serve, on another address.',
  async print(args) {
    const { socket, host = '127.0.0.1' } = args
    if (socket !== undefined && args.port !== undefined) {
      throw new DrawauditError('usage', '--socket and --port exclude each other', {
        hint: 'leave one of them out',
      })
    }
    refuseRemote(host, args['allow-remote'])
    const port = readInteger('port', args.port ?? '8093', 0, 65_535)
    const rateLimit = readInteger('rate-limit', args['rate-limit'], 1, 1_000_000_000)
    const given = args['metrics-port']
    const metricsPort = given === undefined ? undefined : readInteger('metrics-port', given, 0, 65_535)
    return atDesk(args, desk => serve(desk, args, { host, port, rateLimit, metricsPort }))
  },
})

/** Parsed options. */
interface DeskServeSettings {
  readonly host: string
  readonly port: number
  readonly rateLimit: number
  readonly metricsPort: number | undefined
}

/** Serves until a signal ends it. */
async function serve(
  desk: Desk,
  args: DeskServeArguments,
  { host, port, rateLimit, metricsPort }: DeskServeSettings,
): Promise<ExitCode> {
  // Fail at start, not at the first request.
  await desk.openSecrets()
  const { log, flush } = createJsonLog('info', 1)
  const manager = findServiceManager(reason => {
    log.warn({ reason }, 'systemd cannot be notified')
  })
  const metrics = createMetrics(readVersion())
  const traces = await loadTraces(readVersion())
  const operator = findSetting('operator', args.operator)
  const listener = createDeskServer({
    desk,
    ...(operator !== undefined && { operator }),
    chain: findCommittedChain(args),
    fetchBeacon: createRoundFetch({ ...args, quiet: true }, createProgress(true)),
    authorities: findAuthorities(args),
    env: process.env,
    rateLimit,
    log,
    metrics,
    ...(traces && { traces }),
  })
  const metricsServer = createMetricsServer(metrics)
  try {
    const url =
      args.socket === undefined
        ? await listen(listener.http, host, port)
        : await listenOnSocket(listener.http, args.socket)
    const metricsUrl = metricsPort === undefined ? undefined : await listen(metricsServer, host, metricsPort)
    const about = { url, store: describeStore(findStore(args.store)) }
    log.info({ ...about, ...(metricsUrl !== undefined && { metrics: `${metricsUrl}/metrics` }) }, 'listening')
    if (!(await listKeys(desk.store.ceremonies)).some(({ use }) => use === 'receipts')) {
      const hint = 'drawaudit key generate --operator NAME --use receipts'
      log.warn({ hint }, 'no entry can be sold: the store has no key for receipts')
    }
    manager.ready()
    const { reason, exitCode } = await waitForEnd(log)
    manager.stopping()
    log.info({ reason }, 'draining')
    await listener.drain(farewell)
    log.info('ended')
    return exitCode
  } finally {
    manager.close()
    for (const server of [listener.http, metricsServer]) {
      server.close()
      server.closeAllConnections()
    }
    await flush()
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** @throws DrawauditError `usage`. */
function refuseRemote(host: string, isAllowed: boolean): void {
  const family = isIP(host)
  const isOwn = family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
  if (isOwn || isAllowed) return
  throw new DrawauditError('usage', `--host ${JSON.stringify(host)} is not a loopback address`, {
    hint: 'leave it out, or give --allow-remote, with TLS in front',
  })
}
