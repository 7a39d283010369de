/**
 * Whom the webhooks of the tests go to.
 *
 * @packageDocumentation
 */
import { createReceiver } from '../../webhook/stage.js'
import type { Received } from './io-stage.js'

/** Listens on this machine until the test ends. */
export async function receive(test: Parameters<typeof createReceiver>[0]): Promise<Received> {
  const bodies = new Map<string, readonly string[]>()
  const receiver = await createReceiver(test, ({ headers, body }) => {
    const id = String(headers['webhook-id'])
    bodies.set(id, [...(bodies.get(id) ?? []), body.toString()])
    return { status: 204 }
  })
  return { url: receiver.url(), bodies }
}
