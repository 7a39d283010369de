import { join } from 'node:path'
import t from 'tap'
import { openStore } from '../../../src/store/open-store.js'
import { createDatabase, noPostgres } from '../../postgres.js'

const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const record = { raffle_id: raffleId, draws: [], unknown: [] }
const publishedAt = '2026-09-01T08:00:00+00:00'

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  const skip = kind === 'PostgreSQL' && noPostgres
  await t.test(`${kind}: what is not committed is seen in its transaction alone`, { skip }, async t => {
    const name = kind === 'SQLite' ? join(t.testdir(), 'raffles.db') : await createDatabase(t)
    const store = await openStore(name, { access: 'write', create: true })
    t.teardown(() => store.close())
    const generation = store.generation()
    await store.transact(async transaction => {
      await transaction.writeAuditRecord(record, { publishedAt })
      t.match(await transaction.readAuditRecord(raffleId), { raffle_id: raffleId, draws: [] })
      t.equal(await store.readRaffle(raffleId), undefined)
      t.strictSame(await store.listSummaries({ limit: 9 }), [])
    })
    t.equal((await store.readRaffle(raffleId))?.raffleId, raffleId)
    t.ok(store.generation() > generation)

    const before = store.generation()
    const failed = store.transact(async transaction => {
      await transaction.writeAuditRecord(record, { publishedAt, reason: 'once more' })
      throw new Error('no')
    })
    await t.rejects(failed, { message: 'no' })
    t.match(
      Buffer.from((await store.readAuditHistory(raffleId))?.body ?? []).toString(),
      /"total_versions":1,/,
    )
    t.equal(store.generation(), before)
  })
}
