/**
 * The view of the keys that sign one endpoint's webhooks. They are not among the operators' public keys: a
 * receiver that trusted the keys of all endpoints would accept messages meant for another one.
 *
 * @packageDocumentation
 */
import type { TrustJson } from '../model/trust.js'
import { formatEndpointKeys, isEndpointId } from '../store/outbox.js'
import type { Store } from '../store/store.js'
import { createView } from '../store/views.js'
import { revalidate, serveView } from './raffles.js'
import type { RouteAnswer } from './route.js'

export type WebhookViews = Readonly<Record<'webhookKeys', RouteAnswer>>

/** Answers clients that know an endpoint's id, which cannot be guessed. */
export function createWebhookViews({ store }: { readonly store: Pick<Store, 'outbox'> }): WebhookViews {
  return {
    async webhookKeys(exchange, { parameter, type }) {
      const endpoint = isEndpointId(parameter) ? await store.outbox.readEndpoint(parameter) : undefined
      if (endpoint === undefined) {
        exchange.fail(404, 'there is no webhook endpoint of this id')
        return
      }
      const keys: TrustJson = {
        trust: 'drawaudit/v1',
        webhook_keys: formatEndpointKeys(endpoint, Date.now()),
      }
      await exchange.sendView(serveView(createView(JSON.stringify(keys)), revalidate), type)
    },
  }
}
