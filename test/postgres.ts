/**
 * PostgreSQL for tests: a server that is started when the first test asks for a database and ends with the process, or
 * the one of DATABASE_URL, whose user may create databases.
 *
 * @packageDocumentation
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { Test } from 'tap'

const given = process.env['DATABASE_URL']
const programs = given === undefined ? findPrograms('initdb', 'postgres') : undefined

/** Why tests of PostgreSQL are skipped: `{ skip: noPostgres }`. */
export const noPostgres: string | false =
  given === undefined && programs === undefined
    ? 'no PostgreSQL here: install it, or set DATABASE_URL'
    : false

let server: Promise<string> | undefined
let databases = 0

/**
 * The URL of an empty database, which is dropped when the test ends.
 *
 * @param template - the name of a database that nobody uses; it is copied.
 */
export async function createDatabase(t: Pick<Test, 'teardown'>, template = 'template0'): Promise<string> {
  const base = await (server ??= given === undefined ? startServer() : Promise.resolve(given))
  databases += 1
  const name = `drawaudit_${process.pid}_${databases}`
  await query(base, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`)
  t.teardown(() => query(base, `DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(base)
  url.pathname = name
  return url.href
}

/** What another program asks of a database, past our code. */
export async function query<Row>(url: string, text: string, values: unknown[] = []): Promise<readonly Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The first folder that has all of these programs. */
export function findPrograms(...programs: readonly string[]): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map(version => join(debian, version, 'bin')),
  ]
  return folders.find(folder => programs.every(name => existsSync(join(folder, name))))
}

/** Ends the server and removes its folder when this process ends, however it ends: then its input does. */
const guard = `
  (
    "$BIN/initdb" -D data -U drawaudit -A trust -E UTF8 --no-locale --no-sync && exec "$BIN/postgres" -D data "$@"
  ) > log 2>&1 &
  read _
  kill -QUIT $!
  wait
  rm -rf "$PWD"`

/** @returns its URL. */
async function startServer(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-postgres-'))
  // It refuses to run as root.
  const nobody = 65_534
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const port = await findPort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'shared_buffers=16MB',
    'max_connections=100',
  ]
  const child = spawn('sh', ['-c', guard, 'sh', ...settings.flatMap(one => ['-c', one])], {
    ...user,
    cwd: folder,
    env: { BIN: programs, PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Neither it nor its pipe keeps this process alive.
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  const url = `postgres://drawaudit@127.0.0.1:${port}/postgres`
  for (let left = 600; ; left -= 1) {
    try {
      await query(url, 'SELECT 1')
      return url
    } catch (cause) {
      if (left === 0) throw new Error(readFileSync(join(folder, 'log'), 'utf8'), { cause })
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

/** A port of loopback that nobody listens on. */
export async function findPort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return port
}
