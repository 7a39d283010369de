/**
 * The metrics of several processes as those of one.
 *
 * @packageDocumentation
 */
import { AggregatorRegistry, type Registry } from 'prom-client'

/** What a process counts, as it sends it to another. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Merges what each process counts. What one had counted when it was last heard of stays after its end. */
export class WorkersMetrics {
  readonly contentType: string
  readonly #own: Registry
  readonly #ask: () => Promise<void>
  readonly #last = new Map<number, Snapshot>()
  readonly #ended: Snapshot[] = []
  #isFolding = false

  /**
   * @param own - of this process.
   * @param ask - asks the others, and waits until {@link WorkersMetrics.take} has what each says.
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

  /** Takes what a process counts, which it has a number for. */
  take(number: number, snapshot: Snapshot): void {
    this.#last.set(number, snapshot)
  }

  /** Says that a process has ended: what only grows stays, and what it had at a time goes. */
  end(number: number): void {
    const last = this.#last.get(number) ?? []
    this.#last.delete(number)
    this.#ended.push(last.filter(({ type }) => lasting.has(String(type))))
    void this.#fold()
  }

  /** Makes one of those that ended, however many they become. */
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
