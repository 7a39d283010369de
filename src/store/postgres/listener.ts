/**
 * Hears of what others commit to a PostgreSQL store.
 *
 * @packageDocumentation
 */
import type { Client } from 'pg'
import { channel } from './database.js'

export interface ListenerOptions {
  readonly connect: () => Promise<Client>
  /** The schema of the store: others of the same database have the same channel. */
  readonly schema: string
  /** The name under which this process tells what it commits: it does not have to hear of that. */
  readonly self: string
  /** Called when somebody has migrated the store, and when that may have happened unheard. */
  readonly onMigrated: () => void
}

/** Milliseconds until the first and the last attempt to connect again. */
const shortestWait = 50
const longestWait = 5000

/** Milliseconds: how often the connection is tried, and how long an answer takes. */
const beatEvery = 2000
const answerWithin = 2000

/** A connection that listens, made anew when it is lost. */
export class Listener {
  readonly #options: ListenerOptions
  #count = 0
  #client: Client | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #wait = shortestWait
  #isClosed = false

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  /** Another number after others have committed, or may have. */
  get count(): number {
    return this.#count
  }

  get isConnected(): boolean {
    return this.#client !== undefined
  }

  /** @throws DrawauditError as a store does, when there is no connection at once. */
  async open(): Promise<void> {
    const client = await this.#options.connect()
    const lose = (): void => {
      this.#lose(client)
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => {
      this.#hear(payload)
    })
    try {
      await client.query(`LISTEN ${channel}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) {
      await client.end()
      return
    }
    this.#client = client
    this.#wait = shortestWait
    this.#count += 1
    this.#beat = setInterval(() => {
      client.query({ text: 'SELECT 1', query_timeout: answerWithin } as { text: string }).catch(lose)
    }, beatEvery).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#beat)
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  #hear(payload: string): void {
    const [teller = '', ...rest] = payload.split(' ')
    if (rest.join(' ') !== this.#options.schema || teller === this.#options.self) return
    this.#count += 1
    if (teller === 'migrated') this.#options.onMigrated()
  }

  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#beat)
    void client.end().catch(() => undefined)
    this.#reconnect()
  }

  #reconnect(): void {
    this.#retry = setTimeout(() => {
      this.open().then(
        () => {
          this.#options.onMigrated()
        },
        () => {
          if (!this.#isClosed) this.#reconnect()
        },
      )
    }, this.#wait)
    this.#wait = Math.min(2 * this.#wait, longestWait)
  }
}
