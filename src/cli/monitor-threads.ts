/**
 * Entries of a log verified on all processors.
 *
 * @packageDocumentation
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DrawauditError, type ErrorCode, type Where } from '../errors.js'
import {
  verifyEntries,
  type EntryReading,
  type EntryVerifier,
  type VerifiedEntries,
} from '../log/monitor-entry.js'
import type { EntryBundle } from '../log/log-source.js'
import { emptyTrust, parseTrust, type TrustJson } from '../model/trust.js'
import { native } from '../native/engine.js'

/** What a thread is started with. */
export interface ThreadData {
  readonly trust: TrustJson | undefined
}

/** A bundle to verify. */
export interface Task {
  readonly bundle: EntryBundle
  readonly start: number
  readonly end: number
  /** As `Date.parse` reads it. */
  readonly now: string
}

/** What came of it; the readings as JSON. */
export type Answered =
  | { readonly hashes: Uint8Array<ArrayBuffer>; readonly readings: string }
  | { readonly code: ErrorCode; readonly message: string; readonly where: Where }

/** A verifier on several threads. */
export interface ThreadedVerifier extends EntryVerifier {
  close(): Promise<void>
}

/** Starting threads takes longer than so many bundles. */
const alone = 4

/** Bundles under way for each thread, so that none waits. */
const perThread = 3

/** More would wait for the one that reads and links. */
const mostThreads = 8

/**
 * Creates a verifier that starts threads when there is enough to do.
 *
 * @param trust - as a file has it, and valid.
 * @param now - asked at every bundle.
 */
export function createThreads(trust: TrustJson | undefined, now: () => Date): ThreadedVerifier {
  const count = Math.min(availableParallelism(), mostThreads)
  const root = trust === undefined ? emptyTrust : parseTrust(trust)
  const threads: Thread[] = []
  let bundles = 0

  return {
    width: count * perThread,

    async verify(bundle, start, end) {
      bundles += 1
      if (bundles <= alone) {
        return verifyEntries(bundle, start, end, { trust: root, engine: native, now: now() })
      }
      if (threads.length < count) threads.push(new Thread({ trust }))
      const [idlest] = threads.toSorted((a, b) => a.waiting - b.waiting)
      if (idlest === undefined) throw new RangeError('there is no thread')
      return idlest.verify({ bundle, start, end, now: now().toISOString() })
    },

    async close() {
      await Promise.all(threads.map(async thread => thread.close()))
    },
  }
}

interface Waiting {
  readonly resolve: (verified: VerifiedEntries) => void
  readonly reject: (error: unknown) => void
}

/** One thread; it answers in the order in which it was asked. */
class Thread {
  readonly #worker: Worker
  readonly #waiting: Waiting[] = []
  #broken: Error | undefined

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./monitor-thread.js', import.meta.url), { workerData: data })
    this.#worker.on('message', (answer: Answered) => {
      this.#take(answer)
    })
    this.#worker.on('error', (error: unknown) => {
      this.#break(error instanceof Error ? error : new Error(String(error)))
    })
    this.#worker.on('exit', code => {
      this.#break(new Error(`a thread ended with ${code}`))
    })
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async verify(task: Task): Promise<VerifiedEntries> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) {
        reject(this.#broken)
        return
      }
      this.#waiting.push({ resolve, reject })
      // A view would take all of the memory that it is a view of along.
      const bytes = task.bundle.bytes.slice()
      this.#worker.postMessage({ ...task, bundle: { ...task.bundle, bytes } }, [bytes.buffer])
    })
  }

  #take(answer: Answered): void {
    const first = this.#waiting.shift()
    if ('code' in answer) {
      first?.reject(new DrawauditError(answer.code, answer.message, { where: answer.where }))
      return
    }
    const readings = JSON.parse(answer.readings) as readonly EntryReading[]
    first?.resolve({ hashes: answer.hashes, readings })
  }

  #break(error: Error): void {
    this.#broken ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#broken)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
