/**
 * The events sent to subscribers: docs/WEBHOOKS.md.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validateWebhookEvent } from './validators/webhook-event.js'

/** All event types to subscribe to. */
export const webhookEventTypes = [
  'draw.completed',
  'draw.replaced',
  'audit.published',
  'raffle.cancelled',
] as const

/** One of {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** The event data of a draw. */
export interface DrawAnnounced {
  readonly raffle_id: string
  readonly draw_id: string
  readonly winner_entry_id: string
  readonly signature_hash: string
  readonly audit_url: string
}

/** `data` by event type. */
interface DataOfEvents {
  readonly 'draw.completed': DrawAnnounced
  readonly 'draw.replaced': DrawAnnounced & { readonly reason: string }
  readonly 'audit.published': {
    readonly raffle_id: string
    readonly total_draws: number
    readonly audit_url: string
    /** The ETag of the audit record, including quotes. */
    readonly audit_etag: string
  }
  readonly 'raffle.cancelled': { readonly raffle_id: string; readonly reason: string }
  /** Sent to one endpoint when it is added: echoing the challenge confirms the subscription. */
  readonly 'endpoint.challenge': { readonly challenge: string }
}

/** The body of a webhook, as schemas/webhook-event.json defines it. */
export type WebhookEvent = {
  readonly [Type in keyof DataOfEvents]: {
    /** What happened. */
    readonly type: Type
    /** Time of the event. */
    readonly timestamp: string
    /** Content of the event, by its type. */
    readonly data: DataOfEvents[Type]
  }
}[keyof DataOfEvents]

/**
 * Reads the body of a webhook, after its signature was verified. Unknown members are kept.
 *
 * @param value - the body of a webhook, from {@link parseJson}.
 * @throws DrawauditError `webhook-event` for anything that breaks the schema, including an unknown event
 * type.
 */
export function parseWebhookEvent(value: unknown): WebhookEvent {
  const problems = findProblems(validateWebhookEvent, value)
  if (problems.length === 0) return value as WebhookEvent
  throw new DrawauditError('webhook-event', `not an event: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'ignore events of a type that you do not know: others may be added',
  })
}
