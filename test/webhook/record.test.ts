import { join } from 'node:path'
import t from 'tap'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { longestDelay } from '../../src/webhook/retry.js'
import { recordAttempt } from '../../src/webhook/record.js'
import { endpoint, message, start } from '../store/contract/outbox.js'

await t.test('an endpoint that a fast clock had put off is asked to wait by the right one', async t => {
  const store = await openSqliteStore(join(t.testdir(), 'raffles.db'), { access: 'write', create: true })
  t.teardown(() => store.close())
  const now = start + 10
  const kept = now + longestDelay
  for (const [notBefore, expected] of [
    [now + 1000, now + 60_000],
    [kept, kept],
    [kept + 1, now + 60_000],
  ] as const) {
    const told = endpoint(1, { notBefore })
    const { notBefore: written } = await store.transact(async ({ outbox }) => {
      await outbox.writeEndpoint(told)
      await outbox.beat('a', now, now + 60_000)
      const body = message(1).body
      const claimed = {
        number: 1,
        endpoint: told.id,
        messageId: message(1).id,
        body,
        attempts: 0,
        createdAt: now,
      }
      const attempt = { at: now, duration: 5, status: 503 }
      const sent = { attempt, retryAfter: 60, answer: new Uint8Array() }
      const ended = { worker: 'a', claimed, endpoint: told, sent, pause: 0 }
      await recordAttempt(outbox, ended, { now, random: 0 })
      return (await outbox.readEndpoint(told.id)) ?? told
    })
    t.equal(written, expected)
  }
})
