/**
 * Checks in a worker, so that the page remains responsive and a check that hangs can be stopped.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { CheckRequest, WorkerRequest, WorkerResponse } from '../messages.js'
import type { CheckResult } from '../model.js'

/** Max duration of a check in milliseconds. */
const patience = 20_000

/** Thrown if there is no result; the message is for the reader. */
export class CheckFailure extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'CheckFailure'
    this.hint = hint
  }
}

/** A program for rare documents: time-stamps, rounds of evmnet, ML-DSA-44, draws of other platforms. */
export interface MoreProgram {
  /** Scripts to run one after the other. */
  readonly sources: readonly (string | Blob)[]
  /** Additions to every request. */
  readonly beside?: Partial<CheckRequest>
}

/** The check whose result the worker keeps. */
interface LastCheck {
  readonly request: CheckRequest
  readonly checked: CheckResult
}

/**
 * Runs checks, one at a time: a new one stops the one before. If only the ticket changes, it is looked up in
 * the last result.
 */
export class Checker {
  readonly #readSource: () => Promise<string | Blob>
  readonly #readMore: () => Promise<MoreProgram>
  #beside: MoreProgram['beside']
  #address: string | undefined
  #worker: Worker | undefined
  #id = 0
  #kept: LastCheck | undefined
  #give: ((failure: CheckFailure) => void) | undefined

  /**
   * @param readSource - reads the worker's program.
   * @param readMore - reads the program that takes over if the first one cannot check something.
   */
  constructor(readSource: () => Promise<string | Blob>, readMore: () => Promise<MoreProgram>) {
    this.#readSource = readSource
    this.#readMore = readMore
  }

  /** Starts the program before there is a document, since starting takes as long as a check. */
  prepare(): void {
    // The first check starts it again, and reports a failure.
    this.#start().catch(() => undefined)
  }

  /** @throws CheckFailure if there is no result. */
  async check(asked: CheckRequest): Promise<CheckResult> {
    this.#end(labels.crashed)
    const request = { ...asked, ...this.#beside }
    const worker = await this.#start()
    const id = (this.#id += 1)
    const kept = this.#kept
    this.#kept = undefined
    const { ticket } = request
    const isLookUp = ticket !== undefined && kept !== undefined && isAlike(kept, request)
    let giveSteps: (bytes: ArrayBuffer) => void = () => undefined
    const steps = new Promise<ArrayBuffer>(resolve => (giveSteps = resolve))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end(labels.timeout(patience / 1000))
      }, patience)
      this.#give = failure => {
        clearTimeout(timer)
        reject(failure)
      }
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
        if (data.id !== id) return
        if ('steps' in data) {
          giveSteps(data.steps)
          return
        }
        clearTimeout(timer)
        this.#give = undefined
        if ('checked' in data) {
          // A look-up keeps the time and duration of the check.
          const { model } = data.checked
          this.#kept = isLookUp ? kept : { request, checked: data.checked }
          resolve({ ...(isLookUp ? kept.checked : data.checked), model, ...(data.hasSteps && { steps }) })
        } else if ('isGone' in data) this.check(request).then(resolve, reject)
        else if ('isForMore' in data) this.#checkWithMore(request).then(resolve, reject)
        else reject(new CheckFailure(data.error.message, data.error.hint))
      }
      worker.onerror = event => {
        event.preventDefault()
        this.#end(labels.crashed)
      }
      worker.onmessageerror = () => {
        this.#end(labels.crashed)
      }
      const sent: WorkerRequest = isLookUp
        ? { id, kind: 'look up', ticket }
        : { ...request, id, kind: 'verify' }
      worker.postMessage(sent)
    })
  }

  /** Repeats the check with the program for rare documents, which remains in use. */
  async #checkWithMore(request: CheckRequest): Promise<CheckResult> {
    const { sources, beside } = await this.#readMore()
    this.#worker?.terminate()
    this.#worker = undefined
    this.#beside = beside
    this.#address = locate(...sources)
    return this.check(request)
  }

  async #start(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker
    const source = this.#address === undefined ? await this.#readSource() : ''
    this.#address ??= locate(source)
    try {
      // Another check may have started it in the meantime.
      this.#worker ??= new Worker(this.#address)
    } catch {
      throw new CheckFailure(labels.noWorker)
    }
    return this.#worker
  }

  /** Stops a running check together with the worker. */
  #end(message: string): void {
    if (this.#give === undefined) return
    this.#worker?.terminate()
    this.#worker = undefined
    this.#kept = undefined
    const give = this.#give
    this.#give = undefined
    give(new CheckFailure(message))
  }
}

/** Whether only the ticket has changed, and no step has become due in the meantime. */
function isAlike({ request, checked }: LastCheck, asked: CheckRequest): boolean {
  const { next } = checked.model
  const others = { ...asked, ticket: request.ticket, now: request.now }
  const names = Object.keys({ ...request, ...others }) as readonly (keyof CheckRequest)[]
  const isSame = (one: unknown, other: unknown): boolean =>
    Array.isArray(one) && Array.isArray(other)
      ? one.length === other.length && one.every((part, at) => part === other[at])
      : one === other
  return (
    (next === undefined || asked.now < next.at) && names.every(name => isSame(request[name], others[name]))
  )
}

/** URL of scripts to run one after the other. */
const locate = (...sources: readonly (string | Blob)[]): string =>
  URL.createObjectURL(
    new Blob(
      sources.flatMap(source => [source, '\n']),
      { type: 'text/javascript' },
    ),
  )
