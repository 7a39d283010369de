/**
 * What responses are made of: statuses, error codes, and the header fields that all of them have.
 *
 * @packageDocumentation
 */
import type { RateAllowance } from './rate-limit.js'

export type ErrorStatus =
  400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 414 | 415 | 422 | 429 | 431 | 500 | 503

/**
 * The code for each status; the specification pairs 400, 404, 429 and 500, the others are ours. The public API has no
 * use for 401, 403, 409, 413, 415 and 422, which are the desk's.
 */
const codes: Readonly<Record<ErrorStatus, string>> = {
  400: 'INVALID_PARAMETER',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'INVALID_PARAMETER',
  406: 'INVALID_PARAMETER',
  408: 'INVALID_PARAMETER',
  409: 'CONFLICT',
  413: 'INVALID_PARAMETER',
  414: 'INVALID_PARAMETER',
  415: 'INVALID_PARAMETER',
  422: 'INVALID_PARAMETER',
  429: 'RATE_LIMITED',
  431: 'INVALID_PARAMETER',
  500: 'SERVER_ERROR',
  503: 'SERVER_ERROR',
}

/**
 * The envelope of all errors (interface specification, section 7).
 *
 * @param beside - more members of the error.
 */
export function formatError(
  status: ErrorStatus,
  message: string,
  requestId: string,
  beside: object = {},
): string {
  return JSON.stringify({ error: { code: codes[status], message, request_id: requestId, ...beside } })
}

/** Header fields as `writeHead` takes them: name, value, name, value. */
export type HeaderList = readonly string[]

const exposed = 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id'

/** Failures that are no fault of who asks: people read of them on a page. */
export type PageFailure = 429 | 500 | 503

/** What somebody is told that asked for a page which cannot be had just now. */
export interface FailureNotice {
  readonly status: PageFailure
  /** Until it is worth asking again, where somebody knows. */
  readonly seconds?: number
  readonly requestId: string
}

/** A failure as HTML, with the header fields of a page. */
export interface FailurePage {
  readonly html: string
  readonly headers: HeaderList
}

/** Makes the header fields of every response. */
export type CommonHeaders = (requestId: string, vary?: string) => string[]

/** What any page may read. */
export function commonHeaders(requestId: string, vary = 'Accept, Accept-Encoding'): string[] {
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

/** What no page of elsewhere may read. */
export const privateHeaders: CommonHeaders = requestId => [
  'X-Request-Id',
  requestId,
  'X-Content-Type-Options',
  'nosniff',
]

/** What is left of the limit, for responses to requests that count. */
export function rateHeaders(limit: number, { remaining }: RateAllowance): string[] {
  return ['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(Math.max(remaining, 0))]
}

/** For what is made anew for each request. */
export const noStore: HeaderList = ['Cache-Control', 'no-store']

/** The methods that every path answers. */
export const allowed = 'GET, HEAD, OPTIONS'

/** What a request gets that is not answered otherwise. */
export type Refusal = readonly [status: ErrorStatus, message: string, headers?: HeaderList]

/** What any other method gets. */
export const readOnly: Refusal = [
  405,
  'this service is read-only: use GET, HEAD or OPTIONS',
  ['Allow', allowed],
]
