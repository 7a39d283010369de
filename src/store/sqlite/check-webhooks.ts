/**
 * What `store check` looks for in webhooks.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { parseJson } from '../../core/json.js'
import { parsePublicKey } from '../../core/signature.js'
import { parseWebhookEvent, webhookEventTypes, type WebhookEvent } from '../../model/webhook-event.js'
import { tryTo } from './check-ceremonies.js'
import { attempt } from './errors.js'
import type { RowOfEndpoint } from '../outbox-rows.js'

/** Of what may be wrong a million times, so many are named. */
const most = 20

/**
 * Goes through the webhooks: that messages are events of their type and raffle, that deliveries and attempts belong to
 * what exists, that their states are what became of them, and that endpoints and keys can be read.
 *
 * @returns one sentence for each problem: lower case, no full stop.
 */
export function checkWebhooks(database: Database): readonly string[] {
  return attempt(() => [
    ...checkEndpoints(database),
    ...checkMessages(database),
    ...checkReferences(database),
    ...checkStates(database),
  ])
}

function* checkEndpoints(database: Database): Generator<string> {
  const endpoints = database.prepare<[], RowOfEndpoint>('SELECT * FROM webhook_endpoint ORDER BY number')
  for (const { id, events, networks, old_secret, old_secret_until } of endpoints.iterate()) {
    const types = events === null ? [] : readList(events)
    const isKnown = types?.every(type => (webhookEventTypes as readonly string[]).includes(type))
    if (isKnown !== true) yield `webhook endpoint ${id}: it is told of events that there are not`
    if (readList(networks) === undefined) yield `webhook endpoint ${id}: its networks cannot be read`
    if ((old_secret === null) !== (old_secret_until === null))
      yield `webhook endpoint ${id}: its old secret has no end, or there is none`
  }
  const keys = database.prepare<[], Uint8Array>('SELECT public_key FROM webhook_key ORDER BY number').pluck()
  for (const [index, key] of keys.all().entries()) {
    if (tryTo(() => parsePublicKey('ed25519', Uint8Array.from(key))) === undefined)
      yield `webhook key ${index + 1}: it is no public key`
  }
}

function* checkMessages(database: Database): Generator<string> {
  const messages = database.prepare<[], { id: string; type: string; raffle_id: string; body: Uint8Array }>(
    'SELECT id, type, raffle_id, body FROM webhook_message ORDER BY number',
  )
  for (const { id, type, raffle_id, body } of messages.iterate()) {
    const event: WebhookEvent | undefined = tryTo(() => parseWebhookEvent(parseJson(body)))
    if (event === undefined) yield `webhook message ${id}: it is not an event`
    else if (event.type !== type) yield `webhook message ${id}: it is an event of another type`
    else if ('raffle_id' in event.data && event.data.raffle_id !== raffle_id)
      yield `webhook message ${id}: it is about another raffle`
  }
}

function* checkReferences(database: Database): Generator<string> {
  for (const [table, what] of [
    ['webhook_delivery', 'delivery'],
    ['webhook_attempt', 'attempt'],
  ] as const) {
    const broken = database.prepare<[], { rowid: number; parent: string }>(
      `SELECT rowid, parent FROM pragma_foreign_key_check('${table}') ORDER BY rowid, parent LIMIT ${most}`,
    )
    for (const { rowid, parent } of broken.all()) {
      yield `webhook ${what} ${rowid}: its ${parent.replace('webhook_', '')} does not exist`
    }
  }
}

function* checkStates(database: Database): Generator<string> {
  const wrong = database.prepare<[], string>(
    `SELECT id FROM webhook_message WHERE is_needed <>
       EXISTS (SELECT 1 FROM webhook_delivery WHERE message = webhook_message.number) LIMIT ${most}`,
  )
  for (const id of wrong.pluck().all())
    yield `webhook message ${id}: it does not say right whether it has deliveries`
  const odd = database.prepare<[], number>(
    `SELECT number FROM webhook_delivery
     WHERE (state = 'delivered' AND attempts = 0) OR (state = 'pending') <> (settled_at IS NULL)
        OR (worker IS NOT NULL AND state <> 'pending') LIMIT ${most}`,
  )
  for (const number of odd.pluck().all())
    yield `webhook delivery ${number}: its state is not what became of it`
}

/** A JSON array of texts. */
function readList(text: string): readonly string[] | undefined {
  const value = tryTo(() => parseJson(Buffer.from(text)))
  return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined
}
