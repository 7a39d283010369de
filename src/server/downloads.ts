/**
 * Bodies that are streamed: how many at a time, and in what turn.
 *
 * @packageDocumentation
 */
import { setImmediate } from 'node:timers/promises'
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
  readonly #byClient = new Map<string, number>()
  #total = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(most = 32, mostByClient = 4) {
    this.#most = most
    this.#mostByClient = mostByClient
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
    this.#turn = before.then(() => setImmediate())
    await before
  }
}
