import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import {
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSigningKey,
  rotateSecret,
} from '../../../src/operator/webhooks.js'
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js'
import type { Store } from '../../../src/store/store.js'
import { createDatabase, noPostgres, query } from '../../postgres.js'
import { createReceiver, never, setUp, type Received } from '../../webhook/stage.js'
import { isLong } from '../../long.js'

type Test = Parameters<typeof createDatabase>[0]

const limits = { rate: 10_000, perHost: 100 }

async function open(test: Test, url: string): Promise<Store> {
  const store = await openPostgresStore(url, { access: 'write', create: true })
  test.teardown(() => store.close())
  return store
}

const nameOf = ({ headers, path }: Received): string => `${String(headers['webhook-id'])} ${path}`

/** What the database counts of transactions that waited for each other in a circle. */
async function countDeadlocks(url: string): Promise<number> {
  const [row] = await query<{ deadlocks: string }>(
    url,
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row?.deadlocks)
}

await t.test('several workers on one database send everything once', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const stage = await setUp(t, await openPostgresStore(url, { access: 'write', create: true }))
  const receiver = await createReceiver(t)
  const ids: string[] = []
  for (let index = 1; index <= 8; index += 1) ids.push((await stage.subscribe(receiver.url(`/${index}`))).id)
  await stage.queue(40, ids)
  const troubles: unknown[] = []
  const workers = await Promise.all(
    [1, 2, 3, 4].map(async () =>
      stage.deliverer({ store: await open(t, url), limits, onTrouble: error => troubles.push(error) }),
    ),
  )
  const done = await Promise.all(workers.map(worker => worker.runOnce(never)))
  t.equal(receiver.received.length, 320, 'none of them twice')
  t.equal(new Set(receiver.received.map(nameOf)).size, 320)
  t.equal(
    done.reduce((sum, { delivered }) => sum + delivered, 0),
    320,
  )
  t.strictSame(troubles, [])
  t.equal(await countDeadlocks(url), 0)
})

await t.test(
  'a worker hears of what others queue, and takes what they give back',
  { skip: noPostgres },
  async t => {
    const url = await createDatabase(t)
    const stage = await setUp(t, await openPostgresStore(url, { access: 'write', create: true }))
    const receiver = await createReceiver(t)
    const { id } = await stage.subscribe(receiver.url())
    const stop = new AbortController()
    const running = stage.deliverer({ store: await open(t, url) }).run(stop.signal)
    await setTimeout(200)
    const begun = performance.now()
    await stage.queue(1, [id])
    while (receiver.received.length < 1) await setTimeout(10)
    t.ok(performance.now() - begun < 1000, 'within a second')
    await stage.store.transact(async ({ outbox }) => {
      const body = Buffer.from('{}')
      const message = {
        id: `msg_${'0'.repeat(32)}`,
        type: 'raffle.cancelled',
        raffleId: id,
        createdAt: 1,
        body,
      }
      await outbox.queue(message, [{ endpoint: id, state: 'pending' }])
      await outbox.beat('another', Date.now(), Date.now() + 60_000)
      t.equal((await outbox.claim('another', id, 1, Date.now())).length, 1)
    })
    await setTimeout(200)
    t.equal(receiver.received.length, 1, 'it is the other one’s')
    await stage.store.transact(({ outbox }) => outbox.release('another'), { outboxOnly: true })
    while (receiver.received.length < 2) await setTimeout(10)
    stop.abort()
    t.match(await running, { delivered: 2 })
  },
)

if (isLong)
  await t.test(
    'workers, and operators who change everything under them, never wait for each other in a circle',
    { skip: noPostgres, timeout: 120_000 },
    async t => {
      const url = await createDatabase(t)
      const stage = await setUp(t, await openPostgresStore(url, { access: 'write', create: true }))
      let requests = 0
      const receiver = await createReceiver(t, ({ path }) => {
        requests += 1
        if (path === '/gone') return { status: requests % 7 === 0 ? 410 : 200 }
        return { status: requests % 25 === 0 ? 500 : 200 }
      })
      const subscribe = async (path: string): Promise<string> =>
        (await stage.subscribe(receiver.url(path, '127.0.3.1'))).id
      const ids: string[] = []
      for (let index = 1; index <= 12; index += 1) ids.push(await subscribe(`/${index}`))
      const gone = await subscribe('/gone')
      const troubles: unknown[] = []
      const end = performance.now() + 8000
      const isOver = (): boolean => performance.now() > end
      const expected = new Set<string>()

      async function work(): Promise<void> {
        const store = await open(t, url)
        // Each run prunes, what was delivered a moment ago too.
        for (let turns = 0; !isOver() || turns === 0; turns += 1) {
          const stop = AbortSignal.timeout(randomInt(100, 600))
          const options = { store, limits: { ...limits, failures: 1000 }, keepDays: 0 }
          await stage.deliverer({ ...options, onTrouble: error => troubles.push(error) }).run(stop)
        }
      }
      async function queue(): Promise<void> {
        while (!isOver()) {
          for (const message of await stage.queue(3, [...ids, gone])) {
            for (const index of ids.keys()) expected.add(`${message} /${index + 1}`)
          }
          await setTimeout(30)
        }
      }
      async function change(): Promise<void> {
        const { desk } = stage
        for (let turn = 0; !isOver(); turn += 1) {
          const id = ids[randomInt(ids.length)] ?? ''
          await pauseEndpoint(desk, id)
          await rotateSecret(desk, id, { grace: 60_000 })
          await resumeEndpoint(desk, id)
          await redeliver(desk, id, { since: Date.now() - 2000 })
          await resumeEndpoint(desk, gone)
          const short = await subscribe(`/short/${turn}`)
          await stage.queue(2, [short])
          await redeliver(desk, short, { since: Date.now() - 2000 })
          await removeEndpoint(desk, short)
          if (turn % 20 === 0) await rotateSigningKey(desk, id, { grace: 100 })
          await setTimeout(20)
        }
      }
      await Promise.all([work(), work(), work(), queue(), change()])
      t.strictSame(troubles, [])
      t.equal(await countDeadlocks(url), 0)

      // What failed is due again after five seconds.
      const last = stage.deliverer({ limits })
      const listMissing = (): readonly string[] => {
        const received = new Set(receiver.received.map(nameOf))
        return [...expected].filter(name => !received.has(name))
      }
      for (let left = 60; left > 0 && listMissing().length > 0; left -= 1) {
        await last.runOnce(never)
        await setTimeout(200)
      }
      t.strictSame(listMissing(), [], `all of ${expected.size} were received`)
      const wrong = await query(
        url,
        `SELECT number FROM webhook_message
       WHERE is_needed <> (EXISTS (SELECT 1 FROM webhook_delivery WHERE message = webhook_message.number))::int`,
      )
      t.strictSame(wrong, [], 'messages say right whether they are needed')
      const rows = await stage.store.outbox.listEndpoints()
      t.equal(rows.length, 13)
      t.ok(
        rows.every(({ id, state }) => id === gone || state === 'active'),
        'no change was lost',
      )
    },
  )

if (isLong)
  await t.test(
    'workers whose clocks are ten seconds apart, or a year, send everything once, and remove nothing',
    { skip: noPostgres, timeout: 60_000 },
    async t => {
      const url = await createDatabase(t)
      const stage = await setUp(t, await openPostgresStore(url, { access: 'write', create: true }))
      const receiver = await createReceiver(t, () => 'never')
      receiver.server.on('request', (_, response) => {
        globalThis.setTimeout(() => response.writeHead(204).end(), 300)
      })
      const ids: string[] = []
      for (let index = 1; index <= 4; index += 1)
        ids.push((await stage.subscribe(receiver.url(`/${index}`))).id)
      for (const id of ids) await rotateSigningKey(stage.desk, id, { grace: 3_600_000 })
      await stage.queue(20, ids)
      const year = 365 * 86_400_000
      const done = await Promise.all(
        [0, 10_000, -10_000, year, -year].map(async ahead =>
          stage.deliverer({ store: await open(t, url), limits, ahead }).runOnce(never),
        ),
      )
      t.equal(
        done.reduce((sum, { delivered }) => sum + delivered, 0),
        80,
      )
      t.equal(receiver.received.length, 80, 'none of them twice')
      await stage.deliverer({ ahead: year }).runOnce(never)
      t.equal((await stage.store.outbox.listDeliveries({ limit: 100 })).length, 80)
      t.ok(
        (await stage.store.outbox.listEndpoints()).every(({ oldKey }) => oldKey !== undefined),
        'no worker whose clock is ahead ends a key',
      )
      const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000)
      t.ok(Math.max(...times) - Math.min(...times) < 60_000, 'each is dated by the clock of the database')
    },
  )
