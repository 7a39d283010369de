/**
 * What people look at: the list of raffles, the page of a raffle, and its files.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../core/uuid.js'
import type { Store } from '../store/store.js'
import { longestQuery } from '../store/summaries.js'
import { createView } from '../store/views.js'
import { answerAsset, type Assets } from './assets.js'
import type { ReadAddress } from './client-address.js'
import { Downloads } from './downloads.js'
import { keepCorrections } from './corrections.js'
import type { Exchange } from './exchange.js'
import { listPagePolicy, pageSize, renderListPage, renderMessagePage } from './list-page.js'
import { rafflePagePolicy, renderRafflePage } from './raffle-page.js'
import type { Kept } from './kept.js'
import { revalidate, type ServedRaffle } from './raffles.js'
import { isFresh } from './request.js'
import { base, type Asked, type RouteAnswer } from './route.js'

/** Pages, and their files. */
export type PageViews = Readonly<Record<'listPage' | 'rafflePage' | 'asset', RouteAnswer>>

export interface PagesOptions {
  readonly store: Store
  readonly raffles: Kept<ServedRaffle>
  readonly readAddress: ReadAddress
  /** Undefined where the page was not built. */
  readonly assets: Assets | undefined
}

export function createPages({ store, raffles, readAddress, assets }: PagesOptions): PageViews {
  // A search that finds nothing looks at all raffles: one piece of all searches for each turn of the event loop.
  const searches = new Downloads()
  const kept = keepCorrections(store)

  async function answerList(exchange: Exchange, { query }: Asked): Promise<void> {
    const parameters = new URLSearchParams(query)
    const after = parseUuid(parameters.get('after') ?? '')
    const q = (parameters.get('q') ?? '').trim().slice(0, longestQuery)
    const admission = q === '' ? undefined : searches.admit(readAddress(exchange.request))
    if (typeof admission === 'string') {
      const message = 'too many searches at a time: try again when one has ended'
      exchange.fail(admission === 'client-full' ? 429 : 503, message, ['Retry-After', '1'])
      return
    }
    try {
      const found = await store.listSummaries({
        ...(after !== undefined && { after }),
        q,
        limit: pageSize + 1,
        takeTurn: () => searches.takeTurn(),
      })
      const shown = found.slice(0, pageSize)
      const next = found.length > shown.length ? shown.at(-1)?.raffleId : undefined
      const html = renderListPage({ raffles: shown, query: q, goesOn: after !== undefined, next })
      sendPage(exchange, 200, html, listPagePolicy)
    } finally {
      admission?.release()
    }
  }

  async function answerRaffle(exchange: Exchange, { parameter }: Asked): Promise<void> {
    const raffleId = parseUuid(parameter)
    const raffle = raffleId && (await raffles.get(raffleId, exchange.startedAt))
    if (raffleId === undefined || raffle === undefined) {
      const text =
        raffleId === undefined
          ? 'The last part of this address is no id of a raffle: such an id looks like 01234567-89ab-cdef-0123-456789abcdef.'
          : 'This service has not published a raffle of this id. If a ticket or an announcement gave you this address, ask whoever gave it to you.'
      sendPage(exchange, 404, renderMessagePage('There is no such raffle here', [text]), listPagePolicy)
      return
    }
    const corrections = (await kept.get(raffleId, exchange.startedAt)) ?? ''
    if (assets === undefined) {
      const views = `${base}/raffles/${raffleId}`
      const paragraphs = [
        'This build of the service has no page that checks a draw. Nothing has been checked.',
        `The evidence is here all the same: <a href="${views}/bundle">what was signed</a>, <a href="${views}/audit">the published record</a>, <a href="${base}/keys">the keys that this service names</a>. drawaudit verifies it.`,
      ]
      sendPage(exchange, 404, renderMessagePage('Not checked', paragraphs, corrections), listPagePolicy)
      return
    }
    const page = renderRafflePage({ raffleId, base, assets: assets.page, corrections })
    sendPage(exchange, 200, page, rafflePagePolicy)
  }

  return {
    listPage: answerList,
    rafflePage: answerRaffle,
    asset: (exchange, { parameter }) => {
      answerAsset(exchange, assets, parameter)
      return undefined
    },
  }
}

function sendPage(exchange: Exchange, status: 200 | 404, html: string, policy: string): void {
  const { body, etag } = createView(html)
  const about = ['Content-Security-Policy', policy, 'Referrer-Policy', 'no-referrer']
  const type = 'text/html; charset=utf-8'
  if (status === 404) exchange.sendBody(status, type, body, ['Cache-Control', 'no-store', ...about])
  else {
    const headers = ['ETag', etag, 'Cache-Control', revalidate, ...about]
    if (isFresh(exchange.fields, etag)) exchange.sendNotModified(headers)
    else exchange.sendBody(status, type, body, headers)
  }
}
