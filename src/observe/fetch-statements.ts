/**
 * Polls a service for the statements of one raffle.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import { headerValue, type Exchange, type HeaderField } from '../model/exchange.js'
import type { Client } from '../remote/client.js'
import { readWait } from '../remote/retry-after.js'
import { readClock } from './clock.js'
import { readStatementsView, type StatementsView } from './statements-view.js'

/** The statements that a service showed at a moment. */
export interface Sight extends StatementsView {
  readonly kind: 'seen'
  /** The URL fetched. */
  readonly source: string
  /** Time of the complete answer, by this machine's clock. */
  readonly receivedAt: Date
  /** Seconds by which this clock is ahead of the service's; absent if the service does not state its time. */
  readonly clockAhead?: number
}

/** The result of one poll. */
export type PollAnswer =
  | Sight
  /** Unchanged, according to the service. */
  | { readonly kind: 'unchanged' }
  /** Rate-limited for this many seconds. */
  | { readonly kind: 'limited'; readonly seconds: number }

export interface StatementsSourceOptions {
  readonly client: Pick<Client, 'request'>
  /** Without trailing slash. */
  readonly baseUrl: string
  /** A UUID in lower case. */
  readonly raffleId: string
  readonly engine: Engine
  readonly signal?: AbortSignal
}

/** The statements of one raffle at one service. */
export interface StatementsSource {
  /**
   * Polls once: `/statements`, or `/bundle` if there is no such view.
   *
   * @throws DrawauditError `remote-…`, and as {@link Client.request} does.
   */
  readonly poll: () => Promise<PollAnswer>
}

const views = ['statements', 'bundle'] as const

/** Seconds to wait after a 429 without a readable Retry-After. */
const usualWait = 30

/** Creates a source; it remembers which view exists and what was served last. */
export function createStatementsSource(options: StatementsSourceOptions): StatementsSource {
  const { client, baseUrl, raffleId, engine, signal } = options
  /** The last URL and entity tag. */
  let last: { readonly url: string; readonly tag: string } | undefined
  let preferred: readonly string[] = views

  async function poll(): Promise<PollAnswer> {
    for (const view of preferred) {
      const url = `${baseUrl}/raffles/${raffleId}/${view}`
      const tag = last?.url === url ? last.tag : undefined
      const headers: HeaderField[] = [['accept', 'application/json']]
      if (tag !== undefined) headers.push(['if-none-match', tag])
      const exchange = await client.request(url, { headers, ...(signal && { signal }) })
      if (exchange.status === 404) continue
      preferred = [view, ...views.filter(other => other !== view)]
      return read(exchange, url, tag)
    }
    throw new DrawauditError('remote-error', 'the service shows no statements of this raffle (404)', {
      hint: 'is it the right raffle, and the base URL of the service, up to /api/v1?',
    })
  }

  function read(exchange: Exchange, url: string, tag: string | undefined): PollAnswer {
    const { status, body, receivedAt } = exchange
    if (status === 304 && tag !== undefined) return { kind: 'unchanged' }
    const seconds = readWait(exchange, usualWait)
    if (seconds !== undefined) return { kind: 'limited', seconds }
    if (status !== 200) {
      throw new DrawauditError('remote-error', `the service answered with status ${status}`)
    }
    const view = readStatementsView(body, raffleId, engine)
    const newTag = headerValue(exchange, 'etag')
    last = newTag === undefined ? undefined : { url, tag: newTag }
    const clockAhead = readClock(exchange)
    return {
      kind: 'seen',
      ...view,
      source: url,
      receivedAt: new Date(receivedAt),
      ...(clockAhead !== undefined && { clockAhead }),
    }
  }

  return { poll }
}
