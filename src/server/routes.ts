/**
 * The routing table: each view is one line here, and one operation in schemas/openapi.json.
 *
 * @packageDocumentation
 */
import { parseTilePath } from '../core/tiles.js'
import { base, createFindRoute, type Place } from './route.js'
import type { Views } from './views.js'

/**
 * The rate limit that a request counts against: `pieces` for many cheap fetches, `visits` for what a raffle's
 * page requests once it is open, else `requests`.
 */
export type LimiterName = 'requests' | 'pieces' | 'visits'

export interface Route extends Place {
  /** Name in the log and the metrics. */
  readonly name: string
  /** `requests` by default. */
  readonly limiter?: LimiterName | 'none'
  /** Whether people see it: its failures are pages too. */
  readonly isPage?: boolean
  /** Media types offered for `Accept`; by default `Accept` is ignored. */
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
  // Tools of the log's standards send no Accept.
  { name: 'log-checkpoint', path: `${base}/log/checkpoint`, limiter: 'pieces', answer: 'checkpoint' },
  { name: 'log-tile', path: `${base}/log/{+tile}`, has: isTile, limiter: 'pieces', answer: 'tile' },
  // Accept is ignored: people type these addresses.
  { name: 'page', path: '/', isPage: true, answer: 'listPage' },
  { name: 'raffle-page', path: page, isPage: true, answer: 'rafflePage' },
  { name: 'visit-bundle', path: `${visit}/bundle`, limiter: 'visits', offer: 'json', answer: 'bundle' },
  { name: 'visit-audit', path: `${visit}/audit`, limiter: 'visits', offer: 'json', answer: 'audit' },
  { name: 'visit-keys', path: `${visit}/keys`, limiter: 'visits', offer: 'json', answer: 'keys' },
  { name: 'visit-proof', path: `${visit}/entries/{entry_id}/proof`, limiter: 'visits', offer: 'json', answer: 'proof' }, // prettier-ignore
  { name: 'picture', path: `${page}/picture.png`, answer: 'picture' },
  // Shown on other sites' pages with many visitors.
  { name: 'badge', path: `${page}/badge.svg`, limiter: 'pieces', answer: 'badge' },
  { name: 'favicon', path: '/favicon.ico', limiter: 'pieces', answer: 'favicon' },
  { name: 'assets', path: '/assets/{name}', limiter: 'pieces', answer: 'asset' },
  { name: 'livez', path: '/livez', limiter: 'none', answer: 'live' },
  { name: 'readyz', path: '/readyz', limiter: 'none', answer: 'ready' },
]

/** Finds the route of a decoded path. */
export const findRoute = createFindRoute(routes)

function isTile(path: string): boolean {
  return parseTilePath(path) !== undefined
}
