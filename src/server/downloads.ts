/**
 * Limits and takes turns between streamed bodies.
 *
 * @packageDocumentation
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ClientAddress } from './client-address.js'

/** A slot for one streamed body, or whose slots are all taken. */
export type Admission = { readonly release: () => void } | 'client-full' | 'server-full'

/**
 * A stream holds a page of entries in memory for as long as its client reads, which may be long. So their
 * number is limited, in all and per address.
 */
export class Downloads {
  readonly #most: number
  readonly #mostByClient: number
  readonly #pause: number
  readonly #byClient = new Map<string, number>()
  #total = 0
  #turn: Promise<void> = Promise.resolve()

  /**
   * @param most - max concurrent bodies.
   * @param mostByClient - max concurrent bodies per address.
   * @param pause - milliseconds between two pieces, in which other requests are answered; by default one turn
   * of the event loop.
   */
  constructor(most = 32, mostByClient = 4, pause = 0) {
    this.#most = most
    this.#mostByClient = mostByClient
    this.#pause = pause
  }

  /** Takes a slot, which must be released exactly once. */
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
   * Resolves when the caller may make a piece: all streams together make one piece per turn of the event
   * loop, so that other requests are answered in between.
   */
  async takeTurn(): Promise<void> {
    const before = this.#turn
    this.#turn = before.then(() => (this.#pause > 0 ? setTimeout(this.#pause) : setImmediate()))
    await before
  }
}
