/**
 * Notifies subscribers: events are queued in the transaction that makes them true, and sent by a worker
 * later.
 *
 * @packageDocumentation
 */
import { encodeHex, encodeUtf8 } from '../core/encoding.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { AuditDraw } from '../model/audit-record.js'
import { parseStatement } from '../model/statement.js'
import type { WebhookEvent, WebhookEventType } from '../model/webhook-event.js'
import type { StatementRow } from '../store/ceremonies.js'
import type { Transaction } from '../store/store.js'
import { createView, formatAuditRecord } from '../store/views.js'
import type { RandomBytes } from './secrets.js'

/** An event of a raffle. */
export type Announcement = { readonly raffleId: string } & (
  | { readonly type: 'draw.completed'; readonly draw: AuditDraw }
  | { readonly type: 'draw.replaced'; readonly draw: AuditDraw; readonly reason: string }
  | { readonly type: 'audit.published'; readonly totalDraws: number }
  | { readonly type: 'raffle.cancelled'; readonly reason: string }
)

/** Max bytes of a body that receivers must accept, by Standard Webhooks. */
const mostBytes = 20_000

/** Max characters of a reason: even fully escaped it leaves room for the rest. */
const mostOfReason = 2000

/**
 * Queues events for subscribed endpoints. Does nothing if webhooks were never set up.
 *
 * @param mostPending - max outstanding deliveries in all; further ones are held.
 * @throws DrawauditError `webhook-event` for an event that is too large; events of a ceremony never are.
 */
export async function announce(
  transaction: Transaction,
  announcements: readonly Announcement[],
  at: Date,
  random: RandomBytes,
  mostPending = 1_000_000,
): Promise<void> {
  if (announcements.length === 0) return
  const { outbox } = transaction
  const settings = await outbox.readWebhookSettings()
  if (settings === undefined) return
  const endpoints = (await outbox.listEndpoints()).filter(
    ({ state }) => state === 'active' || state === 'paused',
  )
  let room = mostPending - (await outbox.countPending(mostPending))
  const audits = new Map<string, Audit>()
  for (const announcement of announcements) {
    const { raffleId, type } = announcement
    const audit = audits.get(raffleId) ?? (await readAudit(transaction, raffleId, settings.apiUrl))
    audits.set(raffleId, audit)
    const body = encodeEvent(announcement, audit, at)
    const wanting = endpoints.filter(({ events }) => events === undefined || events.includes(type))
    const deliveries = wanting.map(({ id }) => {
      room -= 1
      return { endpoint: id, state: room >= 0 ? ('pending' as const) : ('held' as const) }
    })
    const id = createMessageId(random)
    await outbox.queue({ id, type, raffleId, createdAt: at.getTime(), body }, deliveries)
  }
}

/** Queues the events of signed statements: after the record is published, in the same transaction. */
export async function announceStatements(
  transaction: Transaction,
  raffleId: string,
  signed: readonly StatementRow[],
  at: Date,
  random: RandomBytes,
): Promise<void> {
  if ((await transaction.outbox.readWebhookSettings()) === undefined) return
  const statements = signed.map(({ payload }) => parseStatement(payload))
  const record = await transaction.readAuditRecord(raffleId)
  const draws = record?.draws ?? []
  const announcements = statements.flatMap((statement): Announcement | readonly Announcement[] => {
    if (statement.type === 'cancellation') {
      return { type: 'raffle.cancelled', raffleId, reason: statement.reason }
    }
    if (statement.type !== 'draw' && statement.type !== 'replacement') return []
    const draw = draws.find(({ draw_id }) => draw_id === statement.draw_id)
    if (draw === undefined) throw new DrawauditError('internal', `draw ${statement.draw_id} is not published`)
    return statement.type === 'draw'
      ? { type: 'draw.completed', raffleId, draw }
      : { type: 'draw.replaced', raffleId, draw, reason: statement.reason }
  })
  if (record !== undefined && statements.some(({ type }) => type === 'draw')) {
    const first = (await transaction.ceremonies.readCeremony(raffleId))?.statements[0]
    const commitment = first && parseStatement(first.payload)
    if (commitment?.type === 'commitment' && commitment.prizes.length === draws.length) {
      announcements.push({ type: 'audit.published', raffleId, totalDraws: draws.length })
    }
  }
  await announce(transaction, announcements, at, random)
}

/** The `webhook-id` of a new message. */
export const createMessageId = (random: RandomBytes): string => `msg_${encodeHex(random(16))}`

/** The current audit record of a raffle. */
interface Audit {
  readonly url: string
  /** Its ETag. */
  readonly etag: string
}

/**
 * Caches hold a record with a draw for an hour, so the URL contains the record's digest: no cache has seen it
 * with an earlier record.
 */
async function readAudit(transaction: Transaction, raffleId: string, apiUrl: string): Promise<Audit> {
  const record = await transaction.readAuditRecord(raffleId)
  const { etag } = createView(formatAuditRecord(record ?? { raffle_id: raffleId, draws: [] }))
  return { url: `${apiUrl}/raffles/${raffleId}/audit?etag=${etag.slice(1, -1)}`, etag }
}

/** The event body, the same for all endpoints. */
function encodeEvent(announcement: Announcement, audit: Audit, at: Date): Uint8Array {
  const event = { timestamp: formatTime(at), ...describe(announcement, audit) }
  const { type, timestamp, data } = event
  const body = encodeUtf8(JSON.stringify({ type, timestamp, data }))
  if (body.length <= mostBytes) return body
  throw new DrawauditError(
    'webhook-event',
    `the event ${type} of raffle ${announcement.raffleId} would have ${body.length} bytes, and webhooks have ${mostBytes} at most`,
    { hint: 'the id of its winning entry is too long' },
  )
}

type Described = { readonly [Type in WebhookEventType]: Omit<WebhookEvent & { type: Type }, 'timestamp'> }

function describe(
  announcement: Announcement,
  { url: audit_url, etag: audit_etag }: Audit,
): Described[WebhookEventType] {
  const { type, raffleId: raffle_id } = announcement
  switch (type) {
    case 'draw.completed':
      return { type, data: describeDraw(raffle_id, announcement.draw, audit_url) }
    case 'draw.replaced': {
      const { draw, reason } = announcement
      return { type, data: { ...describeDraw(raffle_id, draw, audit_url), reason: shorten(reason) } }
    }
    case 'audit.published': {
      const { totalDraws: total_draws } = announcement
      return { type, data: { raffle_id, total_draws, audit_url, audit_etag } }
    }
    case 'raffle.cancelled':
      return { type, data: { raffle_id, reason: shorten(announcement.reason) } }
  }
}

function describeDraw(
  raffle_id: string,
  { draw_id, winner_entry_id, signature_hash }: AuditDraw,
  audit_url: string,
) {
  return { raffle_id, draw_id, winner_entry_id, signature_hash, audit_url }
}

/** The full reason is in the published record. */
function shorten(reason: string): string {
  if (reason.length <= mostOfReason) return reason
  return `${reason
    .slice(0, mostOfReason)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
