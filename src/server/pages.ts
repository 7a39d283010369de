/**
 * The pages for people: the list of raffles, a raffle's page, its badge and picture, and the files that they
 * load.
 *
 * @packageDocumentation
 */
import { formatTime } from '../core/time.js'
import { parseUuid } from '../core/uuid.js'
import type { Store } from '../store/store.js'
import { longestQuery, type ListedRaffle, type RaffleState } from '../store/summaries.js'
import { createView } from '../store/views.js'
import { describe, keepAbout, slack, raffleTitle } from './about.js'
import { answerAsset, type Assets } from './assets.js'
import { renderBadge } from './badge.js'
import type { ReadAddress } from './client-address.js'
import { keepCorrections } from './corrections.js'
import type { Sharing } from './document.js'
import { Downloads } from './downloads.js'
import type { ServerExchange } from './exchange.js'
import { pageHeaders } from './failure-page.js'
import { Kept } from './kept.js'
import { languageFor } from './languages.js'
import { filters, listPagePolicy, pageSize, renderListPage, renderMessagePage } from './list-page.js'
import type { ExportedTiles } from './log.js'
import { pictureSize } from './picture.js'
import type { Pictures } from './pictures.js'
import { rafflePagePolicy, renderRafflePage, renderWritten } from './raffle-page.js'
import { revalidate, serveView } from './raffles.js'
import { isFresh } from './request.js'
import { base, ofRaffle, type RouteRequest, type RouteAnswer } from './route.js'

/** Pages, and their files. */
export type PageViews = Readonly<
  Record<'listPage' | 'rafflePage' | 'picture' | 'badge' | 'asset' | 'favicon', RouteAnswer>
>

export interface PagesOptions {
  readonly store: Store
  readonly readAddress: ReadAddress
  /** Undefined if the page was not built. */
  readonly assets: Assets | undefined
  readonly pictures: Pictures
  /** Public base URL of this service: scheme and host. */
  readonly publicUrl?: string | undefined
  /** Name and contact of the site's operator: its own word. */
  readonly runBy?: string | undefined
  /** The page of a raffle reads tiles of the log there. */
  readonly exported?: ExportedTiles | undefined
}

/** An image opened as a document may load nothing. */
const imageHeaders = ['Content-Security-Policy', "default-src 'none'"]

export function createPages({
  store,
  readAddress,
  assets,
  pictures,
  publicUrl,
  runBy,
  exported,
}: PagesOptions): PageViews {
  // A search without a match scans all raffles, so all searches together do one piece of work per turn of the
  // event loop.
  const searches = new Downloads()
  const policy = rafflePagePolicy(exported?.url)
  const corrected = keepCorrections(store)
  const told = keepAbout(store)
  const counted = new Kept({
    store,
    capacity: 1024,
    measure: () => 1,
    read: () => store.countSummaries(),
  })

  async function answerList(exchange: ServerExchange, { query }: RouteRequest): Promise<void> {
    const parameters = new URLSearchParams(query)
    const [after, before] = ['after', 'before'].map(name => parseUuid(parameters.get(name) ?? ''))
    const filter = filters.find(([name]) => name === parameters.get('state'))
    const q = (parameters.get('q') ?? '').trim().slice(0, longestQuery)
    const now = Date.now()
    const dueBefore = formatTime(new Date(now - slack))
    const admission = q === '' ? undefined : searches.admit(readAddress(exchange.request))
    if (typeof admission === 'string') {
      const message = 'too many searches at a time: try again when one has ended'
      exchange.fail(admission === 'client-full' ? 429 : 503, message, ['Retry-After', '1'])
      return
    }
    try {
      const found = await store.listSummaries({
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
        ...(filter !== undefined && { states: filter[1] }),
        ...(filter?.[0] === 'overdue' && { dueBefore }),
        ...(filter?.[0] === 'open' && { dueFrom: dueBefore }),
        q,
        limit: pageSize + 1,
        takeTurn: () => searches.takeTurn(),
      })
      const isBack = before !== undefined
      const goesOn = found.length > pageSize
      const shown = isBack ? found.slice(-pageSize) : found.slice(0, pageSize)
      const html = renderListPage({
        raffles: shown,
        query: q,
        filter: filter?.[0],
        counts: (await counted.get('all', exchange.startedAt)) ?? none,
        newer: (isBack ? goesOn : after !== undefined) ? shown[0]?.raffleId : undefined,
        older: isBack || goesOn ? shown.at(-1)?.raffleId : undefined,
        assets: assets?.page,
        overdue: await store.countOverdue(dueBefore),
        runBy,
        now,
        language: languageFor(parameters, exchange.request.headers['accept-language']),
      })
      await sendPage(exchange, 200, html, listPagePolicy)
    } finally {
      admission?.release()
    }
  }

  async function answerRaffle(exchange: ServerExchange, { parameter, query }: RouteRequest): Promise<void> {
    const language = languageFor(new URLSearchParams(query), exchange.request.headers['accept-language'])
    const { raffle } = language.site
    const raffleId = parseUuid(parameter)
    const about = raffleId === undefined ? undefined : await told.get(raffleId, exchange.startedAt)
    if (raffleId === undefined || about === undefined) {
      const text = raffleId === undefined ? raffle.noId : raffle.none
      const page = renderMessagePage(raffle.noneTitle, [text], assets?.page, { language })
      await sendPage(exchange, 404, page, listPagePolicy)
      return
    }
    const written = renderWritten(about, await corrected(raffleId, language, exchange.startedAt), language)
    if (assets === undefined) {
      const views = `${base}/raffles/${raffleId}`
      const paragraphs = [
        'This build of the service has no page that checks a draw. Nothing has been checked.',
        `The evidence is here all the same: <a href="${views}/bundle">what was signed</a>, <a href="${views}/audit">the published record</a>, <a href="${base}/keys">the keys that this service names</a>. drawaudit verifies it.`,
      ]
      await sendPage(
        exchange,
        404,
        renderMessagePage('Not checked', paragraphs, undefined, { more: written }),
        listPagePolicy,
      )
      return
    }
    const sharing = publicUrl === undefined ? undefined : await share(publicUrl, about)
    const page = renderRafflePage({
      ...{ raffleId, base, assets: assets.page, written, about, sharing, runBy, language },
    })
    await sendPage(exchange, 200, page, policy)
  }

  async function share(address: string, about: ListedRaffle): Promise<Sharing> {
    const url = `${address}/raffles/${about.raffleId}`
    const text = `${raffleTitle(about)}. ${describe(about)}`
    const picture = { url: `${url}/picture.png`, text, ...pictureSize }
    return { url, publishedAt: about.changedAt, ...((await pictures.canDraw()) && { picture }) }
  }

  async function answerPicture(exchange: ServerExchange, raffleId: string): Promise<void> {
    const about = await told.get(raffleId, exchange.startedAt)
    if (about === undefined) {
      exchange.fail(404, `there is no raffle ${raffleId}`)
      return
    }
    await pictures.answer(exchange, about, imageHeaders)
  }

  async function answerBadge(exchange: ServerExchange, raffleId: string): Promise<void> {
    const about = await told.get(raffleId, exchange.startedAt)
    if (about === undefined) {
      exchange.fail(404, `there is no raffle ${raffleId}`)
      return
    }
    const { body, etag } = createView(renderBadge(about, Date.now()))
    const headers = ['ETag', etag, 'Cache-Control', revalidate, ...imageHeaders]
    if (isFresh(exchange.fields, etag)) exchange.sendNotModified(headers)
    else exchange.sendBody(200, 'image/svg+xml', body, headers)
  }

  return {
    listPage: answerList,
    rafflePage: answerRaffle,
    picture: ofRaffle(answerPicture),
    badge: ofRaffle(answerBadge),
    asset: (exchange, { parameter }) => {
      answerAsset(exchange, assets, parameter)
      return undefined
    },
    favicon: exchange => {
      answerAsset(exchange, assets, assets?.page['favicon.ico'].name ?? '', revalidate)
      return undefined
    },
  }
}

const none: Readonly<Record<RaffleState, number>> = {
  open: 0,
  sealed: 0,
  drawn: 0,
  cancelled: 0,
  unsigned: 0,
}

async function sendPage(
  exchange: ServerExchange,
  status: 200 | 404,
  html: string,
  policy: string,
): Promise<void> {
  const type = 'text/html; charset=utf-8'
  exchange.vary = 'Accept-Encoding, Accept-Language'
  if (status === 404) {
    exchange.send(status, type, html, ['Cache-Control', 'no-store', ...pageHeaders(policy)])
  } else await exchange.sendView(serveView(createView(html)), type, pageHeaders(policy))
}
