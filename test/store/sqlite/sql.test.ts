import t from 'tap'
import { createSql } from '../../../src/store/sqlite/sql.js'
import { Sqlite } from '../../sqlite.js'

await t.test('statements', async t => {
  const database = new Sqlite(':memory:')
  t.teardown(() => database.close())
  const sql = createSql(database)
  await sql.run('CREATE TABLE thing (number INTEGER PRIMARY KEY, name TEXT, body BLOB) STRICT')
  const columns = { name: 'text', body: 'bytea' } as const
  await sql.insert('thing', columns, [
    { name: 'a', body: Uint8Array.of(1) },
    { name: null, body: null },
  ])
  await sql.insert('thing', columns, [])
  await sql.insert(
    'thing',
    { number: 'bigint', name: 'text' },
    [{ number: 2, name: 'b' }],
    'ON CONFLICT (number) DO UPDATE SET name = excluded.name',
  )

  const rows = await sql.all<{ name: string; body: Uint8Array | null }>('SELECT name, body FROM thing')
  t.strictSame(rows, [
    { name: 'a', body: Uint8Array.of(1) },
    { name: 'b', body: null },
  ])
  t.equal(rows[0]?.body?.constructor, Uint8Array, 'no buffer of the driver')
  t.equal(await sql.get('SELECT 1 AS one FROM thing WHERE name = ?', ['c']), undefined)
  t.equal(await sql.run("UPDATE thing SET name = @name || '!'", { name: 'x' }), 2)

  const { dialect } = sql
  const listed = dialect.isAmong('number', dialect.listed('@numbers', 'bigint'))
  t.strictSame(await sql.all(`SELECT number FROM thing WHERE ${listed}`, { numbers: [2, 7] }), [
    { number: 2 },
  ])
  const first = dialect.isAmong('name', dialect.listed('?', 'text'))
  t.strictSame(await sql.all(`SELECT number FROM thing WHERE ${first}`, [['x!', '"']]), [
    { number: 1 },
    { number: 2 },
  ])
})

await t.test('what SQLite says becomes a rejection in our words', async t => {
  const sql = createSql(new Sqlite(':memory:', { readonly: false }))
  await sql.run('PRAGMA query_only = ON')
  await t.rejects(sql.run('CREATE TABLE x (a)'), { code: 'store-unavailable' })
  await t.rejects(sql.all('SELECT * FROM absent'), { message: /no such table/ })
})
