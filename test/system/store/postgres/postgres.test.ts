import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import pg from 'pg'
import t, { type Test } from 'tap'
import { DrawauditError } from '../../../../src/errors.js'
import { describeStore, migrateStore, openStore } from '../../../../src/store/open-store.js'
import { openPostgresStore } from '../../../../src/store/postgres/postgres-store.js'
import { createSql } from '../../../../src/store/postgres/sql.js'
import type { SqlValue } from '../../../../src/store/tables/sql.js'
import { currentVersion } from '../../../../src/store/tables/migrations.js'
import type { Store } from '../../../../src/store/store.js'
import { createWay } from '../../../postgres-way.js'
import { createDatabase, noPostgres, query } from '../../../postgres.js'
import { createCertificate, type Certificate } from '../../../remote/start.js'
import { sample, sampleStatistics } from '../../../server/start.js'
import { checkOutbox } from '../../../store/contract/outbox.js'
import { checkPublished, put, raffleOf, seeCommit, type Open } from '../../../store/contract/published.js'
import { checkSummaries, type Fill } from '../../../store/contract/summaries.js'

const id = sample.raffle_id
const at = '2026-09-01T08:00:00+00:00'

const urls = new WeakMap<Test, Promise<string>>()

let shared: Promise<string> | undefined
let schemas = 0

/** A schema for a test, in one database for all of them: that is made faster than a database. */
async function createSchema(): Promise<string> {
  shared ??= createDatabase(t)
  const url = new URL(await shared)
  schemas += 1
  await query(url.href, `CREATE SCHEMA test_${schemas}`)
  url.searchParams.set('options', `-c search_path=test_${schemas}`)
  return url.href
}

/** Where the store of a test is. */
function urlOf(test: Test): Promise<string> {
  const url = urls.get(test) ?? createSchema()
  urls.set(test, url)
  return url
}

/** A store that is closed before its database is dropped. */
async function openAt(test: Test, url: string, access: 'read' | 'write' = 'write'): Promise<Store> {
  const store = await openPostgresStore(url, { access, create: true })
  test.teardown(() => store.close())
  return store
}

const open: Open = async (test, access) => openAt(test, await urlOf(test), access)

const fill: Fill = async (test, raffles) => {
  const url = await urlOf(test)
  const columns = [
    raffles.map(({ raffleId }) => raffleId),
    raffles.map(({ name }) => name),
    raffles.map(({ operator }) => operator),
    raffles.map(({ groupKey }) => groupKey),
  ]
  await query(url, `INSERT INTO raffle SELECT unnest($1::text[]), 0, NULL, '${at}'`, columns.slice(0, 1))
  await query(
    url,
    `INSERT INTO raffle_summary (raffle_id, name, operator, state, closes_at, draw_at, is_rehearsal,
       prizes, winners, place_key, sought)
     SELECT raffle_id, name, operator, 'open', '${at}', '${at}', 0, '[]', '[]', place_key, place_key
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS one (raffle_id, name, operator, place_key)`,
    columns,
  )
}

async function failure(promise: Promise<unknown>): Promise<DrawauditError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DrawauditError) return error
  throw new Error('no error of ours', { cause: error })
}

/** Waits until something is so, five seconds at most. */
async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 5000
  while (!(await condition()) && Date.now() < end) await setTimeout(10)
  return condition()
}

void t.test('parameters', async t => {
  const asked: { readonly text: string; readonly values: unknown[] }[] = []
  const sql = createSql({
    query: statement => {
      asked.push(statement)
      return Promise.resolve({ rows: [], rowCount: null })
    },
  })
  const translate = async (
    text: string,
    values: readonly SqlValue[] | Readonly<Record<string, SqlValue>>,
  ): Promise<unknown> => {
    t.equal(await sql.run(text, values), 0)
    const { text: numbered, values: listed } = asked.at(-1) ?? {}
    return [numbered, listed]
  }
  t.strictSame(await translate('SELECT ?, ?', [1, 'a']), ['SELECT $1, $2', [1, 'a']])
  t.strictSame(await translate('SELECT @b, @a, @b::text', { a: 1, b: null, c: 2 }), [
    'SELECT $1, $2, $1::text',
    [null, 1],
  ])
  const quoted = `SELECT '?@a''?', "?@a" -- ? @a`
  t.strictSame(await translate(`${quoted}\n, ?`, [1]), [`${quoted}\n, $1`, [1]])
  t.strictSame(await translate('SELECT ?', [['\0', '\u{10fffe}']]), [
    'SELECT $1',
    [['\u{10fffe}0', '\u{10fffe}1']],
  ])
  await t.rejects(sql.run('SELECT @a', { b: 1 }), { code: 'internal', message: 'the parameter a is missing' })
})

void t.test('names of stores as they are shown', t => {
  const shown: Readonly<Record<string, string>> = {
    'raffles.db': 'raffles.db',
    'C:\\postgres\\raffles.db': 'C:\\postgres\\raffles.db',
    'postgres://db.example/raffles': 'postgres://db.example/raffles',
    'postgresql://me:secret@db.example:5433/raffles?password=secret': 'postgres://db.example:5433/raffles',
    'POSTGRES://me:se@cret@[::1]:5433/raffles#secret': 'postgres://[::1]:5433/raffles',
    'postgres://me:se/cret@db.example/raffles': 'postgres://',
    'postgres://me:1/secret@db.example/raffles': 'postgres://',
    'postgres://me:se?cret@db.example/raffles': 'postgres://',
    'postgres:///raffles?host=/run/postgresql': 'postgres:///raffles',
  }
  for (const [name, expected] of Object.entries(shown)) t.equal(describeStore(name), expected, name)
  t.end()
})

void t.test('a database that cannot be opened', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const secret = 'correct-horse'
  const change = (part: 'host' | 'pathname' | 'username' | 'search', value: string): string => {
    const changed = new URL(url)
    changed.password = secret
    changed[part] = value
    return changed.href
  }
  const cases: readonly (readonly [url: string, expected: object])[] = [
    [change('host', '127.0.0.1:1'), { code: 'store-unavailable', message: /reached.*ECONNREFUSED/ }],
    [
      `${change('host', 'nowhere.invalid:5432')}?sslmode=disable`,
      { code: 'store-unavailable', message: /reached/ },
    ],
    [
      `${change('host', 'nowhere.invalid:5432')}?sslmode=verify-full`,
      { code: 'store-unavailable', message: /reached/ },
    ],
    ...[
      'nowhere.invalid:5432',
      '192.0.2.1',
      '[2001:db8::1]:5432',
      '127.0.0.1.invalid',
      'localhost.invalid',
    ].map(host => [change('host', host), { code: 'url-invalid', hint: /sslmode=disable/ }] as const),
    [change('pathname', 'nothing_here'), { code: 'store-missing', hint: /createdb/ }],
    [change('username', 'nobody_we_know'), { code: 'store-unavailable', hint: /PGPASSWORD/ }],
    [change('search', '?sslmode=require'), { code: 'store-unavailable', message: /not secure/ }],
    [
      change('search', '?sslmode=verify-full&sslrootcert=/no/such.pem'),
      { code: 'store-unavailable', message: '/no/such.pem cannot be read' },
    ],
    [`postgres://me:${secret}@db.example:port/raffles`, { code: 'url-invalid' }],
    [`postgres://me:${secret}%ff@db.example/raffles`, { code: 'url-invalid' }],
    [
      change('search', '?options=-csearch_path%3Dno_such_schema'),
      { code: 'store-missing', hint: /search_path/ },
    ],
  ]
  const warnings: string[] = []
  const warn = (warning: Error): void => void warnings.push(warning.message)
  process.on('warning', warn)
  for (const [bad, expected] of cases) {
    const error = await failure(openStore(bad, { access: 'write', create: true }))
    t.match(error, expected, describeStore(bad))
    t.equal(error.where.file, describeStore(bad))
    t.notMatch(inspect(error, { depth: 9, showHidden: true }), secret, 'no password')
  }
  process.off('warning', warn)
  t.strictSame(warnings, [], 'the driver has nothing to say')
})

void t.test('a store is made only where that was asked for', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  await query(url, 'CREATE TABLE of_somebody_else (id integer)')
  for (const access of ['read', 'write'] as const) {
    const missing = await failure(openStore(url, { access }))
    t.match(missing, { code: 'store-missing', hint: 'drawaudit store migrate, with the same --store' })
  }
  const reader = await openAt(t, url, 'read')
  t.strictSame(await reader.listRaffles({ limit: 1 }), [], 'what others have there is no hindrance')
  t.strictSame(await migrateStore(url), { from: currentVersion, to: currentVersion })

  await query(url, 'UPDATE drawaudit_store SET version = version - 1')
  t.match(await failure(openStore(url, { access: 'read', create: true })), { code: 'store-outdated' })
  await query(url, 'UPDATE drawaudit_store SET version = version + 2')
  for (const attempt of [() => openStore(url, { access: 'read', create: true }), () => migrateStore(url)]) {
    t.match(await failure(attempt()), { code: 'store-newer', hint: /update drawaudit/ })
  }
  await query(url, `UPDATE drawaudit_store SET application_id = 'other'`)
  t.match(await failure(openStore(url, { access: 'read' })), { code: 'store-kind' })
})

void t.test('text that is not UTF-8', { skip: noPostgres }, async t => {
  const url = new URL(await createDatabase(t))
  const base = new URL(url)
  base.pathname = 'postgres'
  url.pathname += '_latin'
  const name = url.pathname.slice(1)
  await query(base.href, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`)
  t.teardown(() => query(base.href, `DROP DATABASE ${name} WITH (FORCE)`))
  t.match(await failure(migrateStore(url.href)), { code: 'store-kind', message: 'keeps text as LATIN1' })
})

void t.test('migrating is done once, whoever is first', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const ended = await Promise.all([1, 2, 3, 4, 5].map(() => migrateStore(url)))
  t.strictSame(ended.map(({ from }) => from).toSorted(), [0, ...[1, 2, 3, 4].map(() => currentVersion)])
  const stores = await Promise.all([1, 2, 3, 4, 5].map(() => openAt(t, url)))
  t.equal(stores.length, 5)
})

void t.test('a version that changes under a running process', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const [store, reader] = [await openAt(t, url), await openAt(t, url, 'read')]
  const tell = `SELECT pg_notify('drawaudit', 'migrated public')`
  await query(url, `UPDATE drawaudit_store SET version = ${currentVersion + 1}`)
  t.match(await failure(put(store, sample)), { code: 'store-newer' }, 'nothing is written')
  t.type(reader.generation(), 'number')
  await query(url, tell)
  const isRefused = (): boolean => {
    try {
      reader.generation()
      return false
    } catch (error) {
      t.match(error, { code: 'store-newer' })
      return true
    }
  }
  t.ok(await until(isRefused))
  await query(url, `UPDATE drawaudit_store SET version = ${currentVersion}`)
  await query(url, tell)
  t.ok(await until(() => !isRefused()))
})

void t.test('the store contract', { skip: noPostgres }, async t => {
  await t.test('what is published', async t => {
    await checkPublished(t, open)
  })
  await t.test('the list', async t => {
    await checkSummaries(t, open, fill)
  })
  await t.test('the outbox', async t => {
    await checkOutbox(t, open)
  })
})

void t.test('stores in schemas of one database know nothing of each other', { skip: noPostgres }, async t => {
  const base = await createDatabase(t)
  const [one, other] = ['one', 'the "other" one'].map(name => {
    const url = new URL(base)
    const path = `"${name.replaceAll('"', '""')}"`.replaceAll(' ', '\\ ')
    url.searchParams.set('options', `-c search_path=${path}`)
    return { name: name.replaceAll('"', '""'), url: url.href }
  }) as [{ name: string; url: string }, { name: string; url: string }]
  for (const { name } of [one, other]) await query(base, `CREATE SCHEMA "${name}"`)
  const [first, second] = [await openAt(t, one.url), await openAt(t, other.url)]
  const another = await openAt(t, other.url)
  const generation = second.generation()
  // While one writes, the other one can.
  await first.transact(async transaction => {
    await transaction.writeStatistics(sampleStatistics, at)
    await put(second, { ...sample, raffle_id: raffleOf(1) })
  })
  const after = second.generation()
  t.not(after, generation)
  t.not(await seeCommit(another, generation), generation)
  await setTimeout(100)
  t.equal(second.generation(), after, 'of its own commits it hears once, of those of the other never')
  t.ok(await first.readRaffle(id))
  t.equal(await second.readRaffle(id), undefined)
})

void t.test('transactions of several stores take turns', { skip: noPostgres }, async t => {
  const stores = [await open(t), await open(t), await open(t)]
  // Each reads, waits and writes what it read and one more.
  const add = (store: Store): Promise<void> =>
    store.transact(async transaction => {
      const before = (await transaction.readStatistics(id))?.total_entries ?? 0
      await setTimeout(2)
      await transaction.writeStatistics({ ...sampleStatistics, total_entries: before + 1 }, at)
    })
  await Promise.all(stores.flatMap(store => Array.from({ length: 5 }, () => add(store))))
  t.equal((await stores[0]?.readRaffle(id))?.totalEntries, 15)
})

void t.test('writers wait for each other, some seconds at most', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const [store, other] = [await openAt(t, url), await openAt(t, url)]
  await put(store, sample)
  let release: () => void = () => undefined
  const held = store.transact(async transaction => {
    await transaction.writeStatistics(sampleStatistics, at)
    await new Promise<void>(resolve => {
      release = resolve
    })
  })
  await setTimeout(50)
  const begun = performance.now()
  const busy = failure(put(other, { ...sample, raffle_id: raffleOf(1) }))
  t.equal((await other.readRaffle(id))?.totalDraws, 3, 'reading goes on')
  t.equal(
    await other.transact(({ outbox }) => outbox.countPending(1), { outboxOnly: true }),
    0,
    'and what delivers webhooks',
  )
  t.match(await busy, { code: 'store-busy' })
  t.ok(performance.now() - begun >= 4900)
  const waiting = put(other, { ...sample, raffle_id: raffleOf(1) })
  await setTimeout(50)
  release()
  await Promise.all([held, waiting])
  t.ok(await store.readRaffle(raffleOf(1)))
})

void t.test('others hear of a commit, and not of what delivers webhooks', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const [store, other] = [await openAt(t, url), await openAt(t, url, 'read')]
  await put(store, sample)
  await setTimeout(100)
  const before = other.generation()
  const begun = performance.now()
  await put(store, sampleStatistics)
  t.not(await seeCommit(other, before), before)
  t.ok(performance.now() - begun < 1000)
  t.equal((await other.readRaffle(id))?.totalEntries, 142, 'and it is there')
  const [own, others] = [store.generation(), other.generation()]
  await store.transact(({ outbox }) => outbox.beat('worker', 1, 2), { outboxOnly: true })
  await setTimeout(100)
  t.not(store.generation(), own)
  t.equal(other.generation(), others)
})

void t.test('a database that goes away and comes back', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const way = await createWay(t, url)
  const [store, beside] = [await openAt(t, way.url), await openAt(t, url)]
  await put(store, sample)
  await setTimeout(50)
  const generation = store.generation()
  const halfway = store.transact(async transaction => {
    await transaction.writeStatistics(sampleStatistics, at)
    way.cut()
    await transaction.readStatistics(id)
  })
  t.match(await failure(halfway), { code: 'store-unavailable' })
  t.match(await failure(store.listRaffles({ limit: 1 })), { code: 'store-unavailable' })
  t.match(await failure(store.readRaffle(id)), { code: 'store-unavailable' })
  t.match(await failure(put(store, sample)), { code: 'store-unavailable' })
  t.equal(store.generation(), generation, 'what was prepared may be served')
  await put(beside, { ...sample, raffle_id: raffleOf(1) })
  way.mend()
  t.ok(await until(() => store.generation() !== generation), 'it may have missed something')
  t.equal((await store.listRaffles({ limit: 9 })).length, 2)
  t.equal((await store.readRaffle(id))?.statistics, undefined, 'what was not committed is not there')
  const after = store.generation()
  await put(beside, sampleStatistics)
  t.not(await seeCommit(store, after), after, 'it hears again')
  await put(store, { ...sample, raffle_id: raffleOf(2) })
})

void t.test('only the connection that hears is lost', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const store = await openAt(t, url)
  const generation = store.generation()
  const name = new URL(url).pathname.slice(1)
  await query(url, `ALTER DATABASE ${name} CONNECTION LIMIT 0`)
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'`,
    [name],
  )
  const isReady = (): Promise<boolean> =>
    store.listRaffles({ limit: 1 }).then(
      () => true,
      () => false,
    )
  t.ok(await until(async () => store.generation() !== generation && (await isReady())))
})

void t.test('the answer to a commit that never came', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const way = await createWay(t, url)
  const store = await openAt(t, way.url)
  const generation = store.generation()
  way.loseCommit()
  t.match(await failure(put(store, sample)), {
    code: 'store-unavailable',
    message: /the outcome is unknown/,
    hint: /do it again/,
  })
  t.not(store.generation(), generation, 'it may have been written')
  t.ok(await store.readRaffle(id), 'here it was')
  await put(store, sample)
})

void t.test('a database that falls silent', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const way = await createWay(t, url)
  const closed = await openPostgresStore(way.url, { access: 'read', create: true })
  way.freeze()
  await closed.close()
  const begun = performance.now()
  t.match(await failure(openStore(way.url, { access: 'read' })), { code: 'store-unavailable' })
  t.ok(performance.now() - begun < 8000)
})

/** The same database behind TLS. */
async function createTls(test: Test, database: string, certificate: Certificate): Promise<string> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    sockets.add(near)
    near.on('error', () => undefined)
    // SSLRequest has eight bytes: https://www.postgresql.org/docs/current/protocol-flow.html
    near.once('readable', () => {
      near.read(8)
      near.write('S')
      const secure = new TLSSocket(near, { isServer: true, ...certificate })
      const far = connect(Number(target.port || 5432), target.hostname)
      sockets.add(far)
      pipeline(secure, far, secure, () => undefined)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  test.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(database)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return url.href
}

void t.test('TLS is checked whatever mode asks for it', { skip: noPostgres }, async t => {
  const certificate = createCertificate(t)
  const ca = join(t.testdir(), 'ca.pem')
  writeFileSync(ca, certificate.cert)
  const url = await createTls(t, await createDatabase(t), certificate)
  const open = async (settings: string): Promise<void> => {
    const store = await openPostgresStore(`${url}?${settings}`, { access: 'read', create: true })
    await store.close()
  }
  for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full']) {
    const refused = await failure(open(`sslmode=${mode}`))
    t.match(refused, { code: 'store-unavailable', message: /not secure.*SELF_SIGNED/ }, mode)
    await open(`sslmode=${mode}&sslrootcert=${ca}`)
  }
  const other = await createTls(t, url, createCertificate(t, 'IP:127.0.0.2'))
  t.match(await failure(openStore(`${other}?sslmode=require`, { access: 'read' })), {
    message: /not secure/,
  })
  await open('sslmode=no-verify')
  await open('uselibpqcompat=true&sslmode=require')
})

void t.test('a view that is not what was stored', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const store = await openAt(t, url)
  await put(store, sample, sampleStatistics)
  await query(url, `UPDATE view SET body = body || '\\x20' WHERE name = 'statistics'`)
  for (const read of [
    () => store.readRaffle(id),
    () => store.transact(transaction => transaction.readStatistics(id)),
  ]) {
    t.match(await failure(read()), {
      code: 'store-damaged',
      message: `the view statistics of raffle ${id} is not what was stored`,
    })
  }
  t.ok(await store.readAuditHistory(id))
})

void t.test('a failure that nobody noticed', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const store = await openAt(t, url)
  await t.rejects(
    store.transact(async transaction => {
      await transaction.writeStatistics(sampleStatistics, at)
      await transaction
        .writeStatistics({ ...sampleStatistics, total_entries: NaN }, at)
        .catch(() => undefined)
    }),
    { code: 'internal' },
  )
  t.equal(await store.readRaffle(id), undefined)
})

void t.test('settings that are ours', { skip: noPostgres }, async t => {
  const url = await createDatabase(t)
  const name = new URL(url).pathname.slice(1)
  for (const setting of [
    `bytea_output = 'escape'`,
    `synchronous_commit = off`,
    `default_transaction_isolation = 'serializable'`,
    `default_transaction_read_only = on`,
  ]) {
    await query(url, `ALTER DATABASE ${name} SET ${setting}`)
  }
  const store = await openAt(t, url)
  await put(store, sample)
  t.ok(await store.readRaffle(id))
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
    [name],
  )
  await client.end()
  t.strictSame(
    rows.map(row => row.application_name),
    ['drawaudit'],
  )
})

/** What the sessions that write are set to, as a trigger in the database sees it. */
async function listSettings(t: Test, more: readonly string[] = []): Promise<readonly unknown[]> {
  const url = await createDatabase(t)
  const name = new URL(url).pathname.slice(1)
  for (const setting of more) await query(url, `ALTER DATABASE ${name} SET ${setting}`)
  const store = await openAt(t, url)
  const names = [
    'synchronous_commit',
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ]
  const now = names.map(setting => `current_setting('${setting}')`).join(', ')
  await query(url, `CREATE SCHEMA seen`)
  await query(url, `CREATE TABLE seen.settings (${names.map(setting => `${setting} text`).join(', ')})`)
  await query(url, `CREATE FUNCTION seen.note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO seen.settings SELECT ${now}; RETURN NULL; END $$`) // prettier-ignore
  await query(url, `CREATE TRIGGER note AFTER INSERT ON view FOR EACH STATEMENT EXECUTE FUNCTION seen.note()`)
  await put(store, sample)
  return query(url, 'SELECT DISTINCT * FROM seen.settings')
}

void t.test(
  'whoever writes waits for the disk, and for nothing else without end',
  { skip: noPostgres },
  async t => {
    const limits = {
      statement_timeout: '30s',
      lock_timeout: '5s',
      idle_in_transaction_session_timeout: '1min',
    }
    const usual = await listSettings(t)
    t.strictSame(usual, [{ synchronous_commit: 'on', ...limits }])
    const settings = [
      'synchronous_commit = off',
      'statement_timeout = 0',
      'lock_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
    ]
    t.strictSame(await listSettings(t, settings), usual, 'whatever the server is set to')
    t.strictSame(
      await listSettings(t, ['synchronous_commit = remote_apply']),
      [{ synchronous_commit: 'remote_apply', ...limits }],
      'but for what waits for more',
    )
  },
)

void t.test(
  'what tells a database from what it was, to a user without rights of its own',
  { skip: noPostgres },
  async t => {
    const url = new URL(await createDatabase(t))
    const role = `drawaudit_plain_${process.pid}`
    await query(url.href, `CREATE ROLE ${role} LOGIN`)
    await query(url.href, `GRANT CREATE, USAGE ON SCHEMA public TO ${role}`)
    const superuser = url.href
    url.username = role
    const store = await openPostgresStore(url.href, { access: 'write', create: true })
    t.teardown(() => store.close())
    t.teardown(() =>
      query(superuser, `DROP OWNED BY ${role}`).then(() => query(superuser, `DROP ROLE ${role}`)),
    )
    const identity = (): Promise<string | undefined> =>
      store.transact(async ({ consoles, log }) => {
        const read = await consoles?.readIdentity()
        // The transaction goes on.
        await log.readLog()
        return read
      })
    const [row] = await query<{ whole: string }>(
      superuser,
      `SELECT system_identifier || '/' || timeline_id || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS whole
     FROM pg_control_system(), pg_control_checkpoint()`,
    )
    t.equal(await identity(), row?.whole)
    const taken = 'EXECUTE ON FUNCTION pg_control_system(), pg_current_wal_lsn()'
    await query(superuser, `REVOKE ${taken} FROM PUBLIC`)
    t.equal(await identity(), `-/-/${row?.whole.split('/')[2] ?? ''}`)
  },
)

void t.test(
  'of two that compare and swap what was signed last one gets it',
  { skip: noPostgres },
  async t => {
    const url = await createSchema()
    const store = await openPostgresStore(url, { access: 'write', create: true })
    t.teardown(() => store.close())
    const digest = (digit: string): string => `sha256:${digit.repeat(64)}`
    const last = await store.transact(async ({ consoles }) => {
      const before = await consoles?.readLastSigned()
      // Past the lock that writers take.
      await query(url, 'UPDATE drawaudit_last_signed SET number = number + 1, digest = $1', [digest('1')])
      t.equal(await consoles?.swapLastSigned(before ?? { number: -1, digest: '' }, digest('2')), false)
      return (await consoles?.readLastSigned()) ?? { number: -1, digest: '' }
    })
    t.strictSame(last, { number: 1, digest: digest('1') })
    t.equal(
      await store.transact(
        ({ consoles }) => consoles?.swapLastSigned(last, digest('2')) ?? Promise.resolve(false),
      ),
      true,
    )
  },
)
