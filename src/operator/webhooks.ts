/**
 * Whom an operator tells of draws: endpoints, their secrets and their keys.
 *
 * @packageDocumentation
 */
import { derivePublicKey } from '../core/dsse.js'
import { decodeUtf8, encodeHex, encodeUtf8 } from '../core/encoding.js'
import { formatWebhookSecret } from '../core/webhook-key.js'
import { DrawauditError } from '../errors.js'
import type { WebhookEventType } from '../model/webhook-event.js'
import {
  keyPlace,
  pathPlace,
  secretPlace,
  type Allowance,
  type EndpointKey,
  type EndpointRow,
  type OutboxReader,
  type OutboxWriter,
} from '../store/outbox.js'
import type { Desk } from './desk.js'
import { openOrMakeSecrets } from './keys.js'
import { refuseOutdated, type SecretBox } from './secrets.js'

/** Endpoints that a store can have. */
export const mostEndpoints = 1000

/** Bytes of a secret that is made. */
const secretLength = 32

/** Milliseconds that an old secret or key goes on signing, unless somebody says otherwise. */
export const rotationGrace = 86_400_000

export interface EndpointOffer {
  /** Checked already: `parseEndpointUrl`. */
  readonly url: string
  readonly allow: Allowance
  readonly events?: readonly WebhookEventType[]
  /** Where the public API is served; needed the first time. */
  readonly apiUrl?: string
  /** Chosen by the subscriber, 24 to 64 bytes; one is made when left out. */
  readonly secret?: Uint8Array
}

export interface EndpointAdded {
  readonly endpoint: EndpointRow
  /** To be shown once. */
  readonly secret: string
}

/**
 * Adds an endpoint with a key of its own, which is told of nothing until it has answered a challenge.
 *
 * @throws DrawauditError `webhook-limit`, `webhook-exists`, `webhook-state` while nobody said where the API is served,
 * `secret-locked`.
 */
export async function addEndpoint(desk: Desk, offer: EndpointOffer): Promise<EndpointAdded> {
  const { url, allow, events, apiUrl, secret = desk.random(secretLength) } = offer
  const text = formatWebhookSecret(secret)
  const { box, write } = await openOrMakeSecrets(desk)
  const now = desk.now().getTime()
  const id = `ep_${encodeHex(desk.random(16))}`
  const { href, origin } = new URL(url)
  const path = href.slice(origin.length)
  const endpoint: EndpointRow = {
    id,
    origin,
    path: box.encrypt(encodeUtf8(path), pathPlace({ id, origin, allow })),
    ...(events && { events }),
    allow,
    state: 'unconfirmed',
    createdAt: now,
    changedAt: now,
    secret: box.encrypt(secret, secretPlace(id)),
    key: makeKey(desk, box, id),
    notBefore: 0,
  }
  await desk.store.transact(async ({ ceremonies, outbox }) => {
    await write(ceremonies)
    await refuseOutdated(box, ceremonies)
    const endpoints = await outbox.listEndpoints()
    if (endpoints.length >= mostEndpoints) {
      throw new DrawauditError(
        'webhook-limit',
        `the store has ${mostEndpoints} endpoints, and takes no more`,
        {
          hint: 'remove those that are not used: drawaudit webhook list shows them',
        },
      )
    }
    const same = endpoints.find(
      one => one.origin === origin && decodeUtf8(box.decrypt(one.path, pathPlace(one))) === path,
    )
    if (same !== undefined) {
      throw new DrawauditError('webhook-exists', `the endpoint ${same.id} has this URL`, {
        hint: `drawaudit webhook remove ${same.id} removes it, drawaudit webhook rotate ${same.id} makes a new secret`,
      })
    }
    await writeApiUrl(outbox, apiUrl)
    await outbox.writeEndpoint(endpoint)
  })
  return { endpoint, secret: text }
}

async function writeApiUrl(outbox: OutboxWriter, apiUrl: string | undefined): Promise<void> {
  if (apiUrl !== undefined) return outbox.writeWebhookSettings({ apiUrl })
  if ((await outbox.readWebhookSettings()) !== undefined) return
  throw new DrawauditError('webhook-state', 'nobody has said yet where this store is served', {
    hint: 'give --api-url https://HOST/api/v1: events name the audit record by its URL',
  })
}

function makeKey(desk: Desk, box: SecretBox, id: string): EndpointKey {
  const seed = desk.random(32)
  const publicKey = derivePublicKey(seed).bytes
  return { publicKey, secret: box.encrypt(seed, keyPlace(id, publicKey)) }
}

/**
 * An endpoint by its id or by the beginning of it that no other one has.
 *
 * @throws DrawauditError `webhook-missing`.
 */
export async function findEndpoint(outbox: OutboxReader, id: string): Promise<EndpointRow> {
  const found = (await outbox.listEndpoints()).filter(one => one.id.startsWith(id))
  return findOnly('endpoint', id, found, 'drawaudit webhook list shows them')
}

/** What {@link findEndpoint} finds, to be changed: a worker may change it too, beside this transaction. */
async function takeEndpoint(outbox: OutboxWriter, id: string): Promise<EndpointRow> {
  const found = await findEndpoint(outbox, id)
  return (await outbox.readEndpoint(found.id)) ?? found
}

/**
 * The id of a message, by it or by the beginning of it that no other one has.
 *
 * @throws DrawauditError `webhook-missing`.
 */
export async function findMessage(outbox: OutboxReader, id: string): Promise<string> {
  return findOnly('event', id, await outbox.findMessages(id), 'drawaudit webhook deliveries shows them')
}

/** Characters of an id that are enough to name what has it. */
const shortestName = 6

function findOnly<T>(what: string, id: string, found: readonly T[], hint: string): T {
  const [only] = found
  const isShort = id.length < shortestName
  if (only !== undefined && found.length === 1 && !isShort) return only
  const message =
    found.length > 1
      ? `more than one ${what} begins with ${JSON.stringify(id)}`
      : isShort && only !== undefined
        ? `the name ${JSON.stringify(id)} is too short: give at least ${shortestName} characters of the id`
        : `there is no ${what} ${JSON.stringify(id)}`
  throw new DrawauditError('webhook-missing', message, { hint })
}

/** Notes that an endpoint has answered a challenge: from now on it is told. */
export async function confirmEndpoint(desk: Desk, id: string): Promise<EndpointRow> {
  return change(desk, id, endpoint => (endpoint.state === 'unconfirmed' ? { state: 'active' } : undefined))
}

/**
 * Holds back what is for an endpoint; it goes on being queued.
 *
 * @throws DrawauditError `webhook-missing`, `webhook-state` for one that is told of nothing anyway.
 */
export async function pauseEndpoint(desk: Desk, id: string): Promise<EndpointRow> {
  return change(desk, id, ({ state }) => {
    if (state === 'paused') return undefined
    if (state === 'active') return { state: 'paused' }
    throw new DrawauditError('webhook-state', `the endpoint is ${state}: it is told of nothing`, {
      hint: 'drawaudit webhook remove removes it',
    })
  })
}

/**
 * Tells an endpoint again that was paused, or disabled.
 *
 * @throws DrawauditError `webhook-missing`, `webhook-state` for one that never answered a challenge.
 */
export async function resumeEndpoint(desk: Desk, id: string): Promise<EndpointRow> {
  return change(desk, id, ({ state }) => {
    if (state === 'active') return undefined
    if (state !== 'unconfirmed') return { state: 'active', notBefore: 0 }
    throw new DrawauditError('webhook-state', 'the endpoint has not answered a challenge yet', {
      hint: `send one: drawaudit webhook test ${id}`,
    })
  })
}

/** @throws DrawauditError `webhook-missing`. */
export async function removeEndpoint(desk: Desk, id: string): Promise<EndpointRow> {
  return desk.store.transact(async ({ outbox }) => {
    const endpoint = await findEndpoint(outbox, id)
    await outbox.removeEndpoint(endpoint.id)
    return endpoint
  })
}

/** How the secret or the key of an endpoint is replaced. */
export interface Rotation {
  /** Milliseconds for which the old one signs too; {@link rotationGrace} when left out. */
  readonly grace?: number
}

/** An endpoint after a rotation. */
export interface Rotated {
  readonly endpoint: EndpointRow
  /** One before the last still signed, and does not any more. */
  readonly dropped: boolean
}

/**
 * Gives an endpoint a new secret; the old one signs too for a while, so that nothing is lost meanwhile.
 *
 * @returns the secret too, to be shown once.
 * @throws DrawauditError `webhook-missing`, `secret-locked`.
 */
export async function rotateSecret(
  desk: Desk,
  id: string,
  { grace = rotationGrace, secret = desk.random(secretLength) }: Rotation & { readonly secret?: Uint8Array },
): Promise<Rotated & { readonly secret: string }> {
  const text = formatWebhookSecret(secret)
  const rotated = await rotate(desk, id, 'oldSecret', (box, now, before) => ({
    secret: box.encrypt(secret, secretPlace(before.id)),
    ...(grace > 0 && { oldSecret: { secret: before.secret, until: now + grace } }),
  }))
  return { ...rotated, secret: text }
}

/**
 * Gives an endpoint a new key; the old one signs too for a while, and is shown as long.
 *
 * @throws DrawauditError `webhook-missing`, `secret-locked`.
 */
export async function rotateKey(
  desk: Desk,
  id: string,
  { grace = rotationGrace }: Rotation = {},
): Promise<Rotated> {
  return rotate(desk, id, 'oldKey', (box, now, before) => ({
    key: makeKey(desk, box, before.id),
    ...(grace > 0 && { oldKey: { ...before.key, until: now + grace } }),
  }))
}

async function rotate(
  desk: Desk,
  id: string,
  old: 'oldSecret' | 'oldKey',
  renew: (box: SecretBox, now: number, before: EndpointRow) => Partial<EndpointRow>,
): Promise<Rotated> {
  const box = await desk.openSecrets()
  const now = desk.now().getTime()
  return desk.store.transact(async ({ ceremonies, outbox }) => {
    await refuseOutdated(box, ceremonies)
    const before = await takeEndpoint(outbox, id)
    const { until = 0 } = before[old] ?? {}
    const endpoint = { ...without(before, old), ...renew(box, now, before) }
    await outbox.writeEndpoint(endpoint)
    return { endpoint, dropped: until > now }
  })
}

/**
 * Sends again, now: one message, or all since a time that were not delivered.
 *
 * @returns how many were queued.
 * @throws DrawauditError `webhook-missing`, `webhook-state` for an endpoint that is told of nothing.
 */
export async function redeliver(
  desk: Desk,
  id: string,
  which: { readonly messageId: string } | { readonly since: number },
): Promise<number> {
  return desk.store.transact(async ({ outbox }) => {
    const endpoint = await takeEndpoint(outbox, id)
    if (endpoint.state !== 'active' && endpoint.state !== 'paused') {
      throw new DrawauditError('webhook-state', `the endpoint is ${endpoint.state}: it is told of nothing`, {
        hint:
          endpoint.state === 'disabled'
            ? `drawaudit webhook resume ${endpoint.id}`
            : `drawaudit webhook test ${endpoint.id}`,
      })
    }
    const asked = 'since' in which ? which : { messageId: await findMessage(outbox, which.messageId) }
    // Whoever asks for it now does not want to wait out what the endpoint asked for.
    if (endpoint.notBefore > 0) await outbox.writeEndpoint({ ...endpoint, notBefore: 0 })
    return outbox.redeliver(endpoint.id, asked, desk.now().getTime())
  })
}

async function change(
  desk: Desk,
  id: string,
  decide: (endpoint: EndpointRow) => Partial<EndpointRow> | undefined,
): Promise<EndpointRow> {
  return desk.store.transact(async ({ outbox }) => {
    const endpoint = await takeEndpoint(outbox, id)
    const changes = decide(endpoint)
    if (changes === undefined) return endpoint
    const changed = { ...without(endpoint, 'reason'), ...changes, changedAt: desk.now().getTime() }
    await outbox.writeEndpoint(changed)
    return changed
  })
}

/** The endpoint without one of the members that it may lack. */
function without(endpoint: EndpointRow, member: 'reason' | 'oldSecret' | 'oldKey'): EndpointRow {
  const rest: { -readonly [K in keyof EndpointRow]: EndpointRow[K] } = { ...endpoint }
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- one of three names
  delete rest[member]
  return rest
}
