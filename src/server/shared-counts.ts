/**
 * Counts that several instances share in Redis, and what is known while Redis does not answer.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import type * as Driver from '@redis/client'
import type { Logger } from 'pino'
import { DrawauditError } from '../errors.js'
import { parseRedisUrl } from './redis-url.js'

/** The requests of one address. */
export interface Counted {
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly resetsIn: number
}

export interface SharedCountsOptions {
  /** As {@link parseRedisUrl} reads it. */
  readonly url: string
  readonly log: Logger
  /** Milliseconds in which requests are counted together. */
  readonly window?: number
}

/** Milliseconds that a request waits for an answer. */
const longestAnswer = 100
/** Milliseconds for an address to accept a connection, and for all that it takes until commands may be sent. */
const longestConnect = 1000
const longestAttempt = 2000
/** Milliseconds until Redis is asked again after a failure; after several in a row the latter. */
const shortestPause = 1000
const longestPause = 2000
/** Milliseconds between two signs of life, and after how many seconds without one an instance is gone. */
const beat = 5000
const longestSilence = 15

const prefix = 'drawaudit:rate:'

/** Counts a request. The window begins with the first, and no key is ever without an end. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`

/** The same, without counting. */
const peekScript = `
local left = redis.call('PTTL', KEYS[1])
if left < 0 then return { 0, tonumber(ARGV[1]) } end
return { tonumber(redis.call('GET', KEYS[1])), left }`

/** Notes that an instance lives, by the clock of Redis, and says how many do. */
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
 * One connection to Redis, made in the background and made again after any failure. A failure of whatever kind gives
 * the connection up: everything that waits for it ends at once, and nobody waits for Redis again until a new one has
 * noted that this instance lives. So what a request may meet is tried without a request.
 */
export class SharedCounts {
  readonly window: number
  /** Requests that were counted by this instance alone. */
  countedLocally = 0
  readonly #createClient: () => RedisClient
  readonly #name: string
  readonly #log: Logger
  readonly #id = randomUUID()
  /** The connection that is made or in use. */
  #client: RedisClient | undefined
  /** Undefined until the first connection was made, or failed. */
  #isShared: boolean | undefined
  /** When Redis was lost or came back. */
  #changedAt = -Infinity
  #instances = 1
  #failures = 0
  #isClosed = false
  /** The next sign of life, or the next connection. */
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
        // The driver's own ends when a command was written, and not when it was answered.
        commandOptions: { timeout: 0 },
        socket: { connectTimeout: longestConnect, reconnectStrategy: false },
      })
  }

  /** Begins to connect, and returns at once. */
  connect(): void {
    void this.#connect()
  }

  /** Whether Redis answers. */
  get isShared(): boolean {
    return this.#isShared === true
  }

  /** Whether all requests of a window were counted in the same way. */
  isSettled(now: number): boolean {
    return now - this.#changedAt >= this.window
  }

  /**
   * How many requests each instance may admit on its own. What Redis admitted before, at most the limit, may have
   * come through one instance, of which the others know nothing: so these may admit the limit once more together.
   */
  share(limit: number): number {
    return Math.max(1, Math.floor(limit / Math.max(1, this.#instances - 1)))
  }

  /** Counts a request; undefined while Redis does not answer. Rejects, soon, when it ceases to. */
  count(key: string): Promise<Counted> | undefined {
    return this.#read(countScript, key)
  }

  /** What was counted, without counting; as {@link SharedCounts.count}. */
  peek(key: string): Promise<Counted> | undefined {
    return this.#read(peekScript, key)
  }

  /** Says that this instance is gone, and closes the connection. */
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
      // The driver finishes a connection that it was told to destroy while it was made.
      if (client !== this.#client) client.destroy()
      else await this.#announce(client)
    } catch {
      // It was lost, and another is made later.
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
    // A Redis that has just come back may have forgotten those who have not come back yet.
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

  /** The driver's EVALSHA would save the few bytes of a script, and has an error of its own to recover from. */
  async #evaluate(
    client: RedisClient,
    script: string,
    key: string,
    ...values: readonly (string | number)[]
  ): Promise<readonly number[]> {
    const command = ['EVAL', script, '1', prefix + key, ...values.map(String)]
    return this.#ask(client, client.sendCommand(command).then(parseNumbers))
  }

  /** Waits for an answer; a failure, and an answer that does not come, is the end of the connection. */
  async #ask<T>(client: RedisClient, answer: Promise<T>, patience = longestAnswer): Promise<T> {
    let isAnswered = false
    const timer = setTimeout(() => {
      // What has come is read first: whoever stood still himself must not blame Redis.
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
    // Ends everything that waits for it.
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
 * Loads the driver; nothing is connected yet.
 *
 * @throws DrawauditError `setting-invalid` where the optional dependency is not installed.
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

/** One line. Where every address of a name fails, Node's own message is empty. */
function describe(cause: unknown): string {
  const { message = '', code = '' } = cause as { readonly message?: string; readonly code?: string }
  return (message === '' ? code : message).slice(0, 200)
}
