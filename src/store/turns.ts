/**
 * Transactions of one store, one after the other.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'

/** Who waits for a turn: those that go on with something before those that begin. */
export class Turns {
  readonly #waiting: readonly [(() => Promise<void>)[], (() => Promise<void>)[]] = [[], []]
  #isBusy = false

  /** Does something when its turn has come. */
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
      // Whoever waited for it may go on before another one begins.
      await setImmediate()
    }
    this.#isBusy = false
  }
}
