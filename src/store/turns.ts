/**
 * Serializes the transactions of a store.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'

/** A queue for turns: work that completes something goes before work that begins something. */
export class Turns {
  readonly #waiting: readonly [(() => Promise<void>)[], (() => Promise<void>)[]] = [[], []]
  #isBusy = false

  /** Runs `work` in its turn. */
  take<T>(work: () => Promise<T>, goesOn: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting[goesOn ? 0 : 1].push(() => work().then(resolve, reject))
      if (!this.#isBusy) void this.#takeTurns()
    })
  }

  async #takeTurns(): Promise<void> {
    this.#isBusy = true
    const [first, others] = this.#waiting
    for (let turn; (turn = first.shift() ?? others.shift()) !== undefined;) {
      await turn()
      // Lets completing work queue up before another one begins.
      await setImmediate()
    }
    this.#isBusy = false
  }
}
