/**
 * The table of all that the server answers: a view is a line of it, and its operation in schemas/openapi.json.
 *
 * @packageDocumentation
 */
import { parseTilePath } from '../core/tiles.js'
import { base, createFindRoute, type Place } from './route.js'
import type { Views } from './views.js'

/**
 * What requests count as: `pieces` where something is fetched in many pieces, none of which costs much; `visits` what the
 * page of a raffle asks for once its visitor has it.
 */
export type LimiterName = 'requests' | 'pieces' | 'visits'

export interface Route extends Place {
  /** In the log and the metrics. */
  readonly name: string
  /** What counts its requests: `requests` when left out. */
  readonly limiter?: LimiterName | 'none'
  /** Whether people look at it: that it cannot be had just now is a page too. */
  readonly isPage?: boolean
  /** The media types that a client chooses from by `Accept`, which is not looked at when they are left out. */
  readonly offer?: 'json' | 'list'
  readonly answer: keyof Views
}

const raffle = `${base}/raffles/{raffle_uuid}`
const page = '/raffles/{raffle_uuid}'
const visit = '/visits/{raffle_uuid}'

export const routes: readonly Route[] = [
  { name: 'audit', path: `${raffle}/audit`, offer: 'json', answer: 'audit' },
  { name: 'odds', path: `${raffle}/odds`, offer: 'json', answer: 'odds' },
  { name: 'statistics', path: `${raffle}/entries/stats`, offer: 'json', answer: 'statistics' },
  { name: 'audit-history', path: `${raffle}/audit/history`, offer: 'json', answer: 'history' },
  { name: 'bundle', path: `${raffle}/bundle`, offer: 'json', answer: 'bundle' },
  { name: 'statements', path: `${raffle}/statements`, offer: 'json', answer: 'statements' },
  { name: 'entries', path: `${raffle}/entries`, offer: 'list', answer: 'entries' },
  { name: 'entry-proof', path: `${raffle}/entries/{entry_id}/proof`, offer: 'json', answer: 'proof' },
  { name: 'keys', path: `${base}/keys`, offer: 'json', answer: 'keys' },
  { name: 'webhook-keys', path: `${base}/webhooks/{endpoint_id}/keys`, offer: 'json', answer: 'webhookKeys' },
  { name: 'openapi', path: `${base}/openapi.json`, offer: 'json', answer: 'openapi' },
  // Tools of the log's own standards send no Accept.
  { name: 'log-checkpoint', path: `${base}/log/checkpoint`, limiter: 'pieces', answer: 'checkpoint' },
  { name: 'log-tile', path: `${base}/log/{+tile}`, has: isTile, limiter: 'pieces', answer: 'tile' },
  // Whatever Accept says: people type addresses.
  { name: 'page', path: '/', isPage: true, answer: 'listPage' },
  { name: 'raffle-page', path: page, isPage: true, answer: 'rafflePage' },
  { name: 'visit-bundle', path: `${visit}/bundle`, limiter: 'visits', offer: 'json', answer: 'bundle' },
  { name: 'visit-audit', path: `${visit}/audit`, limiter: 'visits', offer: 'json', answer: 'audit' },
  { name: 'visit-keys', path: `${visit}/keys`, limiter: 'visits', offer: 'json', answer: 'keys' },
  { name: 'visit-proof', path: `${visit}/entries/{entry_id}/proof`, limiter: 'visits', offer: 'json', answer: 'proof' }, // prettier-ignore
  { name: 'picture', path: `${page}/picture.png`, answer: 'picture' },
  // It stands on pages that many look at.
  { name: 'badge', path: `${page}/badge.svg`, limiter: 'pieces', answer: 'badge' },
  { name: 'favicon', path: '/favicon.ico', limiter: 'pieces', answer: 'favicon' },
  { name: 'assets', path: '/assets/{name}', limiter: 'pieces', answer: 'asset' },
  { name: 'livez', path: '/livez', limiter: 'none', answer: 'live' },
  { name: 'readyz', path: '/readyz', limiter: 'none', answer: 'ready' },
]

/** The route that a decoded path names. */
export const findRoute = createFindRoute(routes)

function isTile(path: string): boolean {
  return parseTilePath(path) !== undefined
}
