import { join } from 'node:path'
import t from 'tap'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { Children } from '../../operator/children.js'
import { checkHistory } from '../../operator/log-history.js'
import { perform, setUpPlayer } from '../../operator/log-play.js'
import type { Orders } from '../../operator/log-racer.js'

await t.test('four processes draw and sequence on one store', async t => {
  const folder = t.testdir()
  const file = join(folder, 'raffles.db')
  const store = await openSqliteStore(file, { access: 'write', create: true })
  t.teardown(() => store.close())
  await perform(setUpPlayer(store, file), ['key', 'log', 'witness'])
  const children = new Children<Orders>('log-racer.ts', folder)
  t.teardown(() => {
    children.end()
  })
  const running = [1, 2, 3, 4].map(number => children.start({ file, number, time: 4000 }))
  // Each rejects when its process failed with anything but store-busy.
  const outputs = await Promise.all(running.map(({ ended }) => ended))
  const counts = outputs.map(({ output }) => output.trim().split(' ').map(Number))
  for (const [raffles = 0] of counts) t.ok(raffles > 0, `${raffles} raffles by one process`)
  t.strictSame(await checkHistory(file), [], 'one history')
  const total = counts.reduce((sum, [raffles = 0]) => sum + raffles, 0)
  t.equal(await store.log.countEntries(), 4 * total, 'with every statement of every raffle')
  const heads = await store.log.listHeads(0, 1_000_000)
  t.equal(heads.at(-1)?.size, 4 * total)
  const busy = counts.reduce((sum, [, one = 0]) => sum + one, 0)
  t.comment(
    `${total} raffles, ${heads.length} heads; ${busy} times a process was told that another was faster`,
  )
})

await t.test('what goes on with something goes before what begins', async t => {
  const store = await openSqliteStore(join(t.testdir(), 'raffles.db'), { access: 'write', create: true })
  t.teardown(() => store.close())
  const order: string[] = []
  const add = (name: string, goesOn = false): Promise<void> =>
    store.transact(() => Promise.resolve(void order.push(name)), { goesOn })
  const step = async (name: string): Promise<void> => {
    await add(`${name} begins`)
    await add(`${name} goes on`, true)
    await add(`${name} ends`, true)
  }
  await Promise.all([step('one'), step('two')])
  t.strictSame(order, ['one begins', 'one goes on', 'one ends', 'two begins', 'two goes on', 'two ends'])
})
