import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { backUpStore, restoreStore } from '../../src/operator/backup-store.js'
import { journalOf } from '../../src/operator/journal.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { close, goTo, raffleId, setUp, type Stage } from './stage.js'

const beside = ({ file }: Stage, name: string): string => join(dirname(file), name)
const text = (store: string): string => readFileSync(journalOf(store), 'utf8')

await t.test('a backup has the journal beside it, and both are put back', async t => {
  const stage = await setUp(t)
  const [backup, other] = [beside(stage, 'backup.db'), beside(stage, 'other.db')]
  t.match(await backUpStore(stage.file, backup), { problems: [], opener: 'key file' })
  t.notOk(existsSync(journalOf(backup)), 'nothing was signed')
  rmSync(backup)
  await goTo(stage, 'imported')
  t.match(await backUpStore(stage.file, backup), { raffles: 1, problems: [], journal: journalOf(backup) })
  t.equal(text(backup), text(stage.file))
  t.equal(statSync(journalOf(backup)).mode & 0o777, 0o600)
  t.match(
    readdirSync(dirname(backup)).filter(name => name.includes('backup')),
    ['backup.db', 'backup.db.signed'],
  )
  await t.rejects(backUpStore(stage.file, backup), { code: 'file-exists' })

  t.match(
    await restoreStore(backup, other),
    { journal: 'none', fault: { code: 'journal-missing' }, lastDate: '2026-09-01T12:00:00+00:00' },
    'where the journal is lost nobody knows what was signed since',
  )
  const restored = await restoreStore(backup, other, { replace: true, isNewest: true })
  t.match(restored, { journal: 'restored', problems: [], lastDate: '2026-09-01T12:00:00+00:00' })
  t.notOk('fault' in restored, 'it signs on')
  t.equal(text(other), text(backup))
})

await t.test('an older backup takes the place of the store, and never of its newer journal', async t => {
  const stage = await setUp(t)
  const backup = beside(stage, 'backup.db')
  await goTo(stage, 'imported')
  await backUpStore(stage.file, backup)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  const newer = text(stage.file)
  await stage.store.close()
  const restored = await restoreStore(backup, stage.file, { replace: true })
  t.match(restored, { journal: 'kept', fault: { code: 'store-rolled-back' } })
  t.equal(text(stage.file), newer)
})

await t.test('a journal that is older than its store is refused, in a backup and beside one', async t => {
  const stage = await setUp(t)
  const [backup, other] = [beside(stage, 'backup.db'), beside(stage, 'other.db')]
  await goTo(stage, 'created')
  copyFileSync(journalOf(stage.file), beside(stage, 'older'))
  stage.setClock(close)
  await stage.importText('a,paid\nb,paid\nc,paid\n')
  await sealRaffle(stage.desk, raffleId)
  await backUpStore(stage.file, backup)
  copyFileSync(beside(stage, 'older'), journalOf(backup))
  await t.rejects(restoreStore(backup, other), {
    code: 'journal-missing',
    message: /lacks statement 1 of raffle .*older than the store beside it/,
    hint: /a second history could be signed/,
  })
  t.notOk(existsSync(other) || existsSync(journalOf(other)), 'nothing has changed')
  rmSync(journalOf(backup))
  t.match(await restoreStore(backup, other), { journal: 'none', fault: { code: 'journal-missing' } })
  copyFileSync(beside(stage, 'older'), journalOf(stage.file))
  await t.rejects(backUpStore(stage.file, beside(stage, 'second.db')), { code: 'journal-missing' })
  t.notOk(
    readdirSync(dirname(backup)).some(name => name.startsWith('second')),
    'nothing is left',
  )
})

await t.test('a journal of another history stays where it is', async t => {
  const stage = await setUp(t)
  const second = await setUp(t, { file: beside(stage, 'second.db') })
  await goTo(stage, 'created')
  await goTo(second, 'created')
  const backup = beside(stage, 'backup.db')
  await backUpStore(stage.file, backup)
  const before = text(second.file)
  await second.store.close()
  await t.rejects(restoreStore(backup, second.file, { replace: true }), {
    code: 'journal-invalid',
    where: { file: journalOf(second.file) },
  })
  t.equal(text(second.file), before)
})
