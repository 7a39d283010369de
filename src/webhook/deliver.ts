/**
 * The worker that empties the outbox. Any number of them may work on one store: each takes deliveries in a
 * transaction, and what a worker had that does not live any more is taken by another.
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
  /** A name that no other worker has. */
  readonly worker: string
  /** Milliseconds since 1970: the clock of this machine. That of the database goes before it, where there is one. */
  readonly now: () => number
  /** Milliseconds by a clock that nobody sets, one for all processes of this machine; since it started when left out. */
  readonly elapsed?: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly limits?: Partial<HostLimits>
  readonly onAttempt?: (attempted: Attempted) => void
  /** The store cannot be written now and is tried again, or an attempt failed by a defect. */
  readonly onTrouble?: (error: unknown) => void
  /** Waits so many milliseconds after trouble; by a timer when left out. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
  /** Days for which attempts and what is done are kept; 30 by default. */
  readonly keepDays?: number
}

/** What a worker did. */
export interface Delivered {
  readonly attempts: number
  readonly delivered: number
  /** Attempts that failed and are made again. */
  readonly again: number
  readonly failed: number
}

export interface Deliverer {
  /**
   * Delivers until `stop`; then takes nothing more, and ends when what is under way has ended.
   *
   * @param cut - cuts what is under way; it is sent again later, maybe a second time.
   * @throws DrawauditError as the store does, for what does not pass.
   */
  run(stop: AbortSignal, cut?: AbortSignal): Promise<Delivered>
  /**
   * Attempts what is due now, and ends.
   *
   * @throws DrawauditError as the store does: where it cannot be written for ten tries. The same holds for a `run` that
   * was stopped; what was sent and could not be recorded is sent again by the next.
   */
  runOnce(stop: AbortSignal, cut?: AbortSignal): Promise<Delivered>
}

/** Milliseconds: how long a worker is taken for alive after it said so, and how often it says so. */
const lease = 5000
const beatEvery = 1500

/** Milliseconds between transactions, so that many attempts share one; and between looks at an idle store. */
const tick = 20
const look = 50

/** Milliseconds after which a store is looked through although nothing says that it changed. */
const longestLook = 1000

/** Milliseconds for which endpoints are taken for what they were. */
const patience = 250

const day = 86_400_000
const pruneEvery = 3_600_000
const prunedAtOnce = 5000

/** Milliseconds for which a clock has to be steady before anything is removed by it, and how much it may differ. */
const steadyFor = day
const steadyWithin = 300_000

/** Milliseconds after which the clock of the database is read again. */
const clockAge = 1000

/** Milliseconds after which a store that could not be written is tried again, and how often by who is to end. */
const afterTrouble = 1000
const lastTries = 10

/** Milliseconds that are waited for in one run, where a host gets no more at once. */
const soon = 1000

/** An endpoint for which something is due, and how much of it may be taken. */
interface Due {
  readonly endpoint: string
  readonly limit: number
}

const sinceStart = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** How far the clock that can be set is before the other. */
const offsetOf = ({ at, elapsed }: ClockReading): number => at - elapsed

const isPassing = (error: unknown): error is DrawauditError =>
  error instanceof DrawauditError &&
  (error.code === 'store-busy' || (error.code === 'store-unavailable' && !isReadOnly(error)))

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

/** Creates a worker. */
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
  /** The clock of the database when it was last read; undefined where there is none. */
  #database: ClockReading | undefined
  #readAt = -Infinity
  /** The clock at the last look. */
  #last: ClockReading | undefined
  readonly #hosts: Hosts
  readonly #signers: Signers
  readonly #ended: EndedAttempt[] = []
  readonly #totals = { attempts: 0, delivered: 0, again: 0, failed: 0 }
  #active = 0
  /** How often in a row the store could not be written. */
  #failures = 0
  /** Its name now, and how many attempts are under way that it took under each of its names. */
  #worker: string
  readonly #names = new Map<string, number>()
  #renamed = 0
  // Times in this process are by the clock that nobody sets.
  #endpoints: ReadonlyMap<string, EndpointRow> = new Map()
  #loadedAt = -Infinity
  #beatAt = -Infinity
  #prunedAt = -Infinity
  #lookedAt = -Infinity
  /** Something is due that only waits for its turn. */
  #waits = false
  #generation = -1
  /** When the store has something to do next, as far as is known. */
  #next = 0
  #wake: () => void = () => undefined

  constructor(options: DelivererOptions, stop: AbortSignal, cut: AbortSignal | undefined) {
    const { decrypt, elapsed = sinceStart, engine, limits, random } = options
    this.#options = options
    this.#elapsed = elapsed
    this.#worker = options.worker
    this.#stop = stop
    this.#cut = cut
    // Every attempt that is under way listens.
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

  /** Records what has ended and takes what is due. @returns whether there was anything to do. */
  async #turn(once: boolean): Promise<boolean> {
    const { store, onAttempt, onTrouble, wait = sleep } = this.#options
    let ended: readonly EndedAttempt[] = []
    try {
      const now = await this.#look()
      const due = this.#stop.aborted ? [] : await this.#findDue(now)
      // Not before the look: a place that it found free is not taken again before it is recorded how it became free.
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
      // An import may lock the store for minutes, and a disk may be full: what was done stays to be written.
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
   * A connection that was lost may have kept it from hearing what it took. That goes back, once the old name is not
   * kept alive any more for what it does know of.
   */
  #rename(): void {
    this.#renamed += 1
    this.#worker = `${this.#options.worker} ${this.#renamed}`
  }

  /** What time it is: reads the clock of the database, where there is one. */
  async #look(): Promise<ClockReading> {
    if (this.#elapsed() - this.#readAt >= clockAge) {
      const at = (await this.#options.store.readClock())?.getTime()
      this.#readAt = this.#elapsed()
      this.#database = at === undefined ? undefined : { at, elapsed: this.#readAt }
    }
    const now = { at: this.#now(), elapsed: this.#elapsed() }
    const isSet = Math.abs(offsetOf(now) - offsetOf(this.#last ?? now)) > steadyWithin
    // What was put off by the clock that was wrong may be due.
    if (isSet) [this.#prunedAt, this.#next] = [-Infinity, 0]
    this.#last = now
    return now
  }

  /** Milliseconds since 1970, as all workers have them. */
  #now(): number {
    const read = this.#database
    return read === undefined ? this.#options.now() : read.at + this.#elapsed() - read.elapsed
  }

  /** The time for leases, as all workers have it: without a database they are on one machine. */
  #shared({ at, elapsed }: ClockReading): number {
    return this.#database === undefined ? elapsed : at
  }

  /** Whether it is time to say that this worker lives, or to clear up. */
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
    // Every worker in one order, so that no two wait for each other.
    const ordered = ended.toSorted((one, other) => compare(one.endpoint.id, other.endpoint.id))
    for (const one of ordered) {
      const recorded = await recordAttempt(outbox, one, { now: at, random: random() })
      attempted.push(recorded.attempted)
      if (recorded.changed) changed.add(one.endpoint.id)
    }
    // A change of an endpoint has to be seen before anything more is sent there.
    if (changed.size > 0) this.#loadedAt = -Infinity
    if (!this.#stop.aborted && elapsed - this.#prunedAt >= pruneEvery) await this.#clearUp(outbox, now)
    // What others have is theirs as long as they say so: before anything is taken.
    for (const name of new Set([worker, ...this.#names.keys()]))
      await outbox.beat(name, shared, shared + lease)
    this.#beatAt = elapsed
    const claimed: ClaimedDelivery[] = []
    for (const { endpoint, limit } of due) {
      if (changed.has(endpoint)) continue
      claimed.push(...(await outbox.claim(worker, endpoint, limit, at, shared)))
    }
    // Who has nothing does not have to say that it lives.
    if (claimed.length === 0 && this.#active === 0 && this.#ended.length === 0) await outbox.release(worker)
    return { claimed, attempted }
  }

  /** Endpoints for which something is due, and how much of it may be taken. */
  async #findDue({ at, elapsed }: ClockReading): Promise<readonly Due[]> {
    const { store } = this.#options
    const generation = store.generation()
    if (generation === this.#generation && elapsed < this.#next) return []
    this.#generation = generation
    if (elapsed - this.#loadedAt >= patience) await this.#load(elapsed)
    const found: Due[] = []
    const promised = new Map<string, number>()
    let total = 0
    // What others give back may be told by no generation.
    this.#next = elapsed + longestLook
    this.#waits = false
    for (const { endpoint: id, due } of await store.outbox.listDue()) {
      const endpoint = this.#endpoints.get(id)
      if (endpoint === undefined) {
        // It was added a moment ago.
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
      // Where all places are taken an end will wake us.
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
      // One that was cut is nobody's fault, and stays as it was.
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
      // A secret that is damaged, or a defect of ours: it must not keep the others from being told.
      onTrouble?.(error)
      const code = error instanceof DrawauditError ? error.code : 'internal'
      const message = error instanceof Error ? error.message : String(error)
      return { attempt: { at, duration: 0, error: code }, message, answer: new Uint8Array() }
    }
  }

  /** Takes back what a clock did that was ahead, and removes what is old, if by the clock one may. */
  async #clearUp(outbox: OutboxWriter, now: ClockReading): Promise<void> {
    this.#prunedAt = now.elapsed
    const { at } = now
    if ((await outbox.hasten(at, at + steadyWithin, at + longestDelay)) > 0) this.#next = 0
    if (this.#database !== undefined || (await isSteady(outbox, now))) await this.#prune(outbox, now.at)
  }

  async #prune(outbox: OutboxWriter, now: number): Promise<void> {
    const { keepDays = 30 } = this.#options
    const removed = await outbox.prune(now - keepDays * day, prunedAtOnce)
    // The rest in the next transaction: nobody has to wait for all of it.
    if (removed >= prunedAtOnce) this.#prunedAt = -Infinity
  }

  /** Waits until there may be something to do. */
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
 * Whether the clock of this machine has gone as time does for a day. One that was set, or a machine that was started,
 * has to wait: a clock that is a year ahead for an hour would remove all that is kept.
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
