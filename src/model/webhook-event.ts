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
  /** A UUID in lower case. */
  readonly raffle_id: string
  /** A UUID in lower case. */
  readonly draw_id: string
  /** Id of the winning entry. */
  readonly winner_entry_id: string
  /** SHA-256 of the draw’s signature, as `sha256:…`. */
  readonly signature_hash: string
  /** Where the audit record of the raffle is published. */
  readonly audit_url: string
}

/** `data` by event type. */
export interface DataOfEvents {
  /** A prize was drawn. */
  readonly 'draw.completed': DrawAnnounced
  /** A winner was replaced. */
  readonly 'draw.replaced': DrawAnnounced & {
    /** Why, for people. */
    readonly reason: string
  }
  /** The last prize was drawn, and the audit record is complete. */
  readonly 'audit.published': {
    /** A UUID in lower case. */
    readonly raffle_id: string
    /** Number of draws in the record. */
    readonly total_draws: number
    /** Where the audit record is published. */
    readonly audit_url: string
    /** The ETag of the audit record, including quotes. */
    readonly audit_etag: string
  }
  /** There will be no further draws. */
  readonly 'raffle.cancelled': {
    /** A UUID in lower case. */
    readonly raffle_id: string
    /** Why, for people. */
    readonly reason: string
  }
  /** Sent to one endpoint when it is added: echoing the challenge confirms the subscription. */
  readonly 'endpoint.challenge': {
    /** To be sent back as `{ "challenge": … }`. */
    readonly challenge: string
  }
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
