/**
 * Records the result of an attempt for its delivery and its endpoint.
 *
 * @packageDocumentation
 */
import type {
  AttemptRow,
  ClaimedDelivery,
  DeliveryResult,
  EndpointRow,
  OutboxWriter,
} from '../store/outbox.js'
import { boundRetryAfter, dueAfter, longestDelay } from './retry.js'
import type { Sent } from './send.js'

/** A finished attempt. */
export interface EndedAttempt {
  /** Worker that claimed it. */
  readonly worker: string
  readonly claimed: ClaimedDelivery
  readonly endpoint: EndpointRow
  readonly sent: Sent
  /** Milliseconds for which the endpoint is paused, after too many consecutive failures. */
  readonly pause: number
}

/** A recorded attempt, for the log. */
export interface Attempted {
  readonly endpoint: string
  readonly host: string
  readonly messageId: string
  readonly attempt: AttemptRow
  /** Number of this attempt, from 1. */
  readonly count: number
  /** What went wrong, for people. */
  readonly message?: string
  readonly outcome: 'delivered' | 'again' | 'failed' | 'gone'
  /** When it is retried. */
  readonly due?: number
  /** Until when the endpoint is paused. */
  readonly notBefore?: number
}

export interface RecordOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  /** From 0 up to, not including, 1. */
  readonly random: number
}

export const isSuccess = ({ status = 0 }: AttemptRow): boolean => status >= 200 && status < 300

/** The host that endpoints share for limits: without port and trailing dot. */
export function hostOfEndpoint({ origin }: EndpointRow): string {
  return URL.canParse(origin) ? new URL(origin).hostname.replace(/\.$/, '') : origin
}

/**
 * Records an attempt and its consequences for the endpoint.
 *
 * @returns the recorded attempt, and whether the endpoint was changed.
 */
export async function recordAttempt(
  outbox: OutboxWriter,
  { worker, claimed, endpoint, sent, pause }: EndedAttempt,
  { now, random }: RecordOptions,
): Promise<{ readonly attempted: Attempted; readonly changed: boolean }> {
  const { attempt, retryAfter = 0, message } = sent
  const count = claimed.attempts + 1
  const isGone = attempt.status === 410
  const due =
    isSuccess(attempt) || isGone ? undefined : dueAfter({ attempts: count, at: now, random, retryAfter })
  const next: DeliveryResult['next'] = isSuccess(attempt)
    ? { state: 'delivered' }
    : due === undefined
      ? { state: 'failed' }
      : { state: 'pending', due }
  await outbox.record(worker, { number: claimed.number, attempt, next })
  let changed = false
  const notBefore = isSuccess(attempt) ? 0 : now + Math.max(pause, 1000 * boundRetryAfter(retryAfter))
  if (isGone) {
    changed = await disable(outbox, endpoint.id, now, 'it answered 410 Gone')
  } else if (next.state === 'failed' && !(await outbox.hasDelivered(endpoint.id, claimed.createdAt))) {
    const reason = `${count} attempts failed, and nothing was delivered meanwhile`
    changed = await disable(outbox, endpoint.id, now, reason)
  } else if (notBefore > now) {
    changed = await postpone(outbox, endpoint.id, notBefore, now)
  }
  const attempted: Attempted = {
    endpoint: endpoint.id,
    host: hostOfEndpoint(endpoint),
    messageId: claimed.messageId,
    attempt,
    count,
    outcome: isGone ? 'gone' : next.state === 'pending' ? 'again' : next.state,
    ...(next.state === 'pending' && { due: next.due }),
    ...(changed && notBefore > now && next.state === 'pending' && { notBefore }),
    ...(message !== undefined && { message }),
  }
  return { attempted, changed }
}

async function disable(outbox: OutboxWriter, id: string, now: number, reason: string): Promise<boolean> {
  const endpoint = await outbox.readEndpoint(id)
  if (endpoint === undefined) return false
  await outbox.giveUp(id, now)
  if (endpoint.state !== 'disabled') {
    await outbox.writeEndpoint({ ...endpoint, state: 'disabled', reason, changedAt: now })
  }
  return true
}

async function postpone(outbox: OutboxWriter, id: string, until: number, now: number): Promise<boolean> {
  const endpoint = await outbox.readEndpoint(id)
  if (endpoint === undefined) return false
  // A pause beyond the longest possible one was written by a clock that was ahead.
  const { notBefore } = endpoint
  if (notBefore >= until && notBefore <= now + longestDelay) return false
  await outbox.writeEndpoint({ ...endpoint, notBefore: until })
  return true
}
