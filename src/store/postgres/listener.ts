/**
 * Listens for commits by others to a PostgreSQL store.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, Pool, QueryConfig } from 'pg'
import { channel } from './database.js'
import { failPooled } from './errors.js'

export interface NotificationListenerOptions {
  readonly connect: () => Promise<Client>
  /** Pool of other connections to the same database. */
  readonly beside: Pool
  /** Schema of the store: other stores in the database use the same channel. */
  readonly schema: string
  /** Name of this process in its own notifications, which it ignores. */
  readonly self: string
  /** Called when the store was migrated, and when that may have gone unnoticed. */
  readonly onMigrated: () => void
}

/** First and last delay before reconnecting, in milliseconds. */
const shortestWait = 50
const longestWait = 5000

/** Interval of connection tests, and time-out of an answer and of a notification, in milliseconds. */
const beatEvery = 2000
const answerWithin = 2000
const heardWithin = 4000

/** NOTIFY without waiting for disk or standby: losing a notification loses no data. */
const tell = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"

/** A listening connection, reopened when it is lost or does not hear its own notification. */
export class NotificationListener {
  readonly #options: NotificationListenerOptions
  #count = 0
  #client: Client | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #wait = shortestWait
  #failure: unknown
  #isClosed = false

  constructor(options: NotificationListenerOptions) {
    this.#options = options
  }

  /** Changes after others have committed, or may have. */
  get count(): number {
    return this.#count
  }

  get isConnected(): boolean {
    return this.#client !== undefined
  }

  /** Why the last attempt to reconnect failed; undefined if none has. */
  get failure(): unknown {
    return this.#failure
  }

  /** @throws DrawauditError as a store does, if connecting fails, or the connection hears nothing. */
  async open(): Promise<void> {
    const client = await this.#options.connect()
    const lose = (): void => {
      this.#lose(client)
    }
    client.on('error', lose)
    client.on('end', lose)
    // Without a schema, so that nobody takes it for a commit.
    const echo = `echo ${randomUUID()}`
    const telling = { text: tell, values: [channel, echo], query_timeout: answerWithin } as QueryConfig
    let echoes = 0
    const heard = new Promise<true>(resolve => {
      client.on('notification', ({ payload = '' }) => {
        if (payload !== echo) {
          this.#hear(payload)
          return
        }
        echoes += 1
        resolve(true)
      })
    })
    try {
      await client.query(`LISTEN ${channel}`)
      // On another connection: a pooler may only pass on what was sent on this one.
      await this.#options.beside.query(telling)
      if (!(await Promise.race([heard, wait(heardWithin, false, { ref: false })]))) throw failPooled()
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
    this.#failure = undefined
    this.#count += 1
    this.#beat = setInterval(() => {
      const before = echoes
      client.query(telling).then(() => {
        // A connection's own notification arrives before the end of the answer.
        if (echoes === before) lose()
      }, lose)
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
        (error: unknown) => {
          this.#failure = error
          if (!this.#isClosed) this.#reconnect()
        },
      )
    }, this.#wait)
    this.#wait = Math.min(2 * this.#wait, longestWait)
  }
}
