import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readLockFile } from '../../../src/cli/check/lock-file.js'
import { openLock } from '../../../src/cli/check/open-lock.js'
import { parseAuditRecord, type AuditRecord } from '../../../src/model/audit-record.js'
import { lookUp } from '../../../src/model/lock.js'
import { sample } from '../../server/start.js'

const base = 'https://raffles.example/api/v1'
const other = '11234567-89ab-cdef-0123-456789abcdef'
const record = parseAuditRecord(sample) as AuditRecord
const id = sample.raffle_id
const now = (): Date => new Date('2026-09-01T08:00:00Z')

await t.test('what another run wrote meanwhile is kept', t => {
  const path = join(t.testdir(), 'lock.json')
  const [one, two] = [openLock(path, false, now), openLock(path, false, now)]
  one.accept(base, { record })
  two.accept(base, { record: { ...record, raffle_id: other } })
  one.save()
  two.save()
  const { lock } = readLockFile(path)
  t.ok(lookUp(lock, base, id))
  t.ok(lookUp(lock, base, other))
  t.end()
})

await t.test('what another run saw of the same raffle was not compared, and is not written over', t => {
  const path = join(t.testdir(), 'lock.json')
  const late = openLock(path, false, now)
  const early = openLock(path, false, now)
  early.accept(base, { record })
  early.save()
  const text = readFileSync(path, 'utf8')
  late.accept(base, { record: { ...record, draws: record.draws.slice(0, 1) } })
  late.save()
  t.equal(readFileSync(path, 'utf8'), text)
  t.end()
})

await t.test('a file that was damaged meanwhile is refused, and left as it is', t => {
  const path = join(t.testdir(), 'lock.json')
  const lock = openLock(path, false, now)
  lock.accept(base, { record })
  writeFileSync(path, '{"lock":')
  t.throws(
    () => {
      lock.save()
    },
    { code: 'json-syntax', where: { file: path } },
  )
  t.equal(readFileSync(path, 'utf8'), '{"lock":')
  t.end()
})

await t.test('a frozen lock is never written', t => {
  const path = join(t.testdir(), 'lock.json')
  const first = openLock(path, false, now)
  first.accept(base, { record })
  first.save()
  const text = readFileSync(path, 'utf8')
  const frozen = openLock(path, true, now)
  t.strictSame(frozen.raffles(base), [id])
  frozen.accept(base, { record: { ...record, raffle_id: other } })
  frozen.save()
  t.equal(readFileSync(path, 'utf8'), text)
  t.end()
})

await t.test('what could not be read back is not written', t => {
  const path = join(t.testdir(), 'lock.json')
  const lock = openLock(path, false, now)
  const [draw] = record.draws
  lock.accept(base, { record: { ...record, draws: [draw!, draw!] } })
  t.throws(
    () => {
      lock.save()
    },
    { code: 'lock-schema' },
  )
  t.throws(() => readFileSync(path), { code: 'ENOENT' })
  t.end()
})
