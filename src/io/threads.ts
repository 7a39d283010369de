/**
 * A pool of worker threads for one kind of task.
 *
 * @packageDocumentation
 */
import { availableParallelism } from 'node:os'
import { Worker, type Transferable } from 'node:worker_threads'
import { DrawauditError, type ErrorCode, type Where } from '../errors.js'

/** The result of a task. */
export type Reply<Answer> = { readonly answer: Answer } | { readonly failed: ThreadError }

/** An error in transit between threads. */
export interface ThreadError {
  readonly code: ErrorCode
  readonly message: string
  readonly where: Where
  readonly hint?: string
}

/** Max threads: more would wait for the reader. */
const mostThreads = 8

/**
 * What a task makes is gone by its end: with a young generation of 24 MiB two threads take no longer, and 50 MiB less,
 * than with the 48 MiB that V8 lets each grow to.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

/** Tasks in flight for each thread, so that none idles. */
const perThread = 3

/** Threads, started on demand, that all answer the same kind of task. */
export class Threads<Task, Answer> {
  /** Number of tasks that keeps all threads busy. */
  readonly width: number
  readonly #module: URL
  readonly #data: unknown
  readonly #count = Math.min(availableParallelism(), mostThreads)
  readonly #threads: Thread<Task, Answer>[] = []

  /**
   * @param module - calls `answerTasks`.
   * @param data - initial data of each thread.
   */
  constructor(module: URL, data: unknown) {
    this.#module = module
    this.#data = data
    this.width = this.#count * perThread
  }

  /** @throws the thread's DrawauditError, or an error without a code if the thread crashed. */
  async ask(task: Task, transfer: readonly Transferable[] = []): Promise<Answer> {
    if (this.#threads.length < this.#count) this.#threads.push(new Thread(this.#module, this.#data))
    const [idlest] = this.#threads.toSorted((a, b) => a.waiting - b.waiting)
    if (idlest === undefined) throw new RangeError('there is no thread')
    return idlest.ask(task, transfer)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async thread => thread.close()))
  }
}

interface PendingTask<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** One thread; it answers in request order. */
class Thread<Task, Answer> {
  readonly #worker: Worker
  readonly #waiting: PendingTask<Answer>[] = []
  #broken: Error | undefined

  constructor(module: URL, data: unknown) {
    this.#worker = new Worker(module, { workerData: data, resourceLimits })
    this.#worker.on('message', (reply: Reply<Answer>) => {
      this.#take(reply)
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

  async ask(task: Task, transfer: readonly Transferable[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) {
        reject(this.#broken)
        return
      }
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(task, transfer)
    })
  }

  #take(reply: Reply<Answer>): void {
    const first = this.#waiting.shift()
    if ('answer' in reply) {
      first?.resolve(reply.answer)
      return
    }
    const { code, message, where, hint } = reply.failed
    first?.reject(new DrawauditError(code, message, { where, ...(hint !== undefined && { hint }) }))
  }

  #break(error: Error): void {
    this.#broken ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#broken)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
