import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { backupSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'

await t.test('a backup that cannot be given its name says so, and leaves nothing', async t => {
  const folder = t.testdir()
  const [store, to] = [join(folder, 'raffles.db'), join(folder, 'backup.db')]
  await (await openSqliteStore(store, { access: 'write', create: true })).close()
  const backup = backupSqliteStore(store, to)
  // It has looked whether there is such a file; the name is given last.
  mkdirSync(to)
  await t.rejects(backup, {
    code: 'file-access',
    message: /there is a folder of this name/,
    where: { file: to },
  })
  t.strictSame(readdirSync(folder).toSorted(), ['backup.db', 'raffles.db'])
})
