/**
 * What subscribers are told: the events of docs/WEBHOOKS.md.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validateWebhookEvent } from './validators/webhook-event.js'

/** Every event that a subscriber can ask for. */
export const webhookEventTypes = [
  'draw.completed',
  'draw.replaced',
  'audit.published',
  'raffle.cancelled',
] as const

/** One of {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** What a subscriber is told of a draw. */
export interface DrawAnnounced {
  readonly raffle_id: string
  readonly draw_id: string
  readonly winner_entry_id: string
  readonly signature_hash: string
  readonly audit_url: string
}

/** `data` by the type of the event. */
interface DataOfEvents {
  readonly 'draw.completed': DrawAnnounced
  readonly 'draw.replaced': DrawAnnounced & { readonly reason: string }
  readonly 'audit.published': {
    readonly raffle_id: string
    readonly total_draws: number
    readonly audit_url: string
    /** The ETag of the audit record, quotes included. */
    readonly audit_etag: string
  }
  readonly 'raffle.cancelled': { readonly raffle_id: string; readonly reason: string }
  /** Sent to one endpoint when it is added: it wants events if it answers with the challenge. */
  readonly 'endpoint.challenge': { readonly challenge: string }
}

/** The body of a webhook: its form is that of schemas/webhook-event.json. */
export type WebhookEvent = {
  readonly [Type in keyof DataOfEvents]: {
    readonly type: Type
    /** When it happened. */
    readonly timestamp: string
    readonly data: DataOfEvents[Type]
  }
}[keyof DataOfEvents]

/**
 * Reads the body of a webhook, after its signature was verified. Members that it does not know are left as they are.
 *
 * @throws DrawauditError `webhook-event` for what breaks the schema, a type of event that is not known among it.
 */
export function parseWebhookEvent(value: unknown): WebhookEvent {
  const problems = findProblems(validateWebhookEvent, value)
  if (problems.length === 0) return value as WebhookEvent
  throw new DrawauditError('webhook-event', `not an event: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'ignore events of a type that you do not know: others may be added',
  })
}
