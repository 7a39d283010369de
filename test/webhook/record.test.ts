import { join } from 'node:path'
import t from 'tap'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { EndpointRow } from '../../src/store/outbox.js'
import type { Store } from '../../src/store/store.js'
import { longestDelay } from '../../src/webhook/retry.js'
import { hostOfEndpoint, recordAttempt } from '../../src/webhook/record.js'
import type { Sent } from '../../src/webhook/send.js'
import { endpoint, endpointId, message, queue, start, write } from '../store/contract/outbox.js'

const now = start + 10

/** A store in which worker `a` has the one delivery that an endpoint waits for. */
async function setUp(test: Pick<typeof t, 'testdir' | 'teardown'>): Promise<Store> {
  const store = await openSqliteStore(join(test.testdir(), 'raffles.db'), { access: 'write', create: true })
  test.teardown(() => store.close())
  await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
  await queue(store, [1], [1])
  await write(store, outbox => outbox.beat('a', now, now + 60_000))
  return store
}

interface Given {
  /** Made before. */
  readonly attempts?: number
  readonly pause?: number
  readonly retryAfter?: number
  readonly message?: string
  /** As it was when the attempt began. */
  readonly told?: EndpointRow
}

/** Records how the delivery went. */
async function record(store: Store, attempt: { status: number } | { error: string }, given: Given = {}) {
  const { attempts = 0, pause = 0, retryAfter, told = endpoint(1) } = given
  return write(store, async outbox => {
    const [taken] = await outbox.claim('a', endpointId(1), 1, now)
    const claimed = taken ?? {
      number: 1,
      endpoint: told.id,
      messageId: message(1).id,
      body: message(1).body,
      attempts,
      createdAt: start,
    }
    const sent: Sent = {
      attempt: { at: now, duration: 5, ...attempt },
      ...(retryAfter !== undefined && { retryAfter }),
      ...(given.message !== undefined && { message: given.message }),
      answer: new Uint8Array(),
    }
    const ended = { worker: 'a', claimed: { ...claimed, attempts }, endpoint: told, sent, pause }
    return recordAttempt(outbox, ended, { now, random: 0.5 })
  })
}

const logged = { endpoint: endpointId(1), host: 'subscriber-1.example', messageId: message(1).id }

await t.test('an endpoint that a fast clock had put off is asked to wait by the right one', async t => {
  const store = await setUp(t)
  const kept = now + longestDelay
  for (const [notBefore, expected] of [
    [now + 1000, now + 60_000],
    [kept, kept],
    [kept + 1, now + 60_000],
  ] as const) {
    const told = endpoint(1, { notBefore })
    await write(store, outbox => outbox.writeEndpoint(told))
    await record(store, { status: 503 }, { retryAfter: 60, told })
    const row = await store.outbox.readEndpoint(told.id)
    t.equal(row?.notBefore, expected)
  }
})

await t.test('what is logged of an attempt that succeeded', async t => {
  const store = await setUp(t)
  t.strictSame(await record(store, { status: 204 }, { retryAfter: 60 }), {
    attempted: { ...logged, attempt: { at: now, duration: 5, status: 204 }, count: 1, outcome: 'delivered' },
    changed: false,
  })
})

await t.test('what is logged of an attempt that is made again', async t => {
  const store = await setUp(t)
  const attempt = { at: now, duration: 5, error: 'remote-closed' }
  const words = 'the connection was closed'
  t.strictSame(await record(store, { error: 'remote-closed' }, { message: words }), {
    attempted: { ...logged, attempt, count: 1, outcome: 'again', due: now + 5000, message: words },
    changed: false,
  })
  const [row] = await store.outbox.listDeliveries({ limit: 1 })
  t.match(row, { state: 'pending', due: now + 5000, lastAttempt: attempt })
})

await t.test('what is logged of an attempt after which an endpoint is left alone', async t => {
  const store = await setUp(t)
  const attempt = { at: now, duration: 5, status: 503 }
  t.strictSame(await record(store, { status: 503 }, { pause: 30_000 }), {
    attempted: { ...logged, attempt, count: 1, outcome: 'again', due: now + 5000, notBefore: now + 30_000 },
    changed: true,
  })
  t.match(await store.outbox.readEndpoint(endpointId(1)), { state: 'active', notBefore: now + 30_000 })
})

await t.test('who is left alone until then anyway is not changed', async t => {
  const store = await setUp(t)
  for (const notBefore of [now + 30_000, now + 40_000]) {
    const told = endpoint(1, { notBefore })
    await write(store, outbox => outbox.writeEndpoint(told))
    const { attempted, changed } = await record(store, { status: 503 }, { pause: 30_000, told })
    t.equal(changed, false, `${notBefore - now} ms`)
    t.notOk('notBefore' in attempted, 'that is not due to this attempt')
    t.match(await store.outbox.readEndpoint(told.id), { notBefore })
  }
})

await t.test('what is logged of an endpoint that is gone', async t => {
  const store = await setUp(t)
  t.strictSame(await record(store, { status: 410 }, { pause: 30_000, retryAfter: 60 }), {
    attempted: { ...logged, attempt: { at: now, duration: 5, status: 410 }, count: 1, outcome: 'gone' },
    changed: true,
  })
  t.match(await store.outbox.readEndpoint(endpointId(1)), {
    state: 'disabled',
    reason: 'it answered 410 Gone',
    changedAt: now,
    notBefore: 0,
  })
  const [row] = await store.outbox.listDeliveries({ limit: 1 })
  t.match(row, { state: 'failed', attempts: 1, doneAt: now + 5 })
})

await t.test('what is logged of the last attempt', async t => {
  const store = await setUp(t)
  t.strictSame(await record(store, { status: 500 }, { attempts: 9, pause: 30_000 }), {
    attempted: { ...logged, attempt: { at: now, duration: 5, status: 500 }, count: 10, outcome: 'failed' },
    changed: true,
  })
  t.match(await store.outbox.readEndpoint(endpointId(1)), {
    state: 'disabled',
    reason: '10 attempts failed, and nothing was delivered meanwhile',
  })
})

await t.test('why an endpoint was disabled is not forgotten for what was still under way', async t => {
  const store = await setUp(t)
  const reason = '10 attempts failed, and nothing was delivered meanwhile'
  const row = endpoint(1, { state: 'disabled', reason, changedAt: start + 1 })
  await write(store, outbox => outbox.writeEndpoint(row))
  t.match(await record(store, { status: 410 }), { changed: true, attempted: { outcome: 'gone' } })
  t.strictSame(await store.outbox.readEndpoint(row.id), row)
})

await t.test('an endpoint that was removed meanwhile is not changed', async t => {
  const store = await setUp(t)
  await write(store, outbox => outbox.removeEndpoint(endpointId(1)))
  for (const [status, given] of [
    [410, {}],
    [500, { attempts: 9 }],
    [503, { pause: 30_000 }],
  ] as const) {
    const { attempted, changed } = await record(store, { status }, given)
    t.equal(changed, false, String(status))
    t.match(attempted, { ...logged, attempt: { status } })
  }
  t.strictSame(await store.outbox.listEndpoints(), [], 'nor is it there again')
})

await t.test('endpoints share a host whatever their port, and with or without a dot at its end', t => {
  for (const [origin, host] of [
    ['https://a.example', 'a.example'],
    ['https://a.example.', 'a.example'],
    ['https://a.example:8443', 'a.example'],
    ['http://192.0.2.1:80', '192.0.2.1'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]'],
    ['not an origin', 'not an origin'],
  ] as const) {
    t.equal(hostOfEndpoint(endpoint(1, { origin })), host)
  }
  t.end()
})
