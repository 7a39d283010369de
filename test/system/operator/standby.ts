/**
 * PostgreSQL servers for tests of failovers: a primary, standbys that stream from it, and what takes over.
 *
 * @packageDocumentation
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findPrograms, query } from '../../postgres.js'
import { findFreePort, need } from '../deploy/programs.js'

const programs = findPrograms('initdb', 'postgres', 'pg_basebackup')

/** Why there can be no standby here. */
export const noStandby: string | false =
  programs === undefined ? 'no PostgreSQL with pg_basebackup here' : need('setpriv').skip

const isRoot = process.getuid?.() === 0
const nobody = 65_534
// It refuses to run as root.
const user = isRoot ? ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'] : []

export interface Server {
  readonly url: string
  readonly port: number
  /** Ends it at once, as a machine that is lost, and removes what it had. */
  end(): Promise<void>
}

/** Starts and ends servers in one folder. */
export class Servers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'drawaudit-failover-'))
  readonly #running = new Set<Server>()
  #count = 0

  constructor() {
    if (isRoot) chownSync(this.#folder, nobody, nobody)
  }

  /** A new server with nothing in it. */
  async startPrimary(): Promise<Server> {
    const data = this.#place()
    this.#run(
      'initdb',
      '-D',
      data,
      '-U',
      'drawaudit',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
      '--wal-segsize=1',
    )
    return this.#start(data)
  }

  /** A standby that streams from a server, later than it commits. */
  async startStandby(of: Server): Promise<Server> {
    const data = this.#place()
    const from = ['-d', of.url, '--checkpoint=fast', '--no-sync', '--write-recovery-conf']
    this.#run('pg_basebackup', '-D', data, ...from)
    return this.#start(data)
  }

  /** Ends all of them. */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map(server => server.end()))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #place(): string {
    this.#count += 1
    return join(this.#folder, `server-${this.#count}`)
  }

  #run(program: string, ...args: readonly string[]): void {
    const all = [...user, join(programs ?? '', program), ...args]
    const { status, stderr } = spawnSync('setpriv', all, { cwd: this.#folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }

  async #start(data: string): Promise<Server> {
    const port = await findFreePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      shared_buffers: '16MB',
      fsync: 'off',
      wal_keep_size: '64MB',
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // It ends with this process, however that one ends.
    const args = [...user, '--pdeathsig', 'QUIT', join(programs ?? '', 'postgres'), '-D', data, ...flags]
    const child = spawn('setpriv', args, { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const said: Buffer[] = []
    child.stderr.on('data', (text: Buffer) => said.push(text))
    const url = `postgres://drawaudit@127.0.0.1:${port}/postgres`
    const server: Server = {
      url,
      port,
      end: async () => {
        this.#running.delete(server)
        await endProcess(child)
        rmSync(data, { recursive: true, force: true })
      },
    }
    this.#running.add(server)
    for (let left = 400; ; left -= 1) {
      try {
        await query(url, 'SELECT 1')
        return server
      } catch (cause) {
        if (left === 0 || child.exitCode !== null) throw new Error(Buffer.concat(said).toString(), { cause })
        await setTimeout(25)
      }
    }
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}

/** From here on a standby receives nothing that its primary commits. */
export async function fallBehind({ url }: Server): Promise<void> {
  await query(url, "ALTER SYSTEM SET primary_conninfo = ''")
  await query(url, 'SELECT pg_reload_conf()')
}

/** Makes a standby take over with what it has. */
export async function promote({ url }: Server): Promise<void> {
  await query(url, 'SELECT pg_promote(true, 60)')
}
