/**
 * Merges the metrics of several processes into one.
 *
 * @packageDocumentation
 */
import { AggregatorRegistry, type Registry } from 'prom-client'

/** A process's metrics, as sent to another process. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Merges the metrics of all processes. Those of an ended process are kept as last reported. */
export class WorkersMetrics {
  readonly contentType: string
  readonly #own: Registry
  readonly #ask: () => Promise<void>
  readonly #last = new Map<number, Snapshot>()
  readonly #ended: Snapshot[] = []
  #isFolding = false

  /**
   * @param own - registry of this process.
   * @param ask - asks the other processes, and resolves when {@link WorkersMetrics.take} has their answers.
   */
  constructor(own: Registry, ask: () => Promise<void>) {
    this.contentType = own.contentType
    this.#own = own
    this.#ask = ask
  }

  /** The text for Prometheus. */
  async metrics(): Promise<string> {
    await this.#ask()
    const own = await this.#own.getMetricsAsJSON()
    return merge([own, ...this.#ended, ...this.#last.values()]).metrics()
  }

  /** Takes the metrics of the process with this number. */
  take(number: number, snapshot: Snapshot): void {
    this.#last.set(number, snapshot)
  }

  /** Marks a process as ended: its counters are kept, its gauges dropped. */
  end(number: number): void {
    const last = this.#last.get(number) ?? []
    this.#last.delete(number)
    this.#ended.push(last.filter(({ type }) => lasting.has(String(type))))
    void this.#fold()
  }

  /** Merges ended processes into one snapshot, so that their number does not matter. */
  async #fold(): Promise<void> {
    if (this.#isFolding) return
    this.#isFolding = true
    while (this.#ended.length > 1) {
      this.#ended.splice(0, 2, await merge(this.#ended.slice(0, 2)).getMetricsAsJSON())
    }
    this.#isFolding = false
  }
}

const lasting = new Set(['counter', 'histogram'])

const merge = (snapshots: readonly Snapshot[]): Registry => AggregatorRegistry.aggregate([...snapshots])
