/**
 * A session with one service: requests are sequential, and a 429 is waited out.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { headerValue, type Exchange, type HeaderField } from '../model/exchange.js'
import { RedirectedError } from '../remote/redirect.js'
import { readWait } from '../remote/retry-after.js'
import { readAnswer, type Answer, type Answered, type Unanswered } from './answer.js'
import { interceptedByRedirect } from './intermediary.js'
import type { ProbeName } from './probe-names.js'
import type { ProbeRequest } from './probes.js'

export interface SessionOptions {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** As in `remote/client`: an exchange, or a DrawauditError. */
  readonly request: (
    url: string,
    options: {
      readonly method: string
      readonly headers: readonly HeaderField[]
      readonly maxBytes?: number
    },
  ) => Promise<Exchange>
  readonly now: () => Date
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Longest Retry-After that is waited out, in seconds. */
  readonly longestWait: number
  /** Time limit of the whole session. */
  readonly deadline: Date
  /** Called with every wait, in seconds. */
  readonly onWait?: (seconds: number) => void
}

/** Max attempts of a request that is answered with 429. */
const mostTries = 3

/** Max consecutive failures before giving up. */
const mostFailures = 10

/** A minute in milliseconds: the window of the specification's rate limit. */
const minute = 60_000

export class Session {
  readonly #options: SessionOptions
  readonly #limited: Answered[] = []
  /** Times of requests not answered with 429, in milliseconds. */
  readonly #answered: number[] = []
  readonly #fields = new Set<string>()
  #freeAt = 0
  /** Time of the last request outside this session, in milliseconds. */
  #othersAsked = -Infinity
  /** Number of consecutive failures, and the last one. */
  #failures = 0
  #lastFault: DrawauditError | undefined
  #intercepted: DrawauditError | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** All answers with 429 so far. */
  get limited(): readonly Answered[] {
    return this.#limited
  }

  /** Lower-case names of all header fields seen. */
  get fields(): ReadonlySet<string> {
    return this.#fields
  }

  /** The first answer by an intermediary. */
  get intercepted(): DrawauditError | undefined {
    return this.#intercepted
  }

  /** Requests within the last minute not answered with 429. */
  get answeredLately(): number {
    const since = this.#options.now().getTime() - minute
    return this.#answered.filter(time => time > since).length
  }

  /** Notes requests outside this session, such as for the log, which may count for the limit too. */
  noteOthers(): void {
    this.#othersAsked = this.#options.now().getTime()
  }

  /** Waits until requests outside this session no longer count. */
  async outwaitOthers(): Promise<void> {
    const wait = this.#othersAsked + minute - this.#options.now().getTime()
    if (wait > 0) await this.#options.sleep(wait)
  }

  /** The answer to a request; a 429 is waited out, within the limits. */
  async send(probe: ProbeName, request: ProbeRequest): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      if (this.#failures >= mostFailures && this.#lastFault !== undefined)
        return { probe, fault: this.#lastFault }
      const wait = this.#freeAt - this.#options.now().getTime()
      if (wait > 0) await this.wait(wait / 1000)
      const answer = await this.ask(probe, request)
      const { exchange } = answer
      if (exchange?.status !== 429) return answer
      // An intermediary's limit is waited out only if it says how long.
      if ('fault' in answer && headerValue(exchange, 'retry-after') === undefined) return answer
      const seconds = this.readWait({ exchange })
      if (seconds > this.#options.longestWait || tries === mostTries || this.#isOver(seconds)) {
        return 'fault' in answer ? answer : this.#fail(probe, this.#limit(seconds))
      }
      this.#freeAt = Math.max(this.#freeAt, this.#options.now().getTime() + seconds * 1000)
    }
  }

  /** Sends a request now and returns any answer. */
  async ask(probe: ProbeName, request: ProbeRequest): Promise<Answer> {
    if (this.#isOver(0)) return { probe, fault: over() }
    const answer = await this.#exchange(probe, request)
    if ('fault' in answer) return this.#fail(probe, answer.fault, answer.exchange)
    for (const [name] of answer.exchange.headers) this.#fields.add(name.toLowerCase())
    if (answer.exchange.status === 429) this.#limited.push(answer)
    else {
      this.#answered.push(this.#options.now().getTime())
      this.#failures = 0
    }
    return answer
  }

  async #exchange(
    probe: ProbeName,
    { method, path, headers, requestId, entries, maxBytes }: ProbeRequest,
  ): Promise<Answer> {
    try {
      const exchange = await this.#options.request(`${this.#options.baseUrl}${path}`, {
        method,
        headers,
        ...(maxBytes !== undefined && { maxBytes }),
      })
      const about = {
        ...(requestId !== undefined && { requestId }),
        ...(entries !== undefined && { entries }),
      }
      return readAnswer(probe, exchange, about)
    } catch (error) {
      if (error instanceof DrawauditError && isFault(error)) return { probe, fault: readFault(error) }
      throw error
    }
  }

  /** Seconds that a 429 asks to wait. */
  readWait({ exchange }: Pick<Answered, 'exchange'>): number {
    return readWait(exchange) ?? 0
  }

  /** Waits, and reports a long wait. */
  async wait(seconds: number): Promise<void> {
    if (seconds >= 1) this.#options.onWait?.(Math.ceil(seconds))
    await this.#options.sleep(seconds * 1000)
  }

  #fail(probe: ProbeName, fault: DrawauditError, exchange?: Exchange): Unanswered {
    this.#failures += 1
    this.#lastFault = fault
    if (fault.code === 'remote-intercepted') this.#intercepted ??= fault
    return { probe, fault, ...(exchange && { exchange }) }
  }

  #isOver(seconds: number): boolean {
    return this.#options.now().getTime() + seconds * 1000 >= this.#options.deadline.getTime()
  }

  #limit(seconds: number): DrawauditError {
    const message = `the service answers 429 and asks to wait ${seconds} seconds; drawaudit waits ${this.#options.longestWait} at most`
    return new DrawauditError('remote-limited', message, { hint: 'check later, or fewer raffles at a time' })
  }
}

/** A fault of the network or the service; a redirect may lead to a forbidden address. */
function isFault({ code }: DrawauditError): boolean {
  return code.startsWith('remote-') || code === 'address-forbidden' || code === 'url-invalid'
}

/** A redirect to a forbidden address says no more about the service than a failed connection. */
function readFault(error: DrawauditError): DrawauditError {
  if (!(error instanceof RedirectedError)) return error
  if (error.code === 'address-forbidden') return interceptedByRedirect(error)
  return error.code === 'url-invalid'
    ? new DrawauditError('remote-redirect', error.message, { cause: error })
    : error
}

function over(): DrawauditError {
  return new DrawauditError('remote-timeout', 'the time for the whole check is over', {
    hint: 'give it more with --deadline',
  })
}
