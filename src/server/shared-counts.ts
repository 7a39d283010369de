/**
 * Request counts that several instances share in Redis, and the fallback while Redis does not answer.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import type * as Driver from '@redis/client'
import type { Logger } from 'pino'
import { DrawauditError } from '../errors.js'
import { parseRedisUrl } from './redis-url.js'

/** Count of one address. */
export interface Counted {
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly resetsIn: number
}

export interface SharedCountsOptions {
  /** A URL accepted by {@link parseRedisUrl}. */
  readonly url: string
  readonly log: Logger
  /** Window in milliseconds. */
  readonly window?: number
}

/** Max milliseconds that a request waits for Redis. */
const longestAnswer = 100
/** Max milliseconds until an address accepts a connection, and until a connection is ready for commands. */
const longestConnect = 1000
const longestAttempt = 2000
/** Milliseconds between reconnection attempts: after one failure, and after several in a row. */
const shortestPause = 1000
const longestPause = 2000
/** Milliseconds between heartbeats, and seconds without one after which an instance counts as gone. */
const beat = 5000
const longestSilence = 15

const prefix = 'drawaudit:rate:'

/** Counts a request. The window begins with the first; every key has an expiry. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`

/** Reads the count. */
const peekScript = `
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return { 0, tonumber(ARGV[1]) } end
return { tonumber(redis.call('GET', KEYS[1])), left }`

/** Records an instance's heartbeat by the clock of Redis, and returns the number of live instances. */
const presenceScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return { redis.call('ZCARD', KEYS[1]) }`

type RedisClient = Driver.RedisClientType<
  Record<string, never>,
  Record<string, never>,
  Record<string, never>,
  2
>

/**
 * One connection to Redis, opened in the background and reopened after any failure. Any failure ends the
 * connection: all pending calls fail at once, and no request waits for Redis again until a new connection has
 * recorded a heartbeat. So failures are met in the background, not by requests.
 */
export class SharedCounts {
  readonly window: number
  /** Number of requests counted by this instance alone. */
  countedLocally = 0
  readonly #createClient: () => RedisClient
  readonly #name: string
  readonly #log: Logger
  readonly #id = randomUUID()
  /** The connection being opened or in use. */
  #client: RedisClient | undefined
  /** Undefined until the first connection succeeded or failed. */
  #isShared: boolean | undefined
  /** Time when Redis was last lost or regained. */
  #changedAt = -Infinity
  #instances = 1
  #failures = 0
  #isClosed = false
  /** For the next heartbeat or connection attempt. */
  #timer: NodeJS.Timeout | undefined

  constructor({ createClient }: typeof Driver, { url, log, window = 60_000 }: SharedCountsOptions) {
    const server = parseRedisUrl(url)
    if (server === undefined) throw new DrawauditError('setting-invalid', 'this is no URL of a Redis server')
    this.window = window
    this.#log = log
    this.#name = server.name
    this.#createClient = () =>
      createClient({
        url: server.url,
        RESP: 2,
        disableOfflineQueue: true,
        disableClientInfo: true,
        maintNotifications: 'disabled',
        // Off: the driver's timeout ends when a command is written, not when it is answered.
        commandOptions: { timeout: 0 },
        socket: { connectTimeout: longestConnect, reconnectStrategy: false },
      })
  }

  /** Begins to connect; returns at once. */
  connect(): void {
    void this.#connect()
  }

  /** Whether Redis answers. */
  get isShared(): boolean {
    return this.#isShared === true
  }

  /** Whether a whole window has passed since Redis was lost or regained. */
  isSettled(now: number): boolean {
    return now - this.#changedAt >= this.window
  }

  /**
   * Requests per window that each instance may admit on its own. Up to the limit may already have been
   * admitted through one instance, unknown to the others: so together they may admit the limit once more.
   */
  share(limit: number): number {
    return Math.max(1, Math.floor(limit / Math.max(1, this.#instances - 1)))
  }

  /** Counts a request; undefined while Redis is unavailable. Rejects promptly if Redis is lost meanwhile. */
  count(key: string): Promise<Counted> | undefined {
    return this.#read(countScript, key)
  }

  /** Reads a count; otherwise as {@link SharedCounts.count}. */
  peek(key: string): Promise<Counted> | undefined {
    return this.#read(peekScript, key)
  }

  /** Removes this instance's heartbeat, and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    if (client === undefined) return
    if (this.isShared) {
      const left = client.sendCommand(['ZREM', `${prefix}instances`, this.#id])
      await this.#ask(client, left).catch(() => undefined)
    }
    this.#isShared = false
    this.#client = undefined
    client.destroy()
  }

  #read(script: string, key: string): Promise<Counted> | undefined {
    const client = this.#client
    if (client === undefined || !this.isShared) return undefined
    return this.#evaluate(client, script, key, this.window).then(([count = 0, resetsIn = 0]) => ({
      count,
      resetsIn,
    }))
  }

  async #connect(): Promise<void> {
    const client = this.#createClient()
    this.#client = client
    client.on('error', error => {
      this.#lose(client, error)
    })
    try {
      await this.#ask(client, client.connect(), longestAttempt)
      // The driver may complete a connection that was destroyed while opening.
      if (client !== this.#client) client.destroy()
      else await this.#announce(client)
    } catch {
      // The connection was lost; another one is opened later.
    }
  }

  async #announce(client: RedisClient): Promise<void> {
    const [instances = 1] = await this.#evaluate(
      client,
      presenceScript,
      'instances',
      this.#id,
      longestSilence,
    )
    if (client !== this.#client || this.#isClosed) return
    this.#failures = 0
    const now = performance.now()
    // A Redis that was regained may not yet know the instances that have not reconnected.
    const isCertain = this.isShared && this.isSettled(now)
    this.#instances = isCertain ? instances : Math.max(instances, this.#instances)
    if (this.#isShared !== true) {
      if (this.#isShared === false) this.#changedAt = now
      this.#isShared = true
      this.#log.info({ server: this.#name, instances }, 'the rate limit is shared')
    }
    this.#timer = setTimeout(() => {
      this.#announce(client).catch(() => undefined)
    }, beat)
  }

  /** EVAL rather than EVALSHA, which saves few bytes and has an error of its own to recover from. */
  async #evaluate(
    client: RedisClient,
    script: string,
    key: string,
    ...values: readonly (string | number)[]
  ): Promise<readonly number[]> {
    const command = ['EVAL', script, '1', prefix + key, ...values.map(String)]
    return this.#ask(client, client.sendCommand(command).then(parseNumbers))
  }

  /** Waits for an answer; a failure or timeout ends the connection. */
  async #ask<T>(client: RedisClient, answer: Promise<T>, patience = longestAnswer): Promise<T> {
    let isAnswered = false
    const timer = setTimeout(() => {
      // Read pending input first: if this process stalled, Redis is not to blame.
      setImmediate(() => {
        if (!isAnswered) this.#lose(client, new Error(`no answer in ${patience} ms`))
      })
    }, patience)
    try {
      return await answer
    } catch (error) {
      this.#lose(client, error)
      throw error
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  #lose(client: RedisClient, cause: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    // Fails all pending calls.
    client.destroy()
    clearTimeout(this.#timer)
    if (this.#isShared !== false) {
      this.#isShared = false
      this.#changedAt = performance.now()
      const about = { server: this.#name, reason: describe(cause), instances: this.#instances }
      this.#log.warn(about, 'the rate limit is not shared: each instance counts its own requests')
    }
    if (this.#isClosed) return
    this.#failures += 1
    const pause = Math.min(shortestPause * this.#failures, longestPause)
    this.#timer = setTimeout(() => void this.#connect(), pause)
  }
}

/**
 * Loads the driver; does not connect yet.
 *
 * @throws DrawauditError `setting-invalid` if the optional dependency is not installed.
 */
export async function openSharedCounts(options: SharedCountsOptions): Promise<SharedCounts> {
  return new SharedCounts(await loadDriver(), options)
}

async function loadDriver(): Promise<typeof Driver> {
  try {
    return await import('@redis/client')
  } catch (cause) {
    throw new DrawauditError(
      'setting-invalid',
      'rate-limit-store: the package @redis/client is not installed',
      {
        hint: 'npm install @redis/client',
        cause,
      },
    )
  }
}

function parseNumbers(reply: unknown): readonly number[] {
  if (Array.isArray(reply) && reply.every(item => typeof item === 'number')) return reply
  throw new Error('the server answers as no Redis does')
}

/** A message on one line. Node's own is empty if every address of a name fails. */
function describe(cause: unknown): string {
  const { message = '', code = '' } = cause as { readonly message?: string; readonly code?: string }
  return (message === '' ? code : message).slice(0, 200)
}
