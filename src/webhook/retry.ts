/**
 * Retry schedule of failed deliveries.
 *
 * @packageDocumentation
 */

const minute = 60
const hour = 60 * minute

/**
 * Seconds before each attempt; the first is immediate (Standard Webhooks, "Deliverability and reliability").
 */
export const schedule: readonly number[] = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Delays vary by up to a tenth, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/** Max seconds of a Retry-After that is obeyed. */
export const longestRetryAfter = 24 * hour

export interface FailedDelivery {
  /** Attempts made so far, including this one. */
  readonly attempts: number
  /** End of the attempt, in milliseconds since 1970. */
  readonly at: number
  /** Seconds that the endpoint asked to wait. */
  readonly retryAfter?: number
  /** From 0 up to, not including, 1. */
  readonly random: number
}

/**
 * Max milliseconds until an attempt is due or a pause ends; any later time was written by a clock that was
 * ahead.
 */
export const longestDelay = 1000 * (1 + jitter) * Math.max(...schedule, longestRetryAfter)

/** When the next attempt is due, in milliseconds since 1970; undefined after the last one. */
export function dueAfter({ attempts, at, retryAfter = 0, random }: FailedDelivery): number | undefined {
  const delay = schedule[attempts]
  if (delay === undefined) return undefined
  const jittered = delay * (1 - jitter + 2 * jitter * random)
  return Math.round(at + 1000 * Math.max(jittered, boundRetryAfter(retryAfter)))
}

/** Limits the seconds that an endpoint asked to wait. */
export const boundRetryAfter = (seconds: number): number => Math.min(seconds, longestRetryAfter)
