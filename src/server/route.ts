/**
 * Routes, and how a path selects one.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../core/uuid.js'
import type { ServerExchange } from './exchange.js'

/** Base path of the public API. */
export const base = '/api/v1'

/** A request as a route sees it. */
export interface RouteRequest {
  /** The part of the path at the template's first brace, as sent; empty without a brace. */
  readonly parameter: string
  /** Text after the question mark, as sent. */
  readonly query: string
  /** The negotiated media type; empty if the route offers no choice. */
  readonly type: string
}

/** Sends the response to a request, now or when the promise resolves. */
export type RouteAnswer = (exchange: ServerExchange, asked: RouteRequest) => Promise<void> | undefined

/** Sends the response for a raffle, given its UUID in lower case. */
export type RaffleAnswer = (exchange: ServerExchange, raffleId: string, asked: RouteRequest) => Promise<void>

/** Makes an answer for routes whose parameter is a raffle id; 400 if it is not a UUID. */
export const ofRaffle =
  (answer: RaffleAnswer): RouteAnswer =>
  (exchange, asked) => {
    const raffleId = parseUuid(asked.parameter)
    if (raffleId !== undefined) return answer(exchange, raffleId, asked)
    exchange.fail(400, 'raffle_uuid: expected a UUID like 01234567-89ab-cdef-0123-456789abcdef')
    return undefined
  }

/** Paths of a route. */
export interface Place {
  /**
   * A URI template (RFC 6570) for the decoded path: `{name}` matches a segment, possibly empty, `{+name}` any
   * text, slashes included.
   */
  readonly path: string
  /** Whether the route exists for the text at the first brace; by default for every text. */
  readonly has?: (parameter: string) => boolean
}

/** A route, with the text at its first brace. */
export interface MatchedRoute<Route> {
  readonly route: Route
  readonly parameter: string
}

/** Creates the function that finds the first route matching a decoded path. */
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
      // Cheaper than the pattern, and most routes fail here.
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
