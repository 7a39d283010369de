/**
 * Requests to one service, one after another in its own time: a 429 is waited out, for all who ask.
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
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** As `remote/client` has it: an exchange, or a DrawauditError. */
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
  /** Longest wait, in seconds, that a Retry-After may ask for. */
  readonly longestWait: number
  /** When everything has to be over. */
  readonly deadline: Date
  /** Told of every wait, in seconds. */
  readonly onWait?: (seconds: number) => void
}

/** A request is sent so often when it is answered with 429. */
const mostTries = 3

/** After so many requests in a row that came to nothing, no more are sent. */
const mostFailures = 10

/** A minute in milliseconds: what the rate limit of the specification counts in. */
const minute = 60_000

export class Session {
  readonly #options: SessionOptions
  readonly #limited: Answered[] = []
  /** When requests were answered otherwise than with 429, in milliseconds. */
  readonly #answered: number[] = []
  readonly #fields = new Set<string>()
  #freeAt = 0
  /** When somebody else asked the service last, in milliseconds. */
  #othersAsked = -Infinity
  /** How many requests in a row came to nothing, and what came of the last. */
  #failures = 0
  #lastFault: DrawauditError | undefined
  #intercepted: DrawauditError | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Every answer with 429 so far. */
  get limited(): readonly Answered[] {
    return this.#limited
  }

  /** The names, in lower case, of all header fields that any answer had. */
  get fields(): ReadonlySet<string> {
    return this.#fields
  }

  /** What answered in place of the service, the first time that something did. */
  get intercepted(): DrawauditError | undefined {
    return this.#intercepted
  }

  /** How many requests were answered otherwise than with 429 within the last minute. */
  get answeredLately(): number {
    const since = this.#options.now().getTime() - minute
    return this.#answered.filter(time => time > since).length
  }

  /** Says that the service was asked past this session, as its log is: those requests may count for the limit too. */
  noteOthers(): void {
    this.#othersAsked = this.#options.now().getTime()
  }

  /** Waits until no request counts any more that was sent past this session. */
  async outwaitOthers(): Promise<void> {
    const wait = this.#othersAsked + minute - this.#options.now().getTime()
    if (wait > 0) await this.#options.sleep(wait)
  }

  /** The answer to a request; a 429 is waited out, as long as that is allowed. */
  async send(probe: ProbeName, request: ProbeRequest): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      if (this.#failures >= mostFailures && this.#lastFault !== undefined)
        return { probe, fault: this.#lastFault }
      const wait = this.#freeAt - this.#options.now().getTime()
      if (wait > 0) await this.wait(wait / 1000)
      const answer = await this.ask(probe, request)
      const { exchange } = answer
      if (exchange?.status !== 429) return answer
      // Whoever else limits requests is waited for only if it says how long.
      if ('fault' in answer && headerValue(exchange, 'retry-after') === undefined) return answer
      const seconds = this.readWait({ exchange })
      if (seconds > this.#options.longestWait || tries === mostTries || this.#isOver(seconds)) {
        return 'fault' in answer ? answer : this.#fail(probe, this.#limit(seconds))
      }
      this.#freeAt = Math.max(this.#freeAt, this.#options.now().getTime() + seconds * 1000)
    }
  }

  /** The answer to a request that is sent now, whatever it is. */
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

  /** How long a 429 asks to wait, in seconds. */
  readWait({ exchange }: Pick<Answered, 'exchange'>): number {
    return readWait(exchange) ?? 0
  }

  /** Waits, and says so where it takes long enough to wonder. */
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

/** What came of the network or of the service; a redirect may lead to where nothing is asked. */
function isFault({ code }: DrawauditError): boolean {
  return code.startsWith('remote-') || code === 'address-forbidden' || code === 'url-invalid'
}

/** A redirect to where nothing is asked says no more of the service than a connection that fails. */
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
