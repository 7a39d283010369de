import { writeFileSync } from 'node:fs'
import t from 'tap'
import { native } from '../../../src/native/engine.js'
import { references } from '../../../src/store/check/check-references.js'
import { copyStore } from '../../../src/store/copy/copy-store.js'
import { checkStore } from '../../../src/store/open-store.js'
import { dialect } from '../../../src/store/sqlite/sql.js'
import { migrationSteps } from '../../../src/store/tables/migrations.js'
import { run } from '../../cli/resident.js'
import { createDatabase, noPostgres, query } from '../../postgres.js'
import { Sqlite } from '../../sqlite.js'
import { fillStore } from '../../store/copy-stage.js'
import { damageCopy, listDamages, postgresBytes, sqliteBytes } from '../../store/damages.js'

await t.test('every reference between tables is looked at', t => {
  const database = new Sqlite(':memory:')
  for (const { both, sqlite } of migrationSteps) database.exec(dialect.declare(both) + sqlite)
  const declared = database
    .prepare<[], { table: string; column: string; parent: string }>(
      `SELECT name AS "table", "from" AS "column", "table" AS parent
       FROM sqlite_schema, pragma_foreign_key_list(name)`,
    )
    .all()
    .filter(({ parent }) => parent !== 'raffle')
  const sort = (rows: readonly { table: string; column: string; parent: string }[]): readonly string[] =>
    rows.map(({ table, column, parent }) => `${table}.${column} ${parent}`).toSorted()
  t.ok(declared.length > 9)
  t.strictSame(sort(references), sort(declared))
  database.close()
  t.end()
})

await t.test('damage to a file', async t => {
  const { file, store } = await fillStore(t, { entries: 300 })
  await store.close()
  const whole = await checkStore(file, native)
  t.strictSame(whole.problems, [])
  for (const [sql, message] of listDamages(sqliteBytes)) {
    const { damaged, changes } = damageCopy(file, sql)
    t.ok(changes > 0, sql)
    const { problems } = await checkStore(damaged, native)
    t.match(problems[0], message, sql)
  }
})

await t.test('secrets are opened by whoever has what opens them', async t => {
  const { file, store } = await fillStore(t, { entries: 3 })
  await store.close()
  const key = `${file}.key`
  writeFileSync(key, '09'.repeat(32))
  const check = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    run(['store', 'check', '--store', file, ...args], { env })
  t.match(await check({}), { code: 0, stdout: /, secrets not opened \(.*\): nothing is wrong\n$/ })
  t.match(await check({}, '--key-file', key), { code: 0, stdout: /, 21 secrets opened: nothing is wrong\n$/ })
  t.match(await check({ DRAWAUDIT_PASSPHRASE: 'correct horse' }), {
    code: 1,
    stdout: /^the secrets of this store are encrypted under a key file\n.*: 1 problem\n$/,
  })
  writeFileSync(key, '08'.repeat(32))
  t.match(await check({}, '--key-file', key), { code: 1, stdout: /^the key file is not the one that/ })
  const { damaged } = damageCopy(file, 'UPDATE webhook_endpoint SET origin = origin || 1 WHERE number = 1')
  writeFileSync(key, '09'.repeat(32))
  t.match(await run(['store', 'check', '--store', damaged, '--key-file', key]), {
    code: 1,
    stdout: /^webhook endpoint ep_\w+: its address, with what is allowed of it, cannot be opened\n/,
  })
})

await t.test('damage to a database', { skip: noPostgres, timeout: 120_000 }, async t => {
  const { file, store } = await fillStore(t, { entries: 300 })
  await store.close()
  const url = await createDatabase(t)
  await copyStore({ from: file, to: url, engine: native })
  t.strictSame(await checkStore(url, native), await checkStore(file, native))

  for (const [sql, message] of listDamages(postgresBytes)) {
    const damaged = await createDatabase(t, new URL(url).pathname.slice(1))
    // Neither references nor triggers stand in the way of a disk.
    await query(damaged, `SET session_replication_role = replica; ${sql}`)
    const { problems } = await checkStore(damaged, native)
    t.match(problems[0], message, sql)
  }

  const check = await run(['store', 'check', '--store', url])
  t.match(check, {
    code: 0,
    stdout: /^4 raffles, 1 version of audit records, secrets not opened \(.*\): nothing is wrong\n$/,
  })
  await query(url, "UPDATE raffle_summary SET name = 'x'")
  t.match(await run(['store', 'check', '--store', url]), { code: 1, stdout: /its line in the list is not/ })
  t.match(await run(['store', 'check', '--store', await createDatabase(t)]), {
    code: 2,
    stderr: /there is no store/,
  })
})
