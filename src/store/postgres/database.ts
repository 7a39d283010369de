/**
 * Opens a PostgreSQL database as a store: the driver, the settings of a connection, the version of the
 * tables.
 *
 * @packageDocumentation
 */
import type Driver from 'pg'
import type { Client, ClientBase, Pool, PoolConfig } from 'pg'
import { DrawauditError } from '../../errors.js'
import { describeFailure } from './errors.js'
import { currentVersion, migrationSteps } from '../tables/migrations.js'
import type { Sql } from '../tables/sql.js'
import { createSql, decodeText, dialect } from './sql.js'

export interface PostgresOptions {
  /** `read` refuses every write on these connections. */
  readonly access: 'read' | 'write'
  /** Create the store if there is none. */
  readonly create?: boolean
}

/** A database with our tables in the current version. */
export interface Database {
  readonly pool: Pool
  /** Statements on the pool, each with a time-out. */
  readonly sql: Sql
  /** The schema of the tables. */
  readonly schema: string
  readonly storeId: string
  /** Opens a connection outside the pool, with the same settings. */
  readonly connect: () => Promise<Client>
}

/** Identifies our tables, in `drawaudit_store`; the counterpart of SQLite's application id. */
export const applicationId = 'draw'

/** NOTIFY channel for commits. */
export const channel = 'drawaudit'

/** Our namespace of advisory locks: `draw` in ASCII. */
export const lockSpace = 0x64726177

/**
 * Replaces the version while `db copy` fills the tables: nobody may serve or sign from an incomplete store.
 */
export const versionOfFilling = 0

/**
 * Time-out in milliseconds for a connection of the pool, and again for a lock: together less than the ten
 * seconds below.
 */
const connectWithin = 4000
const lockWithin = 5000
/**
 * Time-out of statements in milliseconds. A page's reader must get an error before the server cuts the
 * connection after ten seconds.
 */
const statementWithin = { read: 5000, write: 30_000 } as const
const idleInTransaction = 60_000
/** Milliseconds after the statement time-out until a silent server is given up. */
const answerLate = 2000

/**
 * Opens a store of the current version.
 *
 * @param url - `postgres://user@host:5432/database`.
 * @throws DrawauditError `url-invalid`, `store-missing`, `store-kind`, `store-outdated`, `store-newer`,
 * `store-busy`, `store-unavailable`; `where` has the name of the database, never a password.
 */
export async function openDatabase(url: string, { access, create }: PostgresOptions): Promise<Database> {
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
  // A lost idle connection is replaced; a lost busy one makes its statement fail.
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
 * Migrates the tables to the current version, in one transaction; safe for concurrent processes.
 *
 * @returns the version before, 0 for a new store, and after.
 * @throws DrawauditError as {@link openDatabase} does.
 */
export async function migrateDatabase(url: string): Promise<{ readonly from: number; readonly to: number }> {
  const driver = await loadDriver()
  return withClient(driver, url, async client => ({ from: await migrate(client), to: currentVersion }))
}

/**
 * Runs `work` on a connection of its own, whatever is in the database. Errors without a place name the
 * database.
 */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(await loadDriver(), url, work)
}

function createPoolSql(pool: Pool, access: 'read' | 'write'): Sql {
  const timeout = statementWithin[access] + answerLate
  return createSql({
    query: statement => pool.query({ ...statement, query_timeout: timeout } as typeof statement),
  })
}

/** Takes the writers' lock of a store, until the end of the transaction. */
export async function lockWriters(sql: Sql, schema: string): Promise<void> {
  await sql.get('SELECT pg_advisory_xact_lock(?::int, hashtext(?))', [lockSpace, schema])
}

/**
 * Checks the version of the tables.
 *
 * @returns their schema.
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

/** The UUID of a store of any version. */
export async function readStoreId(sql: Sql): Promise<string> {
  const row = await sql.get<{ id: string }>('SELECT store_id::text AS id FROM drawaudit_store')
  return row?.id ?? ''
}

/** A URL without user, password and settings: `postgres://db.example/raffles`. */
export function describeDatabase(url: string): string {
  const [, host = '', name = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)(?:\/([^?#]*))?/.exec(url) ?? []
  // A remaining @, or an invalid port, may be part of a password with a slash.
  const isSafe = !`${host}${name}`.includes('@') && /^(?:[\w.%-]*|\[[\d.:a-f]*\])(?::\d*)?$/i.test(host)
  return isSafe ? `postgres://${host}/${name}` : 'postgres://'
}

/** Adds the name of the database to an error. */
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
 * @throws DrawauditError `url-invalid`, also for a remote database without TLS, `store-unavailable` for an
 * unreadable certificate.
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
    // Reads the URL and its certificates, without connecting.
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
    // The driver's error contains the URL with its password.
    throw nameDatabase(error, url)
  }
}

/** Whether a server is on this machine: a socket folder, or a loopback address. */
const isHere = (host: string): boolean => /^(?:\/.*|localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

/** Whether a connection without TLS was asked for explicitly. */
const isMeantPlain = (url: string): boolean =>
  /[?&]sslmode=disable(?:&|$)/.test(url) || process.env['PGSSLMODE'] === 'disable'

const plain = (): DrawauditError =>
  new DrawauditError('url-invalid', 'is on another machine, and the URL asks for no TLS', {
    hint: 'add ?sslmode=verify-full, with sslrootcert=FILE for your own CA; ?sslmode=disable allows plain text, for networks where nobody can listen',
  })

/**
 * Treats libpq's modes that ask for TLS without verifying the server as `verify-full`: anything weaker must
 * be asked for, by `uselibpqcompat=true` or the driver's own `sslmode=no-verify`. Without `sslmode` a
 * connection is plain; to another machine that requires `sslmode=disable`.
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

/** Converts a column's text to a value; for our connections only. */
function getTypeParser(type: number): (text: string) => unknown {
  switch (type) {
    case int8:
    case int4:
      return Number
    case bool:
      return text => text === 't'
    case bytea:
      // A copy, not a view of a shared buffer.
      return text => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
    default:
      return decodeText
  }
}

/** Our settings, whatever the server's are. */
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
  // In the database rather than a table, which may not exist yet; held only for a moment.
  await sql.run('BEGIN')
  await sql.get("SELECT set_config('lock_timeout', '30s', true)")
  await sql.get('SELECT pg_advisory_xact_lock(?::int, 0)', [lockSpace])
  const schema = await findSchema(sql)
  const from = schema === undefined ? 0 : await readVersion(sql)
  if (schema === undefined) await checkEncoding(sql)
  else await lockWriters(sql, schema)
  for (const { both, postgres } of migrationSteps.slice(from))
    await client.query(dialect.declare(both) + postgres)
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

/** The schema of the tables; undefined if there are none. */
export async function findSchema(sql: Sql): Promise<string | undefined> {
  const row = await sql.get<{ name: string }>(
    `SELECT nspname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE pg_class.oid = to_regclass('drawaudit_store')`,
  )
  return row?.name
}

/** The version of the tables, at most the current one. */
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
