/**
 * What a fleet is made of: programs that somebody starts again, a PostgreSQL on a disk of its own, nginx.
 *
 * @packageDocumentation
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { query } from '../../../postgres.js'
import { prepareNginx } from '../nginx.js'
import { findFreePort, root } from '../programs.js'

export interface Test {
  teardown(action: () => unknown): void
}

const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`
const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** Ends with the process that starts it, however that one ends. */
const bound = (signal: string): readonly string[] => ['--pdeathsig', signal]

/** A program that is started again a second after it ended. */
export class Supervised {
  readonly name: string
  /** How it ended whenever nobody had asked it to. */
  readonly ends: string[] = []
  readonly #command: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  readonly #onLine: (line: string) => void
  #child: ChildProcess | undefined
  #isWanted = false

  constructor(
    name: string,
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
    onLine: (line: string) => void = () => undefined,
  ) {
    this.name = name
    this.#command = command
    this.#env = env
    this.#onLine = onLine
  }

  start(): void {
    this.#isWanted = true
    const variables = Object.entries({ PATH: path, ...this.#env }).map(([name, value]) => `${name}=${value}`)
    // The test runner's loader has nothing to do with it.
    const args = [...bound('TERM'), 'env', '-i', ...variables, ...this.#command]
    const child = spawn('setpriv', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    let rest = ''
    const take = (chunk: Buffer): void => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#onLine(line)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('close', (code, signal) => {
      if (!this.#isWanted || this.#child !== child) return
      if (signal !== 'SIGKILL' && code !== 0) this.ends.push(signal ?? `exit ${String(code)}`)
      void setTimeout(1000).then(() => {
        if (this.#isWanted) this.start()
      })
    })
  }

  /** It is started again. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#child?.kill(signal)
  }

  /** For good; with SIGTERM it has to end the processes that it began. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

export interface Database {
  readonly port: number
  readonly url: string
  /** `pg_ctl stop`. */
  readonly stop: (mode: 'fast' | 'immediate') => void
  /** Unless it runs; resolves when it answers. */
  readonly start: () => Promise<void>
  /** Leaves no byte on its disk; undefined where it has no disk of its own. */
  readonly fill: (() => void) | undefined
  readonly free: () => void
  /** Why it has no disk of its own. */
  readonly noDisk: string | undefined
}

function findPrograms(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...path.split(delimiter), ...versions.map(version => join(debian, version, 'bin'))]
  const found = folders.find(folder =>
    ['initdb', 'postgres', 'pg_ctl'].every(name => existsSync(join(folder, name))),
  )
  if (found === undefined) throw new Error('there is no pg_ctl')
  return found
}

/** A server of its own, on a small file system of its own where this user may mount one. */
export async function startDatabase(t: Test): Promise<Database> {
  const bin = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-fleet-'))
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', disk], { encoding: 'utf8' })
  const noDisk = mounted.status === 0 ? undefined : `mount: ${mounted.stderr.trim()}`
  if (isRoot) for (const one of [folder, disk]) chownSync(one, nobody, nobody)
  // It refuses to run as root.
  const user = isRoot ? ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'] : []
  const data = join(disk, 'data')
  const port = await findFreePort()
  const run = (program: string, ...args: readonly string[]): void => {
    const all = [...user, join(bin, program), '-D', data, ...args]
    const { status, stderr } = spawnSync('setpriv', all, { cwd: folder, encoding: 'utf8' })
    if (status !== 0 && program !== 'pg_ctl') throw new Error(stderr)
  }
  run('initdb', '-U', 'drawaudit', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--wal-segsize=1', '--no-sync')
  const url = `postgres://drawaudit@127.0.0.1:${port}/postgres`
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_buffers: '16MB',
    max_wal_size: '16MB',
    min_wal_size: '2MB',
  }
  let child: ChildProcess | undefined
  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null
  const start = async (): Promise<void> => {
    for (;;) {
      if (!isRunning()) {
        const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
        const args = [...user, ...bound('QUIT'), join(bin, 'postgres'), '-D', data, ...flags]
        child = spawn('setpriv', args, { cwd: folder, stdio: 'ignore' })
      }
      try {
        await query(url, 'SELECT 1')
        return
      } catch {
        await setTimeout(50)
      }
    }
  }
  const filler = join(disk, 'filler')
  const free = (): void => {
    rmSync(filler, { force: true })
  }
  t.teardown(async () => {
    free()
    if (isRunning()) run('pg_ctl', '-m', 'immediate', 'stop')
    await setTimeout(100)
    if (noDisk === undefined) spawnSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  const fill = (): void => {
    const descriptor = openSync(filler, 'w')
    try {
      for (const size of [1 << 20, 4096]) {
        try {
          for (const block = Buffer.alloc(size); ;) writeSync(descriptor, block)
        } catch {
          // Until nothing fits.
        }
      }
    } finally {
      closeSync(descriptor)
    }
  }
  return {
    port,
    url,
    start,
    stop: mode => {
      run('pg_ctl', '-m', mode, '-w', 'stop')
    },
    fill: noDisk === undefined ? fill : undefined,
    free,
    noDisk,
  }
}

/** nginx from examples/deploy/nginx.conf before several instances. */
export async function startNginx(
  t: Test,
  folder: string,
  ports: readonly number[],
  hasCache: boolean,
): Promise<number> {
  const port = await findFreePort()
  const changes = {
    'server 127.0.0.1:8080;': ports.map(one => `server 127.0.0.1:${one} ${failures};`).join('\n'),
    'proxy_connect_timeout 2s;': `proxy_connect_timeout 2s;\n${severalInstances}`,
    ...(!hasCache && { 'proxy_cache drawaudit;': 'proxy_cache off;' }),
  }
  const nginx = new Supervised('nginx', prepareNginx(folder, port, changes, `${folder}/start.log`))
  nginx.start()
  t.teardown(() => nginx.end('SIGTERM'))
  while (!(await isAnswering(port))) await setTimeout(20)
  return port
}

/** As docs/OPERATING.md has them. */
const failures = 'max_fails=1 fail_timeout=1s'
const severalInstances = `
        proxy_next_upstream error timeout;
        proxy_next_upstream_tries 3;
        proxy_next_upstream_timeout 5s;`

/** Whether something lives at a port. */
export const isAnswering = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )
