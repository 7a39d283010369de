import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { random } from '../../../../src/cli/shared/random.js'
import { DrawauditError, type ErrorCode } from '../../../../src/errors.js'
import { publish } from '../../../../src/operator/publish.js'
import {
  backupSqliteStore,
  checkSqliteStore,
  migrateSqliteStore,
  restoreSqliteStore,
} from '../../../../src/store/sqlite/maintenance.js'
import { driver, findDriver } from '../../../../src/io/sqlite.js'
import { native } from '../../../../src/native/engine.js'
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../../src/store/store.js'
import { currentVersion as latest } from '../../../../src/store/tables/migrations.js'
import { bin, root, run, start as startProgram } from '../../../cli/resident.js'
import { get, sample, sampleStatistics, start, view } from '../../../server/start.js'
import { Sqlite } from '../../../sqlite.js'
import { give, noNobody, untilAsNobody } from '../../../unprivileged.js'

const id = sample.raffle_id
const now = new Date('2026-09-01T08:00:00Z')
/** A raffle of its own for every number. */
const raffleOf = (n: number): string => `49638a53-01d5-4ea0-96bc-${String(n).padStart(12, '0')}`

type Test = Pick<typeof t, 'testdir' | 'teardown'>

async function put(store: Store, ...values: readonly object[]): Promise<void> {
  const publications = values.map(value => ({ file: 'x.json', read: () => value }))
  await publish(store, publications, { now, random, replace: { reason: 'replaced by the test' } })
}

/** A closed store file with the sample raffle in it, and so many others. */
async function make(file: string, others = 0): Promise<string> {
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const more = Array.from({ length: others }, (_, n) => ({ ...sample, raffle_id: raffleOf(n) }))
  await put(store, sample, sampleStatistics, ...more)
  await store.close()
  return file
}

const makeIn = (test: Test, others = 0): Promise<string> => make(join(test.testdir(), 'raffles.db'), others)

async function open(test: Test, file: string, access: 'read' | 'write' = 'write'): Promise<Store> {
  const store = await openSqliteStore(file, { access })
  test.teardown(() => store.close())
  return store
}

/** What another program does to a file, past our code. */
function alter(file: string, sql: string): void {
  const database = new Sqlite(file)
  database.pragma('foreign_keys = OFF')
  database.unsafeMode()
  database.exec(sql)
  database.close()
}

/** Overwrites the middle of a file with something that is no page of a database. */
function damage(file: string): void {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r+')
  for (let at = 4096; at < size; at += 4096) writeSync(descriptor, Buffer.alloc(2048, 0xa5), 0, 2048, at)
}

async function failure(promise: Promise<unknown>): Promise<DrawauditError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DrawauditError) return error
  throw new Error('no error of ours', { cause: error })
}

const codeOf = async (promise: Promise<unknown>): Promise<ErrorCode> => (await failure(promise)).code

await t.test('a store is made only where that was asked for', async t => {
  const folder = t.testdir({ 'empty.db': '' })
  const file = join(folder, 'new.db')
  const missing = await failure(openSqliteStore(file, { access: 'write' }))
  t.match(missing, { code: 'store-missing', where: { file }, hint: /store migrate/ })
  t.equal(await codeOf(openSqliteStore(file, { access: 'read' })), 'store-missing')
  t.equal(await codeOf(checkSqliteStore(file, native)), 'store-missing')
  t.equal(await codeOf(backupSqliteStore(file, join(folder, 'b.db'))), 'store-missing')
  t.equal(await codeOf(restoreSqliteStore(file, join(folder, 'b.db'))), 'store-missing')
  t.strictSame(readdirSync(folder), ['empty.db'], 'nothing was made')

  for (const access of ['read', 'write'] as const) {
    const made = join(folder, `${access}.db`)
    const store = await openSqliteStore(made, { access, create: true })
    t.strictSame(await store.listRaffles({ limit: 1 }), [])
    t.equal(await store.readRaffle(id), undefined)
    t.equal(await store.readAuditHistory(id), undefined)
    await store.close()
    t.strictSame(await checkSqliteStore(made, native), { raffles: 0, versions: 0, problems: [] })
  }
  const empty = join(folder, 'empty.db')
  t.equal(await codeOf(openSqliteStore(empty, { access: 'write' })), 'store-kind')
  const store = await openSqliteStore(empty, { access: 'write', create: true })
  await put(store, sample)
  await store.close()
  t.equal((await checkSqliteStore(empty, native)).raffles, 1)
  t.strictSame(readdirSync(folder).sort(), ['empty.db', 'read.db', 'write.db'], 'no file beside them is left')

  const nowhere = join(folder, 'no/such.db')
  t.equal(await codeOf(openSqliteStore(nowhere, { access: 'write', create: true })), 'file-missing')
  t.equal(await codeOf(migrateSqliteStore(nowhere)), 'file-missing')
})

await t.test('a name that means something to SQLite is that of a file', async t => {
  const folder = t.testdir()
  const { code } = await run(['store', 'migrate', '--store', ':memory:'], { cwd: folder })
  t.equal(code, 0)
  t.strictSame(readdirSync(folder), [':memory:'])
  const uri = await run(['store', 'migrate', '--store', 'file:x.db?mode=memory'], { cwd: folder })
  t.equal(uri.code, 0)
  t.strictSame(readdirSync(folder).sort(), [':memory:', 'file:x.db?mode=memory'])
})

await t.test('what is no store is left alone', async t => {
  const folder = t.testdir({
    'notes.txt': 'a text that is long enough to be taken for a header\n'.repeat(200),
  })
  const text = join(folder, 'notes.txt')
  const other = join(folder, 'other.db')
  alter(other, 'CREATE TABLE raffle (raffle_id TEXT); PRAGMA user_version = 1')
  const short = join(folder, 'short')
  writeFileSync(short, 'xy')
  for (const file of [text, other, short]) {
    const before = statSync(file)
    for (const attempt of [
      () => openSqliteStore(file, { access: 'read' }),
      () => openSqliteStore(file, { access: 'write', create: true }),
      () => migrateSqliteStore(file),
      () => checkSqliteStore(file, native),
      () => backupSqliteStore(file, join(folder, 'backup.db')),
      () => restoreSqliteStore(file, join(folder, 'restored.db')),
    ]) {
      const error = await failure(attempt())
      t.equal(error.code, 'store-kind', file)
      t.equal(error.where.file, file)
    }
    const good = await make(join(folder, 'good.db'))
    t.equal(await codeOf(restoreSqliteStore(good, file, { replace: true })), 'store-kind')
    t.strictSame([statSync(file).size, statSync(file).mtimeMs], [before.size, before.mtimeMs])
  }
  t.strictSame(readdirSync(folder).sort(), ['good.db', 'notes.txt', 'other.db', 'short'])
})

await t.test('a store of another version', async t => {
  const old = await makeIn(t)
  alter(old, 'PRAGMA user_version = 0')
  const outdated = await failure(openSqliteStore(old, { access: 'read' }))
  t.match(outdated, { code: 'store-outdated', hint: /store migrate/, where: { file: old } })
  t.match(outdated.message, `version 0 of ${latest}`)
  t.equal(await codeOf(openSqliteStore(old, { access: 'write', create: true })), 'store-outdated')

  const newer = await make(join(dirname(old), 'newer.db'))
  alter(newer, 'PRAGMA user_version = 7')
  for (const attempt of [
    () => openSqliteStore(newer, { access: 'read' }),
    () => openSqliteStore(newer, { access: 'write', create: true }),
    () => migrateSqliteStore(newer),
    () => checkSqliteStore(newer, native),
  ]) {
    t.match(await failure(attempt()), { code: 'store-newer', hint: /update drawaudit/ })
  }
})

await t.test('a version that changes under a running reader', async t => {
  const file = await makeIn(t)
  const reader = await open(t, file, 'read')
  const generation = reader.generation()
  alter(file, `PRAGMA user_version = ${latest + 1}`)
  for (const round of [1, 2]) {
    try {
      reader.generation()
      t.fail('it goes on')
    } catch (error) {
      t.match(error, { code: 'store-newer' }, `round ${round}`)
    }
  }
  alter(file, `PRAGMA user_version = ${latest}`)
  t.ok(reader.generation() > generation, 'and back')
})

await t.test('migrating is done once, whoever is first', async t => {
  const file = join(t.testdir(), 'new.db')
  t.strictSame(await migrateSqliteStore(file), { from: 0, to: latest })
  const store = await open(t, file)
  await put(store, sample)
  t.strictSame(await migrateSqliteStore(file), { from: latest, to: latest })
  t.strictSame(await checkSqliteStore(file, native), { raffles: 1, versions: 1, problems: [] })

  for (const round of [1, 2]) {
    const both = join(dirname(file), `both-${round}.db`)
    const ended = await Promise.all(
      [1, 2].map(() => run(['store', 'migrate', '--store', both, '--format', 'json'])),
    )
    t.strictSame(
      ended.map(({ code, stderr }) => [code, stderr]),
      ended.map(() => [0, '']),
    )
    const froms = ended.map(({ stdout }) => (JSON.parse(stdout) as { from: number }).from)
    t.strictSame(froms.toSorted(), [0, latest])
    t.strictSame((await checkSqliteStore(both, native)).problems, [])
  }
})

await t.test('a store that someone else keeps locked', async t => {
  const file = await makeIn(t)
  const holder = new Sqlite(file)
  t.teardown(() => holder.close())
  const reader = await open(t, file, 'read')
  const backup = join(dirname(file), 'backup.db')
  await backupSqliteStore(file, backup)

  for (const lock of ['IMMEDIATE', 'EXCLUSIVE']) {
    holder.exec(`BEGIN ${lock}`)
    t.equal((await reader.readRaffle(id))?.totalDraws, 3, 'reading goes on')
    t.type(reader.generation(), 'number')
    t.strictSame((await checkSqliteStore(file, native)).problems, [])
    t.match(await failure(restoreSqliteStore(backup, file, { replace: true })), {
      code: 'store-busy',
      where: { file },
    })
    holder.exec('ROLLBACK')
  }
  await restoreSqliteStore(backup, file, { replace: true })

  // Nobody else can come in at all.
  await reader.close()
  holder.pragma('locking_mode = EXCLUSIVE')
  holder.exec('BEGIN IMMEDIATE; COMMIT')
  t.equal(await codeOf(openSqliteStore(file, { access: 'read' })), 'store-busy')
  t.equal(await codeOf(backupSqliteStore(file, `${backup}.2`)), 'store-busy')
  t.notOk(existsSync(`${backup}.2`))
})

await t.test('a writer waits for another', async t => {
  const file = await makeIn(t)
  const holder = new Sqlite(file)
  holder.exec('BEGIN IMMEDIATE')
  const args = ['stats', 'set', raffleOf(1), '--paid', '1', '--free', '0', '--max', '5', '--store', file]
  const waiting = run(args)
  // As long as two other calls take, one after the other, it has come to the lock.
  for (let other = 0; other < 2; other++) t.match(await run(['raffles', '--store', file]), { code: 0 })
  holder.close()
  t.match(await waiting, { code: 0, stdout: `published statistics ${raffleOf(1)}\n` })
})

await t.test('a damaged store', async t => {
  const folder = t.testdir()
  const file = await make(join(folder, 'raffles.db'), 20)
  const backup = join(folder, 'backup.db')
  await backupSqliteStore(file, backup)
  damage(file)
  const codes = await Promise.all([
    codeOf(checkSqliteStore(file, native)),
    codeOf(backupSqliteStore(file, join(folder, 'bad.db'))),
    codeOf(restoreSqliteStore(file, join(folder, 'bad.db'))),
  ])
  t.strictSame(codes, ['store-damaged', 'store-damaged', 'store-damaged'])
  t.strictSame(readdirSync(folder).sort(), ['backup.db', 'raffles.db'])
  t.strictSame(await restoreSqliteStore(backup, file, { replace: true }), {
    raffles: 21,
    versions: 21,
    problems: [],
  })
  t.strictSame((await checkSqliteStore(file, native)).problems, [], 'a backup heals it')

  alter(
    file,
    `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', 'NOT NULL CHECK (0)') WHERE name = 'raffle'`,
  )
  t.match((await checkSqliteStore(file, native)).problems, [/^SQLite: CHECK constraint failed in raffle$/])
})

await t.test('a store that cannot be read or written', async t => {
  const folder = t.testdir({ 'folder.db': {} })
  const file = join(folder, 'folder.db')
  for (const attempt of [
    () => openSqliteStore(file, { access: 'read' }),
    () => openSqliteStore(file, { access: 'write', create: true }),
    () => migrateSqliteStore(file),
    () => checkSqliteStore(file, native),
  ]) {
    t.match(await failure(attempt()), { code: 'store-unavailable', where: { file }, hint: /permissions/ })
  }
  const good = await make(join(folder, 'good.db'))
  t.equal(await codeOf(restoreSqliteStore(good, file, { replace: true })), 'store-unavailable')
})

await t.test('a store without permission', { skip: noNobody }, async t => {
  const file = await makeIn(t)
  chmodSync(file, 0o400)
  give(dirname(file))
  await untilAsNobody(async () => {
    const store = await open(t, file)
    t.equal(await codeOf(put(store, { ...sample, raffle_id: raffleOf(1) })), 'store-unavailable')
  })
  chmodSync(file, 0)
  t.equal(await untilAsNobody(() => codeOf(openSqliteStore(file, { access: 'read' }))), 'store-unavailable')
})

/** What others do to the file of a store: its name leads to nothing any more, or to another file. */
const losses: Readonly<Record<string, (file: string) => void>> = {
  moved(file) {
    renameSync(file, `${file}.moved`)
  },
  deleted(file) {
    rmSync(file)
  },
  'with its folder deleted'(file) {
    rmSync(dirname(file), { recursive: true })
  },
  replaced(file) {
    cpSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
}

await t.test('a store whose file is another one than was opened', async t => {
  for (const [name, lose] of Object.entries(losses)) {
    await t.test(name, async t => {
      const file = await makeIn(t)
      const writer = await open(t, file)
      const reader = await open(t, file, 'read')
      lose(file)
      const expected = {
        code: 'store-unavailable',
        message: 'the store was moved, deleted or replaced while it was open',
        where: { file },
      }
      let worked = false
      const refused = await failure(
        writer.transact(() => {
          worked = true
          return Promise.resolve()
        }),
      )
      t.match(refused, expected)
      t.notOk(worked, 'nothing is begun')
      for (const store of [reader, writer]) t.throws(() => store.generation(), expected)
      if (name !== 'moved') return
      renameSync(`${file}.moved`, file)
      await put(writer, { ...sample, raffle_id: raffleOf(1) })
      t.ok(reader.generation(), 'it goes on when the file is back')
      t.equal((await reader.listRaffles({ limit: 9 })).length, 2)
    })
  }
})

await t.test('what is lost while a transaction goes on is not committed', async t => {
  const file = await makeIn(t)
  const store = await open(t, file)
  const refused = await failure(
    store.transact(async transaction => {
      const record = { raffle_id: raffleOf(1), draws: [], unknown: [] }
      await transaction.writeAuditRecord(record, { publishedAt: now.toISOString() })
      renameSync(file, `${file}.moved`)
    }),
  )
  t.equal(refused.code, 'store-unavailable')
  renameSync(`${file}.moved`, file)
  t.equal((await store.listRaffles({ limit: 9 })).length, 1)
})

await t.test('a file with two names is read, and not written', async t => {
  const folder = t.testdir()
  const file = await make(join(folder, 'raffles.db'))
  const backup = join(folder, 'backup.db')
  await backupSqliteStore(file, backup)
  const store = await open(t, file)
  const other = join(folder, 'other.db')
  linkSync(file, other)
  const expected = {
    code: 'store-unavailable',
    message: 'the file of the store has 2 names (hard links)',
    where: { file },
    hint: /store backup/,
  }
  t.match(await failure(put(store, { ...sample, raffle_id: raffleOf(1) })), expected)
  t.match(await failure(openSqliteStore(file, { access: 'write' })), expected)
  t.match(await failure(migrateSqliteStore(file)), expected)
  t.match(await failure(restoreSqliteStore(backup, file, { replace: true })), expected)
  const reader = await open(t, file, 'read')
  t.type(reader.generation(), 'number')
  t.equal((await reader.listRaffles({ limit: 9 })).length, 1)
  rmSync(other)
  await put(store, { ...sample, raffle_id: raffleOf(1) })
  t.equal((await reader.listRaffles({ limit: 9 })).length, 2)
})

await t.test('a server is not ready, and serves nothing, from a file that is gone', async t => {
  const server = await start(t)
  const status = async (path: string): Promise<number> => {
    // What is served from memory may be five milliseconds old, and whether the server is ready a second.
    await new Promise(resolve => setTimeout(resolve, path === '/readyz' ? 1100 : 10))
    return (await get(server, path)).status
  }
  const statuses = async (): Promise<readonly number[]> => [
    await status('/readyz'),
    await status(view('audit')),
    await status('/livez'),
  ]
  t.strictSame(await statuses(), [200, 200, 200])
  renameSync(server.file, `${server.file}.moved`)
  t.strictSame(await statuses(), [503, 503, 200])
  renameSync(`${server.file}.moved`, server.file)
  t.strictSame(await statuses(), [200, 200, 200])
})

await t.test('a full disk, or one that is not there, is no bug', async t => {
  const file = await makeIn(t)
  const store = await open(t, file)
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const failing = store.transact(() => Promise.reject(full))
  t.match(await failure(failing), { code: 'store-unavailable', message: /SQLITE_FULL/ })
  await put(store, { ...sample, raffle_id: raffleOf(1) })
  t.equal((await checkSqliteStore(file, native)).raffles, 2, 'it goes on when there is room')
})

await t.test('without the driver the store says so, and verifying works', async t => {
  // What resolves as if nobody had installed it.
  const hook = `export async function resolve(name, context, next) {
    if (/\\/better-sqlite3\\/lib\\/index\\.js$/.test(name)) throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  }`
  const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(url(hook))})`
  const nodeOptions = ['--import', url(register)]
  const file = join(t.testdir(), 'raffles.db')
  const calls = [['store', 'migrate'], ['raffles'], ['serve', '--port', '0']]
  const [verified, ...ended] = await Promise.all([
    run(['verify', '-q', '--require', 'reproducible', 'fixtures/samples/raffair-complete.json'], {
      nodeOptions,
    }),
    ...calls.map(args => run([...args, '--store', file], { nodeOptions })),
  ])
  t.match(verified, { code: 0, stderr: '' })
  for (const { code, stdout, stderr } of ended) {
    t.strictSame([code, stdout], [2, ''])
    t.ok(
      stderr.startsWith(`error: the package ${driver.name} is not installed\nhint: ${driver.install} (`),
      stderr,
    )
  }
  const json = await run(['raffles', '--store', file, '--format', 'json'], { nodeOptions })
  t.match(JSON.parse(json.stdout), { error: { code: 'store-unavailable' } })
  t.notOk(existsSync(file))
})

await t.test('what to install is what package.json has', t => {
  const versionOf = (folder: string, group: 'dependencies' | 'optionalDependencies'): string => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Readonly<
      Record<typeof group, Readonly<Record<string, string>>>
    >
    return manifest[group]['better-sqlite3'] ?? ''
  }
  const version =
    driver.major === '13'
      ? versionOf('.', 'optionalDependencies')
      : versionOf('sqlite-node20', 'dependencies')
  t.ok(driver.install.endsWith(`npm install better-sqlite3@${version}`), driver.install)
  t.ok(version.startsWith(`${driver.major}.`), version)
  t.end()
})

await t.test('without a binary that fits the store says so, and verifying works', async t => {
  // As `npm install --ignore-scripts` leaves it.
  const folder = t.testdir()
  const modules = join(folder, 'node_modules')
  const installed = fileURLToPath(new URL('../', findDriver()))
  for (const name of ['package.json', 'lib']) {
    cpSync(join(installed, name), join(modules, 'better-sqlite3', name), { recursive: true })
  }
  for (const name of driver.major === '12' ? ['bindings', 'file-uri-to-path'] : []) {
    cpSync(join(installed, '..', name), join(modules, name), { recursive: true })
  }
  const entry = pathToFileURL(join(modules, 'better-sqlite3/lib/index.js')).href
  const hook = `export const resolve = async (name, context, next) =>
    next(/\\/better-sqlite3\\/lib\\/index\\.js$/.test(name) ? ${JSON.stringify(entry)} : name, context)`
  const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(url(hook))})`
  const nodeOptions = ['--import', url(register)]
  const store = join(folder, 'raffles.db')
  const [verified, ...ended] = await Promise.all([
    run(['verify', '-q', '--require', 'reproducible', 'fixtures/samples/raffair-complete.json'], {
      nodeOptions,
    }),
    run(['store', 'migrate', '--store', store], { nodeOptions }),
    run(['serve', '--port', '0', '--store', store], { nodeOptions }),
  ])
  t.match(verified, { code: 0, stderr: '' })
  for (const { code, stdout, stderr } of ended) {
    t.strictSame([code, stdout], [2, ''])
    const said = `error: the package ${driver.name} has no binary that this Node can load\nhint: ${driver.build} (`
    t.ok(stderr.startsWith(said), stderr)
  }
  t.notOk(existsSync(store))
})

await t.test('the check finds what was tampered with, and in which raffle', async t => {
  const folder = t.testdir()
  const whole = await make(join(folder, 'whole.db'), 1)
  const store = await openSqliteStore(whole, { access: 'write' })
  await put(store, { ...sample, total_draws: 1, draws: sample.draws.slice(0, 1) })
  await put(store, sample)
  await store.close()
  t.strictSame(await checkSqliteStore(whole, native), { raffles: 2, versions: 4, problems: [] })
  const of = (name: string): string => `WHERE raffle_id = '${id}' AND name = '${name}'`
  const cases: Readonly<Record<string, readonly [sql: string, ...problems: RegExp[]]>> = {
    'a body': [
      `UPDATE view SET body = CAST(replace(CAST(body AS TEXT), '10133', '10134') AS BLOB) ${of('audit')}`,
      /the view audit is not what was stored/,
      /the ETag of the view audit/,
      /the audit view is not the last published version/,
    ],
    'the body of the statistics': [
      `UPDATE view SET body = CAST(replace(CAST(body AS TEXT), '500', '501') AS BLOB) ${of('statistics')}`,
      /the view statistics is not what was stored/,
    ],
    'the body of the history': [
      `UPDATE view SET body = CAST(replace(CAST(body AS TEXT), '10133', '10134') AS BLOB) ${of('audit-history')}`,
      /the view audit-history is not what was stored/,
      /the history is not that of the published versions/,
    ],
    'an ETag': [
      `UPDATE view SET etag = '"${'0'.repeat(32)}"' ${of('statistics')}`,
      /the ETag of the view statistics/,
    ],
    'a hash': [
      `UPDATE view SET sha256 = '${'0'.repeat(64)}' ${of('audit')}`,
      /the view audit is not what was stored/,
    ],
    'no JSON': [`UPDATE view SET body = x'7b' ${of('statistics')}`, /the statistics view is not statistics/],
    'a record of a version': [
      `UPDATE audit_version SET record = replace(record, '10133', '10134') WHERE raffle_id = '${id}' AND version = 1`,
      /the history is not that of the published versions/,
    ],
    'a reason': [
      `UPDATE audit_version SET reason = 'another' WHERE raffle_id = '${id}' AND version = 2`,
      /the history is not that of the published versions/,
    ],
    'a version deleted': [
      `DELETE FROM audit_version WHERE raffle_id = '${id}' AND version = 2`,
      /version 2 of the audit record is missing/,
      /the history is not/,
    ],
    'the last version deleted': [
      `DELETE FROM audit_version WHERE raffle_id = '${id}' AND version = 3`,
      /the history is not/,
      /the audit view is not the last published version/,
    ],
    'all versions deleted': [`DELETE FROM audit_version WHERE raffle_id = '${id}'`, /the history is not/],
    'the audit view deleted': [`DELETE FROM view ${of('audit')}`, /the audit view is not an audit record/],
    'the history deleted': [`DELETE FROM view ${of('audit-history')}`, /the history is not/],
    'the statistics deleted': [`DELETE FROM view ${of('statistics')}`, /the statistics are missing/],
    'a number of draws': [
      `UPDATE raffle SET total_draws = 4 WHERE raffle_id = '${id}'`,
      /the number of draws is not that of the audit view/,
    ],
    'a number of entries': [
      `UPDATE raffle SET total_entries = 1 WHERE raffle_id = '${id}'`,
      /the number of entries is not that of the statistics/,
    ],
    'a number of entries that is not there': [
      `UPDATE raffle SET total_entries = NULL WHERE raffle_id = '${id}'`,
      /the number of entries is not that of the statistics/,
    ],
    'the views of another raffle': [
      `UPDATE view SET (body, etag, sha256) = (SELECT body, etag, sha256 FROM view AS other
         WHERE other.name = view.name AND other.raffle_id = '${raffleOf(0)}') ${of('audit')}`,
      /the audit view is that of another raffle/,
    ],
  }
  await Promise.all(
    Object.entries(cases).map(async ([name, [sql, ...expected]], index) => {
      const file = join(folder, `case-${index}.db`)
      cpSync(whole, file)
      alter(file, sql)
      const { problems, raffles } = await checkSqliteStore(file, native)
      t.equal(raffles, 2, name)
      t.not(problems.length, 0, name)
      for (const problem of problems) t.ok(problem.startsWith(`raffle ${id}: `), `${name}: ${problem}`)
      for (const pattern of expected) t.match(problems.join('\n'), pattern, name)
      const refused = await failure(restoreSqliteStore(file, join(folder, `restored-${index}.db`)))
      t.match(refused, { code: 'store-damaged', where: { file }, hint: /store check/ }, name)
      t.notOk(existsSync(join(folder, `restored-${index}.db`)), name)
    }),
  )
  const orphan = join(folder, 'orphan.db')
  cpSync(whole, orphan)
  alter(orphan, `DELETE FROM raffle WHERE raffle_id = '${id}'`)
  t.strictSame((await checkSqliteStore(orphan, native)).problems, [
    `raffle ${id}: it is not in the list of raffles`,
  ])
})

await t.test('a backup is whole, while others write', async t => {
  const folder = t.testdir()
  const file = await make(join(folder, 'raffles.db'), 300)
  // Another process publishes all the time.
  const script = join(folder, 'writer.mjs')
  writeFileSync(
    script,
    `import Sqlite from ${JSON.stringify(findDriver())}
     const database = new Sqlite(${JSON.stringify(file)})
     const write = database.prepare('UPDATE raffle SET changed_at = changed_at')
     let done = false
     process.on('message', () => { done = true })
     process.send('ready')
     ;(function go() {
       write.run()
       if (done) process.disconnect()
       else setImmediate(go)
     })()`,
  )
  const writer = fork(script, { execArgv: [], env: {} })
  t.teardown(() => writer.kill('SIGKILL'))
  await once(writer, 'message')
  const target = join(folder, 'backup.db')
  const result = await backupSqliteStore(file, target)
  writer.send('end')
  await once(writer, 'exit')
  t.strictSame(result, { raffles: 301, versions: 301, problems: [] })
  t.strictSame(await checkSqliteStore(target, native), result)
  t.strictSame(readdirSync(folder).sort(), ['backup.db', 'raffles.db', 'writer.mjs'])
})

await t.test('a backup overwrites nothing, and leaves nothing behind when it fails', async t => {
  const folder = t.testdir({ 'there.db': 'mine', 'folder.db': {} })
  const file = await make(join(folder, 'raffles.db'))
  const there = join(folder, 'there.db')
  t.match(await failure(backupSqliteStore(file, there)), { code: 'file-exists', where: { file: there } })
  t.equal(await codeOf(backupSqliteStore(file, join(folder, 'folder.db'))), 'file-exists')
  t.equal(await codeOf(backupSqliteStore(file, file)), 'file-exists')
  const nowhere = await failure(backupSqliteStore(file, join(folder, 'no/backup.db')))
  t.equal(nowhere.code, 'file-missing')
  t.equal(statSync(there).size, 4)
  // What an earlier one that was killed left is no hindrance.
  writeFileSync(join(folder, 'new.db.partial'), '')
  await backupSqliteStore(file, join(folder, 'new.db'))
  t.strictSame(readdirSync(folder).sort(), ['folder.db', 'new.db', 'raffles.db', 'there.db'])
})

await t.test('a backup is put back', async t => {
  const folder = t.testdir()
  const file = await make(join(folder, 'raffles.db'), 2)
  const backup = join(folder, 'backup.db')
  const whole = await backupSqliteStore(file, backup)
  const again = join(folder, 'again.db')
  t.strictSame(await restoreSqliteStore(backup, again), whole)
  t.strictSame(await checkSqliteStore(again, native), whole)
  const store = await open(t, again)
  await put(store, { ...sample, raffle_id: raffleOf(9) })

  t.match(await failure(restoreSqliteStore(backup, again)), {
    code: 'file-exists',
    hint: /--replace/,
    where: { file: again },
  })
  t.ok(await store.readRaffle(raffleOf(9)))
  const generation = store.generation()
  t.strictSame(await restoreSqliteStore(backup, again, { replace: true }), whole)
  t.equal(await store.readRaffle(raffleOf(9)), undefined, 'who has it open sees it')
  t.not(store.generation(), generation)
  await put(store, { ...sample, raffle_id: raffleOf(9) })
  t.strictSame(await checkSqliteStore(again, native), { raffles: 4, versions: 4, problems: [] })
  t.equal(await codeOf(restoreSqliteStore(join(folder, 'no.db'), again, { replace: true })), 'store-missing')
  t.equal(await codeOf(restoreSqliteStore(backup, join(folder, 'no/again.db'))), 'file-missing')
  t.strictSame(
    await restoreSqliteStore(again, again, { replace: true }),
    await checkSqliteStore(again, native),
    'over itself',
  )

  alter(again, 'PRAGMA user_version = 9')
  t.strictSame(await restoreSqliteStore(backup, again, { replace: true }), whole, 'over a newer one')
})

await t.test('a server serves what was put back', async t => {
  const server = await start(t)
  const backup = join(dirname(server.file), 'backup.db')
  await backupSqliteStore(server.file, backup)
  await server.publish({ ...sampleStatistics, total_entries: 143, paid_entries: 121 })
  const total = async (): Promise<number> =>
    (JSON.parse((await get(server, view('entries/stats'))).body) as { total_entries: number }).total_entries
  t.equal(await total(), 143)
  await restoreSqliteStore(backup, server.file, { replace: true })
  await new Promise(resolve => setTimeout(resolve, 10))
  t.equal(await total(), 142)
})

await t.test('what was acknowledged survives kill -9', { timeout: 120_000 }, async t => {
  const folder = t.testdir()
  const file = join(folder, 'raffles.db')
  await make(file)
  const acknowledged = new Set<string>()
  const line = (n: number): string =>
    JSON.stringify({ ...sample, raffle_id: raffleOf(n), draws: sample.draws })
  const begun = performance.now()
  await run(['publish', '-', '--store', file], { input: line(0) })
  const usual = performance.now() - begun
  let n = 0
  let kills = 0
  while (kills < 20) {
    n += 1
    const name = raffleOf(n)
    const child = startProgram(process.execPath, [bin, 'publish', '-', '--store', file], { cwd: root })
    child.stdin.on('error', () => undefined)
    let out = ''
    const spoke = new Promise<void>(resolve => {
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        resolve()
      })
    })
    const closed = once(child, 'close')
    child.stdin.end(line(n))
    // From before it has opened the store until just after it has spoken.
    const delay = new Promise<void>(resolve => setTimeout(resolve, usual * (0.6 + kills / 40)))
    await Promise.race([spoke, delay])
    child.kill('SIGKILL')
    kills += 1
    await closed
    if (out.includes(name)) acknowledged.add(name)
  }
  const { problems, raffles } = await checkSqliteStore(file, native)
  t.strictSame(problems, [])
  const store = await open(t, file)
  for (const name of acknowledged) t.ok(await store.readRaffle(name), name)
  t.ok(raffles >= 1 + acknowledged.size)
  t.match(await run(['store', 'check', '--store', file]), { code: 0, stdout: /nothing is wrong\n$/ })
  t.match(await run(['publish', '-', '--store', file], { input: line(n + 1) }), { code: 0 }, 'it works on')
  t.comment(`${acknowledged.size} of ${kills} were acknowledged, ${raffles - 1} are there`)
})
