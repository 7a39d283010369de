/**
 * The server's metrics for Prometheus.
 *
 * @packageDocumentation
 */
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Counts a response. */
  readonly observe: (route: string, status: number, seconds: number) => void
  /** Sets the function that returns the number of open connections when the metrics are read. */
  readonly watchConnections: (count: () => Promise<number>) => void
  /**
   * Sets the functions that tell, when the metrics are read, whether instances count requests together, and
   * how many were counted locally.
   */
  readonly watchSharedCounts: (counts: {
    readonly isShared: boolean
    readonly countedLocally: number
  }) => void
  /** Sets the function that returns the number of serving processes when the metrics are read. */
  readonly watchWorkers: (count: () => number) => void
  /** Counts an attempt to deliver a webhook. */
  readonly countWebhook: (outcome: string) => void
  /**
   * Sets the function that returns pending deliveries and the state of each endpoint when the metrics are
   * read.
   */
  readonly watchWebhooks: (read: {
    readonly pending: () => Promise<number>
    readonly states: () => Promise<readonly string[]>
  }) => void
}

/** Upper bounds of the histogram in seconds. */
const bounds = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]

/** Counts of one route. */
class RouteCounts {
  /** Number of responses by status code. */
  readonly statuses = new Float64Array(600)
  /** Number of responses per bucket; the last one has no upper bound. */
  readonly buckets = new Float64Array(bounds.length + 1)
  seconds = 0
}

const about = {
  name: 'drawaudit_http_duration_seconds',
  help: 'Time from a request to its response, by route',
}

/**
 * Histogram whose counts prom-client reads at scrape time. Its own `inc` and `observe` build a key text from
 * the labels for every response.
 */
class Durations extends Histogram<'route'> {
  readonly #routes: ReadonlyMap<string, RouteCounts>

  constructor(routes: ReadonlyMap<string, RouteCounts>, registers: Registry[]) {
    super({ ...about, labelNames: ['route'], buckets: bounds, registers })
    this.#routes = routes
  }

  /** Called by the registry although prom-client's types do not declare it. */
  getForPromString(): object {
    const { name } = about
    const values = [...this.#routes].flatMap(([route, { buckets, seconds }]) => {
      let total = 0
      const rows = [...bounds, '+Inf'].map((le, index) => {
        total += buckets[index] ?? 0
        return { metricName: `${name}_bucket`, labels: { route, le }, sharedLabels: {}, value: total }
      })
      return [
        ...rows,
        { metricName: `${name}_sum`, labels: { route }, sharedLabels: {}, value: seconds },
        { metricName: `${name}_count`, labels: { route }, sharedLabels: {}, value: total },
      ]
    })
    return { ...about, type: 'histogram', values, aggregator: 'sum' }
  }
}

/** @param version - of this program, if it is to be exported. */
export function createMetrics(version?: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (version !== undefined) {
    const labels = { version, node: process.version }
    const build = { name: 'drawaudit_build_info', help: 'What runs here: always 1' }
    new Gauge({ ...build, labelNames: Object.keys(labels), registers }).set(labels, 1)
  }
  const routes = new Map<string, RouteCounts>()
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'drawaudit_http_responses_total',
    help: 'Responses by route and status',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [route, { statuses }] of routes) {
        statuses.forEach((count, status) => {
          if (count > 0) this.inc({ route, status }, count)
        })
      }
    },
  })
  new Durations(routes, registers)
  let attempts: Counter<'outcome'> | undefined
  return {
    registry,
    observe(route, status, seconds) {
      let counts = routes.get(route)
      if (counts === undefined) routes.set(route, (counts = new RouteCounts()))
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
      counts.seconds += seconds
    },
    watchConnections(count) {
      new Gauge({
        name: 'drawaudit_http_connections',
        help: 'Open connections',
        registers,
        async collect() {
          this.set(await count())
        },
      })
    },
    watchSharedCounts(counts) {
      new Gauge({
        name: 'drawaudit_rate_limit_shared',
        help: 'Whether instances count requests together: 1, or 0 while Redis does not answer',
        // Across processes: 0 as soon as one of them is not sharing.
        aggregator: 'min',
        registers,
        collect() {
          this.set(counts.isShared ? 1 : 0)
        },
      })
      new Counter({
        name: 'drawaudit_rate_limit_local_total',
        help: 'Requests that this instance counted alone because Redis did not answer',
        registers,
        collect() {
          this.reset()
          this.inc(counts.countedLocally)
        },
      })
    },
    watchWorkers(count) {
      new Gauge({
        name: 'drawaudit_workers',
        help: 'Processes that answer requests',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
    countWebhook(outcome) {
      attempts?.inc({ outcome })
    },
    watchWebhooks(read) {
      attempts = new Counter({
        name: 'drawaudit_webhook_attempts_total',
        help: 'Attempts to deliver webhooks, by outcome',
        labelNames: ['outcome'],
        registers,
      })
      new Gauge({
        name: 'drawaudit_webhook_endpoints',
        help: 'Endpoints by state',
        labelNames: ['state'],
        registers,
        async collect() {
          const states = await read.states()
          this.reset()
          for (const state of states) this.inc({ state })
        },
      })
      new Gauge({
        name: 'drawaudit_webhook_pending',
        help: 'Deliveries that wait, up to a million',
        registers,
        async collect() {
          this.set(await read.pending())
        },
      })
    },
  }
}

/** Source of the exported text: the registry of one process, or of several merged. */
export interface Exposed {
  readonly contentType: string
  readonly metrics: () => Promise<string>
}

/** A separate server for `GET /metrics`, so that it can listen on an address that is not public. */
export function createMetricsServer({ registry }: { readonly registry: Exposed }): Server {
  return createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const isKnown = request.url === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '')
    registry.metrics().then(
      text => {
        response.writeHead(isKnown ? 200 : 404, { 'Content-Type': registry.contentType })
        response.end(isKnown ? text : '')
      },
      () => {
        response.writeHead(500).end()
      },
    )
  })
}
