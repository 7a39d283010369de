// The age of the newest backup, as Prometheus asks for it.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import t from 'tap'
import { watchBackups } from '../../src/server/backup-metrics.js'

await t.test('files count that were written whole', async t => {
  const folder = join(t.testdir(), 'backups')
  const now = 1_800_000_000_000
  const registry = new Registry()
  watchBackups(registry, folder, () => now)
  const age = async (): Promise<string | undefined> =>
    /^drawaudit_backup_age_seconds (.*)$/m.exec(await registry.metrics())?.[1]
  t.match(await registry.metrics(), '# HELP drawaudit_backup_age_seconds Since the newest file in the folder')
  t.equal(await age(), '+Inf', 'there is no folder')
  mkdirSync(folder)
  t.equal(await age(), '+Inf', 'it is empty')
  const write = (name: string, secondsAgo: number, content = 'x'): void => {
    writeFileSync(join(folder, name), content)
    utimesSync(join(folder, name), now / 1000, now / 1000 - secondsAgo)
  }
  write('one', 500)
  t.equal(await age(), '500')
  write('two', 200)
  write('three', 300)
  t.equal(await age(), '200')
  write('.partial', 10)
  write('empty', 20, '')
  mkdirSync(join(folder, 'a folder'))
  t.equal(await age(), '200', 'and what is not a file of a backup does not')
  write('of the future', -50)
  t.equal(await age(), '0')
})
