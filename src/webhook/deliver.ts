/**
 * The worker that delivers events from the outbox. Any number of workers may share a store: each claims
 * deliveries in a transaction, and those of a dead worker are claimed by another.
 *
 * @packageDocumentation
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import { isReadOnly } from '../store/sqlite/errors.js'
import type { ClaimedDelivery, ClockReading, EndpointRow, OutboxWriter } from '../store/outbox.js'
import type { Store } from '../store/store.js'
import { hostLimits, Hosts, type HostLimits } from './hosts.js'
import { hostOfEndpoint, isSuccess, recordAttempt, type Attempted, type EndedAttempt } from './record.js'
import { longestDelay } from './retry.js'
import type { Sender, Sent } from './send.js'
import { Signers, type Decrypt } from './sign.js'

export interface DelivererOptions {
  readonly store: Store
  readonly decrypt: Decrypt
  readonly sender: Sender
  readonly engine: Engine
  /** Unique among all workers. */
  readonly worker: string
  /** Clock of this machine, in milliseconds since 1970; used if the store has no clock of its own. */
  readonly now: () => number
  /**
   * Monotonic clock in milliseconds, shared by all processes of this machine; by default the time since boot.
   */
  readonly elapsed?: () => number
  /** Random numbers from 0 up to, not including, 1. */
  readonly random: () => number
  readonly limits?: Partial<HostLimits>
  readonly onAttempt?: (attempted: Attempted) => void
  /**
   * Called if the store cannot be written now, before a retry, and if an attempt failed because of a defect.
   */
  readonly onTrouble?: (error: unknown) => void
  /** Waits this many milliseconds after trouble; by default with a timer. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
  /** Days for which attempts and finished deliveries are kept; 30 by default. */
  readonly keepDays?: number
}

/** Totals of a worker's run. */
export interface Delivered {
  readonly attempts: number
  readonly delivered: number
  /** Failed attempts that will be retried. */
  readonly again: number
  readonly failed: number
}

export interface Deliverer {
  /**
   * Delivers until `stop`; then claims nothing more and finishes running attempts.
   *
   * @param cut - aborts running attempts; they are repeated later, so an event may arrive twice.
   * @throws DrawauditError as the store does, except for errors that may pass.
   */
  run(stop: AbortSignal, cut?: AbortSignal): Promise<Delivered>
  /**
   * Attempts what is due now, and ends.
   *
   * @throws DrawauditError as the store does, after ten failed writes in a row. The same holds for a `run`
   * that was stopped; attempts that were not recorded are repeated by the next run.
   */
  runOnce(stop: AbortSignal, cut?: AbortSignal): Promise<Delivered>
}

/** Milliseconds from a heartbeat until a worker counts as dead, and between heartbeats. */
const lease = 5000
const beatEvery = 1500

/** Milliseconds between transactions, so that attempts share one, and between polls of an idle store. */
const tick = 20
const look = 50

/** Milliseconds after which the store is read even if its generation has not changed. */
const longestLook = 1000

/** Milliseconds for which endpoints are cached. */
const patience = 250

const day = 86_400_000
const pruneEvery = 3_600_000
const prunedAtOnce = 5000

/**
 * Milliseconds for which a clock must be steady before anything is deleted by it, and its tolerated drift.
 */
const steadyFor = day
const steadyWithin = 300_000

/** Milliseconds after which the database clock is read again. */
const clockAge = 1000

/** Milliseconds between writes after a failure, and max writes of a worker that is to end. */
const afterTrouble = 1000
const lastTries = 10

/** Max milliseconds that a single run waits for a host's rate limit. */
const soon = 1000

/** An endpoint with due deliveries, and how many of them may be claimed. */
interface Due {
  readonly endpoint: string
  readonly limit: number
}

const sinceStart = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** Offset of the settable clock from the monotonic one. */
const offsetOf = ({ at, elapsed }: ClockReading): number => at - elapsed

const isPassing = (error: unknown): error is DrawauditError =>
  error instanceof DrawauditError &&
  (error.code === 'store-busy' || (error.code === 'store-unavailable' && !isReadOnly(error)))

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

export function createDeliverer(options: DelivererOptions): Deliverer {
  return {
    run: (stop, cut) => new DeliveryRun(options, stop, cut).work(false),
    runOnce: (stop, cut) => new DeliveryRun(options, stop, cut).work(true),
  }
}

class DeliveryRun {
  readonly #options: DelivererOptions
  readonly #stop: AbortSignal
  readonly #cut: AbortSignal | undefined
  readonly #elapsed: () => number
  /** Last reading of the database clock; undefined if the store has none. */
  #database: ClockReading | undefined
  #readAt = -Infinity
  /** Clock reading of the last turn. */
  #last: ClockReading | undefined
  readonly #hosts: Hosts
  readonly #signers: Signers
  readonly #ended: EndedAttempt[] = []
  readonly #totals = { attempts: 0, delivered: 0, again: 0, failed: 0 }
  #active = 0
  /** Failed writes in a row. */
  #failures = 0
  /** Current name, and the number of running attempts under each name used so far. */
  #worker: string
  readonly #names = new Map<string, number>()
  #renamed = 0
  // Times below are by the monotonic clock.
  #endpoints: ReadonlyMap<string, EndpointRow> = new Map()
  #loadedAt = -Infinity
  #beatAt = -Infinity
  #prunedAt = -Infinity
  #lookedAt = -Infinity
  /** Whether something due waits only for its turn. */
  #waits = false
  #generation = -1
  /** Earliest time at which the store may have work. */
  #next = 0
  #wake: () => void = () => undefined

  constructor(options: DelivererOptions, stop: AbortSignal, cut: AbortSignal | undefined) {
    const { decrypt, elapsed = sinceStart, engine, limits, random } = options
    this.#options = options
    this.#elapsed = elapsed
    this.#worker = options.worker
    this.#stop = stop
    this.#cut = cut
    // Each running attempt adds a listener.
    if (cut !== undefined) setMaxListeners(0, cut)
    this.#hosts = new Hosts({ ...hostLimits, ...limits }, random)
    this.#signers = new Signers(decrypt, engine)
  }

  async work(once: boolean): Promise<Delivered> {
    const wake = (): void => {
      this.#wake()
    }
    this.#stop.addEventListener('abort', wake)
    try {
      for (;;) {
        const isBusy = await this.#turn(once)
        const isIdle = this.#active === 0 && this.#ended.length === 0
        if (isIdle && (this.#stop.aborted || (once && !isBusy && !this.#waits))) return this.#totals
        await this.#rest(isBusy)
      }
    } finally {
      this.#stop.removeEventListener('abort', wake)
      const { store } = this.#options
      if (this.#beatAt > -Infinity) {
        await store
          .transact(({ outbox }) => outbox.release(this.#worker), { outboxOnly: true })
          .catch(() => undefined)
      }
    }
  }

  /**
   * Records finished attempts and claims what is due.
   *
   * @returns whether there was anything to do.
   */
  async #turn(once: boolean): Promise<boolean> {
    const { store, onAttempt, onTrouble, wait = sleep } = this.#options
    let ended: readonly EndedAttempt[] = []
    try {
      const now = await this.#look()
      const due = this.#stop.aborted ? [] : await this.#findDue(now)
      // Only after the look: a slot that it found free is not reused before the attempt that freed it is
      // recorded.
      ended = this.#ended.splice(0)
      if (due.length === 0 && ended.length === 0 && !(await this.#hasChores(now))) return false
      const { claimed, attempted } = await store.transact(
        ({ outbox }) => this.#write(outbox, ended, due, now),
        { outboxOnly: true },
      )
      this.#failures = 0
      for (const one of claimed) this.#begin(one)
      for (const one of attempted) {
        this.#totals.attempts += 1
        this.#totals[one.outcome === 'gone' ? 'failed' : one.outcome] += 1
        onAttempt?.(one)
      }
    } catch (error) {
      // An import may lock the store for minutes, or the disk may be full: results are kept for the next
      // write.
      this.#failures += 1
      const isLast = (once || this.#stop.aborted) && this.#failures >= lastTries
      if (!isPassing(error) || isLast) throw error
      this.#ended.unshift(...ended)
      if (error.code === 'store-unavailable') this.#rename()
      onTrouble?.(error)
      await wait(afterTrouble)
    }
    return true
  }

  /**
   * After a lost connection the worker may not know what it has claimed. Under a new name those claims
   * expire, since the old name gets no heartbeats once its known attempts are done.
   */
  #rename(): void {
    this.#renamed += 1
    this.#worker = `${this.#options.worker} ${this.#renamed}`
  }

  /** Reads the clocks; the database's, if there is one. */
  async #look(): Promise<ClockReading> {
    if (this.#elapsed() - this.#readAt >= clockAge) {
      const at = (await this.#options.store.readClock())?.getTime()
      this.#readAt = this.#elapsed()
      this.#database = at === undefined ? undefined : { at, elapsed: this.#readAt }
    }
    const now = { at: this.#now(), elapsed: this.#elapsed() }
    const isSet = Math.abs(offsetOf(now) - offsetOf(this.#last ?? now)) > steadyWithin
    // What the wrong clock had postponed may be due.
    if (isSet) [this.#prunedAt, this.#next] = [-Infinity, 0]
    this.#last = now
    return now
  }

  /** Milliseconds since 1970, equal for all workers. */
  #now(): number {
    const read = this.#database
    return read === undefined ? this.#options.now() : read.at + this.#elapsed() - read.elapsed
  }

  /** Time for leases, equal for all workers: without a database they run on one machine. */
  #shared({ at, elapsed }: ClockReading): number {
    return this.#database === undefined ? elapsed : at
  }

  /** Whether a heartbeat or a cleanup is due. */
  async #hasChores(now: ClockReading): Promise<boolean> {
    const { elapsed } = now
    if (this.#active > 0 && elapsed - this.#beatAt >= beatEvery) return true
    if (this.#stop.aborted || elapsed - this.#lookedAt < beatEvery) return false
    this.#lookedAt = elapsed
    return (
      elapsed - this.#prunedAt >= pruneEvery || this.#options.store.outbox.hasDeadWorkers(this.#shared(now))
    )
  }

  async #write(
    outbox: OutboxWriter,
    ended: readonly EndedAttempt[],
    due: readonly Due[],
    now: ClockReading,
  ): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly attempted: readonly Attempted[] }> {
    const { random } = this.#options
    const { at, elapsed } = now
    const shared = this.#shared(now)
    const worker = this.#worker
    const attempted: Attempted[] = []
    const changed = new Set<string>()
    // All workers lock in one order, to avoid deadlocks.
    const ordered = ended.toSorted((one, other) => compare(one.endpoint.id, other.endpoint.id))
    for (const one of ordered) {
      const recorded = await recordAttempt(outbox, one, { now: at, random: random() })
      attempted.push(recorded.attempted)
      if (recorded.changed) changed.add(one.endpoint.id)
    }
    // A changed endpoint must be reloaded before anything more is sent there.
    if (changed.size > 0) this.#loadedAt = -Infinity
    if (!this.#stop.aborted && elapsed - this.#prunedAt >= pruneEvery) await this.#clearUp(outbox, now)
    // Heartbeats come before claims: only a live worker keeps its claims.
    for (const name of new Set([worker, ...this.#names.keys()]))
      await outbox.beat(name, shared, shared + lease)
    this.#beatAt = elapsed
    const claimed: ClaimedDelivery[] = []
    for (const { endpoint, limit } of due) {
      if (changed.has(endpoint)) continue
      claimed.push(...(await outbox.claim(worker, endpoint, limit, at, shared)))
    }
    // A worker without work needs no heartbeat.
    if (claimed.length === 0 && this.#active === 0 && this.#ended.length === 0) await outbox.release(worker)
    return { claimed, attempted }
  }

  /** Endpoints with due deliveries, and how many of them may be claimed. */
  async #findDue({ at, elapsed }: ClockReading): Promise<readonly Due[]> {
    const { store } = this.#options
    const generation = store.generation()
    if (generation === this.#generation && elapsed < this.#next) return []
    this.#generation = generation
    if (elapsed - this.#loadedAt >= patience) await this.#load(elapsed)
    const found: Due[] = []
    const promised = new Map<string, number>()
    let total = 0
    // Deliveries that other workers release may not change the generation.
    this.#next = elapsed + longestLook
    this.#waits = false
    for (const { endpoint: id, due } of await store.outbox.listDue()) {
      const endpoint = this.#endpoints.get(id)
      if (endpoint === undefined) {
        // The endpoint was added a moment ago.
        this.#next = Math.min(this.#next, elapsed + patience)
        continue
      }
      const { notBefore } = endpoint
      const isLeftAlone = notBefore > at && notBefore <= at + longestDelay
      const left = Math.max(due, isLeftAlone ? notBefore : 0) - at
      const name = hostOfEndpoint(endpoint)
      const host = promised.get(name) ?? 0
      const limit = left > 0 ? 0 : this.#hosts.free(id, name, elapsed, { host, total })
      if (limit > 0) found.push({ endpoint: id, limit })
      promised.set(name, host + limit)
      total += limit
      if (limit > 0) continue
      const next = Math.max(elapsed + left, this.#hosts.opens(name, elapsed))
      // If all slots are taken, the end of an attempt will wake the worker.
      if (next > elapsed) this.#next = Math.min(this.#next, next)
      if (left <= 0 && next <= elapsed + soon) this.#waits = true
    }
    if (found.length > 0) this.#next = elapsed
    return found
  }

  async #load(elapsed: number): Promise<void> {
    const rows = await this.#options.store.outbox.listEndpoints()
    this.#endpoints = new Map(rows.map(row => [row.id, row]))
    this.#loadedAt = elapsed
    this.#hosts.keep(new Set(this.#endpoints.keys()), new Set(rows.map(hostOfEndpoint)))
  }

  #begin(claimed: ClaimedDelivery): void {
    const endpoint = this.#endpoints.get(claimed.endpoint)
    if (endpoint === undefined) return
    const worker = this.#worker
    this.#active += 1
    this.#names.set(worker, (this.#names.get(worker) ?? 0) + 1)
    this.#hosts.begin(endpoint.id, hostOfEndpoint(endpoint), this.#elapsed())
    this.#attempt(endpoint, claimed)
      .then(sent => {
        const pause = this.#hosts.end(
          endpoint.id,
          hostOfEndpoint(endpoint),
          this.#elapsed(),
          isSuccess(sent.attempt),
        )
        this.#ended.push({ worker, claimed, endpoint, sent, pause })
      })
      // An aborted attempt is nobody's fault and stays unrecorded.
      .catch(() => undefined)
      .finally(() => {
        this.#active -= 1
        const left = (this.#names.get(worker) ?? 0) - 1
        if (left > 0) this.#names.set(worker, left)
        else this.#names.delete(worker)
        this.#next = 0
        this.#wake()
      })
  }

  async #attempt(endpoint: EndpointRow, { messageId: id, body }: ClaimedDelivery): Promise<Sent> {
    const { sender, onTrouble } = this.#options
    const { allow } = endpoint
    const at = this.#now()
    try {
      const url = this.#signers.url(endpoint)
      const headers = this.#signers.headers(endpoint, { id, body }, at)
      const sent = await sender.send({ url, allow, headers, body, ...(this.#cut && { signal: this.#cut }) })
      return { ...sent, attempt: { ...sent.attempt, at } }
    } catch (error) {
      if (this.#cut?.aborted === true) throw error
      // A damaged secret or a defect: other endpoints must not suffer from it.
      onTrouble?.(error)
      const code = error instanceof DrawauditError ? error.code : 'internal'
      const message = error instanceof Error ? error.message : String(error)
      return { attempt: { at, duration: 0, error: code }, message, answer: new Uint8Array() }
    }
  }

  /** Undoes postponements by a clock that was ahead, and deletes old rows if the clock can be trusted. */
  async #clearUp(outbox: OutboxWriter, now: ClockReading): Promise<void> {
    this.#prunedAt = now.elapsed
    const { at } = now
    if ((await outbox.hasten(at, at + steadyWithin, at + longestDelay)) > 0) this.#next = 0
    if (this.#database !== undefined || (await isSteady(outbox, now))) await this.#prune(outbox, now.at)
  }

  async #prune(outbox: OutboxWriter, now: number): Promise<void> {
    const { keepDays = 30 } = this.#options
    const removed = await outbox.prune(now - keepDays * day, prunedAtOnce)
    // The rest in the next transaction, so that nobody waits for all of it.
    if (removed >= prunedAtOnce) this.#prunedAt = -Infinity
  }

  /** Waits until there may be work. */
  async #rest(isBusy: boolean): Promise<void> {
    const wait = isBusy ? tick : Math.max(1, Math.min(look, this.#next - this.#elapsed()))
    if (isBusy) {
      await sleep(wait)
      return
    }
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, wait)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        resolve()
      }
    })
  }
}

/**
 * Whether this machine's clock has run steadily for a day. After the clock was set, or the machine restarted,
 * the day begins anew: a clock that is a year ahead for an hour would otherwise delete everything.
 */
async function isSteady(outbox: OutboxWriter, now: ClockReading): Promise<boolean> {
  const since = await outbox.readSteadyClock()
  const isSame =
    since !== undefined &&
    since.elapsed <= now.elapsed &&
    Math.abs(offsetOf(now) - offsetOf(since)) <= steadyWithin
  if (!isSame) await outbox.writeSteadyClock(now)
  return isSame && now.elapsed - since.elapsed >= steadyFor
}
