/**
 * What the log says of a store that cannot be read: not with every request.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import type { DrawauditError } from '../errors.js'

/** Milliseconds between two lines about the same. */
const silence = 30_000

export class Outage {
  readonly #log: Logger
  #code: string | undefined
  #saidAt = -Infinity

  constructor(log: Logger) {
    this.#log = log
  }

  /** The store could not be read. */
  note({ code, message, hint }: DrawauditError): void {
    const now = performance.now()
    if (code === this.#code && now - this.#saidAt < silence) return
    this.#code = code
    this.#saidAt = now
    this.#log.warn({ code, reason: message, ...(hint !== undefined && { hint }) }, 'the store cannot be read')
  }

  /** It was read. */
  end(): void {
    if (this.#code === undefined) return
    this.#code = undefined
    this.#log.warn('the store can be read again')
  }
}
