/**
 * `drawaudit serve --workers`: processes that answer at one address, and the primary process, which starts them,
 * counts requests for them, and replaces those that end.
 *
 * @packageDocumentation
 */
import cluster, { type Worker } from 'node:cluster'
import type { Duplex } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { DrawauditError } from '../../errors.js'
import { createAddressReader } from '../../server/client-address.js'
import { limitsOf } from '../../server/create-server.js'
import type { Metrics } from '../../server/metrics.js'
import { answerCounts } from '../../server/primary-counts.js'
import { RateLimiter } from '../../server/rate-limit.js'
import { WorkersMetrics } from '../../server/workers-metrics.js'
import { listOf, type ServeSettings } from './settings.js'
import { countsDescriptor, type FromWorker, type ToWorker } from './worker-messages.js'

/** Milliseconds a worker has to report its metrics. */
const patience = 2000

/** Milliseconds before a failed replacement is retried: at first, doubling up to the second value. */
const shortestPause = 1000
const longestPause = 30_000

/** Milliseconds after the deadline before a draining worker is killed. */
const grace = 2000

/** Message of a worker that listens. */
type Listening = Extract<FromWorker, { kind: 'listening' }>

/** The worker processes. */
export class Workers {
  /** Combined metrics. */
  readonly metrics: WorkersMetrics
  readonly #count: number
  readonly #log: Logger
  readonly #limiters
  readonly #serving = new Map<number, Worker>()
  #settings: ServeSettings
  #isEnding = false
  /** Resolvers of pending metric requests, by worker id. */
  readonly #counted = new Map<number, () => void>()

  private constructor(count: number, chosen: ServeSettings, log: Logger, metrics: Metrics) {
    this.#count = count
    this.#log = log
    this.#settings = chosen
    const limits = limitsOf(chosen['rate-limit'])
    this.#limiters = {
      requests: new RateLimiter(limits.requests),
      pieces: new RateLimiter(limits.pieces),
      visits: new RateLimiter(limits.visits),
    }
    this.metrics = new WorkersMetrics(metrics.registry, () => this.#askCounts())
    metrics.watchWorkers(() => this.#serving.size)
  }

  /**
   * Starts the workers, each with its share of the connections.
   *
   * @returns the workers, and the first one's message.
   * @throws DrawauditError as listening and opening a store do.
   */
  static async start(
    count: number,
    chosen: ServeSettings,
    { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
  ): Promise<readonly [workers: Workers, first: Listening]> {
    const workers = new Workers(count, chosen, log, metrics)
    // Workers accept connections themselves: one handed to a worker that is just ending would hang.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({
      exec: fileURLToPath(new URL('./serve-worker.js', import.meta.url)),
      args: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    })
    try {
      const first = await workers.#fork()
      await Promise.all(Array.from({ length: count - 1 }, () => workers.#fork()))
      return [workers, first]
    } catch (error) {
      await workers.end(0)
      throw error
    }
  }

  /**
   * Applies the reloadable settings.
   *
   * @throws DrawauditError `setting-invalid`; none is applied then.
   */
  change(settings: ServeSettings): void {
    createAddressReader(listOf(settings['trusted-proxy']))
    this.#settings = settings
    const limits = limitsOf(settings['rate-limit'])
    this.#limiters.requests.limit = limits.requests
    this.#limiters.pieces.limit = limits.pieces
    this.#limiters.visits.limit = limits.visits
    for (const worker of this.#all()) tell(worker, { kind: 'change', settings: this.#share() })
  }

  /**
   * Ends the workers in order.
   *
   * @param deadline - milliseconds after which open connections are cut.
   */
  async end(deadline: number): Promise<void> {
    this.#isEnding = true
    const ends = this.#all().map(async worker => {
      const ended = new Promise(resolve => worker.once('exit', resolve))
      tell(worker, { kind: 'drain', deadline })
      const late = new AbortController()
      const killing = setTimeout(deadline + grace, undefined, { signal: late.signal }).then(
        () => worker.process.kill('SIGKILL'),
        () => undefined,
      )
      await ended
      late.abort()
      await killing
    })
    await Promise.all(ends)
  }

  #all(): readonly Worker[] {
    return Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
  }

  #share(): ServeSettings {
    return {
      ...this.#settings,
      'max-connections': Math.ceil(this.#settings['max-connections'] / this.#count),
    }
  }

  /**
   * Starts a worker.
   *
   * @returns its message once it listens.
   * @throws DrawauditError its error if it fails.
   */
  #fork(): Promise<Listening> {
    const worker = cluster.fork()
    const { id } = worker
    answerCounts(worker.process.stdio[countsDescriptor] as unknown as Duplex, this.#limiters)
    worker.on('error', () => undefined)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') tell(worker, { kind: 'serve', settings: this.#share() })
        else if (message.kind === 'listening') {
          this.#serving.set(id, worker)
          resolve(message)
        } else if (message.kind === 'counted') {
          this.metrics.take(id, message.snapshot)
          this.#counted.get(id)?.()
        } else {
          const { code, message: text, hint, where } = message
          reject(new DrawauditError(code, text, { where, ...(hint !== undefined && { hint }) }))
        }
      })
      worker.once('exit', (exitCode, signal) => {
        const hasServed = this.#serving.delete(id)
        this.metrics.end(id)
        this.#counted.get(id)?.()
        reject(
          new DrawauditError(
            'internal',
            `a worker ended before it listened (${worker.process.signalCode ?? exitCode})`,
          ),
        )
        if (!hasServed || this.#isEnding) return
        this.#log.error(
          { pid: worker.process.pid, exitCode, signal },
          'a worker has ended: another takes its place',
        )
        void this.#replace()
      })
    })
  }

  /** Replaces a worker that ended: at once, then with increasing pauses. */
  async #replace(): Promise<void> {
    for (let pause = shortestPause; !this.#isEnding; pause = Math.min(pause * 2, longestPause)) {
      try {
        const { url } = await this.#fork()
        this.#log.info({ url, workers: this.#serving.size }, 'a worker listens')
        return
      } catch (error) {
        if (!(error instanceof DrawauditError)) throw error
        const { code, message: reason, hint } = error
        this.#log.error({ code, reason, hint }, 'a worker did not start: trying again')
      }
      await setTimeout(pause, undefined, { ref: false })
    }
  }

  async #askCounts(): Promise<void> {
    const asked = [...this.#serving].map(
      ([id, worker]) =>
        new Promise<void>(resolve => {
          this.#counted.set(id, resolve)
          tell(worker, { kind: 'count' })
        }),
    )
    const late = new AbortController()
    const timer = setTimeout(patience, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([Promise.all(asked), timer])
    late.abort()
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // Errors are ignored: a worker that just ended is handled by its exit event.
  if (worker.isConnected()) worker.send(message, () => undefined)
}
