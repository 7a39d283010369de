/**
 * Whether the server lives, and whether it is ready: for whatever starts it, and balances its load.
 *
 * @packageDocumentation
 */
import type { Store } from '../store/store.js'
import type { Exchange } from './exchange.js'
import type { Outage } from './outage.js'
import { noStore } from './respond.js'
import type { RouteAnswer } from './route.js'

export type HealthViews = Readonly<Record<'live' | 'ready', RouteAnswer>>

export interface HealthOptions {
  readonly store: Pick<Store, 'generation' | 'listRaffles'>
  readonly outage: Outage
  /** Whether the server is about to end. */
  readonly isDraining: () => boolean
}

export function createHealth({ store, outage, isDraining }: HealthOptions): HealthViews {
  async function answerReady(exchange: Exchange): Promise<void> {
    let reason = isDraining() ? 'draining' : undefined
    try {
      store.generation()
      await store.listRaffles({ limit: 1 })
    } catch (error) {
      outage.report(error)
      reason ??= 'store'
    }
    if (reason !== 'store') outage.end()
    if (reason === undefined) sendOk(exchange)
    else {
      const body = JSON.stringify({ status: 'unavailable', reason })
      exchange.send(503, 'application/json', body, [...noStore, 'Retry-After', '1'])
    }
  }

  return { live: sendOk, ready: answerReady }
}

function sendOk(exchange: Exchange): undefined {
  exchange.send(200, 'application/json', '{"status":"ok"}', noStore)
}
