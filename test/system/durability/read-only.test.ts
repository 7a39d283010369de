import t from 'tap'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { createReceiver, never, setUp } from '../../webhook/stage.js'

await t.test('a worker ends where the store can only be read, rather than wait for ever', async t => {
  const stage = await setUp(t)
  const receiver = await createReceiver(t)
  const { id } = await stage.subscribe(receiver.url())
  await stage.queue(1, [id])
  // What SQLite does by itself with a file that cannot be opened for writing.
  const store = await openSqliteStore(stage.file, { access: 'read' })
  t.teardown(() => store.close())
  const troubles: unknown[] = []
  const deliverer = stage.deliverer({ store, onTrouble: error => troubles.push(error) })
  for (const run of [() => deliverer.runOnce(never), () => deliverer.run(never)]) {
    await t.rejects(run(), { code: 'store-unavailable', message: /SQLITE_READONLY/ })
  }
  t.strictSame(troubles, [], 'it is nothing that passes')
  t.equal(receiver.received.length, 0)
  t.match(await stage.deliverer().runOnce(never), { delivered: 1 }, 'and nothing is lost')
})
