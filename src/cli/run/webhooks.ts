/**
 * Notifies webhook subscribers during a run.
 *
 * @packageDocumentation
 */
import type { Desk } from '../../operator/desk.js'
import { deliverWebhooks } from '../shared/deliver-webhooks.js'
import { deliveryDefaults } from '../shared/delivery-defaults.js'
import type { Errand } from './errands.js'

/** Delivers due events; the outbox schedules retries. */
export const webhookErrand = (desk: Desk): Errand => ({
  async run(signal) {
    const { outbox } = desk.store
    if ((await outbox.readWebhookSettings()) === undefined) return []
    const options = {
      ...deliveryDefaults,
      once: true,
      onAttempt: () => undefined,
      onTrouble: () => undefined,
    }
    await deliverWebhooks(desk, options, signal, signal)
    return (await outbox.countPending(1)) > 0 ? ['not every subscriber has been notified'] : []
  },
})
