import t from 'tap'
import { native } from '../../src/native/engine.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { findSameList } from '../../src/operator/same-list.js'
import { buildTree } from '../../src/store/entry-tree.js'
import { goTo, list, noon, offer, raffleId, setUp } from './stage.js'

const second = '39638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('raffles from one list, sealed or not', async t => {
  const stage = await setUp(t)
  const { ceremonies } = stage.store
  await goTo(stage, 'imported')
  stage.setClock(noon + 60)
  await createRaffle(stage.desk, { ...offer, raffleId: second, name: 'Another' })
  const { root } = await buildTree(ceremonies, raffleId, 142, native)
  const find = async (entries: number, wanted: Uint8Array): Promise<readonly string[]> =>
    (await findSameList(ceremonies, { entries, root: wanted }, native, stage.desk.now())).map(
      one => one.raffleId,
    )
  t.strictSame(await find(142, root), [raffleId])
  await importEntries(stage.desk, second, readEntryLines([Buffer.from(list)]))
  t.strictSame(await find(142, root), [raffleId, second], 'by the time of their creation')
  await goTo(stage, 'drawn')
  t.strictSame(await find(142, root), [raffleId, second])
  t.strictSame(await find(142, new Uint8Array(32)), [])
  t.strictSame(await find(141, root), [raffleId], 'the seal alone decides, where there is one')
})

await t.test('a list that goes on after the same beginning is another one', async t => {
  const stage = await setUp(t)
  const { ceremonies } = stage.store
  await goTo(stage, 'imported')
  const { root } = await buildTree(ceremonies, raffleId, 142, native)
  const find = () => findSameList(ceremonies, { entries: 142, root }, native, stage.desk.now())
  t.equal((await find()).length, 1)
  await stage.importText('one-more,paid\n')
  t.strictSame(await find(), [])
})
