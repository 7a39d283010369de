/**
 * Liveness and readiness of the server, for supervisors and load balancers.
 *
 * @packageDocumentation
 */
import type { Store } from '../store/store.js'
import type { ServerExchange } from './exchange.js'
import type { Outage } from './outage.js'
import { noStore } from './respond.js'
import type { RouteAnswer } from './route.js'

export type HealthViews = Readonly<Record<'live' | 'ready', RouteAnswer>>

export interface HealthOptions {
  readonly store: Pick<Store, 'generation' | 'listRaffles'>
  readonly outage: Outage
  /** Whether the server is shutting down. */
  readonly isDraining: () => boolean
}

/** Milliseconds for which the state of the store is cached, so that frequent probes cost nothing. */
const known = 1000

export function createHealth({ store, outage, isDraining }: HealthOptions): HealthViews {
  let askedAt = -Infinity
  let canRead = Promise.resolve(true)

  async function askStore(): Promise<boolean> {
    try {
      store.generation()
      await store.listRaffles({ limit: 1 })
    } catch (error) {
      outage.report(error)
      return false
    }
    outage.end()
    return true
  }

  async function answerReady(exchange: ServerExchange): Promise<void> {
    if (exchange.startedAt - askedAt >= known) {
      askedAt = exchange.startedAt
      canRead = askStore()
    }
    const isReadable = await canRead
    const reason = isDraining() ? 'draining' : isReadable ? undefined : 'store'
    if (reason === undefined) sendOk(exchange)
    else {
      const body = JSON.stringify({ status: 'unavailable', reason })
      exchange.send(503, 'application/json', body, [...noStore, 'Retry-After', '1'])
    }
  }

  return { live: sendOk, ready: answerReady }
}

function sendOk(exchange: ServerExchange): undefined {
  exchange.send(200, 'application/json', '{"status":"ok"}', noStore)
}
