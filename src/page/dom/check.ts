/**
 * The check in a worker of its own, so that the page stays alive, and a check that does not end can be ended.
 *
 * @packageDocumentation
 */
import { labels } from '../catalogue/labels.js'
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
  readonly #readStampSource: () => Promise<string>
  #address: string | undefined
  #isStamping = false
  #worker: Worker | undefined
  #id = 0
  #give: ((failure: CheckFailure) => void) | undefined

  /**
   * @param readSource - the program of the worker.
   * @param readStampSource - what runs before it where there are time-stamps: it checks those.
   */
  constructor(readSource: () => Promise<string>, readStampSource: () => Promise<string>) {
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
      const canStamp = !this.#isStamping
      worker.postMessage({ ...request, id, kind: 'verify', canStamp } satisfies WorkerRequest)
    })
  }

  /** The same once more, with the program that checks time-stamps, which stays from then on. */
  async #stamp(request: CheckRequest): Promise<Checked> {
    const sources = await Promise.all([this.#readStampSource(), this.#readSource()])
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isStamping = true
    this.#address = locate(...sources)
    return this.check(request)
  }

  async #start(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker
    this.#address ??= locate(await this.#readSource())
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

/** An address of programs that run one after the other. */
const locate = (...sources: readonly string[]): string =>
  URL.createObjectURL(new Blob([sources.join('\n')], { type: 'text/javascript' }))
