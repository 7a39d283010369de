/**
 * Request targets (RFC 9112, section 3.2) and what they name.
 *
 * @packageDocumentation
 */
import { parseTilePath, type TilePlace } from '../core/tiles.js'

export interface Target {
  /** Decoded; an encoded slash stays `%2F` and separates nothing. */
  readonly path: string
  /** What follows the question mark, as it was sent. */
  readonly query: string
}

/** The path and the query of a target in origin or absolute form; undefined for anything else. Never throws. */
export function parseTarget(target: string): Target | undefined {
  const origin = target.startsWith('/') ? target : readAbsolute(target)
  if (origin === undefined || origin.startsWith('//')) return undefined
  const mark = origin.indexOf('?')
  const path = mark === -1 ? origin : origin.slice(0, mark)
  const query = mark === -1 ? '' : origin.slice(mark + 1)
  if (!path.includes('%')) return { path, query }
  const decoded = decodePath(path)
  return decoded === undefined ? undefined : { path: decoded, query }
}

/** The origin form of `http://host/path`. */
function readAbsolute(target: string): string | undefined {
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)$/i.exec(target) ?? []
  if (!URL.canParse(authority)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path.replace(/%2f/gi, '%252F'))
    // eslint-disable-next-line no-control-regex -- NUL and the like are what is looked for
    return /[\0-\x1f\x7f]/.test(decoded) ? undefined : decoded
  } catch {
    // Not the percent-encoding of UTF-8.
    return undefined
  }
}

/** Where the public views begin. */
export const base = '/api/v1'

/** The views of a raffle, by what follows its id in the path. */
const raffleViews = {
  '/audit': 'audit',
  '/audit/history': 'audit-history',
  '/entries/stats': 'statistics',
  '/odds': 'odds',
  '/bundle': 'bundle',
  '/statements': 'statements',
  '/entries': 'entries',
} as const

/** What follows the id of a raffle in the path to the proof of one of its entries. */
const proofRest = /^\/entries\/[^/]*\/proof$/

const otherRoutes = {
  [`${base}/openapi.json`]: 'openapi',
  [`${base}/keys`]: 'keys',
  '/': 'page',
  '/livez': 'livez',
  '/readyz': 'readyz',
} as const

export type RouteName =
  | (typeof raffleViews)[keyof typeof raffleViews]
  | 'entry-proof'
  | 'raffle-page'
  | 'assets'
  | 'log-checkpoint'
  | 'log-tile'
  | (typeof otherRoutes)[keyof typeof otherRoutes]

export interface Route {
  readonly name: RouteName
  /** As it was sent, where a raffle is named. */
  readonly raffleId: string
  /** Where a tile of the log is named, or a bundle of its entries. */
  readonly tile?: TilePlace
  /** Where a file of the page is named. */
  readonly asset?: string
}

const viewsByRest = new Map<string, RouteName>(Object.entries(raffleViews))
const routesByPath = new Map<string, Route>(
  Object.entries(otherRoutes).map(([path, name]) => [path, { name, raffleId: '' }]),
)
const prefix = `${base}/raffles/`
const logPrefix = `${base}/log/`

/** The route that a decoded path names. */
export function findRoute(path: string): Route | undefined {
  if (path.startsWith(logPrefix)) return findLogRoute(path.slice(logPrefix.length))
  if (!path.startsWith(prefix)) return routesByPath.get(path) ?? findPageRoute(path)
  const end = path.indexOf('/', prefix.length)
  const name = end === -1 ? undefined : findView(path.slice(end))
  return name && { name, raffleId: path.slice(prefix.length, end) }
}

function findPageRoute(path: string): Route | undefined {
  const [, folder, name = ''] = /^\/(raffles|assets)\/([^/]*)$/.exec(path) ?? []
  if (folder === undefined) return undefined
  return folder === 'raffles'
    ? { name: 'raffle-page', raffleId: name }
    : { name: 'assets', raffleId: '', asset: name }
}

function findLogRoute(rest: string): Route | undefined {
  if (rest === 'checkpoint') return { name: 'log-checkpoint', raffleId: '' }
  const tile = parseTilePath(rest)
  return tile && { name: 'log-tile', raffleId: '', tile }
}

function findView(rest: string): RouteName | undefined {
  return viewsByRest.get(rest) ?? (proofRest.test(rest) ? 'entry-proof' : undefined)
}

/**
 * The last segment but one of a target's path, decoded, an encoded slash too.
 *
 * @param target - as it was sent, accepted by {@link parseTarget}.
 */
export function readSegment(target: string): string {
  const [path = ''] = target.split('?', 1)
  return decodeURIComponent(path.split('/').at(-2) ?? '')
}
