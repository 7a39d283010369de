/**
 * The check in a worker of its own, so that the page stays alive, and a check that does not end can be ended.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import type { CheckRequest, WorkerRequest, WorkerResponse } from '../messages.js'
import type { CheckResult } from '../model.js'

/** Milliseconds that a check may take. */
const patience = 20_000

/** Why there is no result; the message is for the reader. */
export class CheckFailure extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'CheckFailure'
    this.hint = hint
  }
}

/** A program for what is rare: time-stamps, rounds of evmnet, ML-DSA-44, draws of other platforms. */
export interface MoreProgram {
  /** Its parts, run one after the other. */
  readonly sources: readonly (string | Blob)[]
  /** What it needs with every request. */
  readonly beside?: Partial<CheckRequest>
}

/** What the worker keeps of the last check. */
interface LastCheck {
  readonly request: CheckRequest
  readonly checked: CheckResult
}

/** Carries out checks, one at a time: a new one ends the one before. Where only the ticket is another one, that is looked up. */
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
   * @param readSource - the program of the worker.
   * @param readMore - the program that takes over where the first one says that it cannot check something.
   */
  constructor(readSource: () => Promise<string | Blob>, readMore: () => Promise<MoreProgram>) {
    this.#readSource = readSource
    this.#readMore = readMore
  }

  /** Starts the program before there is something to check: that takes as long as a check does. */
  prepare(): void {
    // What fails here is tried again, and said, by the first check.
    this.#start().catch(() => undefined)
  }

  /** @throws CheckFailure whenever there is no result. */
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
          // When it was verified, and how long that took, is said.
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

  /** The same once more, with the program for what is rare, which stays from then on. */
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
      // Another one may have started it meanwhile.
      this.#worker ??= new Worker(this.#address)
    } catch {
      throw new CheckFailure(labels.noWorker)
    }
    return this.#worker
  }

  /** Ends a check that is under way, and the worker with it. */
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

/** Only the ticket is another one, and nothing was due meanwhile. */
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

/** An address of programs that run one after the other. */
const locate = (...sources: readonly (string | Blob)[]): string =>
  URL.createObjectURL(
    new Blob(
      sources.flatMap(source => [source, '\n']),
      { type: 'text/javascript' },
    ),
  )
