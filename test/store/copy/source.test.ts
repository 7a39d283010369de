import { join } from 'node:path'
import t from 'tap'
import { CopySource } from '../../../src/store/copy/source.js'
import { formatRow, keyOf, lastingColumns, narrowTable, tableNames } from '../../../src/store/copy/tables.js'
import { migrateDatabase } from '../../../src/store/sqlite/database.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { Sqlite } from '../../sqlite.js'

await t.test('a copy is of one state, and says so where somebody wrote meanwhile', async t => {
  const file = join(t.testdir(), 'raffles.db')
  const store = await openSqliteStore(file, { access: 'write', create: true })
  t.teardown(() => store.close())
  const write = (url: string): Promise<void> =>
    store.transact(({ outbox }) => outbox.writeWebhookSettings({ apiUrl: url }))
  await write('https://first.example/')
  const source = await CopySource.open(file, 10)
  t.teardown(() => {
    source.close()
  })
  const readUrl = (): unknown =>
    source.sql.get<{ url: string }>('SELECT api_url AS url FROM webhook_setting').then(row => row?.url)
  t.equal(await readUrl(), 'https://first.example/')
  await write('https://second.example/')
  t.equal(await readUrl(), 'https://first.example/', 'what is copied is what was there at first')
  t.throws(
    () => {
      source.finish()
    },
    { code: 'store-busy', message: /written to it while it was copied/, where: { file } },
  )

  const undisturbed = await CopySource.open(file, 10)
  undisturbed.finish()
  undisturbed.close()
})

await t.test('rows in batches, in the order of their keys', async t => {
  const file = join(t.testdir(), 'raffles.db')
  await migrateDatabase(file)
  const database = new Sqlite(file)
  const insert = database.prepare('INSERT INTO webhook_worker VALUES (?, ?)')
  for (let index = 24; index >= 0; index -= 1) insert.run(`worker-${String(index).padStart(2, '0')}`, index)
  database.close()
  const source = await CopySource.open(file, 10)
  t.teardown(() => {
    source.close()
  })
  const table = source.tables.find(({ name }) => name === 'webhook_worker')
  if (table === undefined) throw new Error('there is no such table')
  t.strictSame(
    table.columns.map(({ type }) => type),
    ['text', 'bigint'],
  )
  const batches = [...source.read(table)]
  t.strictSame(
    batches.map(({ rows, last }) => [rows.length, ...last]),
    [
      [10, 'worker-09'],
      [10, 'worker-19'],
      [5, 'worker-24'],
    ],
  )
  const between = [...source.read(table, { after: ['worker-03'], until: ['worker-05'] })]
  t.strictSame(
    between.flatMap(({ rows }) => rows.map(row => keyOf(table, row)[0])),
    ['worker-04', 'worker-05'],
  )
})

await t.test('rows that differ anywhere have other lines', t => {
  const rows = [
    ['a', 1, null, Uint8Array.of(1, 2)],
    ['b', 1, null, Uint8Array.of(1, 2)],
    ['a', 2, null, Uint8Array.of(1, 2)],
    ['a', 1, '', Uint8Array.of(1, 2)],
    ['a', 1, null, Uint8Array.of(1, 3)],
    ['a', 1, null, '0102'],
    ['a', '1', null, Uint8Array.of(1, 2)],
  ]
  t.equal(new Set(rows.map(formatRow)).size, rows.length)
  t.equal(formatRow(['a', Uint8Array.of(1)]), formatRow(['a', Uint8Array.of(1)]))
  t.end()
})

await t.test('what lasts of a table has its key, and is of columns that there are', async t => {
  const file = join(t.testdir(), 'raffles.db')
  await migrateDatabase(file)
  const source = await CopySource.open(file, 10)
  t.teardown(() => {
    source.close()
  })
  for (const [name, columns] of lastingColumns) {
    t.ok(
      tableNames.some(one => one === name),
      name,
    )
    const table = source.tables.find(one => one.name === name)
    if (table === undefined) continue
    const narrow = narrowTable(table, columns)
    t.strictSame(narrow.columns.map(column => column.name).toSorted(), columns.toSorted(), name)
    t.strictSame(
      narrow.key.map(place => narrow.columns[place]?.name),
      table.key.map(place => table.columns[place]?.name),
      `the key of ${name}`,
    )
  }
})
