/**
 * What every store has to do with webhooks, whatever database is below it.
 *
 * @packageDocumentation
 */
import type { Test } from 'tap'
import { derivePublicKey } from '../../../src/core/dsse.js'
import type {
  ClaimedDelivery,
  DeliveryResult,
  DeliveryState,
  EndpointKey,
  EndpointRow,
  MessageRow,
  OutboxWriter,
} from '../../../src/store/outbox.js'
import type { Store } from '../../../src/store/store.js'

/** Milliseconds since 1970. */
export const start = Date.UTC(2026, 8, 1, 12)

/** The id of an endpoint by a number. */
export const endpointId = (n: number): string => `ep_${String(n).padStart(32, '0')}`

/** The id of a message by a number. */
export const messageId = (n: number): string => `msg_${String(n).padStart(32, '0')}`

export const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

/** A key by a number, no other one's. */
export function endpointKey(n: number): EndpointKey {
  const seed = Buffer.alloc(32)
  seed.writeUInt32BE(n)
  return { publicKey: derivePublicKey(seed).bytes, secret: Uint8Array.of(4, n) }
}

/** An endpoint by a number, active and told of everything. */
export function endpoint(n: number, more: Partial<EndpointRow> = {}): EndpointRow {
  return {
    id: endpointId(n),
    origin: `https://subscriber-${n}.example`,
    path: Uint8Array.of(3, n),
    allow: { http: false, anyPort: false, networks: [] },
    state: 'active',
    createdAt: start,
    changedAt: start,
    secret: Uint8Array.of(1, 2, n),
    key: endpointKey(n),
    notBefore: 0,
    ...more,
  }
}

/** A message by a number: the event that a raffle was cancelled. */
export function message(n: number, more: Partial<MessageRow> = {}): MessageRow {
  const data = { raffle_id: raffleId, reason: `reason ${n}` }
  const event = { type: 'raffle.cancelled', timestamp: '2026-09-01T12:00:00+00:00', data }
  return {
    id: messageId(n),
    type: event.type,
    raffleId,
    createdAt: start + n,
    body: new Uint8Array(Buffer.from(JSON.stringify(event))),
    ...more,
  }
}

/** Writes in a transaction. */
export const write = <T>(store: Store, work: (outbox: OutboxWriter) => Promise<T>): Promise<T> =>
  store.transact(({ outbox }) => work(outbox))

/** Queues messages by their numbers for endpoints by theirs. */
export async function queue(
  store: Store,
  messages: readonly number[],
  endpoints: readonly number[],
  state: 'pending' | 'held' = 'pending',
): Promise<void> {
  await write(store, async outbox => {
    for (const n of messages) {
      await outbox.queue(
        message(n),
        endpoints.map(one => ({ endpoint: endpointId(one), state })),
      )
    }
  })
}

/** Takes what is due, as a worker that is alive for a minute. */
export const claim = (
  store: Store,
  worker: string,
  n: number,
  now: number,
  limit = 10,
): Promise<readonly ClaimedDelivery[]> =>
  write(store, async outbox => {
    await outbox.beat(worker, now, now + 60_000)
    return outbox.claim(worker, endpointId(n), limit, now)
  })

const result = (
  number: number,
  at: number,
  next: DeliveryResult['next'],
  more: Partial<DeliveryResult['attempt']> = { status: 200 },
): DeliveryResult => ({ number, attempt: { at, duration: 40, ...more }, next })

/** @param open - opens an empty store; the same one when it is called again in one test. */
export async function checkOutbox(t: Test, open: (test: Test) => Promise<Store>): Promise<void> {
  const states = async (store: Store, n?: number): Promise<readonly (readonly [string, DeliveryState])[]> =>
    (
      await store.outbox.listDeliveries({ ...(n !== undefined && { endpoint: endpointId(n) }), limit: 100 })
    ).map(one => [one.messageId, one.state] as const)

  await t.test('settings', async t => {
    const store = await open(t)
    t.equal(await store.outbox.readWebhookSettings(), undefined)
    await write(store, async outbox => {
      await outbox.writeWebhookSettings({ apiUrl: 'https://old.example/api/v1' })
      await outbox.writeWebhookSettings({ apiUrl: 'https://raffles.example/api/v1' })
    })
    t.strictSame(await store.outbox.readWebhookSettings(), { apiUrl: 'https://raffles.example/api/v1' })
  })

  await t.test('endpoints, in the order in which they were made', async t => {
    const store = await open(t)
    const full = endpoint(7, {
      events: ['draw.completed', 'draw.replaced'],
      allow: { http: true, anyPort: true, networks: ['10.0.0.0/8', 'fd00::/8'] },
      state: 'disabled',
      reason: 'it is gone',
      oldSecret: { secret: Uint8Array.of(9), until: start + 1000 },
      oldKey: { ...endpointKey(70), until: start + 2000 },
      notBefore: start + 5,
    })
    await write(store, async outbox => {
      await outbox.writeEndpoint(full)
      await outbox.writeEndpoint(endpoint(3))
    })
    t.same(await store.outbox.listEndpoints(), [full, endpoint(3)])
    await write(store, outbox => outbox.writeEndpoint(endpoint(7, { state: 'paused' })))
    t.same(
      await store.outbox.listEndpoints(),
      [endpoint(7, { state: 'paused' }), endpoint(3)],
      'nothing stays',
    )
    await write(store, outbox => outbox.removeEndpoint(endpointId(7)))
    await write(store, outbox => outbox.removeEndpoint(endpointId(7)))
    t.same(await store.outbox.listEndpoints(), [endpoint(3)])
    await t.rejects(
      write(store, outbox => outbox.writeEndpoint(endpoint(4, { key: endpointKey(3) }))),
      'no two have one key',
    )
    t.same(await store.outbox.listEndpoints(), [endpoint(3)])
  })

  await t.test('a delivery from its queue to its end', async t => {
    const store = await open(t)
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    t.strictSame(await store.outbox.listDue(), [])
    await queue(store, [1, 2], [1])
    t.strictSame(await store.outbox.listDue(), [{ endpoint: endpointId(1), due: start + 1 }])
    t.equal(await store.outbox.countPending(10), 2)
    t.equal(await store.outbox.countPending(1), 1, 'up to a limit')
    t.strictSame(await claim(store, 'a', 1, start), [], 'nothing is due')
    const [one, ...more] = await claim(store, 'a', 1, start + 5, 1)
    t.strictSame(more, [])
    t.strictSame(one, {
      number: one?.number,
      endpoint: endpointId(1),
      messageId: messageId(1),
      body: message(1).body,
      attempts: 0,
      createdAt: start + 1,
    })
    t.strictSame(await store.outbox.listDue(), [{ endpoint: endpointId(1), due: start + 2 }], 'the next')
    const number = one?.number ?? 0
    const again = result(number, start + 10, { state: 'pending', due: start + 5000 }, { error: 'timeout' })
    t.equal(await write(store, outbox => outbox.record('a', again)), true)
    t.equal(await write(store, outbox => outbox.record('a', again)), false, 'it has it no more')
    t.equal(await store.outbox.hasDelivered(endpointId(1), 0), false)
    t.strictSame(
      (await claim(store, 'b', 1, start + 4999)).map(({ messageId: id }) => id),
      [messageId(2)],
    )
    const [retry] = await claim(store, 'b', 1, start + 5000)
    t.match(retry, { number, attempts: 1, createdAt: start + 1 })
    const last = result(number, start + 6000, { state: 'delivered' }, { status: 204, address: '192.0.2.1' })
    t.equal(await write(store, outbox => outbox.record('b', last)), true)
    t.equal(await store.outbox.hasDelivered(endpointId(1), start + 6040), true)
    t.equal(await store.outbox.hasDelivered(endpointId(1), start + 6041), false)
    t.strictSame(await store.outbox.listDeliveries({ messageId: messageId(1), limit: 5 }), [
      {
        number,
        messageId: messageId(1),
        type: 'raffle.cancelled',
        raffleId,
        endpoint: endpointId(1),
        state: 'delivered',
        attempts: 2,
        due: start + 5000,
        createdAt: start + 1,
        doneAt: start + 6040,
        lastAttempt: last.attempt,
      },
    ])
    t.strictSame(await store.outbox.listAttempts(number), [again.attempt, again.attempt, last.attempt])
    t.equal(await store.outbox.countPending(10), 1)
  })

  await t.test('what is listed, the newest first', async t => {
    const store = await open(t)
    await write(store, async outbox => {
      for (const n of [1, 2]) await outbox.writeEndpoint(endpoint(n))
    })
    await queue(store, [1, 2, 3], [1, 2])
    await queue(store, [4], [2], 'held')
    await write(store, async outbox => {
      await outbox.beat('a', start, start + 1000)
      const [first] = await outbox.claim('a', endpointId(2), 1, start + 10)
      await outbox.record('a', result(first?.number ?? 0, start + 9, { state: 'failed' }))
    })
    const list = async (filter: object): Promise<readonly string[]> =>
      (await store.outbox.listDeliveries({ limit: 100, ...filter })).map(
        one => `${Number(one.messageId.slice(4))}→${Number(one.endpoint.slice(3))}`,
      )
    t.strictSame(await list({}), ['4→2', '3→2', '3→1', '2→2', '2→1', '1→2', '1→1'])
    t.strictSame(await list({ limit: 3 }), ['4→2', '3→2', '3→1'])
    t.strictSame(await list({ endpoint: endpointId(2) }), ['4→2', '3→2', '2→2', '1→2'])
    t.strictSame(await list({ endpoint: endpointId(2), state: 'pending', limit: 1 }), ['3→2'])
    t.strictSame(await list({ state: 'failed' }), ['1→2'])
    t.strictSame(await list({ state: 'held' }), ['4→2'])
    t.strictSame(await list({ messageId: messageId(1) }), ['1→2', '1→1'])
    t.strictSame(await list({ messageId: messageId(1), state: 'failed', endpoint: endpointId(1) }), [])
    t.strictSame(await list({ endpoint: endpointId(9) }), [])
  })

  await t.test('only what is active is sent, and nothing is lost meanwhile', async t => {
    const store = await open(t)
    await write(store, async outbox => {
      await outbox.writeEndpoint(endpoint(1, { state: 'paused' }))
      await outbox.writeEndpoint(endpoint(2))
    })
    await queue(store, [1], [1, 2])
    t.strictSame(await store.outbox.listDue(), [{ endpoint: endpointId(2), due: start + 1 }])
    t.strictSame(await claim(store, 'a', 1, start + 10), [])
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    t.equal((await store.outbox.listDue()).length, 2)
    t.equal((await claim(store, 'a', 1, start + 10)).length, 1)
  })

  await t.test('two workers never have one delivery, and a dead one has none', async t => {
    const [store, other] = [await open(t), await open(t)]
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    await queue(
      store,
      Array.from({ length: 40 }, (_, n) => n),
      [1],
    )
    const takes = Array.from({ length: 20 }, (_, n) =>
      claim(n % 2 === 0 ? store : other, n % 2 === 0 ? 'a' : 'b', 1, start + 100, 2),
    )
    const taken = (await Promise.all(takes)).flat().map(({ number }) => number)
    t.equal(taken.length, 40)
    t.equal(new Set(taken).size, 40, 'each of them once')
    t.strictSame(await claim(store, 'c', 1, start + 200), [])
    t.equal(await store.outbox.hasDeadWorkers(start + 60_099), false)
    t.equal(await store.outbox.hasDeadWorkers(start + 60_100), true)
    await write(other, outbox => outbox.beat('b', start + 60_000, start + 120_000))
    t.strictSame(await claim(store, 'c', 1, start + 60_099, 100), [], 'it is alive for another millisecond')
    const back = await claim(store, 'c', 1, start + 60_100, 100)
    t.equal(back.length, 20, 'what a had, and nothing of what b has')
    const [one] = back
    const late = result(one?.number ?? 0, start + 60_200, { state: 'delivered' })
    t.equal(await write(store, outbox => outbox.record('a', late)), false)
    t.match(await store.outbox.listDeliveries({ messageId: one?.messageId ?? '', limit: 1 }), [
      { state: 'pending', attempts: 0, lastAttempt: late.attempt },
    ])
    t.equal(await write(store, outbox => outbox.record('c', late)), true)
    await write(store, outbox => outbox.release('c'))
    t.equal((await claim(other, 'b', 1, start + 60_300, 100)).length, 19, 'what c gave back')
  })

  await t.test('a worker that is not alive takes nothing', async t => {
    const store = await open(t)
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    await queue(store, [1], [1])
    t.strictSame(await write(store, outbox => outbox.claim('a', endpointId(1), 1, start + 5)), [])
    await write(store, outbox => outbox.beat('a', start, start + 10))
    t.strictSame(await write(store, outbox => outbox.claim('a', endpointId(1), 1, start + 10)), [])
    t.equal((await write(store, outbox => outbox.claim('a', endpointId(1), 1, start + 9))).length, 1)
  })

  await t.test('giving up, and removing', async t => {
    const store = await open(t)
    await write(store, async outbox => {
      for (const n of [1, 2]) await outbox.writeEndpoint(endpoint(n))
    })
    await queue(store, [1, 2], [1, 2])
    await queue(store, [3], [1], 'held')
    const [one] = await claim(store, 'a', 1, start + 10, 1)
    t.equal(await write(store, outbox => outbox.giveUp(endpointId(1), start + 20)), 2)
    const late = result(one?.number ?? 0, start + 30, { state: 'delivered' })
    t.equal(await write(store, outbox => outbox.record('a', late)), false, 'it came too late')
    t.strictSame(await states(store, 1), [
      [messageId(3), 'held'],
      [messageId(2), 'failed'],
      [messageId(1), 'failed'],
    ])
    t.match(await store.outbox.listDeliveries({ endpoint: endpointId(1), state: 'failed', limit: 1 }), [
      { doneAt: start + 20 },
    ])
    const [two] = await claim(store, 'a', 2, start + 10, 1)
    await write(store, outbox => outbox.removeEndpoint(endpointId(2)))
    const lost = result(two?.number ?? 0, start + 30, { state: 'delivered' })
    t.equal(await write(store, outbox => outbox.record('a', lost)), false, 'there is nothing to record it at')
    t.strictSame(await store.outbox.listAttempts(two?.number ?? 0), [])
    t.equal((await states(store)).length, 3)
  })

  await t.test('delivering again', async t => {
    const store = await open(t)
    await write(store, async outbox => {
      await outbox.writeEndpoint(endpoint(1))
      await outbox.writeEndpoint(endpoint(2, { events: ['draw.completed'] }))
    })
    await queue(store, [1, 2], [1])
    await queue(store, [3], [1], 'held')
    await queue(store, [4], [])
    await write(store, async outbox => {
      const draw = message(5, { type: 'draw.completed' })
      await outbox.queue(draw, [])
      await outbox.queue(message(6, { type: 'endpoint.challenge' }), [])
      await outbox.beat('a', start, start + 1000)
      const [first, second] = await outbox.claim('a', endpointId(1), 2, start + 10)
      await outbox.record('a', result(first?.number ?? 0, start + 9, { state: 'delivered' }))
      await outbox.record('a', result(second?.number ?? 0, start + 9, { state: 'failed' }))
    })
    const again = (
      n: number,
      which: { messageId: string } | { since: number },
      now: number,
    ): Promise<number> => write(store, outbox => outbox.redeliver(endpointId(n), which, now))
    t.equal(await again(1, { since: start + 4 }, start + 50), 2, 'nothing of before')
    t.strictSame(await states(store, 1), [
      [messageId(5), 'pending'],
      [messageId(4), 'pending'],
      [messageId(3), 'held'],
      [messageId(2), 'failed'],
      [messageId(1), 'delivered'],
    ])
    t.equal(await again(1, { since: 0 }, start + 60), 4, 'what failed, what was held, and what waits')
    t.equal(await again(1, { since: 0 }, start + 70), 4, 'it goes out at once')
    t.match(await store.outbox.listDeliveries({ messageId: messageId(2), limit: 1 }), [
      { state: 'pending', attempts: 0, due: start + 70, createdAt: start + 2, lastAttempt: { status: 200 } },
    ])
    t.notOk('doneAt' in ((await store.outbox.listDeliveries({ messageId: messageId(2), limit: 1 }))[0] ?? {}))
    t.equal(await again(1, { messageId: messageId(1) }, start + 80), 1, 'one that was delivered')
    t.equal(await again(1, { messageId: messageId(1) }, start + 90), 1)
    t.equal(await again(2, { since: 0 }, start + 80), 1, 'what it wants')
    t.equal(await again(2, { messageId: messageId(4) }, start + 80), 0, 'and nothing else')
    t.strictSame(await states(store, 2), [[messageId(5), 'pending']])
    t.equal(await again(9, { since: 0 }, start + 80), 0)
    t.equal(await again(1, { messageId: messageId(9) }, start + 80), 0)
    t.equal((await claim(store, 'a', 1, start + 100)).length, 5)
    t.equal(await again(1, { since: 0 }, start + 110), 0, 'what a worker has stays as it is')
    t.strictSame(await store.outbox.findMessages(messageId(3)), [messageId(3)])
    t.equal(
      (await store.outbox.findMessages('msg_')).length,
      2,
      'no more than it takes to see that there are several',
    )
    t.strictSame(await store.outbox.findMessages('msg_x'), [])
  })

  await t.test('what is due late only because a clock was ahead is due now', async t => {
    const store = await open(t)
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    await queue(store, [1, 200, 9000], [1])
    const [first] = await claim(store, 'a', 1, start + 1, 1)
    await write(store, outbox =>
      outbox.record('a', result(first?.number ?? 0, start + 2, { state: 'pending', due: start + 5000 }, {})),
    )
    const now = start + 100
    // Of those that were never tried what is due after 150; of those that were, what is due after 8000.
    t.equal(await write(store, outbox => outbox.hasten(now, now + 50, now + 7900)), 2)
    t.strictSame(await store.outbox.listDue(), [{ endpoint: endpointId(1), due: now }])
    t.equal((await claim(store, 'a', 1, now)).length, 2, 'what is tried again waits as it did')
    t.equal(await write(store, outbox => outbox.hasten(now, now + 50, now + 7900)), 0)
    t.equal(await write(store, outbox => outbox.hasten(now, now + 50, now + 4000)), 1)
  })

  await t.test('pruning, a few at a time', async t => {
    const store = await open(t)
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    await queue(store, [1, 2, 3], [1])
    await queue(store, [4], [])
    await queue(store, [5], [1], 'held')
    await write(store, async outbox => {
      await outbox.beat('a', start, start + 1000)
      const [first, second] = await outbox.claim('a', endpointId(1), 2, start + 10)
      await outbox.record('a', result(first?.number ?? 0, start + 9, { state: 'delivered' }))
      await outbox.record('a', result(second?.number ?? 0, start + 500, { state: 'failed' }))
    })
    const prune = (before: number, limit: number): Promise<number> =>
      write(store, outbox => outbox.prune(before, limit))
    t.equal(await prune(start, 100), 0)
    t.equal(await prune(start + 49, 1), 3, 'an attempt, the delivery that was held, the message for nobody')
    t.equal(await prune(start + 49, 1), 1, 'the message of what was held')
    t.equal(await prune(start + 50, 1), 2, 'what was delivered, and its message')
    t.equal(await prune(start + 50, 100), 0)
    t.strictSame(await states(store), [
      [messageId(3), 'pending'],
      [messageId(2), 'failed'],
    ])
    t.equal(await prune(start + 5000, 100), 3, 'an attempt, a delivery, a message')
    t.strictSame(await states(store), [[messageId(3), 'pending']], 'what is pending stays')
  })

  await t.test('nothing of a transaction that fails', async t => {
    const store = await open(t)
    await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
    await t.rejects(
      write(store, async outbox => {
        await outbox.queue(message(1), [{ endpoint: endpointId(1), state: 'pending' }])
        throw new Error('no')
      }),
      /^no$/,
    )
    t.equal(await store.outbox.countPending(1), 0)
    t.equal(await write(store, outbox => outbox.redeliver(endpointId(1), { since: 0 }, start)), 0)
  })
}
