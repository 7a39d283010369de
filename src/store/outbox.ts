/**
 * What a store keeps of webhooks: who is told, what is to be told, and how each attempt ended. Times here are
 * milliseconds since 1970.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { parsePublicKey } from '../core/signature.js'
import { formatWebhookPublicKey } from '../core/webhook-key.js'
import { DrawauditError } from '../errors.js'
import type { WebhookEventType } from '../model/webhook-event.js'

/** Where the secret of an endpoint stands: it can be decrypted as that and nothing else. */
export const secretPlace = (id: string): string => `webhook ${id}`

/** Where the path of an endpoint stands: with whom, and with what is allowed, so that it goes nowhere else. */
export const pathPlace = ({ id, origin, allow }: Pick<EndpointRow, 'id' | 'origin' | 'allow'>): string =>
  `webhook path ${JSON.stringify([id, origin, allow.http, allow.anyPort, ...allow.networks])}`

/** Where the secret of an endpoint's key stands: whose it is, and of which public key. */
export const keyPlace = (id: string, publicKey: Uint8Array): string =>
  `webhook key ${id} ${encodeHex(publicKey)}`

/** What events say of the service itself. */
export interface WebhookSettings {
  /** The base URL of the public API, without a slash at its end: `https://raffles.example/api/v1`. */
  readonly apiUrl: string
}

/** A moment by two clocks of a machine. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Milliseconds of the one that nobody sets. */
  readonly elapsed: number
}

/** An Ed25519 key that signs what one endpoint is sent, for whoever verifies without a shared secret. */
export interface EndpointKey {
  /** 32 bytes; nothing vouches for them but {@link keyPlace}. */
  readonly publicKey: Uint8Array
  /** The seed of RFC 8032, 32 bytes, encrypted, at {@link keyPlace}. */
  readonly secret: Uint8Array
}

/**
 * Whether an endpoint is told of events. `unconfirmed`: it has not answered a challenge yet; nothing is queued.
 * `paused`: queued, not sent. `disabled`: it said that it is gone, or failed for days; nothing is queued.
 */
export type EndpointState = 'unconfirmed' | 'active' | 'paused' | 'disabled'

/** What the operator allows of one endpoint, beside HTTPS to the public internet on port 443 or 8443. */
export interface Allowance {
  /** Plain HTTP. */
  readonly http: boolean
  /** The port of the URL, whatever it is. */
  readonly anyPort: boolean
  /** Networks in CIDR notation whose addresses it may have although they are not public. */
  readonly networks: readonly string[]
}

/** A subscriber's URL: where it is, and what the subscriber alone may know of it. */
export interface EndpointRow {
  /** `ep_` and 32 lower-case hex digits. */
  readonly id: string
  /** Its scheme, host and port, with nothing after them. */
  readonly origin: string
  /** What comes after the origin, encrypted, at {@link pathPlace}: receivers know who calls by a token in it. */
  readonly path: Uint8Array
  /** Those that it is told of; all when absent. */
  readonly events?: readonly WebhookEventType[]
  readonly allow: Allowance
  readonly state: EndpointState
  /** Why it is disabled. */
  readonly reason?: string
  readonly createdAt: number
  /** When its state was last changed. */
  readonly changedAt: number
  /** Encrypted, at {@link secretPlace}. */
  readonly secret: Uint8Array
  /** The secret before, which signs too until then. */
  readonly oldSecret?: { readonly secret: Uint8Array; readonly until: number }
  /** No other endpoint has it. */
  readonly key: EndpointKey
  /** The key before, which signs too until then. */
  readonly oldKey?: EndpointKey & { readonly until: number }
  /** It asked not to be sent anything before; 0 when it did not. */
  readonly notBefore: number
}

/**
 * The public keys of an endpoint that sign at a time, as its receiver takes them (`whpk_…`), the newest first.
 *
 * @param now - milliseconds since 1970.
 * @throws DrawauditError `store-damaged` for bytes that are no key.
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

/** An event, as it is sent to everyone. */
export interface MessageRow {
  /** `msg_` and 32 lower-case hex digits: the `webhook-id` of every attempt. */
  readonly id: string
  readonly type: string
  readonly raffleId: string
  readonly createdAt: number
  /** Exactly what is sent. */
  readonly body: Uint8Array
}

/** `held`: there was too much outstanding when it was queued; it is sent when somebody asks for it. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'held'

/** What has to be brought, or was brought, to one endpoint. */
export interface DeliveryRow {
  readonly number: number
  readonly messageId: string
  readonly type: string
  readonly raffleId: string
  readonly endpoint: string
  readonly state: DeliveryState
  /** Made since it was queued, or queued again. */
  readonly attempts: number
  /** When the next attempt is due, of a pending one. */
  readonly due: number
  readonly createdAt: number
  /** When it was delivered, or given up. */
  readonly doneAt?: number
  readonly lastAttempt?: AttemptRow
}

/** How an attempt ended. */
export interface AttemptRow {
  readonly at: number
  /** Milliseconds that it took. */
  readonly duration: number
  /** Of the answer, when there was one. */
  readonly status?: number
  /** The code of docs/CLAIMS.md, when there was none. */
  readonly error?: string
  /** What it was connected to. */
  readonly address?: string
}

/** A delivery that a worker has taken. */
export interface ClaimedDelivery {
  readonly number: number
  readonly endpoint: string
  readonly messageId: string
  readonly body: Uint8Array
  /** Made before. */
  readonly attempts: number
  /** When the event was. */
  readonly createdAt: number
}

/** What to list of deliveries: the newest first. */
export interface DeliveryFilter {
  readonly endpoint?: string
  readonly messageId?: string
  readonly state?: DeliveryState
  readonly limit: number
}

/** What became of a claimed delivery. */
export interface DeliveryResult {
  readonly number: number
  readonly attempt: AttemptRow
  /** Pending means: again, when it is due. */
  readonly next:
    { readonly state: 'pending'; readonly due: number } | { readonly state: 'delivered' | 'failed' }
}

/** What can be read of webhooks. Methods reject as those of a store do. */
export interface OutboxReader {
  readWebhookSettings(): Promise<WebhookSettings | undefined>
  /** In the order in which they were made. */
  listEndpoints(): Promise<readonly EndpointRow[]>
  /** In a transaction it stays so until that ends: whoever changes an endpoint reads it with this. */
  readEndpoint(id: string): Promise<EndpointRow | undefined>
  /** The earliest time at which something is due that no worker has, of each active endpoint that has such. */
  listDue(): Promise<readonly { readonly endpoint: string; readonly due: number }[]>
  listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryRow[]>
  /** The ids of at most two messages that begin so. */
  findMessages(prefix: string): Promise<readonly string[]>
  /** Of one delivery, the oldest first. */
  listAttempts(delivery: number): Promise<readonly AttemptRow[]>
  /** How many are pending, counted up to a limit. */
  countPending(limit: number): Promise<number>
  /** Since when the two clocks of the machine go together; undefined where nobody has looked. */
  readSteadyClock(): Promise<ClockReading | undefined>
  /** Whether a worker is not alive any more that may have taken something; nobody is for more than ten minutes ahead. */
  hasDeadWorkers(now: number): Promise<boolean>
  /** Whether anything was delivered to an endpoint since a time. */
  hasDelivered(endpoint: string, since: number): Promise<boolean>
}

/** What can be written of webhooks, in a transaction. */
export interface OutboxWriter extends OutboxReader {
  writeWebhookSettings(settings: WebhookSettings): Promise<void>
  /** Adds an endpoint, or changes it. */
  writeEndpoint(endpoint: EndpointRow): Promise<void>
  /** Says since when the two clocks of the machine go together. */
  writeSteadyClock(reading: ClockReading): Promise<void>
  /** Removes it with all its deliveries. */
  removeEndpoint(id: string): Promise<void>
  /** Queues an event for endpoints; it is kept also where there is none. */
  queue(
    message: MessageRow,
    deliveries: readonly { readonly endpoint: string; readonly state: 'pending' | 'held' }[],
  ): Promise<void>
  /**
   * Takes what is due and nobody has, at most `limit` of one endpoint, the earliest first. It is this worker's until
   * its result is recorded, or the worker is not alive any more.
   *
   * @param now - by which it is due.
   * @param shared - by which the worker is alive, as `beat` has it; `now` when left out.
   */
  claim(
    worker: string,
    endpoint: string,
    limit: number,
    now: number,
    shared?: number,
  ): Promise<readonly ClaimedDelivery[]>
  /** Records an attempt. @returns false where the delivery is not this worker's any more: then only the attempt is. */
  record(worker: string, result: DeliveryResult): Promise<boolean>
  /**
   * Makes due now what nobody has and is due so late only because a clock was ahead: what was never attempted and is due
   * after `soon`, and all that is due after `latest`. @returns how many.
   */
  hasten(now: number, soon: number, latest: number): Promise<number>
  /** Says that a worker is alive until a time, and takes from those that are not what they had. */
  beat(worker: string, now: number, until: number): Promise<void>
  /** Gives back what a worker has, and forgets the worker. */
  release(worker: string): Promise<void>
  /** Gives up what is pending for an endpoint. @returns how many. */
  giveUp(endpoint: string, now: number): Promise<number>
  /**
   * Queues again what an endpoint was sent or should have been, to be sent now: one message, or all since a time that
   * were not delivered to it, also those for which nothing was queued. Nothing happens to what a worker has.
   *
   * @returns how many.
   */
  redeliver(
    endpoint: string,
    which: { readonly messageId: string } | { readonly since: number },
    now: number,
  ): Promise<number>
  /** Removes attempts, what is done, and events without deliveries, of before a time; at most so many rows of each. @returns how many. */
  prune(before: number, limit: number): Promise<number>
}
