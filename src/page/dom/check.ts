/**
 * The check in a worker of its own, so that the page stays alive, and a check that does not end can be ended.
 *
 * @packageDocumentation
 */
import { labels } from '../labels.js'
import type { CheckRequest, WorkerRequest, WorkerResponse } from '../messages.js'
import type { Checked } from '../model.js'

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

/** Carries out checks, one at a time: a new one ends the one before. */
export class Checker {
  readonly #readSource: () => Promise<string>
  readonly #readStampSource: (() => Promise<string>) | undefined
  #address: string | undefined
  #isStamping = false
  #worker: Worker | undefined
  #id = 0
  #give: ((failure: CheckFailure) => void) | undefined

  /**
   * @param readSource - the program of the worker.
   * @param readStampSource - the one that checks time-stamps too, which is read where there are any.
   */
  constructor(readSource: () => Promise<string>, readStampSource?: () => Promise<string>) {
    this.#readSource = readSource
    this.#readStampSource = readStampSource
  }

  /** @throws CheckFailure whenever there is no result. */
  async check(request: CheckRequest): Promise<Checked> {
    this.#end(labels.crashed)
    const worker = await this.#start()
    const id = (this.#id += 1)
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
        clearTimeout(timer)
        this.#give = undefined
        if ('checked' in data) resolve(data.checked)
        else if ('isForStamps' in data) this.#stamp(request).then(resolve, reject)
        else reject(new CheckFailure(data.error.message, data.error.hint))
      }
      worker.onerror = event => {
        event.preventDefault()
        this.#end(labels.crashed)
      }
      worker.onmessageerror = () => {
        this.#end(labels.crashed)
      }
      const canStamp = this.#readStampSource !== undefined && !this.#isStamping
      worker.postMessage({ ...request, id, kind: 'verify', canStamp } satisfies WorkerRequest)
    })
  }

  /** The same once more, by the program that checks time-stamps, which stays from then on. */
  async #stamp(request: CheckRequest): Promise<Checked> {
    const source = await this.#readStampSource?.()
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isStamping = true
    this.#address = URL.createObjectURL(new Blob([source ?? ''], { type: 'text/javascript' }))
    return this.check(request)
  }

  async #start(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker
    this.#address ??= URL.createObjectURL(new Blob([await this.#readSource()], { type: 'text/javascript' }))
    try {
      this.#worker = new Worker(this.#address)
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
    const give = this.#give
    this.#give = undefined
    give(new CheckFailure(message))
  }
}
