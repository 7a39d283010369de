/**
 * The view of the keys that sign what one endpoint is sent. They are not with those of the operators, which are for
 * everyone: whoever took the keys of all endpoints would take what was sent to another one, too.
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

/** Answers whoever knows the id of an endpoint, which cannot be guessed. */
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
