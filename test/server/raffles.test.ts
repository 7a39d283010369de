import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import type { AuditRecord } from '../../src/model/audit-record.js'
import { keepBundles, keepRaffles } from '../../src/server/raffles.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'

const record = {
  ...(JSON.parse(
    readFileSync(new URL('../../fixtures/records/three-prizes.json', import.meta.url), 'utf8'),
  ) as AuditRecord),
  unknown: [],
}
const other = { ...record, raffle_id: '59638a53-01d5-4ea0-96bc-887c4448c4f3' }

await t.test(
  'what was served goes on being served while the store is away, and is read anew after',
  async t => {
    const store = await openSqliteStore(join(t.testdir(), 'raffles.db'), { access: 'write', create: true })
    t.teardown(() => store.close())
    const publish = (one: AuditRecord): Promise<void> =>
      store.transact(it => it.writeAuditRecord(one, { publishedAt: '2026-09-01T12:00:00+00:00' }))
    await publish(record)
    let failure: DrawauditError | undefined
    let reads = 0
    const unsteady = {
      generation: () => store.generation(),
      readRaffle: (id: string) => {
        reads += 1
        return failure === undefined ? store.readRaffle(id) : Promise.reject(failure)
      },
    } satisfies Pick<Store, 'generation' | 'readRaffle'>
    const raffles = keepRaffles(unsteady)
    let now = 0
    const find = (id: string) => raffles.find(id, (now += 100))

    t.equal(find(record.raffle_id), undefined)
    const first = await raffles.load(record.raffle_id)
    t.equal(find(record.raffle_id), first)
    await publish(other)
    t.equal(find(record.raffle_id), undefined, 'something was committed')
    failure = new DrawauditError('store-unavailable', 'the database is away')
    t.equal(await raffles.load(record.raffle_id), first)
    await t.rejects(raffles.load(other.raffle_id), { code: 'store-unavailable' }, 'what was never read')
    failure = new DrawauditError('store-damaged', 'the view is not what was stored')
    await t.rejects(raffles.load(record.raffle_id), { code: 'store-damaged' }, 'damage is not hidden')
    failure = undefined
    reads = 0
    const again = await raffles.load(record.raffle_id)
    t.not(again, first)
    t.equal(find(record.raffle_id), again)
    t.equal(reads, 1)
  },
)

await t.test('a store that is silent is not waited for where there is something to serve', async t => {
  let isSilent = false
  let generation = 1
  const view = { body: Buffer.from('{}'), etag: '"1"' }
  const bundles = keepBundles({
    generation: () => generation,
    readBundle: () => (isSilent ? new Promise(() => undefined) : Promise.resolve(view)),
  })
  const { raffle_id: id } = record
  t.equal(bundles.find(id, 0), undefined)
  t.equal(await bundles.load(id), view)
  t.equal(bundles.find(id, 100), view)
  generation = 2
  isSilent = true
  t.equal(bundles.find(id, 200), undefined)
  t.equal(await bundles.load(id), view)
})
