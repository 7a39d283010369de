import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { verifyWebhook } from '../../src/core/webhook.js'
import { DrawauditError } from '../../src/errors.js'
import {
  pauseEndpoint,
  redeliver,
  resumeEndpoint,
  rotateSigningKey,
  rotateSecret,
} from '../../src/operator/webhooks.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import type { Deliverer } from '../../src/webhook/deliver.js'
import { schedule } from '../../src/webhook/retry.js'
import { createReceiver, never, setUp, type Received } from './stage.js'

const noon = Date.UTC(2026, 8, 1, 12)
const hour = 3_600_000

const idOf = ({ headers }: Received): string => String(headers['webhook-id'])
const reference = (one: Received): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => [name, String(one.headers[name])]),
  )

/** The same store, but for what becomes of each of its transactions. */
const through = (store: Store, carryOut: (transact: () => Promise<unknown>) => Promise<unknown>): Store =>
  Object.create(store, {
    generation: { value: () => store.generation() },
    transact: {
      value: (...args: Parameters<Store['transact']>) => carryOut(() => store.transact(...args)),
    },
  }) as Store

await t.test('what is sent verifies, with the secret and with the public key', async t => {
  const stage = await setUp(t)
  const receiver = await createReceiver(t)
  const { id, secretText } = await stage.subscribe(receiver.url('/hook?for=us'))
  const ids = await stage.queue(3, [id])
  const deliverer = stage.deliverer()
  t.strictSame(await deliverer.runOnce(never), { attempts: 3, delivered: 3, again: 0, failed: 0 })

  t.strictSame(receiver.received.map(idOf).toSorted(), ids.toSorted())
  const whpk = await stage.keyOf(id)
  for (const one of receiver.received) {
    t.equal(one.path, '/hook?for=us')
    t.equal(one.headers['content-type'], 'application/json')
    t.strictSame(new Webhook(secretText).verify(one.body, reference(one)), JSON.parse(String(one.body)))
    const { headers, body } = one
    t.strictSame(verifyWebhook({ headers, body, keys: whpk, now: new Date() }), JSON.parse(String(body)))
  }
  const rows = await stage.store.outbox.listDeliveries({ endpoint: id, limit: 10 })
  for (const { number, state, attempts, lastAttempt } of rows) {
    t.match({ state, attempts }, { state: 'delivered', attempts: 1 })
    t.match(lastAttempt, { status: 204, address: '127.0.0.1' })
    t.equal((await stage.store.outbox.listAttempts(number)).length, 1)
  }
  t.equal(rows.length, 3)
  t.strictSame(
    await deliverer.runOnce(never),
    { attempts: 0, delivered: 0, again: 0, failed: 0 },
    'and no more',
  )
})

await t.test('what fails is sent again by the schedule, with one id, and given up at its end', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t, () => ({ status: 500 }))
  const { id } = await stage.subscribe(receiver.url())
  const [message] = await stage.queue(1, [id])
  // Another one waits for the same endpoint, and is given up with it.
  await stage.queue(1, [id], noon + 1)
  const deliverer = stage.deliverer({ limits: { failures: 1000 } })
  const sent = () => receiver.received.filter(one => idOf(one) === message)
  let at = noon
  for (const [index, seconds] of schedule.entries()) {
    at += seconds * 1000
    if (seconds > 0) {
      stage.setClock(at - 1)
      await deliverer.runOnce(never)
      t.equal(sent().length, index, `nothing a moment before ${seconds} s`)
    }
    stage.setClock(at)
    await deliverer.runOnce(never)
    t.equal(sent().length, index + 1, `attempt ${index + 1}`)
  }
  t.equal(new Set(sent().map(({ body }) => String(body))).size, 1, 'one body')
  t.equal(new Set(sent().map(({ headers }) => headers['webhook-timestamp'])).size, schedule.length)
  t.match(await stage.endpoint(id), {
    state: 'disabled',
    reason: '10 attempts failed, and nothing was delivered meanwhile',
  })
  const rows = await stage.store.outbox.listDeliveries({ endpoint: id, limit: 10 })
  t.strictSame(
    rows.map(({ state }) => state),
    ['failed', 'failed'],
  )
  stage.setClock(at + 100 * hour)
  t.equal((await deliverer.runOnce(never)).attempts, 0, 'and then nothing')

  await resumeEndpoint(stage.desk, id)
  t.equal(await redeliver(stage.desk, id, { since: noon }), 2, 'what was missed can be had')
  t.equal((await stage.store.outbox.listDeliveries({ state: 'pending', limit: 10 })).length, 2)
})

await t.test('an endpoint to which anything else was delivered meanwhile is not disabled', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t, one => ({ status: idOf(one) === bad ? 500 : 200 }))
  const { id } = await stage.subscribe(receiver.url())
  const [bad] = await stage.queue(1, [id])
  const deliverer = stage.deliverer()
  let at = noon
  for (const seconds of schedule) {
    stage.setClock((at += seconds * 1000))
    await deliverer.runOnce(never)
    await stage.queue(1, [id])
    await deliverer.runOnce(never)
  }
  t.match(await stage.endpoint(id), { state: 'active' })
  const [row] = await stage.store.outbox.listDeliveries({ messageId: String(bad), limit: 1 })
  t.match(row, { state: 'failed', attempts: 10 })
})

await t.test('which answers are success', async t => {
  const table: readonly (readonly [number, 'delivered' | 'again'])[] = [
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'again'],
    [302, 'again'],
    [307, 'again'],
    [308, 'again'],
    [304, 'again'],
    [400, 'again'],
    [401, 'again'],
    [404, 'again'],
    [500, 'again'],
    [503, 'again'],
  ]
  const stage = await setUp(t)
  const elsewhere = await createReceiver(t)
  for (const [status, outcome] of table) {
    const receiver = await createReceiver(t, () => ({ status, headers: { location: elsewhere.url() } }))
    const { id } = await stage.subscribe(receiver.url())
    await stage.queue(1, [id])
    const deliverer = stage.deliverer()
    await deliverer.runOnce(never)
    t.match(deliverer.attempted, [{ outcome, attempt: { status } }], String(status))
  }
  t.strictSame(elsewhere.received, [], 'no redirect is followed')
})

await t.test('no answer has its reason in the log of attempts', async t => {
  const stage = await setUp(t)
  const cases = [
    ['never', 'remote-timeout'],
    ['reset', 'remote-closed'],
  ] as const
  for (const [behaviour, error] of cases) {
    const receiver = await createReceiver(t, () => behaviour)
    const { id } = await stage.subscribe(receiver.url())
    await stage.queue(1, [id])
    const deliverer = stage.deliverer({ sender: { timeout: 300 } })
    await deliverer.runOnce(never)
    t.match(deliverer.attempted, [{ outcome: 'again', attempt: { error, address: '127.0.0.1' } }])
    t.notOk('status' in (deliverer.attempted[0]?.attempt ?? {}))
  }
})

await t.test('410 disables an endpoint at once, with all that waits for it', async t => {
  const stage = await setUp(t)
  const receiver = await createReceiver(t, () => ({ status: 410 }))
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(5, [id])
  const deliverer = stage.deliverer()
  await deliverer.runOnce(never)
  t.equal(receiver.received.length, 1, 'the others are not sent any more')
  t.match(deliverer.attempted, [{ outcome: 'gone' }])
  t.match(await stage.endpoint(id), { state: 'disabled', reason: 'it answered 410 Gone' })
  t.equal(await stage.store.outbox.countPending(10), 0)
  t.equal((await stage.store.outbox.listDeliveries({ state: 'failed', limit: 10 })).length, 5)
})

await t.test('who asks for time gets it, for everything that is sent there', async t => {
  for (const status of [429, 503]) {
    const stage = await setUp(t)
    stage.setClock(noon)
    const receiver = await createReceiver(t, (_, count) =>
      count === 1 ? { status, headers: { 'retry-after': '120' } } : { status: 204 },
    )
    const { id } = await stage.subscribe(receiver.url())
    await stage.queue(3, [id])
    const deliverer = stage.deliverer()
    await deliverer.runOnce(never)
    t.equal(receiver.received.length, 1)
    stage.setClock(noon + 119_000)
    await deliverer.runOnce(never)
    t.equal(receiver.received.length, 1, 'not yet')
    stage.setClock(noon + 120_000)
    await deliverer.runOnce(never)
    t.equal(receiver.received.length, 4, 'all of it')
  }
})

await t.test('nobody can ask for more than a day', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t, () => ({ status: 429, headers: { 'retry-after': '31536000' } }))
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(1, [id])
  await stage.deliverer().runOnce(never)
  t.match(await stage.endpoint(id), { notBefore: noon + 24 * hour })
  const [row] = await stage.store.outbox.listDeliveries({ limit: 1 })
  t.equal(row?.due, noon + 24 * hour)
})

await t.test('a worker that starts goes on where the one before ended', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  let status = 500
  const receiver = await createReceiver(t, () => ({ status }))
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(1, [id])
  await stage.deliverer().runOnce(never)
  const other = await openSqliteStore(stage.file, { access: 'write' })
  t.teardown(() => other.close())
  status = 204
  stage.setClock(noon + 5000)
  const second = stage.deliverer({ store: other })
  await second.runOnce(never)
  t.match(second.attempted, [{ outcome: 'delivered', count: 2 }])
})

await t.test('what a worker had that died is sent by another', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(2, [id])
  await stage.store.transact(async ({ outbox }) => {
    await outbox.beat('dead', noon, noon + 5000)
    await outbox.claim('dead', id, 10, noon)
  })
  const deliverer = stage.deliverer()
  await deliverer.runOnce(never)
  t.equal(receiver.received.length, 0, 'it may still live')
  stage.setClock(noon + 5001)
  const stop = new AbortController()
  const running = deliverer.run(stop.signal)
  while (receiver.received.length < 2) await setTimeout(10)
  stop.abort()
  await running
  t.equal(receiver.received.length, 2)
})

await t.test('an attempt that is cut is made again', async t => {
  const stage = await setUp(t)
  let behaviour: 'never' | { status: number } = 'never'
  const receiver = await createReceiver(t, () => behaviour)
  const { id } = await stage.subscribe(receiver.url())
  const [message] = await stage.queue(1, [id])
  const stop = new AbortController()
  const cut = new AbortController()
  const running = stage.deliverer().run(stop.signal, cut.signal)
  while (receiver.received.length === 0) await setTimeout(10)
  stop.abort()
  cut.abort()
  t.strictSame(await running, { attempts: 0, delivered: 0, again: 0, failed: 0 })
  behaviour = { status: 204 }
  await stage.deliverer().runOnce(never)
  t.strictSame(receiver.received.map(idOf), [message, message], 'with the same id')
})

await t.test(
  'a store that cannot be written for a while loses nothing, and nothing is sent twice',
  async t => {
    const stage = await setUp(t)
    const receiver = await createReceiver(t)
    const { id } = await stage.subscribe(receiver.url())
    await stage.queue(3, [id])
    let failures = 0
    const store = through(stage.store, async transact => {
      // The first is the one that takes; what was sent is written in those after it.
      if (receiver.received.length > 0 && failures < 2) {
        failures += 1
        throw new DrawauditError(failures === 1 ? 'store-busy' : 'store-unavailable', 'not now')
      }
      return transact()
    })
    const troubles: unknown[] = []
    const deliverer = stage.deliverer({ store, onTrouble: error => troubles.push(error) })
    t.match(await deliverer.runOnce(never), { attempts: 3, delivered: 3 })
    t.equal(troubles.length, 2)
    t.equal(receiver.received.length, 3)
  },
)

const runs = [
  ['once', (deliverer: Deliverer) => deliverer.runOnce(never)],
  ['after a signal', (deliverer: Deliverer, stop: AbortSignal) => deliverer.run(stop)],
] as const

for (const [name, run] of runs)
  await t.test(`who is to end gives up after ten tries, and nothing is lost: ${name}`, async t => {
    const stage = await setUp(t)
    const receiver = await createReceiver(t)
    const { id } = await stage.subscribe(receiver.url())
    const queued = await stage.queue(3, [id])
    const stop = new AbortController()
    let tries = 0
    const store = through(stage.store, async transact => {
      // One that never gave up would come to an end too.
      if (receiver.received.length === 0 || (tries += 1) > 30) return transact()
      stop.abort()
      throw new DrawauditError('store-unavailable', 'the disk fails')
    })
    const troubles: unknown[] = []
    const deliverer = stage.deliverer({
      store,
      onTrouble: error => troubles.push(error),
      wait: () => Promise.resolve(),
    })
    await t.rejects(run(deliverer, stop.signal), { code: 'store-unavailable', message: 'the disk fails' })
    t.equal(troubles.length, 9, 'the tenth is the end')
    t.equal(await stage.store.outbox.countPending(10), 3)
    const sent = receiver.received.length
    t.ok(sent > 0)
    while ((await stage.store.outbox.countPending(10)) > 0) await stage.deliverer().runOnce(never)
    // What was sent and could not be recorded is among them, a second time.
    t.strictSame(receiver.received.slice(sent).map(idOf).toSorted(), queued.toSorted())
  })

await t.test('what was taken by a transaction that never told of its end is sent all the same', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(3, [id])
  let at = noon
  let isLost = true
  const store = through(stage.store, async transact => {
    const result = await transact()
    if (!isLost) return result
    isLost = false
    throw new DrawauditError('store-unavailable', 'the connection is lost')
  })
  const stop = new AbortController()
  const deliverer = stage.deliverer({ store, onTrouble: () => undefined })
  const running = deliverer.run(stop.signal)
  while (receiver.received.length < 3) {
    stage.setClock((at += 100))
    await setTimeout(20)
  }
  stop.abort()
  t.match(await running, { attempts: 3, delivered: 3 })
  t.ok(at - noon >= 5000, 'when nobody said any more that the worker is alive')
  t.equal(await stage.store.outbox.countPending(10), 0)
})

await t.test('what is paused waits', async t => {
  const stage = await setUp(t)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(2, [id])
  await pauseEndpoint(stage.desk, id)
  const deliverer = stage.deliverer()
  await deliverer.runOnce(never)
  t.equal(receiver.received.length, 0)
  await resumeEndpoint(stage.desk, id)
  await setTimeout(300)
  await deliverer.runOnce(never)
  t.equal(receiver.received.length, 2)
})

await t.test('old and new secrets and keys sign together, as long as they are to', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const old = await stage.subscribe(receiver.url())
  const renewed = await rotateSecret(stage.desk, old.id, { grace: hour })
  const oldKey = await stage.keyOf(old.id)
  await rotateSigningKey(stage.desk, old.id, { grace: hour })
  const key = await stage.keyOf(old.id)
  const passes = (one: Received | undefined, keys: string, at: number): boolean => {
    if (one === undefined) throw new Error('nothing was sent')
    try {
      verifyWebhook({ headers: one.headers, body: one.body, keys, now: new Date(at) })
      return true
    } catch (error) {
      if (error instanceof DrawauditError && error.code === 'webhook-signature') return false
      throw error
    }
  }
  const all = [old.secretText, renewed.secret, oldKey, key]
  for (const [at, expected] of [
    [noon, [true, true, true, true]],
    [noon + hour, [false, true, false, true]],
  ] as const) {
    stage.setClock(at)
    await stage.queue(1, [old.id])
    await stage.deliverer().runOnce(never)
    const sent = receiver.received.at(-1)
    t.strictSame(
      all.map(one => passes(sent, one, at)),
      expected,
    )
  }
  t.not(oldKey, key)
})

await t.test(
  'each endpoint has a key of its own, and a damaged one keeps nobody else from being told',
  async t => {
    const stage = await setUp(t)
    const receiver = await createReceiver(t)
    const [one, other, third] = [
      await stage.subscribe(receiver.url('/1')),
      await stage.subscribe(receiver.url('/2')),
      await stage.subscribe(receiver.url('/3')),
    ]
    const keys = [await stage.keyOf(one.id), await stage.keyOf(other.id)]
    await stage.store.transact(async ({ outbox }) => {
      const row = await outbox.readEndpoint(third.id)
      // What is signed by it, if it were used, would be by the key of another endpoint.
      const key = (await outbox.readEndpoint(other.id))?.key
      if (row && key) await outbox.writeEndpoint({ ...row, key: { ...row.key, secret: key.secret } })
    })
    await stage.queue(1, [one.id, other.id, third.id])
    t.match(await stage.deliverer().runOnce(never), { attempts: 3, delivered: 2, again: 1 })
    t.strictSame(receiver.received.map(({ path }) => path).toSorted(), ['/1', '/2'])
    for (const { path, headers, body } of receiver.received) {
      const passes = keys.map(key => {
        try {
          verifyWebhook({ headers, body, keys: key, now: new Date() })
          return true
        } catch {
          return false
        }
      })
      t.strictSame(passes, [path === '/1', path === '/2'])
    }
    const [failed] = await stage.store.outbox.listDeliveries({ endpoint: third.id, limit: 1 })
    t.equal(failed?.lastAttempt?.error, 'store-damaged')
  },
)

await t.test('one that never answers delays nobody else', async t => {
  const stage = await setUp(t)
  const silent = await createReceiver(t, () => 'never')
  const healthy = await createReceiver(t)
  const dead: string[] = []
  for (let index = 1; index <= 5; index += 1) {
    dead.push((await stage.subscribe(silent.url('/', `127.0.1.${index}`))).id)
  }
  const { id } = await stage.subscribe(healthy.url())
  await stage.queue(20, [...dead, id])
  const deliverer = stage.deliverer({ sender: { timeout: 1500 }, limits: { failures: 1 } })
  await deliverer.runOnce(never)
  t.equal(healthy.received.length, 20)
  const firstDead = deliverer.attempted.findIndex(({ endpoint }) => endpoint !== id)
  t.equal(firstDead, 20, 'all of it before the first of the others has failed')
  t.equal(silent.received.length, 5, 'each of which is tried once, and then left alone')
})

await t.test('one that fails again and again is left alone, by all workers', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t, () => ({ status: 500 }))
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(10, [id])
  const deliverer = stage.deliverer({ limits: { failures: 3 } })
  t.match(await deliverer.runOnce(never), { attempts: 3, again: 3 })
  t.match(await stage.endpoint(id), { state: 'active', notBefore: noon + 30_000 })
  t.equal(deliverer.attempted.at(-1)?.notBefore, noon + 30_000)
  stage.setClock(noon + 29_999)
  t.match(await stage.deliverer().runOnce(never), { attempts: 0 })
  stage.setClock(noon + 30_000)
  t.ok((await stage.deliverer({ limits: { failures: 1 } }).runOnce(never)).attempts >= 1)
})

await t.test('a host gets so many at a time, however many endpoints it has', async t => {
  const stage = await setUp(t)
  let active = 0
  let most = 0
  const server = await createReceiver(t, () => 'never')
  server.server.on('request', (_, response) => {
    active += 1
    most = Math.max(most, active)
    globalThis.setTimeout(() => {
      active -= 1
      response.writeHead(204).end()
    }, 30)
  })
  const ids: string[] = []
  for (let index = 0; index < 40; index += 1) ids.push((await stage.subscribe(server.url(`/${index}`))).id)
  await stage.queue(2, ids)
  const deliverer = stage.deliverer({ limits: { perHost: 5, rate: 1000 } })
  t.match(await deliverer.runOnce(never), { delivered: 80 })
  t.ok(most <= 5, `at most ${most}`)
})

await t.test('a host that was away is not flooded by what waits for it', async t => {
  const stage = await setUp(t)
  let isAway = true
  const receiver = await createReceiver(t, () => ({ status: isAway ? 503 : 204 }))
  const ids: string[] = []
  for (let index = 0; index < 10; index += 1) ids.push((await stage.subscribe(receiver.url(`/${index}`))).id)
  const rate = 100
  await stage.queue(30, ids)
  await stage.deliverer({ limits: { rate, failures: 1 } }).runOnce(never)
  const before = receiver.received.length
  t.equal(before, ids.length, 'while it is away, one attempt for each endpoint')
  isAway = false
  // A minute later all of it is due.
  const now = Date.now()
  stage.setClock(now)
  let steps = 0
  const clock = setInterval(() => {
    // A clock that goes as it does, a minute late.
    stage.setClock(now + 60_000 + 10 * (steps += 1))
  }, 10)
  t.teardown(() => {
    clearInterval(clock)
  })
  stage.setClock(now + 60_000)
  await stage.deliverer({ limits: { rate } }).runOnce(never)
  const times = receiver.received.slice(before).map(({ at }) => at)
  t.equal(times.length, 300, 'all of it')
  const most = Math.max(...times.map(from => times.filter(at => at >= from && at < from + 1000).length))
  t.ok(most <= 2 * rate + 10, `never more than twice the rate in a second: ${most}`)
})

for (const member of ['secret', 'path'] as const)
  await t.test(`a ${member} that is damaged keeps nobody else from being told`, async t => {
    const stage = await setUp(t)
    const receiver = await createReceiver(t)
    const damaged = await stage.subscribe(receiver.url('/damaged'))
    const { id } = await stage.subscribe(receiver.url('/whole'))
    await stage.store.transact(async ({ outbox }) => {
      const row = await outbox.readEndpoint(damaged.id)
      if (row === undefined) throw new Error('it is not there')
      await outbox.writeEndpoint({ ...row, [member]: row[member].map(byte => byte ^ 1) })
    })
    await stage.queue(3, [damaged.id, id])
    const troubles: unknown[] = []
    const deliverer = stage.deliverer({ onTrouble: error => troubles.push(error) })
    t.match(await deliverer.runOnce(never), { delivered: 3 })
    t.strictSame(
      receiver.received.map(({ path }) => path),
      ['/whole', '/whole', '/whole'],
    )
    t.match(
      deliverer.attempted.find(({ endpoint }) => endpoint === damaged.id),
      { attempt: { error: 'store-damaged' }, outcome: 'again' },
    )
    t.match(troubles[0], { code: 'store-damaged' })
  })

await t.test('what is old and done is removed', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(3, [id])
  await stage.deliverer().runOnce(never)
  stage.setClock(noon + 29 * 24 * hour)
  await stage.deliverer().runOnce(never)
  t.equal((await stage.store.outbox.listDeliveries({ limit: 10 })).length, 3)
  stage.setClock(noon + 31 * 24 * hour)
  await stage.deliverer().runOnce(never)
  t.equal((await stage.store.outbox.listDeliveries({ limit: 10 })).length, 0)
})

await t.test('a clock that is a year ahead for a while removes nothing', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(3, [id])
  await stage.deliverer().runOnce(never)
  const kept = async () => (await stage.store.outbox.listDeliveries({ limit: 10 })).length
  stage.setClock(noon + 60_000)
  stage.leap(365 * 24 * hour)
  await stage.deliverer().runOnce(never)
  stage.setClock(noon + 3 * hour)
  await stage.deliverer().runOnce(never)
  t.equal(await kept(), 3, 'of what was delivered')
  stage.leap(0)
  stage.setClock(noon + 40 * 24 * hour)
  await stage.deliverer().runOnce(never)
  t.equal(await kept(), 3, 'nor when it was set back a moment ago')
  stage.setClock(noon + 41 * 24 * hour)
  await stage.deliverer().runOnce(never)
  t.equal(await kept(), 0, 'a day later all is as it should be')
})

await t.test('what was put off by a clock that was ahead is not put off for long', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  let status = 503
  const receiver = await createReceiver(t, () => ({ status, headers: { 'retry-after': '120' } }))
  const { id } = await stage.subscribe(receiver.url())
  stage.leap(365 * 24 * hour)
  await stage.queue(1, [id])
  await stage.deliverer().runOnce(never)
  await stage.queue(1, [id])
  t.equal(receiver.received.length, 1)
  stage.leap(0)
  stage.setClock(noon + 60_000)
  status = 204
  t.match(await stage.deliverer().runOnce(never), { delivered: 2 })
  stage.leap(hour)
  await stage.queue(1, [id])
  stage.leap(0)
  t.match(
    await stage.deliverer().runOnce(never),
    { delivered: 1 },
    'an hour is enough where nothing was tried',
  )
})

await t.test('a clock that is set takes nothing from a worker that lives', async t => {
  for (const ahead of [10_000, -10_000, 365 * 24 * hour]) {
    const stage = await setUp(t)
    const receiver = await createReceiver(t, () => 'never')
    const { id } = await stage.subscribe(receiver.url())
    await stage.queue(1, [id])
    const stop = new AbortController()
    const cut = new AbortController()
    const running = stage.deliverer().run(stop.signal, cut.signal)
    while (receiver.received.length < 1) await setTimeout(10)
    stage.leap(ahead)
    await stage.deliverer().runOnce(never)
    await setTimeout(2000)
    await stage.deliverer().runOnce(never)
    t.equal(receiver.received.length, 1, `${ahead} ms: it is under way`)
    stop.abort()
    cut.abort()
    await running
  }
})

await t.test('a worker that lived before the machine started is dead', async t => {
  const stage = await setUp(t)
  stage.setClock(noon)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(1, [id])
  await stage.store.transact(async ({ outbox }) => {
    await outbox.beat('before', noon + 24 * hour, noon + 24 * hour + 5000)
    await outbox.claim('before', id, 1, noon, noon + 24 * hour)
  })
  const deliverer = stage.deliverer()
  const stop = new AbortController()
  const running = deliverer.run(stop.signal)
  while (receiver.received.length < 1) await setTimeout(10)
  stop.abort()
  t.match(await running, { delivered: 1 })
})
