import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { backupSqliteStore, restoreSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { offer, setUp } from '../../operator/stage.js'

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

const modesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map(name => [name, modeOf(join(folder, name))]),
  )

for (const umask of [0o000, 0o022, 0o077]) {
  await t.test(`what holds secrets is its owner’s alone under umask ${umask.toString(8)}`, async t => {
    const before = process.umask(umask)
    t.teardown(() => process.umask(before))
    const folder = t.testdir()
    const stage = await setUp(t, { file: join(folder, 'raffles.db') })
    await createRaffle(stage.desk, offer)
    // A backup that was killed left this, open to everyone.
    writeFileSync(join(folder, 'backup.db.partial'), 'half', { mode: 0o666 })
    await backupSqliteStore(stage.file, join(folder, 'backup.db'))
    await restoreSqliteStore(join(folder, 'backup.db'), join(folder, 'restored.db'))
    t.strictSame(modesIn(folder), {
      'backup.db': '600',
      'raffles.db': '600',
      'raffles.db-shm': '600',
      'raffles.db-wal': '600',
      'raffles.db.signed': '600',
      'raffles.db.signed.compared': '600',
      'restored.db': '600',
    })
  })
}

await t.test(
  'a store that its owner opened to others stays open, with what SQLite keeps beside it',
  async t => {
    const folder = t.testdir()
    const file = join(folder, 'raffles.db')
    writeFileSync(file, '', { mode: 0o660 })
    const before = process.umask(0)
    t.teardown(() => process.umask(before))
    const store = await openSqliteStore(file, { access: 'write', create: true })
    t.match(modesIn(folder), { 'raffles.db-wal': modeOf(file), 'raffles.db-shm': modeOf(file) })
    await store.close()
  },
)

await t.test('a link to where no store is yet stays one', async t => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'disk'))
  const [link, file] = [join(folder, 'raffles.db'), join(folder, 'disk/raffles.db')]
  symlinkSync(file, link)
  await (await openSqliteStore(link, { access: 'write', create: true })).close()
  t.equal(modeOf(file), '600')
})
