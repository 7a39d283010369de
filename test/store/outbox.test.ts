import t, { type Test } from 'tap'
import { native } from '../../src/native/engine.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { Sqlite } from '../sqlite.js'
import { checkOutbox, claim, endpoint, message, queue, start, write } from './contract/outbox.js'

const folders = new WeakMap<Test, string>()

function fileOf(test: Test): string {
  const folder = folders.get(test) ?? test.testdir()
  folders.set(test, folder)
  return `${folder}/raffles.db`
}

async function open(test: Test): Promise<Store> {
  const store = await openSqliteStore(fileOf(test), { access: 'write', create: true })
  test.teardown(() => store.close())
  return store
}

void t.test('the outbox of an SQLite store', async t => {
  await checkOutbox(t, open)
})

void t.test('store check', async t => {
  const store = await open(t)
  const file = fileOf(t)
  await write(store, async outbox => {
    await outbox.writeEndpoint(endpoint(1, { events: ['raffle.cancelled'] }))
    await outbox.writeEndpoint(endpoint(2))
  })
  await queue(store, [1, 2, 3], [1, 2])
  const [taken] = await claim(store, 'a', 1, start + 10, 1)
  await write(store, outbox =>
    outbox.record('a', {
      number: taken?.number ?? 0,
      attempt: { at: start + 10, duration: 5, status: 200 },
      next: { state: 'delivered' },
    }),
  )
  t.strictSame((await checkSqliteStore(file, native)).problems, [])

  const database = new Sqlite(file)
  t.teardown(() => database.close())
  database.pragma('foreign_keys = OFF')
  const [first, second] = [message(1), message(2)]
  const damages: readonly (readonly [sql: string, problem: string])[] = [
    [
      `UPDATE webhook_message SET body = CAST('{"type":"raffle.cancelled"' AS BLOB) WHERE id = '${first.id}'`,
      `webhook message ${first.id}: it is not an event`,
    ],
    [
      `UPDATE webhook_message SET body = CAST(replace(CAST(body AS TEXT), '"reason"', '"season"') AS BLOB)
       WHERE id = '${first.id}'`,
      `webhook message ${first.id}: it is not an event`,
    ],
    [
      `UPDATE webhook_message SET type = 'draw.completed' WHERE id = '${second.id}'`,
      `webhook message ${second.id}: it is an event of another type`,
    ],
    [
      `UPDATE webhook_message SET raffle_id = 'another' WHERE id = '${second.id}'`,
      `webhook message ${second.id}: it is about another raffle`,
    ],
    [
      `UPDATE webhook_message SET is_needed = 0 WHERE id = '${second.id}'`,
      `webhook message ${second.id}: it does not say right whether it has deliveries`,
    ],
    ['DELETE FROM webhook_message WHERE number = 3', 'webhook delivery 5: its message does not exist'],
    ['DELETE FROM webhook_endpoint WHERE number = 2', 'webhook delivery 2: its endpoint does not exist'],
    [
      'UPDATE webhook_delivery SET worker = 7 WHERE number = 2',
      'webhook delivery 2: its worker does not exist',
    ],
    ['DELETE FROM webhook_delivery WHERE number = 1', 'webhook attempt 1: its delivery does not exist'],
    [
      'UPDATE webhook_delivery SET attempts = 0 WHERE number = 1',
      'webhook delivery 1: its state is not what became of it',
    ],
    [
      `UPDATE webhook_endpoint SET events = '["draw.begun"]' WHERE number = 1`,
      `webhook endpoint ${endpoint(1).id}: it subscribes to unknown events`,
    ],
    [
      `UPDATE webhook_endpoint SET networks = '[1]' WHERE number = 1`,
      `webhook endpoint ${endpoint(1).id}: its networks cannot be read`,
    ],
    [
      'UPDATE webhook_endpoint SET old_secret_until = 5 WHERE number = 1',
      `webhook endpoint ${endpoint(1).id}: its old secret is missing, or has no expiry`,
    ],
    [
      "UPDATE webhook_endpoint SET events = '[' WHERE number = 1",
      `webhook endpoint ${endpoint(1).id}: it subscribes to unknown events`,
    ],
    [
      "UPDATE webhook_endpoint SET public_key = x'00' WHERE number = 2",
      `webhook endpoint ${endpoint(2).id}: its key is no public key`,
    ],
    [
      "UPDATE webhook_endpoint SET old_public_key = x'00', old_private_key = x'01', old_key_until = 1 WHERE number = 1",
      `webhook endpoint ${endpoint(1).id}: its old key is no public key`,
    ],
    [
      'UPDATE webhook_endpoint SET old_key_until = 5 WHERE number = 1',
      `webhook endpoint ${endpoint(1).id}: its old key is missing, or has no expiry`,
    ],
  ]
  const copy = `${file}.copy`
  for (const [sql, problem] of damages) {
    await database.backup(copy)
    const damaged = new Sqlite(copy)
    damaged.pragma('foreign_keys = OFF')
    t.equal(damaged.prepare(sql).run().changes, 1, sql)
    damaged.close()
    const { problems } = await checkSqliteStore(copy, native)
    t.ok(problems.includes(problem), `${problem}, found ${problems.join('; ')}`)
  }
})

void t.test('store check looks at every message, however many there are', async t => {
  const store = await open(t)
  const file = fileOf(t)
  await queue(
    store,
    Array.from({ length: 1005 }, (_, index) => index + 1),
    [],
  )
  t.strictSame((await checkSqliteStore(file, native)).problems, [])
  const database = new Sqlite(file)
  database.prepare("UPDATE webhook_message SET body = CAST('{}' AS BLOB) WHERE number = 1003").run()
  database.close()
  t.ok(
    (await checkSqliteStore(file, native)).problems.includes(
      `webhook message ${message(1003).id}: it is not what was queued`,
    ),
  )
})

void t.test('many endpoints, and much that is outstanding', async t => {
  const store = await open(t)
  await write(store, async outbox => {
    for (let n = 0; n < 200; n += 1) await outbox.writeEndpoint(endpoint(n))
  })
  const all = Array.from({ length: 200 }, (_, n) => n)
  await queue(
    store,
    Array.from({ length: 50 }, (_, n) => n),
    all,
  )
  t.equal(await store.outbox.countPending(1_000_000), 10_000)
  t.equal((await store.outbox.listDue()).length, 200)
  t.equal((await store.outbox.listDeliveries({ limit: 7 })).length, 7)
  await write(store, outbox => outbox.removeEndpoint(endpoint(0).id))
  t.equal(await store.outbox.countPending(1_000_000), 9950)
  t.strictSame((await checkSqliteStore(fileOf(t), native)).problems, [])
})
