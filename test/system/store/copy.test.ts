import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { native } from '../../../src/native/engine.js'
import { replaceWinner } from '../../../src/operator/replace-winner.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import { copyStore, type CopyOptions, type StoreCopied } from '../../../src/store/copy/copy-store.js'
import { tableNames } from '../../../src/store/copy/tables.js'
import { openStore } from '../../../src/store/open-store.js'
import { migratePostgresStore } from '../../../src/store/postgres/postgres-store.js'
import { Children } from '../../operator/children.js'
import type { Orders } from '../../operator/copy-child.js'
import { close, drawAt, raffleId, setUp } from '../../operator/stage.js'
import { createDatabase, noPostgres, query } from '../../postgres.js'
import { Sqlite } from '../../sqlite.js'
import { fillStore, ids, readAll } from '../../store/copy-stage.js'
import { damageCopy, listDamages, sqliteBytes } from '../../store/damages.js'
import { isLong } from '../../long.js'

const copy = (from: string, to: string, more: Partial<CopyOptions> = {}): Promise<StoreCopied> =>
  copyStore({ from, to, engine: native, batchRows: 50, ...more })

async function readStore(name: string): Promise<readonly string[]> {
  const store = await openStore(name, { access: 'read' })
  try {
    return await readAll(store)
  } finally {
    await store.close()
  }
}

const readReferences = (url: string): Promise<readonly unknown[]> =>
  query(
    url,
    `SELECT conname, conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f'
     UNION ALL SELECT tgname, tgrelid::regclass::text, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1, 2`,
  )

await t.test('every table is copied, after those that it refers to', async t => {
  const { store, file } = await setUp(t)
  await store.close()
  const database = new Sqlite(file)
  t.teardown(() => database.close())
  const all = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  t.strictSame([...tableNames].toSorted(), all.toSorted())
  for (const [place, name] of tableNames.entries()) {
    const parents = database
      .prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)')
      .pluck()
      .all(name)
    for (const parent of parents)
      t.ok(tableNames.slice(0, place).includes(parent as 'raffle'), `${parent}, ${name}`)
  }
})

await t.test('a store moves, and goes on there', { skip: noPostgres }, async t => {
  const { file, store } = await fillStore(t)
  const [url, fresh] = [await createDatabase(t), await createDatabase(t)]
  const before = await readAll(store)
  await store.close()
  const bytes = readFileSync(file)
  const { wasDone, tables } = await copy(file, url)
  t.notOk(wasDone)
  t.strictSame(
    tables.map(({ table }) => table),
    tableNames,
  )
  for (const { table, rows } of tables)
    t.ok(rows > 0 || table === 'webhook_attempt', `${table}: ${rows} rows`)
  const hashes = tables.map(({ sha256 }) => sha256)
  for (const sha256 of hashes) t.match(sha256, /^[0-9a-f]{64}$/)
  t.equal(new Set(hashes).size, tables.filter(({ rows }) => rows > 0).length + 1, 'of different rows')
  t.strictSame(await readStore(url), before, 'byte for byte')
  t.ok(readFileSync(file).equals(bytes), 'the file is as it was')
  await migratePostgresStore(fresh)
  t.strictSame(await readReferences(url), await readReferences(fresh), 'with all that a new one has')

  const again = await copy(file, url)
  t.ok(again.wasDone)
  t.strictSame(
    again.tables.map(({ sha256 }) => sha256),
    tables.map(({ sha256 }) => sha256),
  )

  const there = await openStore(url, { access: 'write' })
  const stage = await setUp(t, { file, store: there, bare: true, isClockChecked: true })
  stage.setClock(close)
  t.match(await stage.importText('one-more,paid\nticket-7,paid\n'), { added: 1, alreadyThere: 1 })
  await sealRaffle(stage.desk, raffleId)
  stage.setClock(drawAt + 3)
  const { winners } = await stage.draw()
  await replaceWinner(stage.desk, raffleId, winners[0]?.winner_entry_id ?? '', 'did not answer')
  await sequenceLog(stage.desk)
  t.equal((await stage.verify()).verdict, 'proven')
  t.equal((await there.outbox.listDeliveries({ limit: 100 })).length > 2, true, 'subscribers are told')
  await t.rejects(copy(file, url), { code: 'store-kind', message: /other rows than in the file/ })
})

await t.test('killed anywhere, it goes on', { skip: noPostgres, timeout: 300_000 }, async t => {
  const { file, store } = await fillStore(t, { entries: 5000 })
  const before = await readAll(store)
  await store.close()
  let url = await createDatabase(t)
  const children = new Children<Orders>('copy-child.ts', dirname(file))
  t.teardown(() => {
    children.end()
  })
  const steps: number[] = []
  while (steps.length < (isLong ? 10 : 3)) {
    const { process: child, ended } = children.start({ from: file, to: url })
    // The first step is before anything is written.
    const wait = 2 + Math.floor(Math.random() * 250)
    let seen = 0
    child.stdout.on('data', (text: Buffer) => {
      seen += text.length
      if (seen >= wait) void setTimeout(Math.random() * 10).then(() => child.kill('SIGKILL'))
    })
    if ((await ended).signal === 'SIGKILL') {
      steps.push(seen)
      const opened: unknown = await readStore(url).catch((error: unknown) => error)
      if (Array.isArray(opened)) t.strictSame(opened, before, 'it was whole')
      else t.match(opened, { code: 'store-outdated', hint: /drawaudit db copy/ })
    } else {
      t.strictSame(await readStore(url), before, 'it was faster')
      url = await createDatabase(t)
    }
  }
  t.comment(`killed after ${steps.join(', ')} steps`)
  await copy(file, url)
  t.strictSame(await readStore(url), before)
})

await t.test('what is written meanwhile', { skip: noPostgres }, async t => {
  const stage = await fillStore(t)
  const url = await createDatabase(t)
  let hasWritten = false
  const write = async (): Promise<void> => {
    if (hasWritten) return
    hasWritten = true
    await sealRaffle(stage.desk, ids.open)
    await stage.store.transact(({ outbox }) => outbox.release('worker'))
  }
  await t.rejects(copy(stage.file, url, { beforeOpen: write }), {
    code: 'store-busy',
    message: /written to it while it was copied/,
    where: { file: stage.file },
  })
  await t.rejects(openStore(url, { access: 'write', create: true }), { code: 'store-outdated' })
  await t.rejects(migratePostgresStore(url), { code: 'store-outdated' })
  // Also what was taken out, and what has the place of something else.
  const database = new Sqlite(stage.file)
  database.exec(`
    PRAGMA foreign_keys = ON;
    DELETE FROM webhook_endpoint WHERE number = 2;
    UPDATE webhook_delivery SET worker = NULL;
    DELETE FROM webhook_worker;
    INSERT INTO webhook_worker VALUES ('another', 1);
    DELETE FROM entry_place WHERE id = 'ticket-5' AND ceremony = 1;
    INSERT INTO entry_place VALUES (1, 'ticket-5', 5);`)
  database.close()
  await copy(stage.file, url)
  t.strictSame(await readStore(url), await readStore(stage.file))
})

await t.test('a database that is not for it', { skip: noPostgres }, async t => {
  const { file, store } = await fillStore(t, { entries: 10 })
  await store.close()
  const taken = await createDatabase(t)
  const other = await openStore(taken, { access: 'write', create: true })
  await setUp(t, { file: `${file}.other`, store: other })
  await t.rejects(copy(file, taken), {
    code: 'store-kind',
    message: /other rows than in the file: in the table \w+/,
  })

  const foreign = await createDatabase(t)
  await query(foreign, 'CREATE TABLE raffle (id int)')
  await t.rejects(copy(file, foreign), { code: 'store-kind', message: /something else lives there: raffle/ })
  const halfway = await createDatabase(t)
  const stop = new Error('stop')
  await t.rejects(
    copy(file, halfway, {
      beforeOpen() {
        throw stop
      },
    }),
    stop,
  )
  const stranger = await fillStore(t, { file: `${file}.stranger` })
  await stranger.store.close()
  await t.rejects(copy(stranger.file, halfway), {
    code: 'store-kind',
    message: /other rows than in the file: in the table \w+/,
  })
  await query(halfway, "UPDATE view SET etag = 'x' WHERE name = 'bundle'")
  await query(halfway, "UPDATE drawaudit_copy SET value = '0' WHERE part = 'version'")
  await t.rejects(copy(file, halfway), { code: 'store-outdated', message: /another drawaudit/ })
  await query(halfway, "UPDATE drawaudit_copy SET value = '1' WHERE part = 'version'")
  t.notOk((await copy(file, halfway)).wasDone, 'what somebody has changed is put right')
  t.strictSame(await readStore(halfway), await readStore(file))
})

await t.test('damage does not move', { skip: noPostgres, timeout: 120_000 }, async t => {
  const { file, store } = await fillStore(t, { entries: 300 })
  await store.close()
  const url = await createDatabase(t)
  for (const [sql, message] of listDamages(sqliteBytes)) {
    const { damaged, changes } = damageCopy(file, sql)
    t.ok(changes > 0, sql)
    await t.rejects(copy(damaged, url), { code: 'store-damaged', message, where: { file: damaged } }, sql)
  }
  await copy(file, url)
  t.strictSame(await readStore(url), await readStore(file), 'what is whole goes on from there')
})

await t.test('two copies at once', { skip: noPostgres }, async t => {
  const { file, store } = await fillStore(t, { entries: 2000 })
  await store.close()
  const url = await createDatabase(t)
  const ended = await Promise.allSettled([copy(file, url), copy(file, url)])
  const said = ended.map(end => {
    if (end.status === 'fulfilled') return end.value.wasDone ? 'there' : 'copied'
    return (end.reason as { readonly code?: unknown }).code
  })
  t.ok(said.includes('copied'))
  t.ok(said.includes('there') || said.includes('store-busy'), 'one after the other')
})

await t.test('a connection that is lost', { skip: noPostgres }, async t => {
  const { file, store } = await fillStore(t, { entries: 2000 })
  await store.close()
  const url = await createDatabase(t)
  let isCut = false
  const cut = (step: string, table: string): void => {
    if (isCut || step !== 'copy' || table !== 'entry') return
    isCut = true
    void query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  }
  await t.rejects(copy(file, url, { onProgress: cut, batchRows: 10 }), { code: 'store-unavailable' })
  t.notOk((await copy(file, url)).wasDone)
  t.strictSame(await readStore(url), await readStore(file))
})
