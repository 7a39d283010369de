/**
 * pgbouncer in front of a database, for tests.
 *
 * @packageDocumentation
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Test } from 'tap'
import { findPort, noPostgres, query } from './postgres.js'

/** Debian keeps servers where only root looks. */
const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

/** Why tests of pgbouncer are skipped: `{ skip: noPgbouncer }`. */
export const noPgbouncer: string | false =
  noPostgres ||
  (spawnSync('pgbouncer', ['--version'], { env }).error !== undefined && 'no pgbouncer here: install it')

/** What a pooler does with a connection: it is one client's until that ends, or until a transaction ends. */
export type PoolMode = 'session' | 'transaction'

/**
 * Starts a pooler in front of the database of a URL; it ends with the test.
 *
 * @returns the URL of the database through the pooler.
 */
export async function startPooler(
  t: Pick<Test, 'testdir' | 'teardown'>,
  url: string,
  mode: PoolMode,
): Promise<string> {
  const to = new URL(url)
  const port = await findPort()
  const folder = t.testdir({
    users: `"${to.username}" ""\n`,
    'pgbouncer.ini': [
      '[databases]',
      `* = host=${to.hostname} port=${to.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      'auth_file = users',
      `pool_mode = ${mode}`,
    ].join('\n'),
  })
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : []
  const child = spawn('pgbouncer', ['--quiet', ...user, 'pgbouncer.ini'], { env, cwd: folder })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  to.port = String(port)
  for (let left = 200; ; left -= 1) {
    try {
      await query(to.href, 'SELECT 1')
      return to.href
    } catch (cause) {
      if (left === 0) throw new Error(log.slice(-1000), { cause })
      await setTimeout(50)
    }
  }
}
