/**
 * What a route is, and which one a path names.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../core/uuid.js'
import type { ServerExchange } from './exchange.js'

/** Where the public views begin. */
export const base = '/api/v1'

/** What a request asks of a route. */
export interface RouteRequest {
  /** What the path has at the first brace of the template, as it was sent; empty where there is none. */
  readonly parameter: string
  /** What follows the question mark, as it was sent. */
  readonly query: string
  /** The media type that was agreed on; empty where the route offers none to choose from. */
  readonly type: string
}

/** Sends the response to a request, now or when the promise resolves. */
export type RouteAnswer = (exchange: ServerExchange, asked: RouteRequest) => Promise<void> | undefined

/** Answers for a raffle, by its UUID in lower case. */
export type RaffleAnswer = (exchange: ServerExchange, raffleId: string, asked: RouteRequest) => Promise<void>

/** Answers where the parameter is a raffle; what is no UUID gets 400. */
export const ofRaffle =
  (answer: RaffleAnswer): RouteAnswer =>
  (exchange, asked) => {
    const raffleId = parseUuid(asked.parameter)
    if (raffleId !== undefined) return answer(exchange, raffleId, asked)
    exchange.fail(400, 'raffle_uuid: expected a UUID like 01234567-89ab-cdef-0123-456789abcdef')
    return undefined
  }

/** Where a route is. */
export interface Place {
  /**
   * A URI template (RFC 6570), on the decoded path: `{name}` is a part without a slash, which may be empty, `{+name}` one
   * with or without.
   */
  readonly path: string
  /** Whether the route has what stands at the first brace; every text when left out. */
  readonly has?: (parameter: string) => boolean
}

/** A route, with what the path has at the first brace. */
export interface MatchedRoute<Route> {
  readonly route: Route
  readonly parameter: string
}

/** Makes the function that finds the route of a decoded path: the first of several. */
export function createFindRoute<Route extends Place>(
  routes: readonly Route[],
): (path: string) => MatchedRoute<Route> | undefined {
  const fixed = new Map<string, MatchedRoute<Route>>()
  const open: { readonly route: Route; readonly end: string; readonly pattern: RegExp }[] = []
  for (const route of routes) {
    const { path } = route
    if (!path.includes('{')) fixed.set(path, { route, parameter: '' })
    else open.push({ route, end: path.slice(path.lastIndexOf('}') + 1), pattern: compile(path) })
  }

  return path => {
    const found = fixed.get(path)
    if (found !== undefined) return found
    for (const { route, end, pattern } of open) {
      // Most routes end otherwise, which is seen sooner than that a pattern does not fit.
      if (!path.endsWith(end)) continue
      const parameter = pattern.exec(path)?.[1]
      if (parameter !== undefined && (route.has?.(parameter) ?? true)) return { route, parameter }
    }
    return undefined
  }
}

function compile(template: string): RegExp {
  const literal = template.replace(/[.]/g, '\\.')
  return new RegExp(`^${literal.replace(/\{\+\w+\}/g, '(.*)').replace(/\{\w+\}/g, '([^/]*)')}$`, 's')
}
