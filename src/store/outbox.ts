/**
 * Store interface for webhooks: endpoints, messages, deliveries and attempts. Times are milliseconds since
 * 1970.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { parsePublicKey } from '../core/signature.js'
import { formatWebhookPublicKey } from '../core/webhook-key.js'
import { DrawauditError } from '../errors.js'
import type { WebhookEventType } from '../model/webhook-event.js'

/** Associated data of an endpoint's encrypted secret, so that it decrypts as nothing else. */
export const secretPlace = (id: string): string => `webhook ${id}`

/**
 * Associated data of an endpoint's encrypted path: it includes origin and allowance, so that it cannot be
 * sent elsewhere.
 */
export const pathPlace = ({ id, origin, allow }: Pick<EndpointRow, 'id' | 'origin' | 'allow'>): string =>
  `webhook path ${JSON.stringify([id, origin, allow.http, allow.anyPort, ...allow.networks])}`

/** Associated data of an endpoint's encrypted signing key: the endpoint and its public key. */
export const keyPlace = (id: string, publicKey: Uint8Array): string =>
  `webhook key ${id} ${encodeHex(publicKey)}`

/** Settings for the content of events. */
export interface WebhookSettings {
  /** Base URL of the public API, without trailing slash: `https://raffles.example/api/v1`. */
  readonly apiUrl: string
}

/** A moment by the two clocks of a machine. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: number
}

/** An Ed25519 key that signs what one endpoint is sent, for receivers without a shared secret. */
export interface EndpointKey {
  /** 32 bytes, authenticated only by {@link keyPlace}. */
  readonly publicKey: Uint8Array
  /** The seed of RFC 8032, 32 bytes, encrypted, at {@link keyPlace}. */
  readonly secret: Uint8Array
}

/**
 * State of an endpoint. `unconfirmed`: it has not answered a challenge yet; nothing is queued. `paused`:
 * queued, not sent. `disabled`: it said that it is gone, or failed for days; nothing is queued.
 */
export type EndpointState = 'unconfirmed' | 'active' | 'paused' | 'disabled'

/** Exceptions for one endpoint from the rule: HTTPS to the public internet on port 443 or 8443. */
export interface EndpointAllowance {
  /** Allow plain HTTP. */
  readonly http: boolean
  /** Allow any port. */
  readonly anyPort: boolean
  /** Allowed non-public networks, in CIDR notation. */
  readonly networks: readonly string[]
}

/** A subscriber's URL, keys and state. */
export interface EndpointRow {
  /** `ep_` and 32 lower-case hex digits. */
  readonly id: string
  /** Scheme, host and port only. */
  readonly origin: string
  /**
   * The part of the URL after the origin, encrypted, at {@link pathPlace}: it may contain a token of the
   * receiver.
   */
  readonly path: Uint8Array
  /** Subscribed event types; all if absent. */
  readonly events?: readonly WebhookEventType[]
  readonly allow: EndpointAllowance
  readonly state: EndpointState
  /** Why the endpoint is disabled. */
  readonly reason?: string
  readonly createdAt: number
  /** Time of the last change of state. */
  readonly changedAt: number
  /** Encrypted, at {@link secretPlace}. */
  readonly secret: Uint8Array
  /** The previous secret, which signs as well until then. */
  readonly oldSecret?: { readonly secret: Uint8Array; readonly until: number }
  /** Unique to this endpoint. */
  readonly key: EndpointKey
  /** The previous key, which signs as well until then. */
  readonly oldKey?: EndpointKey & { readonly until: number }
  /** Earliest time for the next attempt, as the endpoint asked (Retry-After); 0 if it did not. */
  readonly notBefore: number
}

/**
 * The public keys of an endpoint that sign at a time, in the receiver's form (`whpk_…`), newest first.
 *
 * @param now - milliseconds since 1970.
 * @throws DrawauditError `store-damaged` for bytes that are not a key.
 */
export function formatEndpointKeys(
  { id, key, oldKey }: Pick<EndpointRow, 'id' | 'key' | 'oldKey'>,
  now: number,
): readonly string[] {
  const signing = oldKey !== undefined && now < oldKey.until ? [key, oldKey] : [key]
  try {
    return signing.map(({ publicKey }) => formatWebhookPublicKey(parsePublicKey('ed25519', publicKey)))
  } catch (cause) {
    if (!(cause instanceof DrawauditError)) throw cause
    throw new DrawauditError('store-damaged', `webhook endpoint ${id}: its key cannot be read`, {
      hint: `drawaudit webhook rotate ${id} --signing-key --grace 0 makes another`,
      cause,
    })
  }
}

/** Whether a text can be the id of an endpoint. */
export const isEndpointId = (text: string): boolean => /^ep_[0-9a-f]{32}$/.test(text)

/** An event, the same for all endpoints. */
export interface MessageRow {
  /** `msg_` and 32 lower-case hex digits: the `webhook-id` of every attempt. */
  readonly id: string
  readonly type: string
  readonly raffleId: string
  readonly createdAt: number
  /** The exact body. */
  readonly body: Uint8Array
}

/** State of a delivery. `held`: too much was outstanding when it was queued; it is sent on request. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'held'

/** A message to be delivered, or delivered, to one endpoint. */
export interface DeliveryRow {
  readonly number: number
  readonly messageId: string
  readonly type: string
  readonly raffleId: string
  readonly endpoint: string
  readonly state: DeliveryState
  /** Number of attempts since it was (re)queued. */
  readonly attempts: number
  /** For a pending delivery: when the next attempt is due. */
  readonly due: number
  readonly createdAt: number
  /** When it was delivered, or failed for good. */
  readonly doneAt?: number
  readonly lastAttempt?: AttemptRow
}

/** The result of an attempt. */
export interface AttemptRow {
  readonly at: number
  /** Duration in milliseconds. */
  readonly duration: number
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Code of docs/CLAIMS.md, if there was no response. */
  readonly error?: string
  /** Address of the connection. */
  readonly address?: string
}

/** A delivery claimed by a worker. */
export interface ClaimedDelivery {
  readonly number: number
  readonly endpoint: string
  readonly messageId: string
  readonly body: Uint8Array
  /** Number of earlier attempts. */
  readonly attempts: number
  /** Time of the event. */
  readonly createdAt: number
}

/** Filter for listing deliveries, newest first. */
export interface DeliveryFilter {
  readonly endpoint?: string
  readonly messageId?: string
  readonly state?: DeliveryState
  readonly limit: number
}

/** The result of a claimed delivery. */
export interface DeliveryResult {
  readonly number: number
  readonly attempt: AttemptRow
  /** Pending: retry when due. */
  readonly next:
    | { readonly state: 'pending'; readonly due: number }
    | { readonly state: 'delivered' | 'failed' }
}

/** Read access to webhooks. Methods reject as those of a store do. */
export interface OutboxReader {
  readWebhookSettings(): Promise<WebhookSettings | undefined>
  /** In order of creation. */
  listEndpoints(): Promise<readonly EndpointRow[]>
  /** In a transaction this locks the endpoint until the end: use it before a change. */
  readEndpoint(id: string): Promise<EndpointRow | undefined>
  /** For each active endpoint with unclaimed deliveries, the earliest due time. */
  listDue(): Promise<readonly { readonly endpoint: string; readonly due: number }[]>
  listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryRow[]>
  /** Up to two message ids with this prefix. */
  findMessages(prefix: string): Promise<readonly string[]>
  /** Attempts of a delivery, oldest first. */
  listAttempts(delivery: number): Promise<readonly AttemptRow[]>
  /** Number of pending deliveries, counted up to a limit. */
  countPending(limit: number): Promise<number>
  /** Since when the two clocks of the machine have agreed; undefined if never checked. */
  readSteadyClock(): Promise<ClockReading | undefined>
  /** Whether a dead worker may hold claims; a lease is never longer than ten minutes. */
  hasDeadWorkers(now: number): Promise<boolean>
  /** Whether an endpoint received anything since a time. */
  hasDelivered(endpoint: string, since: number): Promise<boolean>
}

/** Write access to webhooks, in a transaction. */
export interface OutboxWriter extends OutboxReader {
  writeWebhookSettings(settings: WebhookSettings): Promise<void>
  /** Adds or updates an endpoint. */
  writeEndpoint(endpoint: EndpointRow): Promise<void>
  /** Records since when the two clocks of the machine have agreed. */
  writeSteadyClock(reading: ClockReading): Promise<void>
  /** Removes an endpoint with all its deliveries. */
  removeEndpoint(id: string): Promise<void>
  /** Queues an event for endpoints; it is stored even if there are none. */
  queue(
    message: MessageRow,
    deliveries: readonly { readonly endpoint: string; readonly state: 'pending' | 'held' }[],
  ): Promise<void>
  /**
   * Claims due deliveries that no worker holds, at most `limit` for each endpoint, earliest first. A claim
   * lasts until the result is recorded, or the worker's lease ends.
   *
   * @param now - time for "due".
   * @param shared - time for leases, as in `beat`; `now` by default.
   */
  claim(
    worker: string,
    endpoint: string,
    limit: number,
    now: number,
    shared?: number,
  ): Promise<readonly ClaimedDelivery[]>
  /** Records an attempt. @returns false if the claim was lost; then only the attempt is recorded. */
  record(worker: string, result: DeliveryResult): Promise<boolean>
  /**
   * Makes unclaimed deliveries due now that are late only because a clock was ahead: never attempted and due
   * after `soon`, or due after `latest`.
   *
   * @returns their number.
   */
  hasten(now: number, soon: number, latest: number): Promise<number>
  /** Extends a worker's lease, and releases the claims of dead workers. */
  beat(worker: string, now: number, until: number): Promise<void>
  /** Releases a worker's claims, and forgets the worker. */
  release(worker: string): Promise<void>
  /** Fails the pending deliveries of an endpoint. @returns their number. */
  giveUp(endpoint: string, now: number): Promise<number>
  /**
   * Queues messages for an endpoint again, due now: one message, or all undelivered ones since a time,
   * including those never queued for it. Claimed deliveries are left alone.
   *
   * @returns their number.
   */
  redeliver(
    endpoint: string,
    which: { readonly messageId: string } | { readonly since: number },
    now: number,
  ): Promise<number>
  /**
   * Removes attempts, finished deliveries, and events without deliveries, older than a time; up to `limit`
   * rows of each.
   *
   * @returns their number.
   */
  prune(before: number, limit: number): Promise<number>
}
