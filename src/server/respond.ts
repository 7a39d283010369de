/**
 * Parts of responses: statuses, error codes, and the header fields common to all.
 *
 * @packageDocumentation
 */
import type { RateAllowance } from './rate-limit.js'

export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 413
  | 414
  | 415
  | 422
  | 429
  | 431
  | 500
  | 503

/**
 * Error code of each status. The specification defines those of 400, 404, 429 and 500, the others are ours;
 * 401, 403, 409, 413, 415 and 422 occur only at the desk.
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
 * The error envelope (interface specification, section 7).
 *
 * @param beside - further members of the error.
 */
export function formatError(
  status: ErrorStatus,
  message: string,
  requestId: string,
  beside: object = {},
): string {
  return JSON.stringify({ error: { code: codes[status], message, request_id: requestId, ...beside } })
}

/** Header fields for `writeHead`: name, value, name, value. */
export type HeaderList = readonly string[]

const exposed = 'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id'

/** Failures that are not the client's fault: people see them as a page. */
export type PageFailure = 429 | 500 | 503

/** Content of the page shown for such a failure. */
export interface FailureNotice {
  readonly status: PageFailure
  /** Seconds until a retry may succeed, if known. */
  readonly seconds?: number
  readonly requestId: string
}

/** A failure as HTML, with the header fields of a page. */
export interface FailurePage {
  readonly html: string
  readonly headers: HeaderList
}

/** Creates the header fields of every response. */
export type CommonHeaders = (requestId: string, vary?: string) => string[]

/** For responses that scripts of any origin may read. */
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

/** For responses that scripts of other origins must not read. */
export const privateHeaders: CommonHeaders = requestId => [
  'X-Request-Id',
  requestId,
  'X-Content-Type-Options',
  'nosniff',
]

/** State of the rate limit, for counted requests. */
export function rateHeaders(limit: number, { remaining }: RateAllowance): string[] {
  return ['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(Math.max(remaining, 0))]
}

/** For responses made anew for each request. */
export const noStore: HeaderList = ['Cache-Control', 'no-store']

/** Methods allowed on every path. */
export const allowed = 'GET, HEAD, OPTIONS'

/** Status, message and header fields of a refusal. */
export type Refusal = readonly [status: ErrorStatus, message: string, headers?: HeaderList]

/** Response to any other method. */
export const readOnly: Refusal = [
  405,
  'this service is read-only: use GET, HEAD or OPTIONS',
  ['Allow', allowed],
]
