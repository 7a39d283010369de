/**
 * Visitors: so many requests a second, whatever becomes of those before, and what became of each.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'

export type ViewName = 'audit' | 'statistics' | 'odds' | 'bundle'

/** What became of a request. Times are milliseconds on the clock of `performance.now()`. */
export interface Answered {
  readonly at: number
  readonly took: number
  readonly view: ViewName
  readonly address: string
  /** One that asks more than it may. */
  readonly isGreedy: boolean
  /** When the raffle that was asked for was drawn. */
  readonly drawnAt: number
  /** Or why there is none. */
  readonly status: number | string
}

/** How the views are asked for, in a hundred. */
const shares: readonly (readonly [ViewName, number, string])[] = [
  ['audit', 40, 'audit'],
  ['statistics', 20, 'entries/stats'],
  ['odds', 25, 'odds?entries=1'],
  ['bundle', 15, 'bundle'],
]

/** Milliseconds after which a visitor gives up. */
const patience = 20_000

/** Addresses from which connections come, as those of balancers: nginx takes a hundred connections of each. */
const balancers = Array.from({ length: 8 }, (_, index) => `127.0.1.${index + 1}`)
const visitors = Array.from({ length: 50 }, (_, index) => `198.51.100.${index + 1}`)
export const greedy = ['203.0.113.1', '203.0.113.2', '203.0.113.3']

export interface LoadOptions {
  readonly port: number
  /** Requests a second by all visitors, and by each greedy address. */
  readonly rate: number
  readonly greedyRate: number
}

/** Milliseconds between two looks at what is due. */
const tick = 5

export class Load {
  readonly answers: Answered[] = []
  /** Answers whose body is not that of their ETag. */
  spoiled = 0
  readonly raffles: { readonly raffleId: string; readonly drawnAt: number }[] = []
  readonly #options: LoadOptions
  readonly #agents = balancers.map(
    localAddress => new Agent({ keepAlive: true, maxSockets: 95, timeout: 5000, localAddress }),
  )
  readonly #tags = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #waiting = 0

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    const begunAt = performance.now()
    const due = { visitors: 0, greedy: 0 }
    this.#timer = setInterval(() => {
      const seconds = (performance.now() - begunAt) / 1000
      for (; due.visitors < seconds * this.#options.rate; due.visitors += 1) this.#visit()
      for (; due.greedy < seconds * this.#options.greedyRate * greedy.length; due.greedy += 1) {
        this.#send('odds', 'odds?entries=1', 0, greedy[due.greedy % greedy.length] ?? '', true)
      }
    }, tick)
  }

  /** Asks nothing more, and waits for what was asked. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    while (this.#waiting > 0) await new Promise(resolve => setTimeout(resolve, 20))
    for (const agent of this.#agents) agent.destroy()
  }

  #visit(): void {
    const number = this.#sent
    let left = (number * 37) % 100
    const [view, , rest] = shares.find(([, share]) => (left -= share) < 0) ?? ['audit', 0, 'audit']
    // What is new is asked for most.
    const place = number % 3 === 0 ? this.raffles.length - 1 - (number % 5) : number % this.raffles.length
    this.#send(view, rest, Math.max(0, place), visitors[number % visitors.length] ?? '', false)
  }

  #send(view: ViewName, name: string, place: number, address: string, isGreedy: boolean): void {
    const number = (this.#sent += 1)
    const { raffleId = '', drawnAt = 0 } = this.raffles[place] ?? {}
    const rest = `${raffleId}/${name}`
    const at = performance.now()
    const tag = number % 2 === 0 ? this.#tags.get(rest) : undefined
    this.#waiting += 1
    let isDone = false
    const finish = (status: number | string): void => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      this.#waiting -= 1
      this.answers.push({ at, took: performance.now() - at, view, address, isGreedy, drawnAt, status })
    }
    const sent = request({
      host: '127.0.0.1',
      port: this.#options.port,
      path: `/api/v1/raffles/${rest}`,
      agent: this.#agents[number % this.#agents.length],
      headers: {
        Accept: 'application/json',
        'X-Forwarded-For': address,
        ...(tag !== undefined && { 'If-None-Match': tag }),
      },
    })
    const timer = setTimeout(() => {
      finish('patience')
      sent.destroy()
    }, patience)
    sent.on('error', (error: Error & { readonly code?: string }) => {
      finish(error.code ?? error.message)
    })
    sent.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => {
        finish('cut')
      })
      response.on('close', () => {
        if (!response.complete) finish('cut')
      })
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        const { etag } = headers
        if (statusCode === 200 && etag !== undefined) {
          const hash = createHash('md5').update(Buffer.concat(chunks)).digest('hex')
          if (etag !== `"${hash}"`) this.spoiled += 1
          this.#tags.set(rest, etag)
        }
        finish(statusCode === 304 && tag === undefined ? 'an unasked 304' : statusCode)
      })
    })
    sent.end()
  }
}

/** Whether it is an answer as one expects it. */
export const isGood = ({ status, isGreedy }: Answered): boolean =>
  status === 200 || status === 304 || (isGreedy && status === 429)

/** Requests of one address that were admitted in any minute that ends in a span, at most. */
export function findMostAdmitted(answers: readonly Answered[], from: number, to: number): number {
  let most = 0
  for (const address of greedy) {
    const times = answers
      .filter(one => one.address === address && (one.status === 200 || one.status === 304))
      .map(({ at }) => at)
      .toSorted((a, b) => a - b)
    let first = 0
    for (const [index, at] of times.entries()) {
      while ((times[first] ?? 0) <= at - 60_000) first += 1
      if (at >= from && at <= to) most = Math.max(most, index - first + 1)
    }
  }
  return most
}
