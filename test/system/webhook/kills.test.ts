import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { createReceiver, setUp } from '../../webhook/stage.js'
import { prepareWorkers } from '../../webhook/workers.js'

/** 100,000 and 200 in `npm run campaign webhooks`. */
const events = Number(process.env['EVENTS'] ?? 2000)
const kills = Number(process.env['KILLS'] ?? 10)
const endpoints = 20

await t.test('several workers at once send everything once', async t => {
  const stage = await setUp(t)
  const receiver = await createReceiver(t)
  const start = prepareWorkers(t.testdirName)
  const ids: string[] = []
  for (let index = 1; index <= 8; index += 1) ids.push((await stage.subscribe(receiver.url(`/${index}`))).id)
  await stage.queue(40, ids)
  const limits = { rate: 10_000, perHost: 100 }
  const workers = [1, 2, 3].map(() => start({ file: stage.file, limits, once: true }))
  const done = await Promise.all(workers.map(async ({ ended }) => ended))
  t.equal(receiver.received.length, 320, 'none of them twice')
  const what = receiver.received.map(({ headers, path }) => `${String(headers['webhook-id'])} ${path}`)
  t.equal(new Set(what).size, 320)
  t.equal(
    done.reduce((sum, one) => sum + (one?.delivered ?? 0), 0),
    320,
  )
})

await t.test(
  `${kills} kills at any moment lose none of ${events} events`,
  { timeout: 3_600_000 },
  async t => {
    const stage = await setUp(t)
    // One of fifty is refused the first time.
    const refused = new Set<string>()
    const bodies = new Map<string, string>()
    const counts = new Map<string, number>()
    let requests = 0
    const receiver = await createReceiver(t, ({ headers, path, body }) => {
      requests += 1
      const id = `${String(headers['webhook-id'])} ${path}`
      if (requests % 50 === 0 && !refused.has(id)) {
        refused.add(id)
        return { status: 500 }
      }
      counts.set(id, (counts.get(id) ?? 0) + 1)
      const before = bodies.get(id)
      if (before !== undefined && before !== body.toString()) t.fail('a body has changed')
      bodies.set(id, body.toString())
      return { status: 204 }
    })
    const ids: string[] = []
    for (let index = 1; index <= endpoints; index += 1) {
      ids.push((await stage.subscribe(receiver.url(`/${index}`, `127.0.2.${index}`))).id)
    }
    const expected = new Set<string>()
    let queued = 0
    async function queueMore(): Promise<void> {
      const index = queued % endpoints
      const count = Math.min(events - queued, Math.max(1, Math.ceil(events / 200)))
      for (const id of await stage.queue(count, [ids[index] ?? ''])) expected.add(`${id} /${index + 1}`)
      queued += count
    }

    const start = prepareWorkers(t.testdirName)
    const orders = { file: stage.file, limits: { rate: 10_000, failures: 1000 }, once: false }
    const isDone = async (): Promise<boolean> =>
      queued === events && (await stage.store.outbox.countPending(1)) === 0
    let killed = 0
    while (!(await isDone()) || killed < kills) {
      const worker = start(orders)
      const until = performance.now() + randomInt(300, 1500)
      while (performance.now() < until || (killed >= kills && !(await isDone()))) {
        if (queued < events) await queueMore()
        await setTimeout(killed >= kills ? 100 : 5)
      }
      // The last one may end as it likes.
      if (killed >= kills) worker.process.kill('SIGTERM')
      else worker.process.kill('SIGKILL')
      const ended = await worker.ended
      if (ended === undefined) killed += 1
    }
    t.equal(killed, kills)
    const lost = [...expected].filter(id => !counts.has(id))
    t.strictSame(lost, [], 'none is lost')
    t.equal(counts.size, events, 'and nothing else was sent')
    const twice = [...counts.values()].reduce((sum, count) => sum + count - 1, 0)
    const states = await stage.store.outbox.listDeliveries({ state: 'delivered', limit: events + 1 })
    t.equal(states.length, events, 'the store knows of each that it was delivered')
    t.comment(
      `${events} events to ${endpoints} endpoints, ${killed} kills: 0 lost, ${twice} sent again with the same id (${((100 * twice) / events).toFixed(2)} %), ${refused.size} refused once`,
    )
  },
)
