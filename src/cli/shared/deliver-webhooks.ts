/**
 * Delivery of a store's outbox, shared by `webhook deliver` and the thread of `serve`.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import { formatTime } from '../../core/time.js'
import { readVersion } from '../../io/own-files.js'
import { native } from '../../native/engine.js'
import { DrawauditError } from '../../errors.js'
import type { Desk } from '../../operator/desk.js'
import type { SecretBox } from '../../operator/secrets.js'
import { escapeText } from '../../render/escape.js'
import { loadTraces, type Traces } from '../../server/traces.js'
import { createDeliverer, type Delivered, type Deliverer } from '../../webhook/deliver.js'
import type { Attempted } from '../../webhook/record.js'
import { createSender, type Sender } from '../../webhook/send.js'

export interface DeliverOptions {
  /** Maximum attempts per second and host. */
  readonly rate: number
  /** Days that attempts and finished events are kept. */
  readonly keepDays: number
  readonly once: boolean
  readonly onAttempt: (attempted: Attempted) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * Delivers until `stop`, or with `once` everything due.
 *
 * @param cut - aborts requests in progress.
 * @throws DrawauditError `secret-locked`; as the store does.
 */
export async function deliverWebhooks(
  desk: Desk,
  { rate, keepDays, once, onAttempt, onTrouble }: DeliverOptions,
  stop: AbortSignal,
  cut: AbortSignal,
): Promise<Delivered> {
  const { decrypt } = await openWebhookSecrets(desk)
  const sender = watchSender(createSender(), await loadTraces(readVersion()))
  const deliverer: Deliverer = createDeliverer({
    store: desk.store,
    decrypt,
    sender,
    engine: native,
    worker: randomUUID(),
    now: () => Date.now(),
    random: Math.random,
    limits: { rate },
    keepDays,
    onAttempt,
    onTrouble,
  })
  try {
    return await (once ? deliverer.runOnce(stop, cut) : deliverer.run(stop, cut))
  } finally {
    sender.close()
  }
}

/** A sender with a trace span for each attempt, if tracing is on. */
function watchSender(sender: Sender, traces: Traces | undefined): Sender {
  if (traces === undefined) return sender
  return {
    ...sender,
    send: outgoing =>
      traces.ask(outgoing.url, header =>
        sender.send({ ...outgoing, headers: [...outgoing.headers, ...header] }),
      ),
  }
}

/**
 * The secrets of a store with webhooks.
 *
 * @throws DrawauditError `webhook-missing` for a store without webhooks; as `openSecrets` does.
 */
export async function openWebhookSecrets({ store, openSecrets }: Desk): Promise<SecretBox> {
  if ((await store.outbox.readWebhookSettings()) !== undefined) return openSecrets()
  throw new DrawauditError('webhook-missing', 'the store has no webhook endpoint', {
    hint: 'add one: drawaudit webhook add URL --api-url URL',
  })
}

/** Log fields of an attempt: the host, but not the rest of the URL, which may be secret. */
export function describeAttempt({ attempt, due, notBefore, message, ...rest }: Attempted): object {
  const { status, error, duration, address } = attempt
  return {
    ...rest,
    host: escapeText(rest.host, 200),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { code: error }),
    ...(message !== undefined && { message: escapeText(message, 200) }),
    ...(address !== undefined && { address }),
    ms: duration,
    ...(due !== undefined && { due: formatTime(new Date(due)) }),
    ...(notBefore !== undefined && { notBefore: formatTime(new Date(notBefore)) }),
  }
}
