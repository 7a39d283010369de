/**
 * The views of a raffle's publications: its record in every version, its statistics, its odds.
 *
 * @packageDocumentation
 */
import { formatTime } from '../core/time.js'
import type { Store } from '../store/store.js'
import type { ServerExchange } from './exchange.js'
import type { Kept } from './kept.js'
import { formatOdds, serveView, type ServedRaffle } from './raffles.js'
import { readEntriesParameter } from './request.js'
import { noStore } from './respond.js'
import { ofRaffle, type RouteRequest, type RouteAnswer } from './route.js'

export type PublishedViews = Readonly<Record<'audit' | 'history' | 'statistics' | 'odds', RouteAnswer>>

export interface PublishedViewOptions {
  readonly store: Pick<Store, 'readAuditHistory'>
  readonly raffles: Kept<ServedRaffle>
}

/** Sends a view of a raffle, or 404. */
type Send = (
  exchange: ServerExchange,
  asked: RouteRequest,
  raffleId: string,
  raffle: ServedRaffle | undefined,
) => Promise<void> | undefined

export function createPublished({ store, raffles }: PublishedViewOptions): PublishedViews {
  /** Synchronously if the raffle is cached. */
  function answerBy(send: Send): RouteAnswer {
    const answerFromStore = ofRaffle(async (exchange, raffleId, asked) => {
      await send(exchange, asked, raffleId, await raffles.load(raffleId))
    })
    return (exchange, asked) => {
      const kept = raffles.find(asked.parameter, exchange.startedAt)
      if (kept === undefined) return answerFromStore(exchange, asked)
      return send(exchange, asked, asked.parameter, kept)
    }
  }

  async function answerHistory(
    exchange: ServerExchange,
    raffleId: string,
    { type }: RouteRequest,
  ): Promise<void> {
    const history = await store.readAuditHistory(raffleId)
    if (history === undefined) failUnknown(exchange, raffleId)
    else await exchange.sendView(serveView(history), type)
  }

  return {
    audit: answerBy(sendAudit),
    history: ofRaffle(answerHistory),
    statistics: answerBy(sendStatistics),
    odds: answerBy(sendOdds),
  }
}

const sendAudit: Send = (exchange, { type }, raffleId, raffle) => {
  if (raffle !== undefined) return exchange.sendView(raffle.audit, type)
  failUnknown(exchange, raffleId)
  return undefined
}

const sendStatistics: Send = (exchange, { type }, raffleId, raffle) => {
  if (raffle?.statistics !== undefined) return exchange.sendView(raffle.statistics, type)
  if (raffle === undefined) failUnknown(exchange, raffleId)
  else failUncounted(exchange, raffleId)
  return undefined
}

const sendOdds: Send = (exchange, { query, type }, raffleId, raffle) => {
  const entries = readEntriesParameter(query)
  const total = raffle?.totalEntries
  if (typeof entries === 'string') exchange.fail(400, entries)
  else if (raffle === undefined) failUnknown(exchange, raffleId)
  else if (total === undefined) failUncounted(exchange, raffleId)
  else if (total === 0) exchange.fail(400, 'entries: the raffle has no entries yet')
  else if (entries > total) {
    exchange.fail(400, `entries: expected an integer from 1 to ${total}, found ${entries}`)
  } else exchange.sendBody(200, type, formatOdds(raffleId, entries, total, formatNow()), noStore)
  return undefined
}

function failUnknown(exchange: ServerExchange, raffleId: string): void {
  exchange.fail(404, `there is no raffle ${raffleId}`)
}

function failUncounted(exchange: ServerExchange, raffleId: string): void {
  exchange.fail(404, `no entry statistics of raffle ${raffleId} have been published`)
}

let second = 0
let formatted = ''

/** Current time in whole seconds, formatted once a second. */
function formatNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) formatted = formatTime(new Date(now * 1000))
  second = now
  return formatted
}
