/**
 * Part of `store check`: webhooks.
 *
 * @packageDocumentation
 */
import { parseJson } from '../../core/json.js'
import { parsePublicKey } from '../../core/signature.js'
import { parseWebhookEvent, webhookEventTypes, type WebhookEvent } from '../../model/webhook-event.js'
import type { RowOfEndpoint } from '../tables/outbox-rows.js'
import type { Sql } from '../tables/sql.js'
import { hashOf } from '../views.js'
import { tryTo } from './try-to.js'

/** Max problems of one kind that are reported; there may be millions. */
const most = 20
/** Messages a page. */
const pageSize = 1000

/**
 * Checks that messages are events of their type and raffle, that delivery states match the attempts, and that
 * endpoints and their keys are readable.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function* checkWebhooks(sql: Sql): AsyncGenerator<string> {
  yield* await checkSettings(sql)
  yield* await checkEndpoints(sql)
  yield* checkMessages(sql)
  yield* await checkStates(sql)
}

async function checkSettings(sql: Sql): Promise<readonly string[]> {
  const row = await sql.get<{ url: string; digest: string }>(
    'SELECT api_url AS url, api_url_digest AS digest FROM webhook_setting',
  )
  const isSame = row === undefined || hashOf(row.url) === row.digest
  return isSame ? [] : ['webhook settings: the URL of the API is not the one that was set']
}

async function checkEndpoints(sql: Sql): Promise<readonly string[]> {
  const endpoints = await sql.all<RowOfEndpoint>('SELECT * FROM webhook_endpoint ORDER BY number')
  return endpoints.flatMap(({ id, events, networks, ...row }) => {
    const types = events === null ? [] : readList(events)
    const isKnown = types?.every(type => (webhookEventTypes as readonly string[]).includes(type))
    return [
      ...(isKnown === true ? [] : [`webhook endpoint ${id}: it subscribes to unknown events`]),
      ...(readList(networks) ? [] : [`webhook endpoint ${id}: its networks cannot be read`]),
      ...((row.old_secret === null) === (row.old_secret_until === null)
        ? []
        : [`webhook endpoint ${id}: its old secret is missing, or has no expiry`]),
      ...(isPublicKey(row.public_key) ? [] : [`webhook endpoint ${id}: its key is no public key`]),
      ...(row.old_public_key === null || isPublicKey(row.old_public_key)
        ? []
        : [`webhook endpoint ${id}: its old key is no public key`]),
      ...(new Set([row.old_public_key, row.old_private_key, row.old_key_until].map(value => value === null))
        .size === 1
        ? []
        : [`webhook endpoint ${id}: its old key is missing, or has no expiry`]),
    ]
  })
}

const isPublicKey = (bytes: Uint8Array): boolean =>
  tryTo(() => parsePublicKey('ed25519', bytes)) !== undefined

interface RowOfMessage {
  readonly number: number
  readonly id: string
  readonly type: string
  readonly raffle_id: string
  readonly body: Uint8Array
  readonly digest: string
}

async function* checkMessages(sql: Sql): AsyncGenerator<string> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: readonly RowOfMessage[] = await sql.all<RowOfMessage>(
      'SELECT number, id, type, raffle_id, body, digest FROM webhook_message WHERE number > ? ORDER BY number LIMIT ?',
      [after, pageSize],
    )
    for (const { id, type, raffle_id, body, digest } of page) {
      const event: WebhookEvent | undefined = tryTo(() => parseWebhookEvent(parseJson(body)))
      if (hashOf(body) !== digest) yield `webhook message ${id}: it is not what was queued`
      if (event === undefined) yield `webhook message ${id}: it is not an event`
      else if (event.type !== type) yield `webhook message ${id}: it is an event of another type`
      else if ('raffle_id' in event.data && event.data.raffle_id !== raffle_id)
        yield `webhook message ${id}: it is about another raffle`
    }
    // A damaged number may be too large to be told from the next.
    after = page.length < pageSize ? undefined : page.at(-1)?.number
  }
}

async function checkStates(sql: Sql): Promise<readonly string[]> {
  const wrong = await sql.all<{ id: string }>(
    `SELECT id FROM webhook_message WHERE is_needed <> CASE
       WHEN EXISTS (SELECT 1 FROM webhook_delivery WHERE message = webhook_message.number) THEN 1 ELSE 0 END
     ORDER BY number LIMIT ${most}`,
  )
  const odd = await sql.all<{ number: number }>(
    `SELECT number FROM webhook_delivery
     WHERE (state = 'delivered' AND attempts = 0) OR (state = 'pending') <> (settled_at IS NULL)
        OR (worker IS NOT NULL AND state <> 'pending') ORDER BY number LIMIT ${most}`,
  )
  return [
    ...wrong.map(({ id }) => `webhook message ${id}: it does not say right whether it has deliveries`),
    ...odd.map(({ number }) => `webhook delivery ${number}: its state is not what became of it`),
  ]
}

/** A JSON array of texts. */
function readList(text: string): readonly string[] | undefined {
  const value = tryTo(() => parseJson(Buffer.from(text)))
  return Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined
}
