/**
 * When a delivery that failed is tried again.
 *
 * @packageDocumentation
 */

const minute = 60
const hour = 60 * minute

/** Seconds from one attempt to the next, the first without delay (Standard Webhooks, "Deliverability and reliability"). */
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

/** Delays are longer or shorter by up to a tenth, so that what failed together does not come back together. */
const jitter = 0.1

/** Longest that an endpoint may ask to wait, in seconds. */
export const longestRetryAfter = 24 * hour

export interface FailedDelivery {
  /** Made so far, this one included. */
  readonly attempts: number
  /** When it ended, in milliseconds. */
  readonly at: number
  /** Seconds that the endpoint asked to wait. */
  readonly retryAfter?: number
  /** From 0 to below 1. */
  readonly random: number
}

/** No attempt is due, and no endpoint left alone, for more milliseconds than this: what says so had a clock that was ahead. */
export const longestDelay = 1000 * (1 + jitter) * Math.max(...schedule, longestRetryAfter)

/** When the next attempt is due, in milliseconds; undefined when it was the last one. */
export function dueAfter({ attempts, at, retryAfter = 0, random }: FailedDelivery): number | undefined {
  const delay = schedule[attempts]
  if (delay === undefined) return undefined
  const jittered = delay * (1 - jitter + 2 * jitter * random)
  return Math.round(at + 1000 * Math.max(jittered, boundRetryAfter(retryAfter)))
}

/** Seconds to wait of those that an endpoint asked for. */
export const boundRetryAfter = (seconds: number): number => Math.min(seconds, longestRetryAfter)
