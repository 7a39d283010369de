// Counts that instances share in Redis, by a driver that answers as a test wants.
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type * as Driver from '@redis/client'
import { pino } from 'pino'
import t from 'tap'
import { SharedCounts } from '../../src/server/shared-counts.js'

class Client extends EventEmitter {
  answer: unknown = [1]
  isDestroyed = false
  readonly connect = (): Promise<void> => Promise.resolve()
  readonly sendCommand = (): Promise<unknown> => Promise.resolve(this.answer)
  readonly destroy = (): void => {
    this.isDestroyed = true
  }
}

/** Counts that are shared, on a connection of the test. */
async function connect(test: Pick<typeof t, 'teardown'>) {
  const client = new Client()
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: line => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  const driver = { createClient: () => client } as unknown as typeof Driver
  const counts = new SharedCounts(driver, { url: 'redis://:secret@a.example', log })
  test.teardown(() => counts.close())
  counts.connect()
  while (!counts.isShared) await setImmediate()
  return { client, counts, lines }
}

await t.test('what Redis counts is what is told', async t => {
  const { client, counts } = await connect(t)
  client.answer = [3, 500]
  t.strictSame(await counts.count('a'), { count: 3, resetsIn: 500 })
  t.strictSame(await counts.peek('a'), { count: 3, resetsIn: 500 })
})

await t.test('a server that answers otherwise than Redis is given up', async t => {
  for (const answer of [['3', 500], 'OK', null, { length: 0 }]) {
    const { client, counts, lines } = await connect(t)
    client.answer = answer
    await t.rejects(async () => counts.count('a'), { message: 'the server answers as no Redis does' })
    t.equal(counts.isShared, false, JSON.stringify(answer))
    t.match(lines.at(-1), { level: 40, reason: 'the server answers as no Redis does' })
  }
})

await t.test('a connection that breaks is noticed before anybody asks', async t => {
  const { client, counts, lines } = await connect(t)
  t.match(lines, [{ level: 30, server: 'redis://a.example', msg: 'the rate limit is shared' }])
  client.emit('error', new Error('Socket closed unexpectedly'))
  t.equal(counts.isShared, false)
  t.ok(client.isDestroyed)
  t.equal(counts.count('a'), undefined, 'nobody waits for it')
  t.match(lines.at(-1), { level: 40, server: 'redis://a.example', reason: 'Socket closed unexpectedly' })
  t.notMatch(JSON.stringify(lines), 'secret')
})
