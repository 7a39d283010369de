/**
 * What responses are made of: statuses, error codes, and the header fields that all of them have.
 *
 * @packageDocumentation
 */
import type { Allowance } from './rate-limit.js'

export type ErrorStatus = 400 | 404 | 405 | 406 | 408 | 414 | 429 | 431 | 500 | 503

/** The code for each status; the specification pairs 400, 404, 429 and 500, the others are ours. */
const codes: Readonly<Record<ErrorStatus, string>> = {
  400: 'INVALID_PARAMETER',
  404: 'NOT_FOUND',
  405: 'INVALID_PARAMETER',
  406: 'INVALID_PARAMETER',
  408: 'INVALID_PARAMETER',
  414: 'INVALID_PARAMETER',
  429: 'RATE_LIMITED',
  431: 'INVALID_PARAMETER',
  500: 'SERVER_ERROR',
  503: 'SERVER_ERROR',
}

/** The envelope of all errors (interface specification, section 7). */
export function formatError(status: ErrorStatus, message: string, requestId: string): string {
  return JSON.stringify({ error: { code: codes[status], message, request_id: requestId } })
}

/** Header fields as `writeHead` takes them: name, value, name, value. */
export type HeaderList = readonly string[]

const exposed = 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id'

/** The header fields of every response. */
export function commonHeaders(requestId: string, vary = 'Accept'): string[] {
  return [
    'X-Request-Id',
    requestId,
    'Vary',
    vary,
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    exposed,
    'X-Content-Type-Options',
    'nosniff',
  ]
}

/** What is left of the limit, for responses to requests that count. */
export function rateHeaders(limit: number, { remaining }: Allowance): string[] {
  return ['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(Math.max(remaining, 0))]
}

/** For what is made anew for each request. */
export const noStore: HeaderList = ['Cache-Control', 'no-store']

/** The methods that every path answers. */
export const allowed = 'GET, HEAD, OPTIONS'

/** What any other method gets. */
export const readOnly: [ErrorStatus, string, HeaderList] = [
  405,
  'this service is read-only: use GET, HEAD or OPTIONS',
  ['Allow', allowed],
]
