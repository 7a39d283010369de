/**
 * Bodies that are streamed: how many at a time, and in what turn.
 *
 * @packageDocumentation
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ClientAddress } from './client-address.js'

/** A place for one streamed body, or whose places are all taken. */
export type Admission = { readonly release: () => void } | 'client-full' | 'server-full'

/**
 * Streams hold a page of entries each for as long as their clients read, which may be long. So there are only so
 * many, and one address does not get all of them.
 */
export class Downloads {
  readonly #most: number
  readonly #mostByClient: number
  readonly #pause: number
  readonly #byClient = new Map<string, number>()
  #total = 0
  #turn: Promise<void> = Promise.resolve()

  /**
   * @param most - bodies at a time.
   * @param mostByClient - of them for one address.
   * @param pause - milliseconds between two pieces, in which everybody else is answered; a turn of the event loop when left out.
   */
  constructor(most = 32, mostByClient = 4, pause = 0) {
    this.#most = most
    this.#mostByClient = mostByClient
    this.#pause = pause
  }

  /** Takes a place, to be released once. */
  admit({ high, low }: ClientAddress): Admission {
    const client = `${high}:${low}`
    const count = this.#byClient.get(client) ?? 0
    if (count >= this.#mostByClient) return 'client-full'
    if (this.#total >= this.#most) return 'server-full'
    this.#byClient.set(client, count + 1)
    this.#total += 1
    return {
      release: () => {
        const left = (this.#byClient.get(client) ?? 0) - 1
        if (left > 0) this.#byClient.set(client, left)
        else this.#byClient.delete(client)
        this.#total -= 1
      },
    }
  }

  /**
   * Resolves when it is the caller's turn to make a piece: one piece of all streams for each turn of the event loop,
   * so that everybody else is answered in between.
   */
  async takeTurn(): Promise<void> {
    const before = this.#turn
    this.#turn = before.then(() => (this.#pause > 0 ? setTimeout(this.#pause) : setImmediate()))
    await before
  }
}
