/**
 * Three instances on one PostgreSQL and one Redis behind nginx, two workers that deliver webhooks, and an operator's
 * console that never rests.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildSync } from 'esbuild'
import { encodeHex } from '../../../../src/core/encoding.js'
import { native } from '../../../../src/native/engine.js'
import { createDesk, type Desk } from '../../../../src/operator/desk.js'
import { createLog } from '../../../../src/operator/create-log.js'
import { journalOf } from '../../../../src/operator/journal.js'
import { generateKey } from '../../../../src/operator/keys.js'
import { addEndpoint, confirmEndpoint } from '../../../../src/operator/webhooks.js'
import { openStore } from '../../../../src/store/open-store.js'
import type { Store } from '../../../../src/store/store.js'
import { keyFile, noon, operator } from '../../../operator/stage.js'
import { recordDesk } from '../../../operator/signed-record.js'
import { startRedis, type Redis } from '../../../redis.js'
import { createReceiver, loopback, type Receiver } from '../../../webhook/stage.js'
import { findFreePort, root } from '../programs.js'
import type { Orders, Said } from './console.js'
import { startWire, type Wire } from './cut.js'
import { Load } from './load.js'
import { isAnswering, startDatabase, startNginx, Supervised, type Database, type Test } from './machines.js'

/** Requests a minute for each address. */
export const rateLimit = 600

/** A draw as other instances came to know it: milliseconds after the console had it. */
export interface Seen {
  readonly raffleId: string
  readonly at: number
  /** Undefined of an instance that was ended meanwhile. */
  readonly delays: readonly (number | undefined)[]
}

/** A look at /readyz of an instance; `at` is of `performance.now()`. */
export interface Look {
  readonly at: number
  readonly instance: number
  /** 0 where there was no answer in time, -1 where there was no instance. */
  readonly status: number
}

export interface Fleet {
  readonly folder: string
  readonly file: string
  readonly database: Database
  readonly redis: Redis
  readonly instances: readonly Supervised[]
  readonly workers: readonly Supervised[]
  readonly ports: readonly number[]
  readonly nginxPort: number
  readonly wires: { readonly database: Wire; readonly redis: Wire }
  readonly receiver: Receiver
  readonly load: Load
  readonly said: Said[]
  readonly seen: readonly Seen[]
  readonly looks: readonly Look[]
  /** Lines of `warn` and above of all instances and workers, and how often each was said. */
  readonly warnings: ReadonlyMap<string, number>
  readonly store: Store
  readonly desk: Desk
  /** Nothing is asked and signed any more; resolves when all is quiet. */
  readonly rest: () => Promise<void>
}

export interface FleetOptions {
  readonly hasCache: boolean
  /** Requests a second. */
  readonly rate: number
  /** Milliseconds between two steps of the console. */
  readonly pause: number
}

const agent = new Agent({ keepAlive: false })

/** Asks an instance itself; the status is 0 where there is no answer in time, -1 where there is no instance. */
export function askInstance(
  port: number,
  path: string,
  within = 2000,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise(resolve => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      agent,
      signal: AbortSignal.timeout(within),
      headers: { Accept: 'application/json', 'X-Forwarded-For': `10.${[...randomBytes(3)].join('.')}` },
    })
    const fail = (error: Error & { readonly code?: string }): void => {
      const isGone = error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET'
      resolve({ status: isGone ? -1 : 0, body: '' })
    }
    sent.on('error', fail)
    sent.on('response', response => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body })
      })
      response.on('error', fail)
    })
    sent.end()
  })
}

export async function startFleet(t: Test, folder: string, options: FleetOptions): Promise<Fleet> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'console')
  const keyPath = join(folder, 'key')
  writeFileSync(keyPath, `${encodeHex('key' in keyFile ? keyFile.key : new Uint8Array())}\n`)
  const database = await startDatabase(t)
  const redis = await startRedis(t)
  const wires = {
    database: await startWire(t, database.port),
    redis: await startWire(t, redis.port),
  }
  const url = `postgres://drawaudit@127.0.0.1:${wires.database.port}/postgres`

  const store = await openStore(database.url, { access: 'write', create: true })
  t.teardown(() => store.close())
  const plain = createDesk({
    store,
    journal: journalOf(file),
    isShared: true,
    unlock: () => keyFile,
    now: () => new Date(noon * 1000),
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  const desk = recordDesk(plain, file)
  await generateKey(desk, operator)
  await createLog(desk, 'raffles.example/log')
  const receiver = await createReceiver(t)
  for (const path of ['/one', '/two']) {
    const { endpoint } = await addEndpoint(desk, {
      url: receiver.url(path),
      allow: loopback,
      apiUrl: 'https://raffles.example/api/v1',
    })
    await confirmEndpoint(desk, endpoint.id)
  }

  const warnings = new Map<string, number>()
  const hear = (line: string): void => {
    const { level, msg, err, code, reason } = readLine(line)
    if (typeof level === 'number' ? level < 40 : level === 'info') return
    const about = err as { readonly message?: unknown } | undefined
    const text = [msg, code, about?.message, reason].filter(one => typeof one === 'string').join(': ')
    warnings.set(text, (warnings.get(text) ?? 0) + 1)
  }
  const program = [process.execPath, `${root}bin/drawaudit.js`]
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const instances = ports.map((port, index) => {
    const settings = {
      store: url,
      port,
      'rate-limit': rateLimit,
      'rate-limit-store': `redis://127.0.0.1:${wires.redis.port}`,
      'trusted-proxy': '127.0.0.0/8',
      'log-level': 'warn',
      'drain-timeout': 5,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    return new Supervised(`instance ${index + 1}`, [...program, 'serve', ...flags], {}, hear)
  })
  const workers = [1, 2].map(number => {
    const args = ['webhook', 'deliver', '--store', url, '--key-file', keyPath, '--rate', '1000']
    const env = { DRAWAUDIT_JOURNAL: join(folder, `worker-${number}`) }
    return new Supervised(`worker ${number}`, [...program, ...args], env, hear)
  })
  for (const one of [...instances, ...workers]) {
    one.start()
    t.teardown(() => one.end())
  }
  for (const port of ports) while (!(await isAnswering(port))) await setTimeout(50)
  const nginxPort = await startNginx(t, join(folder, 'nginx'), ports, options.hasCache)

  const load = new Load({ port: nginxPort, rate: options.rate, greedyRate: 25 })
  const said: Said[] = []
  const seen: Seen[] = []
  const watching = new Map<string, (at: number) => void>()
  const play = startConsole(folder, { url: database.url, file, pause: options.pause }, one => {
    said.push(one)
    if (one.kind === 'drawing') {
      void watchDraw(ports, one.raffleId, watching).then(found => seen.push(found))
    } else if (one.kind === 'drawn') {
      load.raffles.push({ raffleId: one.raffleId, drawnAt: performance.now() })
      watching.get(one.raffleId)?.(one.at)
    }
  })
  t.teardown(() => play.kill('SIGKILL'))
  while (load.raffles.length < 3) await setTimeout(50)
  load.start()

  const looks: Look[] = []
  const over = new AbortController()
  t.teardown(() => {
    over.abort()
  })
  for (const [instance, port] of ports.entries()) {
    void (async () => {
      while (!over.signal.aborted) {
        const at = performance.now()
        looks.push({ at, instance, status: (await askInstance(port, '/readyz')).status })
        await setTimeout(200)
      }
    })()
  }
  return {
    folder,
    file,
    database,
    redis,
    instances,
    workers,
    ports,
    nginxPort,
    wires,
    receiver,
    load,
    said,
    seen,
    looks,
    warnings,
    store,
    desk,
    async rest() {
      over.abort()
      // Not within a raffle.
      const drawn = load.raffles.length
      for (let left = 1500; load.raffles.length === drawn && left > 0; left -= 1) await setTimeout(20)
      play.kill('SIGKILL')
      await load.stop()
    },
  }
}

function readLine(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return { msg: line.slice(0, 200) }
  }
}

function startConsole(folder: string, orders: Orders, onSaid: (said: Said) => void): ChildProcess {
  const program = join(folder, 'console.mjs')
  buildSync({
    entryPoints: [join(root, 'test/system/deploy/fleet/console.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const args = ['--pdeathsig', 'KILL', 'env', '-i', process.execPath, program, JSON.stringify(orders)]
  const child = spawn('setpriv', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onSaid(JSON.parse(line) as Said)
  })
  return child
}

/** Looks at a raffle through each instance until all of them show its draw. */
async function watchDraw(
  ports: readonly number[],
  raffleId: string,
  watching: Map<string, (at: number) => void>,
): Promise<Seen> {
  let at = Infinity
  watching.set(raffleId, time => (at = time))
  const shown = await Promise.all(
    ports.map(async port => {
      let isWhole = true
      for (;;) {
        const { status, body } = await askInstance(port, `/api/v1/raffles/${raffleId}/audit`)
        const now = Date.now()
        if (status === 200 && body.includes('winner_entry_id')) return isWhole ? now : undefined
        if (status === -1) isWhole = false
        if (now - at > 60_000) return Infinity
        await setTimeout(25)
      }
    }),
  )
  while (at === Infinity) await setTimeout(25)
  watching.delete(raffleId)
  return {
    raffleId,
    at,
    delays: shown.map(time => (time === undefined ? undefined : Math.max(0, time - at))),
  }
}
