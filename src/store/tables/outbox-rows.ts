/**
 * Rows of the webhook tables, and their conversion.
 *
 * @packageDocumentation
 */
import type { WebhookEventType } from '../../model/webhook-event.js'
import type { AttemptRow, DeliveryRow, DeliveryState, EndpointRow, EndpointState } from '../outbox.js'
import { readStored } from './read-stored.js'

/** A row of `webhook_endpoint`. */
export interface RowOfEndpoint {
  readonly id: string
  readonly origin: string
  readonly path: Uint8Array
  readonly events: string | null
  readonly allow_http: number
  readonly allow_any_port: number
  readonly networks: string
  readonly state: EndpointState
  readonly reason: string | null
  readonly created_at: number
  readonly changed_at: number
  readonly secret: Uint8Array
  readonly old_secret: Uint8Array | null
  readonly old_secret_until: number | null
  readonly public_key: Uint8Array
  readonly private_key: Uint8Array
  readonly old_public_key: Uint8Array | null
  readonly old_private_key: Uint8Array | null
  readonly old_key_until: number | null
  readonly not_before: number
}

/** A row of `webhook_delivery`, with the ids of its message and endpoint, and its last attempt or nulls. */
export interface RowOfDelivery extends Omit<RowOfAttempt, 'at' | 'duration'> {
  readonly number: number
  readonly message: string
  readonly type: string
  readonly raffle_id: string
  readonly endpoint: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly due: number
  readonly created_at: number
  readonly settled_at: number | null
  readonly at: number | null
  readonly duration: number | null
}

/** A row of `webhook_attempt`. */
export interface RowOfAttempt {
  readonly at: number
  readonly duration: number
  readonly status: number | null
  readonly error: string | null
  readonly address: string | null
}

/** An endpoint from its row. */
export function readEndpoint(row: RowOfEndpoint): EndpointRow {
  const parse = (text: string): unknown =>
    readStored(`the webhook endpoint ${row.id}`, () => JSON.parse(text) as unknown)
  return {
    id: row.id,
    origin: row.origin,
    path: row.path,
    ...(row.events !== null && { events: parse(row.events) as WebhookEventType[] }),
    allow: {
      http: row.allow_http === 1,
      anyPort: row.allow_any_port === 1,
      networks: parse(row.networks) as string[],
    },
    state: row.state,
    ...(row.reason !== null && { reason: row.reason }),
    createdAt: row.created_at,
    changedAt: row.changed_at,
    secret: row.secret,
    ...(row.old_secret !== null &&
      row.old_secret_until !== null && {
        oldSecret: { secret: row.old_secret, until: row.old_secret_until },
      }),
    key: { publicKey: row.public_key, secret: row.private_key },
    ...(row.old_public_key !== null &&
      row.old_private_key !== null &&
      row.old_key_until !== null && {
        oldKey: { publicKey: row.old_public_key, secret: row.old_private_key, until: row.old_key_until },
      }),
    notBefore: row.not_before,
  }
}

/** A delivery from its row. */
export function readDelivery(row: RowOfDelivery): DeliveryRow {
  const { number, type, endpoint, state, attempts, due, settled_at: settledAt, at, duration } = row
  return {
    number,
    messageId: row.message,
    type,
    raffleId: row.raffle_id,
    endpoint,
    state,
    attempts,
    due,
    createdAt: row.created_at,
    ...(settledAt !== null && state !== 'held' && { doneAt: settledAt }),
    ...(at !== null && duration !== null && { lastAttempt: readAttempt({ ...row, at, duration }) }),
  }
}

/** An attempt from its row. */
export function readAttempt({ at, duration, status, error, address }: RowOfAttempt): AttemptRow {
  return {
    at,
    duration,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    ...(address !== null && { address }),
  }
}
