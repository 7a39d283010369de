import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { openPostgresStore } from '../../../../src/store/postgres/postgres-store.js'
import { NotificationListener } from '../../../../src/store/postgres/listener.js'
import { noPgbouncer, startPooler } from '../../../pgbouncer.js'
import { createDatabase, noPostgres } from '../../../postgres.js'
import { sample } from '../../../server/start.js'
import { put, seeCommit } from '../../../store/contract/published.js'

const expected = {
  code: 'store-unavailable',
  message: /^a pooler in front of the database shares connections between transactions/,
  hint: /pool_mode = session/,
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
}

await t.test('a pooler that leaves sessions alone', { skip: noPgbouncer }, async t => {
  const url = await createDatabase(t)
  const pooler = await startPooler(t, url, 'session')
  const beside = await openPostgresStore(url, { access: 'write', create: true })
  const store = await openPostgresStore(pooler, { access: 'read' })
  t.teardown(() => Promise.all([store.close(), beside.close()]))
  const before = store.generation()
  await put(beside, sample)
  t.not(await seeCommit(store, before), before, 'commits are heard of')
  const after = store.generation()
  await setTimeout(5000)
  t.equal(store.generation(), after, 'the connection was not made anew')
  t.equal((await store.listRaffles({ limit: 9 })).length, 1)
})

await t.test('a pooler that does not is refused', { skip: noPgbouncer }, async t => {
  const url = await createDatabase(t)
  const pooler = await startPooler(t, url, 'transaction')
  const beside = await openPostgresStore(url, { access: 'write', create: true })
  await beside.close()
  for (const access of ['read', 'write', 'read'] as const) {
    const opened = openPostgresStore(pooler, { access }).then(store => store.close())
    t.match(await failure(opened), expected, access)
  }
})

await t.test(
  'whatever it does for prepared statements, it does not pass on commits',
  { skip: noPgbouncer },
  async t => {
    const pooler = await startPooler(t, await createDatabase(t), 'transaction')
    const pool = new pg.Pool({ connectionString: pooler })
    t.teardown(() => pool.end())
    const listener = new NotificationListener({
      connect: async () => {
        const client = new pg.Client(pooler)
        await client.connect()
        return client
      },
      beside: pool,
      schema: 'public',
      self: 'test',
      onMigrated: () => undefined,
    })
    t.match(await failure(listener.open()), expected)
    t.notOk(listener.isConnected)
    t.equal(listener.count, 0)
    await listener.close()
  },
)

await t.test('a connection that hears no more is made anew', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const pool = new pg.Pool({ connectionString: url })
  const clients: pg.Client[] = []
  const listener = new NotificationListener({
    connect: async () => {
      const client = new pg.Client(url)
      clients.push(client)
      await client.connect()
      return client
    },
    beside: pool,
    schema: 'public',
    self: 'test',
    onMigrated: () => undefined,
  })
  t.teardown(async () => {
    await listener.close()
    await pool.end()
  })
  await listener.open()
  t.equal(listener.count, 1)
  // As a pooler does that lets another session answer.
  await clients[0]?.query('UNLISTEN *')
  const end = Date.now() + 20_000
  while (listener.count === 1 && Date.now() < end) await setTimeout(50)
  t.match({ count: listener.count, connections: clients.length }, { count: 2, connections: 2 })
  t.ok(listener.isConnected)
})
