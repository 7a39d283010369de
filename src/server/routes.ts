/**
 * The table of all that the server answers: a view is a line of it, and its operation in schemas/openapi.json.
 *
 * @packageDocumentation
 */
import { parseTilePath } from '../core/tiles.js'
import { base, createFindRoute, type Place } from './route.js'
import type { Views } from './views.js'

export interface Route extends Place {
  /** In the log and the metrics. */
  readonly name: string
  /**
   * What counts its requests: `pieces` where something is fetched in many pieces, none of which costs much; `requests`
   * when left out.
   */
  readonly limiter?: 'requests' | 'pieces' | 'none'
  /** The media types that a client chooses from by `Accept`, which is not looked at when they are left out. */
  readonly offer?: 'json' | 'list'
  readonly answer: keyof Views
}

const raffle = `${base}/raffles/{raffle_uuid}`

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
  { name: 'openapi', path: `${base}/openapi.json`, offer: 'json', answer: 'openapi' },
  // Tools of the log's own standards send no Accept.
  { name: 'log-checkpoint', path: `${base}/log/checkpoint`, limiter: 'pieces', answer: 'checkpoint' },
  { name: 'log-tile', path: `${base}/log/{+tile}`, has: isTile, limiter: 'pieces', answer: 'tile' },
  // Whatever Accept says: people type addresses.
  { name: 'page', path: '/', answer: 'listPage' },
  { name: 'raffle-page', path: '/raffles/{raffle_uuid}', answer: 'rafflePage' },
  { name: 'picture', path: '/raffles/{raffle_uuid}/picture.png', answer: 'picture' },
  // It stands on pages that many look at.
  { name: 'badge', path: '/raffles/{raffle_uuid}/badge.svg', limiter: 'pieces', answer: 'badge' },
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
