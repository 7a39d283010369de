/**
 * A Redis server for a test: one of its own on a free port, or the one that `REDIS_URL` names.
 *
 * @packageDocumentation
 */
import { createClient } from '@redis/client'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type t from 'tap'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0
const given = process.env['REDIS_URL']

/** What `t.test` takes to skip by name where there is no Redis; faults need a server of one's own. */
export const needsRedis = { skip: !isInstalled && given === undefined && 'redis-server is not installed' }
export const needsOwnRedis = { skip: !isInstalled && 'redis-server is not installed' }

export interface Redis {
  readonly url: string
  readonly port: number
  /** Sends a command on a connection of its own. */
  readonly command: (...words: readonly string[]) => Promise<unknown>
  /** Sends a signal; resolves when the process is gone, if that is what the signal does. */
  readonly signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>
  /** Starts it again on the same port, with nothing in it. */
  readonly restart: () => Promise<void>
}

/** The URL of any Redis. */
export async function findRedis(test: Pick<typeof t, 'teardown'>): Promise<string> {
  return given ?? (await startRedis(test)).url
}

/** Starts a server that keeps nothing and ends with the test. */
export async function startRedis(
  test: Pick<typeof t, 'teardown'>,
  options: readonly string[] = [],
): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-redis-'))
  // Whoever is root starts it as nobody.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const port = await findFreePort()
  const password = options[options.indexOf('--requirepass') + 1]
  const url = `redis://${options.includes('--requirepass') ? `:${password ?? ''}@` : ''}127.0.0.1:${port}`
  let child: ChildProcess
  const begin = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options]
    child = spawn('redis-server', args, { cwd: folder, stdio: 'ignore', ...user })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('redis-server ended')))
    ended.catch(() => undefined)
    await Promise.race([ended, answering(url)])
  }
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await begin()
  test.teardown(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url,
    port,
    command: (...words) => command(url, words),
    signal: async name => {
      if (name === 'SIGKILL') await end()
      else child.kill(name)
    },
    restart: begin,
  }
}

/** Sends one command. */
export async function command(url: string, words: readonly string[]): Promise<unknown> {
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.sendCommand(words)
  } finally {
    client.destroy()
  }
}

async function answering(url: string): Promise<void> {
  for (;;) {
    try {
      await command(url, ['PING'])
      return
    } catch {
      await setTimeout(20)
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
