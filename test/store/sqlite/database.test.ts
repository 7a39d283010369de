import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DrawauditError } from '../../../src/errors.js'
import { makePrivate, migrateDatabase } from '../../../src/store/sqlite/database.js'
import { describeFailure, isReadOnly } from '../../../src/store/sqlite/errors.js'
import { Sqlite } from '../../sqlite.js'

await t.test('a database of something else is left as it is', async t => {
  const file = join(t.testdir(), 'other.db')
  const database = new Sqlite(file)
  database.exec('CREATE TABLE x (a)')
  database.close()
  const before = readFileSync(file)
  await t.rejects(migrateDatabase(file), { code: 'store-kind', where: { file } })
  t.ok(readFileSync(file).equals(before))
})

await t.test('who made an empty file is told, and so may take it away again', t => {
  const file = join(t.testdir(), 'raffles.db')
  t.equal(makePrivate(file), true)
  t.equal(makePrivate(file), false, 'it is there')
  t.equal(makePrivate(join(file, 'raffles.db')), false, 'it cannot be made')
  t.end()
})

await t.test('a file that is only for reading is told from one that fails', t => {
  const fail = (code: string): DrawauditError => {
    const described = describeFailure(Object.assign(new Error('x'), { code }))
    if (!(described instanceof DrawauditError)) throw new Error(`${code} means nothing`)
    return described
  }
  t.ok(isReadOnly(fail('SQLITE_READONLY')))
  t.ok(isReadOnly(fail('SQLITE_READONLY_DBMOVED')))
  t.notOk(isReadOnly(fail('SQLITE_IOERR_WRITE')))
  t.notOk(isReadOnly(fail('SQLITE_FULL')))
  t.notOk(isReadOnly(new DrawauditError('store-unavailable', 'x')))
  for (const [code, meaning] of [
    ['SQLITE_BUSY_SNAPSHOT', 'store-busy'],
    ['SQLITE_LOCKED', 'store-busy'],
    ['SQLITE_NOTADB', 'store-kind'],
    ['SQLITE_CORRUPT_INDEX', 'store-damaged'],
    ['SQLITE_FULL', 'store-unavailable'],
    ['SQLITE_CANTOPEN', 'store-unavailable'],
  ] as const) {
    t.equal(fail(code).code, meaning, code)
  }
  const ours = Object.assign(new Error('x'), { code: 'SQLITE_CONSTRAINT' })
  t.equal(describeFailure(ours), ours)
  const others = Object.assign(new Error('x'), { code: 'ENOENT' })
  t.equal(describeFailure(others), others)
  t.end()
})
