/**
 * Hears of what others commit to a PostgreSQL store.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, Pool, QueryConfig } from 'pg'
import { channel } from './database.js'
import { failPooled } from './errors.js'

export interface ListenerOptions {
  readonly connect: () => Promise<Client>
  /** Other connections to the same database. */
  readonly beside: Pool
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

/** Milliseconds: how often the connection is tried, how long an answer takes, and until what was told is heard. */
const beatEvery = 2000
const answerWithin = 2000
const heardWithin = 4000

/** Tells as NOTIFY does, and waits for no disk and no standby: nothing is lost with what is told. */
const tell = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"

/** A connection that listens, made anew when it is lost or does not hear what it tells itself. */
export class Listener {
  readonly #options: ListenerOptions
  #count = 0
  #client: Client | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #wait = shortestWait
  #failure: unknown
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

  /** Why the last attempt to connect again failed; undefined where none has. */
  get failure(): unknown {
    return this.#failure
  }

  /** @throws DrawauditError as a store does, when there is no connection at once, or none that hears. */
  async open(): Promise<void> {
    const client = await this.#options.connect()
    const lose = (): void => {
      this.#lose(client)
    }
    client.on('error', lose)
    client.on('end', lose)
    // Not of any schema, so that nobody else takes it for a commit.
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
      // On another connection: what was told on this one a pooler may pass on, and nothing else.
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
        // What a connection tells itself comes before the end of the answer.
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
