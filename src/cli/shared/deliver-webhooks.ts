/**
 * Delivering what is in the outbox of a store: what `webhook deliver` and the thread of `serve` have in common.
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
  /** Attempts a second at one host. */
  readonly rate: number
  /** How long attempts and what is done are kept. */
  readonly keepDays: number
  readonly once: boolean
  readonly onAttempt: (attempted: Attempted) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * Delivers until `stop`, or all that is due.
 *
 * @param cut - cuts what is under way.
 * @throws DrawauditError `secret-locked`, and as the store does.
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

/** A sender whose attempts have a span each, where there are traces. */
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
 * The secrets of a store that has webhooks.
 *
 * @throws DrawauditError `webhook-missing` for one that has none, and as `openSecrets` does.
 */
export async function openWebhookSecrets({ store, openSecrets }: Desk): Promise<SecretBox> {
  if ((await store.outbox.readWebhookSettings()) !== undefined) return openSecrets()
  throw new DrawauditError('webhook-missing', 'the store has no endpoint that could be told', {
    hint: 'add one: drawaudit webhook add URL --api-url URL',
  })
}

/** An attempt as a line of the log: the host, and not the rest of the URL, which may be secret. */
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
