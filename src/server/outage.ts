/**
 * Logs failures; while the store is unavailable, not for every request.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import { DrawauditError } from '../errors.js'

/** Milliseconds between two log lines about an unavailable store. */
const silence = 30_000

export class Outage {
  readonly #log: Logger
  #isAway = false
  #saidAt = -Infinity

  constructor(log: Logger) {
    this.#log = log
  }

  /** @param id - request id, if a request failed. */
  report(error: unknown, id?: string): void {
    if (error instanceof DrawauditError && error.code === 'store-unavailable') {
      const now = performance.now()
      if (this.#isAway && now - this.#saidAt < silence) return
      this.#isAway = true
      this.#saidAt = now
      const { code, message, hint } = error
      this.#log.warn({ code, reason: message, hint }, 'the store cannot be read')
    } else {
      const isStore = error instanceof DrawauditError && error.code.startsWith('store-')
      this.#log.error(
        { err: error, ...(id !== undefined && { id }) },
        isStore ? 'the store cannot be read' : 'a defect',
      )
    }
  }

  /** Called after a successful read: the outage is over. */
  end(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#log.warn('the store can be read again')
  }
}
