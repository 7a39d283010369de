/**
 * What every store has to do with what is published, whatever database is below it.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Test } from 'tap'
import { random } from '../../../src/cli/shared/random.js'
import { builtInChains } from '../../../src/core/beacon.js'
import { encodeChainInfo } from '../../../src/core/beacon-json.js'
import { publish } from '../../../src/operator/publish.js'
import { createChain } from '../../../src/relay/create-chain.js'
import type { Store, View } from '../../../src/store/store.js'
import { sample, sampleStatistics } from '../../server/start.js'

/** Opens a store that is empty at first; the same one when it is called again in one test. */
export type Open = (test: Test, access?: 'read' | 'write') => Promise<Store>

const id = sample.raffle_id
const now = new Date('2026-09-01T08:00:00Z')
const at = '2026-09-01T08:00:00+00:00'

/** A raffle of its own for every number. */
export const raffleOf = (n: number): string => `49638a53-01d5-4ea0-96bc-${String(n).padStart(12, '0')}`

/** Publishes documents, as `drawaudit publish` does. */
export async function put(store: Store, ...values: readonly object[]): Promise<void> {
  const publications = values.map(value => ({ file: 'x.json', read: () => value }))
  await publish(store, publications, { now, random, replace: { reason: 'replaced by the test' } })
}

/** Waits a second at most for a store to see that something was committed. */
export async function seeCommit(store: Store, before: number): Promise<number> {
  const end = Date.now() + 1000
  while (store.generation() === before && Date.now() < end) await setTimeout(5)
  return store.generation()
}

const parse = (view: View | undefined): unknown => view && JSON.parse(Buffer.from(view.body).toString())

export async function checkPublished(t: Test, open: Open): Promise<void> {
  await t.test('an empty store', async t => {
    const store = await open(t)
    t.strictSame(await store.listRaffles({ limit: 1 }), [])
    t.strictSame(await store.listSummaries({ limit: 1 }), [])
    for (const read of ['readRaffle', 'readAuditHistory', 'readStatements', 'readBundle'] as const) {
      t.equal(await store[read](id), undefined, read)
    }
    t.equal(await store.readEntries(id), undefined)
    t.equal(await store.readEntryProof(id, 'ticket-\0'), undefined)
    t.strictSame(await store.readTrust(), { trust: 'drawaudit/v1', operators: [] })
  })

  await t.test('the chains of all raffles, each once, but drand’s', async t => {
    const store = await open(t)
    const own = [1, 2, 3].map(number =>
      encodeChainInfo(
        createChain({ secretKey: new Uint8Array(32).fill(number), period: 30, genesisTime: 1_767_225_600 })
          .chain,
      ),
    )
    const quicknet = encodeChainInfo(builtInChains.quicknet)
    const renamed = { ...own[2]!, beacon_id: 'default' }
    const drawnWith = [own[2], own[0], quicknet, own[1], undefined, own[0], quicknet, renamed, own[0]]
    await store.transact(async ({ ceremonies }) => {
      for (const [n, chain] of drawnWith.entries()) {
        await ceremonies.note(raffleOf(n), {
          issuedAt: at,
          statements: [],
          seeds: [],
          ...(chain && { chain }),
        })
      }
    })
    t.strictSame(await store.ceremonies.listChains(9), [own[0], renamed, quicknet, own[1], own[2]])
    t.strictSame(await store.ceremonies.listChains(2), [own[0], renamed], 'those of the latest raffles')
    const { beacons } = await store.readTrust()
    t.strictSame(beacons, [own[0], own[2], own[1]], 'one of each hash: no trust file has it twice')
  })

  await t.test('what is published is what is read', async t => {
    const [store, reader] = [await open(t), await open(t, 'read')]
    await put(store, { ...sample, total_draws: 1, draws: sample.draws.slice(0, 1) })
    await put(store, sample, sampleStatistics)
    const raffle = await reader.readRaffle(id)
    t.match(raffle, { raffleId: id, totalDraws: 3, totalEntries: 142 })
    t.match(parse(raffle?.audit), { raffle_id: id, total_draws: 3 })
    t.match(parse(raffle?.statistics), sampleStatistics)
    for (const view of [raffle?.audit, raffle?.statistics, await reader.readAuditHistory(id)]) {
      t.equal(
        view?.etag,
        `"${createHash('md5')
          .update(view?.body ?? '')
          .digest('hex')}"`,
      )
    }
    t.match(parse(await reader.readAuditHistory(id)), {
      raffle_id: id,
      total_versions: 2,
      versions: [{ version: 1 }, { version: 2, record: parse(raffle?.audit) }],
    })
    await store.transact(async transaction => {
      t.equal((await transaction.readAuditRecord(id))?.draws.length, 3)
      t.match(await transaction.readStatistics(id), sampleStatistics)
      t.equal(await transaction.readAuditRecord(raffleOf(1)), undefined)
    })

    await put(store, { ...sampleStatistics, raffle_id: raffleOf(1) })
    const bare = await reader.readRaffle(raffleOf(1))
    t.match(parse(bare?.audit), { total_draws: 0, draws: [] }, 'statistics alone have a record')
    t.equal(bare?.totalDraws, 0)
  })

  await t.test('a transaction is carried out as a whole, or not at all', async t => {
    const [store, other] = [await open(t), await open(t)]
    await t.rejects(
      store.transact(async transaction => {
        await transaction.writeStatistics({ ...sampleStatistics, raffle_id: raffleOf(1) }, at)
        t.ok(await transaction.readStatistics(raffleOf(1)), 'it reads what it wrote')
        throw new Error('given up')
      }),
      { message: 'given up' },
    )
    t.equal(await store.readRaffle(raffleOf(1)), undefined)
    await store.transact(async transaction => {
      await transaction.writeStatistics({ ...sampleStatistics, raffle_id: raffleOf(2) }, at)
      t.equal(await store.readRaffle(raffleOf(2)), undefined, 'whoever else reads sees nothing of it yet')
    })
    t.ok(await store.readRaffle(raffleOf(2)))
    await put(other, sample)
    t.ok(await store.readRaffle(id), 'both go on')
    await put(store, sampleStatistics)
    t.equal((await other.readRaffle(id))?.totalEntries, 142)
  })

  await t.test('who reads cannot write', async t => {
    await put(await open(t), sample)
    const reader = await open(t, 'read')
    await t.rejects(put(reader, sampleStatistics), { code: 'store-unavailable' })
    t.equal((await reader.readRaffle(id))?.statistics, undefined)
  })

  await t.test('transactions of one store take turns', async t => {
    const store = await open(t)
    const order: string[] = []
    const add = (name: string, goesOn = false): Promise<void> =>
      store.transact(
        async () => {
          order.push(`${name} begins`)
          await new Promise(resolve => setImmediate(resolve))
          order.push(`${name} ends`)
        },
        { goesOn },
      )
    await Promise.all([
      add('one'),
      t.rejects(store.transact(() => Promise.reject(new Error('no')))),
      add('two'),
      add('what goes on', true),
    ])
    const names = ['one', 'what goes on', 'two']
    t.strictSame(
      order,
      names.flatMap(name => [`${name} begins`, `${name} ends`]),
    )
  })

  await t.test('the generation changes with commits, and only with them', async t => {
    const [writer, other, reader] = [await open(t), await open(t), await open(t, 'read')]
    const all = (): readonly number[] => [writer, other, reader].map(store => store.generation())
    await put(writer, sample)
    // Until all have heard of it.
    await setTimeout(100)
    const seen = [all()]
    await writer.readRaffle(id)
    await other.listRaffles({ limit: 5 })
    await reader.readAuditHistory(id)
    await t.rejects(
      writer.transact(async transaction => {
        await transaction.writeStatistics({ ...sampleStatistics, raffle_id: raffleOf(8) }, at)
        throw new Error('given up')
      }),
    )
    await setTimeout(100)
    t.strictSame(all(), seen[0], 'reading changes nothing, nor what was taken back')
    for (const store of [writer, other, writer, writer, other]) {
      const before = all()
      await put(store, { ...sample, raffle_id: raffleOf(seen.length) })
      t.not(store.generation(), before[[writer, other].indexOf(store)], 'who commits knows at once')
      for (const [index, one] of [writer, other, reader].entries()) await seeCommit(one, before[index] ?? 0)
      seen.push(all())
    }
    for (const column of [0, 1, 2]) {
      const numbers = seen.map(row => row[column])
      t.equal(new Set(numbers).size, numbers.length, `never the same again: ${numbers.join()}`)
    }
  })

  await t.test('a list of raffles goes on where the last page ended', async t => {
    const store = await open(t)
    await put(store, sample, ...[4, 2, 0, 3, 1].map(n => ({ ...sample, raffle_id: raffleOf(n) })))
    const ids: string[] = []
    for (let after = ''; ;) {
      const page = await store.listRaffles({ after, limit: 2 })
      ids.push(...page.map(({ raffleId }) => raffleId))
      const last = page.at(-1)
      if (last === undefined) break
      after = last.raffleId
    }
    t.strictSame(ids, [0, 1, 2, 3, 4].map(raffleOf).concat(id).toSorted())
  })
}
