/**
 * Opening a PostgreSQL database as a store: the driver, the settings of a connection, the version of the tables.
 *
 * @packageDocumentation
 */
import type Driver from 'pg'
import type { Client, ClientBase, Pool, PoolConfig } from 'pg'
import { DrawauditError } from '../../errors.js'
import { describeFailure } from './errors.js'
import { currentVersion, steps } from '../tables/migrations.js'
import type { Sql } from '../tables/sql.js'
import { createSql, decodeText, dialect } from './sql.js'

export interface OpenOptions {
  /** `read` refuses every write on these connections. */
  readonly access: 'read' | 'write'
  /** Make a store where there is none yet. */
  readonly create?: boolean
}

/** A database with our tables in the version that this program knows. */
export interface Database {
  readonly pool: Pool
  /** Statements on the pool, each of which is answered in time. */
  readonly sql: Sql
  /** The schema that has the tables. */
  readonly schema: string
  readonly storeId: string
  /** A connection beside the pool, with the same settings. */
  readonly connect: () => Promise<Client>
}

/** In `drawaudit_store`, as an SQLite file has it in its head. */
export const applicationId = 'draw'

/** The channel on which commits are told. */
export const channel = 'drawaudit'

/** What makes advisory locks ours: `draw` in ASCII. */
export const lockSpace = 0x64726177

/** Instead of the version while `db copy` fills the tables: nobody serves or signs from what is not all there. */
export const versionOfFilling = 0

/**
 * Milliseconds. Whoever waits for a connection of the pool, and on it for a lock, is told in time too: both together
 * are less than the ten seconds below.
 */
const connectWithin = 4000
const lockWithin = 5000
/** Whoever waits for a page is told in time that there is none: its connection is cut after ten seconds. */
const statementWithin = { read: 5000, write: 30_000 } as const
const idleInTransaction = 60_000
/** A server that went away without a word does not answer at all: so much later it is given up. */
const answerLate = 2000

/**
 * Opens a store of the version that this program knows.
 *
 * @param url - `postgres://user@host:5432/database`.
 * @throws DrawauditError `url-invalid`, `store-missing`, `store-kind`, `store-outdated`, `store-newer`, `store-busy`,
 * `store-unavailable`; `where` has the name of the database, and never a password.
 */
export async function openDatabase(url: string, { access, create }: OpenOptions): Promise<Database> {
  const driver = await loadDriver()
  if (create === true) await migrateEmpty(driver, url)
  const config = configure(driver, url)
  const pool = new driver.Pool({
    ...config,
    max: 10,
    idleTimeoutMillis: 30_000,
    verify: (client, done) => {
      setUp(client, access).then(() => {
        done()
      }, done)
    },
  })
  // An idle connection that is lost is replaced; on one that is used, the statement fails.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  try {
    const sql = createPoolSql(pool, access)
    const schema = await checkVersion(sql)
    const storeId = await readStoreId(sql)
    return { pool, sql, schema, storeId, connect: () => connect(driver, config, access) }
  } catch (error) {
    await pool.end()
    throw nameDatabase(error, url)
  }
}

/**
 * Brings the tables to the version that this program knows, in one transaction; any number of processes may do so at
 * once.
 *
 * @returns the version before, 0 for a new store, and the one after.
 * @throws DrawauditError as {@link openDatabase} does.
 */
export async function migrateDatabase(url: string): Promise<{ readonly from: number; readonly to: number }> {
  const driver = await loadDriver()
  return withClient(driver, url, async client => ({ from: await migrate(client), to: currentVersion }))
}

/** Works on a connection of its own, whatever is in the database. What has no place yet is said to be of it. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(await loadDriver(), url, work)
}

function createPoolSql(pool: Pool, access: 'read' | 'write'): Sql {
  const timeout = statementWithin[access] + answerLate
  return createSql({
    query: statement => pool.query({ ...statement, query_timeout: timeout } as typeof statement),
  })
}

/** Waits for its turn among all writers of a store, until the end of the transaction. */
export async function lockWriters(sql: Sql, schema: string): Promise<void> {
  await sql.get('SELECT pg_advisory_xact_lock(?::int, hashtext(?))', [lockSpace, schema])
}

/**
 * Looks at the version of the tables.
 *
 * @returns the schema in which they are.
 * @throws DrawauditError `store-missing`, `store-kind`, `store-outdated`, `store-newer`.
 */
export async function checkVersion(sql: Sql): Promise<string> {
  const schema = await findSchema(sql)
  if (schema === undefined) {
    throw new DrawauditError('store-missing', 'there is no store', {
      hint: 'make one: drawaudit store migrate, with the same --store',
    })
  }
  const version = await readVersion(sql)
  if (version < currentVersion) {
    throw new DrawauditError('store-outdated', `is a store of version ${version} of ${currentVersion}`, {
      hint: 'back it up, then: drawaudit store migrate, with the same --store',
    })
  }
  return schema
}

/** The UUID of the store, whatever its version. */
export async function readStoreId(sql: Sql): Promise<string> {
  const row = await sql.get<{ id: string }>('SELECT store_id::text AS id FROM drawaudit_store')
  return row?.id ?? ''
}

/** A URL without user, password and settings: `postgres://db.example/raffles`. */
export function describeDatabase(url: string): string {
  const [, host = '', name = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)(?:\/([^?#]*))?/.exec(url) ?? []
  // An @ that is left, or what is no port, may be of a password with a slash in it.
  const isSafe = !`${host}${name}`.includes('@') && /^(?:[\w.%-]*|\[[\d.:a-f]*\])(?::\d*)?$/i.test(host)
  return isSafe ? `postgres://${host}/${name}` : 'postgres://'
}

/** Says of which database an error is. */
export function nameDatabase(error: unknown, url: string): unknown {
  const described = describeFailure(error)
  if (!(described instanceof DrawauditError) || described.where.file !== undefined) return described
  return described.at({ file: describeDatabase(url) })
}

async function loadDriver(): Promise<typeof Driver> {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new DrawauditError('store-unavailable', 'the package pg is not installed', {
      hint: 'npm install pg',
      cause,
    })
  }
}

/**
 * @throws DrawauditError `url-invalid`, also for a database on another machine without TLS, `store-unavailable` for a
 * certificate that cannot be read.
 */
function configure(driver: typeof Driver, url: string): PoolConfig {
  const config: PoolConfig = {
    connectionString: verifyFully(url),
    application_name: 'drawaudit',
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
  try {
    // Reads the URL and the certificates that it names, and connects to nothing.
    const { host, ssl } = new driver.Client(config)
    if (!ssl && !isHere(host) && !isMeantPlain(url)) throw plain()
    return config
  } catch (cause) {
    if (cause instanceof DrawauditError) throw nameDatabase(cause, url)
    const { path } = cause as { readonly path?: unknown }
    const error =
      typeof path === 'string'
        ? new DrawauditError('store-unavailable', `${path} cannot be read`, {
            hint: 'look at sslrootcert, sslcert and sslkey of the URL',
          })
        : new DrawauditError('url-invalid', 'is not the URL of a database', {
            hint: 'write it like postgres://user@db.example:5432/raffles',
          })
    // The driver's error has the URL with its password in it.
    throw nameDatabase(error, url)
  }
}

/** Whether a server is on this machine: a folder with its socket, or an address of the machine itself. */
const isHere = (host: string): boolean => /^(?:\/.*|localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

/** Whether somebody has said that a connection without TLS is meant. */
const isMeantPlain = (url: string): boolean =>
  /[?&]sslmode=disable(?:&|$)/.test(url) || process.env['PGSSLMODE'] === 'disable'

const plain = (): DrawauditError =>
  new DrawauditError('url-invalid', 'is on another machine, and the URL asks for no TLS', {
    hint: 'add ?sslmode=verify-full, with sslrootcert=FILE for an authority of your own; ?sslmode=disable says that all may go in plain text, where nobody can listen in between',
  })

/**
 * The modes of libpq that ask for TLS without saying that the server has to be the right one are taken for
 * `verify-full`: what is weaker has to be asked for, by `uselibpqcompat=true` or the driver's own `sslmode=no-verify`.
 * Without `sslmode` a connection is plain; to another machine that takes `sslmode=disable`.
 */
function verifyFully(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=&|$)/g, '$1verify-full')
}

/** Object ids of types (`pg_type`). */
const bytea = 17
const int8 = 20
const int4 = 23
const bool = 16

/** How a column's text becomes a value; for our connections alone. */
function getTypeParser(type: number): (text: string) => unknown {
  switch (type) {
    case int8:
    case int4:
      return Number
    case bool:
      return text => text === 't'
    case bytea:
      // Not a part of a buffer that is shared.
      return text => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
    default:
      return decodeText
  }
}

/** Settings that are ours whatever the server's are. */
async function setUp(client: ClientBase, access: 'read' | 'write'): Promise<void> {
  await client.query(`
    SELECT
      set_config('statement_timeout', '${statementWithin[access]}', false),
      set_config('lock_timeout', '${lockWithin}', false),
      set_config('idle_in_transaction_session_timeout', '${idleInTransaction}', false),
      set_config('default_transaction_isolation', 'read committed', false),
      set_config('default_transaction_read_only', '${access === 'read' ? 'on' : 'off'}', false),
      set_config('bytea_output', 'hex', false),
      -- A commit survives the loss of power; what waits for more than that stays.
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END,
        false)`)
}

async function connect(driver: typeof Driver, config: PoolConfig, access: 'read' | 'write'): Promise<Client> {
  const client = new driver.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await setUp(client, access)
    return client
  } catch (error) {
    await client.end()
    throw describeFailure(error)
  }
}

async function withClient<T>(
  driver: typeof Driver,
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const config = configure(driver, url)
  try {
    const client = await connect(driver, config, 'write')
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } catch (error) {
    throw nameDatabase(error, url)
  }
}

async function migrateEmpty(driver: typeof Driver, url: string): Promise<void> {
  await withClient(driver, url, async client => {
    if ((await findSchema(createSql(client))) === undefined) await migrate(client)
  })
}

async function migrate(client: Client): Promise<number> {
  const sql = createSql(client)
  // Of the database, since there may be no tables yet: nobody has to wait for it but for a moment.
  await sql.run('BEGIN')
  await sql.get("SELECT set_config('lock_timeout', '30s', true)")
  await sql.get('SELECT pg_advisory_xact_lock(?::int, 0)', [lockSpace])
  const schema = await findSchema(sql)
  const from = schema === undefined ? 0 : await readVersion(sql)
  if (schema === undefined) await checkEncoding(sql)
  else await lockWriters(sql, schema)
  for (const { both, postgres } of steps.slice(from)) await client.query(dialect.declare(both) + postgres)
  if (from < currentVersion) {
    await sql.run(
      `INSERT INTO drawaudit_store (id, application_id, version) VALUES (1, ?, ?)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version`,
      [applicationId, currentVersion],
    )
    await sql.get('SELECT pg_notify(?, ?)', [channel, `migrated ${(await findSchema(sql)) ?? ''}`])
  }
  await sql.run('COMMIT')
  return from
}

/** The schema that has the tables; undefined where there are none. */
export async function findSchema(sql: Sql): Promise<string | undefined> {
  const row = await sql.get<{ name: string }>(
    `SELECT nspname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE pg_class.oid = to_regclass('drawaudit_store')`,
  )
  return row?.name
}

/** The version of the tables, which is at most ours. */
async function readVersion(sql: Sql): Promise<number> {
  const row = await sql.get<{ application_id: string; version: number }>('SELECT * FROM drawaudit_store')
  if (row?.application_id !== applicationId) {
    throw new DrawauditError('store-kind', 'is not a store of drawaudit', { hint: 'name another database' })
  }
  if (row.version > currentVersion) {
    throw new DrawauditError(
      'store-newer',
      `is a store of version ${row.version}, made by a newer drawaudit`,
      {
        hint: `this one knows version ${currentVersion}: update drawaudit`,
      },
    )
  }
  if (row.version === versionOfFilling) {
    throw new DrawauditError('store-outdated', 'is being filled by drawaudit db copy, and is not whole yet', {
      hint: 'give the same drawaudit db copy again: it goes on where it was',
    })
  }
  return row.version
}

async function checkEncoding(sql: Sql): Promise<void> {
  const row = await sql.get<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding")
  if (row?.encoding === 'UTF8') return
  throw new DrawauditError('store-kind', `keeps text as ${row?.encoding ?? 'what nobody knows'}`, {
    hint: 'make a database of UTF-8: createdb --encoding UTF8 --template template0',
  })
}
