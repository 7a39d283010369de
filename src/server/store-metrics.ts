/**
 * Prometheus metrics of the store, read at scrape time: whether it can be read, how long that took, and what
 * is overdue.
 *
 * @packageDocumentation
 */
import { Gauge, type Registry } from 'prom-client'
import { formatTime } from '../core/time.js'
import type { Store } from '../store/store.js'
import type { RaffleState } from '../store/summaries.js'

/** Milliseconds after which a due draw counts as overdue. */
const patience = 300_000

type MetricsStore = Pick<Store, 'countSummaries' | 'countOverdue'> & {
  readonly log: Pick<Store['log'], 'readHead'>
}

interface StoreReadings {
  readonly seconds: number
  readonly raffles: Readonly<Record<RaffleState, number>>
  readonly overdue: number
  /** In seconds; absent without a log. */
  readonly age?: number
}

/**
 * Adds the metrics of a store. If it cannot be read, `drawaudit_store_up` is 0 and the others are absent,
 * since earlier values may be wrong.
 *
 * @param now - clock of this machine, in milliseconds since 1970.
 */
export function watchStore(registry: Registry, store: MetricsStore, now: () => number = Date.now): void {
  async function read(): Promise<StoreReadings> {
    const begun = performance.now()
    const raffles = await store.countSummaries()
    const overdue = await store.countOverdue(formatTime(new Date(now() - patience)))
    const head = await store.log.readHead()
    return {
      ...{ seconds: (performance.now() - begun) / 1000, raffles, overdue },
      ...(head && { age: Math.max(0, (now() - Date.parse(head.signedAt)) / 1000) }),
    }
  }

  // All metrics of a scrape share one read.
  let reading: Promise<StoreReadings | undefined> | undefined
  const find = (): Promise<StoreReadings | undefined> =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)))

  const gauge = (
    name: string,
    help: string,
    valueOf: (found: StoreReadings | undefined) => number | undefined,
  ): Gauge =>
    new Gauge({
      ...{ name: `drawaudit_${name}`, help, registers: [registry] },
      async collect() {
        const value = valueOf(await find())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('store_up', 'Whether the store can be read: 1 or 0', found => Number(found !== undefined))
  gauge('store_read_seconds', 'Time that reading for these metrics took', found => found?.seconds)
  gauge('raffles_overdue', 'Raffles whose draw was due five minutes ago or before', found => found?.overdue)
  gauge('log_checkpoint_age_seconds', 'Since the last checkpoint of the log was signed', found => found?.age)
  new Gauge({
    ...{ name: 'drawaudit_raffles', help: 'Raffles by state', labelNames: ['state'], registers: [registry] },
    async collect() {
      const found = await find()
      this.reset()
      for (const [state, count] of Object.entries(found?.raffles ?? {})) this.set({ state }, count)
    },
  })
}
